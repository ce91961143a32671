package dev.tilescope.internal.json;

import org.jspecify.annotations.Nullable;

/**
 * Turns repeated character sequences into one shared string without first making a new one: a
 * report says {@code "DataType::BFLOAT16"} a million times.
 *
 * <p>A direct-mapped cache of fixed size: a newcomer evicts whoever held its slot, so hostile input
 * costs sharing, never memory or time.
 */
final class StringPool {
  private static final int SLOTS = 1 << 14;

  /** Longer strings rarely repeat, and comparing them costs as much as copying. */
  private static final int MAX_CHARS = 1024;

  private final @Nullable String[] slots = new @Nullable String[SLOTS];

  String intern(char[] chars, int offset, int length) {
    if (length > MAX_CHARS) {
      return new String(chars, offset, length);
    }
    int hash = 0;
    for (int i = offset; i < offset + length; i++) {
      hash = hash * 31 + chars[i];
    }
    int slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    String held = slots[slot];
    if (held != null && same(held, chars, offset, length)) {
      return held;
    }
    String fresh = new String(chars, offset, length);
    slots[slot] = fresh;
    return fresh;
  }

  private static boolean same(String held, char[] chars, int offset, int length) {
    if (held.length() != length) {
      return false;
    }
    for (int i = 0; i < length; i++) {
      if (held.charAt(i) != chars[offset + i]) {
        return false;
      }
    }
    return true;
  }
}
