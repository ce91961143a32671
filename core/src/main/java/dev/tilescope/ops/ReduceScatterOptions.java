package dev.tilescope.ops;

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
    implements Options, Withers.OfReduceScatterOptions {
  public static final ReduceScatterOptions DEFAULT =
      new ReduceScatterOptions(null, null, null, null, null, LinkOptions.DEFAULT, null, false);
}
