package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code split_query_key_value_and_split_heads}.
 *
 * @param numKvHeads heads of keys and of values; null for as many as of queries
 * @param transposeKey whether keys come as {@code [b, heads, d, s]}
 * @param memoryConfig of the results; null for that of the input
 */
public record SplitHeadsOptions(
    @Nullable Integer numKvHeads, boolean transposeKey, @Nullable MemoryConfig memoryConfig)
    implements Options {
  public static final SplitHeadsOptions DEFAULT = new SplitHeadsOptions(null, true, null);

  public SplitHeadsOptions withNumKvHeads(int value) {
    return new SplitHeadsOptions(value, transposeKey, memoryConfig);
  }

  public SplitHeadsOptions withTransposeKey(boolean value) {
    return new SplitHeadsOptions(numKvHeads, value, memoryConfig);
  }

  public SplitHeadsOptions withMemoryConfig(MemoryConfig value) {
    return new SplitHeadsOptions(numKvHeads, transposeKey, value);
  }
}
