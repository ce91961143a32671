package dev.tilescope.report.raw;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** A fixed set of words, found in bytes without making strings. */
final class Words {
  private static final int SLOTS = 256;

  private final @Nullable Word[] words = new @Nullable Word[SLOTS];

  private record Word(byte[] bytes, int number) {}

  Words(String... all) {
    for (int i = 0; i < all.length; i++) {
      byte[] word = all[i].getBytes(StandardCharsets.US_ASCII);
      int slot = slot(word, 0, word.length);
      while (words[slot] != null) {
        slot = (slot + 1) % SLOTS;
      }
      words[slot] = new Word(word, i);
    }
  }

  /** Number of the word in this range, or -1. */
  int find(byte[] bytes, int start, int end) {
    int slot = slot(bytes, start, end);
    for (Word word = words[slot]; word != null; word = words[slot]) {
      if (Arrays.equals(word.bytes, 0, word.bytes.length, bytes, start, end)) {
        return word.number;
      }
      slot = (slot + 1) % SLOTS;
    }
    return -1;
  }

  private static int slot(byte[] bytes, int start, int end) {
    if (start == end) {
      return 0;
    }
    int hash = (end - start) * 31 + bytes[start] * 7 + bytes[end - 1] * 131;
    return (hash ^ (hash >>> 8)) & (SLOTS - 1);
  }
}
