package dev.tilescope.device;

import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * How long a device may make no progress before what runs on it is given up. It limits inactivity,
 * not length: with any progress the time begins anew.
 *
 * @param limitNanos 0 for no limit
 * @param updateMillis how often progress is looked at
 * @param command for the shell, once the time is over; null for none
 * @param nanoClock the clock of the host
 */
public record OperationTimeout(
    long limitNanos, long updateMillis, @Nullable String command, LongSupplier nanoClock) {
  public static final String SECONDS = "TT_METAL_OPERATION_TIMEOUT_SECONDS";
  public static final String UPDATE_MILLIS = "TT_METAL_DISPATCH_PROGRESS_UPDATE_MS";
  public static final String COMMAND = "TT_METAL_DISPATCH_TIMEOUT_COMMAND_TO_EXECUTE";

  private static final long DEFAULT_UPDATE_MILLIS = 100;
  private static final double NANOS_PER_SECOND = 1e9;

  /** More than a century. */
  private static final double MOST_SECONDS = 4e9;

  public static final OperationTimeout OFF =
      new OperationTimeout(0, DEFAULT_UPDATE_MILLIS, null, System::nanoTime);

  public OperationTimeout {
    if (limitNanos < 0 || updateMillis < 1) {
      throw new TilescopeException(
          "operation timeout: the limit must be >= 0 ns and updates >= 1 ms apart, got %d ns and %d"
                  .formatted(limitNanos, updateMillis)
              + " ms");
    }
  }

  /**
   * @param limit zero for no limit
   */
  public static OperationTimeout of(Duration limit) {
    return new OperationTimeout(limit.toNanos(), OFF.updateMillis, OFF.command, OFF.nanoClock);
  }

  /** What TT-Metal's variables say; no limit without them. */
  public static OperationTimeout fromEnvironment(Map<String, String> environment) {
    double seconds = number(environment, SECONDS, 0, 0, MOST_SECONDS);
    double millis = number(environment, UPDATE_MILLIS, DEFAULT_UPDATE_MILLIS, 1, Integer.MAX_VALUE);
    String command = environment.getOrDefault(COMMAND, "");
    return new OperationTimeout(
        (long) Math.ceil(seconds * NANOS_PER_SECOND),
        (long) millis,
        command.isBlank() ? null : command,
        System::nanoTime);
  }

  private static double number(
      Map<String, String> environment, String variable, double missing, double least, double most) {
    String text = environment.getOrDefault(variable, "").strip();
    if (text.isEmpty()) {
      return missing;
    }
    double value = Double.NaN;
    try {
      value = Double.parseDouble(text);
    } catch (NumberFormatException _) {
      // Said below, as of any other value that is none.
    }
    if (!(value >= least && value <= most)) {
      throw new TilescopeException(
          "%s: a number of at least %.0f is expected, got \"%s\"".formatted(variable, least, text));
    }
    return value;
  }

  public OperationTimeout withCommand(String line) {
    return new OperationTimeout(limitNanos, updateMillis, line, nanoClock);
  }

  /** With a clock that a test moves, looked at every millisecond. */
  public OperationTimeout withClock(LongSupplier nanos) {
    return new OperationTimeout(limitNanos, 1, command, nanos);
  }

  public boolean isOn() {
    return limitNanos > 0;
  }

  /** As a reader would set it: {@code 2.5 s}. */
  String text() {
    return BigDecimal.valueOf(limitNanos, 9).stripTrailingZeros().toPlainString() + " s";
  }

  /**
   * Waits for an end as long as there is progress.
   *
   * @param progress a number that changes with it
   * @return false if there was none for too long
   */
  public boolean await(CountDownLatch end, LongSupplier progress) throws InterruptedException {
    if (!isOn()) {
      end.await();
      return true;
    }
    long pauseNanos = Math.min(TimeUnit.MILLISECONDS.toNanos(updateMillis), limitNanos);
    long seen = progress.getAsLong();
    long since = nanoClock.getAsLong();
    while (!end.await(pauseNanos, TimeUnit.NANOSECONDS)) {
      // The clock before the progress: what comes between the two counts as progress.
      long now = nanoClock.getAsLong();
      long current = progress.getAsLong();
      if (current != seen) {
        seen = current;
        since = nanoClock.getAsLong();
      } else if (now - since >= limitNanos) {
        return false;
      }
    }
    return true;
  }

  /** What TT-Metal does when the time is over, before it throws. */
  void announceExpiry() {
    Notice.print("Timeout detected");
    if (command == null) {
      return;
    }
    try {
      int exit = new ProcessBuilder("sh", "-c", command).inheritIO().start().waitFor();
      if (exit != 0) {
        warn("returned non-zero exit code: " + exit);
      }
    } catch (IOException e) {
      warn("could not be started: " + e.getMessage());
    } catch (InterruptedException _) {
      Thread.currentThread().interrupt();
      warn("was not waited for: interrupted");
    }
  }

  private void warn(String fate) {
    Notice.print("Timeout command '" + command + "' " + fate);
  }
}
