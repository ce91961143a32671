package dev.tilescope.ops.kernel;

/** Softmax over rows, with the row's maximum subtracted so that nothing overflows. */
final class Softmax {
  private static final int GRAIN_ELEMENTS = 1 << 14;

  private Softmax() {}

  static void rows(Lanes lanes, Parallel parallel, float[] in, float[] out, int rows, int width) {
    parallel.forRange(
        rows,
        Math.max(1, GRAIN_ELEMENTS / Math.max(1, width)),
        (from, to) -> {
          for (int row = from; row < to; row++) {
            row(lanes, in, out, row * width, width);
          }
        });
  }

  static void row(Lanes lanes, float[] in, float[] out, int at, int width) {
    int end = at + width;
    lanes.shiftedExp(in, lanes.max(in, at, end), out, at, end);
    float[] total = {(float) sum(out, at, end)};
    lanes.binary(BinaryKind.DIVIDE, out, at, 1, total, 0, 0, out, at, width);
  }

  /** Four partial sums hide the latency of addition; doubles make their order irrelevant. */
  private static double sum(float[] values, int from, int to) {
    double s0 = 0;
    double s1 = 0;
    double s2 = 0;
    double s3 = 0;
    int i = from;
    for (; i <= to - 4; i += 4) {
      s0 += values[i];
      s1 += values[i + 1];
      s2 += values[i + 2];
      s3 += values[i + 3];
    }
    for (; i < to; i++) {
      s0 += values[i];
    }
    return (s0 + s1) + (s2 + s3);
  }
}
