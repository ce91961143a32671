package dev.tilescope.internal.store;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.analysis.FreeingCalls;
import dev.tilescope.analysis.SetUpCalls;
import dev.tilescope.analysis.SourceLine;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Role;
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
import java.util.EnumSet;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableSet;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * The memories of a database's devices when they were fullest, from the rows that the account
 * wrote. Nothing is known of them in databases without these rows.
 */
public final class StoredMoments {
  /** As much of a stack as holds its first line. */
  private static final int STACK_CHARS = 600;

  private static final int MAX_BUFFERS = 200_000;

  /** More than {@link FullMoment} gives advice about. */
  private static final int MAX_ADVISED = 64;

  private final ReadOnlyDatabase database;
  private final int rank;
  private final boolean hasStacks;

  private StoredMoments(ReadOnlyDatabase database, int rank) {
    this.database = database;
    this.rank = rank;
    this.hasStacks = database.hasRows("stack_traces", rank);
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
    Amount amount = device.amount(isL1);
    Range range = rangeOf(device, amount);
    return sourced(
        new FullMoment(
            device,
            isL1,
            source(amount.operation()),
            buffers(device, isL1, amount, range),
            isL1 ? programs(device, amount, range) : List.of(),
            levels(device, isL1, range),
            (int)
                database.number(
                    "SELECT coalesce(max(operation_id), 0) FROM operations WHERE rank = ?"
                        + " AND operation_id BETWEEN ? AND ? AND name NOT IN "
                        + FreeingCalls.sqlList(),
                    rank,
                    range.first,
                    range.last),
            isL1 ? l1Banks(device) : 0));
  }

  private int l1Banks(Headline device) {
    return (int)
        database.number(
            "SELECT coalesce(max(l1_num_banks), 0) FROM devices WHERE device_id = ? AND rank = ?",
            device.deviceId(),
            rank);
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

  /**
   * In one question: of tens of thousands that live, asking about each would take seconds. Only of
   * the largest, which advice is given about, all uses are looked up.
   */
  private List<BufferPart> buffers(Headline device, boolean isL1, Amount amount, Range range) {
    Set<Long> inputs = inputsOf(amount.operation());
    List<BufferPart> parts = new ArrayList<>();
    database.forEach(
        "SELECT a.max_size_per_bank, a.size, a.address, a.tensor_id, a.buffer_layout, a.num_cores,"
            + " a.is_made_between, substr(t.shape, 1, 200), substr(t.dtype, 1, 60), "
            + step("first_operation_id", "first_node")
            + ", "
            + step("last_use_operation_id", "last_use_operation_id")
            + ", "
            + step("last_operation_id", "last_node")
            + " FROM tilescope_allocations a LEFT JOIN tensors t"
            + " ON t.tensor_id = a.tensor_id AND t.rank = a.rank"
            + " WHERE a.rank = ? AND a.buffer_type IN "
            + (isL1 ? "(1, 3)" : "(0, 4)")
            + " AND coalesce(first_node, -1) <= ? AND (last_node IS NULL OR last_node > ?)"
            + " AND a.device_id IN (?, ?)"
            + " AND coalesce(first_operation_id, last_use_operation_id, last_operation_id, ?)"
            + " BETWEEN ? AND ? ORDER BY max_size_per_bank DESC, a.address, a.tensor_id LIMIT "
            + MAX_BUFFERS,
        row -> parts.add(buffer(row, amount.operation(), inputs, parts.size() < MAX_ADVISED)),
        rank,
        amount.node(),
        amount.node(),
        device.deviceId(),
        device.meshId() < 0 ? device.deviceId() : device.meshId(),
        amount.operation(),
        range.first,
        range.last);
    return parts;
  }

  /** Number and name of an operation; the number is null if the other column is. */
  private static String step(String operation, String unlessNull) {
    return ("CASE WHEN %2$s IS NULL THEN NULL ELSE coalesce(%1$s, 0) END,"
            + " (SELECT substr(o.name, 1, 300) FROM operations o"
            + " WHERE o.operation_id = %1$s AND o.rank = a.rank)")
        .formatted(operation, unlessNull);
  }

  private static @Nullable Step step(ResultSet row, int column) throws SQLException {
    int operation = row.getInt(column);
    return row.wasNull() ? null : new Step(operation, orEmpty(row.getString(column + 1)), "");
  }

  /** The largest, and the largest of each role, are what is spoken of: these have sources. */
  private FullMoment sourced(FullMoment moment) {
    Set<Role> roles = EnumSet.noneOf(Role.class);
    List<BufferPart> parts = new ArrayList<>(moment.buffers());
    for (int i = 0; hasStacks && i < parts.size(); i++) {
      BufferPart part = parts.get(i);
      if (roles.add(moment.role(part)) || i < MAX_ADVISED) {
        parts.set(
            i,
            part.withSteps(sourced(part.made()), sourced(part.lastUse()), sourced(part.freed())));
      }
    }
    return moment.withBuffers(parts);
  }

  private @Nullable Step sourced(@Nullable Step step) {
    return step == null ? null : new Step(step.operation(), step.name(), source(step.operation()));
  }

  private static String orEmpty(@Nullable String text) {
    return text == null ? "" : text;
  }

  private Set<Long> inputsOf(int operation) {
    return new HashSet<>(
        database.list(
            "SELECT tensor_id FROM input_tensors WHERE operation_id = ? AND rank = ?",
            row -> row.getLong(1),
            operation,
            rank));
  }

  /** Operations of one report: those of another have nodes of the same numbers. */
  private record Range(long first, long last) {}

  private Range rangeOf(Headline device, Amount amount) {
    return database
        .first(
            "SELECT first_operation_id, last_operation_id FROM tilescope_memory_peaks"
                + " WHERE device_id = ? AND rank = ?"
                + " AND ? BETWEEN first_operation_id AND last_operation_id",
            row -> new Range(row.getLong(1), row.getLong(2)),
            device.deviceId(),
            rank,
            amount.operation())
        .orElse(new Range(0, Integer.MAX_VALUE));
  }

  private BufferPart buffer(ResultSet row, int at, Set<Long> inputs, boolean isAdvised)
      throws SQLException {
    long tensor = row.getObject(4) == null ? -1 : row.getLong(4);
    Step made = step(row, 10);
    NavigableSet<Integer> uses = isAdvised && tensor >= 0 ? uses(tensor) : new TreeSet<>();
    Integer previous = inputs.contains(tensor) ? (Integer) at : uses.floor(at);
    Integer next = uses.higher(at);
    return new BufferPart(
        row.getLong(1),
        row.getLong(2),
        row.getLong(3),
        tensor,
        tensor < 0 ? "" : form(row.getString(8), row.getString(9)),
        layout(row.getInt(5)),
        row.getInt(6),
        made,
        SetUpCalls.making(made, row.getInt(7) > 0),
        previous == null ? (made == null ? 0 : made.operation()) : previous,
        next == null ? 0 : next,
        step(row, 12),
        step(row, 14));
  }

  private static String form(@Nullable String shape, @Nullable String dtype) {
    return (TensorWords.shape(shape) + " " + TensorWords.last(dtype)).strip();
  }

  private static String layout(int code) {
    TensorMemoryLayout layout = TensorMemoryLayout.ofCode(code);
    return layout == null ? "" : layout.name();
  }

  private NavigableSet<Integer> uses(long tensor) {
    return new TreeSet<>(
        database.list(
            "SELECT DISTINCT i.operation_id FROM input_tensors i JOIN operations o"
                + " ON o.operation_id = i.operation_id AND o.rank = i.rank"
                + " WHERE i.tensor_id = ? AND i.rank = ? AND o.name NOT IN "
                + FreeingCalls.sqlList(),
            row -> row.getInt(1),
            tensor,
            rank));
  }

  private String source(int operation) {
    return database
        .first(
            "SELECT substr(stack_trace, 1, %d) FROM stack_traces WHERE operation_id = ?"
                    .formatted(STACK_CHARS)
                + " AND rank = ?",
            row -> SourceLine.textOf(orEmpty(row.getString(1))),
            operation,
            rank)
        .orElse("");
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
            + " c.operation_id, CASE WHEN c.last_node IS NULL THEN NULL ELSE c.last_operation_id END"
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
                    row.getObject(7) == null ? Integer.MAX_VALUE : row.getInt(7),
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
