package dev.tilescope.bench.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/**
 * Takes the pictures of the docs: {@code PagePictures LAUNCHER CHROMIUM FOLDER}, in a folder with
 * what {@code docs/make-pictures.sh} makes.
 */
public final class PagePictures {
  /** A view of what is served, and the file that it becomes. */
  private record Picture(String name, String view, ColorScheme colours, List<String> served) {}

  private static final List<Picture> PICTURES =
      List.of(
          new Picture("overview", "overview", ColorScheme.LIGHT, List.of("demo/report.json")),
          new Picture("memory", "memory", ColorScheme.DARK, List.of("demo/report.json")),
          new Picture("graph", "graph", ColorScheme.LIGHT, List.of("demo/report.json")),
          new Picture(
              "timeline", "timeline", ColorScheme.LIGHT, List.of("demo/report.json", "run")),
          new Picture("peak", "memory", ColorScheme.LIGHT, List.of("before.json")),
          new Picture(
              "compare", "compare", ColorScheme.LIGHT, List.of("before.json", "after.json")),
          new Picture(
              "performance", "performance", ColorScheme.LIGHT, List.of("llama_prefill.csv")),
          new Picture(
              "operation", "operation?id=7", ColorScheme.LIGHT, List.of("classifier.json")));

  private PagePictures() {}

  public static void main(String[] args) throws IOException {
    try (Chromium chromium = new Chromium(Path.of(args[1]))) {
      for (Picture picture : PICTURES) {
        try (Server server = Server.start(Path.of(args[0]), picture.served())) {
          String url = server.url() + "#/" + picture.view();
          take(
              chromium.browser(),
              url,
              picture.colours(),
              Path.of(args[2], picture.name() + ".png"));
        }
      }
    }
  }

  private static void take(Browser browser, String url, ColorScheme colours, Path file) {
    try (BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions().setViewportSize(1280, 720).setColorScheme(colours))) {
      Page page = context.newPage();
      page.navigate(url);
      page.waitForFunction(
          "() => document.querySelector('main')?.children.length > 0"
              + " && !document.querySelector('main .loading, main progress')");
      page.waitForTimeout(1_000);
      page.screenshot(new Page.ScreenshotOptions().setPath(file));
    }
  }
}
