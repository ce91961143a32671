package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The tables of schema 3.3 in memory, with what SQLite does to a value and to a second key. */
final class SpecTables {
  /** The type of each column but the rank: Int, Text, Float. */
  private static final Map<String, String> COLUMNS =
      Map.ofEntries(
          Map.entry("devices", "I".repeat(18)),
          Map.entry("operations", "ITF"),
          Map.entry("operation_arguments", "ITT"),
          Map.entry("tensors", "ITTTTIII"),
          Map.entry("device_tensors", "III"),
          Map.entry("buffers", "IIIIII"),
          Map.entry("captured_graph", "IT"),
          Map.entry("nodes", "IIIT"),
          Map.entry("edges", "IIIIII"),
          Map.entry("report_metadata", "TT"),
          Map.entry("errors", "ITTTTT"),
          Map.entry("source_files", "ITT"),
          Map.entry("stack_traces", "ITI"),
          Map.entry("input_tensors", "III"),
          Map.entry("output_tensors", "III"),
          Map.entry("tensor_lifetime", "IIIITITI"),
          Map.entry("tensor_consumers", "III"),
          Map.entry("tensor_producers", "III"),
          Map.entry("local_tensor_comparison_records", "IIIFF"),
          Map.entry("global_tensor_comparison_records", "IIIFF"),
          Map.entry("buffer_chunks", "I".repeat(11)));

  private final Map<String, List<List<Object>>> rows = new LinkedHashMap<>();

  List<List<Object>> rows(String table) {
    return rows.computeIfAbsent(table, name -> new ArrayList<>());
  }

  static Iterable<String> names() {
    return COLUMNS.keySet();
  }

  void insert(String table, Object... values) {
    rows(table).add(stored(table, values));
  }

  /** Nothing happens if a row has the same values in these columns. */
  void insertNew(String table, int[] key, Object... values) {
    if (with(table, key, stored(table, values)) < 0) {
      insert(table, values);
    }
  }

  /** The row takes the place of one with the same values in these columns, at the end. */
  void replace(String table, int[] key, Object... values) {
    int old = with(table, key, stored(table, values));
    if (old >= 0) {
      rows(table).remove(old);
    }
    insert(table, values);
  }

  private int with(String table, int[] key, List<Object> row) {
    List<List<Object>> all = rows(table);
    for (int i = 0; i < all.size(); i++) {
      List<Object> other = all.get(i);
      if (Arrays.stream(key)
          .allMatch(k -> row.get(k) != PlainJson.NONE && row.get(k).equals(other.get(k)))) {
        return i;
      }
    }
    return -1;
  }

  private static List<Object> stored(String table, Object... values) {
    String types = String.valueOf(COLUMNS.get(table));
    List<Object> row = new ArrayList<>();
    for (int i = 0; i < values.length; i++) {
      row.add(stored(i < types.length() ? types.charAt(i) : 'I', values[i]));
    }
    return row;
  }

  /** Column affinity: what looks like a number is one in a column of numbers, and the reverse. */
  private static Object stored(char type, Object given) {
    Object value =
        switch (given) {
          case Boolean truth -> truth ? 1L : 0L;
          case Integer small -> (long) small;
          case List<?> list -> throw new PlainJson.Refused("cannot bind " + list);
          case Map<?, ?> map -> throw new PlainJson.Refused("cannot bind " + map);
          default -> given;
        };
    return switch (type) {
      case 'T' -> value instanceof Number ? PlainJson.str(value) : value;
      case 'F' -> value instanceof Long number ? (Object) number.doubleValue() : value;
      default -> asInteger(value);
    };
  }

  private static Object asInteger(Object value) {
    if (value instanceof String text && text.strip().matches("[+-]?\\d{1,18}")) {
      return Long.parseLong(text.strip());
    }
    return value instanceof Double real && real == Math.rint(real)
        ? (Object) real.longValue()
        : value;
  }
}
