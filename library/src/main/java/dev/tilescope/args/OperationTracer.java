package dev.tilescope.args;

import dev.tilescope.internal.io.MovedFiles;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Writes every call of an operation as one JSON file with its arguments and its result.
 *
 * <pre>{@code
 * OperationTracer.enable();
 * Tensor c = Ttnn.add(a, b);     // generated/ttnn/operation_parameters/1_ttnn_add_20261116_....json
 * OperationTracer.disable();     // returns when everything is on disk
 * }</pre>
 *
 * <p>A program need not call it: {@link TraceFromEnvironment} says what the environment can ask
 * for. What is still queued when the program ends is written then. One tracer at a time; failures
 * never reach the program, {@link Summary} counts them.
 */
public final class OperationTracer {
  private static @Nullable OperationTracer current;
  private static volatile @Nullable String sweepSourceHash;

  private final Path directory;
  private final FolderNumbers numbers;
  private final TraceWriter writer;
  private final CallListener listener;
  private final Thread atExit = new Thread(OperationTracer::endOfProgram, "tilescope-trace-exit");

  /**
   * What has been traced.
   *
   * @param failed calls that could not be written
   */
  public record Summary(Path directory, long written, long failed) {
    @Override
    public String toString() {
      return "%,d calls traced to %s%s"
          .formatted(
              written,
              directory,
              failed == 0 ? "" : ", %,d could not be written".formatted(failed));
    }
  }

  private OperationTracer(TraceOptions options) throws IOException {
    this.directory = TraceDirectory.of(options);
    this.numbers = FolderNumbers.open(directory);
    if (numbers.foundNobody()) {
      MovedFiles.removeUnfinished(directory);
    }
    try {
      this.writer = new TraceWriter(directory, options, Notice::print);
    } catch (IOException | RuntimeException e) {
      numbers.close(() -> {});
      throw e;
    }
    this.listener = new CallListener(options, numbers, writer);
  }

  public static void enable() {
    enable(TraceOptions.DEFAULT);
  }

  /** Starts tracing; a tracer that is on ends first. */
  public static synchronized void enable(TraceOptions options) {
    // What the environment asks for starts with the tracker: now, so that it does not come second.
    boolean isAnybodyListening = Tracker.on();
    if (isAnybodyListening) {
      disable();
    }
    try {
      OperationTracer tracer = new OperationTracer(options);
      current = tracer;
      Runtime.getRuntime().addShutdownHook(tracer.atExit);
      Tracker.add(tracer.listener);
    } catch (IOException e) {
      throw new TilescopeException(
          "operation parameters cannot be traced to %s: %s; ask for another directory"
              .formatted(TraceDirectory.of(options), e),
          e);
    }
  }

  /** Where files go unless {@link TraceOptions} say otherwise. */
  public static Path directory() {
    return TraceDirectory.of(TraceOptions.DEFAULT);
  }

  /**
   * Marks the calls that end from now on as those of a configuration of a master file, so that the
   * trace of a sweep leads back to it: each file has {@code sweep_source_hash}.
   *
   * @param hash null or empty for none
   */
  public static void setSweepSourceHash(@Nullable String hash) {
    sweepSourceHash = hash == null || hash.isEmpty() ? null : hash;
  }

  static @Nullable String sweepSourceHash() {
    return sweepSourceHash;
  }

  public static synchronized boolean isEnabled() {
    return current != null;
  }

  /**
   * Ends tracing and waits until everything is written.
   *
   * @return what was traced; null if tracing was off
   */
  public static synchronized @Nullable Summary disable() {
    OperationTracer tracer = current;
    if (tracer == null) {
      return null;
    }
    current = null;
    removeHook(tracer);
    return tracer.end();
  }

  private static void removeHook(OperationTracer tracer) {
    try {
      Runtime.getRuntime().removeShutdownHook(tracer.atExit);
    } catch (IllegalStateException e) {
      // The program is ending: the hook runs, and finds nothing to do.
      return;
    }
  }

  private Summary end() {
    Tracker.remove(listener);
    listener.finish();
    writer.close();
    numbers.close(() -> MovedFiles.removeUnfinished(directory));
    return new Summary(directory, writer.written(), writer.failed());
  }

  /** Failures are reported here once more, with their number. */
  private static void endOfProgram() {
    OperationTracer tracer;
    synchronized (OperationTracer.class) {
      tracer = current;
      current = null;
    }
    if (tracer != null) {
      Summary summary = tracer.end();
      if (summary.failed() > 0) {
        Notice.print(summary.toString());
      }
    }
  }
}
