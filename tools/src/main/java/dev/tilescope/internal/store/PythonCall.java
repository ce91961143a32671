package dev.tilescope.internal.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** One recorded Python call: what it says about an operation. */
record PythonCall(Map<?, ?> fields) {
  static final PythonCall NONE = new PythonCall(Map.of());

  Map<?, ?> arguments() {
    Object value = fields.get("arguments");
    if (!PythonNumbers.truthy(value)) {
      return Map.of();
    }
    if (value instanceof Map<?, ?> map) {
      return map;
    }
    throw new TilescopeException("the arguments of a recorded call are not an object");
  }

  /** Frames joined; empty if there are none. */
  String stack() {
    return joined(list("python_stack_trace"));
  }

  static String joined(List<?> frames) {
    return frames.stream().map(PythonText::str).collect(Collectors.joining("\n"));
  }

  boolean hasStack() {
    return !list("python_stack_trace").isEmpty();
  }

  List<Long> ids(String key) {
    List<Long> ids = new ArrayList<>();
    for (Object id : list(key)) {
      ids.add(PythonNumbers.toLong(id));
    }
    return ids;
  }

  List<?> capturedGraph() {
    return list("captured_graph");
  }

  private List<?> list(String key) {
    Object value = fields.get(key);
    if (!PythonNumbers.truthy(value)) {
      return List.of();
    }
    if (value instanceof List<?> list) {
      return list;
    }
    throw new TilescopeException(key + " of a recorded call is not a list");
  }
}
