package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.Board;
import dev.tilescope.device.DramReaders;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Subblock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The cores that read weights from the banks of DRAM and multiply what they read.
 *
 * @param cores one for each bank that has weights, in the order of the banks
 * @param columns of tiles that a reader reads
 * @param computedColumns the same padded to whole subblocks, which is what it computes
 */
record MatmulReaders(List<CoreCoord> cores, int columns, int computedColumns) {
  /** Which network the weights come by. */
  private static final int NOC_OF_READS = 0;

  static List<CoreCoord> ofBanks(Board board) {
    return DramReaders.of(board, NOC_OF_READS);
  }

  /** Banks that would have nothing but padding of weights cut by columns have no reader. */
  static MatmulReaders ofColumns(
      Board board, MatmulSizes sizes, ShardSpec weights, int rows, boolean fp32) {
    List<CoreCoord> readers = ofBanks(board);
    long shard = Math.max(1, weights.width() / sizes.tileWidth());
    long padding = Math.max(0, shard * readers.size() - sizes.tilesOfN()) / shard;
    Check.that(
        padding < readers.size(),
        "Padding banks count %d must be less than workers count %d",
        padding,
        readers.size());
    List<CoreCoord> used = readers.subList(0, readers.size() - (int) padding);
    int columns = (int) Math.ceilDiv(sizes.tilesOfN(), used.size());
    return new MatmulReaders(used, columns, computed(rows, columns, fp32));
  }

  /** A wider subblock than divides the columns is taken if there are fewer of them then. */
  private static int computed(int rows, int columns, boolean fp32) {
    Subblock subblock = Subblock.of(rows, columns, false, fp32);
    if (subblock.height() > 1) {
      return columns;
    }
    int width = subblock.width();
    int fewest = columns / width;
    for (int wider = width + 1; wider <= (fp32 ? 4 : 8); wider++) {
      if (Math.ceilDiv(columns, wider) < fewest) {
        fewest = Math.ceilDiv(columns, wider);
        width = wider;
      }
    }
    return width * fewest;
  }

  CoreRangeSet coreRanges() {
    return CoreRangeSet.covering(cores);
  }

  /** The rectangle around the readers and the cores that hold shards. */
  static CoreRangeSet around(List<CoreCoord> readers, ShardSpec... held) {
    List<CoreCoord> all = new ArrayList<>(readers);
    for (ShardSpec shards : held) {
      all.addAll(Objects.requireNonNull(shards).grid().cores());
    }
    return CoreRangeSet.of(CoreRangeSet.covering(all).boundingBox());
  }
}
