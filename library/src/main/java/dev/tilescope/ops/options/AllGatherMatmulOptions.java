package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code experimental.all_gather_matmul_async}. */
public record AllGatherMatmulOptions(
    @Nullable Tensor bias,
    int numLinks,
    @Nullable MemoryConfig memoryConfigAg,
    Topology topology,
    @Nullable GlobalSemaphore barrierSemaphore,
    @Nullable Integer subdeviceId,
    @Nullable MemoryConfig memoryConfigMm,
    boolean transposeA,
    boolean transposeB,
    @Nullable DataType dtype,
    @Nullable MatmulProgramConfig programConfig,
    @Nullable String activation,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable CoreGrid coreGrid,
    @Nullable Integer chunksPerSync,
    @Nullable Integer numWorkersPerLink,
    @Nullable Integer numBuffersPerChannel)
    implements Options, Withers.OfAllGatherMatmulOptions {
  public static final AllGatherMatmulOptions DEFAULT =
      new AllGatherMatmulOptions(
          null,
          1,
          null,
          Topology.RING,
          null,
          null,
          null,
          false,
          false,
          null,
          null,
          null,
          null,
          null,
          null,
          null,
          null);
}
