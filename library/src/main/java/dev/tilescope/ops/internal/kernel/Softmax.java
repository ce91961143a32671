package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import dev.tilescope.ops.internal.kernel.FloatAccumulators.Sum;

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
    float[] total = {(float) Sum.sum(out, at, end)};
    lanes.binary(BinaryKind.DIVIDE, out, total, out, new Run(at, 1, 0, 0, at, width));
  }
}
