package dev.tilescope.profile.markers;

/** How TT-NN numbers an operation on a device: program number in 21 bits, device in 10. */
public final class OperationIds {
  private static final int DEVICE_BITS = 10;
  private static final int NUMBER_MASK = (1 << 21) - 1;

  private OperationIds() {}

  public static long of(long programNumber, int device) {
    return (programNumber & NUMBER_MASK) << DEVICE_BITS | device;
  }
}
