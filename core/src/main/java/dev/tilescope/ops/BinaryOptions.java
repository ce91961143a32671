package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of a binary element-wise operation.
 *
 * @param dtype of the result; null for that of the first input
 * @param memoryConfig of the result; null for that of the first input
 * @param outputTensor written to instead of a new tensor
 * @param useLegacy broadcast by repeating the smaller input first, as TT-NN once did
 */
public record BinaryOptions(
    @Nullable DataType dtype,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor,
    boolean useLegacy)
    implements Options {
  public static final BinaryOptions DEFAULT = new BinaryOptions(null, null, null, false);

  public BinaryOptions withDtype(DataType value) {
    return new BinaryOptions(value, memoryConfig, outputTensor, useLegacy);
  }

  public BinaryOptions withMemoryConfig(MemoryConfig value) {
    return new BinaryOptions(dtype, value, outputTensor, useLegacy);
  }

  public BinaryOptions withOutputTensor(Tensor value) {
    return new BinaryOptions(dtype, memoryConfig, value, useLegacy);
  }

  public BinaryOptions withUseLegacy(boolean value) {
    return new BinaryOptions(dtype, memoryConfig, outputTensor, value);
  }
}
