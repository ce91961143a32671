package dev.tilescope.device;

/**
 * Measured NoC rates of one core by size of transaction, as TT-NN's data-movement model has them.
 * Grayskull was never measured so; it takes Wormhole's.
 */
public final class TransferRates {
  public static final TransferRates DRAM =
      new TransferRates(
          358,
          529,
          new double[] {
            .436, .868, 1.736, 3.489, 6.975, 13.889, 27.891, 28.411, 28.227, 28.537, 27.831, 27.758,
            28.694
          },
          new double[] {
            .387, .772, 1.545, 3.088, 6.176, 12.361, 24.71, 49.164, 50.238, 50.393, 50.636, 50.695,
            50.626
          });

  public static final TransferRates L1_READ =
      new TransferRates(
          259,
          403,
          new double[] {
            .868, 1.724, 3.477, 6.885, 13.794, 27.143, 28.976, 29.742, 29.544, 28.728, 28.7, 28.618,
            28.7
          },
          new double[] {
            .671, 1.336, 2.673, 5.354, 10.691, 21.382, 42.771, 47.977, 49.34, 49.961, 50.287,
            50.335, 50.403
          });

  public static final TransferRates L1_WRITE =
      new TransferRates(
          256,
          404,
          new double[] {
            .681, 1.254, 2.709, 5.417, 10.823, 21.668, 27.837, 27.811, 27.811, 27.808, 27.808,
            27.811, 28.808
          },
          new double[] {
            .511, 1.018, 2.036, 4.072, 8.143, 16.284, 32.593, 48.644, 49.828, 50.219, 50.578,
            50.412, 50.383
          });

  /** Within one core. */
  public static final TransferRates L1_LOCAL =
      new TransferRates(
          56,
          88,
          new double[] {
            .868, 1.724, 3.477, 6.899, 13.791, 27.594, 27.696, 27.911, 27.811, 27.808, 27.814,
            27.805, 27.84
          },
          new double[] {
            .671, 1.337, 2.675, 5.354, 10.708, 21.413, 42.792, 46.455, 48.5, 49.639, 50.171, 50.123,
            50.21
          });

  /** The tables begin at 16 B and double from column to column. */
  private static final int FIRST_LOG2 = 4;

  private final int wormholeLatencyCycles;
  private final int blackholeLatencyCycles;
  private final double[] wormhole;
  private final double[] blackhole;

  private TransferRates(
      int wormholeLatencyCycles,
      int blackholeLatencyCycles,
      double[] wormhole,
      double[] blackhole) {
    this.wormholeLatencyCycles = wormholeLatencyCycles;
    this.blackholeLatencyCycles = blackholeLatencyCycles;
    this.wormhole = wormhole;
    this.blackhole = blackhole;
  }

  /** The rate at the power of two nearest to the transaction, the upper one if both are as near. */
  double gigabytesPerSecond(Architecture architecture, long transactionBytes) {
    double[] rates =
        switch (architecture) {
          case GRAYSKULL, WORMHOLE_B0 -> wormhole;
          case BLACKHOLE -> blackhole;
        };
    return rates[Math.clamp(nearestLog2(transactionBytes) - FIRST_LOG2, 0, rates.length - 1)];
  }

  /** Cycles until the first byte arrives. */
  public int latencyCycles(Architecture architecture) {
    return switch (architecture) {
      case GRAYSKULL, WORMHOLE_B0 -> wormholeLatencyCycles;
      case BLACKHOLE -> blackholeLatencyCycles;
    };
  }

  /** Cycles that bytes take on one core's way into the NoC, in transactions of a size. */
  public long cycles(Architecture architecture, long bytes, long transactionBytes) {
    double rate = gigabytesPerSecond(architecture, transactionBytes);
    return (long) Math.ceil(bytes * (architecture.clockMhz() / 1000.0) / rate);
  }

  private static int nearestLog2(long bytes) {
    int below = Long.SIZE - 1 - Long.numberOfLeadingZeros(bytes);
    long lower = 1L << below;
    return bytes - lower >= lower - (bytes - lower) ? below + 1 : below;
  }
}
