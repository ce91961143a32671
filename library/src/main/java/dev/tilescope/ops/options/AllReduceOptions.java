package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code all_reduce}. */
public record AllReduceOptions(
    @Nullable Integer clusterAxis,
    @Nullable Integer subdeviceId,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Integer numLinks,
    @Nullable Topology topology)
    implements Options, Withers.OfAllReduceOptions {
  public static final AllReduceOptions DEFAULT = new AllReduceOptions(null, null, null, null, null);
}
