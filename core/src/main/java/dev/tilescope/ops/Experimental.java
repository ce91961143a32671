package dev.tilescope.ops;

/** {@code ttnn.experimental}: heads, rotary embeddings and paged caches of language models. */
public final class Experimental extends NlpOperations {
  private Experimental() {}
}
