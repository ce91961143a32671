package dev.tilescope.ops;

import dev.tilescope.model.Changed;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code reduce_scatter}.
 *
 * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for all
 * @param memoryConfig of the result; null for that of the input
 * @param intermediateMemoryConfig of the sums on their way; null for interleaved DRAM
 * @param outputTensor where to write to; null to allocate it
 * @param topology null for a line
 * @param computeKernelConfig traced; sums are in float32 whatever it says
 * @param useL1SmallForSemaphores traced; semaphores hold no memory in the model
 */
public record ReduceScatterOptions(
    @Nullable Integer clusterAxis,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MemoryConfig intermediateMemoryConfig,
    @Nullable Tensor outputTensor,
    @Nullable Topology topology,
    LinkOptions links,
    @Nullable ComputeKernelConfig computeKernelConfig,
    boolean useL1SmallForSemaphores)
    implements Options {
  public static final ReduceScatterOptions DEFAULT =
      new ReduceScatterOptions(null, null, null, null, null, LinkOptions.DEFAULT, null, false);

  public ReduceScatterOptions withClusterAxis(int value) {
    return Changed.with(this, "clusterAxis", value);
  }

  public ReduceScatterOptions withMemoryConfig(MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public ReduceScatterOptions withIntermediateMemoryConfig(MemoryConfig value) {
    return Changed.with(this, "intermediateMemoryConfig", value);
  }

  public ReduceScatterOptions withOutputTensor(Tensor value) {
    return Changed.with(this, "outputTensor", value);
  }

  public ReduceScatterOptions withTopology(Topology value) {
    return Changed.with(this, "topology", value);
  }

  public ReduceScatterOptions withLinks(LinkOptions value) {
    return Changed.with(this, "links", value);
  }
}
