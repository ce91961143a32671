package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code experimental.reduce_scatter_minimal_async}.
 *
 * @param persistentOutputBuffers the tensor for sums on their way and the result; null to allocate
 *     both
 * @param barrierSemaphore traced; the modelled devices wait for each other by themselves
 * @param memoryConfig of the result; null for that of the input
 * @param intermediateMemoryConfig of the sums on their way; null for that of the input
 * @param topology a ring where the links close one, else a line
 * @param clusterAxis 0 for the devices of a column of the mesh, 1 for those of a row, null for all
 * @param computeKernelConfig traced; sums are in float32 whatever it says
 */
public record ReduceScatterAsyncOptions(
    @Nullable List<Tensor> persistentOutputBuffers,
    @Nullable GlobalSemaphore barrierSemaphore,
    @Nullable MemoryConfig memoryConfig,
    @Nullable MemoryConfig intermediateMemoryConfig,
    Topology topology,
    @Nullable Integer clusterAxis,
    LinkOptions links,
    @Nullable ComputeKernelConfig computeKernelConfig)
    implements Options, Withers.OfReduceScatterAsyncOptions {
  public static final ReduceScatterAsyncOptions DEFAULT =
      new ReduceScatterAsyncOptions(
          null, null, null, null, Topology.RING, null, LinkOptions.DEFAULT, null);

  public ReduceScatterAsyncOptions withPersistentOutputBuffers(Tensor intermediate, Tensor output) {
    return withPersistentOutputBuffers(List.of(intermediate, output));
  }
}
