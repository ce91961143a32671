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
 * @param activation applied to the result: {@code "relu"}, {@code "gelu"} or null
 * @param optionalOutputTensor written to instead of a new tensor
 */
public record MatmulOptions(
    boolean transposeA,
    boolean transposeB,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable String activation,
    @Nullable Tensor optionalOutputTensor)
    implements Options {
  public static final MatmulOptions DEFAULT =
      new MatmulOptions(false, false, null, null, null, null);

  public MatmulOptions withTransposeA(boolean value) {
    return new MatmulOptions(
        value, transposeB, memoryConfig, dtype, activation, optionalOutputTensor);
  }

  public MatmulOptions withTransposeB(boolean value) {
    return new MatmulOptions(
        transposeA, value, memoryConfig, dtype, activation, optionalOutputTensor);
  }

  public MatmulOptions withMemoryConfig(MemoryConfig value) {
    return new MatmulOptions(
        transposeA, transposeB, value, dtype, activation, optionalOutputTensor);
  }

  public MatmulOptions withDtype(DataType value) {
    return new MatmulOptions(
        transposeA, transposeB, memoryConfig, value, activation, optionalOutputTensor);
  }

  public MatmulOptions withActivation(String value) {
    return new MatmulOptions(
        transposeA, transposeB, memoryConfig, dtype, value, optionalOutputTensor);
  }

  public MatmulOptions withOptionalOutputTensor(Tensor value) {
    return new MatmulOptions(transposeA, transposeB, memoryConfig, dtype, activation, value);
  }
}
