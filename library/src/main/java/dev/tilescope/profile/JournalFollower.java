package dev.tilescope.profile;

import dev.tilescope.profile.internal.markers.DeviceRead;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Follows a session while it is recorded. Events reach it through the journal, which it reads at
 * its own pace with a {@code JournalTail}: one that is slow, or stands still, costs the program
 * neither time nor memory.
 */
public interface JournalFollower {
  /** A service: looked for when a session is started by the environment. */
  interface Provider {
    /** Null if the environment does not ask for it. */
    @Nullable JournalFollower follower(Map<String, String> environment);
  }

  /** A session begins. */
  void started(HostRun run, Path journal);

  /** So many bytes of the journal are there, in whole blocks. Must return at once. */
  void written(long bytes);

  /** A device was read; what the host did before that is not in the journal yet. Must not block. */
  void read(DeviceRead read);

  /**
   * Whether threads of the program that find no room for an event wait for it, rather than lose the
   * event.
   */
  boolean isWaitedFor();

  /** Whether the journal is to wait, and with it a program that waits, until this has caught up. */
  boolean holdsBack();

  /** The journal is complete. The session ends when this returns. */
  void ended();
}
