package dev.tilescope.device.kernel;

import java.util.function.DoubleUnaryOperator;

/**
 * What the vector engine does to each element of a tile, and how many cycles 32 of them take. The
 * cycles are ours: roughly the instructions of the usual series.
 */
enum Sfpu {
  EXP(16, Math::exp),
  GELU(24, Sfpu::gelu),
  RELU(2, x -> x > 0 ? x : Double.isNaN(x) ? x : 0),
  SQRT(10, Math::sqrt),
  RECIP(12, x -> 1 / x);

  private static final int LANES = 32;

  private final int cyclesPerVector;
  private final DoubleUnaryOperator function;

  Sfpu(int cyclesPerVector, DoubleUnaryOperator function) {
    this.cyclesPerVector = cyclesPerVector;
    this.function = function;
  }

  long tileCycles() {
    return (long) TileFormat.ELEMENTS / LANES * cyclesPerVector;
  }

  void apply(float[] tile) {
    for (int i = 0; i < tile.length; i++) {
      tile[i] = (float) function.applyAsDouble(tile[i]);
    }
  }

  /** With the error function by Abramowitz and Stegun 7.1.26, whose error is below 2e-7. */
  private static double gelu(double x) {
    double z = Math.abs(x) / Math.sqrt(2);
    double t = 1 / (1 + 0.3275911 * z);
    double series =
        t
            * (0.254829592
                + t * (-0.284496736 + t * (1.421413741 + t * (-1.453152027 + t * 1.061405429))));
    double erf = Math.copySign(1 - series * Math.exp(-z * z), x);
    return Double.isInfinite(x) ? Math.max(0, x) : 0.5 * x * (1 + erf);
  }
}
