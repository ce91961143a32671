package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.internal.convolution.Conv2dBufferSizes.Part;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import java.util.ArrayList;
import java.util.List;

/**
 * The circular buffers of a convolution. Its indices for the reader, which lie in L1_SMALL, are
 * left out.
 */
record Conv2dShardBuffers(Call<Conv2dParams> call, Conv2dShards cut) {
  static final String TEXT =
      "A block of weights (as many as the kernel is high if a height shard has several blocks of"
          + " rows), products over the last block of the result if that is in tiles of their type,"
          + " input rows in one or two parts, the same in tiles, bias, 64 bytes, and input and"
          + " result where they lie.";

  List<CircularBuffer> all() {
    List<CircularBuffer> buffers = new ArrayList<>();
    sizes().parts().forEach(part -> buffers.add(buffer(part)));
    buffers.add(CircularBuffers.backedBy(call.output(), cores()));
    buffers.add(
        CircularBuffer.local(
            cores(), Conv2dBufferSizes.SCRATCH_BYTES, Conv2dBufferSizes.SCRATCH_BYTES));
    buffers.add(CircularBuffers.backedBy(call.input(0), cores()));
    return buffers;
  }

  private Conv2dBufferSizes sizes() {
    Conv2dParams params = call.params();
    return new Conv2dBufferSizes(
        cut,
        HaloOperations.rowsOf(call.spec(0).dtype()),
        call.spec(1).dtype(),
        params.dtype(),
        call.has(2),
        params.computeKernelConfig(),
        cut.paddedChannels(),
        cut.isAlone(),
        call.device().board().architecture());
  }

  private CoreRangeSet cores() {
    return cut.cores();
  }

  private CircularBuffer buffer(Part part) {
    return part.overResult()
        ? overResult(part)
        : CircularBuffers.tiles(cores(), part.dtype(), part.tiles());
  }

  private CircularBuffer overResult(Part part) {
    long before = cut.perCoreHeight() * cut.perCoreWidth() - part.tiles();
    int tileBytes = part.dtype().tileBytes();
    return CircularBuffer.global(
        cores(),
        part.tiles() * tileBytes,
        tileBytes,
        call.output().requireBuffer("output").address() + before * tileBytes);
  }
}
