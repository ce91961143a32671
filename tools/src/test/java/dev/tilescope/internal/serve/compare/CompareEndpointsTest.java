package dev.tilescope.internal.serve.compare;

import static dev.tilescope.internal.serve.Client.number;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.analysis.TopOperations;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Architecture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.graph.CallTree;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.report.ReportFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The page says of two reports what {@code tilescope diff} says of them. */
@Timeout(180)
class CompareEndpointsTest {
  @TempDir private static Path folder = Path.of("");

  /** Two layers of 32 tokens; the same again; three layers; two layers of 64 tokens. */
  private static final List<Bert.Size> SIZES =
      List.of(size(2, 32), size(2, 32), size(3, 32), size(2, 64));

  private static final List<Report> REPORTS = new ArrayList<>();
  private static final List<Path> DATABASES = new ArrayList<>();

  private static Bert.Size size(int layers, int tokens) {
    return new Bert.Size("small", layers, 64, 2, 128, 2, tokens);
  }

  @BeforeAll
  static void traceAll() {
    for (int i = 0; i < SIZES.size(); i++) {
      Path file = folder.resolve(i + ".json");
      ReportFile.write(traced(SIZES.get(i)), file);
      REPORTS.add(ReportFile.read(file));
      DATABASES.add(
          ReportImport.run(file, folder.resolve("db" + i), ImportOptions.DEFAULT, (f, d, a) -> {})
              .database());
    }
  }

  private static Report traced(Bert.Size size) {
    return traced(size, RunMode.NORMAL);
  }

  private static Report traced(Bert.Size size, RunMode mode) {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(mode)) {
      new Bert(size, device).forward((what, done, total) -> {});
      return capture.end();
    }
  }

  private static Client served() {
    return Client.of(DATABASES.toArray(new Path[0]));
  }

  /** Of operations that the program itself called, without those that only free. */
  private static long count(List<CallTree.Operation> operations) {
    return operations.stream()
        .filter(o -> o.parent() == null && !o.name().endsWith("deallocate"))
        .count();
  }

  /** The same of rows: the importer makes operations of frees outside calls, the diff does not. */
  private static long rows(String json, String kind) {
    return Pattern.compile("\"kind\":\"" + kind + "\",\"name\":\"([^\"]*)\"")
        .matcher(json)
        .results()
        .filter(m -> !m.group(1).endsWith("deallocate"))
        .count();
  }

  @Test
  void twoRunsOfTheSameProgramAreTheSame() throws Exception {
    try (Client asked = served()) {
      String summary = asked.json("compare?report=1&other=2");
      assertThat(summary).contains("\"changed\":0,\"added\":0,\"removed\":0");
      assertThat(asked.json("compare/rows?report=1&other=2&show=changes")).contains("\"all\":0");
      assertThat(ReportDiff.of(REPORTS.get(0), REPORTS.get(1)).isSame()).isTrue();
    }
  }

  @Test
  void modelledTimesOfBothHaveTheBandOfTheirBoard() throws Exception {
    TimeBands bands = TimeBands.of(Architecture.WORMHOLE_B0);
    try (Client asked = served()) {
      List<MatchResult> told =
          Pattern.compile("\"modelled\":(\\d+),\"modelledLow\":(\\d+),\"modelledHigh\":(\\d+)")
              .matcher(asked.json("compare?report=1&other=3"))
              .results()
              .toList();
      assertThat(told).hasSize(2);
      for (int i = 0; i < 2; i++) {
        ModelledTime time =
            TopOperations.of(REPORTS.get(2 * i).trace()).byName().stream()
                .map(total -> bands.time(total.modelledNanos()))
                .reduce(ModelledTime.NONE, ModelledTime::plus);
        Offset<Long> rounding = within(200L);
        assertThat(told.get(i).group(1)).isEqualTo(String.valueOf(time.nanos()));
        assertThat(Long.parseLong(told.get(i).group(2))).isCloseTo(time.lowNanos(), rounding);
        assertThat(Long.parseLong(told.get(i).group(3))).isCloseTo(time.highNanos(), rounding);
      }
    }
  }

  @Test
  void whatWasAddedRemovedAndChangedIsWhatTheDiffSays() throws Exception {
    try (Client asked = served()) {
      for (int[] pair : new int[][] {{0, 2}, {2, 0}, {0, 3}, {2, 3}}) {
        ReportDiff diff = ReportDiff.of(REPORTS.get(pair[0]), REPORTS.get(pair[1]));
        String ids = "report=%d&other=%d".formatted(pair[0] + 1, pair[1] + 1);
        String rows = asked.json("compare/rows?count=2000&" + ids);
        assertThat(rows(rows, "added")).as(ids).isEqualTo(count(diff.added()));
        assertThat(rows(rows, "removed")).as(ids).isEqualTo(count(diff.removed()));
        assertThat(rows(rows, "changed"))
            .as(ids)
            .isEqualTo(count(diff.changed().stream().map(ReportDiff.Changed::after).toList()));
      }
    }
  }

  /** Page and diff find the same layers, and the same names for what changed in both of them. */
  @Test
  void whatChangedAlikeInEqualLayersIsWhatTheDiffSays() throws Exception {
    try (Client asked = served()) {
      List<String> told =
          Pattern.compile("\"layers\":\"([^\"]*)\",\"times\":(\\d+),\"name\":\"([^\"]*)\"")
              .matcher(asked.json("compare?report=1&other=4"))
              .results()
              .map(m -> m.group(1) + " " + m.group(2) + " " + m.group(3))
              .filter(text -> !text.endsWith("deallocate"))
              .toList();
      assertThat(told)
          .contains("attention + feed-forward 2 ttnn::linear")
          .isEqualTo(
              ReportDiff.of(REPORTS.get(0), REPORTS.get(3)).byLayer().changed().stream()
                  .filter(group -> group.things().size() > 1)
                  .map(g -> g.layers() + " 2 " + g.things().getFirst().after().name())
                  .filter(text -> !text.endsWith("deallocate"))
                  .toList());
    }
  }

  /** The report of a size as it is without the file of recorded calls beside it. */
  private static Path withoutSidecar(int number) throws Exception {
    assertThat(folder.resolve(number + ".python_io.json")).exists();
    Path alone = Files.createTempDirectory(folder, "alone").resolve("report.json");
    Files.copy(folder.resolve(number + ".json"), alone);
    return ReportImport.run(
            alone, alone.resolveSibling("db"), ImportOptions.DEFAULT, (f, d, a) -> {})
        .database();
  }

  @Test
  void argumentsOfARecordedCallAreNotComparedWithThoseOfATrace() throws Exception {
    try (Client asked = Client.of(DATABASES.getFirst(), withoutSidecar(0))) {
      for (String ids : List.of("report=1&other=2", "report=2&other=1")) {
        String summary = asked.json("compare?" + ids);
        assertThat(summary).contains("\"changed\":0,\"added\":0,\"removed\":0");
        assertThat(number(summary, "argumentsNotCompared")).isGreaterThan(50);
        String row = asked.json("compare/rows?show=all&text=embedding&count=1&" + ids);
        assertThat(asked.json("compare/pair?row=" + number(row, "row") + "&" + ids))
            .contains("\"argumentsCompared\":false", "\"name\":\"arg_0\"")
            .doesNotContain("\"differs\":true");
      }
    }
  }

  @Test
  void changesAreThoseOfTheDiffWhereOnlyOneReportHasItsSidecar() throws Exception {
    ReportDiff diff = ReportDiff.of(REPORTS.get(0), REPORTS.get(3));
    try (Client asked = Client.of(DATABASES.getFirst(), withoutSidecar(3))) {
      String rows = asked.json("compare/rows?count=2000&report=1&other=2");
      assertThat(rows(rows, "added")).isEqualTo(count(diff.added()));
      assertThat(rows(rows, "removed")).isEqualTo(count(diff.removed()));
      assertThat(rows(rows, "changed"))
          .isEqualTo(count(diff.changed().stream().map(ReportDiff.Changed::after).toList()));
      assertThat(rows).doesNotContain("\"changes\":[\"arguments\"");
    }
  }

  @Test
  void argumentsAreComparedWhereNeitherReportHasItsSidecar() throws Exception {
    try (Client asked = Client.of(withoutSidecar(0), withoutSidecar(3))) {
      String summary = asked.json("compare?report=1&other=2");
      assertThat(number(summary, "argumentsNotCompared")).isZero();
      assertThat(asked.json("compare/rows?show=changed&count=2000&report=1&other=2"))
          .contains("\"changes\":[\"arguments\"");
    }
  }

  @Test
  void hostTimesAreThoseOfTheDiff() throws Exception {
    try (Client asked = served()) {
      ReportDiff diff = ReportDiff.of(REPORTS.get(0), REPORTS.get(2));
      String summary = asked.json("compare?report=1&other=3");
      assertThat(number(summary, "nanos")).isEqualTo(diff.before().hostNanos());
      assertThat(summary).contains("\"nanos\":" + diff.after().hostNanos());
    }
  }

  @Test
  void aPairSaysLineByLineWhatDiffers() throws Exception {
    try (Client asked = served()) {
      String changed =
          asked.json("compare/rows?report=1&other=4&show=changed&text=embedding&count=1");
      String pair = asked.json("compare/pair?report=1&other=4&row=" + number(changed, "row"));
      assertThat(pair).contains("\"kind\":\"changed\"", "\"differs\":true", "\"differs\":false");
      assertThat(pair).contains("Shape([2, 32])", "Shape([2, 64])");
      assertThat(asked.send("compare/pair?report=1&other=4&row=99999").statusCode()).isEqualTo(404);
    }
  }

  @Test
  void memoryOfBothComesOnOneAxis() throws Exception {
    try (Client asked = served()) {
      String memory = asked.json("compare/memory?report=1&other=4&points=50&type=1");
      String summary = asked.json("compare?report=1&other=4");
      Matcher peak =
          Pattern.compile(
                  "\"A\":\\{[^}]*\"l1\":\\{\"bytes\":(\\d+).*\"B\":.*?\"l1\":\\{\"bytes\":(\\d+)")
              .matcher(summary);
      assertThat(peak.find()).isTrue();
      assertThat(most(memory, "a")).isEqualTo(Long.parseLong(peak.group(1))).isPositive();
      assertThat(most(memory, "b")).isEqualTo(Long.parseLong(peak.group(2))).isPositive();
    }
  }

  private static long most(String json, String name) {
    Matcher values = Pattern.compile("\"" + name + "\":\\[([\\d,]+)\\]").matcher(json);
    assertThat(values.find()).isTrue();
    return Arrays.stream(values.group(1).split(",")).mapToLong(Long::parseLong).max().orElseThrow();
  }

  @Test
  void rowsCanBeSortedByHowMuchLongerTheyTook() throws Exception {
    try (Client asked = served()) {
      String rows = asked.json("compare/rows?report=1&other=2&sort=slower&count=2000");
      List<Long> more =
          Pattern.compile("\"nanosA\":(\\d+),\"nanosB\":(\\d+)")
              .matcher(rows)
              .results()
              .map(m -> Long.parseLong(m.group(2)) - Long.parseLong(m.group(1)))
              .toList();
      assertThat(more).isSortedAccordingTo(Comparator.reverseOrder()).hasSizeGreaterThan(50);
    }
  }

  @Test
  void withoutDispatchOverviewTopologyAndComparisonTellTheSamePeak() throws Exception {
    Path file = folder.resolve("planned.json");
    ReportFile.write(traced(SIZES.getFirst(), RunMode.NO_DISPATCH), file);
    Path planned =
        ReportImport.run(file, folder.resolve("planned"), ImportOptions.DEFAULT, (f, d, a) -> {})
            .database();
    try (Client asked = Client.of(planned, DATABASES.getFirst())) {
      String overview = asked.json("overview-memory?report=1");
      Matcher peak =
          Pattern.compile("\"l1\":\\{\"bytes\":(\\d+),\"capacity\":\\d+,\"id\":\\d+,[^}]*}")
              .matcher(overview);
      assertThat(peak.find()).as(overview).isTrue();
      assertThat(Long.parseLong(peak.group(1)))
          .as("as much as when it really ran")
          .isEqualTo(most(asked.json("compare/memory?report=1&other=2&type=1"), "b"));
      assertThat(asked.json("compare?report=1&other=2"))
          .contains("\"A\":{\"whole\":true," + peak.group());
      assertThat(asked.json("topology?report=1")).contains("\"l1\":" + peak.group(1) + ",");
      assertThat(most(asked.json("compare/memory?report=1&other=2&type=1"), "a"))
          .isEqualTo(Long.parseLong(peak.group(1)));
    }
  }
}
