package dev.tilescope.profile.logs;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Zones by the bytes of their names, so that a row costs no string. Holds a bounded number. */
final class ZoneNames {
  private static final int SLOTS = 1 << 12;
  private static final int MOST = SLOTS / 2;

  private final byte[] @Nullable [] names = new byte[SLOTS][];
  private final @Nullable Zone[] zones = new Zone[SLOTS];
  private int size;

  /**
   * @param hash of these bytes, as {@link #hash} folds them
   */
  Zone of(byte[] bytes, int from, int to, int hash) {
    int slot = (hash ^ hash >>> 15) & SLOTS - 1;
    for (byte[] name = names[slot]; name != null; name = names[slot]) {
      Zone zone = zones[slot];
      if (zone != null && Arrays.equals(bytes, from, to, name, 0, name.length)) {
        return zone;
      }
      slot = slot + 1 & SLOTS - 1;
    }
    Zone zone = Zone.of(new String(bytes, from, to - from, StandardCharsets.UTF_8));
    if (size < MOST) {
      size++;
      names[slot] = Arrays.copyOfRange(bytes, from, to);
      zones[slot] = zone;
    }
    return zone;
  }

  static int hash(int before, byte next) {
    return before * 31 + next;
  }
}
