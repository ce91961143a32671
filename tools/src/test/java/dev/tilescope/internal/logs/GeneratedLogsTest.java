package dev.tilescope.internal.logs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logs with known answers, where the generator and its checker are at hand. */
class GeneratedLogsTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "--ops 20 --cores 4",
        "--ops 20 --cores 4 --devices 2 --trace-ops 5 --replays 3 --host-ops 3",
        "--ops 20 --cores 4 --devices 2 --trace-ops 5 --replays 3 --sub-device --cpp-report",
        "--ops 10 --cores 4 --sum-zones --sub-device --perf-counters --freq 800",
        "--ops 40 --cores 8 --arch blackhole --freq 1350 --seed 5",
        "--ops 3 --cores 1 --kinds 1 --signposts 0"
      })
  void theReportHasNoMismatch(String arguments) throws Exception {
    List<String> command = command("gen_device_log.py", "--out", folder.toString());
    command.addAll(List.of(arguments.split(" ")));
    run(command);
    InputProblems problems = new InputProblems(false);
    Path report =
        LogProcessing.run(LogOptions.of(folder, folder.resolve("out"), "t"), problems).report();
    assertThat(run(command("check_expected.py", folder.toString(), report.toString())))
        .contains("missing 0, mismatches 0");
  }

  private static List<String> command(String tool, String... arguments) {
    Path found = Path.of("");
    for (Path at = Path.of("").toAbsolutePath(); at != null; at = at.getParent()) {
      Path candidate = at.resolve("shared/tools").resolve(tool);
      found = Files.isRegularFile(candidate) ? candidate : found;
    }
    assumeTrue(Files.isRegularFile(found), "skipped: no folder above has shared/tools/" + tool);
    List<String> command = new ArrayList<>(List.of("python3", found.toString()));
    command.addAll(List.of(arguments));
    return command;
  }

  private static String run(List<String> command) throws InterruptedException {
    try {
      Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(output).isZero();
      return output;
    } catch (IOException e) {
      assumeTrue(false, "skipped: cannot run python3: " + e);
      return "";
    }
  }
}
