package dev.tilescope.store;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.raw.PythonNumbers;
import dev.tilescope.report.raw.PythonText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

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
    List<String> frames = new ArrayList<>();
    for (Object frame : list("python_stack_trace")) {
      frames.add(PythonText.str(frame));
    }
    return String.join("\n", frames);
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
