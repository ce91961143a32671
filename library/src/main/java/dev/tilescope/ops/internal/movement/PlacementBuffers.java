package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.movement.PlacementOperations.InterleavedToShardedParams;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The buffers of what changes where a tensor lies, as TT-NN's factories declare them. Shards in L1
 * are used where they lie.
 */
final class PlacementBuffers {
  static final String TO_SHARDED =
      "The shards where they lie; another type takes a shard of the old one, and rows that DRAM"
          + " does not align take four of their own.";
  static final String TO_INTERLEAVED =
      "The shards where they lie, and a shard of the new type if it is another.";
  static final String RESHARD = "A dataflow buffer over the shards that are written.";
  static final String COPY = "Two pages, and two of the new type if it is another.";
  static final String CLONE =
      "Dataflow buffers of two pages, and of two of the new type if it is another.";

  /** {@code num_trids}: reads under way at once. */
  private static final int READS = 4;

  /** Blackhole, where DRAM is aligned to more, always reads by way of the scratch buffer. */
  private static final int WORMHOLE_ALIGNMENT_BYTES = 32;

  private PlacementBuffers() {}

  /** interleaved_to_sharded_program_factory.cpp. */
  static List<CircularBuffer> toSharded(Call<InterleavedToShardedParams> call) {
    return toSharded(call, call.params().keepL1Aligned());
  }

  static List<CircularBuffer> toSharded(Call<?> call, boolean keepL1Aligned) {
    Tensor output = call.output();
    ShardSpec shards = output.memoryConfig().shardSpec();
    if (shards == null || !isInL1(output)) {
      return copy(call);
    }
    CircularBuffer result = CircularBuffers.backedBy(output);
    List<CircularBuffer> buffers = new ArrayList<>();
    if (converts(call)) {
      buffers.add(shardOf(call.spec(0), shards, result.cores()));
    }
    buffers.add(result);
    long unit = unitBytes(call.spec(0), shards);
    int alignment = call.device().board().architecture().dramAlignmentBytes();
    boolean misaligned = call.spec(0).memoryConfig().bufferType().isDram() && unit % alignment != 0;
    if (misaligned || alignment > WORMHOLE_ALIGNMENT_BYTES || keepL1Aligned) {
      long bytes = roundedUp(unit + alignment, alignment);
      buffers.add(CircularBuffer.local(result.cores(), READS * bytes, bytes));
    }
    return buffers;
  }

  /** sharded_to_interleaved_program_factory.cpp. */
  static List<CircularBuffer> toInterleaved(Call<?> call) {
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards == null || !isInL1(call.input(0))) {
      return copy(call);
    }
    CircularBuffer input = CircularBuffers.backedBy(call.input(0));
    return converts(call)
        ? List.of(input, shardOf(call.outputSpec(), shards, input.cores()))
        : List.of(input);
  }

  /** reshard_program_factory_generic.cpp and the two beside it. */
  static List<CircularBuffer> reshard(Call<?> call) {
    if (isInL1(call.output())) {
      return CircularBuffers.dataflow(List.of(CircularBuffers.backedBy(call.output())));
    }
    return isInL1(call.input(0))
        ? CircularBuffers.dataflow(List.of(CircularBuffers.backedBy(call.input(0))))
        : CircularBuffers.dataflow(copy(call));
  }

  /** copy_default_tilized_program_factory.cpp. */
  static List<CircularBuffer> copy(Call<?> call) {
    if (CircularBuffers.shardedAlike(call.given(), call.output())) {
      return CircularBuffers.inAndOut(call, CircularBuffers.perPage(call));
    }
    return twoPages(call, CircularBuffers.perPage(call));
  }

  /** clone_program_factory.cpp, which is a Metal 2.0 one and does not borrow shards. */
  static List<CircularBuffer> clone(Call<?> call) {
    CoreRangeSet shards = call.spec(0).memoryConfig().grid();
    return CircularBuffers.dataflow(
        twoPages(call, shards == null ? CircularBuffers.perPage(call) : shards));
  }

  private static List<CircularBuffer> twoPages(Call<?> call, CoreRangeSet cores) {
    CircularBuffer in = CircularBuffers.doubled(cores, call.spec(0));
    return converts(call)
        ? List.of(in, CircularBuffers.doubled(cores, call.outputSpec()))
        : List.of(in);
  }

  private static boolean isInL1(Tensor tensor) {
    return tensor.memoryConfig().isSharded() && tensor.memoryConfig().bufferType().isL1();
  }

  private static boolean converts(Call<?> call) {
    return call.spec(0).dtype() != call.outputSpec().dtype();
  }

  /** A tile, or a row of a shard. */
  private static long unitBytes(TensorSpec spec, ShardSpec shards) {
    return spec.layout() == Layout.TILE
        ? spec.dtype().tileBytes()
        : (long) shards.width() * spec.dtype().elementBytes();
  }

  private static CircularBuffer shardOf(TensorSpec spec, ShardSpec shards, CoreRangeSet cores) {
    long unit = roundedUp(unitBytes(spec, shards), WORMHOLE_ALIGNMENT_BYTES);
    long units =
        spec.layout() == Layout.TILE
            ? (long) shards.height() * shards.width() / TensorSpec.TILE_SIDE / TensorSpec.TILE_SIDE
            : shards.height();
    return CircularBuffer.local(cores, units * unit, unit);
  }

  private static long roundedUp(long bytes, long multiple) {
    return Math.ceilDiv(bytes, multiple) * multiple;
  }
}
