package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.StandardOpenOption;

/**
 * The elements of a {@code .npy} file, which may be more than the heap holds: a chunk at a time,
 * read when one of it is asked for. The file is not kept open, since a trace may have thousands of
 * them, nor mapped, since Java has no way to survive the end of a mapped file well.
 */
final class NpyElements {
  private static final int CHUNK_BYTES = 1 << 20;

  private final NpyHeader header;

  /** The last one read; threads that share the elements may read the same one again. */
  private Chunk chunk;

  /**
   * @param at the index of its first element
   */
  private record Chunk(int at, int count, ByteBuffer bytes) {
    boolean has(int index) {
      return index >= at && index - at < count;
    }
  }

  private NpyElements(NpyHeader header, FileChannel channel) throws IOException {
    this.header = header;
    this.chunk = read(channel, 0);
  }

  /** Each as JSON would have it, NaN and infinities as Python writes them. */
  static NumberList of(NpyHeader header, FileChannel channel) throws IOException {
    header.requireBytes(channel.size());
    NpyElements elements = new NpyElements(header, channel);
    return new NumberList((int) header.count(), elements::text);
  }

  private String text(int index) {
    Chunk held = chunk;
    if (!held.has(index)) {
      held = read(index);
      chunk = held;
    }
    ByteBuffer bytes = held.bytes();
    int at = (index - held.at()) * header.elementBytes();
    return switch (header.code()) {
      case "f2" -> Double.toString(Float.float16ToFloat(bytes.getShort(at)));
      case "f4" -> Double.toString(bytes.getFloat(at));
      case "f8" -> Double.toString(bytes.getDouble(at));
      case "i1" -> Byte.toString(bytes.get(at));
      case "i2" -> Short.toString(bytes.getShort(at));
      case "i4" -> Integer.toString(bytes.getInt(at));
      case "i8" -> Long.toString(bytes.getLong(at));
      case "u2" -> Integer.toString(Short.toUnsignedInt(bytes.getShort(at)));
      case "u4" -> Integer.toUnsignedString(bytes.getInt(at));
      default -> Integer.toString(Byte.toUnsignedInt(bytes.get(at)));
    };
  }

  private Chunk read(int index) {
    try (FileChannel channel = FileChannel.open(header.file(), StandardOpenOption.READ)) {
      return read(channel, index);
    } catch (IOException e) {
      throw new TilescopeException(header.file() + ": cannot be read any more: " + e, e);
    }
  }

  private Chunk read(FileChannel channel, int index) throws IOException {
    int elements = CHUNK_BYTES / header.elementBytes();
    int at = index - index % elements;
    int count = (int) Math.min(elements, header.count() - at);
    long from = header.end() + (long) at * header.elementBytes();
    ByteBuffer bytes = NpyHeader.bytes(channel, from, count * header.elementBytes());
    if (bytes.limit() < count * header.elementBytes()) {
      throw new TilescopeException(
          "%s: it became shorter while it was read: %,d bytes were there, now %,d; read the trace"
                  .formatted(
                      header.file(),
                      header.end() + header.count() * header.elementBytes(),
                      channel.size())
              + " again when nobody writes to it");
    }
    return new Chunk(at, count, bytes.order(header.order()));
  }
}
