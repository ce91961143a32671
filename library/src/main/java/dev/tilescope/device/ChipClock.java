package dev.tilescope.device;

/**
 * The cycle counter of one chip. It runs with the host's time, but began at another moment, and is
 * a little fast or slow: crystals are. Both differ from chip to chip and are the same in every run.
 *
 * @param cyclesAtOpening what it showed when the host's clock showed {@code nanosAtOpening}
 * @param cyclesPerNano its true rate
 */
public record ChipClock(long cyclesAtOpening, long nanosAtOpening, double cyclesPerNano) {
  private static final long FIRST_CHIP_CYCLES = 10_000_000_000L;
  private static final long NEXT_CHIP_CYCLES = 1_234_567_891L;

  /** Chips are up to so many millionths off, in steps. */
  private static final int MOST_MILLIONTHS = 40;

  private static final int MILLIONTHS_STEP = 17;

  static ChipClock of(int chipId, int clockMhz, long hostNanos) {
    int offMillionths =
        Math.floorMod((chipId + 1) * MILLIONTHS_STEP, 2 * MOST_MILLIONTHS + 1) - MOST_MILLIONTHS;
    return new ChipClock(
        FIRST_CHIP_CYCLES + chipId * NEXT_CHIP_CYCLES,
        hostNanos,
        clockMhz / 1000.0 * (1 + offMillionths * 1e-6));
  }

  public long cycles(long hostNanos) {
    return cyclesAtOpening + Math.round((hostNanos - nanosAtOpening) * cyclesPerNano);
  }
}
