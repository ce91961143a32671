package dev.tilescope.ops;

/** {@code ttnn.transformer}: the steps of attention, one by one or in one program. */
public final class Transformer extends TransformerOperations {
  private Transformer() {}
}
