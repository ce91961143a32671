package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code embedding}.
 *
 * @param paddingIdx the row that stands for nothing; it is looked up like any other
 * @param layout of the result; null for ROW_MAJOR
 * @param embeddingsType what the program may take for granted; checked and traced, without effect
 *     on the rows or the modelled time
 * @param dtype of the result; null for that of the table
 * @param memoryConfig of the result; null for that of the indices
 * @param outputTensor written to instead of a new tensor
 */
public record EmbeddingOptions(
    @Nullable Integer paddingIdx,
    @Nullable Layout layout,
    EmbeddingsType embeddingsType,
    @Nullable DataType dtype,
    @Nullable MemoryConfig memoryConfig,
    @Nullable Tensor outputTensor)
    implements Options, Withers.OfEmbeddingOptions {
  public static final EmbeddingOptions DEFAULT =
      new EmbeddingOptions(null, null, EmbeddingsType.GENERIC, null, null, null);
}
