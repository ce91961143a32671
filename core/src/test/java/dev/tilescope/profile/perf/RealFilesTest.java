package dev.tilescope.profile.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.csv.CsvReader;
import dev.tilescope.profile.perf.StackedReport.GroupBy;
import java.io.IOException;
import java.io.StringReader;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CSVs that boards wrote, against what tt-perf-report made of them. One is small enough to be here;
 * the others are looked for beside the project.
 */
class RealFilesTest {
  private static final String SMALL = "bh20_oft_integral_image_trace";

  @Test
  void aSmallFileHasTheCellsOfTtPerfReport() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
                Objects.requireNonNull(getClass().getResource("/profile/perf/" + SMALL + ".csv"))
                    .toURI())
            .getParent();
    compare(Objects.requireNonNull(folder), SMALL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "bh_64_clip_encoder_1",
        "bh_p100_dlv3",
        "ops_perf_results_2025_09_18_11_39_20",
        SMALL
      })
  void everyFileHasTheCellsOfTtPerfReport(String name) throws IOException {
    List<Path> folders =
        Stream.of("../../shared", "../../../shared").map(s -> Path.of(s, "data/perf")).toList();
    Path folder = folders.stream().filter(Files::isDirectory).findFirst().orElse(null);
    assumeTrue(folder != null, "none of " + folders + " is there: large files are not compared");
    compare(Objects.requireNonNull(folder), name);
  }

  private static void compare(Path folder, String name) throws IOException {
    PerfTable table = PerfTable.read(List.of(folder.resolve(name + ".csv")));
    PerfReport report = PerfReport.of(table, PerfOptions.DEFAULT);
    StringBuilder text = new StringBuilder();
    PerfCsv.of(report, true, false, text);
    assertSameCells(text, folder.resolve("expected/" + name + ".csv"));
    Path stacked = folder.resolve("expected/" + name + "_stacked.csv");
    if (Files.exists(stacked)) {
      StringBuilder sums = new StringBuilder();
      PerfCsv.stacked(StackedReport.of(report, GroupBy.MEMORY), sums);
      assertThat(sums.toString()).isEqualTo(Files.readString(stacked));
    }
  }

  private static void assertSameCells(CharSequence actual, Path expected) throws IOException {
    List<List<String>> ours = rows(actual.toString());
    List<List<String>> theirs = rows(Files.readString(expected));
    assertThat(ours).hasSameSizeAs(theirs);
    List<String> different = new ArrayList<>();
    for (int row = 0; row < theirs.size(); row++) {
      assertThat(ours.get(row)).as("row %d", row).hasSameSizeAs(theirs.get(row));
      for (int cell = 0; cell < theirs.get(row).size(); cell++) {
        String a = ours.get(row).get(cell);
        String b = theirs.get(row).get(cell);
        if (!a.equals(b) && !isClose(a, b)) {
          different.add(row + " " + theirs.getFirst().get(cell) + ": " + a + " for " + b);
        }
      }
    }
    assertThat(different).as("%s", expected).isEmpty();
  }

  private static boolean isClose(String a, String b) {
    try {
      double expected = Double.parseDouble(b);
      return Math.abs(Double.parseDouble(a) - expected) <= 1e-9 * Math.abs(expected);
    } catch (NumberFormatException e) {
      return false;
    }
  }

  private static List<List<String>> rows(String text) {
    List<List<String>> rows = new ArrayList<>();
    try (CsvReader reader = new CsvReader(new StringReader(text), "csv")) {
      for (List<String> row = reader.next(); row != null; row = reader.next()) {
        rows.add(row);
      }
    }
    return rows;
  }
}
