package dev.tilescope.ops.kernel;

/** Cuts an operation on broadcast operands into runs along the innermost dimension. */
final class Broadcast {
  private static final int GRAIN_ELEMENTS = 1 << 16;

  /** One run: the output is contiguous, each of two operands moves by its step. */
  interface Run {
    void run(int aAt, int aStep, int bAt, int bStep, int outAt, int length);
  }

  /** One run: the output is contiguous, each of three operands moves by its step. */
  interface TernaryRun {
    void run(int aAt, int aStep, int bAt, int bStep, int cAt, int cStep, int outAt, int length);
  }

  private interface AnyRun {
    void run(int[] at, int[] steps, int outAt, int length);
  }

  private Broadcast() {}

  static void forEachRun(StridePair operands, Parallel parallel, Run body) {
    split(
        operands.walk(),
        parallel,
        (at, steps, outAt, length) -> body.run(at[0], steps[0], at[1], steps[1], outAt, length));
  }

  /** The walk is one of three operands. */
  static void forEachRun(StrideWalk operands, Parallel parallel, TernaryRun body) {
    split(
        operands,
        parallel,
        (at, steps, outAt, length) ->
            body.run(at[0], steps[0], at[1], steps[1], at[2], steps[2], outAt, length));
  }

  private static void split(StrideWalk operands, Parallel parallel, AnyRun body) {
    StrideWalk outer = operands.without(operands.rank() - 1);
    parallel.forRange(
        operands.volume(), GRAIN_ELEMENTS, (from, to) -> runs(operands, outer, from, to, body));
  }

  private static void runs(StrideWalk operands, StrideWalk outer, int from, int to, AnyRun body) {
    int last = operands.rank() - 1;
    int length = operands.dim(last);
    int[] at = new int[operands.arrays()];
    int[] steps = new int[operands.arrays()];
    StrideWalk.Cursor row = outer.cursorAt(from / length);
    int skip = from % length;
    for (int outAt = from; outAt < to; row.advance()) {
      int run = Math.min(length - skip, to - outAt);
      for (int operand = 0; operand < at.length; operand++) {
        steps[operand] = operands.stride(operand, last);
        at[operand] = row.at(operand) + skip * steps[operand];
      }
      body.run(at, steps, outAt, run);
      outAt += run;
      skip = 0;
    }
  }
}
