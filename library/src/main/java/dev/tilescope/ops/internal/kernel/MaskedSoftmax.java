package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.Broadcast.Run;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** Softmax of {@code x * scale + mask} by rows, and softmax along lines that are not rows. */
final class MaskedSoftmax {
  private static final int GRAIN_ELEMENTS = 1 << 14;
  private static final int COLUMNS = 512;

  private MaskedSoftmax() {}

  /** What is added to scores, read with one stride for each dimension, the last 0 or 1. */
  record Mask(float[] values, int[] strides) {
    int at(int row, int[] dims) {
      int rest = row;
      int offset = 0;
      for (int i = dims.length - 2; i >= 0; i--) {
        offset += rest % dims[i] * strides[i];
        rest /= dims[i];
      }
      return offset;
    }
  }

  /**
   * Rows are the last of {@code dims}. With {@code causal}, row i of the last two dimensions sees
   * its first i + 1 elements.
   */
  static void rows(
      Engine engine,
      float[] in,
      float scale,
      @Nullable Mask mask,
      boolean causal,
      float[] out,
      int[] dims) {
    int last = dims.length - 1;
    int width = dims[last];
    int height = last == 0 ? 1 : dims[last - 1];
    float[] scales = {scale};
    engine
        .parallel()
        .forRange(
            in.length / width,
            Math.max(1, GRAIN_ELEMENTS / width),
            (from, to) -> {
              Lanes lanes = engine.lanes();
              for (int row = from; row < to; row++) {
                int at = row * width;
                int seen = causal ? Math.min(width, row % height + 1) : width;
                lanes.binary(BinaryKind.MULTIPLY, in, scales, out, new Run(at, 1, 0, 0, at, seen));
                if (mask != null) {
                  int step = mask.strides[last];
                  Run masked = new Run(at, 1, mask.at(row, dims), step, at, seen);
                  lanes.binary(BinaryKind.ADD, out, mask.values, out, masked);
                }
                Arrays.fill(out, at + seen, at + width, 0f);
                Softmax.row(lanes, out, out, at, seen);
              }
            });
  }

  /**
   * Along lines with neighbours: whole blocks of columns at once, so that memory is read in order.
   */
  static void columns(Engine engine, float[] in, Lines lines, float[] out) {
    int columns = Math.min(COLUMNS, lines.inner());
    int across = Math.ceilDiv(lines.inner(), columns);
    engine
        .parallel()
        .forRange(
            lines.outer() * across,
            Math.max(1, GRAIN_ELEMENTS / (lines.length() * columns)),
            (from, to) -> {
              Columns block = new Columns(engine.lanes(), in, out, lines, columns);
              for (int i = from; i < to; i++) {
                int column = i % across * columns;
                int at = i / across * lines.length() * lines.inner() + column;
                block.run(at, Math.min(columns, lines.inner() - column));
              }
            });
  }

  private static final class Columns {
    private final Lanes lanes;
    private final float[] in;
    private final float[] out;
    private final Lines lines;
    private final float[] column;
    private final double[] sums;

    Columns(Lanes lanes, float[] in, float[] out, Lines lines, int columns) {
      this.lanes = lanes;
      this.in = in;
      this.out = out;
      this.lines = lines;
      this.column = new float[columns];
      this.sums = new double[columns];
    }

    void run(int at, int width) {
      int end = at + lines.length() * lines.inner();
      Arrays.fill(column, Float.NEGATIVE_INFINITY);
      for (int row = at; row < end; row += lines.inner()) {
        for (int i = 0; i < width; i++) {
          column[i] = Math.max(column[i], in[row + i]);
        }
      }
      Arrays.fill(sums, 0);
      for (int row = at; row < end; row += lines.inner()) {
        exponentials(row, width);
      }
      for (int i = 0; i < width; i++) {
        column[i] = (float) sums[i];
      }
      for (int row = at; row < end; row += lines.inner()) {
        lanes.binary(BinaryKind.DIVIDE, out, column, out, new Run(row, 1, 0, 1, row, width));
      }
    }

    private void exponentials(int row, int width) {
      lanes.binary(BinaryKind.SUBTRACT, in, column, out, new Run(row, 1, 0, 1, row, width));
      lanes.shiftedExp(out, 0f, out, row, row + width);
      for (int i = 0; i < width; i++) {
        sums[i] += out[row + i];
      }
    }
  }
}
