package dev.tilescope.internal.store;

import com.github.luben.zstd.Zstd;
import com.github.luben.zstd.ZstdException;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * The bytes of a part of a stored file: a zstd frame, or the part itself where that is no longer. A
 * short one is not packed at all, so that a small import need not load the library.
 */
final class PackedPart {
  private static final int QUICKEST_LEVEL = 1;
  private static final int PACKED_FROM_BYTES = 1 << 16;

  private PackedPart() {}

  static byte[] pack(byte[] part, int length) {
    if (length >= PACKED_FROM_BYTES) {
      byte[] packed = new byte[(int) Zstd.compressBound(length)];
      long size = Zstd.compressByteArray(packed, 0, packed.length, part, 0, length, QUICKEST_LEVEL);
      if (size < length) {
        return Arrays.copyOf(packed, (int) size);
      }
    }
    return Arrays.copyOf(part, length);
  }

  /** The part, or null if these are not the bytes of one of that length. */
  static byte @Nullable [] unpack(byte[] packed, int length) {
    if (packed.length == length) {
      return packed;
    }
    byte[] part = new byte[length];
    try {
      long size = Zstd.decompressByteArray(part, 0, length, packed, 0, packed.length);
      return size == length ? part : null;
    } catch (ZstdException damaged) {
      return null;
    }
  }
}
