package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code split_query_key_value_and_split_heads}.
 *
 * @param numKvHeads heads of keys and of values; null for as many as of queries
 * @param transposeKey whether keys come as {@code [b, heads, d, s]}
 * @param memoryConfig of the results; null for that of the input. Block shards need one that is
 *     HEIGHT_SHARDED in L1; how the shards are cut follows from those of the input
 * @param useFalcon7bBackend not modelled: must be false
 */
public record SplitHeadsOptions(
    @Nullable Integer numKvHeads,
    boolean transposeKey,
    @Nullable MemoryConfig memoryConfig,
    boolean useFalcon7bBackend)
    implements Options, Withers.OfSplitHeadsOptions {
  public static final SplitHeadsOptions DEFAULT = new SplitHeadsOptions(null, true, null, false);
}
