package dev.tilescope.model;

import java.util.HashMap;
import java.util.Map;

/** What a node of a trace tells of, with the word that files have for it as {@code node_type}. */
public enum NodeKind {
  CAPTURE_START("capture_start"),
  CAPTURE_END("capture_end"),
  FUNCTION_START("function_start"),
  FUNCTION_END("function_end"),
  TENSOR("tensor"),
  BUFFER("buffer"),
  BUFFER_ALLOCATE("buffer_allocate"),
  BUFFER_DEALLOCATE("buffer_deallocate"),
  CIRCULAR_BUFFER_ALLOCATE("circular_buffer_allocate"),
  CIRCULAR_BUFFER_DEALLOCATE_ALL("circular_buffer_deallocate_all"),
  DATAFLOW_BUFFER_ALLOCATE("dataflow_buffer_allocate"),
  SCRATCHPAD_ALLOCATE("scratchpad_allocate"),
  ERROR("error"),
  /** Whatever else a trace holds. */
  OTHER("");

  private static final Map<String, NodeKind> BY_WORD = new HashMap<>();

  static {
    for (NodeKind kind : values()) {
      BY_WORD.put(kind.word, kind);
    }
  }

  private final String word;

  NodeKind(String word) {
    this.word = word;
  }

  public String word() {
    return word;
  }

  /** Also takes the oldest generation's {@code tensor[3]}. */
  public static NodeKind of(String word) {
    boolean isNumbered = word.startsWith("tensor[") && word.endsWith("]");
    return isNumbered ? TENSOR : BY_WORD.getOrDefault(word, OTHER);
  }

  public boolean isFunction() {
    return this == FUNCTION_START || this == FUNCTION_END;
  }

  /** True outside of everything that a program did. */
  public boolean isCapture() {
    return this == CAPTURE_START || this == CAPTURE_END;
  }
}
