package dev.tilescope.internal.serve.browser;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.FullMoments;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.internal.serve.Client;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What people do at the page, on the demo's report. */
class WalkTest {
  @TempDir static Path folder;
  private static Client client;

  @BeforeAll
  static void start() throws IOException {
    Chromium.require();
    client = Client.of(ExampleReports.demo(folder.resolve("demo")));
    client.json("operations");
  }

  @AfterAll
  static void end() {
    if (client != null) {
      client.close();
    }
  }

  @Test
  void everythingCanBeReachedByKeyboardAlone() {
    try (Visit visit = new Visit(client)) {
      visit.open("overview").press("2").waitFor("[role=grid][aria-label=Operations] .row.at");
      visit.find("[role=grid] .scroller").focus();
      visit.press("End", "Home", "ArrowDown", "ArrowDown", "Enter").waitFor(".op-head h1");
      assertThat(visit.hash()).startsWith("#/operation?id=");
      String first = visit.find(".op-head p").innerText();
      visit.press("ArrowRight");
      visit
          .page()
          .waitForFunction("was => document.querySelector('.op-head p').innerText !== was", first);
      visit.press("?").waitFor("dialog.keys");
      assertThat(visit.find("dialog.keys").innerText()).contains("next operation", "this list");
      visit.press("Escape");
      visit.page().waitForFunction("() => !document.querySelector('dialog.keys')");
      visit.press("/").waitFor(".find input");
      visit.page().keyboard().type("layer_norm");
      visit.waitFor(".find li:first-child >> text=layer_norm");
      visit.page().waitForFunction(FOUND, "layer_norm");
      visit.press("ArrowDown", "Enter");
      visit.waitFor(".op-head h1:has-text('layer_norm')");
      visit.press("3").waitFor("main canvas");
      visit.hasGoneWell();
    }
  }

  @Test
  void theListOfOperationsIsFilteredAndTheAddressSaysSo() {
    try (Visit visit = new Visit(client)) {
      visit.open("operations").waitFor(".rows .all .row.at");
      visit.find("input[aria-label='Filter operations']").fill("softmax");
      visit.page().waitForFunction("() => location.hash.includes('text=softmax')");
      visit
          .page()
          .waitForFunction(
              "() => [...document.querySelectorAll('.rows .all .row')].length === 2"
                  + " && [...document.querySelectorAll('.rows .all .row')]"
                  + ".every(r => r.innerText.includes('softmax'))");
      String shared = visit.hash();
      try (Visit colleague = new Visit(client)) {
        colleague.open(shared.substring(2)).waitFor(".rows .all .row.at");
        assertThat(colleague.find(".rows .all .row").count()).isEqualTo(2);
      }
      visit.hasGoneWell();
    }
  }

  @Test
  void aFoldedLayerOpens() {
    try (Visit visit = new Visit(client)) {
      visit.open("operations").waitFor(".row.kind-group");
      int folded = visit.find(".rows .all .row").count();
      visit.find(".row.kind-group").first().click();
      visit
          .page()
          .waitForFunction("n => document.querySelectorAll('.rows .all .row').length > n", folded);
      visit.hasGoneWell();
    }
  }

  @Test
  void theMapOfMemoryIsDrawnAndABufferTellsItsLife() {
    try (Visit visit = new Visit(client)) {
      visit.open("memory").waitFor("main canvas");
      visit.page().waitForFunction(INK, 50);
      visit.find("table.live tbody tr button").first().click();
      visit.waitFor("[aria-label=Buffer]:has-text('operation')");
      visit.hasGoneWell();
    }
  }

  /** What is found has the whole text in it, and not only what had been typed of it by then. */
  private static final String FOUND =
      "text => [...document.querySelectorAll('.find li')].every(li => li.innerText.includes(text))";

  /** The canvas shows at least so many colours. */
  private static final String INK =
      """
      least => { const c = document.querySelector('main canvas');
        const d = c.getContext('2d').getImageData(0, 0, c.width, c.height).data;
        const seen = new Set();
        for (let i = 0; i < d.length; i += 4) seen.add(d[i] << 16 | d[i + 1] << 8 | d[i + 2]);
        return seen.size >= least; }\
      """;

  @Test
  void peaksHaveNamesThatTellThemApartAndOperationsTheNumbersOfTheCommands() {
    Report report = ReportFile.read(folder.resolve("demo/report.json"));
    FullMoment peak = FullMoments.of(report).getFirst();
    try (Visit visit = new Visit(client)) {
      visit.open("memory?type=1").waitFor("main canvas");
      visit.waitFor("[aria-label='Explain the peak'] table.live");
      assertThat(visit.find("main").innerText())
          .contains(
              "over "
                  + OperationNumbers.of(report.trace()).count()
                  + " operations, L1 per core at most "
                  + shown(peak.amount().bytes()))
          .contains("in operation " + peak.amount().operation())
          .contains(PeakSentences.of(peak));
      visit.open("overview").waitFor(".memory-panel .fit");
      assertThat(visit.find(".memory-panel").innerText())
          .containsIgnoringCase("Does it fit?")
          .contains("It fits.")
          .contains(saidByTheCommandLine())
          .contains(
              "L1 per core ", " of it circular buffers, in ", "L1 headroom ", "DRAM per bank ");
      visit.hasGoneWell();
    }
  }

  /** The page shows a digit more of small numbers. */
  private static String shown(long bytes) {
    return bytes < 10 << 20 && bytes >= 1 << 20
        ? String.format(Locale.ROOT, "%.2f MiB", bytes / 1048576.0)
        : ByteText.brief(bytes);
  }

  /** Numbers and operations of the first lines that {@code tilescope peak} prints. */
  private static List<String> saidByTheCommandLine() {
    Report report = ReportFile.read(folder.resolve("demo/report.json"));
    OperationNumbers numbers = OperationNumbers.of(report.trace());
    Peaks peaks = DevicePeaks.of(report).devices().getFirst().peaks();
    return List.of(
        "L1 per core " + shown(peaks.l1BytesPerCore()) + " of ",
        "circular buffers, in " + numbers.at((int) peaks.l1Node()) + " ttnn",
        "L1 headroom " + shown(peaks.l1HeadroomBytes()) + " between",
        "DRAM per bank " + shown(peaks.dramBytesPerBank()) + " of ");
  }

  @Test
  void theMapZoomsByKeysAndTheAddressKeepsIt() {
    try (Visit visit = new Visit(client)) {
      visit.open("memory").waitFor("main canvas");
      visit.page().waitForFunction(INK, 50);
      visit.find("main .map canvas, main canvas").first().focus();
      visit.press("+", "+", "ArrowRight");
      visit.page().waitForFunction("() => /[?&]x=/.test(location.hash)");
      visit.press("0");
      visit.page().waitForFunction("() => /[?&]x=0.00-/.test(location.hash)");
      visit.press("p");
      visit.page().waitForFunction("() => !/[?&]x=/.test(location.hash)");
      visit.hasGoneWell();
    }
  }

  @Test
  void anAddressThatIsFoundIsShownOnTheMapWithItsBuffer() {
    try (Visit visit = new Visit(client)) {
      visit.open("overview").press("/").waitFor(".find input");
      visit.page().keyboard().type("0x16a880");
      visit.waitFor(".find li:first-child >> text=0x16a880").press("Enter");
      visit.waitFor("[aria-label=Buffer]:has-text('0x16a880')");
      assertThat(visit.hash()).contains("span=", "type=1").doesNotContain("address=");
      visit.hasGoneWell();
    }
  }

  @Test
  void theMapNamesOperationsWhereFewAreInSight() {
    try (Visit visit = new Visit(client)) {
      visit.open("memory?x=0-20&type=0").waitFor("main canvas[data-painted]");
      visit.page().waitForFunction(INK, 20);
      visit.press("p");
      visit.page().waitForFunction("() => !/x=/.test(location.hash)");
      visit.hasGoneWell();
    }
  }

  @Test
  void anOperationLeadsToItselfInOtherViews() {
    try (Visit visit = new Visit(client)) {
      for (String view : new String[] {"Memory", "Calls", "Performance"}) {
        visit.open("operation?id=51").waitFor(".elsewhere");
        visit.find(".elsewhere >> text=" + view).click();
        visit.page().waitForFunction("() => !location.hash.startsWith('#/operation')");
        visit.settled();
      }
      visit.hasGoneWell();
    }
  }

  @Test
  void drawingsAreSavedAsSvgAndPngAndTablesAsCsv() throws IOException {
    try (Visit visit = new Visit(client)) {
      visit.open("graph").waitFor("main canvas[data-painted]");
      Path svg = visit.save("SVG", folder);
      assertThat(Files.readString(svg)).startsWith("<svg ").contains("<text", "layer_norm");
      assertThat(Files.readAllBytes(visit.save("PNG", folder))).startsWith(0x89, 'P', 'N', 'G');
      visit.open("tensors").waitFor(".rows .all .row.at");
      assertThat(Files.readString(visit.save("CSV", folder)))
          .startsWith("Id,Shape")
          .contains("\"[");
      visit.hasGoneWell();
    }
  }

  /** An answer of the server holds some three hundred of them. */
  @Test
  void tablesOfLongRowsAreSavedWhole() throws IOException {
    String sql =
        "with recursive n(i) as (select 1 union all select i + 1 from n where i < 1000)"
            + " select i, hex(zeroblob(950)) from n";
    try (Visit visit = new Visit(client)) {
      visit
          .open("sql?q=" + URLEncoder.encode(sql, StandardCharsets.UTF_8).replace("+", "%20"))
          .waitFor(".rows .all .row.at");
      List<String> lines = Files.readAllLines(visit.save("CSV", folder));
      assertThat(lines).hasSize(1001);
      assertThat(lines.getLast()).startsWith("1000,");
      visit.hasGoneWell();
    }
  }

  @Test
  void aReportThatIsStillJsonShowsItsProgressAndThenItself() throws IOException {
    Path report = ExampleReports.seed(folder.resolve("late"));
    String text = Files.readString(report);
    Files.writeString(report, " ".repeat(80_000_000) + text);
    try (Client fresh = Client.of(report);
        Visit visit = new Visit(fresh)) {
      visit.page().navigate(fresh.server().url() + "#/operations");
      visit.waitFor("progress");
      visit.waitFor(".rows .all .row.at");
      visit.hasGoneWell();
    }
  }

  @Test
  void lightAndDarkChangeByKeyAndStay() {
    try (Visit visit = new Visit(client)) {
      visit.open("overview").press("t");
      String ground = "getComputedStyle(document.body).backgroundColor";
      Object dark = visit.page().evaluate(ground);
      visit.reload();
      assertThat(visit.page().evaluate(ground)).isEqualTo(dark).isEqualTo("rgb(16, 22, 30)");
    }
  }

  @Test
  void everyFigureOfTheOverviewLeadsSomewhereThatExists() {
    try (Visit visit = new Visit(client)) {
      visit.open("overview").waitFor("a.figure");
      @SuppressWarnings("unchecked")
      var links =
          (java.util.List<String>)
              visit
                  .page()
                  .evaluate(
                      "[...new Set([...document.querySelectorAll('main a')]"
                          + ".map(a => a.getAttribute('href')))]");
      assertThat(links).hasSizeGreaterThan(10);
      for (String link : links) {
        visit.open(link.substring(2)).waitFor("main > *");
      }
      visit.hasGoneWell();
    }
  }

  @Test
  void controlsHaveNames() {
    try (Visit visit = new Visit(client)) {
      for (String view :
          "overview,operations,operation?id=50,memory,tensors,graph,timeline,sql".split(",")) {
        visit.open(view);
        assertThat(
                visit
                    .page()
                    .evaluate(
                        "[...document.querySelectorAll('button, select, input, textarea, canvas,"
                            + " a')].filter(e => !(e.innerText?.trim() || e.ariaLabel || e.title ||"
                            + " e.labels?.length || e.querySelector('img[alt],"
                            + " [aria-label]'))).map(e => e.outerHTML.slice(0, 120))"))
            .as("controls without a name in " + view)
            .isEqualTo(java.util.List.of());
      }
    }
  }
}
