package dev.tilescope.journal;

import dev.tilescope.profile.JournalFormat;
import dev.tilescope.profile.internal.markers.UnreadMarkers;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** What a program left that was killed while it was profiled. */
public final class KilledRun {
  private KilledRun() {}

  /**
   * Whether the journal of the host does not say that the run ended.
   *
   * @param logs of a run of ours, or of a board, which has no journal and so was not killed
   */
  public static boolean isIn(Path logs) {
    return Files.isRegularFile(JournalFormat.in(logs))
        && !HostJournal.readIn(logs, new HostEvents() {}).ended();
  }

  /** Brings what devices wrote last into their log; to be called before anybody reads the logs. */
  public static void recover(Path logs) {
    if (UnreadMarkers.isIn(logs) && !isRecording(logs)) {
      UnreadMarkers.recover(logs);
    }
  }

  /** A session has its journal locked as long as it lasts. */
  private static boolean isRecording(Path logs) {
    Path journal = JournalFormat.in(logs);
    try (FileChannel channel = FileChannel.open(journal, StandardOpenOption.WRITE)) {
      return channel.tryLock() == null;
    } catch (OverlappingFileLockException e) {
      return true;
    } catch (IOException e) {
      return false; // a journal that cannot be opened is nobody's
    }
  }
}
