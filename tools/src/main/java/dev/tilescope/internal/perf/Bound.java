package dev.tilescope.internal.perf;

/** What limited an operation. */
public enum Bound {
  /** Not known: only products of matrices and operations of the host are judged. */
  NONE(""),
  DRAM("DRAM"),
  FLOP("FLOP"),
  BOTH("BOTH"),
  /** Neither DRAM nor the cores were near their peak. */
  SLOW("SLOW"),
  HOST("HOST");

  private static final double NEAR_PEAK_PERCENT = 65;

  private final String text;

  Bound(String text) {
    this.text = text;
  }

  static Bound ofMatmul(double dramPercent, double flopsPercent) {
    if (!(dramPercent > 0) || !(flopsPercent > 0)) {
      return NONE;
    }
    boolean dram = dramPercent >= NEAR_PEAK_PERCENT;
    boolean flops = flopsPercent >= NEAR_PEAK_PERCENT;
    if (dram && flops) {
      return BOTH;
    }
    return dram ? DRAM : flops ? FLOP : SLOW;
  }

  @Override
  public String toString() {
    return text;
  }
}
