package dev.tilescope.ops.internal.kernel;

import static dev.tilescope.ops.internal.kernel.Checks.require;

/**
 * Reductions, running sums and sorting along {@link Lines} of a tensor. Rules as for {@link
 * Kernels}.
 *
 * <p>Floats are accumulated in double and rounded once, so sums are within float rounding of the
 * exact ones; an intermediate sum beyond the floats is not an overflow here. Integers are 32-bit
 * and wrap.
 */
public final class ReductionKernels {
  private static final int SORT_WEIGHT = 64;

  private ReductionKernels() {}

  /**
   * One value for each line, in {@code [outer, inner]} order. The sum of nothing is 0, the product
   * 1, the mean NaN; nothing has no maximum, which is refused. A NaN makes the result NaN.
   */
  public static void reduce(ReductionKind kind, float[] in, Lines lines, float[] out) {
    checkReduce(kind, in.length, lines, out.length);
    if (lines.count() > 0) {
      FloatAccumulators.reduce(parallel(lines), kind, in, lines, out);
    }
  }

  /** The same on integers, which {@code unsigned} orders as uint32 for the extrema. */
  public static void reduce(
      ReductionKind kind, int[] in, Lines lines, boolean unsigned, int[] out) {
    require(kind != ReductionKind.MEAN, "reduce: MEAN needs floats, got integers; convert first");
    checkReduce(kind, in.length, lines, out.length);
    if (lines.count() > 0) {
      IntAccumulators.reduce(parallel(lines), kind, unsigned, in, lines, out);
    }
  }

  private static void checkReduce(ReductionKind kind, int inLength, Lines lines, int outLength) {
    Checks.length("reduce: in", inLength, lines.volume());
    Checks.length("reduce: out", outLength, lines.count());
    boolean extremum = kind == ReductionKind.MAX || kind == ReductionKind.MIN;
    require(
        !extremum || lines.length() > 0 || lines.count() == 0,
        "reduce: " + kind + " needs at least one element in a line, got 0");
  }

  private static Parallel parallel(Lines lines) {
    return Kernels.engine(lines.volume()).parallel();
  }

  /**
   * The variance of each line with {@code length - correction} as divisor (PyTorch's default
   * correction is 1), or its square root. A divisor of 0 or less gives NaN for equal elements, else
   * infinity.
   */
  public static void variance(
      float[] in, Lines lines, double correction, boolean squareRoot, float[] out) {
    Checks.length("variance: in", in.length, lines.volume());
    Checks.length("variance: out", out.length, lines.count());
    if (lines.count() > 0) {
      FloatAccumulators.variance(parallel(lines), in, lines, correction, squareRoot, out);
    }
  }

  /** Running sums along each line, from its end if {@code reverse}; the output may be the input. */
  public static void cumulativeSum(float[] in, Lines lines, boolean reverse, float[] out) {
    if (checkSame("cumulativeSum", in.length, lines, out.length)) {
      Scans.cumulativeSum(parallel(lines), in, lines, reverse, out);
    }
  }

  /** The same on integers, wrapping. */
  public static void cumulativeSum(int[] in, Lines lines, boolean reverse, int[] out) {
    if (checkSame("cumulativeSum", in.length, lines, out.length)) {
      Scans.cumulativeSum(parallel(lines), in, lines, reverse, out);
    }
  }

  /** Running products, as {@link #cumulativeSum}. */
  public static void cumulativeProduct(float[] in, Lines lines, boolean reverse, float[] out) {
    if (checkSame("cumulativeProduct", in.length, lines, out.length)) {
      Scans.cumulativeProduct(parallel(lines), in, lines, reverse, out);
    }
  }

  /** The same on integers, wrapping. */
  public static void cumulativeProduct(int[] in, Lines lines, boolean reverse, int[] out) {
    if (checkSame("cumulativeProduct", in.length, lines, out.length)) {
      Scans.cumulativeProduct(parallel(lines), in, lines, reverse, out);
    }
  }

  private static boolean checkSame(String what, int inLength, Lines lines, int outLength) {
    Checks.length(what + ": in", inLength, lines.volume());
    Checks.length(what + ": out", outLength, lines.volume());
    return lines.volume() > 0;
  }

  /**
   * The index of the first greatest element of each line; NaN is greater than all, as in PyTorch.
   */
  public static void argMax(float[] in, Lines lines, int[] out) {
    if (checkArgMax(in.length, lines, out.length)) {
      Ordering.firstIndex(parallel(lines), Ordering.ranks(in, true), lines, out);
    }
  }

  /** The same on integers, which {@code unsigned} orders as uint32. */
  public static void argMax(int[] in, Lines lines, boolean unsigned, int[] out) {
    if (checkArgMax(in.length, lines, out.length)) {
      Ordering.firstIndex(parallel(lines), Ordering.ranks(in, unsigned, true), lines, out);
    }
  }

  private static boolean checkArgMax(int inLength, Lines lines, int outLength) {
    Checks.length("argMax: in", inLength, lines.volume());
    Checks.length("argMax: out", outLength, lines.count());
    require(
        lines.length() > 0 || lines.count() == 0,
        "argMax: needs at least one element in a line, got 0");
    return lines.count() > 0;
  }

  /**
   * The {@code count} greatest elements of each row, or the smallest, best first, and their
   * indices; of equal ones the first. With {@code count = width} this is a stable sort. NaN is
   * greater than all, as in PyTorch. The output may not be the input.
   */
  public static void topK(
      float[] in, int rows, int width, int count, boolean largest, float[] values, int[] indices) {
    if (checkTopK(in.length, rows, width, count, values.length, indices.length)) {
      Ordering.firstOfRows(
          sorters(in.length),
          Ordering.ranks(in, largest),
          (from, to) -> values[to] = in[from],
          rows,
          width,
          count,
          indices);
    }
  }

  /** The same on integers, which {@code unsigned} orders as uint32. */
  public static void topK(
      int[] in,
      int rows,
      int width,
      int count,
      boolean largest,
      boolean unsigned,
      int[] values,
      int[] indices) {
    if (checkTopK(in.length, rows, width, count, values.length, indices.length)) {
      Ordering.firstOfRows(
          sorters(in.length),
          Ordering.ranks(in, unsigned, largest),
          (from, to) -> values[to] = in[from],
          rows,
          width,
          count,
          indices);
    }
  }

  private static boolean checkTopK(
      int inLength, int rows, int width, int count, int valuesLength, int indicesLength) {
    int volume = Checks.volume("topK: rows x width", new int[] {rows, width});
    require(
        count >= 0 && count <= width,
        "topK: count must be from 0 to the width " + width + ", got " + count);
    Checks.length("topK: in", inLength, volume);
    Checks.length("topK: values", valuesLength, rows * count);
    Checks.length("topK: indices", indicesLength, rows * count);
    return rows * count > 0;
  }

  private static Parallel sorters(int length) {
    return Kernels.engine((long) SORT_WEIGHT * length).parallel();
  }

  /** Each row in order, stable, with the indices its elements had; NaN is greater than all. */
  public static void sort(
      float[] in, int rows, int width, boolean descending, float[] values, int[] indices) {
    topK(in, rows, width, width, descending, values, indices);
  }

  /** The same on integers, which {@code unsigned} orders as uint32. */
  public static void sort(
      int[] in,
      int rows,
      int width,
      boolean descending,
      boolean unsigned,
      int[] values,
      int[] indices) {
    topK(in, rows, width, width, descending, unsigned, values, indices);
  }
}
