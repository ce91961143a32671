package dev.tilescope.device;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * Numbers for mesh devices and chips: the lowest ones that no open device has. So a program that
 * opens and closes devices gets the same numbers each time, and the chip of the only open
 * single-chip device has the number of its mesh.
 */
final class DeviceNumbers {
  private static final BitSet MESHES = new BitSet();
  private static final BitSet CHIPS = new BitSet();

  private DeviceNumbers() {}

  static synchronized int takeMesh() {
    return takeFrom(MESHES);
  }

  static synchronized List<Integer> takeChips(int count) {
    List<Integer> chips = new ArrayList<>(count);
    for (int i = 0; i < count; i++) {
      chips.add(takeFrom(CHIPS));
    }
    return chips;
  }

  static synchronized void giveBack(int mesh, List<Integer> chips) {
    MESHES.clear(mesh);
    chips.forEach(CHIPS::clear);
  }

  private static int takeFrom(BitSet used) {
    int lowest = used.nextClearBit(0);
    used.set(lowest);
    return lowest;
  }
}
