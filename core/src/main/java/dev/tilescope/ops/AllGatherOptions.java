package dev.tilescope.ops;

import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
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
    implements Options {
  public static final AllGatherOptions DEFAULT =
      new AllGatherOptions(null, null, null, null, null, LinkOptions.DEFAULT, false);

  public AllGatherOptions withClusterAxis(int value) {
    return Changed.with(this, "clusterAxis", value);
  }

  public AllGatherOptions withMemoryConfig(MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public AllGatherOptions withOutputTensor(Tensor value) {
    return Changed.with(this, "outputTensor", value);
  }

  public AllGatherOptions withSubCoreGrids(CoreRangeSet value) {
    return Changed.with(this, "subCoreGrids", value);
  }

  public AllGatherOptions withTopology(Topology value) {
    return Changed.with(this, "topology", value);
  }

  public AllGatherOptions withLinks(LinkOptions value) {
    return Changed.with(this, "links", value);
  }

  public AllGatherOptions withUseL1SmallForSemaphores(boolean value) {
    return Changed.with(this, "useL1SmallForSemaphores", value);
  }
}
