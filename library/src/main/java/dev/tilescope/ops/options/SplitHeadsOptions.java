package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code split_query_key_value_and_split_heads}. */
public record SplitHeadsOptions(
    @Nullable Integer numKvHeads,
    boolean transposeKey,
    @Nullable MemoryConfig memoryConfig,
    boolean useFalcon7bBackend)
    implements Options, Withers.OfSplitHeadsOptions {
  public static final SplitHeadsOptions DEFAULT = new SplitHeadsOptions(null, true, null, false);
}
