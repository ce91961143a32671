package dev.tilescope.ops.kernel;

import java.util.Arrays;
import java.util.function.Supplier;

/** Running sums along lines; one task per block of neighbouring lines. */
final class Scans {
  private static final int COLUMNS = 512;
  private static final int GRAIN_ELEMENTS = 1 << 15;

  /** One row of a block: columns elements at {@code at}, first of a line or after another row. */
  private interface Row {
    void add(int at, int columns, boolean first);
  }

  private Scans() {}

  static void cumulativeSum(
      Parallel parallel, float[] in, Lines lines, boolean reverse, float[] out) {
    forBlocks(
        parallel,
        lines,
        reverse,
        () -> {
          double[] sums = new double[COLUMNS];
          return (at, columns, first) -> {
            if (first) {
              Arrays.fill(sums, 0);
            }
            for (int i = 0; i < columns; i++) {
              sums[i] += in[at + i];
              out[at + i] = (float) sums[i];
            }
          };
        });
  }

  static void cumulativeSum(Parallel parallel, int[] in, Lines lines, boolean reverse, int[] out) {
    forBlocks(
        parallel,
        lines,
        reverse,
        () -> {
          int[] sums = new int[COLUMNS];
          return (at, columns, first) -> {
            if (first) {
              Arrays.fill(sums, 0);
            }
            for (int i = 0; i < columns; i++) {
              sums[i] += in[at + i];
              out[at + i] = sums[i];
            }
          };
        });
  }

  private static void forBlocks(
      Parallel parallel, Lines lines, boolean reverse, Supplier<Row> rows) {
    int columns = Math.min(COLUMNS, lines.inner());
    int across = Math.ceilDiv(lines.inner(), columns);
    parallel.forRange(
        lines.outer() * across,
        Math.max(1, GRAIN_ELEMENTS / Math.max(1, lines.length() * columns)),
        (from, to) -> {
          Row row = rows.get();
          for (int block = from; block < to; block++) {
            int column = block % across * columns;
            int at = block / across * lines.length() * lines.inner() + column;
            block(row, lines, reverse, at, Math.min(columns, lines.inner() - column));
          }
        });
  }

  private static void block(Row row, Lines lines, boolean reverse, int at, int columns) {
    for (int i = 0; i < lines.length(); i++) {
      int index = reverse ? lines.length() - 1 - i : i;
      row.add(at + index * lines.inner(), columns, i == 0);
    }
  }
}
