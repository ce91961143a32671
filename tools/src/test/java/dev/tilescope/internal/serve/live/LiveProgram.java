package dev.tilescope.internal.serve.live;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A program in a process of its own that publishes its memory and takes more when it is told to.
 */
public final class LiveProgram implements AutoCloseable {
  /** Who holds what it takes. */
  public static final String HOLDER = "the holder";

  private static final String TAKE = "take";

  private final Process process;
  private final BufferedReader out;

  private LiveProgram(Process process) {
    this.process = process;
    this.out = process.inputReader(StandardCharsets.UTF_8);
  }

  /** Where programs publish that are started in a folder. */
  public static Map<String, String> environment(Path folder) {
    return Map.of(MonitorFolder.VARIABLE, folder.resolve("m").toString());
  }

  /** Starts one that has taken memory once when this returns. */
  public static LiveProgram start(Path folder) throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:TieredStopAtLevel=1",
            "-Xmx64m",
            "-cp",
            System.getProperty("java.class.path"),
            LiveProgram.class.getName());
    builder.redirectError(folder.resolve("stderr").toFile());
    builder.environment().putAll(environment(folder));
    builder.environment().put("TILESCOPE_MONITOR", "1");
    LiveProgram program = new LiveProgram(builder.start());
    program.awaitTaken();
    return program;
  }

  public static void main(String[] args) throws IOException {
    MeshDevice device = MeshDevice.open("n150");
    List<Buffer> taken = new ArrayList<>();
    BufferedReader told =
        new BufferedReader(new java.io.InputStreamReader(System.in, StandardCharsets.UTF_8));
    do {
      taken.add(device.allocate(tensor(32 * (taken.size() + 1)), HOLDER));
      System.out.println(taken.size());
    } while (TAKE.equals(told.readLine()));
    taken.forEach(Buffer::deallocate);
    System.exit(0);
  }

  private static TensorSpec tensor(int rows) {
    return new TensorSpec(
        Shape.of(rows, 3840),
        DataType.BFLOAT16,
        Layout.TILE,
        new MemoryConfig(TensorMemoryLayout.INTERLEAVED, BufferType.DRAM, null));
  }

  public long pid() {
    return process.pid();
  }

  /** Takes more memory, and has it when this returns. */
  public void take() throws IOException {
    tell(TAKE);
    awaitTaken();
  }

  private void awaitTaken() throws IOException {
    assertThat(out.readLine()).as("buffers that were taken").isNotNull();
  }

  /** Frees everything and has ended when this returns. */
  public void end() throws IOException, InterruptedException {
    tell("end");
    assertThat(process.waitFor()).isZero();
  }

  private void tell(String what) throws IOException {
    process.outputWriter(StandardCharsets.UTF_8).write(what + "\n");
    process.outputWriter(StandardCharsets.UTF_8).flush();
  }

  @Override
  public void close() {
    process.destroyForcibly();
  }
}
