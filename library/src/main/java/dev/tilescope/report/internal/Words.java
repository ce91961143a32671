package dev.tilescope.report.internal;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * A fixed set of words, found in bytes without making strings. A word is recognised by its length,
 * its first and its last eight bytes; the bytes between, where there are any, are compared then.
 */
final class Words {
  private static final int SLOTS = 256;
  private static final VarHandle LONGS =
      MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

  private final @Nullable Word[] words = new @Nullable Word[SLOTS];

  private record Word(byte[] bytes, long first, long last, int number) {
    boolean is(byte[] other, int start, int end, long itsFirst, long itsLast) {
      return first == itsFirst
          && last == itsLast
          && bytes.length == end - start
          && (bytes.length <= 2 * Long.BYTES
              || Arrays.equals(bytes, 0, bytes.length, other, start, end));
    }
  }

  Words(String... all) {
    for (int i = 0; i < all.length; i++) {
      byte[] word = all[i].getBytes(StandardCharsets.US_ASCII);
      byte[] padded = Arrays.copyOf(word, word.length + JsonBytes.PADDING);
      long first = first(padded, 0, word.length);
      long last = last(padded, 0, word.length, first);
      int slot = slot(first, last, word.length);
      while (words[slot] != null) {
        slot = (slot + 1) % SLOTS;
      }
      words[slot] = new Word(word, first, last, i);
    }
  }

  /**
   * Number of the word in this range, or -1.
   *
   * @param bytes with {@link JsonBytes#PADDING} behind them
   */
  int find(byte[] bytes, int start, int end) {
    long first = first(bytes, start, end);
    long last = last(bytes, start, end, first);
    int slot = slot(first, last, end - start);
    for (Word word = words[slot]; word != null; word = words[slot]) {
      if (word.is(bytes, start, end, first, last)) {
        return word.number;
      }
      slot = (slot + 1) % SLOTS;
    }
    return -1;
  }

  /** The first eight bytes; of a shorter word all of them, and zeros. */
  private static long first(byte[] bytes, int start, int end) {
    long first = (long) LONGS.get(bytes, start);
    int length = end - start;
    return length >= Long.BYTES ? first : first & (1L << length * Byte.SIZE) - 1;
  }

  private static long last(byte[] bytes, int start, int end, long first) {
    return end - start >= Long.BYTES ? (long) LONGS.get(bytes, end - Long.BYTES) : first;
  }

  private static int slot(long first, long last, int length) {
    long hash = (first ^ last * 31 ^ length) * 0x9E3779B97F4A7C15L;
    return (int) (hash >>> 56);
  }
}
