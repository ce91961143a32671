package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.NdShardSpec;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where the result of an operation goes that changes a tensor's shape. */
public final class Placement {
  private Placement() {}

  /**
   * The place that was asked for, or that of the input; a sharded input's shards are cut anew, on
   * the same cores, so that they hold the result.
   */
  public static MemoryConfig of(@Nullable MemoryConfig asked, Tensor input, Shape result) {
    if (asked != null && !lacksShards(asked, input)) {
      return asked;
    }
    MemoryConfig memory = asked == null ? input.memoryConfig() : withShardsOf(input, asked);
    return result.equals(input.shape()) ? memory : cut(memory, input.spec().withShape(result));
  }

  /** That of the tensor to write to, the place that was asked for, or that of the input. */
  public static MemoryConfig of(@Nullable MemoryConfig asked, @Nullable Tensor into, Tensor input) {
    if (into != null) {
      return into.memoryConfig();
    }
    return asked == null ? input.memoryConfig() : withShardsOf(input, asked);
  }

  /** A place that asks for shards and leaves them open has those of the input, if it has any. */
  private static MemoryConfig withShardsOf(Tensor input, MemoryConfig asked) {
    ShardSpec shards = input.memoryConfig().shardSpec();
    return shards != null && lacksShards(asked, input)
        ? MemoryConfig.sharded(asked.memoryLayout(), asked.bufferType(), shards)
        : asked;
  }

  private static boolean lacksShards(MemoryConfig asked, Tensor input) {
    return asked.isSharded()
        && asked.grid() == null
        && input.memoryConfig().memoryLayout() == asked.memoryLayout();
  }

  /** The same place, with shards cut anew on the same cores so that they hold the result. */
  public static MemoryConfig cut(MemoryConfig memory, TensorSpec result) {
    ShardSpec shards = memory.shardSpec();
    NdShardSpec nd = memory.ndShardSpec();
    if (shards != null) {
      return MemoryConfig.sharded(
          memory.memoryLayout(), memory.bufferType(), cut(memory, shards, result));
    }
    return nd == null ? memory : MemoryConfig.sharded(memory.bufferType(), cut(nd, result));
  }

  /** The same shards, of no more dimensions than the result has. */
  private static NdShardSpec cut(NdShardSpec shards, TensorSpec result) {
    int more = shards.shardShape().rank() - result.paddedShape().rank();
    if (more <= 0) {
      return shards;
    }
    int[] dims = shards.shardShape().toArray();
    return new NdShardSpec(
        Shape.of(Arrays.copyOfRange(dims, more, dims.length)),
        shards.grid(),
        shards.orientation(),
        shards.shardDistributionStrategy());
  }

  /** How many cores a tensor's shards lie on; 0 for one that is not sharded. */
  public static int shardCores(Tensor tensor) {
    CoreRangeSet grid = tensor.memoryConfig().grid();
    return grid == null ? 0 : grid.size();
  }

  /** Refuses a place for the result of an operation on a host tensor. */
  public static void checkNone(@Nullable MemoryConfig asked) {
    if (asked != null) {
      throw Check.failed(
          "memory_config: a host tensor has no place on a device, got %s; call Ttnn.toDevice",
          asked);
    }
  }

  /** Interleaved in the memory that a tensor is in. */
  public static MemoryConfig interleaved(Tensor tensor) {
    return tensor.memoryConfig().bufferType().isL1() ? MemoryConfig.L1 : MemoryConfig.DRAM;
  }

  /** Where results go on the way: as placed, but not in shards, whose shape is another's. */
  public static MemoryConfig interleaved(MemoryConfig memory) {
    return memory.isSharded()
        ? new MemoryConfig(TensorMemoryLayout.INTERLEAVED, memory.bufferType(), null)
        : memory;
  }

  private static ShardSpec cut(MemoryConfig memory, ShardSpec shards, TensorSpec result) {
    TensorSpec whole = result.withMemoryConfig(MemoryConfig.DRAM);
    int unit = result.layout() == Layout.TILE ? TensorSpec.TILE_SIDE : 1;
    List<CoreRange> ranges = shards.grid().ranges();
    boolean byRow = shards.orientation() == ShardOrientation.ROW_MAJOR;
    CoreRange first = ranges.getFirst();
    int cores = shards.grid().size();
    int down =
        switch (memory.memoryLayout()) {
          case HEIGHT_SHARDED -> cores;
          case BLOCK_SHARDED -> byRow ? first.height() : first.width();
          case WIDTH_SHARDED, ND_SHARDED, INTERLEAVED -> 1;
        };
    int across =
        switch (memory.memoryLayout()) {
          case WIDTH_SHARDED -> cores;
          case BLOCK_SHARDED -> byRow ? first.width() : first.height();
          case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> 1;
        };
    return new ShardSpec(
        shards.grid(),
        part(whole.physicalHeight(), down, unit),
        part(whole.physicalWidth(), across, unit),
        shards.orientation());
  }

  private static int part(long size, int parts, int unit) {
    long units = Math.max(1, Math.ceilDiv(size, (long) parts * unit));
    Check.that(
        units * unit <= Integer.MAX_VALUE,
        "memory_config: %d rows over %d cores give shards of more than 2^31-1",
        size,
        parts);
    return (int) (units * unit);
  }
}
