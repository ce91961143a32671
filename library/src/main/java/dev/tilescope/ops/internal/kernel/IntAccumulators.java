package dev.tilescope.ops.internal.kernel;

import java.util.Arrays;

/**
 * Reductions of 32-bit integers in 64 bits, whose low half is what wrapping 32-bit arithmetic
 * gives.
 */
final class IntAccumulators implements Accumulators {
  private static final long UNSIGNED = 0xFFFFFFFFL;

  private final ReductionKind kind;
  private final boolean unsigned;
  private final int[] in;
  private final int[] out;
  private final long[] slots;

  private IntAccumulators(ReductionKind kind, boolean unsigned, int[] in, int[] out, int slots) {
    this.kind = kind;
    this.unsigned = unsigned;
    this.in = in;
    this.out = out;
    this.slots = new long[slots];
  }

  static void reduce(
      Parallel parallel, ReductionKind kind, boolean unsigned, int[] in, Lines lines, int[] out) {
    Reductions.run(parallel, lines, slots -> new IntAccumulators(kind, unsigned, in, out, slots));
  }

  @Override
  public void clear(int slot, int count) {
    long start =
        switch (kind) {
          case SUM, MEAN -> 0;
          case PRODUCT -> 1;
          case MAX -> Long.MIN_VALUE;
          case MIN -> Long.MAX_VALUE;
        };
    Arrays.fill(slots, slot, slot + count, start);
  }

  @Override
  public void fold(int at, int slot, int count, int line) {
    switch (kind) {
      case SUM, MEAN -> {
        for (int i = 0; i < count; i++) {
          slots[slot + i] += in[at + i];
        }
      }
      case PRODUCT -> {
        for (int i = 0; i < count; i++) {
          slots[slot + i] *= in[at + i];
        }
      }
      case MAX -> {
        for (int i = 0; i < count; i++) {
          slots[slot + i] = Math.max(slots[slot + i], ordered(in[at + i]));
        }
      }
      case MIN -> {
        for (int i = 0; i < count; i++) {
          slots[slot + i] = Math.min(slots[slot + i], ordered(in[at + i]));
        }
      }
    }
  }

  private long ordered(int value) {
    return unsigned ? value & UNSIGNED : value;
  }

  @Override
  public void foldLine(int at, int length, int slot, int line) {
    long result = slots[slot];
    for (int i = 0; i < length; i++) {
      result = joined(result, ordered(in[at + i]));
    }
    slots[slot] = result;
  }

  private long joined(long a, long b) {
    return switch (kind) {
      case SUM, MEAN -> a + b;
      case PRODUCT -> a * b;
      case MAX -> Math.max(a, b);
      case MIN -> Math.min(a, b);
    };
  }

  @Override
  public void join(int slot, int from, int count) {
    for (int i = 0; i < count; i++) {
      slots[slot + i] = joined(slots[slot + i], slots[from + i]);
    }
  }

  @Override
  public void finish(int slot, int count, int line) {
    for (int i = 0; i < count; i++) {
      out[line + i] = (int) slots[slot + i];
    }
  }
}
