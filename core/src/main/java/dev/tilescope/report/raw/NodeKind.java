package dev.tilescope.report.raw;

/** Node types that a reader acts on; whatever else a trace holds is {@link #OTHER}. */
public enum NodeKind {
  FUNCTION_START("function_start"),
  FUNCTION_END("function_end"),
  TENSOR("tensor"),
  BUFFER("buffer"),
  BUFFER_ALLOCATE("buffer_allocate"),
  BUFFER_DEALLOCATE("buffer_deallocate"),
  CIRCULAR_BUFFER_ALLOCATE("circular_buffer_allocate"),
  DATAFLOW_BUFFER_ALLOCATE("dataflow_buffer_allocate"),
  SCRATCHPAD_ALLOCATE("scratchpad_allocate"),
  CIRCULAR_BUFFER_DEALLOCATE_ALL("circular_buffer_deallocate_all"),
  ERROR("error"),
  OTHER("");

  private final String word;

  NodeKind(String word) {
    this.word = word;
  }

  String word() {
    return word;
  }

  static NodeKind of(String word) {
    for (NodeKind kind : values()) {
      if (kind.word.equals(word)) {
        return kind;
      }
    }
    return OTHER;
  }
}
