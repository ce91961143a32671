package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code nlp_create_qkv_heads_decode}.
 *
 * @param numKvHeads heads of keys and of values; null for as many as of queries
 * @param outputTensors queries, keys and values to write to; null to allocate them
 * @param overlapQkCoregrid false to have keys on the cores after those of the queries
 * @param batchOffset one number: the first user to make heads of; with sliceSize, of sharded input
 * @param sliceSize how many users to make heads of; null for all
 * @param memoryConfig its shard grid has the cores to use; null for the whole compute grid
 */
public record CreateHeadsDecodeOptions(
    @Nullable Integer numKvHeads,
    @Nullable List<Tensor> outputTensors,
    boolean overlapQkCoregrid,
    @Nullable Tensor batchOffset,
    @Nullable Integer sliceSize,
    @Nullable MemoryConfig memoryConfig)
    implements Options, Withers.OfCreateHeadsDecodeOptions {
  public static final CreateHeadsDecodeOptions DEFAULT =
      new CreateHeadsDecodeOptions(null, null, true, null, null, null);

  /** Only the users from the offset on, as many as said. */
  public CreateHeadsDecodeOptions withBatch(@Nullable Tensor offset, @Nullable Integer size) {
    return withBatchOffset(offset).withSliceSize(size);
  }
}
