package dev.tilescope.device;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Numbers for chips: the lowest ones that no open device has; a mesh has the number of its first
 * chip. So a program that opens and closes devices gets the same numbers each time, and no two
 * things in a report share one, though reports number meshes and chips alike.
 */
final class DeviceNumbers {
  private static final BitSet CHIPS = new BitSet();

  private DeviceNumbers() {}

  static synchronized List<Integer> takeChips(int count) {
    List<Integer> chips = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      int lowest = CHIPS.nextClearBit(0);
      CHIPS.set(lowest);
      chips.add(lowest);
    }
    return chips;
  }

  static synchronized void giveBack(List<Integer> chips) {
    chips.forEach(CHIPS::clear);
  }
}
