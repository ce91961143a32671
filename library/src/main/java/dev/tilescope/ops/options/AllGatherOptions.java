package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code all_gather}. */
public record AllGatherOptions(
    @Nullable Integer clusterAxis,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    @Nullable CoreRangeSet subCoreGrids,
    @Nullable Topology topology,
    LinkOptions links,
    boolean useL1SmallForSemaphores)
    implements Options, Withers.OfAllGatherOptions, CoreLimited {
  public static final AllGatherOptions DEFAULT =
      new AllGatherOptions(null, null, null, null, null, LinkOptions.DEFAULT, false);
}
