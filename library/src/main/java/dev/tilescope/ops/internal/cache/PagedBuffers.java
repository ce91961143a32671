package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.cache.PagedCacheOperations.PagedUpdateCacheParams;
import dev.tilescope.ops.internal.cache.PagedFillOperations.PagedFillCacheParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;

/**
 * The circular buffers of what writes to caches, as paged_update_cache_program_factory,
 * paged_tiled_fused_update_cache_program_factory and paged_fill_cache_program_factory declare them.
 */
final class PagedBuffers {
  static final String UPDATE_TEXT =
      "The input's shard itself, two rows of tiles each of the cache before, as rows, and of the new"
          + " row, one for each user on the way out, a tile of positions and a row of pages.";
  static final String FUSED_TEXT =
      "Those of PagedUpdateCacheDeviceOperation on the rectangle around the cores of both inputs,"
          + " with a row of positions; both inputs' shards themselves.";
  static final String FILL_TEXT =
      "Two rows of tiles of the input, a row of pages, and the numbers of the users.";

  private PagedBuffers() {}

  static List<CircularBuffer> update(Call<PagedUpdateCacheParams> call) {
    CircularBuffer shard = CircularBuffers.backedBy(call.input(1));
    CoreRangeSet cores = shard.cores();
    List<CircularBuffer> buffers = rows(call, cores);
    buffers.add(shard);
    if (call.has(PagedCacheOperations.UPDATE_IDXS)) {
      DataType positions = call.spec(PagedCacheOperations.UPDATE_IDXS).dtype();
      buffers.add(CircularBuffers.tiles(cores, positions, 1));
    }
    if (call.has(PagedCacheOperations.PAGE_TABLE)) {
      TensorSpec pages = call.spec(PagedCacheOperations.PAGE_TABLE);
      buffers.add(CircularBuffers.pages(cores, pages, 1));
    }
    return buffers;
  }

  static List<CircularBuffer> fused(Call<PagedUpdateCacheParams> call) {
    CircularBuffer first = CircularBuffers.backedBy(call.input(1));
    CircularBuffer second = CircularBuffers.backedBy(call.input(5));
    CoreRangeSet cores = around(first.cores(), second.cores());
    List<CircularBuffer> buffers = rows(call, cores);
    buffers.add(first);
    buffers.add(second);
    for (int i = PagedCacheOperations.UPDATE_IDXS; i <= PagedCacheOperations.PAGE_TABLE; i++) {
      if (call.has(i)) {
        Tensor held = call.input(i);
        buffers.add(
            held.memoryConfig().isSharded()
                ? CircularBuffers.backedBy(held, cores)
                : CircularBuffers.aligned(cores, held, 1));
      }
    }
    return buffers;
  }

  private static CoreRangeSet around(CoreRangeSet first, CoreRangeSet second) {
    CoreRange[] ranges =
        Stream.concat(first.ranges().stream(), second.ranges().stream()).toArray(CoreRange[]::new);
    return CoreRangeSet.of(CoreRangeSet.of(ranges).boundingBox());
  }

  /** Of the first cache and its input; a second has the same. */
  private static List<CircularBuffer> rows(Call<PagedUpdateCacheParams> call, CoreRangeSet cores) {
    TensorSpec input = call.spec(1);
    DataType cache = call.spec(0).dtype();
    DataType between = call.params().isWide() ? DataType.FLOAT32 : DataType.BFLOAT16;
    long width = input.physicalWidth() / TensorSpec.TILE_SIDE;
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, cache, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, between, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, between, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, cache, input.shape().dim(1) * width));
    return buffers;
  }

  static List<CircularBuffer> fill(Call<PagedFillCacheParams> call, CoreRangeSet cores) {
    long width = call.spec(1).physicalWidth() / TensorSpec.TILE_SIDE;
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * width));
    buffers.add(CircularBuffers.aligned(cores, call.input(2), 1));
    if (call.has(PagedFillOperations.BATCH_IDXS)) {
      int bytes = call.spec(PagedFillOperations.BATCH_IDXS).dtype().elementBytes();
      long users = call.spec(PagedFillOperations.BATCH_IDXS).shape().volume();
      buffers.add(CircularBuffer.local(cores, users * bytes, bytes));
    }
    return buffers;
  }
}
