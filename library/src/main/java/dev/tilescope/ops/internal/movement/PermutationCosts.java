package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Traffic;
import dev.tilescope.device.Work;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.movement.MovementOperations.PermuteParams;
import java.util.List;

/**
 * What permutations take, whose cycles are those that profiles of Blackhole boards show. They count
 * pieces, not bytes: a row of 256 takes as long in bfloat16 as in uint32.
 */
final class PermutationCosts {
  private static final int TRANSPOSED_CYCLES_PER_PIECE = 65;

  /** Of a tile's row that goes to another tile, where the last dimension stays the last. */
  private static final int CYCLES_PER_ROW = 705;

  /** Of a tile whose padding is written. */
  private static final int CYCLES_PER_PADDED_TILE = 1670;

  /** Of a block as large as a tile, of a tensor without tiles, that is turned. */
  private static final int CYCLES_PER_BLOCK = 2200;

  private PermutationCosts() {}

  static Work transpose(Call<PermuteParams> call) {
    return keepsPages(call)
        ? ofWholeTiles(call)
        : Costs.inPieces(call, TRANSPOSED_CYCLES_PER_PIECE);
  }

  private static Work ofWholeTiles(Call<PermuteParams> call) {
    Work work = Costs.moving(call);
    TensorSpec output = call.outputSpec();
    if (keepsLast(call) || output.layout() != Layout.TILE) {
      return work;
    }
    Architecture architecture = call.device().board().architecture();
    long turned = CostConstants.inUse().tileCycles("layout", "TRANSPOSE", architecture);
    return work.withMoreCompute(Math.ceilDiv(output.pageCount(), work.cores()) * turned);
  }

  static Work permute(Call<PermuteParams> call) {
    if (call.outputSpec().shape().volume() == 0) {
      return Costs.moving(call);
    }
    if (call.outputSpec().layout() == Layout.ROW_MAJOR) {
      return keepsLast(call) ? Costs.moving(call) : inBlocks(call);
    }
    return keepsLast(call) && !keepsPages(call) ? inRows(call) : transpose(call);
  }

  /** Whole tiles are moved, and turned if need be, where both dimensions of a tile stay there. */
  private static boolean keepsPages(Call<PermuteParams> call) {
    List<Integer> dims = call.params().dims();
    int rank = dims.size();
    return rank < 2
        || dims.get(rank - 1) + dims.get(rank - 2) == 2 * rank - 3
        || call.outputSpec().layout() != Layout.TILE;
  }

  private static boolean keepsLast(Call<PermuteParams> call) {
    List<Integer> dims = call.params().dims();
    return dims.isEmpty() || dims.getLast() == dims.size() - 1;
  }

  private static Work inRows(Call<PermuteParams> call) {
    TensorSpec output = call.outputSpec();
    Shape shape = output.shape();
    int cores = CircularBuffers.perPage(call).size();
    long rows = shape.volume() / shape.dim(-1) * tiles(shape.dim(-1));
    boolean isPadded = shape.dim(-2) % TensorSpec.TILE_SIDE != 0;
    long cycles =
        Math.ceilDiv(rows, cores) * CYCLES_PER_ROW
            + (isPadded ? Math.ceilDiv(output.pageCount(), cores) * CYCLES_PER_PADDED_TILE : 0);
    return Costs.work(cycles, cores, Costs.inputs(call), output).withIdealComputeCycles(0);
  }

  private static Work inBlocks(Call<PermuteParams> call) {
    int before = call.spec(0).shape().dim(-1);
    int after = call.outputSpec().shape().dim(-1);
    long others = call.outputSpec().shape().volume() / before / after;
    long blocks = others * tiles(before) * tiles(after);
    int cores = CircularBuffers.sharing(blocks, call).size();
    long share = Math.ceilDiv(blocks, cores);
    Work work =
        Costs.work(share * CYCLES_PER_BLOCK, cores, Costs.inputs(call), call.outputSpec())
            .withIdealComputeCycles(0);
    return work.withTraffic(byBlock(work.reads(), share), byBlock(work.writes(), share));
  }

  /** Pages may be far smaller than blocks, or far larger. */
  private static Traffic byBlock(Traffic byPage, long blocks) {
    return new Traffic(Math.min(byPage.pages(), blocks), blocks);
  }

  private static long tiles(int elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }
}
