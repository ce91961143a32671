package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code matmul} and {@code linear}.
 *
 * @param memoryConfig of the result; null for interleaved DRAM
 * @param dtype of the result; null for that of the first input
 * @param programConfig how to spread the product over the cores; null to choose
 * @param activation a unary operation applied to the result, by name, e.g. {@code "relu"}; the
 *     fused one of a program config wins over it
 * @param computeKernelConfig null to choose by the types of the inputs
 * @param coreGrid the cores to spread the product over; not together with a program config
 * @param outputTile must be 32 x 32, which null is too
 * @param optionalOutputTensor written to instead of a new tensor
 * @param globalCb must be null: the modelled device has no global circular buffers
 * @param subDeviceId must be null: the modelled device has no sub-devices
 */
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
    Tile.check("output_tile", outputTile);
    Check.that(
        globalCb == null,
        "global_cb: the modelled device has no global circular buffers; leave it out");
    Check.that(
        subDeviceId == null, "sub_device_id: the modelled device has no sub-devices; leave it out");
  }
}
