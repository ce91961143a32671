package dev.tilescope.capture;

import dev.tilescope.capture.CaptureOptions.Journaling;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.internal.io.PrivateFolder;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.Notice;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Records what operations do between {@link #begin} and {@link #end}.
 *
 * <pre>{@code
 * try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
 *   Ttnn.add(a, b);
 *   Report report = capture.endToFile(Path.of("report.json"));
 * }
 * }</pre>
 *
 * <p>A capture sees every thread of the process, unless its options say otherwise. Captures nest:
 * each sees every event while it is open. The first one decides whether operations run; one that
 * begins inside it never changes that.
 *
 * <p>While it is open its events are kept in a journal file, so that a killed process can be
 * recovered with {@code tilescope recover}.
 */
public final class GraphCapture implements AutoCloseable {
  /** The captures of the program that have not ended, the one that began last first. */
  private static final Deque<GraphCapture> OPEN = new ConcurrentLinkedDeque<>();

  /** Said once: a program may begin a capture for each of a thousand tests. */
  private static final AtomicBoolean JOURNAL_MISSED = new AtomicBoolean();

  /** A capture that takes longer to end is stuck there, and is left alone. */
  private static final long PATIENCE_SECONDS = 5;

  private final BlockStore store;
  private final Recorder recorder;
  private final long beganOn = Thread.currentThread().threadId();

  /** Held by whoever ends the capture, or reads what an open one has recorded. */
  private final ReentrantLock ending = new ReentrantLock();

  private volatile @Nullable Report report;

  private GraphCapture(CaptureOptions options) {
    this.store = open(options);
    this.recorder = new Recorder(options, store);
  }

  /** Sees what happens and has no say in it: the program's own captures decide what runs. */
  static GraphCapture inBackground(CaptureOptions options) {
    GraphCapture capture = new GraphCapture(options);
    Tracker.add(capture.recorder);
    return capture;
  }

  static List<GraphCapture> allOpen() {
    return List.copyOf(OPEN);
  }

  private static BlockStore open(CaptureOptions options) {
    return switch (options.journal()) {
      case Journaling.Off() -> BlockStore.onHeap(options.maxHeapBytes());
      case Journaling.InFile(Path path) -> openChosen(path, options);
      case Journaling.Automatic() -> openAutomatic(options);
    };
  }

  private static BlockStore openChosen(Path path, CaptureOptions options) {
    try {
      return BlockStore.inFile(path, options.maxJournalBytes(), options.maxHeapBytes());
    } catch (FileAlreadyExistsException e) {
      throw new TilescopeException(
          "journal "
              + path
              + " exists: another capture uses it, or a killed process left it (then save it with:"
              + " tilescope recover "
              + path
              + "). Choose a path that does not exist",
          e);
    } catch (IOException e) {
      throw new TilescopeException(
          "journal "
              + path
              + " cannot be created: "
              + FileTrouble.writing(e)
              + ". Choose a folder that can be written",
          e);
    }
  }

  /** Nobody asked for this journal: a program must not fail for want of it. */
  private static BlockStore openAutomatic(CaptureOptions options) {
    try {
      return BlockStore.inFile(
          JournalFolder.newFile(), options.maxJournalBytes(), options.maxHeapBytes());
    } catch (PrivateFolder.Unsafe e) {
      sayOnce(
          "captures have no journal, so a kill loses them: "
              + e.getMessage()
              + "; remove it, or name another folder with -D"
              + JournalFolder.PROPERTY);
      return BlockStore.onHeap(options.maxHeapBytes());
    } catch (IOException e) {
      return BlockStore.onHeap(options.maxHeapBytes());
    }
  }

  private static void sayOnce(String notice) {
    if (!JOURNAL_MISSED.getAndSet(true)) {
      Notice.print(notice);
    }
  }

  public static GraphCapture begin(RunMode mode) {
    return begin(CaptureOptions.of(mode));
  }

  public static GraphCapture begin(CaptureOptions options) {
    GraphCapture capture = new GraphCapture(options);
    Thread scope = options.callingThreadOnly() ? Thread.currentThread() : null;
    Tracker.claimDispatch(capture, scope, options.mode() == RunMode.NO_DISPATCH);
    Tracker.add(capture.recorder);
    OPEN.addFirst(capture);
    return capture;
  }

  /**
   * The capture that the calling thread began last of those that are open, for code that did not
   * keep it.
   *
   * @throws TilescopeException if there is none
   */
  public static GraphCapture innermost() {
    return OPEN.stream()
        .filter(capture -> capture.beganOn == Thread.currentThread().threadId())
        .findFirst()
        .orElseThrow(() ->
            new TilescopeException(
                "this thread began no graph capture that is open (other threads: %d). Begin one with GraphCapture.begin or Ttnn.beginGraphCapture; what another thread began ends there, or by its GraphCapture"
                    .formatted(OPEN.size())));
  }

  Recorder recorder() {
    return recorder;
  }

  /**
   * What was recorded so far, with where its threads are; the capture stays open.
   *
   * @return null if it has ended, or is stuck in ending
   */
  @Nullable Report soFar(String why) throws InterruptedException {
    if (!ending.tryLock(PATIENCE_SECONDS, TimeUnit.SECONDS)) {
      return null;
    }
    try {
      if (report != null) {
        return null;
      }
      recorder.stalled(why);
      return Collector.collect(store.blocks());
    } finally {
      ending.unlock();
    }
  }

  /** Ends a capture that nobody wants to read. */
  void discard() {
    Tracker.remove(recorder);
    release(recorder.finish());
  }

  /** The journal of this capture, or null if it has none. */
  public @Nullable Path journal() {
    return store.file();
  }

  /** True until the capture has ended. */
  public boolean isOpen() {
    return report == null;
  }

  /** Ends the capture and returns what it recorded. */
  public Report end() {
    return end(ended -> {});
  }

  /**
   * @param save called while the journal still exists: a process that is killed meanwhile loses
   *     nothing
   */
  private Report end(Consumer<Report> save) {
    ending.lock();
    try {
      if (report != null) {
        throw new TilescopeException(
            "this capture has already ended; its report is at GraphCapture.report()");
      }
      return endNow(save);
    } finally {
      ending.unlock();
    }
  }

  private Report endNow(Consumer<Report> save) {
    OPEN.remove(this);
    Tracker.remove(recorder);
    Tracker.releaseDispatch(this);
    boolean quiet = recorder.finish();
    Report ended = Collector.collect(store.blocks());
    report = ended;
    try {
      save.accept(ended);
    } finally {
      release(quiet);
    }
    return ended;
  }

  /**
   * @param quiet whether nobody writes any more
   */
  private void release(boolean quiet) {
    if (quiet) {
      store.release();
    } else {
      store.deleteFile();
    }
  }

  /**
   * Ends the capture and writes its report, with the folders that lead to it.
   *
   * @throws dev.tilescope.report.ReportWriteException if it cannot be written; nothing is lost: the
   *     exception and {@link #report()} hold the report
   */
  public Report endToFile(Path file) {
    return end(ended -> ReportFile.write(ended, file));
  }

  /** The report of a capture that has ended. */
  public Report report() {
    Report ended = report;
    if (ended == null) {
      throw new TilescopeException("this capture is still open; call end() first");
    }
    return ended;
  }

  /** Ends the capture if it is still open. */
  @Override
  public void close() {
    ending.lock();
    try {
      if (report == null) {
        end();
      }
    } finally {
      ending.unlock();
    }
  }
}
