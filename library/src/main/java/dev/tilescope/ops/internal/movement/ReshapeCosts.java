package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeParams;

/**
 * What reshaping takes, by a data-movement processor that copies piece by piece. The cycles are
 * those that profiles of boards show, Blackhole's and Wormhole's alike.
 */
final class ReshapeCosts {
  /** A row of a tile lies in two faces. */
  private static final int FACE_SIDE = TensorSpec.TILE_SIDE / 2;

  private static final int CYCLES_PER_TILE = 1880;
  private static final int CYCLES_PER_HALF_ROW = 83;

  /** If rows become longer or shorter, a map says where each piece goes. */
  private static final int MAPPED_CYCLES_PER_TILE = 6000;

  private static final int MAPPED_CYCLES_PER_HALF_ROW = 320;

  /** Without tiles: of a piece that was in one row and goes to one row. */
  private static final int CYCLES_PER_PIECE = 320;

  /** Of four bytes, or of less where pieces do not begin at multiples of four. */
  private static final int CYCLES_PER_WORD = 10;

  private ReshapeCosts() {}

  static Work of(Call<ReshapeParams> call) {
    int before = Costs.last(call.spec(0).shape());
    int after = Costs.last(call.outputSpec().shape());
    if (call.outputSpec().shape().volume() == 0) {
      return Costs.moving(call);
    }
    if (call.outputSpec().layout() == Layout.TILE) {
      return before == after
          ? ofTiles(call, CYCLES_PER_TILE, CYCLES_PER_HALF_ROW)
          : ofTiles(call, MAPPED_CYCLES_PER_TILE, MAPPED_CYCLES_PER_HALF_ROW);
    }
    return before == after ? Costs.moving(call) : ofRows(call, before, after);
  }

  private static Work ofTiles(Call<ReshapeParams> call, int perTile, int perHalfRow) {
    TensorSpec output = call.outputSpec();
    Shape shape = output.shape();
    int cores = CircularBuffers.perPage(call).size();
    long halfRows = shape.volume() / Costs.last(shape) * Math.ceilDiv(Costs.last(shape), FACE_SIDE);
    return copying(
        call,
        cores,
        Math.ceilDiv(output.pageCount(), cores) * perTile
            + Math.ceilDiv(halfRows, cores) * perHalfRow);
  }

  private static Work ofRows(Call<ReshapeParams> call, int before, int after) {
    TensorSpec output = call.outputSpec();
    long elements = output.shape().volume();
    long shorter = Math.min(before, after);
    long cuts = Math.max(before, after) % shorter == 0 ? 0 : elements / Math.max(before, after);
    long pieces = elements / shorter + cuts;
    int wordBytes =
        shorter * output.dtype().elementBytes() % Integer.BYTES == 0 ? Integer.BYTES : 1;
    int cores = CircularBuffers.perPage(call).size();
    long words = elements * output.dtype().elementBytes() / wordBytes;
    return copying(
        call,
        cores,
        Math.ceilDiv(pieces, cores) * CYCLES_PER_PIECE
            + Math.ceilDiv(words, cores) * CYCLES_PER_WORD);
  }

  private static Work copying(Call<ReshapeParams> call, int cores, long cycles) {
    return Costs.work(cycles, cores, Costs.inputs(call), call.outputSpec())
        .withIdealComputeCycles(0);
  }
}
