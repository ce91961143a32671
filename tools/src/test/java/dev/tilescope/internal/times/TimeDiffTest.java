package dev.tilescope.internal.times;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.diff.Limit;
import dev.tilescope.internal.times.TimeDiff.Pair;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A CSV of a board against itself with times, cores, fidelities and rows changed by hand. */
class TimeDiffTest {
  private static final Path EXAMPLE = Path.of("../docs/examples/llama_prefill.csv");
  private static final String TIME = "DEVICE KERNEL DURATION [ns]";

  @TempDir Path folder;
  private Path csv = EXAMPLE;

  @BeforeEach
  void leaveSignpostsOut() throws IOException {
    csv = write(new Table(), "a");
  }

  /** The cells of a CSV whose cells hold no commas. */
  private static final class Table {
    final List<String> header;
    final List<String[]> rows = new ArrayList<>();

    Table() throws IOException {
      List<String> lines = Files.readAllLines(EXAMPLE);
      header = List.of(lines.getFirst().split(",", -1));
      lines.stream()
          .skip(1)
          .filter(line -> !line.contains(",signpost,"))
          .forEach(line -> rows.add(line.split(",", -1)));
      assertThat(rows).allMatch(row -> row.length == header.size());
    }

    Table set(int row, String column, String value) {
      rows.get(row)[header.indexOf(column)] = value;
      return this;
    }

    double time(int row) {
      return Double.parseDouble(rows.get(row)[header.indexOf(TIME)]);
    }

    Table times(int row, double factor) {
      return set(row, TIME, Long.toString(Math.round(time(row) * factor)));
    }

    Table noise(long seed, double part) {
      Random random = new Random(seed);
      for (int i = 0; i < rows.size(); i++) {
        if (!rows.get(i)[header.indexOf(TIME)].isEmpty()) {
          times(i, 1 + part * (2 * random.nextDouble() - 1));
        }
      }
      return this;
    }

    int matmul() {
      int column = header.indexOf("OP CODE");
      for (int i = 0; i < rows.size(); i++) {
        if (rows.get(i)[column].contains("Matmul")) {
          return i;
        }
      }
      throw new AssertionError("no matmul");
    }
  }

  private Path write(Table table, String name) throws IOException {
    List<String> lines = new ArrayList<>(List.of(String.join(",", table.header)));
    table.rows.forEach(row -> lines.add(String.join(",", row)));
    Path file = folder.resolve("ops_perf_results_" + name + ".csv");
    return Files.write(file, lines);
  }

  private static SideTimes side(Path... files) {
    return SideTimes.of(Arrays.stream(files).map(RunTimes::read).toList());
  }

  @Test
  void aRunIsAsFastAsItself() {
    TimeDiff diff = TimeDiff.of(side(csv), side(csv));
    assertThat(diff.total().nanos()).isZero();
    assertThat(diff.slower()).isEmpty();
    assertThat(diff.faster()).isEmpty();
    assertThat(diff.added()).isEmpty();
    assertThat(diff.removed()).isEmpty();
    assertThat(diff.pairs()).hasSameSizeAs(RunTimes.read(csv).calls());
  }

  @Test
  void whatBecameSlowerSaysByHowMuchAndWhy() throws IOException {
    Table table = new Table();
    int matmul = table.matmul();
    double was = table.time(matmul);
    table.times(matmul, 1.5).set(matmul, "CORE COUNT", "7").set(matmul, "MATH FIDELITY", "HiFi9");
    table.set(matmul, "INPUT_0_MEMORY", "DEV_0_L1_HEIGHT_SHARDED");
    TimeDiff diff = TimeDiff.of(side(csv), side(write(table, "b")));
    assertThat(diff.slower()).hasSize(1);
    Pair pair = diff.slower().getFirst();
    assertThat(pair.after().row().id()).isEqualTo(matmul + 2);
    assertThat(pair.change().nanos()).isCloseTo(was / 2, within(1.0));
    assertThat(pair.causes())
        .anyMatch(cause -> cause.startsWith("cores ") && cause.endsWith(" -> 7"))
        .anyMatch(cause -> cause.startsWith("fidelity ") && cause.endsWith(" -> HiFi9"))
        .anyMatch(
            cause -> cause.startsWith("input 0 memory ") && cause.endsWith(" -> L1_HEIGHT_SHARDED"))
        .hasSize(3);
    assertThat(diff.total().nanos()).isCloseTo(pair.change().nanos(), within(1.0));
  }

  @Test
  void settingsOfAProgramConfigThatDifferAreNamed() throws IOException {
    Table table = new Table();
    int matmul = table.matmul();
    int column = table.header.indexOf("ATTRIBUTES");
    String before = table.rows.get(matmul)[column];
    assertThat(before).contains("in0_block_w=");
    table.set(matmul, "ATTRIBUTES", before.replaceFirst("in0_block_w=\\d+", "in0_block_w=77"));
    TimeDiff diff = TimeDiff.of(side(csv), side(write(table.times(matmul, 2), "b")));
    assertThat(diff.slower().getFirst().causes())
        .singleElement()
        .asString()
        .matches("program_config in0_block_w \\d+ -> 77");
  }

  @Test
  void rowsThatOneSideLacksAreToldApart() throws IOException {
    Table table = new Table();
    table.rows.remove(5);
    TimeDiff diff = TimeDiff.of(side(csv), side(write(table, "b")));
    assertThat(diff.removed()).singleElement().matches(call -> call.row().id() == 7);
    assertThat(diff.added()).isEmpty();
    assertThat(TimeDiff.of(side(folder.resolve("ops_perf_results_b.csv")), side(csv)).added())
        .hasSize(1);
  }

  @Test
  void severalRunsGiveMediansAndTellAChangeFromNoise() throws IOException {
    List<Path> before = new ArrayList<>();
    List<Path> after = new ArrayList<>();
    int matmul = new Table().matmul();
    for (int i = 0; i < 5; i++) {
      before.add(write(new Table().noise(i, 0.02), "a" + i));
      after.add(write(new Table().noise(10 + i, 0.02).times(matmul, 1.3), "b" + i));
    }
    TimeDiff diff =
        TimeDiff.of(side(before.toArray(Path[]::new)), side(after.toArray(Path[]::new)));
    assertThat(diff.slower().getFirst().after().row().id()).isEqualTo(matmul + 2);
    assertThat(diff.slower().size() + diff.faster().size()).isLessThan(3);
    assertThat(diff.slower().getFirst().change().percent()).isCloseTo(30, within(5.0));
    assertThat(diff.total().isNoiseKnown()).isTrue();
    assertThat(diff.exceeded(Limit.parse("op-device-time>+5%")))
        .singleElement()
        .matches(e -> e.reading().where().endsWith("row " + (matmul + 2)));
    TimeDiff noise =
        TimeDiff.of(
            side(before.get(0), before.get(1), before.get(2)), side(before.get(3), before.get(4)));
    assertThat(noise.exceeded(Limit.parse("device-time>+0%"))).isEmpty();
  }

  @Test
  void limitsAreOfAllAndOfEachOperation() throws IOException {
    Table table = new Table();
    TimeDiff diff = TimeDiff.of(side(csv), side(write(table.times(table.matmul(), 1.5), "b")));
    assertThat(diff.exceeded(Limit.parse("device-time>+0%"))).hasSize(1);
    assertThat(diff.exceeded(Limit.parse("device-time>+90%"))).isEmpty();
    assertThat(diff.exceeded(Limit.parse("op-device-time>+49%"))).hasSize(1);
    assertThat(diff.exceeded(Limit.parse("op-device-time>+51%"))).isEmpty();
    assertThat(diff.exceeded(Limit.parse("operations!=0"))).isEmpty();
    assertThatThrownBy(() -> diff.exceeded(Limit.parse("peak-l1>+5%")))
        .hasMessageContaining("performance CSVs tell nothing of peak-l1");
  }

  @Test
  void replaysOfAMetalTraceAreOneCallWithASampleOfEach() throws Exception {
    Path replays =
        Path.of(
            TimeDiffTest.class
                .getResource("/profile/perf/real/four_devices_replays.csv.gz")
                .toURI());
    RunTimes run = RunTimes.read(replays);
    assertThat(run.calls()).anyMatch(call -> call.nanos().nanos().size() > 1);
    TimeDiff diff = TimeDiff.of(SideTimes.of(List.of(run)), SideTimes.of(List.of(run)));
    assertThat(diff.pairs()).hasSameSizeAs(run.calls());
  }
}
