package dev.tilescope.ops.options;

import dev.tilescope.tensor.Tensor;

/** Chosen elements, and where they stood along their dimension. */
public record ValuesAndIndices(Tensor values, Tensor indices) implements AutoCloseable {
  @Override
  public void close() {
    values.close();
    indices.close();
  }
}
