package dev.tilescope.ops.internal.kernel;

import java.util.function.Consumer;

/** Cuts an operation on broadcast operands into runs along the innermost dimension. */
final class Broadcast {
  private static final int GRAIN_ELEMENTS = 1 << 16;

  /**
   * One run: the output is contiguous, each of two or three operands moves by its step. A task
   * makes one and moves it on, since runs may be too short to make one for each.
   */
  static final class Run {
    final int aStep;
    final int bStep;
    final int cStep;
    int aAt;
    int bAt;
    int cAt;
    int outAt;
    int length;

    Run(int aAt, int aStep, int bAt, int bStep, int outAt, int length) {
      this(aStep, bStep, 0);
      this.aAt = aAt;
      this.bAt = bAt;
      this.outAt = outAt;
      this.length = length;
    }

    private Run(int aStep, int bStep, int cStep) {
      this.aStep = aStep;
      this.bStep = bStep;
      this.cStep = cStep;
    }
  }

  private Broadcast() {}

  /** The walk is one of two or three operands. */
  static void forEachRun(StrideWalk operands, Parallel parallel, Consumer<Run> body) {
    StrideWalk outer = operands.without(operands.rank() - 1);
    parallel.forRange(
        operands.volume(), GRAIN_ELEMENTS, (from, to) -> runs(operands, outer, from, to, body));
  }

  private static void runs(
      StrideWalk operands, StrideWalk outer, int from, int to, Consumer<Run> body) {
    int last = operands.rank() - 1;
    boolean ternary = operands.arrays() == 3;
    Run run =
        new Run(
            operands.stride(0, last),
            operands.stride(1, last),
            ternary ? operands.stride(2, last) : 0);
    StrideWalk.Cursor row = outer.cursorAt(from / operands.dim(last));
    int skip = from % operands.dim(last);
    for (run.outAt = from; run.outAt < to; run.outAt += run.length, row.advance()) {
      run.length = Math.min(operands.dim(last) - skip, to - run.outAt);
      run.aAt = row.at(0) + skip * run.aStep;
      run.bAt = row.at(1) + skip * run.bStep;
      run.cAt = ternary ? row.at(2) + skip * run.cStep : 0;
      body.accept(run);
      skip = 0;
    }
  }
}
