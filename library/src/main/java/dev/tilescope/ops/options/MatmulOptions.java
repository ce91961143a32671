package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code matmul} and {@code linear}. */
public record MatmulOptions(
    boolean transposeA,
    boolean transposeB,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable MatmulProgramConfig programConfig,
    @Nullable String activation,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable CoreGrid coreGrid,
    @Nullable Tile outputTile,
    @Nullable Tensor optionalOutputTensor,
    @Nullable Object globalCb,
    @Nullable Integer subDeviceId)
    implements Options, Withers.OfMatmulOptions {
  public static final MatmulOptions DEFAULT =
      new MatmulOptions(false, false, null, null, null, null, null, null, null, null, null, null);

  /** That nothing is asked for which the modelled device lacks. */
  public void checkDevice() {
    Check.that(
        globalCb == null,
        "global_cb: the modelled device has no global circular buffers; leave it out");
  }
}
