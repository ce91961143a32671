package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.integer;
import static dev.tilescope.internal.store.PlainJson.list;
import static dev.tilescope.internal.store.PlainJson.map;
import static dev.tilescope.internal.store.PlainJson.truthy;

import dev.tilescope.internal.store.SpecChunks.Operation;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Section 3.6: the walk over a trace, one method a paragraph, and long because that is one walk
 * with one state. What can only be known at the end of it is for {@link SpecTensors}.
 *
 * <p>What the specification leaves open was settled by what TT-NN's importer does: the node list of
 * an operation is emptied when it ends; an end without a start has no inputs, not even lifted ones;
 * Python's outputs are paired with tensor nodes without an id, too; a connected allocation without
 * an address frees address 0; only errors of the same file keep an operation from being reported as
 * incomplete; a missing number and a null one are the same.
 */
final class SpecGraph {
  private static final List<String> FILTERED =
      List.of(
          "ttnn::convert_python_tensor_to_tt_tensor",
          "tt::tt_metal::detail::convert_tt_tensor_to_framework_tensor",
          "Tensor::deallocate",
          "Tensor::to_device",
          "Tensor::reshape",
          "tt::tt_metal::to_dtype");
  private static final List<String> LAYOUTS =
      List.of("INTERLEAVED", "HEIGHT_SHARDED", "WIDTH_SHARDED", "BLOCK_SHARDED");

  private record Open(
      Map<String, Object> node, String name, boolean nested, @Nullable Map<String, Object> call) {}

  private record Live(Object device, long address, long bytes, long type, long layout) {}

  private final SpecTables tables;
  private final Map<String, Object> report;
  private final List<Object> graph;
  private final long rank;
  private final long base;
  private final Map<String, Deque<Map<String, Object>>> calls = new HashMap<>();
  private final SpecTensors tensors;
  private final Map<String, Operation> operations = new LinkedHashMap<>();

  private final List<Open> stack = new ArrayList<>();
  private long operationCounter = 1;
  private int realDepth;
  private int nestingDepth;
  private boolean computed;
  private final List<Live> live = new ArrayList<>();
  private final Set<Object> failed = new LinkedHashSet<>();
  private List<Map<String, Object>> subgraph = new ArrayList<>();

  private final Set<Object> nestedInputs = new LinkedHashSet<>();
  private final Set<Object> nestedOutputs = new LinkedHashSet<>();
  private final List<Map<String, Object>> candidates = new ArrayList<>();
  private final List<Object> liftedInputs = new ArrayList<>();

  SpecGraph(
      SpecTables tables, Map<String, Object> report, List<Object> calls, long rank, long base) {
    this.tables = tables;
    this.report = report;
    this.graph = list(report, "graph");
    this.rank = rank;
    this.base = base;
    boolean stacks = false;
    for (Object each : calls) {
      Map<String, Object> call = map(each);
      String name = PlainJson.str(call.getOrDefault("name", ""));
      this.calls.computeIfAbsent(name, n -> new ArrayDeque<>()).add(call);
      stacks |= truthy(call.get("python_stack_trace"));
    }
    this.tensors = new SpecTensors(tables, rank, stacks);
  }

  /** Operations by the counter of their start. */
  Map<String, Operation> operations() {
    return operations;
  }

  void rows() {
    for (Object each : graph) {
      Map<String, Object> node = map(each);
      if (nestingDepth > 0) {
        subgraph.add(node);
      }
      switch (String.valueOf(node.get("node_type"))) {
        case "function_start" -> start(node);
        case "function_end" -> end(node);
        case "tensor" -> tensors.add(params(node));
        case "buffer_allocate" -> allocate(params(node));
        case "buffer_deallocate" -> free(node);
        case "error" -> error(params(node));
        default -> {}
      }
    }
    incomplete();
    tensors.rows();
  }

  private static Map<String, Object> params(Map<String, Object> node) {
    return node.containsKey("params") ? map(node.get("params")) : Map.of();
  }

  private static Object counter(Map<String, Object> node) {
    return node.getOrDefault("counter", 0L);
  }

  private void start(Map<String, Object> node) {
    String name = PlainJson.str(params(node).getOrDefault("name", "unknown"));
    boolean fromTorch = name.equals("ttnn.from_torch");
    boolean prefixed = FILTERED.stream().anyMatch(name::startsWith);
    if (!prefixed && !fromTorch && realDepth == 0) {
      computed = true;
    }
    boolean nested = realDepth > 0 || prefixed || (fromTorch && !computed);
    Deque<Map<String, Object>> waiting = calls.get(name);
    stack.add(new Open(node, name, nested, waiting == null ? null : waiting.poll()));
    nestingDepth++;
    if (!nested) {
      realDepth++;
      subgraph = new ArrayList<>(List.of(node));
      nestedInputs.clear();
      nestedOutputs.clear();
      candidates.clear();
      liftedInputs.clear();
      tables.insert("nodes", base + operationCounter, counter(node), operationCounter, name, rank);
    }
  }

  private void end(Map<String, Object> node) {
    Map<String, Object> params = params(node);
    Open open = stack.isEmpty() ? null : stack.removeLast();
    nestingDepth--;
    if (open != null && open.nested()) {
      nestedEnd(open, node);
      return;
    }
    realDepth--;
    long id = base + operationCounter;
    tables.replace(
        "operations",
        new int[] {0, 3},
        id,
        PlainJson.str(params.getOrDefault("name", "unknown")),
        integer(node.getOrDefault("duration_ns", 0L)) / 1e9,
        rank);
    Map<String, Object> call = open == null || open.call() == null ? Map.of() : open.call();
    tensors.operation(id, PlainJson.str(params.getOrDefault("name", "unknown")), call);
    arguments(id, call, open);
    inputs(call, open).forEach(tensor -> tensors.input(id, integer(tensor)));
    List<Map<String, Object>> outputs = outputs(id, call, node);
    captured(id, call, outputs);
    subgraph = new ArrayList<>();
    snapshot(id, open);
    if (open != null) {
      operations.put(
          PlainJson.str(counter(open.node())), new Operation(id, integer(counter(node))));
    }
    operationCounter++;
  }

  private void nestedEnd(Open open, Map<String, Object> node) {
    List<Object> inputs =
        tensorNodes(open.node(), "input_tensors").stream().map(t -> (Object) tensorId(t)).toList();
    nestedInputs.addAll(inputs);
    for (Map<String, Object> output : tensorNodes(node, "connections")) {
      candidates.add(output);
      if (!inputs.contains(tensorId(output))) {
        nestedOutputs.add(tensorId(output));
      }
    }
    liftedInputs.addAll(SpecSetOrder.of(inputs));
  }

  private List<Map<String, Object>> tensorNodes(Map<String, Object> node, String key) {
    return nodes(node, key, "tensor").stream()
        .filter(tensor -> truthy(params(tensor).get("tensor_id")))
        .toList();
  }

  /** Those of a type that a node refers to; a negative number counts from the end. */
  private List<Map<String, Object>> nodes(Map<String, Object> node, String key, String type) {
    List<Map<String, Object>> found = new ArrayList<>();
    for (Object each : list(node, key)) {
      long at = integer(each);
      if (at < graph.size()) {
        Map<String, Object> other = map(graph.get((int) (at < 0 ? at + graph.size() : at)));
        if (type.equals(other.get("node_type"))) {
          found.add(other);
        }
      }
    }
    return found;
  }

  private static long tensorId(Map<String, Object> node) {
    return integer(SpecImporter.orNone(params(node).get("tensor_id")));
  }

  private void arguments(long id, Map<String, Object> call, @Nullable Open open) {
    Map<String, Object> named = new LinkedHashMap<>();
    if (truthy(call.get("arguments"))) {
      named.putAll(map(call.get("arguments")));
    } else if (open != null) {
      list(open.node(), "arguments").forEach(value -> named.put("arg_" + named.size(), value));
    }
    named.forEach(
        (key, value) -> tables.insert("operation_arguments", id, key, PlainJson.str(value), rank));
  }

  private List<Object> inputs(Map<String, Object> call, @Nullable Open open) {
    if (truthy(call.get("input_tensor_ids"))) {
      return list(call.get("input_tensor_ids"));
    }
    if (open == null) {
      return List.of();
    }
    List<Object> direct =
        tensorNodes(open.node(), "input_tensors").stream().map(t -> (Object) tensorId(t)).toList();
    return !direct.isEmpty()
        ? direct
        : liftedInputs.stream().filter(t -> !nestedOutputs.contains(t)).distinct().toList();
  }

  /** The nodes of the outputs, none if the call names them. */
  private List<Map<String, Object>> outputs(
      long id, Map<String, Object> call, Map<String, Object> end) {
    List<Map<String, Object>> nodes = tensorNodes(end, "connections");
    if (truthy(call.get("output_tensor_ids"))) {
      List<Object> ids = list(call.get("output_tensor_ids"));
      List<Map<String, Object>> connected = nodes(end, "connections", "tensor");
      List<Map<String, Object>> twins = connected.isEmpty() ? candidates : connected;
      for (int i = 0; i < ids.size(); i++) {
        tensors.output(id, integer(ids.get(i)), i < twins.size() ? params(twins.get(i)) : null);
      }
      return List.of();
    }
    if (nodes.isEmpty()) {
      Map<Object, Map<String, Object>> lifted = new LinkedHashMap<>();
      for (Map<String, Object> candidate : candidates) {
        Long tensor = tensorId(candidate);
        if (!(nestedOutputs.contains(tensor) && nestedInputs.contains(tensor))) {
          lifted.putIfAbsent(tensor, candidate);
        }
      }
      nodes = new ArrayList<>(lifted.values());
    }
    nodes.forEach(node -> tensors.output(id, tensorId(node), null));
    return nodes;
  }

  private void captured(long id, Map<String, Object> call, List<Map<String, Object>> outputs) {
    if (truthy(call.get("captured_graph"))) {
      SpecSubgraph.ofCall(list(call.get("captured_graph"))).insert(tables, id, rank);
    } else {
      List<Map<String, Object>> nodes = new ArrayList<>(subgraph);
      nodes.addAll(outputs);
      SpecSubgraph.renumbered(nodes).insert(tables, id, rank);
    }
  }

  private void snapshot(long id, @Nullable Open open) {
    Map<String, Object> given = map(report.getOrDefault("per_operation_buffers", Map.of()));
    String key = open == null ? "" : PlainJson.str(counter(open.node()));
    if (!given.containsKey(key)) {
      active(id);
      return;
    }
    for (Object each : list(given.get(key))) {
      Map<String, Object> b = map(each);
      tables.insert(
          "buffers",
          id,
          b.getOrDefault("device_id", 0L),
          b.getOrDefault("address", 0L),
          b.getOrDefault("max_size_per_bank", 0L),
          b.getOrDefault("buffer_type", 0L),
          b.getOrDefault("buffer_layout", 0L),
          rank);
    }
  }

  private void active(long id) {
    live.forEach(b ->
        tables.insert(
            "buffers", id, b.device(), b.address(), b.bytes(), b.type(), b.layout(), rank));
  }

  private void allocate(Map<String, Object> params) {
    String layout = PlainJson.str(params.getOrDefault("layout", "INTERLEAVED"));
    live.add(
        new Live(
            params.getOrDefault("device_id", 0L),
            number(params, "address"),
            bytesPerBank(params, layout),
            number(params, "buffer_type"),
            Math.max(0, LAYOUTS.indexOf(layout))));
  }

  private long bytesPerBank(Map<String, Object> params, String layout) {
    long size = number(params, "size");
    long page = number(params, "page_size");
    if (params.containsKey("max_size_per_bank")) {
      return number(params, "max_size_per_bank");
    }
    if (page <= 0 || size <= 0) {
      return size;
    }
    long cores = number(params, "num_cores");
    long shares = layout.equals("INTERLEAVED") ? banks(params) : cores;
    return shares > 0 ? (size / page + shares - 1) / shares * page : size;
  }

  private long banks(Map<String, Object> params) {
    long banks = 0;
    for (Object each : list(report, "devices")) {
      Map<String, Object> device = map(each);
      if (number(device, "device_id") == number(params, "device_id")) {
        boolean dram = number(params, "buffer_type") == 0;
        banks = number(device, dram ? "num_dram_channels" : "l1_num_banks");
      }
    }
    return banks;
  }

  private static long number(Map<String, Object> params, String key) {
    return integer(params.getOrDefault(key, 0L));
  }

  private void free(Map<String, Object> node) {
    Long address = freedAddress(node);
    live.removeIf(b -> address != null && b.address() == address);
    Long owner = address == null ? null : tensors.firstAt(address);
    if (!stack.isEmpty()) {
      if (owner != null) {
        liftedInputs.add(owner);
      }
      return;
    }
    long id = base + operationCounter;
    tables.insert("nodes", id, counter(node), operationCounter, "ttnn::deallocate", rank);
    tables.replace("operations", new int[] {0, 3}, id, "ttnn::deallocate", 0.0, rank);
    tensors.operation(id, "ttnn::deallocate", Map.of());
    if (owner != null) {
      tensors.input(id, owner);
    }
    active(id);
    SpecSubgraph.deallocation(node).insert(tables, id, rank);
    operationCounter++;
  }

  private @Nullable Long freedAddress(Map<String, Object> node) {
    Object own = params(node).get("address");
    if (own != null) {
      return integer(own);
    }
    List<Map<String, Object>> allocations = nodes(node, "connections", "buffer_allocate");
    return allocations.isEmpty() ? null : (Long) number(params(allocations.getFirst()), "address");
  }

  private void error(Map<String, Object> params) {
    failed.add(params.getOrDefault("error_operation", ""));
    tables.insert(
        "errors",
        base,
        params.getOrDefault("error_operation", ""),
        params.getOrDefault("error_type", "unknown"),
        params.getOrDefault("error_message", ""),
        "",
        "",
        rank);
  }

  private void incomplete() {
    for (Open open : stack) {
      if (!open.nested() && !failed.contains(open.name())) {
        String message =
            "Operation '" + open.name() + "' started but never completed (likely crashed)";
        tables.insert("errors", base, open.name(), "incomplete_operation", message, "", "", rank);
      }
    }
  }
}
