package dev.tilescope.device.marker;

/**
 * How far a chip has come. It outlives the device: the cycle counter of a chip goes on while no
 * device is open on it, and a log in which time goes back is taken for damaged.
 */
public final class ChipTime {
  private final long firstOpenedNanos;
  private volatile long freeAtCycles;
  private volatile long replays;

  ChipTime(long firstOpenedNanos) {
    this.firstOpenedNanos = firstOpenedNanos;
  }

  public long firstOpenedNanos() {
    return firstOpenedNanos;
  }

  /** When the last program ended; 0 before the first. */
  public long freeAtCycles() {
    return freeAtCycles;
  }

  /** Only one device at a time has the chip, and it runs programs one after the other. */
  public void busyUntil(long cycles) {
    freeAtCycles = Math.max(freeAtCycles, cycles);
  }

  /** How many replays of metal traces have ended on the chip. */
  public long replays() {
    return replays;
  }

  /** A replay has ended, which is of this number at least. */
  public void replayed(long number) {
    replays = Math.max(replays, number);
  }
}
