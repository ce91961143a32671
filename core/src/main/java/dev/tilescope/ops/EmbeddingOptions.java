package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code embedding}.
 *
 * @param paddingIdx the row that stands for nothing; it is looked up like any other
 * @param layout of the result; null for ROW_MAJOR
 * @param dtype of the result; null for that of the table
 * @param memoryConfig of the result; null for that of the indices
 * @param outputTensor written to instead of a new tensor
 */
public record EmbeddingOptions(
    @Nullable Integer paddingIdx,
    @Nullable Layout layout,
    @Nullable DataType dtype,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor)
    implements Options {
  public static final EmbeddingOptions DEFAULT = new EmbeddingOptions(null, null, null, null, null);

  public EmbeddingOptions withPaddingIdx(int value) {
    return new EmbeddingOptions(value, layout, dtype, memoryConfig, outputTensor);
  }

  public EmbeddingOptions withLayout(Layout value) {
    return new EmbeddingOptions(paddingIdx, value, dtype, memoryConfig, outputTensor);
  }

  public EmbeddingOptions withDtype(DataType value) {
    return new EmbeddingOptions(paddingIdx, layout, value, memoryConfig, outputTensor);
  }

  public EmbeddingOptions withMemoryConfig(MemoryConfig value) {
    return new EmbeddingOptions(paddingIdx, layout, dtype, value, outputTensor);
  }

  public EmbeddingOptions withOutputTensor(Tensor value) {
    return new EmbeddingOptions(paddingIdx, layout, dtype, memoryConfig, value);
  }
}
