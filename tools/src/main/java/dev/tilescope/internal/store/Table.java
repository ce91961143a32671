package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** The tables, in the order in which they are created. */
enum Table {
  DEVICES(
      "devices",
      "device_id int, num_y_cores int, num_x_cores int, num_y_compute_cores int,"
          + " num_x_compute_cores int, worker_l1_size int, l1_num_banks int, l1_bank_size int,"
          + " address_at_first_l1_bank int, address_at_first_l1_cb_buffer int,"
          + " num_banks_per_storage_core int, num_compute_cores int, num_storage_cores int,"
          + " total_l1_memory int, total_l1_for_tensors int, total_l1_for_interleaved_buffers int,"
          + " total_l1_for_sharded_buffers int, cb_limit int",
      ""),
  OPERATIONS("operations", "operation_id int, name text, duration float", "operation_id"),
  OPERATION_ARGUMENTS("operation_arguments", "operation_id int, name text, value text", ""),
  TENSORS(
      "tensors",
      "tensor_id int, shape text, dtype text, layout text, memory_config text, device_id int,"
          + " address int, buffer_type int",
      "tensor_id"),
  DEVICE_TENSORS("device_tensors", "tensor_id int, device_id int, address int", ""),
  BUFFERS(
      "buffers",
      "operation_id int, device_id int, address int, max_size_per_bank int, buffer_type int,"
          + " buffer_layout int",
      ""),
  CAPTURED_GRAPH("captured_graph", "operation_id int, captured_graph text", ""),
  NODES("nodes", "operation_id int, unique_id int, node_operation_id int, name text", ""),
  EDGES(
      "edges",
      "operation_id int, source_unique_id int, sink_unique_id int, source_output_index int,"
          + " sink_input_index int, key int",
      ""),
  REPORT_METADATA("report_metadata", "key text UNIQUE, value text", null),
  ERRORS(
      "errors",
      "operation_id int, operation_name text, error_type text, error_message text,"
          + " stack_trace text, timestamp text",
      ""),
  SOURCE_FILES(
      "source_files", "id INTEGER PRIMARY KEY, path text UNIQUE NOT NULL, contents text", null),
  STACK_TRACES(
      "stack_traces",
      "operation_id int, stack_trace text, source_file_id int REFERENCES source_files(id)",
      ""),
  INPUT_TENSORS("input_tensors", "operation_id int, input_index int, tensor_id int", ""),
  OUTPUT_TENSORS("output_tensors", "operation_id int, output_index int, tensor_id int", ""),
  TENSOR_LIFETIME(
      "tensor_lifetime",
      "tensor_id int, producer_operation_id int, last_use_operation_id int,"
          + " deallocate_operation_id int, producer_source_file text, producer_source_line int,"
          + " last_use_source_file text, last_use_source_line int",
      "tensor_id"),
  TENSOR_CONSUMERS(
      "tensor_consumers",
      "tensor_id int, operation_id int, input_index int",
      "tensor_id, operation_id, input_index"),
  TENSOR_PRODUCERS(
      "tensor_producers",
      "tensor_id int, operation_id int, output_index int",
      "tensor_id, operation_id, output_index"),
  LOCAL_COMPARISONS(
      "local_tensor_comparison_records",
      "tensor_id int, golden_tensor_id int, matches int, desired_pcc float, actual_pcc float",
      "tensor_id"),
  GLOBAL_COMPARISONS(
      "global_tensor_comparison_records",
      "tensor_id int, golden_tensor_id int, matches int, desired_pcc float, actual_pcc float",
      "tensor_id"),
  BUFFER_CHUNKS(
      "buffer_chunks",
      "operation_id int, device_id int, address int, bank_id int, core_x int, core_y int,"
          + " chunk_address int, chunk_size int, page_size int, num_pages int, buffer_type int",
      ""),
  /** Ours alone: captured metal traces without their commands, which the copy of a file holds. */
  METAL_TRACES(
      "tilescope_metal_traces",
      "trace_id int, device_id int, architecture text, address int, page_size int,"
          + " buffer_size int, commands_size int, region_size int, traces_size int",
      ""),
  /** Ours alone: which bytes of a metal trace an operation became. */
  METAL_TRACE_OPERATIONS(
      "tilescope_metal_trace_operations",
      "trace_id int, device_id int, operation_index int, program_id int, name text, offset int,"
          + " size int",
      ""),
  /** Ours alone: each buffer once, with the events that bound its life. */
  ALLOCATIONS(
      "tilescope_allocations",
      "allocation_id INTEGER PRIMARY KEY, device_id int, address int, size int,"
          + " max_size_per_bank int, page_size int, num_cores int, buffer_type int,"
          + " buffer_layout int, tensor_id int, first_operation_id int, first_node int,"
          + " last_operation_id int, last_node int, last_use_operation_id int,"
          + " is_made_between int",
      ""),
  /** Ours alone: the most that was in use of a core and of a bank, see {@code memory.Peaks}. */
  MEMORY_PEAKS(
      "tilescope_memory_peaks",
      "report int, first_operation_id int, last_operation_id int, device_id int,"
          + " mesh_device_id int, l1_bytes_per_core int, l1_capacity_bytes int,"
          + " l1_program_bytes int,"
          + " l1_core_x int, l1_core_y int, l1_operation_id int, l1_node int,"
          + " l1_headroom_bytes int, l1_headroom_operation_id int, l1_headroom_node int,"
          + " dram_bytes_per_bank int, dram_capacity_bytes int, dram_operation_id int,"
          + " dram_node int",
      ""),
  /**
   * Ours alone: the most that was in use of a device's fullest core and bank from the end of the
   * operation before to an operation's end, and what was as it began; the highest of a device are
   * its peaks.
   */
  MEMORY_LEVELS(
      "tilescope_memory_levels",
      "operation_id int, device_id int, l1_bytes_before int, l1_bytes_per_core int,"
          + " dram_bytes_before int, dram_bytes_per_bank int",
      ""),
  /** Ours alone: space that programs took of L1. */
  CIRCULAR_BUFFERS(
      "tilescope_circular_buffers",
      "operation_id int, device_operation_index int, kind text, device_id int, address int,"
          + " size int, core_range_set text, num_cores int, globally_allocated int,"
          + " first_node int, last_node int, last_operation_id int",
      ""),
  /** Ours alone: calls inside operations that a performance report has rows for. */
  DEVICE_OPERATIONS(
      "tilescope_device_operations",
      "operation_id int, device_operation_index int, name text, device_id int, duration float,"
          + " modelled_nanos int, modelled_low_nanos int, modelled_high_nanos int,"
          + " peak_cb_bytes_per_core int, peak_l1_bytes int",
      ""),
  /** Ours alone: what an operation's part of the trace amounts to. */
  OPERATION_FACTS(
      "tilescope_operation_facts",
      "operation_id int, first_node int, last_node int, node_count int, depth int,"
          + " device_operations int, peak_l1_bytes_per_bank int, peak_dram_bytes int,"
          + " modelled_nanos int, modelled_low_nanos int, modelled_high_nanos int",
      ""),
  /** Ours alone: the imported files themselves, see {@link ReportCopy}. */
  FILES(
      "tilescope_files", "report int, role text, name text, part int, raw_size int, zstd blob", "");

  private static final int EDGE_VALUES = 5;
  private static final int ROWS = 100;
  private static final int ROWS_OF_LONG_TEXT = 10;

  private final String sqlName;
  private final String columns;
  private final @Nullable String unique;

  /**
   * @param unique columns that identify a row together with its rank; empty if none do; null if the
   *     table has no rank
   */
  Table(String sqlName, String columns, @Nullable String unique) {
    this.sqlName = sqlName;
    this.columns = columns;
    this.unique = unique;
  }

  String sqlName() {
    return sqlName;
  }

  /** Upstream's schema has no such table; its viewer does not mind it. */
  boolean isOurs() {
    return switch (this) {
      case FILES,
          METAL_TRACES,
          METAL_TRACE_OPERATIONS,
          ALLOCATIONS,
          MEMORY_PEAKS,
          MEMORY_LEVELS,
          CIRCULAR_BUFFERS,
          DEVICE_OPERATIONS,
          OPERATION_FACTS ->
          true;
      default -> false;
    };
  }

  boolean hasRank() {
    return unique != null;
  }

  /** Names of the columns, without rank. */
  String[] columnNames() {
    String[] declarations = columns.split(", *", -1);
    for (int i = 0; i < declarations.length; i++) {
      declarations[i] = declarations[i].substring(0, declarations[i].indexOf(' '));
    }
    return declarations;
  }

  /** Names of the columns in their order, rank included. */
  List<String> allColumnNames() {
    List<String> names = new ArrayList<>(List.of(columnNames()));
    if (hasRank()) {
      names.add("rank");
    }
    return names;
  }

  /** Values of a row that are bound, its rank included. */
  int width(boolean withSize) {
    if (this == EDGES) {
      return EDGE_VALUES;
    }
    return columnNames().length + (hasRank() ? 1 : 0) + (withSize && this == TENSORS ? 1 : 0);
  }

  /** Rows that one statement inserts. */
  int rowsPerStatement() {
    return switch (this) {
      case CAPTURED_GRAPH, SOURCE_FILES, STACK_TRACES, FILES -> ROWS_OF_LONG_TEXT;
      default -> ROWS;
    };
  }

  /**
   * @param withSize the column {@code tensors.size}, which upstream lacks and the viewer uses
   */
  String createSql(boolean withSize) {
    StringBuilder sql = new StringBuilder("CREATE TABLE IF NOT EXISTS ").append(sqlName);
    sql.append(" (").append(columns);
    if (hasRank()) {
      sql.append(", rank int NOT NULL DEFAULT 0");
    }
    if (withSize && this == TENSORS) {
      sql.append(", size int");
    }
    if (unique != null && !unique.isEmpty()) {
      sql.append(", UNIQUE(").append(unique).append(", rank)");
    }
    return sql.append(')').toString();
  }

  String insertSql(int rows, boolean withSize) {
    StringJoiner values = new StringJoiner(",", verb() + " INTO " + sqlName + " VALUES ", "");
    int width = width(withSize);
    for (int row = 0; row < rows; row++) {
      values.add(this == EDGES ? edge(row * width) : "(" + "?,".repeat(width - 1) + "?)");
    }
    return values.toString();
  }

  /** Half of all rows are edges: their constant and their repeated column are not bound. */
  private static String edge(int before) {
    return "(?%1$d,?%2$d,?%3$d,?%4$d,0,?%4$d,?%5$d)"
        .formatted(before + 1, before + 2, before + 3, before + 4, before + 5);
  }

  private String verb() {
    return switch (this) {
      case OPERATIONS, TENSOR_LIFETIME, REPORT_METADATA -> "INSERT OR REPLACE";
      case TENSORS, TENSOR_CONSUMERS, TENSOR_PRODUCERS -> "INSERT OR IGNORE";
      default -> "INSERT";
    };
  }

  static final String SOURCE_INDEX_SQL =
      "CREATE INDEX IF NOT EXISTS idx_stack_traces_source_file_id ON stack_traces(source_file_id)";

  /** Indexes that upstream does not make and the viewer is many times faster with. */
  static final List<String> VIEWER_INDEXES_SQL =
      List.of(
          index("operation_arguments", "operation_id"),
          index("stack_traces", "operation_id"),
          index("captured_graph", "operation_id"),
          index("input_tensors", "operation_id"),
          index("input_tensors", "tensor_id"),
          index("output_tensors", "operation_id"),
          index("output_tensors", "tensor_id"),
          index("device_tensors", "tensor_id"),
          index("buffers", "operation_id"),
          index("buffers", "buffer_type"),
          index("buffers", "address, operation_id"),
          index("buffer_chunks", "operation_id, buffer_type"),
          index("tilescope_allocations", "first_operation_id"),
          index("tilescope_allocations", "last_operation_id"),
          index("tilescope_allocations", "device_id, address"),
          index("tilescope_circular_buffers", "operation_id"),
          index("tilescope_device_operations", "operation_id"),
          index("tilescope_operation_facts", "operation_id"));

  private static String index(String table, String columns) {
    String name = "idx_" + table + "_" + columns.replace(", ", "_");
    return "CREATE INDEX IF NOT EXISTS " + name + " ON " + table + "(" + columns + ")";
  }
}
