package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code nlp_create_qkv_heads}. */
public record CreateHeadsOptions(
    @Nullable Integer numKvHeads,
    boolean transposeKHeads,
    boolean kvTied,
    @Nullable MemoryConfig memoryConfig,
    @Nullable List<Tensor> outputTensors)
    implements Options, Withers.OfCreateHeadsOptions {
  public static final CreateHeadsOptions DEFAULT =
      new CreateHeadsOptions(null, true, false, null, null);
}
