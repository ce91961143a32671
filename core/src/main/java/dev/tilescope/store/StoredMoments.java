package dev.tilescope.store;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.analysis.SetUpCalls;
import dev.tilescope.analysis.SourceLine;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.FullMoment;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Headline.Amount;
import dev.tilescope.memory.OperationLevels;
import dev.tilescope.memory.ProgramPart;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TensorMemoryLayout;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The memories of a database's devices when they were fullest, from the rows that the account
 * wrote. Nothing is known of them in databases without these rows.
 */
public final class StoredMoments {
  /** As much of a stack as holds its first line. */
  private static final int STACK_CHARS = 600;

  private static final int MAX_BUFFERS = 20_000;

  private static final String FREEING =
      "('ttnn::deallocate', 'ttnn.deallocate', 'Tensor::deallocate')";

  private final ReadOnlyDatabase database;
  private final int rank;
  private final Map<Integer, Step> steps = new HashMap<>();

  private StoredMoments(ReadOnlyDatabase database, int rank) {
    this.database = database;
    this.rank = rank;
  }

  /**
   * Null if the rows are missing.
   *
   * @param database in today's words
   */
  public static @Nullable FullMoment read(
      ReadOnlyDatabase database, int rank, Headline device, boolean isL1) {
    return device.isWhole() ? new StoredMoments(database, rank).moment(device, isL1) : null;
  }

  private FullMoment moment(Headline device, boolean isL1) {
    Amount amount = isL1 ? device.l1() : device.dram();
    List<Integer> banks =
        database.list(
            "SELECT l1_num_banks FROM devices WHERE device_id = ? AND rank = ? LIMIT 1",
            row -> row.getInt(1),
            device.deviceId(),
            rank);
    Range range = rangeOf(device, amount);
    return new FullMoment(
        device,
        isL1,
        step(amount.operation()).source(),
        buffers(device, isL1, amount, range),
        isL1 ? programs(device, amount, range) : List.of(),
        levels(device, isL1, range),
        (int)
            database.number(
                "SELECT coalesce(max(operation_id), 0) FROM operations WHERE rank = ?"
                    + " AND operation_id BETWEEN ? AND ? AND name NOT IN "
                    + FREEING,
                rank,
                range.first,
                range.last),
        !isL1 || banks.isEmpty() ? 0 : banks.getFirst());
  }

  private OperationLevels levels(Headline device, boolean isL1, Range range) {
    List<long[]> rows =
        database.list(
            "SELECT operation_id, %s FROM tilescope_memory_levels WHERE device_id = ? AND rank = ?"
                    .formatted(isL1 ? "l1_bytes_per_core" : "dram_bytes_per_bank")
                + " AND operation_id BETWEEN ? AND ? ORDER BY operation_id",
            row -> new long[] {row.getLong(1), row.getLong(2)},
            device.deviceId(),
            rank,
            range.first,
            range.last);
    return new OperationLevels(
        rows.stream().mapToInt(row -> (int) row[0]).toArray(),
        rows.stream().mapToLong(row -> row[1]).toArray());
  }

  private List<BufferPart> buffers(Headline device, boolean isL1, Amount amount, Range range) {
    return database.list(
        "SELECT max_size_per_bank, size, address, tensor_id, buffer_layout, num_cores,"
            + " first_operation_id, first_node, last_use_operation_id, last_operation_id, last_node,"
            + " is_made_between"
            + " FROM tilescope_allocations WHERE rank = ? AND buffer_type IN "
            + (isL1 ? "(1, 3)" : "(0, 4)")
            + " AND coalesce(first_node, -1) <= ? AND (last_node IS NULL OR last_node > ?)"
            + " AND device_id IN (?, ?)"
            + " AND coalesce(first_operation_id, last_use_operation_id, last_operation_id, ?)"
            + " BETWEEN ? AND ? ORDER BY max_size_per_bank DESC LIMIT "
            + MAX_BUFFERS,
        row -> buffer(row, amount.operation()),
        rank,
        amount.node(),
        amount.node(),
        device.deviceId(),
        device.meshId() < 0 ? device.deviceId() : device.meshId(),
        amount.operation(),
        range.first,
        range.last);
  }

  /** Operations of one report: those of another have nodes of the same numbers. */
  private record Range(long first, long last) {}

  private Range rangeOf(Headline device, Amount amount) {
    List<Range> found =
        database.list(
            "SELECT first_operation_id, last_operation_id FROM tilescope_memory_peaks"
                + " WHERE device_id = ? AND rank = ?"
                + " AND ? BETWEEN first_operation_id AND last_operation_id",
            row -> new Range(row.getLong(1), row.getLong(2)),
            device.deviceId(),
            rank,
            amount.operation());
    return found.isEmpty() ? new Range(0, Integer.MAX_VALUE) : found.getFirst();
  }

  private BufferPart buffer(ResultSet row, int at) throws SQLException {
    long tensor = row.getLong(4);
    boolean hasTensor = !row.wasNull();
    Step made = row.getObject(8) == null ? null : step(row.getInt(7));
    Step lastUse = row.getObject(9) == null ? null : step(row.getInt(9));
    Step freed = row.getObject(11) == null ? null : step(row.getInt(10));
    TreeSet<Integer> uses = hasTensor ? uses(tensor) : new TreeSet<>();
    Integer previous = uses.floor(at);
    Integer next = uses.higher(at);
    return new BufferPart(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        hasTensor ? tensor : -1,
        hasTensor ? words(tensor) : "",
        layout(row.getInt(5)),
        row.getInt(6),
        made,
        made != null && (row.getInt(12) > 0 || SetUpCalls.contain(made.name())),
        previous == null ? (made == null ? 0 : made.operation()) : previous,
        next == null ? 0 : next,
        lastUse,
        freed);
  }

  private static String layout(int code) {
    return switch (code) {
      case 0 -> TensorMemoryLayout.INTERLEAVED.name();
      case 2 -> TensorMemoryLayout.HEIGHT_SHARDED.name();
      case 3 -> TensorMemoryLayout.WIDTH_SHARDED.name();
      case 4 -> TensorMemoryLayout.BLOCK_SHARDED.name();
      default -> "";
    };
  }

  private TreeSet<Integer> uses(long tensor) {
    return new TreeSet<>(
        database.list(
            "SELECT DISTINCT i.operation_id FROM input_tensors i JOIN operations o"
                + " ON o.operation_id = i.operation_id AND o.rank = i.rank"
                + " WHERE i.tensor_id = ? AND i.rank = ? AND o.name NOT IN "
                + FREEING,
            row -> row.getInt(1),
            tensor,
            rank));
  }

  private String words(long tensor) {
    List<String> found =
        database.list(
            "SELECT substr(shape, 1, 200), substr(dtype, 1, 60) FROM tensors"
                + " WHERE tensor_id = ? AND rank = ? LIMIT 1",
            row -> shape(row.getString(1)) + dtype(row.getString(2)),
            tensor,
            rank);
    return found.isEmpty() ? "" : found.getFirst();
  }

  /** {@code Shape([1, 32])} as {@code [1, 32]}. */
  private static String shape(@Nullable String text) {
    return text == null ? "" : text.replaceAll("^[^\\[]*|[^\\]]*$", "");
  }

  /** {@code DataType.BFLOAT16} or {@code DataType::BFLOAT16} as {@code BFLOAT16}. */
  private static String dtype(@Nullable String text) {
    return text == null || text.isEmpty() ? "" : " " + text.replaceAll("^.*[.:]", "");
  }

  private Step step(int operation) {
    return operation == 0
        ? new Step(0, "", "")
        : steps.computeIfAbsent(operation, id -> new Step(id, name(id), source(id)));
  }

  private String name(int operation) {
    return first(
        "SELECT substr(name, 1, 300) FROM operations WHERE operation_id = ? AND rank = ? LIMIT 1",
        operation);
  }

  private String source(int operation) {
    SourceLine line =
        SourceLine.of(
            first(
                "SELECT substr(stack_trace, 1, %d) FROM stack_traces WHERE operation_id = ?"
                        .formatted(STACK_CHARS)
                    + " AND rank = ? LIMIT 1",
                operation));
    return line == null ? "" : line.toString();
  }

  private String first(String sql, int operation) {
    List<String> found =
        database.list(sql, row -> String.valueOf(row.getString(1)), operation, rank);
    return found.isEmpty() ? "" : found.getFirst();
  }

  private List<ProgramPart> programs(Headline device, Amount amount, Range range) {
    CoreCoord core = device.core();
    List<ProgramPart> parts = new ArrayList<>();
    if (core == null) {
      return parts;
    }
    CoreTexts coreTexts = new CoreTexts();
    database.forEach(
        "SELECT substr(c.kind, 1, 60), c.size, c.num_cores, c.core_range_set, substr(d.name, 1, 300),"
            + " c.operation_id"
            + " FROM tilescope_circular_buffers c LEFT JOIN tilescope_device_operations d"
            + " ON d.operation_id = c.operation_id AND d.rank = c.rank"
            + " AND d.device_operation_index = c.device_operation_index"
            + " WHERE c.rank = ? AND c.device_id = ? AND c.operation_id BETWEEN ? AND ?"
            + " AND c.first_node <= ?"
            + " AND (c.last_node IS NULL OR c.last_node > ?)"
            + " AND NOT coalesce(c.globally_allocated, 0) ORDER BY c.first_node LIMIT "
            + MAX_BUFFERS,
        row -> {
          if (CoreIndex.contains(coreTexts.of(row.getString(4)).indexes(), core)) {
            parts.add(
                new ProgramPart(
                    String.valueOf(row.getString(1)),
                    row.getLong(2),
                    row.getInt(3),
                    row.getInt(6),
                    program(row.getString(5))));
          }
        },
        rank,
        device.deviceId(),
        range.first,
        range.last,
        amount.node(),
        amount.node());
    return parts;
  }

  private static String program(@Nullable String name) {
    return name != null && DeviceOperationNames.contain(name) ? name : "";
  }
}
