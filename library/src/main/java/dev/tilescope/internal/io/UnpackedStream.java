package dev.tilescope.internal.io;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TilescopeException.Place;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Path;
import java.util.function.LongSupplier;

/** What a compressed file holds, up to a limit, with damage told in words. */
final class UnpackedStream extends InputStream {
  private final InputStream unpacker;
  private final String packing;
  private final Path file;
  private final UnpackLimit limit;
  private final LongSupplier packedBytes;
  private long passedBytes;

  /**
   * @param packedBytes how much of the file was read so far
   */
  UnpackedStream(
      InputStream unpacker,
      String packing,
      Path file,
      UnpackLimit limit,
      LongSupplier packedBytes) {
    this.unpacker = unpacker;
    this.packing = packing;
    this.file = file;
    this.limit = limit;
    this.packedBytes = packedBytes;
  }

  @Override
  public int read() throws IOException {
    byte[] one = new byte[1];
    return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
  }

  @Override
  public int read(byte[] into, int offset, int length) throws IOException {
    int count;
    try {
      count = unpacker.read(into, offset, length);
    } catch (IOException e) {
      throw new DamagedPacking(packing, passedBytes, e);
    }
    passedBytes += Math.max(0, count);
    long packed = packedBytes.getAsLong();
    if (passedBytes > limit.bytesFor(packed)) {
      throw tooLarge(packed);
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    unpacker.close();
  }

  private TilescopeException tooLarge(long packed) {
    return new TilescopeException(
        Place.in(file),
        "report %s unpacks to more than %,d bytes from %,d, which looks like a file made to fill a disk; if it is not, unpack it with %s, or import it with --max-unpacked"
            .formatted(
                file,
                limit.bytesFor(packed),
                packed,
                packing.equals("gzip") ? "gunzip" : "zstd -d"));
  }
}
