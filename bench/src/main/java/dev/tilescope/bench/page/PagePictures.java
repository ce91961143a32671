package dev.tilescope.bench.page;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserContext;
import com.microsoft.playwright.Page;
import com.microsoft.playwright.options.ColorScheme;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Takes the pictures of the docs: {@code PagePictures LAUNCHER CHROMIUM FOLDER REPORT...}. */
public final class PagePictures {
  private static final Map<String, String> VIEWS = new LinkedHashMap<>();

  static {
    VIEWS.put("overview", "overview");
    VIEWS.put("operations", "operations");
    VIEWS.put("operation", "operation?id=60");
    VIEWS.put("memory", "memory");
    VIEWS.put("graph", "graph");
    VIEWS.put("timeline", "timeline");
    VIEWS.put("performance", "performance");
  }

  private PagePictures() {}

  public static void main(String[] args) throws IOException {
    try (Server server =
            Server.start(Path.of(args[0]), Arrays.asList(args).subList(3, args.length));
        Chromium chromium = new Chromium(Path.of(args[1]))) {
      VIEWS.forEach((name, view) ->
          take(
              chromium.browser(),
              server.url() + "#/" + view,
              Path.of(args[2], name + ".png"),
              name.equals("memory") || name.equals("timeline")));
    }
  }

  private static void take(Browser browser, String url, Path file, boolean dark) {
    try (BrowserContext context =
        browser.newContext(
            new Browser.NewContextOptions()
                .setViewportSize(1280, 720)
                .setColorScheme(dark ? ColorScheme.DARK : ColorScheme.LIGHT))) {
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
