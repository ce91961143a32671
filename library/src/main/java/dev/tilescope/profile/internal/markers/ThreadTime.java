package dev.tilescope.profile.internal.markers;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Processor time of the calling thread, as Linux counts it. */
public final class ThreadTime {
  public static final long UNKNOWN = -1;

  private static final Path COUNTED = Path.of("/proc/thread-self/schedstat");

  private ThreadTime() {}

  /** In nanoseconds since it began; {@link #UNKNOWN} where the system does not tell. */
  public static long nanos() {
    try {
      return Long.parseLong(Files.readString(COUNTED).split(" ", 2)[0]);
    } catch (IOException | NumberFormatException e) {
      return UNKNOWN;
    }
  }
}
