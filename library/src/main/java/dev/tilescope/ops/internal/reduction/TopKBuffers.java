package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.reduction.OrderOperations.TopKParams;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The buffers of topk_single_core_program_factory.cpp, a Metal 2.0 program that gives a core whole
 * rows of tiles, and of topk_multi_core_program_factory.cpp, which cuts long rows between cores.
 */
final class TopKBuffers {
  static final String TEXT =
      "Dataflow buffers, each for values and for indices: two tiles in, four turned, twice the tiles"
          + " of k to sort in and those out, on as many cores as there are rows of tiles. Rows of a"
          + " power of two from 8192 on, with k up to 64, are cut between cores: four tiles in, a"
          + " core's part turned, two out, and those of all cores on all and again on the core that"
          + " ends it.";

  /** {@code multi_core_min_width} and what 16 bits count. */
  private static final int SHORTEST_CUT = 8192;

  private static final int LONGEST_CUT = 65_534;
  private static final int MOST_K_OF_CUT = 64;
  private static final int SHORTEST_PART = 64;

  /**
   * How a row is cut, by {@code find_topk_core_config}.
   *
   * @param elements of a part
   * @param parts how many
   * @param across cores side by side
   */
  private record Cut(long elements, long parts, int across) {
    int down() {
      return (int) (parts / across);
    }
  }

  private final Call<TopKParams> call;
  private final DataType value;
  private final DataType index;
  private final DataType sorted;
  private final long kTiles;

  private TopKBuffers(Call<TopKParams> call) {
    this.call = call;
    value = call.spec(0).dtype();
    index = call.outputs().get(1).dtype();
    sorted = value.isBlockFloat() ? DataType.BFLOAT16 : value;
    kTiles = Math.ceilDiv(call.params().k(), TensorSpec.TILE_SIDE);
  }

  static List<CircularBuffer> of(Call<TopKParams> call) {
    TopKBuffers program = new TopKBuffers(call);
    Cut cut = program.cut();
    return cut == null ? program.wholeRows() : program.parts(cut);
  }

  private List<CircularBuffer> wholeRows() {
    long rows = Math.max(1, call.spec(0).physicalHeight() / TensorSpec.TILE_SIDE);
    CoreRangeSet cores = CircularBuffers.sharingByRows(rows, call);
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, value, 2),
            CircularBuffers.tiles(cores, index, 2),
            CircularBuffers.tiles(cores, sorted, 4),
            CircularBuffers.tiles(cores, index, 4),
            CircularBuffers.tiles(cores, sorted, 2 * kTiles),
            CircularBuffers.tiles(cores, index, 2 * kTiles),
            CircularBuffers.tiles(cores, value, kTiles),
            CircularBuffers.tiles(cores, index, kTiles)));
  }

  private List<CircularBuffer> parts(Cut cut) {
    CoreCoord at = grid().start();
    CoreRangeSet local =
        CoreRangeSet.of(
            CoreRange.of(at.x(), at.y(), at.x() + cut.across() - 1, at.y() + cut.down() - 1));
    CoreRange last = CoreRange.of(at.x(), at.y() + cut.down(), at.x(), at.y() + cut.down());
    CoreRangeSet end = CoreRangeSet.of(last);
    CoreRangeSet all = CoreRangeSet.of(local.ranges().getFirst(), last);
    long part = cut.elements() / TensorSpec.TILE_SIDE;
    long gathered = cut.parts() * Math.max(kTiles, 1);
    return List.of(
        CircularBuffers.tiles(all, value, 4),
        CircularBuffers.tiles(all, index, 4),
        CircularBuffers.tiles(all, sorted, gathered),
        CircularBuffers.tiles(all, index, gathered),
        CircularBuffers.tiles(all, index, 2),
        CircularBuffers.tiles(local, sorted, part),
        CircularBuffers.tiles(local, index, part),
        CircularBuffers.tiles(local, sorted, 2),
        CircularBuffers.tiles(end, value, 2),
        CircularBuffers.tiles(end, sorted, gathered),
        CircularBuffers.tiles(end, index, gathered));
  }

  private CoreRange grid() {
    return CircularBuffers.wholeGrid(call).ranges().getFirst();
  }

  private @Nullable Cut cut() {
    long width = call.spec(0).physicalWidth();
    boolean isPossible =
        width >= SHORTEST_CUT
            && width <= LONGEST_CUT
            && Long.bitCount(width) == 1
            && call.params().k() <= MOST_K_OF_CUT;
    int most = (grid().height() - 2) * (grid().width() - 1);
    if (!isPossible || most < 1) {
      return null;
    }
    long first = width / TensorSpec.TILE_SIDE / Integer.highestOneBit(most) * TensorSpec.TILE_SIDE;
    for (long part = first; part <= width / 2; part *= 2) {
      Cut cut = new Cut(part, width / part, across(width / part));
      if (cut.across() > 0 && part >= SHORTEST_PART && cut.parts() > 1 && fits(cut)) {
        return cut;
      }
    }
    return null;
  }

  /** The widest rectangle of so many cores; one row and a column of the grid are left out. */
  private int across(long parts) {
    for (int x = grid().width() - 1; x > 0; x--) {
      if (parts % x == 0 && parts / x <= grid().height() - 2) {
        return x;
      }
    }
    return 0;
  }

  private boolean fits(Cut cut) {
    long pair = (long) sortedBytes() + index.tileBytes();
    long gathered = cut.parts() * Math.max(kTiles, 1) * pair;
    long shared = 4L * (value.tileBytes() + index.tileBytes()) + gathered + 2L * index.tileBytes();
    long end = shared + 2L * value.tileBytes() + gathered;
    long local = shared + cut.elements() / TensorSpec.TILE_SIDE * pair + 2L * sortedBytes();
    return Math.max(end, local) < call.device().info().workerL1Bytes();
  }

  private int sortedBytes() {
    return Math.max(value.tileBytes(), DataType.BFLOAT16.tileBytes());
  }
}
