package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
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
    implements Options {
  public static final CreateHeadsOptions DEFAULT =
      new CreateHeadsOptions(null, true, false, null, null);

  public CreateHeadsOptions withNumKvHeads(int value) {
    return new CreateHeadsOptions(value, transposeKHeads, kvTied, memoryConfig, outputTensors);
  }

  public CreateHeadsOptions withTransposeKHeads(boolean value) {
    return new CreateHeadsOptions(numKvHeads, value, kvTied, memoryConfig, outputTensors);
  }

  public CreateHeadsOptions withKvTied(boolean value) {
    return new CreateHeadsOptions(numKvHeads, transposeKHeads, value, memoryConfig, outputTensors);
  }

  public CreateHeadsOptions withMemoryConfig(MemoryConfig value) {
    return new CreateHeadsOptions(numKvHeads, transposeKHeads, kvTied, value, outputTensors);
  }

  public CreateHeadsOptions withOutputTensors(List<Tensor> value) {
    return new CreateHeadsOptions(numKvHeads, transposeKHeads, kvTied, memoryConfig, value);
  }
}
