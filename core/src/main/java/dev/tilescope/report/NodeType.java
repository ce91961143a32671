package dev.tilescope.report;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The {@code node_type} texts. */
enum NodeType {
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
  ERROR("error");

  private static final Map<String, NodeType> BY_TEXT = new HashMap<>();

  static {
    for (NodeType type : values()) {
      BY_TEXT.put(type.text, type);
    }
  }

  private final String text;

  NodeType(String text) {
    this.text = text;
  }

  String text() {
    return text;
  }

  /** Also takes the oldest generation's {@code tensor[3]}. */
  static @Nullable NodeType of(String text) {
    NodeType type = BY_TEXT.get(text);
    return type == null && text.startsWith("tensor[") && text.endsWith("]") ? TENSOR : type;
  }
}
