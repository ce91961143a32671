package dev.tilescope.ops.options;

/** What a program may take for granted of a table of embeddings. The rows it gives are the same. */
public enum EmbeddingsType {
  GENERIC,
  /** The row {@code padding_idx} is asked for often, so cores keep it. */
  PADDED,
  /** The table has two rows, which cores keep. */
  BINARY
}
