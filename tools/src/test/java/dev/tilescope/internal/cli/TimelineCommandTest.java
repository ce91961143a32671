package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.timeline.BoardLogs;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TimelineCommandTest {
  @TempDir private Path folder;
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    return new Main(Commands.ALL, new PrintWriter(new StringWriter()), new PrintWriter(err))
        .run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private Path profiledRun() {
    Path run = folder.resolve("run");
    Profiler.start(ProfilerOptions.DEFAULT.withFolder(run));
    try {
      Profiler.zone("a zone").close();
    } finally {
      Profiler.stop();
    }
    return run;
  }

  @Test
  void aFolderThatDoesNotExistIsAnErrorAndIsNotMade() {
    Path missing = folder.resolve("nothere");
    assertThat(run("timeline", missing)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains(missing + ": there is no such folder; name the output");
    assertThat(missing).doesNotExist();
  }

  @Test
  void aFolderWithoutARunLeavesNoFolderForTheFileBehind() {
    assertThat(run("timeline", folder, "-o", folder.resolve("new/run.svg"))).isEqualTo(1);
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void timesAfterTheEndOfTheRunAreRefusedWithItsLength() {
    Path picture = folder.resolve("run.svg");
    Path profiled = profiledRun();
    assertThat(run("timeline", profiled, "-o", picture, "--from", "1e9")).isEqualTo(2);
    assertThat(err.toString()).containsPattern("the run is [0-9]+\\.[0-9]{3} ms long");
    assertThat(picture).doesNotExist();
    assertThat(run("timeline", profiled, "-o", picture, "--to", "1e9")).isZero();
    assertThat(picture).isNotEmptyFile();
  }

  private Path boardRun() throws IOException {
    BoardLogs.write(folder.resolve("board/.logs"));
    return folder.resolve("board");
  }

  @Test
  void theLogOfABoardIsATimelineOfItsDevicesFromTheirFirstZones() throws IOException {
    Path file = folder.resolve("board.json");
    assertThat(run("timeline", boardRun(), "-o", file)).as(err.toString()).isZero();
    assertThat(Files.readString(file))
        .contains("Device 0", "Device 1", "Matmul", "BRISC-FW")
        .doesNotContain("modelled")
        .containsPattern("\"ts\": ?0(\\.0*)?\\D")
        .containsPattern("\"ts\": ?12(\\.0*)?\\D");
    assertThat(err.toString())
        .startsWith("tilescope: the clock of each of the devices 0, 1 is not");
  }

  @Test
  void aReportOfARunOfOursIsNotTakenForABoards() throws IOException {
    Path board = boardRun();
    Files.writeString(board.resolve(".logs/run.json"), "{}");
    assertThat(run("timeline", board, "-o", folder.resolve("x.json"))).isOne();
    assertThat(err.toString()).contains("there are no logs of a run in ");
  }

  @ParameterizedTest
  @CsvSource({
    "-f svg --from 20 --to 10, '--from must be less than --to, got 20.0 and 10.0'",
    "-f svg --lanes 0, '--lanes must be at least 1, got 0'",
    "--from 1 --to 2, 'only a picture takes --from, --to: add -f svg, or -o FILE.svg'",
    "-f chrome --lanes 3, only a picture takes --lanes"
  })
  void optionsWithoutSenseAreUsageErrors(String options, String message) {
    assertThat(run((Object[]) ("timeline " + options).split(" "))).isEqualTo(ExitCode.USAGE);
    assertThat(err.toString()).contains(message);
  }
}
