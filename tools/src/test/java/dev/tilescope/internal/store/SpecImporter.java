package dev.tilescope.internal.store;

import static dev.tilescope.internal.store.PlainJson.NONE;
import static dev.tilescope.internal.store.PlainJson.integer;
import static dev.tilescope.internal.store.PlainJson.list;
import static dev.tilescope.internal.store.PlainJson.map;
import static dev.tilescope.internal.store.PlainJson.truthy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The rows of reports as the specification of TT-NN's importer derives them: slow, in memory, on
 * plain maps and lists. Written from the specification, and from what TT-NN's importer does where
 * that is silent, but not from the importer it is the reference for, so that it shares no mistake
 * with it. This class does a file; {@link SpecGraph} its trace.
 */
final class SpecImporter {
  private static final List<String> DEVICE_COLUMNS =
      List.of(
          "device_id",
          "num_y_cores",
          "num_x_cores",
          "num_y_compute_cores",
          "num_x_compute_cores",
          "worker_l1_size",
          "l1_num_banks",
          "l1_bank_size",
          "address_at_first_l1_bank",
          "address_at_first_l1_cb_buffer",
          "num_banks_per_storage_core",
          "num_compute_cores",
          "num_storage_cores",
          "total_l1_memory",
          "total_l1_for_tensors",
          "total_l1_for_interleaved_buffers",
          "total_l1_for_sharded_buffers",
          "cb_limit");

  private final SpecTables tables = new SpecTables();
  private final Map<Long, Integer> filesOfRank = new HashMap<>();

  private SpecImporter() {
    tables.insert("report_metadata", "schema_version", "3.3");
  }

  /** Rows of these report files, imported in this order. */
  static SpecTables tables(List<Path> reports) {
    SpecImporter importer = new SpecImporter();
    reports.forEach(importer::file);
    return importer.tables;
  }

  private void file(Path file) {
    Map<String, Object> report = map(PlainJson.parse(text(file)));
    Map<String, Object> metadata = map(report.get("metadata"));
    long rank = integer(metadata.getOrDefault("rank", NONE));
    metadata.putIfAbsent("git_url", "");
    metadata.putIfAbsent("git_sha", "");
    if (!Long.valueOf(1).equals(report.get("version"))) {
      return;
    }
    long base = 10_000L * filesOfRank.merge(rank, 1, Integer::sum) - 10_000;
    Map<Long, Long> devices = renumber(report);
    for (Object device : list(report, "devices")) {
      List<Object> row = new ArrayList<>();
      DEVICE_COLUMNS.forEach(column -> row.add(map(device).getOrDefault(column, 0L)));
      row.add(rank);
      tables.insert("devices", row.toArray());
    }
    for (Object node : list(report, "graph")) {
      if (map(node).containsKey("counter")) {
        map(node).put("id", map(node).getOrDefault("counter", NONE));
      }
    }
    SpecGraph graph = new SpecGraph(tables, report, calls(file, report), rank, base);
    graph.rows();
    comparisons(file, report, rank);
    metadata.forEach((key, value) ->
        tables.replace("report_metadata", new int[] {0}, key, PlainJson.str(value)));
    new SpecChunks(tables, report, devices, graph.operations(), rank, base).rows();
  }

  /** 3.5, step 5: device numbers become 0, 1, 2 and so on. */
  private static Map<Long, Long> renumber(Map<String, Object> report) {
    TreeSet<Long> ids = new TreeSet<>();
    list(report, "devices").forEach(d -> ids.add(integer(map(d).getOrDefault("device_id", 0L))));
    Map<Long, Long> numbers = new HashMap<>();
    ids.forEach(id -> numbers.put(id, (long) numbers.size()));
    if (!numbers.isEmpty()) {
      list(report, "devices").forEach(d -> renumber(map(d), "device_id", numbers));
      for (Object node : list(report, "graph")) {
        if (map(node).get("params") instanceof Map<?, ?> params) {
          renumberParams(map(params), numbers);
        }
      }
      map(report.getOrDefault("per_operation_buffers", Map.of()))
          .values()
          .forEach(live -> list(live).forEach(b -> renumber(map(b), "device_id", numbers)));
    }
    return numbers;
  }

  private static void renumberParams(Map<String, Object> params, Map<Long, Long> numbers) {
    renumber(params, "device_id", numbers);
    if (params.get("device_tensors") instanceof String text && !text.isEmpty()) {
      List<Object> shards = list(PlainJson.parse(text));
      for (Object shard : shards) {
        renumber(map(shard), "device_id", numbers);
        renumber(map(shard), "mesh_device_id", numbers);
      }
      params.put("device_tensors", PlainJson.dumps(shards));
    }
  }

  /** A number in a text becomes a number; one that no device has is kept. */
  static void renumber(Map<String, Object> of, String key, Map<Long, Long> numbers) {
    Object id = of.get(key);
    if (id instanceof Long || (id instanceof String text && text.matches("\\d{1,9}"))) {
      of.put(key, numbers.getOrDefault(integer(id), integer(id)));
    }
  }

  private static List<Object> calls(Path file, Map<String, Object> report) {
    Object inside = report.getOrDefault("python_io", NONE);
    if (inside != NONE) {
      return list(inside);
    }
    Path beside = sibling(file, ".python_io.json");
    return Files.exists(beside) ? list(PlainJson.parse(text(beside))) : List.of();
  }

  /** 3.11. */
  private void comparisons(Path file, Map<String, Object> report, long rank) {
    Object inside = report.getOrDefault("comparison_records", NONE);
    Path beside = sibling(file, ".comparison_records.json");
    if (inside == NONE && !Files.exists(beside)) {
      return;
    }
    Map<String, Object> records = map(inside == NONE ? PlainJson.parse(text(beside)) : inside);
    for (Object tensor : list(records, "tensors")) {
      Map<String, Object> t = map(tensor);
      List<Object> row = new ArrayList<>();
      for (String column :
          List.of(
              "tensor_id",
              "shape",
              "dtype",
              "layout",
              "memory_config",
              "device_id",
              "address",
              "buffer_type")) {
        row.add(t.getOrDefault(column, NONE));
      }
      row.add(t.getOrDefault("rank", rank));
      tables.insertNew("tensors", new int[] {0, 8}, row.toArray());
    }
    for (String table :
        List.of("local_tensor_comparison_records", "global_tensor_comparison_records")) {
      for (Object each : list(records, table)) {
        Map<String, Object> r = map(each);
        tables.insert(
            table,
            r.getOrDefault("tensor_id", NONE),
            r.getOrDefault("golden_tensor_id", NONE),
            truthy(r.get("matches")) ? 1L : 0L,
            r.getOrDefault("desired_pcc", NONE),
            r.getOrDefault("actual_pcc", NONE),
            r.getOrDefault("rank", rank));
      }
    }
  }

  private static Path sibling(Path file, String ending) {
    String name = String.valueOf(file.getFileName());
    int dot = name.lastIndexOf('.');
    return file.resolveSibling((dot > 0 ? name.substring(0, dot) : name) + ending);
  }

  static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** A copy whose own keys can be changed. */
  static Map<String, Object> copy(Map<String, Object> of) {
    return new LinkedHashMap<>(of);
  }

  static Object orNone(@Nullable Object value) {
    return value == null ? NONE : value;
  }
}
