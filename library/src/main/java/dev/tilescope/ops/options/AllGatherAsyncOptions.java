package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code experimental.all_gather_async}. */
public record AllGatherAsyncOptions(
    @Nullable Tensor persistentOutputBuffer,
    @Nullable MemoryConfig memoryConfig,
    Topology topology,
    @Nullable Integer clusterAxis,
    LinkOptions links,
    boolean useOptimalCclForLlama,
    boolean useBroadcast,
    @Nullable GlobalSemaphore barrierSemaphore,
    @Nullable CoreRangeSet subCoreGrids)
    implements Options, Withers.OfAllGatherAsyncOptions, CoreLimited {
  public static final AllGatherAsyncOptions DEFAULT =
      new AllGatherAsyncOptions(
          null, null, Topology.RING, null, LinkOptions.DEFAULT, false, false, null, null);
}
