package dev.tilescope.internal.perf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.internal.perf.PerfComparison.Kind;
import dev.tilescope.internal.perf.StackedReport.GroupBy;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * CSVs that boards wrote, against what tt-perf-report 1.2.4 made of them. Small ones are here; the
 * others are looked for beside the project.
 */
class RealFilesTest {
  private static final String SMALL = "bh20_oft_integral_image_trace";

  /** Neither does tt-perf-report read it: a matmul without a second input. */
  private static final String WITHOUT_COLUMNS = "32_fixtures_846a2d68f8a_slice_fallback.csv.gz";

  private static final PerfOptions WHOLE =
      new PerfOptions(null, null, true, false, null, null, false, true, true);

  @Test
  void aSmallFileHasTheCellsOfTtPerfReport() throws IOException, URISyntaxException {
    compare(resources(), SMALL);
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
    compare(shared(), name);
  }

  @Test
  void smallFilesOfOneAndFourDevicesHaveTheCellsOfTtPerfReport()
      throws IOException, URISyntaxException {
    Path folder = resources().resolve("real");
    assertThat(differences(folder))
        .hasEntrySatisfying(Kind.FRACTIONAL_CORES, rows -> assertThat(rows).hasSize(46))
        .hasEntrySatisfying(Kind.NO_TIME, rows -> assertThat(rows).hasSize(5))
        .doesNotContainKey(Kind.MIXED_REPLAYS);
  }

  @Test
  void allRealFilesHaveTheCellsOfTtPerfReport() throws IOException, URISyntaxException {
    Map<Kind, List<String>> rows = differences(shared().resolve("real"));
    assertThat(rows.get(Kind.FRACTIONAL_CORES)).hasSize(939);
    assertThat(rows.get(Kind.NO_TIME)).hasSize(114);
    assertThat(rows.get(Kind.MIXED_REPLAYS)).hasSize(734);
  }

  @Test
  void allRealFilesHaveATableWithoutOptionsAndALineSaysOfWhichRows()
      throws IOException, URISyntaxException {
    assertTables(resources().resolve("real"));
  }

  @Test
  void allLargerRealFilesHaveATableWithoutOptionsAndALineSaysOfWhichRows() throws IOException {
    assertTables(shared());
    assertThat(assertTables(shared().resolve("real"))).isEqualTo(34);
  }

  private static int assertTables(Path folder) throws IOException {
    List<Path> files = csvs(folder);
    for (Path file : files) {
      PerfReport report = PerfReport.of(PerfTable.read(List.of(file)), PerfOptions.DEFAULT);
      assertThat(report.operations()).as("%s", file).isNotEmpty();
      assertThat(report.operations()).noneMatch(PerfOperation::isSignpost);
      assertThat(report.notices())
          .as("%s", file)
          .filteredOn(n -> n.contains("report is of"))
          .hasSize(1);
    }
    return files.size();
  }

  /** Rows that differ in a way that is listed, by kind; no other may. */
  private static Map<Kind, List<String>> differences(Path folder)
      throws IOException, URISyntaxException {
    Map<Kind, List<String>> listed = new EnumMap<>(Kind.class);
    List<String> unlisted = new ArrayList<>();
    for (Path file : csvs(folder)) {
      String name = "" + file.getFileName();
      PerfReport report = PerfReport.of(PerfTable.read(List.of(file)), WHOLE);
      if (!name.equals(WITHOUT_COLUMNS)) {
        PerfComparison comparison =
            new PerfComparison(report, folder.resolve("expected/" + name), inOrder(name));
        comparison.unlisted.forEach(line -> unlisted.add(name + " " + line));
        comparison.listed.forEach((kind, ids) ->
            ids.forEach(
                id -> listed.computeIfAbsent(kind, _ -> new ArrayList<>()).add(name + ":" + id)));
      }
    }
    assertThat(unlisted).isEmpty();
    return listed;
  }

  /** Rows of tt-perf-report whose sort by the host's time is stable, as far as they are others. */
  private static List<List<String>> inOrder(String name) throws IOException, URISyntaxException {
    Path file = resources().resolve("real/expected/replays-in-order.csv.gz");
    return PerfComparison.rows(file).stream()
        .filter(row -> name.equals(row.getFirst() + ".gz"))
        .map(row -> row.subList(1, row.size()))
        .toList();
  }

  private static List<Path> csvs(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.filter(file -> file.toString().matches(".*\\.csv(\\.gz)?")).sorted().toList();
    }
  }

  private static Path resources() throws URISyntaxException {
    Path small =
        Path.of(
            Objects.requireNonNull(
                    RealFilesTest.class.getResource("/profile/perf/" + SMALL + ".csv"))
                .toURI());
    return Objects.requireNonNull(small.getParent());
  }

  private static Path shared() {
    List<Path> folders =
        Stream.of("../../shared", "../../../shared").map(s -> Path.of(s, "data/perf")).toList();
    Path folder = folders.stream().filter(Files::isDirectory).findFirst().orElse(null);
    assumeTrue(folder != null, "none of " + folders + " is there: large files are not compared");
    return Objects.requireNonNull(folder);
  }

  private static void compare(Path folder, String name) throws IOException {
    PerfTable table = PerfTable.read(List.of(folder.resolve(name + ".csv")));
    PerfReport report = PerfReport.of(table, fromLastSignpost(table));
    PerfComparison comparison =
        new PerfComparison(report, folder.resolve("expected/" + name + ".csv"), List.of());
    assertThat(comparison.unlisted).isEmpty();
    Path stacked = folder.resolve("expected/" + name + "_stacked.csv");
    if (Files.exists(stacked)) {
      StringBuilder sums = new StringBuilder();
      PerfCsv.stacked(StackedReport.of(report, GroupBy.MEMORY), sums);
      assertThat(sums.toString()).isEqualTo(Files.readString(stacked));
    }
  }

  /** What tt-perf-report does without options: what follows the first of the last one's name. */
  private static PerfOptions fromLastSignpost(PerfTable table) {
    @Nullable String last =
        table.rows().stream()
            .filter(PerfRow::isSignpost)
            .map(PerfRow::opCode)
            .reduce((_, next) -> next)
            .orElse(null);
    return new PerfOptions(last, null, false, false, null, null, false, true, true);
  }
}
