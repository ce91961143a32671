package dev.tilescope.ops.kernel;

import dev.tilescope.ops.kernel.StridePair.Cursor;

/** Cuts an operation on two broadcast operands into runs along the innermost dimension. */
final class Broadcast {
  private static final int GRAIN_ELEMENTS = 1 << 16;

  /** One run: the output is contiguous, each operand moves by its step. */
  interface Run {
    void run(int aAt, int aStep, int bAt, int bStep, int outAt, int length);
  }

  private Broadcast() {}

  static void forEachRun(StridePair operands, Parallel parallel, Run body) {
    int last = operands.rank() - 1;
    StridePair outer = operands.without(last);
    parallel.forRange(
        operands.volume(), GRAIN_ELEMENTS, (from, to) -> runs(operands, outer, from, to, body));
  }

  private static void runs(StridePair operands, StridePair outer, int from, int to, Run body) {
    int last = operands.rank() - 1;
    int length = operands.dim(last);
    int aStep = operands.first(last);
    int bStep = operands.second(last);
    Cursor row = outer.cursorAt(from / length);
    int skip = from % length;
    for (int at = from; at < to; row.advance()) {
      int run = Math.min(length - skip, to - at);
      body.run(row.first() + skip * aStep, aStep, row.second() + skip * bStep, bStep, at, run);
      at += run;
      skip = 0;
    }
  }
}
