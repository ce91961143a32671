package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;
import java.util.function.Supplier;

/** Running sums and products along lines; one task per block of neighbouring lines. */
final class Scans {
  private static final int COLUMNS = 512;
  private static final int GRAIN_ELEMENTS = 1 << 15;

  /** What runs along some neighbouring lines, or along one. */
  private interface Running {
    /** One whole line of elements that follow each other, by a step of 1 or -1. */
    void line(int at, int length, int step);

    /** Begins other lines, which {@code row} then goes along. */
    void clear();

    /** One row: columns elements at {@code at}. */
    void row(int at, int columns);
  }

  private Scans() {}

  static void cumulativeSum(
      Parallel parallel, float[] in, Lines lines, boolean reverse, float[] out) {
    forBlocks(parallel, lines, reverse, () -> new FloatSums(in, out, new double[COLUMNS]));
  }

  static void cumulativeSum(Parallel parallel, int[] in, Lines lines, boolean reverse, int[] out) {
    forBlocks(parallel, lines, reverse, () -> new IntSums(in, out, new int[COLUMNS]));
  }

  static void cumulativeProduct(
      Parallel parallel, float[] in, Lines lines, boolean reverse, float[] out) {
    forBlocks(parallel, lines, reverse, () -> new FloatProducts(in, out, new double[COLUMNS]));
  }

  static void cumulativeProduct(
      Parallel parallel, int[] in, Lines lines, boolean reverse, int[] out) {
    forBlocks(parallel, lines, reverse, () -> new IntProducts(in, out, new int[COLUMNS]));
  }

  private record FloatSums(float[] in, float[] out, double[] sums) implements Running {
    @Override
    public void clear() {
      Arrays.fill(sums, 0);
    }

    @Override
    public void line(int at, int length, int step) {
      double sum = 0;
      for (int i = 0; i < length; i++) {
        sum += in[at + i * step];
        out[at + i * step] = (float) sum;
      }
    }

    @Override
    public void row(int at, int columns) {
      for (int i = 0; i < columns; i++) {
        sums[i] += in[at + i];
        out[at + i] = (float) sums[i];
      }
    }
  }

  private record IntSums(int[] in, int[] out, int[] sums) implements Running {
    @Override
    public void clear() {
      Arrays.fill(sums, 0);
    }

    @Override
    public void line(int at, int length, int step) {
      int sum = 0;
      for (int i = 0; i < length; i++) {
        sum += in[at + i * step];
        out[at + i * step] = sum;
      }
    }

    @Override
    public void row(int at, int columns) {
      for (int i = 0; i < columns; i++) {
        sums[i] += in[at + i];
        out[at + i] = sums[i];
      }
    }
  }

  private record FloatProducts(float[] in, float[] out, double[] products) implements Running {
    @Override
    public void clear() {
      Arrays.fill(products, 1);
    }

    @Override
    public void line(int at, int length, int step) {
      double product = 1;
      for (int i = 0; i < length; i++) {
        product *= in[at + i * step];
        out[at + i * step] = (float) product;
      }
    }

    @Override
    public void row(int at, int columns) {
      for (int i = 0; i < columns; i++) {
        products[i] *= in[at + i];
        out[at + i] = (float) products[i];
      }
    }
  }

  private record IntProducts(int[] in, int[] out, int[] products) implements Running {
    @Override
    public void clear() {
      Arrays.fill(products, 1);
    }

    @Override
    public void line(int at, int length, int step) {
      int product = 1;
      for (int i = 0; i < length; i++) {
        product *= in[at + i * step];
        out[at + i * step] = product;
      }
    }

    @Override
    public void row(int at, int columns) {
      for (int i = 0; i < columns; i++) {
        products[i] *= in[at + i];
        out[at + i] = products[i];
      }
    }
  }

  private static void forBlocks(
      Parallel parallel, Lines lines, boolean reverse, Supplier<Running> made) {
    int columns = Math.min(COLUMNS, lines.inner());
    int across = Math.ceilDiv(lines.inner(), columns);
    parallel.forRange(
        lines.outer() * across,
        Math.max(1, GRAIN_ELEMENTS / (lines.length() * columns)),
        (from, to) -> {
          Running sums = made.get();
          for (int block = from; block < to; block++) {
            int column = block % across * columns;
            int at = block / across * lines.length() * lines.inner() + column;
            block(sums, lines, reverse, at, Math.min(columns, lines.inner() - column));
          }
        });
  }

  private static void block(Running sums, Lines lines, boolean reverse, int at, int columns) {
    int last = lines.length() - 1;
    if (lines.inner() == 1) {
      sums.line(reverse ? at + last : at, lines.length(), reverse ? -1 : 1);
      return;
    }
    sums.clear();
    for (int i = 0; i <= last; i++) {
      int index = reverse ? last - i : i;
      sums.row(at + index * lines.inner(), columns);
    }
  }
}
