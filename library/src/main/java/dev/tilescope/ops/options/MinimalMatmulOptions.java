package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code minimal_matmul}. */
public record MinimalMatmulOptions(
    @Nullable Tensor biasTensor,
    @Nullable UnaryWithParam fusedActivation,
    @Nullable MinimalMatmulConfig config,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable ComputeKernelConfig computeKernelConfig,
    boolean fuseSwiglu)
    implements Options, Withers.OfMinimalMatmulOptions {
  public static final MinimalMatmulOptions DEFAULT =
      new MinimalMatmulOptions(null, null, null, null, null, null, false);
}
