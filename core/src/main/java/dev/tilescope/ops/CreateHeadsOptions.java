package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code nlp_create_qkv_heads}.
 *
 * @param numKvHeads heads of keys and of values; null for as many as of queries
 * @param transposeKHeads whether keys come as {@code [b, heads, d, s]}
 * @param kvTied whether keys and values are the same columns, which are there once
 * @param memoryConfig of the results; null for that of the input
 */
public record CreateHeadsOptions(
    @Nullable Integer numKvHeads,
    boolean transposeKHeads,
    boolean kvTied,
    @Nullable MemoryConfig memoryConfig)
    implements Options {
  public static final CreateHeadsOptions DEFAULT = new CreateHeadsOptions(null, true, false, null);

  public CreateHeadsOptions withNumKvHeads(int value) {
    return new CreateHeadsOptions(value, transposeKHeads, kvTied, memoryConfig);
  }

  public CreateHeadsOptions withTransposeKHeads(boolean value) {
    return new CreateHeadsOptions(numKvHeads, value, kvTied, memoryConfig);
  }

  public CreateHeadsOptions withKvTied(boolean value) {
    return new CreateHeadsOptions(numKvHeads, transposeKHeads, value, memoryConfig);
  }

  public CreateHeadsOptions withMemoryConfig(MemoryConfig value) {
    return new CreateHeadsOptions(numKvHeads, transposeKHeads, kvTied, value);
  }
}
