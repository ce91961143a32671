package dev.tilescope.ops.internal.kernel;

import dev.tilescope.ops.internal.kernel.RowNorms.Scale;
import org.jspecify.annotations.Nullable;

/** What norms of the rows of a matrix share; a weight or bias that is null is one or zero. */
public record RowNorm(
    float @Nullable [] weight, float @Nullable [] bias, float epsilon, int rows, int width) {
  Scale scale() {
    return new Scale(weight, bias);
  }
}
