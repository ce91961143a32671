package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Costs;

/**
 * What making tiles of rows and rows of tiles takes. A core does so for one row of tiles after the
 * other; where there is padding it waits for each row by itself. Tiles to make rows of are awaited
 * one by one.
 */
final class LayoutCosts {
  private static final long TILE_NUMBERS = (long) TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE;
  private static final long WORD_BYTES = Integer.BYTES;

  private LayoutCosts() {}

  /**
   * @param cores that share rows of tiles; of shards each has its own
   */
  static <P extends Record> Work of(Call<P> call, String name, int cores) {
    boolean isTilize = name.startsWith("Tilize");
    TensorSpec rows = isTilize ? call.spec(0) : call.outputSpec();
    TensorSpec tiles = isTilize ? call.outputSpec() : call.spec(0);
    boolean waitsForRows = name.endsWith("Padding") || name.endsWith("Unpadding");
    Work work = computing(call, tiles, isTilize, cores);
    if (isTilize && waitsForRows) {
      work = work.withMoreCompute(paddingCycles(call, rows, tiles, work.cores()));
    }
    long ofCore = Math.ceilDiv(rows.pageCount(), work.cores());
    long blocks = Math.ceilDiv(ofCore, TensorSpec.TILE_SIDE);
    Traffic inRows =
        Costs.isInPlace(rows)
            ? Traffic.NONE
            : new Traffic(
                ofCore, waitsForRows ? ofCore : blocks, rows.pageBytes(), Traffic.Route.SPREAD);
    long tilesOfCore = Math.ceilDiv(tiles.pageCount(), work.cores());
    Traffic inTiles =
        Costs.isInPlace(tiles)
            ? Traffic.NONE
            : new Traffic(
                tilesOfCore,
                isTilize ? blocks : tilesOfCore,
                tiles.pageBytes(),
                Traffic.Route.SPREAD);
    Work moving = isTilize ? work.withTraffic(inRows, inTiles) : work.withTraffic(inTiles, inRows);
    return isTilize && waitsForRows ? moving.writingLast() : moving;
  }

  /** The reader writes padding word by word, and reads nothing meanwhile. */
  private static <P extends Record> long paddingCycles(
      Call<P> call, TensorSpec rows, TensorSpec tiles, int cores) {
    long bytes = rows.dtype().elementBytes();
    long numbers = tiles.pageCount() * TILE_NUMBERS - rows.shape().volume();
    double perWord =
        CostConstants.inUse().of("tilize.padding.cycles", call.device().board().architecture());
    return Math.round(Math.ceilDiv(numbers * bytes, WORD_BYTES * cores) * perWord);
  }

  private static <P extends Record> Work computing(
      Call<P> call, TensorSpec tiles, boolean isTilize, int cores) {
    TensorSpec shards = Costs.isInPlace(tiles) ? tiles : call.spec(0);
    ShardSpec shard = Costs.isInPlace(shards) ? shards.memoryConfig().shardSpec() : null;
    long width =
        Math.ceilDiv(shard == null ? tiles.physicalWidth() : shard.width(), TensorSpec.TILE_SIDE);
    long blocks =
        shard == null
            ? Math.ceilDiv(tiles.pageCount() / Math.max(1, width), cores)
            : Math.ceilDiv(shard.height(), TensorSpec.TILE_SIDE);
    Architecture architecture = call.device().board().architecture();
    CostConstants constants = CostConstants.inUse();
    String kind = isTilize ? "TILIZE" : "UNTILIZE";
    long cycles =
        blocks
            * (width * constants.tileCycles("layout", kind + "_IN_PLACE", architecture)
                + (isTilize
                    ? 0
                    : Math.round(constants.of("untilize.row_of_tiles.cycles", architecture))));
    return Costs.computing(
            cycles,
            shard == null ? cores : shard.grid().size(),
            Costs.inputs(call),
            call.outputSpec())
        .withIdealComputeCycles(0);
  }
}
