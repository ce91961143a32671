package dev.tilescope.internal.links;

import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Numbers of calls that all devices share. The runtime numbers the programs of each device for
 * itself, with the device in the last bits; the bits before them are the number of the call.
 */
public final class CallNumbers {
  private static final int DEVICE_BITS = 10;
  private static final long DEVICE = (1L << DEVICE_BITS) - 1;

  private CallNumbers() {}

  /** Rows of one run with the numbers of their calls; as they are, if they hold no devices. */
  public static List<Ran> of(List<Ran> rows) {
    return holdDevices(rows)
        ? rows.stream().map(row -> row.withCall(row.call() >> DEVICE_BITS)).toList()
        : rows;
  }

  /** The last bits of a device's numbers are all alike. */
  private static boolean holdDevices(List<Ran> rows) {
    Map<Integer, Long> bits = new HashMap<>();
    for (Ran row : rows) {
      long last = row.call() & DEVICE;
      Long known = bits.putIfAbsent(row.device(), last);
      boolean alike = known == null ? row.device() < 0 || row.device() == last : known == last;
      if (row.call() <= DEVICE || !alike) {
        return false;
      }
    }
    return true;
  }
}
