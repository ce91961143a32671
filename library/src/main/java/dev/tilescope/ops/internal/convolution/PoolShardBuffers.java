package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.PoolType;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The circular buffers of a pool on shards, after TT-NN's pool_utils.cpp, get_factory_parameters
 * and calculate_pool_cb_sizes. Indices and divisors for the readers, which lie in L1_SMALL, are
 * left out.
 */
record PoolShardBuffers(Call<Pool2DParams> call) {
  private static final int FACE_SIDE = TensorSpec.TILE_SIDE / 2;
  private static final int TILE_ELEMENTS = TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE;

  static final String TEXT =
      "With the input in shards: two tiles of the divisor, twice if pixels differ in it, a tile of"
          + " what clears, two windows for each of two readers, for indices seven tiles, 32 rows to"
          + " tilize for tiles out, and input and result where they lie.";

  List<CircularBuffer> all() {
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(tiles(data(), 2));
    if (params().poolType() == PoolType.AVG_POOL2D && !hasOneDivisor()) {
      buffers.add(tiles(data(), 2));
    }
    buffers.add(tiles(data(), 1));
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    buffers.add(tiles(data(), 2 * windowTiles()));
    buffers.add(tiles(data(), 2 * windowTiles()));
    if (params().returnIndices()) {
      addIndexTiles(buffers);
    }
    if (params().outputLayout() == Layout.TILE) {
      buffers.add(tiles(data(), channelTiles()));
    }
    call.outputs().forEach(output -> buffers.add(CircularBuffers.backedBy(output)));
    return buffers;
  }

  private Pool2DParams params() {
    return call.params();
  }

  private CoreRangeSet cores() {
    return Objects.requireNonNull(call.spec(0).memoryConfig().grid());
  }

  private CircularBuffer tiles(DataType dtype, long count) {
    return CircularBuffers.tiles(cores(), dtype, count);
  }

  private DataType data() {
    return HaloOperations.rowsOf(call.spec(0).dtype());
  }

  private int coreChannels() {
    MemoryConfig memory = call.spec(0).memoryConfig();
    return Math.ceilDiv(params().image().channels(), ParallelConfig.of(memory).coresChannels());
  }

  private long channelTiles() {
    return Math.ceilDiv(coreChannels(), TensorSpec.TILE_SIDE);
  }

  private long taps() {
    Window window = params().window();
    return (long) window.height() * window.width();
  }

  /** Whether a window is more than one pass of the reduction; half a tile of channels has half. */
  private boolean isLarge() {
    int rest = coreChannels() % TensorSpec.TILE_SIDE;
    return taps() > (rest != 0 && rest <= FACE_SIDE ? FACE_SIDE : TensorSpec.TILE_SIDE);
  }

  /** The tiles that a window of at most so many tiles of channels takes. */
  private long windowTiles() {
    if (params().returnIndices()) {
      return 1;
    }
    boolean average = params().poolType() == PoolType.AVG_POOL2D;
    long most = average && isLarge() ? 4 : 8;
    long rows = taps() <= FACE_SIDE ? taps() : TensorSpec.TILE_SIDE;
    long elements = Math.min(most, channelTiles()) * TensorSpec.TILE_SIDE * rows;
    return Math.ceilDiv(elements, TILE_ELEMENTS);
  }

  private boolean hasOneDivisor() {
    Window window = params().window();
    Margins padding = WindowArguments.margins(window);
    boolean hangsOver = params().ceilMode() && !params().halo().equals(padding);
    return params().divisorOverride() != null
        || !hangsOver && (params().countIncludePad() || padding.equals(Margins.NONE));
  }

  private void addIndexTiles(List<CircularBuffer> buffers) {
    DataType indices = call.outputs().getLast().spec().dtype();
    buffers.add(tiles(indices, 1));
    buffers.add(tiles(data(), 1));
    for (int i = 0; i < (isLarge() ? 7 : 5); i++) {
      buffers.add(tiles(indices, 1));
    }
  }
}
