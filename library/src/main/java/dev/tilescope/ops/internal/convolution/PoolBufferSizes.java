package dev.tilescope.ops.internal.convolution;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.PoolType;
import dev.tilescope.ops.internal.kernel.Window;
import java.util.ArrayList;
import java.util.List;

/**
 * How large the circular buffers of a pool on shards are, after get_factory_parameters and
 * calculate_pool_cb_sizes of TT-NN's pool_utils.cpp: a program asks when it is made, and whoever
 * decides how much of an image fits into L1 asks before.
 *
 * @param coresChannels cores that channels are shared out over
 * @param data type of the rows that are reduced
 */
record PoolBufferSizes(Pool2DParams params, int coresChannels, DataType data) {
  private static final int FACE_SIDE = TensorSpec.TILE_SIDE / 2;
  private static final int TILE_ELEMENTS = TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE;

  /** Windows that cross the edge by this much make tiles of indices of their own. */
  private static final int INDEX_TILES = 5;

  /** So many tiles of a type in one buffer. */
  record Part(DataType dtype, long tiles) {
    private long bytes() {
      return tiles * dtype.tileBytes();
    }
  }

  /** Before the input: divisors, and what clears. */
  List<Part> constants() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(data, 2));
    if (params.poolType() == PoolType.AVG_POOL2D && !hasOneDivisor()) {
      parts.add(new Part(data, 2));
    }
    parts.add(new Part(data, 1));
    return parts;
  }

  /** After it: two windows for each of two readers, indices, and rows to tilize. */
  List<Part> windows() {
    List<Part> parts = new ArrayList<>();
    parts.add(new Part(data, 2 * windowTiles()));
    parts.add(new Part(data, 2 * windowTiles()));
    if (params.returnIndices()) {
      DataType indices = Pool2dOperations.indexType(params.image());
      parts.add(new Part(indices, 1));
      parts.add(new Part(data, 1));
      for (int i = 0; i < (isLarge() ? INDEX_TILES + 2 : INDEX_TILES); i++) {
        parts.add(new Part(indices, 1));
      }
    }
    if (params.outputLayout() == Layout.TILE) {
      parts.add(new Part(data, channelTiles()));
    }
    return parts;
  }

  /**
   * What the program takes of a core's L1, the results included.
   *
   * @param result shards of the result
   */
  long programBytes(ShardSpec result) {
    long elements = (long) result.height() * result.width();
    boolean tiled = params.outputLayout() == Layout.TILE;
    long resultBytes =
        tiled
            ? elements / TILE_ELEMENTS * params.dtype().tileBytes()
            : elements * data.elementBytes();
    long indexBytes =
        params.returnIndices()
            ? elements * Pool2dOperations.indexType(params.image()).elementBytes()
            : 0;
    return constants().stream().mapToLong(Part::bytes).sum()
        + windows().stream().mapToLong(Part::bytes).sum()
        + resultBytes
        + indexBytes;
  }

  private long channelTiles() {
    int perCore = Math.ceilDiv(params.image().channels(), coresChannels);
    return Math.ceilDiv(perCore, TensorSpec.TILE_SIDE);
  }

  private long taps() {
    Window window = params.window();
    return (long) window.height() * window.width();
  }

  /** Whether a window is more than one pass of the reduction; half a tile of channels has half. */
  private boolean isLarge() {
    int rest = params.image().channels() / coresChannels % TensorSpec.TILE_SIDE;
    return taps() > (rest != 0 && rest <= FACE_SIDE ? FACE_SIDE : TensorSpec.TILE_SIDE);
  }

  /** The tiles that a window of at most so many tiles of channels takes. */
  private long windowTiles() {
    if (params.returnIndices()) {
      return 1;
    }
    boolean average = params.poolType() == PoolType.AVG_POOL2D;
    long most = average && isLarge() ? 4 : 8;
    long rows = taps() <= FACE_SIDE ? taps() : TensorSpec.TILE_SIDE;
    long elements = Math.min(most, channelTiles()) * TensorSpec.TILE_SIDE * rows;
    return Math.ceilDiv(elements, TILE_ELEMENTS);
  }

  private boolean hasOneDivisor() {
    Window window = params.window();
    Margins padding = WindowArguments.margins(window);
    boolean hangsOver = params.ceilMode() && !params.halo().equals(padding);
    return params.divisorOverride() != null
        || !hangsOver && (params.countIncludePad() || padding.equals(Margins.NONE));
  }
}
