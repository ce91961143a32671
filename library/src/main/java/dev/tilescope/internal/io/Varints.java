package dev.tilescope.internal.io;

/**
 * Numbers in as few bytes as they need: seven bits a byte, low ones first; the top bit says that
 * more follow. So are they in protobuf too.
 */
public final class Varints {
  /** As many as a number of 64 bits may need. */
  public static final int MOST_BYTES = 10;

  private Varints() {}

  /**
   * @param target with room for {@link #MOST_BYTES}
   * @return where the number ends
   */
  public static int put(byte[] target, int start, long value) {
    int at = start;
    long rest = value;
    while ((rest & ~0x7FL) != 0) {
      target[at++] = (byte) (rest | 0x80);
      rest >>>= 7;
    }
    target[at++] = (byte) rest;
    return at;
  }

  /**
   * Where the number ends that starts at a place: after the limit if it is cut off there, and more
   * than {@link #MOST_BYTES} behind its start if it has more than 64 bits.
   */
  public static int end(byte[] source, int start, int limit) {
    int at = start;
    while (at < limit && source[at] < 0 && at - start < MOST_BYTES) {
      at++;
    }
    return at + 1;
  }

  /** The number that starts at a place and is known to end. */
  public static long get(byte[] source, int start) {
    int at = start;
    byte next = source[at++];
    long value = next & 0x7F;
    for (int shift = 7; next < 0; shift += 7) {
      next = source[at++];
      value |= (long) (next & 0x7F) << shift;
    }
    return value;
  }

  /** Small for small numbers of both signs. */
  public static long ofSigned(long value) {
    return value << 1 ^ value >> 63;
  }

  public static long toSigned(long coded) {
    return coded >>> 1 ^ -(coded & 1);
  }
}
