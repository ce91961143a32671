package dev.tilescope.junit;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import java.io.IOException;
import java.nio.file.DirectoryNotEmptyException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.locks.ReentrantLock;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.platform.commons.support.AnnotationSupport;

/** Traces the operation parameters of one test, if it or the configuration of the run asks. */
final class TestTrace {
  private static final String PROPERTY = "tilescope.trace-params";
  private static final String FILES = "\\.numbers|\\d+_\\w+\\.(json|npy)";
  private static final ReentrantLock ONE_AT_A_TIME = new ReentrantLock();

  private final ExtensionContext context;
  private final boolean keep;
  private final TraceOptions options;
  private final Path folder;

  /** A part of a test. */
  interface Body {
    void run() throws Throwable;
  }

  private TestTrace(ExtensionContext context, boolean values, boolean keep, TestPlace place) {
    this.context = context;
    this.keep = keep;
    this.folder = OperationTracer.directory().resolve(place.file("{class}/{method}").toString());
    TraceOptions plain = TraceOptions.DEFAULT.withDirectory(folder);
    this.options = values ? plain.withValues() : plain;
  }

  /** Null if nobody asks. */
  static @Nullable TestTrace of(ExtensionContext context) {
    TraceParams asked = annotation(context);
    boolean isWholeRun = isOn(context, PROPERTY) || isOn(context, PROPERTY + "-with-values");
    if ((asked == null && !isWholeRun)
        || context.getTestClass().isEmpty()
        || context.getTestMethod().isEmpty()) {
      return null;
    }
    boolean values = asked == null ? isOn(context, PROPERTY + "-with-values") : asked.values();
    boolean keep = (asked != null && asked.keep()) || isOn(context, PROPERTY + "-keep");
    TestPlace place =
        TestPlace.of(context, context.getRequiredTestClass(), context.getRequiredTestMethod());
    return new TestTrace(context, values, keep, place);
  }

  private static @Nullable TraceParams annotation(ExtensionContext context) {
    return AnnotationSupport.findAnnotation(context.getTestMethod(), TraceParams.class)
        .or(() -> context.getTestClass().flatMap(type -> annotation(type, context)))
        .orElse(null);
  }

  private static Optional<TraceParams> annotation(Class<?> type, ExtensionContext context) {
    return AnnotationSupport.findAnnotation(
        type, TraceParams.class, context.getEnclosingTestClasses());
  }

  private static boolean isOn(ExtensionContext context, String property) {
    return context
        .getConfigurationParameter(property)
        .map(value -> !value.equals("false") && !value.equals("0"))
        .orElse(false);
  }

  void around(Body test) throws Throwable {
    ONE_AT_A_TIME.lock();
    try {
      clean();
      OperationTracer.enable(options);
      try {
        test.run();
      } catch (Throwable failure) {
        OperationTracer.disable();
        context.publishReportEntry("tilescope.operation-parameters", folder.toString());
        throw failure;
      }
      OperationTracer.disable();
      if (!keep) {
        clean();
      }
    } finally {
      ONE_AT_A_TIME.unlock();
    }
  }

  /** Removes trace files, and folders that are empty then; anything else in them stays. */
  private void clean() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.getFileName().toString().matches(FILES)).toList()) {
        Files.delete(file);
      }
      Files.delete(folder);
      Path ofClass = folder.getParent();
      if (ofClass != null) {
        Files.delete(ofClass);
      }
    } catch (NoSuchFileException | DirectoryNotEmptyException e) {
      // Nothing to clean, or something of somebody else's.
      return;
    }
  }
}
