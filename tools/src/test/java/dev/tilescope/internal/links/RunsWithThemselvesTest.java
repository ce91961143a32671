package dev.tilescope.internal.links;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.tilescope.internal.links.Perturbed.How;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** CSVs of boards, linked with themselves. */
class RunsWithThemselvesTest {
  private static final int SEEDS = 3;

  @Test
  void smallFilesOfOneAndFourDevices() throws IOException, URISyntaxException {
    Path folder =
        Path.of(
            Objects.requireNonNull(
                    RunsWithThemselvesTest.class.getResource("/profile/perf/real/README.md"))
                .toURI());
    assertThat(linked(Objects.requireNonNull(folder.getParent()))).isGreaterThanOrEqualTo(6);
  }

  @Test
  void largerFilesWithReplaysOnUpToFourDevices() throws IOException {
    List<Path> folders =
        Stream.of("../../shared", "../../../shared")
            .map(s -> Path.of(s, "data/perf/real"))
            .toList();
    Path folder = folders.stream().filter(Files::isDirectory).findFirst().orElse(null);
    assumeTrue(folder != null, "none of " + folders + " is there: large files are not linked");
    assertThat(linked(Objects.requireNonNull(folder))).isGreaterThanOrEqualTo(10);
  }

  private static int linked(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      List<Path> csvs = files.filter(file -> file.toString().endsWith(".csv.gz")).sorted().toList();
      csvs.forEach(RunsWithThemselvesTest::link);
      return csvs.size();
    }
  }

  private static void link(Path csv) {
    List<PerfRow> rows = Perturbed.deviceRows(csv);
    List<Ran> targets = PerfTable.ran(rows);
    for (Set<How> how : Perturbed.WAYS) {
      for (int seed = 0; seed < SEEDS; seed++) {
        List<PerfRow> perturbed = Perturbed.rows(rows, how, seed);
        Links links = Links.of(PerfTable.ran(perturbed), targets);
        Perturbed.holds(
            csv.getFileName() + " " + how + " " + seed,
            perturbed,
            links,
            (row, target) -> target >= 0 && rows.get(target).id() == row.id());
      }
    }
  }
}
