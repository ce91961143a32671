package dev.tilescope.internal.monitor;

import java.nio.file.Path;
import java.util.Map;

/** Where a server of TT-Metal's allocation protocol listens, and programs look for it. */
public final class AllocationSocket {
  /** Names another socket, to programs and servers alike. */
  public static final String VARIABLE = "TILESCOPE_ALLOCATION_SOCKET";

  private static final Path DEFAULT = Path.of("/tmp/tt_allocation_server.sock");

  private AllocationSocket() {}

  public static Path ofEnvironment(Map<String, String> environment) {
    String asked = environment.get(VARIABLE);
    return asked == null || asked.isBlank() ? DEFAULT : Path.of(asked).toAbsolutePath();
  }
}
