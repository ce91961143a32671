package dev.tilescope.internal.explain;

import dev.tilescope.internal.explain.HostCall.Kind;
import dev.tilescope.internal.explain.Programs.Program;
import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The programs that the rows of an imported report tell of. */
final class DatabaseWorks {
  private static final Pattern NO_DIGITS = Pattern.compile("\\D+");
  private static final double NANOS = 1e9;

  /** Of reports that do not say, or of several. */
  private static final String UNKNOWN = "";

  /** Reading them of more would take longer than the rest. */
  private static final int MOST_PARAMETERS = 1000;

  /** An operation, and the tensors that it takes and gives. */
  private static final class Called {
    private final List<Long> inputs = new ArrayList<>();
    private final List<Long> outputs = new ArrayList<>();
  }

  private record Tensor(PerfTensor tensor, String shape, double elements) {}

  private record Row(
      int operation,
      int index,
      String name,
      long nanos,
      double hostNanos,
      String caller,
      int node,
      int cores) {}

  private final ReadOnlyDatabase database;
  private final int rank;
  private final Map<Integer, Called> calls = new HashMap<>();
  private final Map<Long, Tensor> tensors = new HashMap<>();
  private int parametersRead;

  private DatabaseWorks(ReadOnlyDatabase database, int rank) {
    this.database = database;
    this.rank = rank;
  }

  /**
   * @param database in today's words
   */
  static Captured read(ReadOnlyDatabase database, int rank) {
    return new DatabaseWorks(database, rank).captured();
  }

  private Captured captured() {
    if (!database.hasRows("tilescope_device_operations", rank)) {
      return new Captured(new Programs().analysed(arch(), workers()), List.of());
    }
    readTensors();
    Programs programs = new Programs();
    List<Row> rows = rows();
    for (int i = 0; i < rows.size(); i++) {
      programs.add(program(rows, i));
    }
    return new Captured(programs.analysed(arch(), workers()), hostCalls(rows));
  }

  private List<Row> rows() {
    return database.list(
        "SELECT d.operation_id, d.device_operation_index, substr(d.name, 1, 300),"
            + " coalesce(d.modelled_nanos, 0), coalesce(d.duration, 0), coalesce(substr(o.name, 1, 300), ''),"
            + " coalesce(f.first_node, -1), coalesce(c.cores, 0)"
            + " FROM tilescope_device_operations d"
            + " LEFT JOIN operations o ON o.operation_id = d.operation_id AND o.rank = d.rank"
            + " LEFT JOIN tilescope_operation_facts f"
            + " ON f.operation_id = d.operation_id AND f.rank = d.rank"
            + " LEFT JOIN (SELECT operation_id AS op, device_operation_index AS i,"
            + " max(num_cores) AS cores FROM tilescope_circular_buffers WHERE rank = ?1"
            + " GROUP BY 1, 2) c ON c.op = d.operation_id AND c.i = d.device_operation_index"
            + " WHERE d.rank = ?1 ORDER BY 1, 2",
        row ->
            new Row(
                row.getInt(1),
                row.getInt(2),
                String.valueOf(row.getString(3)),
                row.getLong(4),
                row.getDouble(5) * NANOS,
                String.valueOf(row.getString(6)),
                row.getInt(7),
                row.getInt(8)),
        rank);
  }

  private void readTensors() {
    database.forEach(
        "SELECT tensor_id, shape, dtype, layout, memory_config FROM tensors WHERE rank = ?",
        row ->
            tensors.put(
                row.getLong(1),
                tensor(row.getString(2), row.getString(3), row.getString(4), row.getString(5))),
        rank);
    database.forEach(
        "SELECT operation_id, tensor_id FROM input_tensors WHERE rank = ? ORDER BY 1, input_index",
        row -> called(row.getInt(1)).inputs.add(row.getLong(2)),
        rank);
    database.forEach(
        "SELECT operation_id, tensor_id FROM output_tensors WHERE rank = ?"
            + " ORDER BY 1, output_index",
        row -> called(row.getInt(1)).outputs.add(row.getLong(2)),
        rank);
  }

  private Called called(int operation) {
    return calls.computeIfAbsent(operation, _ -> new Called());
  }

  private static Tensor tensor(
      @Nullable String shape,
      @Nullable String type,
      @Nullable String layout,
      @Nullable String memory) {
    int[] sizes =
        NO_DIGITS
            .splitAsStream(shape == null ? "" : shape)
            .filter(digits -> !digits.isEmpty() && digits.length() < 10)
            .mapToInt(Integer::parseInt)
            .limit(Shape.MAX_DEVICE_RANK)
            .toArray();
    Shape known = sizes.length == 0 ? null : Shape.of(sizes);
    PerfTensor tensor =
        CapturedTensors.of(
            known,
            type(String.valueOf(type)),
            String.valueOf(layout).endsWith("TILE"),
            String.valueOf(memory));
    return new Tensor(
        tensor,
        String.valueOf(shape).replaceAll("[^\\d, \\[\\]]", ""),
        known == null ? 0 : known.volume());
  }

  private static @Nullable DataType type(String text) {
    for (DataType type : DataType.values()) {
      if (text.endsWith(type.name())) {
        return type;
      }
    }
    return null;
  }

  /** What an operation of several programs takes and gives is that of its first and its last. */
  private Program program(List<Row> rows, int at) {
    Row row = rows.get(at);
    Called called = called(row.operation);
    boolean isFirst = row.index == 0;
    boolean isLast = at + 1 == rows.size() || rows.get(at + 1).operation != row.operation;
    List<Long> inputs = isFirst ? called.inputs : List.of();
    long output = isLast && !called.outputs.isEmpty() ? called.outputs.getFirst() : -1;
    return new Program(
        row.name,
        new Place(0, row.operation, row.node, row.caller + " > " + row.name, ""),
        isFirst && isLast && isProduct(row) ? parameters(row) : "",
        row.cores,
        row.nanos,
        row.hostNanos,
        inputs.stream().map(id -> known(id).tensor).toList(),
        known(output).tensor,
        inputs,
        output);
  }

  private Tensor known(long id) {
    return tensors.getOrDefault(id, new Tensor(PerfTensor.NONE, "unknown shape", 0));
  }

  /** Of those without a time nothing would follow. */
  private boolean isProduct(Row row) {
    boolean isWanted = row.nanos > 0 && parametersRead < MOST_PARAMETERS;
    return isWanted && (row.name.contains("Matmul") || row.name.contains("Conv2d"));
  }

  /** Of the program, from the operation's part of the trace. */
  private String parameters(Row row) {
    parametersRead++;
    String part =
        database
            .first(
                "SELECT substr(captured_graph, 1, 40000) FROM captured_graph"
                    + " WHERE operation_id = ? AND rank = ?",
                each -> String.valueOf(each.getString(1)),
                row.operation,
                rank)
            .orElse("");
    int name = part.indexOf("\"" + row.name + "\"");
    int start = name < 0 ? -1 : part.lastIndexOf("{\"arguments\": [\"", name);
    int end = start < 0 ? -1 : part.indexOf("\", \"", start);
    return end < 0 ? "" : part.substring(start, end);
  }

  private List<HostCall> hostCalls(List<Row> rows) {
    List<HostCall> found = new ArrayList<>();
    int[] place = {0, 0};
    database.forEach(
        "SELECT operation_id, substr(name, 1, 300), coalesce(duration, 0) FROM operations"
            + " WHERE rank = ? ORDER BY 1",
        row -> {
          int operation = row.getInt(1);
          while (place[0] < rows.size() && rows.get(place[0]).operation < operation) {
            place[1] += Work.isComputing(rows.get(place[0]).name) ? 1 : 0;
            place[0]++;
          }
          String name = String.valueOf(row.getString(2));
          Kind kind = Kind.of(name);
          if (kind != null) {
            found.add(hostCall(kind, operation, name, row.getDouble(3) * NANOS, place));
          }
        },
        rank);
    return HostCall.between(found, rows.size());
  }

  private HostCall hostCall(Kind kind, int operation, String name, double nanos, int[] place) {
    Called called = called(operation);
    List<Long> ids = kind == Kind.UPLOAD ? called.outputs : called.inputs;
    Tensor tensor = known(ids.isEmpty() ? -1 : ids.getFirst());
    return new HostCall(
        kind,
        Place.ofOperation(operation, name, ""),
        tensor.shape,
        tensor.elements,
        nanos,
        place[0],
        place[1]);
  }

  private String arch() {
    var architectures = database.timeBands().architectures();
    return architectures.size() == 1 ? architectures.iterator().next().name() : UNKNOWN;
  }

  private @Nullable Integer workers() {
    return database
        .first(
            "SELECT num_x_compute_cores * num_y_compute_cores FROM devices WHERE rank = ?",
            row -> row.getInt(1),
            rank)
        .orElse(null);
  }
}
