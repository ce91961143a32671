package dev.tilescope.capture;

import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;

/**
 * Reads the journal that a killed process left behind; its format is that of {@link BlockStore}.
 */
public final class Journal {
  private Journal() {}

  /** Everything the process had recorded, as if the capture had ended there. */
  public static Report recover(Path file) {
    try (FileChannel channel = FileChannel.open(file, StandardOpenOption.READ)) {
      MemorySegment content = channel.map(MapMode.READ_ONLY, 0, channel.size(), Arena.ofAuto());
      checkMagic(file, content);
      return Collector.collect(blocks(content), whyStopped(content));
    } catch (NoSuchFileException e) {
      throw new TilescopeException(
          "journal "
              + file
              + " does not exist; tilescope recover without a path lists those of dead processes",
          e);
    } catch (IOException e) {
      String why = Files.isDirectory(file) ? "it is a directory" : e.toString();
      throw new TilescopeException("journal " + file + " could not be read: " + why, e);
    }
  }

  /** Whether a file begins as a journal does. */
  public static boolean isJournal(Path file) {
    try (InputStream in = Files.newInputStream(file)) {
      return BlockStore.MARK.isIn(in.readNBytes(BlockStore.MARK.length()));
    } catch (IOException e) {
      return false;
    }
  }

  private static void checkMagic(Path file, MemorySegment content) {
    byte[] magic = new byte[BlockStore.MARK.length()];
    if (content.byteSize() >= magic.length) {
      MemorySegment.copy(content, ValueLayout.JAVA_BYTE, 0, magic, 0, magic.length);
    }
    BlockStore.MARK.requireVersion(file, magic);
    if (!BlockStore.MARK.isIn(magic)) {
      throw new TilescopeException(
          file
              + " is not a capture journal: it should start with "
              + BlockStore.MARK.text()
              + ". To read a report, use: tilescope show "
              + file);
    }
  }

  /** Why the end of the capture is missing even so, or an empty string. */
  private static String whyStopped(MemorySegment content) {
    int at = BlockStore.STOPPED_OFFSET;
    if (content.byteSize() < BlockStore.BLOCK_BYTES) {
      return "";
    }
    int length = content.get(BlockStore.INT, at);
    if (length <= 0 || length > BlockStore.MAX_REASON_BYTES) {
      return "";
    }
    byte[] text = new byte[length];
    MemorySegment.copy(content, ValueLayout.JAVA_BYTE, at + Integer.BYTES, text, 0, length);
    return "events after this one were kept in the memory of the process, as the journal stopped: "
        + new String(text, StandardCharsets.UTF_8);
  }

  /** Every sound block; what is none is passed over. */
  private static List<MemorySegment> blocks(MemorySegment content) {
    List<MemorySegment> blocks = new ArrayList<>();
    long at = BlockStore.BLOCK_BYTES;
    while (at + BlockStore.BLOCK_BYTES <= content.byteSize()) {
      int length = content.get(BlockStore.INT, at + 8);
      if (content.get(BlockStore.INT, at) != BlockStore.BLOCK_MAGIC
          || length < BlockStore.BLOCK_BYTES
          || length % BlockStore.BLOCK_BYTES != 0
          || at + length > content.byteSize()) {
        at += BlockStore.BLOCK_BYTES;
      } else {
        blocks.add(content.asSlice(at, length));
        at += length;
      }
    }
    return blocks;
  }
}
