package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Sequence;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/** An array in a file that NumPy or a traced program wrote. */
final class NpyFile {
  private NpyFile() {}

  /**
   * Its elements, without the nesting of their shape.
   *
   * @throws TilescopeException if it is none, or has not the elements that its header tells
   */
  static Sequence read(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      NpyHeader header = NpyHeader.read(channel, file);
      return new Sequence(NpyElements.of(header, channel));
    } catch (IOException e) {
      throw new TilescopeException(file + ": cannot be read: " + e, e);
    }
  }
}
