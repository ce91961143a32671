package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.list;
import static dev.tilescope.internal.store.PlainJson.map;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Section 3.7: the trace of one operation as it is stored, and its edges. */
record SpecSubgraph(List<Map<String, Object>> nodes) {
  static SpecSubgraph ofCall(List<Object> given) {
    List<Map<String, Object>> nodes = new ArrayList<>();
    for (Object each : given) {
      Map<String, Object> node = SpecImporter.copy(map(each));
      if (node.containsKey("counter")) {
        node.put("id", map(each).getOrDefault("counter", 0L));
      }
      nodes.add(node);
    }
    return new SpecSubgraph(nodes);
  }

  static SpecSubgraph renumbered(List<Map<String, Object>> own) {
    List<Map<String, Object>> all = new ArrayList<>();
    all.add(capture("capture_start", 0, List.of(1L)));
    all.addAll(own);
    all.add(capture("capture_end", 0, List.of()));
    Map<Object, Long> numbers = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      numbers.put(all.get(i).getOrDefault("counter", 0L), (long) i);
    }
    List<Map<String, Object>> nodes = new ArrayList<>();
    for (Map<String, Object> old : all) {
      Map<String, Object> node = SpecImporter.copy(old);
      long number = nodes.size();
      node.put("counter", number);
      for (String key : List.of("connections", "input_tensors")) {
        if (node.containsKey(key)) {
          node.put(key, mapped(list(node, key), numbers));
        }
      }
      node.put("id", number);
      nodes.add(node);
    }
    return new SpecSubgraph(nodes);
  }

  private static List<Object> mapped(List<Object> old, Map<Object, Long> numbers) {
    List<Object> mapped = new ArrayList<>();
    old.forEach(n -> mapped.add(numbers.containsKey(n) ? (Object) numbers.get(n) : n));
    return mapped;
  }

  static SpecSubgraph deallocation(Map<String, Object> node) {
    Map<String, Object> free = SpecImporter.copy(node);
    free.put("counter", 1L);
    free.put("id", 1L);
    if (free.containsKey("connections")) {
      free.put("connections", List.of(2L));
    }
    return new SpecSubgraph(
        List.of(
            withId(capture("capture_start", 0, List.of(1L))),
            free,
            withId(capture("capture_end", 2, List.of()))));
  }

  private static Map<String, Object> capture(String type, long counter, List<Object> connections) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("arguments", List.of());
    node.put("connections", connections);
    node.put("counter", counter);
    node.put("input_tensors", List.of());
    node.put("node_type", type);
    node.put("params", Map.of());
    node.put("stacking_level", 0L);
    return node;
  }

  /** In a deallocation the id follows the counter. */
  private static Map<String, Object> withId(Map<String, Object> node) {
    Map<String, Object> ordered = new LinkedHashMap<>();
    node.forEach((key, value) -> {
      ordered.put(key, value);
      if (key.equals("counter")) {
        ordered.put("id", value);
      }
    });
    return ordered;
  }

  void insert(SpecTables tables, long operation, long rank) {
    tables.insert("captured_graph", operation, PlainJson.dumps(nodes), rank);
    for (Map<String, Object> node : nodes) {
      List<Object> targets = list(node, "connections");
      for (int i = 0; i < targets.size(); i++) {
        Object source = node.getOrDefault("counter", 0L);
        tables.insert("edges", operation, source, targets.get(i), i, 0, i, rank);
      }
    }
  }
}
