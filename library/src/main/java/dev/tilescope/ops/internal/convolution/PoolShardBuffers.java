package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.convolution.Pool2dOperations.Pool2DParams;
import dev.tilescope.ops.internal.convolution.PoolBufferSizes.Part;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * The circular buffers of a pool on shards. Indices and divisors for the readers, which lie in
 * L1_SMALL, are left out.
 */
record PoolShardBuffers(Call<Pool2DParams> call) {
  static final String TEXT =
      "With the input in shards: two tiles of the divisor, twice if pixels differ in it, a tile of"
          + " what clears, two windows for each of two readers, for indices seven tiles, 32 rows to"
          + " tilize for tiles out, and input and result where they lie.";

  List<CircularBuffer> all() {
    PoolBufferSizes sizes =
        new PoolBufferSizes(
            call.params(),
            ParallelConfig.of(call.spec(0).memoryConfig()).coresChannels(),
            HaloOperations.rowsOf(call.spec(0).dtype()));
    List<CircularBuffer> buffers = new ArrayList<>();
    sizes.constants().forEach(part -> buffers.add(tiles(part)));
    buffers.add(CircularBuffers.backedBy(call.input(0)));
    sizes.windows().forEach(part -> buffers.add(tiles(part)));
    call.outputs().forEach(output -> buffers.add(CircularBuffers.backedBy(output)));
    return buffers;
  }

  private CircularBuffer tiles(Part part) {
    CoreRangeSet cores = Objects.requireNonNull(call.spec(0).memoryConfig().grid());
    return CircularBuffers.tiles(cores, part.dtype(), part.tiles());
  }
}
