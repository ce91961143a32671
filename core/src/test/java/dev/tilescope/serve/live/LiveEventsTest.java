package dev.tilescope.serve.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.json.JsonWriter;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.monitor.MonitorReader;
import dev.tilescope.serve.Answer;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program in a process of its own, watched from its beginning to its end. */
@Timeout(120)
class LiveEventsTest {
  private static final String FOLDER = "TILESCOPE_MONITOR_DIR";

  @TempDir private Path parent = Path.of("");
  private @Nullable Process program;

  @AfterEach
  void kill() {
    if (program != null) {
      program.destroyForcibly();
    }
  }

  /** Takes memory, says so, and waits to be told to end. */
  static final class Program {
    public static void main(String[] args) throws IOException {
      MeshDevice device = MeshDevice.open("n150");
      Buffer taken =
          device.allocate(
              new TensorSpec(
                  Shape.of(32, 3840),
                  DataType.BFLOAT16,
                  Layout.TILE,
                  new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM, null)),
              "the holder");
      System.out.println("ready");
      System.in.read();
      taken.deallocate();
      System.exit(0);
    }
  }

  /** Ends the watching after what was waited for, as a client does that goes away. */
  private static final class Enough extends IOException {
    private static final long serialVersionUID = 1L;
  }

  private interface Heard {
    boolean isEnough(String name, String json);
  }

  private static void watch(LiveMemory memory, Heard heard) {
    Answer.EventSink sink =
        new Answer.EventSink() {
          @Override
          public void event(String name, Consumer<JsonWriter> json) throws IOException {
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            try (JsonWriter writer = JsonWriter.compact(bytes)) {
              json.accept(writer);
            }
            if (heard.isEnough(name, bytes.toString(StandardCharsets.UTF_8))) {
              throw new Enough();
            }
          }
        };
    assertThatThrownBy(() -> new LiveEvents(memory).run(sink)).isInstanceOf(Enough.class);
  }

  private LiveMemory memory() {
    return new LiveMemory(
        MonitorReader.ofEnvironment(Map.of(FOLDER, parent.resolve("m").toString())));
  }

  private Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            Program.class.getName());
    builder.redirectError(parent.resolve("stderr").toFile());
    builder.environment().put(FOLDER, parent.resolve("m").toString());
    builder.environment().put("TILESCOPE_MONITOR", "1");
    Process started = builder.start();
    program = started;
    return started;
  }

  @Test
  void aProgramIsSeenWithItsMemoryAndNoMoreOnceItHasEnded() throws Exception {
    Process started = start();
    BufferedReader out = started.inputReader();
    assertThat(out.readLine()).isEqualTo("ready");
    LiveMemory memory = memory();
    watch(
        memory,
        (name, json) -> {
          boolean holds = json.contains("\"pid\":" + started.pid()) && json.contains("the holder");
          return name.equals("snapshot") && holds && json.contains("\"type\":\"TRACE\"");
        });
    started.outputWriter().write("\n");
    started.outputWriter().flush();
    assertThat(started.waitFor()).isZero();
    watch(memory, (name, json) -> name.equals("snapshot") && json.contains("\"processes\":[]"));
  }

  @Test
  void whileNothingChangesOnlyBeatsAreTold() {
    List<String> names = new java.util.ArrayList<>();
    watch(
        memory(),
        (name, json) -> {
          names.add(name);
          return names.size() == 3;
        });
    assertThat(names).containsExactly("snapshot", "beat", "beat");
  }
}
