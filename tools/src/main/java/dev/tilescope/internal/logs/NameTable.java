package dev.tilescope.internal.logs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * What names mean, by their bytes, so that a row costs no string. Holds a bounded number of names.
 */
final class NameTable<T> {
  private static final int SLOTS = 1 << 12;
  private static final int MOST = SLOTS / 2;

  /**
   * @param name its bytes
   */
  private record Entry<T>(byte[] name, T meaning) {}

  private final Function<String, T> meanings;
  private final @Nullable Entry<T>[] entries;
  private int size;

  @SuppressWarnings({"unchecked", "rawtypes"}) // there are no generic arrays
  NameTable(Function<String, T> meanings) {
    this.meanings = meanings;
    entries = new Entry[SLOTS];
  }

  /**
   * @param hash of these bytes, as {@link #hash} folds them
   */
  T of(byte[] bytes, int from, int to, int hash) {
    int slot = (hash ^ hash >>> 15) & SLOTS - 1;
    for (Entry<T> entry = entries[slot]; entry != null; entry = entries[slot]) {
      if (Arrays.equals(bytes, from, to, entry.name, 0, entry.name.length)) {
        return entry.meaning;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    T meaning = meanings.apply(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    if (size < MOST) {
      size++;
      entries[slot] = new Entry<>(Arrays.copyOfRange(bytes, from, to), meaning);
    }
    return meaning;
  }

  T of(byte[] bytes, int from, int to) {
    int hash = 0;
    for (int i = from; i < to; i++) {
      hash = hash(hash, bytes[i]);
    }
    return of(bytes, from, to, hash);
  }

  static int hash(int before, byte next) {
    return before * 31 + next;
  }
}
