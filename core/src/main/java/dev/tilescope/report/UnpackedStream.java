package dev.tilescope.report;

import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;

/** What a compressed file holds, up to a limit, with damage told in words. */
final class UnpackedStream extends InputStream {
  private final InputStream unpacker;
  private final String packing;
  private final Path file;
  private final long packedBytes;
  private final long maxBytes;
  private long passedBytes;

  UnpackedStream(InputStream unpacker, String packing, Path file, UnpackLimit limit)
      throws IOException {
    this.unpacker = unpacker;
    this.packing = packing;
    this.file = file;
    this.packedBytes = Files.size(file);
    this.maxBytes = limit.bytesFor(packedBytes);
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
    if (passedBytes > maxBytes) {
      throw tooLarge();
    }
    return count;
  }

  @Override
  public void close() throws IOException {
    unpacker.close();
  }

  private TilescopeException tooLarge() {
    return new TilescopeException(
        "report %s unpacks to more than %,d bytes from %,d, which looks like a file made to fill a disk; if it is not, unpack it with %s, or import it with --max-unpacked"
            .formatted(file, maxBytes, packedBytes, packing.equals("gzip") ? "gunzip" : "zstd -d"));
  }
}
