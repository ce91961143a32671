package dev.tilescope.internal.explain;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.ProfiledRun;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Programs with a bottleneck each, captured and profiled: it is named first. */
@Timeout(600)
class PlantedTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void aBottleneckIsNamedFirstInAllButTwoPrograms() throws IOException {
    Map<Planted, List<Topic>> wrong = new EnumMap<>(Planted.class);
    for (Planted program : Planted.values()) {
      Path run = Files.createDirectories(folder.resolve(program.name()));
      program.run(run);
      makeTable(run);
      List<Topic> topics =
          Evidence.explain(RunFiles.in(List.of(run))).findings().stream()
              .map(Finding::topic)
              .toList();
      if (topics.isEmpty() || !program.topics.contains(topics.getFirst())) {
        wrong.put(program, topics);
      }
    }
    assertThat(wrong).hasSizeLessThanOrEqualTo(2);
    assertThat(Planted.values().length).isGreaterThanOrEqualTo(20);
  }

  private static void makeTable(Path run) {
    LogOptions logs = LogOptions.of(run.resolve("logs"), run, "");
    ProfiledRun.report(
        new ProfiledRun.Request(logs, run, "", LocalDateTime.now(ZoneId.systemDefault()), Set.of()),
        new InputProblems(false));
  }
}
