package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import com.microsoft.playwright.Route;
import dev.tilescope.internal.perf.PerfOperation;
import dev.tilescope.internal.perf.PerfOptions;
import dev.tilescope.internal.perf.PerfReport;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.internal.perf.StackedReport;
import dev.tilescope.internal.serve.Client;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Performance and the timeline of a run: whichever report is chosen they are of their run, say what
 * the report has to do with it, and the address holds all of it.
 */
class ProfiledRunsTest {
  private static final int ROWS_OF_PART = 15;

  @TempDir static Path folder;
  private static Client client;

  /** A report, and the run that was profiled while it was made. */
  private record Profiled(Path report, Path run) {
    static Profiled of(String name) {
      Path place = folder.resolve(name);
      return new Profiled(place.resolve("report.json"), place.resolve("generated/profiler"));
    }

    Path csv() throws IOException {
      try (Stream<Path> files = Files.walk(run)) {
        return files
            .filter(file -> file.getFileName().toString().startsWith("ops_perf_results"))
            .findFirst()
            .orElseThrow();
      }
    }

    /** What {@code tilescope perf} tells of it. */
    PerfReport numbers() throws IOException {
      return PerfReport.of(PerfTable.read(List.of(csv())), PerfOptions.DEFAULT);
    }
  }

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    Profiled two = Profiled.of("two");
    Profiled one = Profiled.of("one");
    ExampleReports.profiled(two.run, () -> ExampleReports.demo(folder.resolve("two")));
    ExampleReports.profiled(one.run, () -> ExampleReports.oneLayer(folder.resolve("one")));
    client = Client.of(two.report, one.report, two.run, one.run, partOf(one.csv()));
    client.json("operations?report=1");
    client.json("operations?report=2");
  }

  /** Its first rows, which are the first operations of both reports. */
  private static Path partOf(Path csv) throws IOException {
    List<String> lines = Files.readAllLines(csv).subList(0, 1 + ROWS_OF_PART);
    return Files.write(folder.resolve("ops_perf_results_part.csv"), lines);
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  @Test
  void performanceIsOfItsRunWhicheverReportIsChosenAndSaysWhetherThatIsTheSame()
      throws IOException {
    try (Visit fresh = new Visit(client);
        Visit visit = new Visit(client)) {
      for (Profiled run : List.of(Profiled.of("two"), Profiled.of("one"))) {
        PerfReport numbers = run.numbers();
        int last = numbers.operations().getLast().row().id();
        for (String show : List.of("&row=" + last, "&show=stacked", "&show=charts")) {
          String address = "performance?run=" + client.idOf(run.run) + show;
          String expected = fresh.openAnew(address + "&report=2").picture();
          String before = visit.open(address + "&report=1").picture();
          assertThat(expected).as(address + ", of its report and another").isNotEqualTo(before);
          isOf(visit, run, 1);
          visit.choose(2).waitForPicture(expected);
          isOf(visit, run, 2);
          visit.reload().waitForPicture(expected);
          visit.choose(1).choose(2).choose(1).waitForPicture(before);
          isOf(visit, run, 1);
        }
      }
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  /** What is drawn are the run's numbers, with what the report has to do with them. */
  private static void isOf(Visit visit, Profiled run, int report) throws IOException {
    boolean isSame = client.idOf(run.report) == report;
    PerfReport numbers = run.numbers();
    int rows = numbers.operations().size();
    Map<String, String> figures = figures(visit);
    assertThat(figures)
        .containsEntry("Device operations", Integer.toString(rows))
        .containsEntry(
            "Linked with the report", isSame ? "%d of %d rows".formatted(rows, rows) : "no");
    assertThat(micros(figures.get("Device time, modelled")))
        .isCloseTo(
            numbers.operations().stream().mapToDouble(PerfOperation::timeMicros).sum(), rounded());
    assertThat(visit.find(".notes").innerText().contains("it is of another run"))
        .isEqualTo(!isSame);
    assertThat(visit.find("select[aria-label=Run] option:checked").innerText())
        .isEqualTo(folder.relativize(run.run).toString());
    if (visit.hash().contains("show=stacked")) {
      hasSumsOf(visit, numbers);
    } else if (visit.hash().contains("show=charts")) {
      hasChartsOf(visit, numbers);
    } else {
      hasRowsOf(visit, numbers, isSame ? operations(visit) : Map.of());
    }
  }

  private static Map<String, String> figures(Visit visit) {
    Map<String, String> figures = new LinkedHashMap<>();
    List<String> values = visit.words(".figure strong");
    List<String> names = visit.words(".figure .name");
    IntStream.range(0, names.size()).forEach(i -> figures.put(names.get(i), values.get(i)));
    return figures;
  }

  /** "1.48 µs" and "1.2 ms" as microseconds. */
  private static double micros(String text) {
    String[] words = text.split("\\s", -1);
    double number = Double.parseDouble(words[0]);
    return switch (words[1]) {
      case "ns" -> number / 1000;
      case "µs" -> number;
      case "ms" -> number * 1000;
      default -> throw new AssertionError(text);
    };
  }

  /** Three digits are shown. */
  private static Percentage rounded() {
    return Percentage.withPercentage(0.5);
  }

  /** The operation of the report that each row is, as the server links them. */
  private static Map<Long, Long> operations(Visit visit) {
    String address = visit.hash().substring(visit.hash().indexOf('?'));
    String json = client.json("performance/links" + address);
    String[] pairs = json.replaceAll(".*\"pairs\":\\[(.*)].*", "$1").split(",", -1);
    Map<Long, Long> operations = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      operations.put(Long.parseLong(pairs[i]), Long.parseLong(pairs[i + 1]));
    }
    return operations;
  }

  private static void hasRowsOf(Visit visit, PerfReport numbers, Map<Long, Long> operations) {
    List<String> names = visit.words("[role=columnheader]");
    assertThat(names.contains("Operation")).isEqualTo(!operations.isEmpty());
    List<Map<String, String>> rows = new ArrayList<>();
    for (var row : visit.find(".rows .all .row").all()) {
      List<String> cells = row.locator("[role=gridcell]").allInnerTexts();
      Map<String, String> named = new LinkedHashMap<>();
      IntStream.range(0, names.size()).forEach(i -> named.put(names.get(i), cells.get(i)));
      rows.add(named);
    }
    assertThat(rows).hasSizeGreaterThan(5);
    List<PerfOperation> all = numbers.operations();
    List<PerfOperation> shown = all.subList(all.size() - rows.size(), all.size());
    for (int i = 0; i < rows.size(); i++) {
      long id = shown.get(i).row().id();
      assertThat(rows.get(i))
          .containsEntry("ID", Long.toString(id))
          .containsEntry("OP Code", shown.get(i).name());
      assertThat(micros(rows.get(i).get("Device time")))
          .isCloseTo(shown.get(i).timeMicros(), rounded());
      assertThat(rows.get(i).getOrDefault("Operation", ""))
          .isEqualTo(operations.containsKey(id) ? operations.get(id).toString() : "");
    }
    Long operation = operations.get((long) all.getLast().row().id());
    assertThat(visit.find(".perf-row").innerText())
        .contains(all.getLast().name())
        .contains(operation == null ? "not linked" : "Operation " + operation);
  }

  private static void hasSumsOf(Visit visit, PerfReport numbers) {
    List<StackedReport.Group> groups = StackedReport.of(numbers, StackedReport.GroupBy.OP).groups();
    assertThat(visit.words("table.sums tbody td:nth-child(1)"))
        .isEqualTo(groups.stream().map(StackedReport.Group::name).toList());
    assertThat(visit.words("table.sums tbody td:nth-child(4)"))
        .isEqualTo(groups.stream().map(group -> Integer.toString(group.count())).toList());
    List<String> times = visit.words("table.sums tbody td:nth-child(3)");
    for (int i = 0; i < groups.size(); i++) {
      assertThat(micros(times.get(i))).isCloseTo(groups.get(i).timeMicros(), rounded());
    }
  }

  /** The first chart has a bar for each kind of operation: its name, its time, and how many. */
  private static void hasChartsOf(Visit visit, PerfReport numbers) throws IOException {
    Map<String, Long> kinds = new LinkedHashMap<>();
    numbers
        .operations()
        .forEach(o -> kinds.merge(o.name().strip().split(" ", -1)[0], 1L, Long::sum));
    String svg = Files.readString(visit.save("SVG", folder));
    assertThat(svg.split(" · ", -1)).hasSize(1 + Math.min(10, kinds.size()));
    assertThat(kinds).containsKey("MatmulDeviceOperation");
    assertThat(svg).contains(" · " + kinds.get("MatmulDeviceOperation") + "<");
    assertThat(visit.find("main canvas").first().getAttribute("aria-label"))
        .endsWith(", of " + numbers.operations().size() + " operations");
  }

  @Test
  void rowsThatAreThePartOfAReportSayOfHowMuch() {
    try (Visit visit = new Visit(client)) {
      visit.open(
          "performance?report=1&run=" + client.idOf(folder.resolve("ops_perf_results_part.csv")));
      for (int report : new int[] {1, 2, 1}) {
        long all = Client.number(client.json(linksOf(report)), "known");
        visit.choose(report);
        visit.waitFor(".figure .note:text-is('15 of %d device operations in it')".formatted(all));
        assertThat(figures(visit)).containsEntry("Linked with the report", "15 of 15 rows");
      }
      visit.hasGoneWell();
    }
  }

  private static String linksOf(int report) {
    return "performance/links?run=%d&report=%d"
        .formatted(client.idOf(folder.resolve("ops_perf_results_part.csv")), report);
  }

  @Test
  void theRowOfTheAddressStaysInSightWhenItIsSaidLaterThatNoneIsLinked() throws IOException {
    Profiled two = Profiled.of("two");
    int last = two.numbers().operations().getLast().row().id();
    List<Route> held = new ArrayList<>();
    try (Visit visit = new Visit(client)) {
      visit.page().route("**/api/performance/links?*", held::add);
      visit.open("performance?report=2&run=%d&row=%d".formatted(client.idOf(two.run), last));
      visit.waitFor(".rows .row.chosen");
      held.forEach(Route::resume);
      visit.waitFor(".notes >> text=it is of another run");
      visit
          .page()
          .waitForFunction(
              "() => document.querySelector('.row.chosen').getBoundingClientRect().bottom"
                  + " <= document.querySelector('.scroller').getBoundingClientRect().bottom + 1");
      visit.hasGoneWell();
    }
  }

  @Test
  void theOnlyRunIsNamedTooAlsoWithoutAReport() {
    try (Client without = Client.of(folder.resolve("ops_perf_results_part.csv"));
        Visit visit = new Visit(without)) {
      visit.open("performance").waitFor("main .bar >> text='Run ops_perf_results_part.csv'");
      visit.hasGoneWell();
    }
  }

  @Test
  void theTimelineOfARunStaysAndThatOfAReportIsOfTheOneThatIsChosen() {
    try (Visit fresh = new Visit(client);
        Visit visit = new Visit(client)) {
      for (Profiled profiled : List.of(Profiled.of("two"), Profiled.of("one"))) {
        String address = "timeline?run=" + client.idOf(profiled.run) + "&report=";
        String expected = fresh.openAnew(address + "2").picture();
        visit.open(address + "1").picture();
        isTimelineOf(visit, folder.relativize(profiled.run).toString());
        visit.choose(2).waitForHash("report=2").waitForPicture(expected);
        isTimelineOf(visit, folder.relativize(profiled.run).toString());
        visit.reload().waitForPicture(expected);
      }
      String expected = fresh.openAnew("timeline?report=2&laidout=1").picture();
      String before = visit.open("timeline?report=1&laidout=1").picture();
      assertThat(expected).as("two reports, laid out").isNotEqualTo(before);
      visit.choose(2).waitForPicture(expected);
      isTimelineOf(visit, "The report alone");
      visit.reload().waitForPicture(expected);
      visit.choose(1).waitForPicture(before);
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  @Test
  void theTimelineOfTheReportsOwnRunComesFirstAndThatOfAnotherSaysSo() throws IOException {
    Profiled two = Profiled.of("two");
    Path stranger = Files.createDirectories(folder.resolve("stranger")).resolve("report.json");
    Files.writeString(
        stranger,
        Files.readString(two.report)
            .replaceFirst("\"run_id\": *\"[^\"]*\"", "\"run_id\": \"of another program\""));
    try (Client both = Client.of(two.report, stranger, two.run);
        Visit visit = new Visit(both)) {
      both.json("operations?report=1");
      both.json("operations?report=2");
      visit.open("timeline?report=1").waitFor("select[aria-label=Run]").picture();
      assertThat(visit.words("main .notes")).isEmpty();
      assertThat(visit.find("select[aria-label=Run] option:checked").innerText())
          .endsWith("profiler");
      visit.choose(2).waitFor(".notes >> text=None of the profiled runs is of this report");
      visit.open("timeline?report=2&run=" + both.idOf(two.run));
      visit.waitFor(".notes >> text=This run is not of the report chosen: their run ids differ");
      visit.hasGoneWell();
    }
  }

  @Test
  void aSelectedRangeHasItsSumsAndKeysZoomAndPanAsInPerfetto() {
    try (Visit visit = new Visit(client)) {
      visit.open("timeline?report=1").waitFor("main canvas");
      visit.picture();
      visit.page().mouse().move(400, 400);
      visit.page().mouse().down();
      visit.page().mouse().move(900, 400);
      visit.page().mouse().up();
      visit.waitForHash("range=").waitFor("aside[aria-label=Range] table.sums td.name");
      assertThat(visit.words("aside[aria-label=Range] h3")).hasSize(2);
      assertThat(visit.words("aside[aria-label=Range] td.name"))
          .anyMatch(name -> name.startsWith("ttnn::"))
          .anyMatch(name -> name.endsWith("DeviceOperation"));
      visit.press("Escape");
      visit.page().waitForFunction("() => !location.hash.includes('range=')");
      visit.press("w", "w").waitForHash("&t=");
      String zoomed = visit.hash();
      visit.press("d");
      visit.page().waitForFunction("was => location.hash !== was", zoomed);
      visit.press("s", "s", "s", "s");
      visit.page().waitForFunction("() => !location.hash.includes('&t=')");
      visit.hasGoneWell();
    }
  }

  @Test
  void anOperationLeadsToItsProgramAndALaneStaysInSight() {
    try (Visit visit = new Visit(client)) {
      String lanes = client.json("timeline/lanes?report=1");
      String found = client.json("timeline/find?report=1&text=ttnn::linear");
      String place =
          "%d,%d,%d"
              .formatted(
                  Client.number(found, "lane"),
                  Client.number(found, "depth"),
                  Client.number(found, "index"));
      visit.open("timeline?report=1&zone=" + place).waitFor("aside[aria-label=Zone]");
      assertThat(lanes).contains("\"axis\":\"board\"");
      assertThat(
              client.json(
                  "timeline/zone?report=1&lane=%s&depth=%s&index=%s"
                      .formatted((Object[]) place.split(",", -1))))
          .contains("\"flows\":[[");
      visit.find("button[aria-label='Pin Programs']").first().click();
      visit.waitForHash("pins=");
      assertThat(visit.find("button[aria-label='Pin Programs'][aria-pressed=true]").count())
          .isEqualTo(2);
      visit.hasGoneWell();
    }
  }

  private static void isTimelineOf(Visit visit, String name) {
    String address = visit.hash().substring(visit.hash().indexOf('?'));
    String zones =
        "%,d zones".formatted(Client.number(client.json("timeline/lanes" + address), "zones"));
    assertThat(visit.find("select[aria-label=Run] option:checked").innerText()).isEqualTo(name);
    assertThat(visit.find("main .bar").innerText()).contains(zones);
    assertThat(visit.find("main canvas").getAttribute("aria-label")).contains(": " + zones);
  }

  @Test
  void whatStandsBesideAViewComesOnceTheReportThatIsChosenHasBeenRead() throws IOException {
    Profiled two = Profiled.of("two");
    Path ranks = Files.createDirectories(folder.resolve("ranks"));
    Files.copy(two.report, ranks.resolve("graph_capture_1_of_2.json"));
    Files.copy(two.report, ranks.resolve("graph_capture_2_of_2.json"));
    // Only the first two reports are read before anybody asks for them.
    List<Path> paths = new ArrayList<>(List.of(two.report, Profiled.of("one").report));
    for (int report = 3; report <= 6; report++) {
      Path copy = Files.createDirectories(folder.resolve("unread" + report));
      paths.add(Files.copy(two.report, copy.resolve("report.json")));
    }
    paths.addAll(List.of(ranks, two.run));
    try (Client late = Client.of(paths.toArray(Path[]::new));
        Visit fresh = new Visit(late);
        Visit visit = new Visit(late)) {
      visit.open("performance?report=2").waitFor(".figure:has-text('Linked') strong:text-is('no')");
      visit.choose(3).waitFor(".figure:has-text('Linked') strong:has-text(' rows')");
      visit.open("sql?report=2").waitFor("aside summary:text-is('operations')");
      visit.choose(4).waitFor("aside summary:text-is('operations')");
      String zone = "timeline?report=5&zone=1,0,0";
      visit.beforeItIsRead(() -> visit.open(zone));
      late.json("operations?report=5");
      visit.waitForPicture(fresh.openAnew(zone).picture());
      long last = Client.number(late.json("operations?report=1"), "operations");
      visit.beforeItIsRead(() -> visit.open("graph?report=6&level=calls&id=" + (last - 1)));
      visit.find("button[aria-label='Next operation']").click();
      visit.waitForHash("id=" + last).waitFor("button[aria-label='Next operation']:disabled");
      visit.open("live?report=2").choose(7).waitFor("header select.rank");
      assertThat(visit.words("header select.rank option")).containsExactly("Rank 0", "Rank 1");
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  @Test
  void everyButtonOfTheViewsOfRunsDoesSomethingThatSucceeds() {
    String run = "report=1&run=" + client.idOf(Profiled.of("two").run);
    try (Visit visit = new Visit(client)) {
      assertThat(visit.pressEverything("performance?" + run))
          .contains("BUTTON Charts", "BUTTON Device time", "SUMMARY Columns", "BUTTON As at first")
          .contains("INPUT Tracing mode", "BUTTON CSV")
          .anyMatch(name -> name.startsWith("SELECT Category "))
          .anyMatch(name -> name.startsWith("SELECT Run "));
      assertThat(visit.pressEverything("performance?row=3&show=stacked&" + run))
          .contains("BUTTON Memory", "BUTTON Category", "BUTTON Close", "BUTTON CSV")
          .anyMatch(name -> name.startsWith("A MatmulDeviceOperation"));
      assertThat(visit.pressEverything("performance?show=charts&" + run))
          .contains("BUTTON SVG", "BUTTON PNG");
      String operation =
          client
              .json("timeline/find?text=ttnn::linear&" + run)
              .replaceAll(".*\"lane\":(\\d+),\"depth\":(\\d+),\"index\":(\\d+).*", "$1,$2,$3");
      assertThat(visit.pressEverything("timeline?find=matmul&zone=%s&%s".formatted(operation, run)))
          .contains("BUTTON Zoom in", "BUTTON Next match", "BUTTON Close")
          .contains("SELECT Run laidout", "BUTTON Flame graph", "BUTTON Top list")
          .contains("BUTTON This machine", "BUTTON Board");
    }
  }
}
