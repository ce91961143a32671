package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.analysis.BufferLifetimes;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * What is drawn is what the address says, whatever was drawn before: of the report that is chosen,
 * at the place that is named. Pictures are compared with those of a page that saw nothing else.
 */
class ChosenReportTest {
  private static final List<String> VIEWS_OF_REPORTS =
      List.of(
          "overview",
          "operations",
          "memory",
          "tensors",
          "graph",
          "timeline",
          "compare",
          "topology",
          "sql?q=select+count(*)+from+operations");

  private static final Path CSV =
      Path.of("src/test/resources/profile/perf/bh20_oft_integral_image_trace.csv");
  private static final Path CALLS = Path.of("src/test/resources/dev/tilescope/replay/example1");

  @TempDir static Path folder;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    Path csv = Files.copy(CSV, folder.resolve("ops_perf_results_1.csv"));
    client =
        Client.of(
            ExampleReports.demo(folder.resolve("two")),
            ExampleReports.oneLayer(folder.resolve("one")),
            csv,
            CALLS);
    client.json("operations?report=1");
    client.json("operations?report=2");
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  @Test
  void anotherReportOfTheListIsDrawnAsIfNoneHadBeenThereBefore() {
    try (Visit fresh = new Visit(client);
        Visit visit = new Visit(client)) {
      for (String view : VIEWS_OF_REPORTS) {
        String address = view + (view.contains("?") ? "&" : "?");
        String expected = fresh.openAnew(address + "report=2").picture();
        String before = visit.open(address + "report=1").picture();
        assertThat(expected).as(view + " of two reports that differ").isNotEqualTo(before);
        visit.choose(2).waitForPicture(expected);
        visit.reload().waitForPicture(expected);
        visit.choose(1).choose(2).choose(1).waitForPicture(before);
      }
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  /** Only the first two are read before anybody asks; each view has one of its own here. */
  @Test
  void aReportThatIsReadWhenItIsChosenIsDrawnAsOneThatHasBeenRead() throws IOException {
    Path one = folder.resolve("one/report.json");
    List<Path> reports = new ArrayList<>(List.of(one, folder.resolve("two/report.json")));
    for (int i = 0; i < VIEWS_OF_REPORTS.size(); i++) {
      Path copy = Files.createDirectories(folder.resolve("unread" + i));
      reports.add(Files.copy(one, copy.resolve("report.json")));
    }
    try (Client unread = Client.of(reports.toArray(Path[]::new));
        Visit fresh = new Visit(unread);
        Visit visit = new Visit(unread)) {
      for (int i = 0; i < VIEWS_OF_REPORTS.size(); i++) {
        String view = VIEWS_OF_REPORTS.get(i);
        String address = view + (view.contains("?") ? "&" : "?") + "report=";
        visit.open(address + 2).picture();
        int report = 3 + i;
        visit.beforeItIsRead(() -> visit.choose(report));
        unread.json("operations?report=" + report);
        visit.waitForPicture(fresh.openAnew(address + report).picture());
      }
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  @Test
  void whoeverLooksAtOneThingOfAReportIsShownTheListOfTheOther() {
    try (Visit fresh = new Visit(client);
        Visit visit = new Visit(client)) {
      for (String view : List.of("operation?id=20", "tensor?id=" + tensorOf(1))) {
        String list = view.substring(0, view.indexOf('?')) + "s?report=2";
        String expected = fresh.openAnew(list).picture();
        visit.open(view + "&report=1").choose(2).waitForPicture(expected);
        assertThat(visit.hash()).isEqualTo("#/" + list);
      }
      visit.hasGoneWell();
    }
  }

  @Test
  void numbersAreThoseOfTheReportThatIsChosen() {
    long two = operationsOf("two");
    long one = operationsOf("one");
    assertThat(two).isGreaterThan(one);
    try (Visit visit = new Visit(client)) {
      visit.open("overview?report=1").choose(2);
      visit.waitFor("a.figure:has-text('Operations') strong:text-is('" + one + "')");
      visit.open("sql?report=1&q=select+count(*)+from+operations");
      visit.waitFor("[role=gridcell]:text-is('" + two + "')").choose(2);
      visit.waitFor("[role=gridcell]:text-is('" + one + "')");
      visit.open("compare?report=1&other=2");
      visit.waitFor(".figure:has-text('Operations') strong:has-text('" + two + " → " + one + "')");
      visit.choose(2);
      visit.waitFor(".figure:has-text('Operations') strong:has-text('" + one + " → " + two + "')");
      visit.open("timeline?report=1").choose(2);
      long zones = Client.number(client.json("timeline/lanes?report=2"), "zones");
      visit.waitFor("main .bar >> text='" + zones + " zones'");
      visit.hasGoneWell();
    }
  }

  @Test
  void compareSaysInWordsWhatChangedAndItsColumnsSort() {
    try (Visit visit = new Visit(client)) {
      visit.open("compare?report=1&other=2").waitFor("[aria-label='What changed'] p");
      assertThat(visit.words("[aria-label='What changed'] p").getFirst())
          .contains(" operations removed, among them ", "linear");
      visit.open("compare?report=1&other=2&tab=names");
      visit.find("[role=columnheader] button:has-text('Calls before')").click();
      visit.waitForHash("by=-callsA").waitFor("[role=columnheader][aria-sort=descending]");
      visit.find("[role=columnheader] button:has-text('Calls before')").click();
      visit.waitForHash("by=callsA").waitFor("[role=columnheader][aria-sort=ascending]");
      visit.hasGoneWell();
    }
  }

  private static int operationsOf(String name) {
    Path report = folder.resolve(name).resolve("report.json");
    return BufferLifetimes.of(ReportFile.read(report).trace()).clock().numbers().count();
  }

  @Test
  void anAddressSaysAllOfWhatIsShown() {
    String[][] ways = {
      {"memory?report=2&x=3-9&y=0x1000-900000&type=0", "memory?report=2&panel=sizes"},
      {"memory?report=1&x=3-9", "memory?report=1&x=20-40"},
      {"graph?report=1&sight=10,10,2&q=softmax", "graph?report=1&level=operations"},
      {"timeline?report=1&laidout=1&t=0,9000", "timeline?report=1&laidout=1"},
      {"sql?report=1&q=select+1", "sql?report=1"},
      {
        "sql?report=1&q=select+count(*)+from+operations",
        "sql?report=2&q=select+count(*)+from+operations"
      },
      {"compare?report=1&other=2&text=softmax", "compare?report=1&other=2"},
      {"operations?report=1&text=softmax", "operations?report=1"},
      {"tensors?report=1&at=60&text=128", "tensors?report=1"},
      {"operation?report=1&id=20", "operation?report=2&id=20"},
      {"tensor?report=1&id=" + tensorOf(1), "tensor?report=2&id=" + tensorOf(2)},
    };
    try (Visit fresh = new Visit(client);
        Visit visit = new Visit(client)) {
      for (String[] way : ways) {
        String expected = fresh.openAnew(way[1]).picture();
        assertThat(visit.open(way[0]).picture()).as(way[0]).isNotEqualTo(expected);
        visit.open(way[1]).waitForPicture(expected);
      }
      fresh.hasGoneWell();
      visit.hasGoneWell();
    }
  }

  private static long tensorOf(int report) {
    return Client.number(client.json("tensors?report=" + report), "id");
  }

  @Test
  void theMapOfMemoryMarksThePeakOfTheReportThatIsChosen() throws IOException {
    try (Visit visit = new Visit(client)) {
      visit.open("memory?report=1&type=1").picture();
      visit.choose(2).picture();
      String json = client.json("memory?report=2");
      Matcher l1 = Pattern.compile("\\{[^{}]*\"type\":1[^{}]*}").matcher(json);
      assertThat(l1.find()).isTrue();
      String svg = Files.readString(visit.save("SVG", folder));
      double width = first(svg, "<svg [^>]*? width=\"([\\d.]+)\"") - 78 - 12;
      double peak = Client.number(l1.group(), "peakIndex") + 0.5;
      double inSight = Math.min(40, Client.number(json, "operations"));
      double from = Math.clamp(peak - inSight / 2, 0, Client.number(json, "operations") - inSight);
      double at = (peak - from) / inSight;
      assertThat(first(svg, "<text x=\"([\\d.]+)\"[^>]*>peak<"))
          .isCloseTo(78 + 4 + at * width, within());
      visit.hasGoneWell();
    }
  }

  private static Offset<Double> within() {
    return Offset.offset(0.1);
  }

  private static double first(String text, String pattern) {
    return Pattern.compile(pattern)
        .matcher(text)
        .results()
        .map((MatchResult found) -> Double.parseDouble(found.group(1)))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void everyButtonOfEveryViewDoesSomethingThatSucceeds() {
    try (Visit visit = new Visit(client)) {
      for (String view :
          List.of(
              "overview",
              "operations",
              "operation?id=20",
              "memory",
              "tensors",
              "tensor?id=" + tensorOf(1),
              "graph",
              "timeline",
              "performance",
              "compare",
              "live",
              "topology",
              "sql",
              "parameters")) {
        visit.pressEverything(view + (view.contains("?") ? "&" : "?") + "report=1&other=2");
      }
    }
  }

  @Test
  void callsOfTheFirstOperationAreDrawnFromTheToolbarOfTheGraph() {
    try (Visit visit = new Visit(client)) {
      visit.open("graph?report=1").waitFor("main canvas[data-painted]");
      visit.find("main .choice button >> text=Calls").click();
      visit.waitFor("main canvas[aria-label*='nodes']").waitFor(".calls-of");
      String calls = client.json("graph/calls?report=1&id=1");
      long drawn = Pattern.compile("\"parent\":").matcher(calls).results().count();
      assertThat(visit.find(".graph-foot").innerText()).startsWith(drawn + " calls");
      visit.hasGoneWell();
    }
  }

  @Test
  void dataThatLooksLikeAnElementIsNotMadeOne() {
    try (Visit visit = new Visit(client)) {
      visit.open("overview");
      assertThat(
              visit
                  .page()
                  .evaluate(
                      """
                      async () => {
                        const { h, render } = await import('./lib/preact.js');
                        const box = document.createElement('div');
                        const data = JSON.parse('{"type":"b","props":{"children":"x"},"constructor":null,"__v":1}');
                        render(h('p', null, data), box);
                        return box.querySelector('b') === null;
                      }\
                      """))
          .isEqualTo(true);
    }
  }

  @Test
  void withoutABrowserTestsAreSkippedUnlessItIsRequired() {
    assertThatThrownBy(() -> Chromium.program(Optional.empty(), true))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining("required");
    assertThatThrownBy(() -> Chromium.program(Optional.empty(), false))
        .isInstanceOf(TestAbortedException.class);
  }
}
