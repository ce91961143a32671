package dev.tilescope.capture;

import dev.tilescope.internal.track.AutoStart;
import dev.tilescope.model.Notice;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;

/**
 * Captures a program that does not capture itself, from its first traced thing to its end.
 *
 * <pre>
 * TILESCOPE_REPORT=FILE  where the report goes
 * </pre>
 *
 * <p>Of several programs that inherit the variable, the one that ends last has its report there;
 * those that trace nothing write none.
 */
public final class ReportFromEnvironment implements AutoStart {
  public static final String FILE = "TILESCOPE_REPORT";

  @Override
  public void startIfAsked() {
    String file = System.getenv().getOrDefault(FILE, "");
    if (file.isBlank()) {
      return;
    }
    try {
      start(Path.of(file));
    } catch (TilescopeException e) {
      Notice.print("there will be no report of the program: " + e.getMessage());
    }
  }

  private static void start(Path file) {
    GraphCapture capture =
        GraphCapture.inBackground(CaptureOptions.of(RunMode.NORMAL).withStackTraces());
    Runtime.getRuntime()
        .addShutdownHook(new Thread(() -> write(capture, file), "tilescope-report"));
  }

  private static void write(GraphCapture capture, Path file) {
    if (capture.recorder().events() == 0) {
      capture.discard();
      return;
    }
    try {
      capture.endToFile(file);
      Notice.print("report in " + file + "; tilescope memory explains its peak, serve shows it");
    } catch (TilescopeException e) {
      Notice.print(String.valueOf(e.getMessage()));
    }
  }
}
