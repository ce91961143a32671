package dev.tilescope.internal.watch;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import java.io.BufferedWriter;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * Writes snapshots to a file, one line of {@link SnapshotJson} each, so that {@link
 * MonitorPlayback} can show them again. A line is in the file as soon as it was added: a recorder
 * that is killed loses the last at most.
 */
public final class MonitorRecording implements AutoCloseable {
  private final Path file;
  private final BufferedWriter out;

  private MonitorRecording(Path file, BufferedWriter out) {
    this.file = file;
    this.out = out;
  }

  /** A new file: one that exists is not touched. */
  public static MonitorRecording create(Path file) {
    try {
      return new MonitorRecording(
          file, Files.newBufferedWriter(file, StandardOpenOption.CREATE_NEW));
    } catch (FileAlreadyExistsException e) {
      throw new TilescopeException(
          file + ": exists, and a recording replaces nothing; name another file", e);
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  public void add(MonitorSnapshot snapshot) {
    try {
      out.write(SnapshotJson.of(snapshot));
      out.write('\n');
      out.flush();
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }

  private static TilescopeException unwritable(Path file, IOException e) {
    return new TilescopeException(
        file
            + ": cannot be written: "
            + FileTrouble.writing(e)
            + "; name a file in a folder you may write to",
        e);
  }

  @Override
  public void close() {
    try {
      out.close();
    } catch (IOException e) {
      throw unwritable(file, e);
    }
  }
}
