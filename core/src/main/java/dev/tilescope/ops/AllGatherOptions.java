package dev.tilescope.ops;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code all_gather}.
 *
 * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for all
 * @param memoryConfig of the result; null for that of the input
 * @param outputTensor where to write to; null to allocate it
 * @param subCoreGrids the cores that may feed links; null for the whole compute grid
 * @param topology null for a line
 * @param useL1SmallForSemaphores traced; semaphores hold no memory in the model
 */
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
