package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code nlp_create_qkv_heads_decode}. */
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
