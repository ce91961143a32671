package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code nlp_create_qkv_heads}.
 *
 * @param numKvHeads heads of keys and of values; null for as many as of queries
 * @param transposeKHeads whether keys come as {@code [b, heads, d, s]}
 * @param kvTied whether keys and values are the same columns, which are there once
 * @param memoryConfig of the results; null for that of the input
 * @param outputTensors queries, keys and values to write to; null to allocate them
 */
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
