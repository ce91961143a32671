package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/** Reductions of floats in double, so that a result is within one rounding of the exact one. */
final class FloatAccumulators implements Accumulators {
  /** Where a line's result goes. */
  interface Sink {
    void put(int line, double value);
  }

  private final Fold fold;
  private final float[] in;
  private final Sink sink;
  private final double[] slots;

  FloatAccumulators(Fold fold, float[] in, Sink sink, int slots) {
    this.fold = fold;
    this.in = in;
    this.sink = sink;
    this.slots = new double[slots];
  }

  static void reduce(Parallel parallel, ReductionKind kind, float[] in, Lines lines, float[] out) {
    int length = lines.length();
    switch (kind) {
      case SUM -> run(parallel, new Sum(), in, lines, (line, sum) -> out[line] = (float) sum);
      case MEAN ->
          run(parallel, new Sum(), in, lines, (line, sum) -> out[line] = (float) (sum / length));
      case MAX -> run(parallel, new Max(), in, lines, (line, max) -> out[line] = (float) max);
      case MIN -> run(parallel, new Min(), in, lines, (line, min) -> out[line] = (float) min);
      case PRODUCT -> run(parallel, new Product(), in, lines, (line, p) -> out[line] = (float) p);
    }
  }

  /** Sums of squared distances from the mean over length - correction, in two passes. */
  static void variance(
      Parallel parallel, float[] in, Lines lines, double correction, boolean root, float[] out) {
    double[] means = new double[lines.count()];
    run(parallel, new Sum(), in, lines, (line, sum) -> means[line] = sum / lines.length());
    double freedom = Math.max(0, lines.length() - correction);
    run(
        parallel,
        new SquaredDistance(means),
        in,
        lines,
        (line, sum) -> out[line] = (float) (root ? Math.sqrt(sum / freedom) : sum / freedom));
  }

  static void run(Parallel parallel, Fold fold, float[] in, Lines lines, Sink sink) {
    Reductions.run(parallel, lines, slots -> new FloatAccumulators(fold, in, sink, slots));
  }

  @Override
  public void clear(int slot, int count) {
    Arrays.fill(slots, slot, slot + count, fold.start());
  }

  @Override
  public void fold(int at, int slot, int count, int line) {
    fold.columns(in, at, slots, slot, count, line);
  }

  @Override
  public void foldLine(int at, int length, int slot, int line) {
    slots[slot] = fold.join(slots[slot], fold.line(in, at, length, line));
  }

  @Override
  public void join(int slot, int from, int count) {
    for (int i = 0; i < count; i++) {
      slots[slot + i] = fold.join(slots[slot + i], slots[from + i]);
    }
  }

  @Override
  public void finish(int slot, int count, int line) {
    for (int i = 0; i < count; i++) {
      sink.put(line + i, slots[slot + i]);
    }
  }

  /** The arithmetic of one kind of reduction, by default a sum. */
  sealed interface Fold {
    default double start() {
      return 0;
    }

    default double join(double a, double b) {
      return a + b;
    }

    double line(float[] in, int at, int length, int line);

    void columns(float[] in, int at, double[] slots, int slot, int count, int line);
  }

  record Sum() implements Fold {
    @Override
    public double line(float[] in, int at, int length, int line) {
      return sum(in, at, at + length);
    }

    /** Four partial sums hide the latency of addition. */
    static double sum(float[] in, int from, int to) {
      double s0 = 0;
      double s1 = 0;
      double s2 = 0;
      double s3 = 0;
      int i = from;
      for (; i <= to - 4; i += 4) {
        s0 += in[i];
        s1 += in[i + 1];
        s2 += in[i + 2];
        s3 += in[i + 3];
      }
      for (; i < to; i++) {
        s0 += in[i];
      }
      return (s0 + s1) + (s2 + s3);
    }

    @Override
    public void columns(float[] in, int at, double[] slots, int slot, int count, int line) {
      for (int i = 0; i < count; i++) {
        slots[slot + i] += in[at + i];
      }
    }
  }

  record SquaredDistance(double[] means) implements Fold {
    @Override
    public double line(float[] in, int at, int length, int line) {
      return sum(in, at, at + length, means[line]);
    }

    static double sum(float[] in, int from, int to, double mean) {
      double s0 = 0;
      double s1 = 0;
      int i = from;
      for (; i <= to - 2; i += 2) {
        double d0 = in[i] - mean;
        double d1 = in[i + 1] - mean;
        s0 += d0 * d0;
        s1 += d1 * d1;
      }
      if (i < to) {
        s0 += (in[i] - mean) * (in[i] - mean);
      }
      return s0 + s1;
    }

    @Override
    public void columns(float[] in, int at, double[] slots, int slot, int count, int line) {
      for (int i = 0; i < count; i++) {
        double distance = in[at + i] - means[line + i];
        slots[slot + i] += distance * distance;
      }
    }
  }

  record Max() implements Fold {
    @Override
    public double start() {
      return Double.NEGATIVE_INFINITY;
    }

    @Override
    public double join(double a, double b) {
      return Math.max(a, b);
    }

    @Override
    public double line(float[] in, int at, int length, int line) {
      float max = Float.NEGATIVE_INFINITY;
      for (int i = at; i < at + length; i++) {
        max = Math.max(max, in[i]);
      }
      return max;
    }

    @Override
    public void columns(float[] in, int at, double[] slots, int slot, int count, int line) {
      for (int i = 0; i < count; i++) {
        slots[slot + i] = Math.max(slots[slot + i], in[at + i]);
      }
    }
  }

  record Min() implements Fold {
    @Override
    public double start() {
      return Double.POSITIVE_INFINITY;
    }

    @Override
    public double join(double a, double b) {
      return Math.min(a, b);
    }

    @Override
    public double line(float[] in, int at, int length, int line) {
      float min = Float.POSITIVE_INFINITY;
      for (int i = at; i < at + length; i++) {
        min = Math.min(min, in[i]);
      }
      return min;
    }

    @Override
    public void columns(float[] in, int at, double[] slots, int slot, int count, int line) {
      for (int i = 0; i < count; i++) {
        slots[slot + i] = Math.min(slots[slot + i], in[at + i]);
      }
    }
  }

  record Product() implements Fold {
    @Override
    public double start() {
      return 1;
    }

    @Override
    public double join(double a, double b) {
      return a * b;
    }

    @Override
    public double line(float[] in, int at, int length, int line) {
      double product = 1;
      for (int i = at; i < at + length; i++) {
        product *= in[i];
      }
      return product;
    }

    @Override
    public void columns(float[] in, int at, double[] slots, int slot, int count, int line) {
      for (int i = 0; i < count; i++) {
        slots[slot + i] *= in[at + i];
      }
    }
  }
}
