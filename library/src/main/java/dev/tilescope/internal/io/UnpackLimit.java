package dev.tilescope.internal.io;

/**
 * How much a compressed file may unpack to, so that a small file made to fill a disk is refused.
 *
 * @param bytes always allowed
 * @param ratio beyond that, this many times the size of the compressed file are allowed
 */
public record UnpackLimit(long bytes, long ratio) {
  /** Reports of 500 MB shrink to a 15th with quick gzip and to a 45th with thorough zstd. */
  private static final UnpackLimit USUAL = new UnpackLimit(1L << 30, 250);

  public UnpackLimit {
    if (bytes < 0 || ratio < 0) {
      throw new IllegalArgumentException(
          "must not be negative: bytes=" + bytes + ", ratio=" + ratio);
    }
  }

  public static UnpackLimit usual() {
    return USUAL;
  }

  /** Exactly this many bytes, however small the compressed file is. */
  public static UnpackLimit ofBytes(long bytes) {
    return new UnpackLimit(bytes, 0);
  }

  public long bytesFor(long packedBytes) {
    boolean overflows = ratio > 0 && packedBytes > Long.MAX_VALUE / ratio;
    return overflows ? Long.MAX_VALUE : Math.max(bytes, packedBytes * ratio);
  }
}
