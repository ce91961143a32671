package dev.tilescope.ops.internal.kernel;

import java.util.function.IntFunction;

/**
 * Cuts a reduction into tasks: blocks of neighbouring lines, and, where there are few of those,
 * chunks of their length, whose partial results are joined in order. The cut depends on the shape
 * only, and so do the results.
 */
final class Reductions {
  private static final int COLUMNS = 512;
  private static final int CHUNK_ELEMENTS = 1 << 15;

  /** With this many blocks every core is busy without cutting lines. */
  private static final int ENOUGH_BLOCKS = 64;

  private final Lines lines;
  private final int columns;
  private final int blocksAcross;
  private final int chunkLength;
  private final int chunks;

  private Reductions(Lines lines) {
    this.lines = lines;
    this.columns = Math.min(COLUMNS, lines.inner());
    this.blocksAcross = Math.ceilDiv(lines.inner(), columns);
    boolean whole = (long) lines.outer() * blocksAcross >= ENOUGH_BLOCKS;
    this.chunkLength = Math.max(1, whole ? lines.length() : CHUNK_ELEMENTS / columns);
    this.chunks = Math.max(1, Math.ceilDiv(lines.length(), chunkLength));
  }

  /** Reduces at least one line; {@code slots} makes that many accumulators. */
  static void run(Parallel parallel, Lines lines, IntFunction<? extends Accumulators> slots) {
    Reductions cut = new Reductions(lines);
    int blocks = lines.outer() * cut.blocksAcross;
    if (cut.chunks == 1) {
      cut.wholeLines(parallel, blocks, slots);
    } else {
      cut.chunkedLines(parallel, blocks, slots.apply(blocks * cut.chunks * cut.columns));
    }
  }

  private void wholeLines(
      Parallel parallel, int blocks, IntFunction<? extends Accumulators> slots) {
    int grain = Math.max(1, CHUNK_ELEMENTS / Math.max(1, chunkLength * columns));
    parallel.forRange(
        blocks,
        grain,
        (from, to) -> {
          Accumulators own = slots.apply(columns);
          for (int block = from; block < to; block++) {
            foldChunk(own, block, 0, 0);
            own.finish(0, width(block), line(block));
          }
        });
  }

  private void chunkedLines(Parallel parallel, int blocks, Accumulators shared) {
    parallel.forEach(blocks * chunks, i -> foldChunk(shared, i / chunks, i % chunks, i * columns));
    for (int block = 0; block < blocks; block++) {
      int slot = block * chunks * columns;
      for (int chunk = 1; chunk < chunks; chunk++) {
        shared.join(slot, slot + chunk * columns, width(block));
      }
      shared.finish(slot, width(block), line(block));
    }
  }

  private void foldChunk(Accumulators into, int block, int chunk, int slot) {
    int width = width(block);
    int line = line(block);
    int from = chunk * chunkLength;
    int rows = Math.min(chunkLength, lines.length() - from);
    int at = (block / blocksAcross * lines.length() + from) * lines.inner() + column(block);
    into.clear(slot, width);
    if (lines.inner() == 1) {
      into.foldLine(at, rows, slot, line);
    } else {
      for (int row = 0; row < rows; row++) {
        into.fold(at + row * lines.inner(), slot, width, line);
      }
    }
  }

  private int column(int block) {
    return block % blocksAcross * columns;
  }

  private int width(int block) {
    return Math.min(columns, lines.inner() - column(block));
  }

  private int line(int block) {
    return block / blocksAcross * lines.inner() + column(block);
  }
}
