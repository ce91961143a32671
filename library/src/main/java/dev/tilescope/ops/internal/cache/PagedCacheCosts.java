package dev.tilescope.ops.internal.cache;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.cache.PagedCacheOperations.PagedUpdateCacheParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Costs;
import java.util.List;

/**
 * What it takes to write a row into tiles of a cache. A user's core does so for one head after the
 * other: it reads the row of tiles, makes rows of it, puts the new one in, makes tiles again and
 * writes them back.
 */
final class PagedCacheCosts {
  private PagedCacheCosts() {}

  static Work update(Call<PagedUpdateCacheParams> call) {
    return update(call, /* caches= */ 1);
  }

  /**
   * @param caches that are written at once, by cores of their own
   */
  static Work update(Call<PagedUpdateCacheParams> call, int caches) {
    TensorSpec cache = call.spec(0);
    TensorSpec row = call.spec(1);
    int users = row.shape().dim(1);
    long heads = cache.shape().dim(1);
    long width = cache.physicalWidth() / TensorSpec.TILE_SIDE;
    Architecture architecture = call.device().board().architecture();
    long bytes = heads * width * cache.pageBytes() * users * caches;
    Traffic tiles = new Traffic(heads * width, heads);
    return new Work(
            heads * cyclesOfHead(width, architecture),
            bytes,
            bytes,
            cache.memoryConfig().bufferType().isDram(),
            cache.memoryConfig().bufferType().isDram(),
            cache.pageBytes(),
            caches * users)
        .withTraffic(tiles, tiles)
        .withInputs(Costs.inputs(call).size())
        .withIdealComputeCycles(0);
  }

  /** A row of tiles is awaited as a whole, in and out, and before the first the page table. */
  static Work fill(Call<?> call) {
    TensorSpec rows = call.spec(1);
    int cores = PagedFillOperations.fillCores(call).size();
    long width = rows.physicalWidth() / TensorSpec.TILE_SIDE;
    long ofCore = Math.ceilDiv(rows.physicalHeight() / TensorSpec.TILE_SIDE, (long) cores);
    return Costs.work(0, cores, List.of(rows), rows)
        .withTraffic(new Traffic(ofCore * width, ofCore), new Traffic(ofCore * width, ofCore + 1));
  }

  private static long cyclesOfHead(long width, Architecture architecture) {
    CostConstants constants = CostConstants.inUse();
    long tile = 0;
    for (String way : List.of("UNTILIZE_IN_PLACE", "TILIZE_IN_PLACE")) {
      tile += constants.tileCycles("layout", way, architecture);
    }
    return width * tile + Math.round(constants.of("untilize.row_of_tiles.cycles", architecture));
  }
}
