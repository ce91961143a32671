package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Changes a report as no recorder would have written it, within what the specification covers. */
final class ReportMutation {
  private static final List<String> TYPES =
      List.of(
          "function_start",
          "function_end",
          "function_end",
          "tensor",
          "buffer_allocate",
          "buffer_deallocate",
          "capture_start",
          "stranger");
  private static final List<String> FIELDS =
      List.of(
          "arguments",
          "connections",
          "counter",
          "input_tensors",
          "node_type",
          "params",
          "duration_ns");

  private final Random random;
  private final Map<String, Object> report;
  private final List<Object> graph;
  private final List<Object> calls;

  ReportMutation(Random random, Map<String, Object> report, List<Object> calls) {
    this.random = random;
    this.report = report;
    this.graph = PlainJson.list(report.get("graph"));
    this.calls = calls;
  }

  void apply() {
    switch (random.nextInt(16)) {
      case 0 -> delete();
      case 1 -> graph.add(place(), copy(node()));
      case 2 -> Collections.swap(graph, place(), place());
      case 3 -> Collections.reverse(graph.subList(place(), graph.size()));
      case 4 -> node().put("node_type", TYPES.get(random.nextInt(TYPES.size())));
      case 5 -> node().put("counter", (long) place());
      case 6 -> node().remove(FIELDS.get(random.nextInt(FIELDS.size())));
      case 7 -> dropParam();
      case 8 -> otherForm();
      case 9 -> number("tensor_id", random.nextInt(3));
      case 10 -> number(random.nextBoolean() ? "address" : "device_id", random.nextInt(4) * 1024);
      case 11 -> references();
      case 12 -> rename();
      case 13 -> call();
      case 14 -> graph.add(place(), strayEnd());
      default -> seldom();
    }
  }

  private void delete() {
    if (graph.size() > 1) {
      graph.remove(place());
    }
  }

  private int place() {
    return random.nextInt(graph.size());
  }

  private Map<String, Object> node() {
    return PlainJson.map(graph.get(place()));
  }

  private static Map<String, Object> copy(Map<String, Object> node) {
    return PlainJson.map(PlainJson.parse(PlainJson.dumps(node)));
  }

  private Map<String, Object> params() {
    for (int tries = 0; tries < 50; tries++) {
      if (node().get("params") instanceof Map<?, ?> params && !params.isEmpty()) {
        return PlainJson.map(params);
      }
    }
    return new LinkedHashMap<>();
  }

  private void dropParam() {
    Map<String, Object> params = params();
    List<String> keys = new ArrayList<>(params.keySet());
    if (!keys.isEmpty()) {
      params.remove(keys.get(random.nextInt(keys.size())));
    }
  }

  /** Numbers become texts, in one node or in all of a kind. */
  private void otherForm() {
    String key = List.of("size", "address", "device_id", "tensor_id").get(random.nextInt(4));
    boolean all = random.nextBoolean();
    for (Object each : all ? graph : List.<Object>of(node())) {
      if (PlainJson.map(each).get("params") instanceof Map<?, ?> params
          && params.get(key) instanceof Long number) {
        PlainJson.map(params).put(key, number.toString());
      }
    }
  }

  private void number(String key, long value) {
    for (int tries = 0; tries < 50; tries++) {
      Map<String, Object> params = params();
      if (params.containsKey(key)) {
        params.put(key, value);
        return;
      }
    }
  }

  private void references() {
    Map<String, Object> node = node();
    String key = random.nextBoolean() ? "connections" : "input_tensors";
    if (node.get(key) instanceof List<?> list) {
      long at = random.nextInt(3) == 0 ? -1 - place() : random.nextInt(graph.size() * 2);
      PlainJson.list(list).add(random.nextInt(list.size() + 1), at);
    }
  }

  private void rename() {
    Map<String, Object> params = params();
    if (params.containsKey("name")) {
      params.put(
          "name",
          List.of("Tensor::reshape", "ttnn.from_torch", "ttnn.deallocate", "ttnn.add")
              .get(random.nextInt(4)));
    }
  }

  private void call() {
    if (calls.isEmpty()) {
      return;
    }
    Map<String, Object> call = PlainJson.map(calls.get(random.nextInt(calls.size())));
    switch (random.nextInt(5)) {
      case 0 -> calls.remove(call);
      case 1 -> call.put("output_tensor_ids", List.of(random.nextInt(40) + 1L, 90_000L, 90_001L));
      case 2 -> call.put("input_tensor_ids", List.of(random.nextInt(40) + 1L, 3L, 3L));
      case 3 -> call.put("name", "ttnn.softmax");
      default -> call.remove("arguments");
    }
  }

  private static Map<String, Object> strayEnd() {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("name", "stray");
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("connections", new ArrayList<>());
    node.put("counter", 100_000L);
    node.put("node_type", "function_end");
    node.put("params", params);
    return node;
  }

  private void seldom() {
    Map<String, Object> metadata = PlainJson.map(report.get("metadata"));
    switch (random.nextInt(8)) {
      case 0 -> report.put("version", random.nextBoolean() ? "1" : (Object) 2L);
      case 1 -> metadata.put("rank", "2");
      case 2 -> metadata.remove("rank");
      case 3 -> node().put("params", PlainJson.NONE);
      case 4 -> params().put("buffer_type", "BufferType::L1");
      case 5 -> report.put("devices", new ArrayList<>());
      case 6 -> report.remove("per_operation_buffers");
      default -> metadata.put("schema_version", 9L);
    }
  }
}
