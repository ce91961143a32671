package dev.tilescope.internal.serve.browser;

import com.microsoft.playwright.Browser;
import com.microsoft.playwright.BrowserType;
import com.microsoft.playwright.Playwright;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;

/**
 * The system's Chromium, started once for all tests and ended with the JVM. Where there is none the
 * tests that need it are skipped, and say so; where it is required, which it is in CI and with
 * {@code -Dbrowser=required}, they fail.
 */
final class Chromium {
  private static final List<String> NAMES =
      List.of("chromium", "chromium-browser", "google-chrome", "google-chrome-stable");

  private static Browser running;

  private Chromium() {}

  static synchronized Browser require() {
    if (running == null) {
      running = start(program(find(), isRequired()));
    }
    return running;
  }

  private static boolean isRequired() {
    return "required".equals(System.getProperty("browser")) || "true".equals(System.getenv("CI"));
  }

  static Path program(Optional<Path> found, boolean isRequired) {
    String missing = "no Chromium is on PATH; install the package chromium";
    if (found.isEmpty() && isRequired) {
      throw new AssertionError("the browser tests are required, and " + missing);
    }
    if (found.isEmpty()) {
      System.err.println("SKIPPED: browser tests, because " + missing);
    }
    Assumptions.assumeTrue(found.isPresent(), missing);
    return found.orElseThrow();
  }

  private static Optional<Path> find() {
    return Stream.of(System.getenv().getOrDefault("PATH", "").split(":"))
        .flatMap(folder -> NAMES.stream().map(name -> Path.of(folder, name)))
        .filter(Files::isExecutable)
        .findFirst();
  }

  private static Browser start(Path program) {
    Playwright playwright =
        Playwright.create(
            new Playwright.CreateOptions().setEnv(Map.of("PLAYWRIGHT_SKIP_BROWSER_DOWNLOAD", "1")));
    Runtime.getRuntime().addShutdownHook(new Thread(playwright::close));
    return playwright
        .chromium()
        .launch(
            new BrowserType.LaunchOptions()
                .setExecutablePath(program)
                .setArgs(
                    List.of(
                        "--no-sandbox",
                        "--disable-gpu",
                        "--disable-quic",
                        "--no-first-run",
                        "--disable-background-networking",
                        "--disable-component-update",
                        "--disable-sync",
                        "--enable-precise-memory-info")));
  }
}
