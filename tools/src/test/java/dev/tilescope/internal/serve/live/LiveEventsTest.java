package dev.tilescope.internal.serve.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.watch.MonitorReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** A program in a process of its own, watched from its beginning to its end. */
@Timeout(120)
class LiveEventsTest {
  @TempDir private Path folder = Path.of("");

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
    return new LiveMemory(MonitorReader.ofEnvironment(LiveProgram.environment(folder)));
  }

  @Test
  void aProgramIsSeenWithItsMemoryAndNoMoreOnceItHasEnded() throws Exception {
    try (LiveProgram program = LiveProgram.start(folder)) {
      LiveMemory memory = memory();
      watch(
          memory,
          (name, json) -> {
            boolean holds =
                json.contains("\"pid\":" + program.pid()) && json.contains(LiveProgram.HOLDER);
            return name.equals("snapshot") && holds && json.contains("\"type\":\"TRACE\"");
          });
      program.end();
      watch(memory, (name, json) -> name.equals("snapshot") && json.contains("\"processes\":[]"));
    }
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
