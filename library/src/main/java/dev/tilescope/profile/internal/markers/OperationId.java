package dev.tilescope.profile.internal.markers;

/** The number that host messages and device markers know one run of an operation by. */
public final class OperationId {
  private static final int DEVICE_BITS = 10;

  private OperationId() {}

  /**
   * TT-Metal's run host id: the program's number, then ten bits of device.
   *
   * @param number of the launch, from 1; 0, for no operation at all, stays 0 on every chip.
   *     TT-Metal has 21 bits for it; from the two millionth launch on ours are longer, so that they
   *     stay different
   */
  public static long of(long number, int chip) {
    return number == 0 ? 0 : number << DEVICE_BITS | chip & (1 << DEVICE_BITS) - 1;
  }
}
