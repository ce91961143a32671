package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code experimental.reduce_scatter_minimal_async}. */
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
