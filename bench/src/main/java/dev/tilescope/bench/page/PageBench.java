package dev.tilescope.bench.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * How fast each view of the page is there, in a browser that has nothing of it yet, and what it
 * costs: {@code PageBench LAUNCHER CHROMIUM DATABASE}. The report is compared with itself.
 *
 * <p>First useful paint: from the start of the navigation until the view shows data, rows or a
 * drawing, and nothing waits. The slowest request is as the browser sees it. The first visit of a
 * view finds a server that has not answered for it yet; the second is what a user who returns gets.
 */
public final class PageBench {
  /** By view, what is there when it is useful. */
  private static final Map<String, String> VIEWS = new LinkedHashMap<>();

  static {
    VIEWS.put("overview", "main .figure");
    VIEWS.put("operations", "main .rows .all .row.at");
    VIEWS.put("operation?id=%d", "main canvas[data-painted]");
    VIEWS.put("memory", "main canvas[data-painted]");
    VIEWS.put("tensors", "main .rows .all .row.at");
    VIEWS.put("graph", "main canvas[data-painted]");
    VIEWS.put("timeline", "main canvas[data-painted]");
    VIEWS.put("sql?q=SELECT%%20*%%20FROM%%20operations", "main .rows .all .row.at");
    VIEWS.put("topology", "main canvas[data-painted]");
    VIEWS.put("compare?report=1&other=2&show=all", "main .rows .all .row.at");
  }

  private record Visit(
      double paintMillis, double slowestMillis, String slowest, long heapMegabytes) {}

  private PageBench() {}

  public static void main(String[] args) throws IOException {
    String database = args[2];
    try (Server server = Server.start(Path.of(args[0]), List.of(database, database));
        Chromium chromium = new Chromium(Path.of(args[1]))) {
      System.out.printf(Locale.ROOT, "%s%n", database);
      System.out.printf(Locale.ROOT, "start to first byte %.0f ms%n", server.firstByteMillis());
      chromium.browser().newPage().close(); // the browser's own first time; the server has none
      System.out.println("| view | paint ms | again ms | slowest request ms | heap MB |");
      System.out.println("|---|---|---|---|---|");
      long operation = database.contains("100k") ? 50_000 : 1_500;
      VIEWS.forEach((view, useful) -> {
        String url = server.url() + "#/" + view.formatted(operation);
        Visit first = visit(chromium.browser(), url, useful);
        Visit again = visit(chromium.browser(), url, useful);
        System.out.printf(
            Locale.ROOT,
            "| %s | %.0f | %.0f | %.0f (%s) | %d |%n",
            view.replaceFirst("\\?.*", ""),
            first.paintMillis,
            again.paintMillis,
            Math.max(first.slowestMillis, again.slowestMillis),
            first.slowestMillis >= again.slowestMillis ? first.slowest : again.slowest,
            Math.max(first.heapMegabytes, again.heapMegabytes));
      });
      System.out.printf(
          Locale.ROOT, "server's peak memory %d MB%n", server.peakResidentMegabytes());
    }
  }

  private static Visit visit(Browser browser, String url, String useful) {
    try (BrowserContext context =
        browser.newContext(new Browser.NewContextOptions().setViewportSize(1280, 720))) {
      Page page = context.newPage();
      page.addInitScript(
          "addEventListener('DOMContentLoaded', () => { const look = () => {"
              + " if (document.querySelector(\""
              + useful
              + "\") && !document.querySelector('main .loading')) window.usefulAt ="
              + " performance.now(); else requestAnimationFrame(look); }; look(); });");
      page.navigate(url);
      page.waitForFunction("() => window.usefulAt !== undefined");
      double paint = ((Number) page.evaluate("window.usefulAt")).doubleValue();
      page.waitForTimeout(400);
      @SuppressWarnings("unchecked")
      Map<String, Object> slowest =
          (Map<String, Object>)
              page.evaluate(
                  "performance.getEntriesByType('resource').filter(e => e.name.includes('/api/')"
                      + " && !e.name.includes('/api/live') && !e.name.includes('/api/progress'))"
                      + ".map(e => ({name: e.name.replace(/.*\\/api\\//, '').replace(/\\?.*/, ''),"
                      + " millis: e.responseEnd - e.requestStart}))"
                      + ".reduce((a, b) => a.millis > b.millis ? a : b, {name: '', millis: 0})");
      long heap =
          ((Number) page.evaluate("Math.round(performance.memory.usedJSHeapSize / 1e6)"))
              .longValue();
      return new Visit(
          paint,
          ((Number) slowest.get("millis")).doubleValue(),
          (String) slowest.get("name"),
          heap);
    }
  }
}
