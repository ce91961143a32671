package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Check;

/**
 * Which pixels of an image with its margin each core gets: those that its part of the result needs,
 * from the first to the last, so that neighbours have some of them twice. After TT-NN's
 * sliding_window.cpp, generate_shard_boundaries.
 *
 * @param padded with the margin
 * @param cores along the pixels
 * @param wholeTiles whether parts of the result are whole tiles of rows
 */
public record HaloShards(
    ImageSize padded, Window window, ImageSize output, int cores, boolean wholeTiles) {
  /** The rows of all cores, as many on each as the busiest needs. */
  Shape shape() {
    long rows = mostRows() * cores;
    Check.that(
        rows <= Integer.MAX_VALUE, "input_tensor: %d rows with margins are above 2^31-1", rows);
    return Shape.of(1, 1, (int) rows, padded.channels());
  }

  long mostRows() {
    long most = 0;
    for (int core = 0; core < cores; core++) {
      most = Math.max(most, rows(core));
    }
    return most;
  }

  private long rows(int core) {
    long perCore = perCore();
    long start = Math.min(core * perCore, pixels());
    long first = first(core);
    return first == 0 && start != 0
        ? 0
        : tap(Math.min(start + perCore, pixels()) - 1) + reach() - first + 1;
  }

  private long first(int core) {
    return tap(Math.min(core * perCore(), pixels() - 1));
  }

  private long pixels() {
    return output.flat().dim(2);
  }

  private long perCore() {
    long unit = wholeTiles ? TensorSpec.TILE_SIDE : 1;
    return ParallelConfig.roundUp(pixels(), cores * unit) / cores;
  }

  /** The first pixel of the window that a pixel of the result looks at. */
  private long tap(long pixel) {
    long x = pixel % output.width() * window.strideWidth();
    long row = pixel / output.width();
    long y = row % output.height() * window.strideHeight();
    return (row / output.height() * padded.height() + y) * padded.width() + x;
  }

  /** From the first pixel of a window to its last. */
  private long reach() {
    return (WindowArguments.reach(window.height(), window.dilationHeight()) - 1) * padded.width()
        + WindowArguments.reach(window.width(), window.dilationWidth())
        - 1;
  }

  /** Copies pixels of the image to the cores that need them; both are arrays of one type. */
  void deal(Object image, Object shards) {
    copy(image, shards, true);
  }

  /** Puts together again what cores have; pixels that no window looks at are left out. */
  void join(Object shards, Object image) {
    copy(shards, image, false);
  }

  private void copy(Object from, Object to, boolean dealing) {
    int channels = padded.channels();
    int most = (int) mostRows();
    for (int core = 0; core < cores; core++) {
      int inImage = (int) first(core) * channels;
      int inShards = core * most * channels;
      int count = (int) rows(core) * channels;
      System.arraycopy(from, dealing ? inImage : inShards, to, dealing ? inShards : inImage, count);
    }
  }
}
