package dev.tilescope.junit;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.opentest4j.AssertionFailedError;

/** One test's capture, from its first operation to its verdict. */
final class TestCapture {
  private final CaptureRequest request;
  private final Captured captured;
  private final ExtensionContext context;
  private final ReportFiles files;

  TestCapture(CaptureRequest request, Captured captured, ExtensionContext context) {
    this.request = request;
    this.captured = captured;
    this.context = context;
    this.files = ReportFiles.of(context);
  }

  /** On the thread that runs the test: it may be the only one to be seen. */
  void begin() {
    CaptureOptions options = CaptureOptions.of(request.mode());
    captured.begin(request.callingThreadOnly() ? options.withCallingThreadOnly() : options);
  }

  /** Ends the capture of a test that returned, and holds it to its budgets. */
  void endAfterReturn() {
    Report report = captured.report();
    Path written = write(report);
    List<String> broken = new ArrayList<>();
    for (Budget budget : request.budgets()) {
      String why = budget.brokenBy(report);
      if (why != null) {
        broken.add(budget.annotation() + " of " + request.place() + " is exceeded: " + why);
      }
    }
    if (!broken.isEmpty()) {
      throw new AssertionFailedError(String.join("\n\n", broken) + "\n\n" + advice(written));
    }
  }

  private static String advice(@Nullable Path written) {
    return written == null
        ? "To look closer, keep the report: @CaptureGraph(report ="
            + " \"target/{class}.{method}.json\")"
        : "To look closer: tilescope memory " + written;
  }

  /** A test that threw is not judged: who knows what it would have used. */
  void endAfterThrow(Throwable thrown) {
    try {
      write(captured.report());
    } catch (RuntimeException e) {
      thrown.addSuppressed(e);
    }
  }

  private @Nullable Path write(Report report) {
    Path file = request.file();
    if (file == null) {
      return null;
    }
    try {
      files.write(report, file, request.place(), context.getUniqueId());
    } catch (TilescopeException e) {
      if (request.fileAskedByTest()) {
        throw e;
      }
      context.publishReportEntry("tilescope.report.failed", String.valueOf(e.getMessage()));
      return null;
    }
    context.publishReportEntry("tilescope.report", file.toString());
    return file;
  }

  /** The files written in this run, so that no test overwrites the report of another. */
  private static final class ReportFiles {
    private final ConcurrentHashMap<Path, String> ownerByFile = new ConcurrentHashMap<>();

    static ReportFiles of(ExtensionContext context) {
      return context
          .getRoot()
          .getStore(ExtensionContext.Namespace.create(TestCapture.class))
          .computeIfAbsent(ReportFiles.class, _ -> new ReportFiles(), ReportFiles.class);
    }

    void write(Report report, Path file, TestPlace place, String testId) {
      String owner = ownerByFile.putIfAbsent(file.toAbsolutePath().normalize(), testId);
      if (owner != null && !owner.equals(testId)) {
        throw new TilescopeException(
            "the report of "
                + place
                + " would replace that of another test, "
                + owner
                + ", in "
                + file
                + "; put {class} and {method} into the path of @CaptureGraph(report = ...)");
      }
      ReportFile.write(report, file);
    }
  }
}
