package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * A program that runs with our standard streams. If we are told to end, it is told too, has time to
 * write down what it recorded, and our exit code is {@link #INTERRUPTED}.
 */
final class ProfiledProcess {
  /** What TT-Metal's profiler exits with after SIGINT or SIGTERM. */
  static final int INTERRUPTED = 3;

  private static final Duration TIME_TO_END = Duration.ofSeconds(15);

  private final Process process;

  private ProfiledProcess(Process process) {
    this.process = process;
  }

  /** Runs a command to its end and returns its exit code. */
  static int run(List<String> words, Map<String, String> environment) {
    ProcessBuilder builder = new ProcessBuilder(words).inheritIO();
    builder.environment().clear();
    builder.environment().putAll(environment);
    try {
      return new ProfiledProcess(builder.start()).await();
    } catch (IOException e) {
      throw new TilescopeException("the program could not be started: " + e.getMessage(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new TilescopeException("interrupted while the program ran", e);
    }
  }

  private int await() throws InterruptedException {
    // SIGINT and SIGTERM arrive as a shutdown of this JVM.
    Thread end = new Thread(this::endAndHalt, "end the profiled program");
    Runtime.getRuntime().addShutdownHook(end);
    int exit = process.waitFor();
    try {
      Runtime.getRuntime().removeShutdownHook(end);
    } catch (IllegalStateException e) {
      end.join(); // and that is the last thing this JVM does
    }
    return exit;
  }

  private void endAndHalt() {
    try {
      // Those it started are known only as long as it lives.
      List<ProcessHandle> all =
          Stream.concat(process.descendants(), Stream.of(process.toHandle())).toList();
      all.forEach(ProcessHandle::destroy);
      if (!process.waitFor(TIME_TO_END.toMillis(), TimeUnit.MILLISECONDS)) {
        all.forEach(ProcessHandle::destroyForcibly);
      }
    } catch (InterruptedException e) {
      process.destroyForcibly();
    } finally {
      Runtime.getRuntime().halt(INTERRUPTED);
    }
  }
}
