package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
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
 * @param optionalOutputTensor written to instead of a new tensor
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
    @Nullable Tensor optionalOutputTensor)
    implements Options {
  public static final MatmulOptions DEFAULT =
      new MatmulOptions(false, false, null, null, null, null, null, null, null);

  public MatmulOptions withTransposeA(boolean value) {
    return transposing(value, transposeB);
  }

  public MatmulOptions withTransposeB(boolean value) {
    return transposing(transposeA, value);
  }

  private MatmulOptions transposing(boolean a, boolean b) {
    return new MatmulOptions(
        a,
        b,
        memoryConfig,
        dtype,
        programConfig,
        activation,
        computeKernelConfig,
        coreGrid,
        optionalOutputTensor);
  }

  public MatmulOptions withMemoryConfig(@Nullable MemoryConfig value) {
    return giving(value, dtype, activation, optionalOutputTensor);
  }

  public MatmulOptions withDtype(@Nullable DataType value) {
    return giving(memoryConfig, value, activation, optionalOutputTensor);
  }

  public MatmulOptions withActivation(@Nullable String value) {
    return giving(memoryConfig, dtype, value, optionalOutputTensor);
  }

  public MatmulOptions withOptionalOutputTensor(@Nullable Tensor value) {
    return giving(memoryConfig, dtype, activation, value);
  }

  private MatmulOptions giving(
      @Nullable MemoryConfig memory,
      @Nullable DataType type,
      @Nullable String function,
      @Nullable Tensor into) {
    return new MatmulOptions(
        transposeA,
        transposeB,
        memory,
        type,
        programConfig,
        function,
        computeKernelConfig,
        coreGrid,
        into);
  }

  public MatmulOptions withProgramConfig(@Nullable MatmulProgramConfig value) {
    return running(value, computeKernelConfig, coreGrid);
  }

  public MatmulOptions withComputeKernelConfig(@Nullable ComputeKernelConfig value) {
    return running(programConfig, value, coreGrid);
  }

  public MatmulOptions withCoreGrid(@Nullable CoreGrid value) {
    return running(programConfig, computeKernelConfig, value);
  }

  private MatmulOptions running(
      @Nullable MatmulProgramConfig program,
      @Nullable ComputeKernelConfig kernel,
      @Nullable CoreGrid grid) {
    return new MatmulOptions(
        transposeA,
        transposeB,
        memoryConfig,
        dtype,
        program,
        activation,
        kernel,
        grid,
        optionalOutputTensor);
  }
}
