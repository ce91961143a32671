package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilescope explain} of a CSV, of a report, and of what is neither. */
class ExplainCommandTest {
  private static final Path CSV =
      Path.of("src/test/resources/profile/perf/bh20_oft_integral_image_trace.csv");

  @TempDir private Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private int run(Object... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private Path report() {
    Path file = folder.resolve("report.json");
    ReportFile.write(
        Programs.tracedAdd(
            RunMode.NORMAL, MemoryConfig.L1, false, new int[] {64, 64}, new int[] {64, 64}),
        file);
    return file;
  }

  @Test
  void aCsvAloneTellsWhereTimeGoesAndThatMemoryIsNotKnown() {
    assertThat(run("explain", CSV)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("programs on ", "\n 1. ", "at   row ", "try  ", "for  ")
        .contains("report: there is none (touches memory");
  }

  @Test
  void aReportAloneTellsWhatHoldsMemoryAndThatGapsAreNotKnown() {
    assertThat(run("explain", report())).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("device time, modelled", "L1 of device 0 is fullest")
        .contains("performance CSV: there is none (touches gaps");
  }

  @Test
  void jsonHasTheSameFindingsTyped() {
    assertThat(run("explain", "--json", CSV)).as(err.toString()).isZero();
    assertThat(out.toString())
        .contains("\"findings\": [", "\"topic\": \"", "\"saved_nanos\": ", "\"row\": ")
        .contains("\"missing\": [");
  }

  @Test
  void onlyAGateFailsOnWhatIsMissing() throws IOException {
    Path cut = folder.resolve("ops_perf_results_cut.csv");
    String whole = Files.readString(CSV);
    Files.writeString(cut, whole.substring(0, whole.length() * 2 / 3));
    assertThat(run("explain", cut)).as(err.toString()).isZero();
    assertThat(out.toString()).contains("Missing", "cut");
    assertThat(run("explain", "--fail-if-missing", cut)).isEqualTo(ExitCode.FAILED);
    assertThat(run("explain", "--fail-if-missing", CSV)).isZero();
  }

  @Test
  void whatTellsOfNoRunIsRefusedWithWhatWould() throws IOException {
    Path text = Files.writeString(folder.resolve("notes.txt"), "nothing");
    assertThat(run("explain", text)).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("nothing there tells of a run", "ops_perf_results");
    assertThat(run("explain", folder.resolve("absent"))).isEqualTo(ExitCode.FAILED);
    assertThat(err.toString()).contains("no such file");
  }
}
