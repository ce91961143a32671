package dev.tilescope.tracy.live;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Packs bytes as one LZ4 block, which refers to nothing before it.
 *
 * <pre>
 * Block    --> Sequence*, the last with literals only
 * Sequence --> literals &lt;&lt; 4 | length - 4, u8, further lengths, literals, distance u16, further lengths
 *              a length of 15 goes on with bytes to add, of which the last is below 255
 * </pre>
 *
 * <p>By the rules of the format the last match begins 12 bytes before the end or earlier, and the
 * last 5 bytes are literals.
 */
final class Lz4Block {
  private static final int HASH_BITS = 13;
  private static final int LEAST_MATCH = 4;
  private static final int LAST_LITERALS = 5;
  private static final int NO_MATCH_BYTES = 12;
  private static final int MOST_DISTANCE = 0xFFFF;
  private static final int RUN = 15;
  private static final VarHandle INT =
      MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
  private static final VarHandle LONG =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final int[] positions = new int[1 << HASH_BITS];
  private byte[] to = new byte[0];
  private int at;

  /** The most that so many bytes can become. */
  static int mostBytes(int length) {
    return length + length / 255 + 16;
  }

  /**
   * @param to has room for {@link #mostBytes} behind the position
   * @return the position behind the block
   */
  int pack(byte[] from, int length, byte[] to, int position) {
    this.to = to;
    at = position;
    Arrays.fill(positions, -1);
    int literals = 0;
    int next = 0;
    while (next < length - NO_MATCH_BYTES) {
      int found = candidate(from, next);
      if (found < 0 || next - found > MOST_DISTANCE || read32(from, found) != read32(from, next)) {
        next += 1 + (next - literals >>> 6); // what does not match for long is skipped faster
        continue;
      }
      int end = matchEnd(from, found + LEAST_MATCH, next + LEAST_MATCH, length - LAST_LITERALS);
      sequence(from, literals, next, end - next, next - found);
      next = end;
      literals = end;
    }
    lastLiterals(from, literals, length);
    return at;
  }

  private static int read32(byte[] from, int position) {
    return (int) INT.get(from, position);
  }

  /** An earlier place that may hold the same bytes; this one takes its place. */
  private int candidate(byte[] from, int position) {
    int hash = read32(from, position) * -1640531535 >>> Integer.SIZE - HASH_BITS;
    int before = positions[hash];
    positions[hash] = position;
    return before;
  }

  private static int matchEnd(byte[] from, int earlier, int later, int limit) {
    int a = earlier;
    int b = later;
    while (b + Long.BYTES <= limit) {
      long difference = (long) LONG.get(from, a) ^ (long) LONG.get(from, b);
      if (difference != 0) {
        return b + (Long.numberOfTrailingZeros(difference) >>> 3);
      }
      a += Long.BYTES;
      b += Long.BYTES;
    }
    while (b < limit && from[a] == from[b]) {
      a++;
      b++;
    }
    return b;
  }

  private void sequence(byte[] from, int literals, int match, int length, int distance) {
    int count = match - literals;
    int more = length - LEAST_MATCH;
    to[at++] = (byte) (Math.min(count, RUN) << 4 | Math.min(more, RUN));
    length(count);
    System.arraycopy(from, literals, to, at, count);
    at += count;
    to[at++] = (byte) distance;
    to[at++] = (byte) (distance >>> 8);
    length(more);
  }

  private void lastLiterals(byte[] from, int literals, int length) {
    int count = length - literals;
    to[at++] = (byte) (Math.min(count, RUN) << 4);
    length(count);
    System.arraycopy(from, literals, to, at, count);
    at += count;
  }

  private void length(int value) {
    if (value >= RUN) {
      int rest = value - RUN;
      while (rest >= 255) {
        to[at++] = (byte) 255;
        rest -= 255;
      }
      to[at++] = (byte) rest;
    }
  }
}
