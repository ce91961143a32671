package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.util.HashMap;
import java.util.Map;

/**
 * The bytes of one bank. Only what was written takes space; the rest reads as zero.
 *
 * <p>As on a board, bytes outlive the buffer that they were written to. Not for two threads at
 * once.
 */
public final class SparseMemory {
  private static final int CHUNK_BYTES = 1 << 13;

  private final String name;
  private final long first;
  private final long end;
  private final Map<Long, byte[]> chunks = new HashMap<>();
  private long writes;

  /**
   * @param name for messages, such as {@code L1 of core (x=0,y=0)}
   * @param first the lowest address that programs may use
   * @param end the first address behind the bank
   */
  SparseMemory(String name, long first, long end) {
    this.name = name;
    this.first = first;
    this.end = end;
  }

  public byte[] read(long address, int bytes) {
    requireInside("read", address, bytes);
    byte[] into = new byte[bytes];
    int at = 0;
    while (at < bytes) {
      int inChunk = (int) ((address + at) % CHUNK_BYTES);
      int part = Math.min(bytes - at, CHUNK_BYTES - inChunk);
      byte[] chunk = chunks.get((address + at) / CHUNK_BYTES);
      if (chunk != null) {
        System.arraycopy(chunk, inChunk, into, at, part);
      }
      at += part;
    }
    return into;
  }

  public void write(long address, byte[] from) {
    writes++;
    requireInside("write", address, from.length);
    int at = 0;
    while (at < from.length) {
      int inChunk = (int) ((address + at) % CHUNK_BYTES);
      int part = Math.min(from.length - at, CHUNK_BYTES - inChunk);
      byte[] chunk =
          chunks.computeIfAbsent((address + at) / CHUNK_BYTES, _ -> new byte[CHUNK_BYTES]);
      System.arraycopy(from, at, chunk, inChunk, part);
      at += part;
    }
  }

  /** Counts the calls of {@link #write}. */
  long writes() {
    return writes;
  }

  /** Refuses what does not lie in the bank. */
  public void requireInside(String what, long address, long bytes) {
    if (bytes < 0 || address < first || address > end - bytes) {
      throw new TilescopeException(
          ("%s of %d B at %d is outside %s, where programs may use addresses %d to %d; take"
                  + " addresses from buffers and circular buffers")
              .formatted(what, bytes, address, name, first, end - 1));
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
