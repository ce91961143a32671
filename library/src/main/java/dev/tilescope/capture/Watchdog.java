package dev.tilescope.capture;

import dev.tilescope.internal.io.AtomicFiles.Naming;
import dev.tilescope.model.Notice;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * Watches a program from a thread of its own: when nothing traced happens for too long, the reports
 * of its open captures are written as far as they go, with the stacks of the threads inside open
 * operations, and the program is ended. One that is told to end inside an operation leaves its
 * reports too.
 *
 * <p>A program that has no capture open is seen by one that runs in the background from the first
 * traced thing on. Its journal lies where the reports go: whoever started the program can recover
 * it if the program is killed outright.
 */
public final class Watchdog {
  /** What a program that was stuck exits with, as with the command {@code timeout}. */
  public static final int EXIT_CODE = 124;

  private static final long MOST_JOURNAL_BYTES = 1L << 30;
  private static final long MOST_HEAP_BYTES = 64L << 20;

  /** Looks so often within the limit, but not more often than every 20 ms. */
  private static final int LOOKS = 20;

  private static final long SHORTEST_PAUSE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

  /** Those who want to write something down at the end may not be able to. */
  private static final long TIME_TO_END_MILLIS = 3000;

  private static volatile boolean isOn;

  /**
   * @param limitNanos without an event
   * @param directory where reports go
   * @param keep whether the program is left running
   */
  record Options(long limitNanos, Path directory, boolean keep) {}

  private final Options options;
  private final GraphCapture background;
  private int reports;

  /** The events that had come when the program was last found stuck. */
  private long reportedAt = -1;

  private boolean isOver;

  private Watchdog(Options options, GraphCapture background) {
    this.options = options;
    this.background = background;
  }

  /** Whether captures are to know their threads. */
  static boolean isOn() {
    return isOn;
  }

  static void start(Options options) {
    isOn = true;
    Watchdog watchdog = new Watchdog(options, GraphCapture.inBackground(capture(options)));
    Thread.ofPlatform().daemon().name("tilescope-watchdog").start(watchdog::watch);
    Runtime.getRuntime()
        .addShutdownHook(new Thread(watchdog::programEnds, "tilescope-watchdog-end"));
  }

  private static CaptureOptions capture(Options options) {
    try {
      Files.createDirectories(options.directory);
      return CaptureOptions.of(RunMode.NORMAL)
          .withBounds(MOST_JOURNAL_BYTES, MOST_HEAP_BYTES)
          .withJournal(JournalFolder.newFile(options.directory));
    } catch (IOException e) {
      throw new TilescopeException(
          options.directory
              + " cannot be written: "
              + e
              + "; name another folder with "
              + WatchdogFromEnvironment.DIRECTORY,
          e);
    }
  }

  private void watch() {
    long pauseNanos = Math.max(SHORTEST_PAUSE_NANOS, options.limitNanos / LOOKS);
    long seen = -1;
    long since = System.nanoTime();
    try {
      while (true) {
        TimeUnit.NANOSECONDS.sleep(pauseNanos);
        long now = System.nanoTime();
        long events = background.recorder().events();
        if (events != seen) {
          seen = events;
          since = now;
        } else if (now - since >= options.limitNanos && seen != reportedAt) {
          reportedAt = seen;
          stuck();
        }
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    }
  }

  private void stuck() throws InterruptedException {
    BigDecimal seconds = BigDecimal.valueOf(options.limitNanos, 9).stripTrailingZeros();
    write("nothing traced happened for " + seconds.toPlainString() + " s");
    if (!options.keep) {
      say("the program is ended, exit code " + EXIT_CODE);
      end();
    }
  }

  private void end() throws InterruptedException {
    Thread exit = Thread.ofPlatform().daemon().start(() -> System.exit(EXIT_CODE));
    exit.join(TIME_TO_END_MILLIS);
    Runtime.getRuntime().halt(EXIT_CODE);
  }

  private void programEnds() {
    try {
      if (background.recorder().isInside()) {
        write("the program was ended inside an operation");
      }
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
    } finally {
      finish();
    }
  }

  private synchronized void finish() {
    isOver = true;
    background.discard();
  }

  private synchronized void write(String why) throws InterruptedException {
    if (isOver) {
      return;
    }
    say(why);
    List<GraphCapture> open = GraphCapture.allOpen();
    for (GraphCapture capture : open.isEmpty() ? List.of(background) : open) {
      Report report = capture.soFar(why);
      if (report != null) {
        write(report);
      }
    }
    isOver = !options.keep;
  }

  private void write(Report report) {
    List<String> inside = report.completeness().unclosedOperations();
    if (!inside.isEmpty()) {
      say("inside " + String.join(" > ", inside));
    }
    try {
      Path file = options.directory.resolve(name(ProcessHandle.current().pid(), reports++));
      ReportFile.write(report, file, Naming.UNNAMED);
      say("report in " + file);
    } catch (TilescopeException e) {
      say(String.valueOf(e.getMessage()));
    }
  }

  /** {@code watchdog-1234.json}; further reports of the process are numbered. */
  private static String name(long pid, int number) {
    return "watchdog-" + pid + (number == 0 ? "" : "-" + number) + ".json";
  }

  /** The journal of a process is named after it. */
  private static String name(Path journal) {
    return "watchdog-" + journal.getFileName().toString().replaceFirst("-.*", "") + ".json";
  }

  private static void say(String line) {
    Notice.print("watchdog: " + line);
  }

  /**
   * Writes the reports of programs that were killed outright, from the journals they left.
   *
   * @return the reports
   */
  public static List<Path> recover(Path directory) throws IOException {
    List<Path> written = new ArrayList<>();
    for (Path journal : JournalFolder.orphans(directory)) {
      Path report = directory.resolve(name(journal));
      ReportFile.write(Journal.recover(journal), report, Naming.UNNAMED);
      Files.delete(journal);
      written.add(report);
    }
    return written;
  }
}
