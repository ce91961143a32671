package dev.tilescope.internal.times;

/** Two times, and how far apart times are that should be the same. */
public record Change(Samples before, Samples after) {
  public double nanos() {
    return after.median() - before.median();
  }

  public double percent() {
    return nanos() == 0 ? 0 : 100 * nanos() / before.median();
  }

  /**
   * How much the runs, or replays, of each side differ among themselves, together; not a number if
   * there is one of each.
   */
  public double noiseNanos() {
    double was = before.spread();
    double is = after.spread();
    return Double.isNaN(was) ? is : Double.isNaN(is) ? was : was + is;
  }

  public boolean isNoiseKnown() {
    return !Double.isNaN(noiseNanos());
  }

  /** Whether it is a change at all, as far as is known. */
  public boolean isLargerThanNoise() {
    return nanos() != 0 && !(Math.abs(nanos()) <= noiseNanos());
  }
}
