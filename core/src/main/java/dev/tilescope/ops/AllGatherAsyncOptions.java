package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code experimental.all_gather_async}.
 *
 * @param persistentOutputBuffer where to write to; null to allocate it
 * @param memoryConfig of the result; null for that of the input
 * @param topology a ring where the links close one, else a line
 * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for all
 * @param useOptimalCclForLlama traced; the model has one way to place the cores
 * @param useBroadcast traced; the same data crosses the same links in the model
 * @param barrierSemaphore traced; the modelled devices wait for each other by themselves
 * @param subCoreGrids the cores that may feed links; null for the whole compute grid
 */
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
