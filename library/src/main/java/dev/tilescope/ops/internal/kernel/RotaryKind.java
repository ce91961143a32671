package dev.tilescope.ops.internal.kernel;

/** Which elements of a row turn together in a rotary embedding. */
public enum RotaryKind {
  /** Element i with element i + dim / 2, as in {@code rotary_embedding}. */
  HALVES,
  /** Element 2i with element 2i + 1, as in {@code rotary_embedding_llama}. */
  PAIRS
}
