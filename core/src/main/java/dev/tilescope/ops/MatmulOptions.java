package dev.tilescope.ops;

import dev.tilescope.model.Changed;
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
    implements Options {
  public static final MatmulOptions DEFAULT =
      new MatmulOptions(false, false, null, null, null, null, null, null, null, null, null, null);

  public MatmulOptions withTransposeA(boolean value) {
    return Changed.with(this, "transposeA", value);
  }

  public MatmulOptions withTransposeB(boolean value) {
    return Changed.with(this, "transposeB", value);
  }

  public MatmulOptions withMemoryConfig(@Nullable MemoryConfig value) {
    return Changed.with(this, "memoryConfig", value);
  }

  public MatmulOptions withDtype(@Nullable DataType value) {
    return Changed.with(this, "dtype", value);
  }

  public MatmulOptions withProgramConfig(@Nullable MatmulProgramConfig value) {
    return Changed.with(this, "programConfig", value);
  }

  public MatmulOptions withActivation(@Nullable String value) {
    return Changed.with(this, "activation", value);
  }

  public MatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
    return Changed.with(this, "computeKernelConfig", value);
  }

  public MatmulOptions withCoreGrid(@Nullable CoreGrid value) {
    return Changed.with(this, "coreGrid", value);
  }

  public MatmulOptions withOutputTile(@Nullable Tile value) {
    return Changed.with(this, "outputTile", value);
  }

  public MatmulOptions withOptionalOutputTensor(@Nullable Tensor value) {
    return Changed.with(this, "optionalOutputTensor", value);
  }

  public MatmulOptions withGlobalCb(@Nullable Object value) {
    return Changed.with(this, "globalCb", value);
  }

  public MatmulOptions withSubDeviceId(@Nullable Integer value) {
    return Changed.with(this, "subDeviceId", value);
  }

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
