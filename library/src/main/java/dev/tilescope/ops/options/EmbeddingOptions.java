package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** The keyword arguments of {@code embedding}. */
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
