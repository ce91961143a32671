package dev.tilescope.ops.options;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code reduce_scatter}. */
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
