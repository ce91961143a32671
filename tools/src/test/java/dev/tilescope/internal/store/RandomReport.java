package dev.tilescope.internal.store;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;

/**
 * Writes the report of a made-up program, in the order and with the connections of a real capture:
 * operations in operations, tensors on one device or several or on the host, circular buffers,
 * deallocations in every place, and calls with and without Python's side of them. What a report
 * holds and leaves out is drawn once for all of it.
 *
 * <p>It is one long class because everything it writes comes from one state: what is open, alive
 * and connected at this point of the program.
 */
final class RandomReport {
  private record Tensor(long id, long address, long device, long bytes, long type, boolean host) {}

  private static final List<String> OPERATIONS =
      List.of("ttnn.add", "ttnn.matmul", "ttnn.linear", "ttnn.softmax", "ttnn.gelu\u00b2");
  private static final List<String> DEVICE_OPERATIONS =
      List.of("BinaryNgDeviceOperation", "MatmulDeviceOperation", "UnaryDeviceOperation");
  private static final List<String> WRAPPERS =
      List.of(
          "Tensor::to_device",
          "Tensor::reshape",
          "Tensor::to_device_extra",
          "ttnn::convert_python_tensor_to_tt_tensor",
          "tt::tt_metal::to_dtype");
  private static final List<String> LAYOUTS =
      List.of(
          "INTERLEAVED", "INTERLEAVED", "HEIGHT_SHARDED", "WIDTH_SHARDED", "BLOCK_SHARDED", "ND");

  private final Random random;
  private final Path source;
  private final List<Object> graph = new ArrayList<>();
  private final List<Map<String, Object>> open = new ArrayList<>();
  private final List<Object> calls = new ArrayList<>();
  private final List<Tensor> live = new ArrayList<>();
  private final Map<Tensor, Map<String, Object>> buffers = new LinkedHashMap<>();
  private final Map<String, Object> liveAfter = new LinkedHashMap<>();
  private final Map<String, Object> pages = new LinkedHashMap<>();
  private final List<Long> devices = new ArrayList<>();
  private @Nullable Map<String, Object> lastEnd;
  private long nextTensor;

  private final boolean python;
  private final boolean stacks;
  private final boolean reuse;
  private final boolean texts;
  private final boolean perBank;
  private final boolean snapshots;
  private final boolean plainPages;

  /**
   * @param source a file that stack traces may name
   */
  RandomReport(Random random, Path source) {
    this.random = random;
    this.source = source;
    python = random.nextInt(3) > 0;
    stacks = random.nextBoolean();
    reuse = random.nextInt(4) > 0;
    texts = random.nextInt(5) == 0;
    perBank = random.nextBoolean();
    snapshots = random.nextInt(3) == 0;
    plainPages = random.nextInt(4) == 0;
    nextTensor = random.nextInt(3) == 0 ? 0 : random.nextInt(2000);
    for (int i = random.nextInt(4); i > 0; i--) {
      devices.add((long) random.nextInt(9));
    }
  }

  List<Object> calls() {
    return calls;
  }

  Map<String, Object> report(int rank) {
    node("capture_start", PlainJson.NONE);
    for (int steps = 1 + random.nextInt(9); steps > 0; steps--) {
      step();
    }
    if (random.nextInt(6) > 0) {
      Map<String, Object> end = node("capture_end", PlainJson.NONE);
      end.put("duration_ns", 5_000_000L);
    } else if (random.nextBoolean()) {
      start(pick(OPERATIONS), List.of(), List.of());
      start("crashing", List.of(), List.of());
    }
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("devices", deviceFacts());
    report.put("graph", graph);
    report.put("metadata", metadata(rank));
    report.put("version", 1L);
    details(report);
    return report;
  }

  private void step() {
    switch (random.nextInt(12)) {
      case 0 -> fromTorch();
      case 1 -> wrapped();
      case 2, 3 -> deallocation();
      case 4 -> error();
      case 5 -> event();
      default -> operation();
    }
  }

  /** A tensor comes from the host: filtered as long as nothing was computed. */
  private void fromTorch() {
    call("ttnn.from_torch", List.of(), List.of("torch.Tensor(shape=[2, 3])"));
    Tensor tensor = create(random.nextInt(3) == 0);
    end("ttnn.from_torch", List.of(tensor));
  }

  private void wrapped() {
    String name = pick(WRAPPERS);
    List<Tensor> inputs = some(1);
    start(name, inputs, List.of());
    if (random.nextBoolean()) {
      operation();
    }
    end(name, random.nextBoolean() ? inputs : List.of(create(false)));
  }

  private void operation() {
    List<Tensor> inputs = some(1 + random.nextInt(3));
    String name = pick(OPERATIONS);
    boolean wrapper = random.nextInt(4) > 0;
    if (wrapper) {
      call(name, inputs, List.of());
    }
    List<Tensor> outputs = new ArrayList<>();
    for (int i = random.nextInt(3); i >= 0; i--) {
      outputs.addAll(deviceOperation(inputs));
    }
    if (wrapper) {
      end(
          random.nextInt(9) == 0 ? name + "_end" : name,
          random.nextInt(3) > 0 ? List.of() : outputs);
      finish(outputs);
    }
  }

  private List<Tensor> deviceOperation(List<Tensor> inputs) {
    String name = pick(DEVICE_OPERATIONS);
    start(name, random.nextInt(5) == 0 ? List.of() : inputs, List.of("Shape([1, 32])", "1", ""));
    List<Tensor> outputs = new ArrayList<>();
    if (random.nextInt(4) == 0) {
      outputs.addAll(inputs.subList(0, Math.min(1, inputs.size())));
    } else {
      start("tt::tt_metal::create_device_tensor", List.of(), List.of("DataType::BFLOAT16"));
      outputs.add(create(false));
      end("tt::tt_metal::create_device_tensor", outputs);
    }
    event();
    if (random.nextInt(3) == 0 && !live.isEmpty()) {
      free(pick(live));
    }
    end(name, random.nextInt(6) == 0 ? List.of() : outputs);
    return outputs;
  }

  private void deallocation() {
    if (live.isEmpty()) {
      return;
    }
    Tensor tensor = pick(live);
    int kind = random.nextInt(4);
    List<Tensor> named = random.nextBoolean() ? List.of() : List.of(tensor);
    if (kind == 1) {
      call("ttnn.deallocate", named, List.of());
    }
    if (kind > 0) {
      start("Tensor::deallocate", named, List.of("false"));
    }
    free(tensor);
    if (kind > 0) {
      end("Tensor::deallocate", List.of());
    }
    if (kind == 1) {
      end("ttnn.deallocate", List.of());
      finish(List.of());
    }
  }

  private void error() {
    Map<String, Object> params = new LinkedHashMap<>();
    if (random.nextBoolean()) {
      params.put("error_operation", random.nextBoolean() ? "crashing" : pick(OPERATIONS));
    }
    if (random.nextBoolean()) {
      params.put("error_type", "exception");
      params.put("error_message", "it said \"no\"\n\tat 0x1f");
    }
    node("error", params);
  }

  private void event() {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("device_id", number(device()));
    node("circular_buffer_deallocate_all", params);
    Map<String, Object> circular = new LinkedHashMap<>();
    circular.put("address", number(random.nextInt(4) * 1024L));
    circular.put("core_range_set", "{[(x=0,y=0) - (x=7,y=7)]}");
    circular.put("device_id", number(device()));
    circular.put("globally_allocated", "0");
    circular.put("size", number(4096));
    node(random.nextBoolean() ? "circular_buffer_allocate" : "scratchpad_allocate", circular);
  }

  private Tensor create(boolean host) {
    long address = 1024L * (reuse ? random.nextInt(6) : graph.size());
    Tensor tensor =
        new Tensor(
            nextTensor++, address, device(), 2048L * random.nextInt(40), random.nextInt(2), host);
    live.add(tensor);
    if (!host) {
      Map<String, Object> allocation = node("buffer_allocate", bufferParams(tensor));
      connections(allocation).add(counter(buffer(tensor)));
      if (random.nextInt(3) == 0) {
        snapshot(tensor, (long) counter(allocation));
      }
    }
    return tensor;
  }

  private void free(Tensor tensor) {
    live.remove(tensor);
    Map<String, Object> params = bufferParams(tensor);
    if (random.nextInt(8) == 0) {
      params.remove("address");
    }
    Map<String, Object> event = node("buffer_deallocate", params);
    connections(event)
        .add(
            random.nextInt(4) == 0 ? (long) random.nextInt(graph.size()) : counter(buffer(tensor)));
  }

  private Map<String, Object> bufferParams(Tensor tensor) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("address", number(tensor.address()));
    params.put("buffer_type", number(tensor.type()));
    params.put("device_id", number(tensor.device()));
    params.put("layout", pick(LAYOUTS));
    if (perBank || random.nextInt(4) == 0) {
      params.put("max_size_per_bank", number(2048));
    }
    params.put("num_cores", number(random.nextInt(3) * 4L));
    params.put("page_size", number(random.nextInt(5) == 0 ? 0 : 1024));
    params.put("size", number(tensor.bytes()));
    params.put("type", tensor.type() == 0 ? "DRAM" : "L1");
    return params;
  }

  private Map<String, Object> buffer(Tensor tensor) {
    Map<String, Object> known = buffers.get(tensor);
    if (known != null) {
      return known;
    }
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("device_id", number(tensor.device()));
    params.put("size", number(tensor.bytes()));
    Map<String, Object> node = node("buffer", params);
    buffers.put(tensor, node);
    return node;
  }

  private Map<String, Object> tensorNode(Tensor tensor) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("dtype", "DataType::BFLOAT16");
    params.put("layout", "Layout::TILE");
    params.put("shape", "Shape([1, 1, 32, " + tensor.bytes() + "])");
    params.put("size", number(tensor.bytes()));
    params.put("tensor_id", number(tensor.id()));
    if (!tensor.host()) {
      params.put("memory_config", "MemoryConfig(buffer_type=BufferType::L1)");
      params.put("device_id", number(tensor.device()));
      params.put("address", number(tensor.address()));
      params.put("buffer_type", number(tensor.type()));
      shards(tensor, params);
    }
    Map<String, Object> node = node("tensor", params);
    if (!tensor.host()) {
      connections(buffer(tensor)).add(counter(node));
    }
    return node;
  }

  private void shards(Tensor tensor, Map<String, Object> params) {
    List<Object> shards = new ArrayList<>();
    for (int i = random.nextInt(3); i > 0; i--) {
      Map<String, Object> shard = new LinkedHashMap<>();
      shard.put("address", tensor.address());
      shard.put("device_id", device());
      if (random.nextBoolean()) {
        shard.put("mesh_device_id", device());
      }
      shards.add(shard);
    }
    if (!shards.isEmpty()) {
      params.put("device_tensors", PlainJson.dumps(shards).replace(" ", ""));
    }
  }

  private void start(String name, List<Tensor> inputs, List<String> arguments) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("inputs", String.valueOf(arguments.size()));
    params.put("name", name);
    Map<String, Object> node = node("function_start", params);
    list(node, "arguments").addAll(arguments);
    if (lastEnd != null) {
      connections(lastEnd).add(counter(node));
      lastEnd = null;
    }
    open.add(node);
    for (Tensor tensor : inputs) {
      Map<String, Object> input = tensorNode(tensor);
      connections(input).add(counter(node));
      list(node, "input_tensors").add(counter(input));
    }
  }

  /** A call that Python records. */
  private void call(String name, List<Tensor> inputs, List<String> values) {
    if (python && random.nextInt(5) > 0) {
      Map<String, Object> call = new LinkedHashMap<>();
      call.put("name", name);
      Map<String, Object> arguments = new LinkedHashMap<>();
      if (random.nextInt(4) > 0) {
        arguments.put("memory_config", "L1");
        arguments.put("0", values.isEmpty() ? "ttnn.Tensor(it's \u00e9)" : values.getFirst());
        arguments.put("1", random.nextBoolean() ? List.of(1L, "x", true) : PlainJson.NONE);
      }
      call.put("arguments", arguments);
      List<Object> ids = new ArrayList<>();
      if (random.nextInt(3) > 0) {
        inputs.forEach(tensor -> ids.add(tensor.id()));
      }
      call.put("input_tensor_ids", ids);
      if (stacks && random.nextInt(4) > 0) {
        call.put("python_stack_trace", frames());
      }
      if (random.nextInt(8) == 0) {
        call.put("captured_graph", capturedGraph());
      }
      calls.add(call);
    }
    start(name, random.nextInt(4) == 0 ? inputs : List.of(), values);
  }

  private List<Object> frames() {
    String frame = "  File \"%s\", line %d, in run\n    x = ttnn.add(a, b)\n";
    return switch (random.nextInt(4)) {
      case 0 -> List.of(frame.formatted(source, 7), frame.formatted("/nowhere/b.py", 9));
      case 1 -> List.of(source + ":12");
      case 2 -> List.of(frame.formatted("/nowhere/a.py", 3), frame.formatted(source, 4));
      default -> List.of("no place here");
    };
  }

  private List<Object> capturedGraph() {
    List<Object> nodes = new ArrayList<>();
    for (long i = 0; i < 3; i++) {
      Map<String, Object> node = new LinkedHashMap<>();
      node.put("node_type", "tensor");
      node.put("connections", List.of(i + 1, 0L));
      if (i != 1) {
        node.put("counter", i);
      }
      nodes.add(node);
    }
    return nodes;
  }

  private void end(String name, List<Tensor> outputs) {
    Map<String, Object> params = new LinkedHashMap<>();
    params.put("name", name);
    Map<String, Object> begin = open.removeLast();
    Map<String, Object> node = node("function_end", params);
    node.put("stacking_level", begin.getOrDefault("stacking_level", 1L));
    if (random.nextInt(5) > 0) {
      node.put("duration_ns", 1L + random.nextInt(2_000_000));
    }
    connections(begin).add(counter(node));
    if (snapshots && random.nextInt(5) > 0) {
      liveAfter.put(String.valueOf(counter(begin)), liveBuffers());
    }
    outputs.forEach(tensor -> connections(node).add(counter(tensorNode(tensor))));
    lastEnd = node;
  }

  /** Python notes the outputs of a call, often under numbers of its own. */
  private void finish(List<Tensor> outputs) {
    if (calls.isEmpty() || random.nextInt(3) == 0) {
      return;
    }
    List<Object> ids = new ArrayList<>();
    boolean own = random.nextBoolean();
    outputs.forEach(tensor -> ids.add(own ? tensor.id() : 5000L + nextTensor++));
    PlainJson.map(calls.getLast()).put("output_tensor_ids", ids);
  }

  private List<Object> liveBuffers() {
    List<Object> all = new ArrayList<>();
    for (Tensor tensor : live) {
      Map<String, Object> buffer = new LinkedHashMap<>();
      buffer.put("address", tensor.address());
      buffer.put("buffer_layout", (long) random.nextInt(6));
      buffer.put("buffer_type", tensor.type());
      buffer.put("device_id", tensor.device());
      if (random.nextInt(5) > 0) {
        buffer.put("max_size_per_bank", 2048L);
      }
      all.add(buffer);
    }
    return all;
  }

  private void snapshot(Tensor tensor, long counter) {
    String key = String.valueOf(tensor.address());
    List<Object> now = new ArrayList<>();
    for (int i = random.nextInt(4); i >= 0; i--) {
      now.add(page(tensor, i));
    }
    if (plainPages) {
      pages.put(key, now);
      return;
    }
    Map<String, Object> snapshot = new LinkedHashMap<>();
    snapshot.put("alloc_counter", counter);
    snapshot.put("pages", now);
    PlainJson.list(pages.computeIfAbsent(key, k -> new ArrayList<>())).add(snapshot);
  }

  private Map<String, Object> page(Tensor tensor, int index) {
    Map<String, Object> page = new LinkedHashMap<>();
    page.put("address", tensor.address());
    page.put("bank_id", (long) random.nextInt(2));
    page.put("buffer_type", tensor.type());
    page.put("core_x", (long) random.nextInt(2));
    page.put("device_id", tensor.device());
    page.put("page_address", tensor.address() + 2048L * index);
    page.put("page_index", (long) index);
    page.put("page_size", 1024L << random.nextInt(2));
    return page;
  }

  private List<Object> deviceFacts() {
    List<Object> facts = new ArrayList<>();
    for (long device : devices) {
      Map<String, Object> fact = new LinkedHashMap<>();
      fact.put("arch", "WORMHOLE_B0");
      fact.put("device_id", device);
      if (random.nextInt(4) > 0) {
        fact.put("l1_num_banks", 8L);
      }
      fact.put("num_dram_channels", 6L);
      fact.put("worker_l1_size", 1_499_136L);
      facts.add(fact);
    }
    return facts;
  }

  private Map<String, Object> metadata(int rank) {
    Map<String, Object> metadata = new LinkedHashMap<>();
    metadata.put("capture_timestamp_ns", 1_760_000_000_000_000_000L);
    metadata.put("rank", (long) rank);
    metadata.put("world_size", 1L);
    if (random.nextInt(3) == 0) {
      metadata.put("note", List.of("it's", 1.5, PlainJson.NONE, false, Map.of("a", "\\")));
    }
    return metadata;
  }

  private void details(Map<String, Object> report) {
    if (snapshots || random.nextInt(6) == 0) {
      report.put("per_operation_buffers", liveAfter);
    }
    if (random.nextInt(3) > 0) {
      report.put("buffer_pages_by_address", pages);
    }
    if (random.nextInt(3) == 0 && !live.isEmpty()) {
      report.put("buffer_pages", List.of(page(live.getFirst(), 0), page(live.getFirst(), 3)));
    }
    if (random.nextInt(5) == 0) {
      report.put("comparison_records", comparisons());
    }
  }

  private Map<String, Object> comparisons() {
    Map<String, Object> tensor = new LinkedHashMap<>();
    tensor.put("tensor_id", (long) random.nextInt(12));
    tensor.put("shape", "[2]");
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("tensor_id", nextTensor);
    record.put("golden_tensor_id", 77_001L);
    record.put("matches", random.nextBoolean());
    record.put("desired_pcc", 0.9999);
    record.put("actual_pcc", random.nextBoolean() ? 1L : 0.5);
    Map<String, Object> records = new LinkedHashMap<>();
    records.put("version", 1L);
    records.put("tensors", List.of(tensor));
    records.put("local_tensor_comparison_records", List.of(record));
    return records;
  }

  private Map<String, Object> node(String type, Object params) {
    Map<String, Object> node = new LinkedHashMap<>();
    node.put("arguments", new ArrayList<>());
    node.put("connections", new ArrayList<>());
    node.put("counter", (long) graph.size());
    node.put("input_tensors", new ArrayList<>());
    node.put("node_type", type);
    node.put("params", params);
    node.put("stacking_level", (long) open.size());
    graph.add(node);
    if (!open.isEmpty() && !type.equals("tensor")) {
      connections(open.getLast()).add(counter(node));
    }
    return node;
  }

  private static Object counter(Map<String, Object> node) {
    return node.getOrDefault("counter", 0L);
  }

  private static List<Object> connections(Map<String, Object> node) {
    return list(node, "connections");
  }

  private static List<Object> list(Map<String, Object> node, String key) {
    return PlainJson.list(node.get(key));
  }

  private Object number(long value) {
    return texts ? (Object) String.valueOf(value) : (Object) value;
  }

  private long device() {
    return devices.isEmpty() || random.nextInt(12) == 0 ? random.nextInt(9) : pick(devices);
  }

  private List<Tensor> some(int count) {
    List<Tensor> all = new ArrayList<>(live);
    Collections.shuffle(all, random);
    return new ArrayList<>(all.subList(0, Math.min(count, all.size())));
  }

  private <T> T pick(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }
}
