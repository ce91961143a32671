package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.NONE;
import static dev.tilescope.internal.store.PlainJson.integer;
import static dev.tilescope.internal.store.PlainJson.list;
import static dev.tilescope.internal.store.PlainJson.map;
import static dev.tilescope.internal.store.PlainJson.truthy;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Sections 3.8 and 3.9: tensors, who uses them, stacks and lifetimes.
 *
 * <p>What the specification leaves open was settled by what TT-NN's importer does: ids are compared
 * as numbers except where a tensor is first seen; tensors of step 2 come in the order of a set; the
 * last of several C++ tensors that are paired with an id counts.
 */
final class SpecTensors {
  private record Use(long operation, long tensor) {}

  private record Shard(long tensor, Object device, Object address) {}

  /**
   * @param values shape, dtype, layout, memory config, device, address, buffer type
   */
  private record Row(long tensor, Object id, List<Object> values) {}

  private final SpecTables tables;
  private final long rank;
  private final boolean stacks;
  private final SpecSources sources;

  /** The same id as a number and as a text gives two rows, of which SQLite keeps one. */
  private final List<Row> tensors = new ArrayList<>();

  private final Set<Object> seen = new HashSet<>();

  private final List<Shard> shards = new ArrayList<>();
  private final List<Use> inputs = new ArrayList<>();
  private final List<Use> outputs = new ArrayList<>();
  private final Map<Long, Map<String, Object>> twins = new HashMap<>();
  private final Map<Long, String> names = new HashMap<>();

  SpecTensors(SpecTables tables, long rank, boolean stacks) {
    this.tables = tables;
    this.rank = rank;
    this.stacks = stacks;
    this.sources = new SpecSources(tables, rank);
  }

  void add(Map<String, Object> params) {
    Object id = SpecImporter.orNone(params.get("tensor_id"));
    if (!truthy(id) || !seen.add(id)) {
      return;
    }
    List<Object> values =
        List.of(
            params.getOrDefault("shape", ""),
            dotted(params.getOrDefault("dtype", NONE)),
            dotted(params.getOrDefault("layout", NONE)),
            params.getOrDefault("memory_config", NONE),
            number(params, "device_id"),
            number(params, "address"),
            bufferType(params));
    tensors.add(new Row(integer(id), id, values));
    Object given = params.get("device_tensors");
    if (truthy(given)) {
      if (!(given instanceof String text)) {
        throw new PlainJson.Refused("device_tensors is no text");
      }
      for (Object each : list(PlainJson.parse(text))) {
        Map<String, Object> shard = map(each);
        Object device = shard.getOrDefault("mesh_device_id", shard.getOrDefault("device_id", NONE));
        shards.add(new Shard(integer(id), device, shard.getOrDefault("address", NONE)));
      }
    }
  }

  private static Object number(Map<String, Object> params, String key) {
    Object value = SpecImporter.orNone(params.get(key));
    return value == NONE ? NONE : (Object) integer(value);
  }

  private static long bufferType(Map<String, Object> params) {
    Object type = number(params, "buffer_type");
    return type == NONE ? 0 : integer(type);
  }

  private static Object dotted(Object text) {
    return text instanceof String s ? s.replace("::", ".") : text;
  }

  @Nullable Long firstAt(long address) {
    for (Row tensor : tensors) {
      if (tensor.values().get(5).equals(address)) {
        return tensor.tensor();
      }
    }
    return null;
  }

  void operation(long id, String name, Map<String, Object> call) {
    names.put(id, name);
    if (truthy(call.get("python_stack_trace"))) {
      String text =
          list(call.get("python_stack_trace")).stream()
              .map(PlainJson::str)
              .collect(Collectors.joining("\n"));
      sources.add(id, text);
    }
  }

  void input(long operation, long tensor) {
    inputs.add(new Use(operation, tensor));
  }

  /**
   * @param twin params of the C++ tensor that a Python call names otherwise
   */
  void output(long operation, long tensor, @Nullable Map<String, Object> twin) {
    outputs.add(new Use(operation, tensor));
    if (twin != null) {
      twins.put(tensor, twin);
    }
  }

  void rows() {
    List<Object> used = new ArrayList<>();
    inputs.forEach(use -> used.add(use.tensor()));
    outputs.forEach(use -> used.add(use.tensor()));
    tensors.removeIf(t -> t.values().get(4) == NONE && !used.contains(t.tensor()));
    unknown(used);
    Set<Long> kept = tensors.stream().map(Row::tensor).collect(Collectors.toSet());
    List<Use> in = uses("input_tensors", "tensor_consumers", inputs, kept);
    List<Use> out = uses("output_tensors", "tensor_producers", outputs, kept);
    for (Row tensor : tensors) {
      List<Object> row = new ArrayList<>(tensor.values());
      row.addFirst(tensor.id());
      row.add(rank);
      tables.insertNew("tensors", new int[] {0, 8}, row.toArray());
    }
    shards.stream()
        .filter(shard -> kept.contains(shard.tensor()))
        .distinct()
        .forEach(s -> tables.insert("device_tensors", s.tensor(), s.device(), s.address(), rank));
    if (stacks) {
      kept.stream().sorted().forEach(id -> lifetime(id, in, out));
    }
  }

  /** Step 2, in the order of a set of what is used less what is known. */
  private void unknown(List<Object> used) {
    Set<Long> known = tensors.stream().map(Row::tensor).collect(Collectors.toSet());
    List<Object> all = SpecSetOrder.of(used);
    List<Object> missing = SpecSetOrder.of(all.stream().filter(t -> !known.contains(t)).toList());
    List<Object> paired = missing.stream().filter(twins::containsKey).toList();
    if (paired.size() > 1 && all.size() / 4 > known.size()) {
      throw new IllegalStateException("section 10 does not cover a difference made from a copy");
    }
    for (Object id : paired) {
      Map<String, Object> twin = map(twins.get(id));
      List<Object> values = new ArrayList<>();
      for (String key : List.of("shape", "dtype", "layout", "memory_config")) {
        values.add(PlainJson.str(twin.getOrDefault(key, "")));
      }
      values.add(number(twin, "device_id"));
      values.add(number(twin, "address"));
      values.add(bufferType(twin));
      tensors.add(new Row(integer(id), id, values));
    }
  }

  /** Step 3: unknown tensors and repetitions go, and the rest is numbered again. */
  private List<Use> uses(String table, String mirror, List<Use> all, Set<Long> known) {
    List<Use> kept = all.stream().filter(u -> known.contains(u.tensor())).distinct().toList();
    Map<Long, Long> next = new HashMap<>();
    for (Use use : kept) {
      long index = next.merge(use.operation(), 1L, Long::sum) - 1;
      tables.insert(table, use.operation(), index, use.tensor(), rank);
      tables.insertNew(mirror, new int[] {0, 1, 2, 3}, use.tensor(), use.operation(), index, rank);
    }
    return kept;
  }

  private void lifetime(long id, List<Use> in, List<Use> out) {
    List<Long> readers = operations(id, in);
    Object producer =
        operations(id, out).stream().min(Long::compare).map(Object.class::cast).orElse(NONE);
    Object last =
        readers.stream()
            .filter(op -> !frees(op))
            .max(Long::compare)
            .map(Object.class::cast)
            .orElse(NONE);
    Object freed =
        readers.stream()
            .filter(this::frees)
            .min(Long::compare)
            .map(Object.class::cast)
            .orElse(NONE);
    tables.replace(
        "tensor_lifetime",
        new int[] {0, 8},
        id,
        producer,
        last,
        freed,
        sources.file(producer),
        sources.line(producer),
        sources.file(last),
        sources.line(last),
        rank);
  }

  private static List<Long> operations(long tensor, List<Use> uses) {
    return uses.stream().filter(u -> u.tensor() == tensor).map(Use::operation).toList();
  }

  private boolean frees(long operation) {
    return Set.of("ttnn::deallocate", "ttnn.deallocate", "Tensor::deallocate")
        .contains(names.getOrDefault(operation, ""));
  }
}
