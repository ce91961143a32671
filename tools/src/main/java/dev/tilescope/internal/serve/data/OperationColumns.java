package dev.tilescope.internal.serve.data;

import dev.tilescope.analysis.FreeingCalls;
import dev.tilescope.internal.io.IntList;
import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.http.Refusal;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The operations of one rank in the order in which they ran, as columns: a hundred thousand take a
 * few megabytes, and every view can filter, sort and fold them without asking the database again.
 * An operation's place here is its index; its id is what the report calls it.
 */
public final class OperationColumns {
  private final int rank;
  private final int[] ids;
  private final int[] nameIndexes;
  private final long[] nanos;
  private final List<String> names;
  private final int lastWorking;

  private OperationColumns(
      int rank, int[] ids, int[] nameIndexes, long[] nanos, List<String> names) {
    this.rank = rank;
    this.ids = ids;
    this.nameIndexes = nameIndexes;
    this.nanos = nanos;
    this.names = List.copyOf(names);
    int last = ids.length - 1;
    while (last >= 0 && frees(last)) {
      last--;
    }
    this.lastWorking = last;
  }

  /** Those of the rank that the parameter {@code rank} names, or else of the lowest. */
  public static OperationColumns of(OpenReport report, Request request) {
    return of(report, rankOf(report, request));
  }

  public static OperationColumns of(OpenReport report, int rank) {
    return report.keepOfRank(OperationColumns.class, rank, database -> read(database, rank));
  }

  /** The rank that a request is about. */
  public static int rankOf(OpenReport report, Request request) {
    List<Integer> ranks = ranks(report);
    if (!request.has("rank")) {
      return ranks.getFirst();
    }
    int rank = request.integer("rank");
    if (!ranks.contains(rank)) {
      throw Refusal.notFound("the report has no rank %d; its ranks are %s".formatted(rank, ranks));
    }
    return rank;
  }

  /** The ranks of a report, lowest first; 0 if it has no operations. */
  public static List<Integer> ranks(OpenReport report) {
    return report.keep(
        "ranks",
        r -> {
          List<Integer> ranks =
              r.ask(database ->
                  database.list(
                      "SELECT DISTINCT rank FROM operations ORDER BY rank", row -> row.getInt(1)));
          return ranks.isEmpty() ? List.of(0) : ranks;
        });
  }

  private static OperationColumns read(ReadOnlyDatabase database, int rank) {
    IntList ids = new IntList();
    IntList nameIndexes = new IntList();
    LongList nanos = new LongList();
    Words names = new Words();
    database.forEach(
        "SELECT operation_id, substr(name, 1, "
            + MAX_NAME
            + "), duration FROM operations"
            + " WHERE rank = ? AND operation_id IS NOT NULL ORDER BY operation_id",
        row -> {
          ids.add(row.getInt(1));
          nameIndexes.add(names.number(String.valueOf(row.getString(2))));
          double seconds = row.getDouble(3);
          nanos.add(row.wasNull() ? -1 : Math.round(seconds * 1e9));
        },
        rank);
    return new OperationColumns(
        rank, ids.toArray(), nameIndexes.toArray(), nanos.toArray(), names.texts());
  }

  /** Longer names are cut for lists; the operation's own view has the whole. */
  private static final int MAX_NAME = 300;

  public int rank() {
    return rank;
  }

  public int size() {
    return ids.length;
  }

  public int id(int index) {
    return ids[index];
  }

  public String name(int index) {
    return names.get(nameIndexes[index]);
  }

  /** Which of {@link #names} it is. */
  public int nameIndex(int index) {
    return nameIndexes[index];
  }

  /** Different names, in the order of their first use. */
  public List<String> names() {
    return names;
  }

  /** Calls of one name and what they took on the host together. */
  public record Total(String name, int calls, long nanos) {
    public void write(JsonWriter json) {
      json.field("name", name).field("calls", calls).field("nanos", nanos);
    }
  }

  /** Of each name, most time first. */
  public List<Total> totals() {
    int[] calls = new int[names.size()];
    long[] sums = new long[names.size()];
    for (int i = 0; i < size(); i++) {
      calls[nameIndexes[i]]++;
      sums[nameIndexes[i]] += Math.max(0, nanos[i]);
    }
    return IntStream.range(0, sums.length)
        .mapToObj(n -> new Total(names.get(n), calls[n], sums[n]))
        .sorted(Comparator.comparingLong(Total::nanos).reversed())
        .toList();
  }

  /** On the host; -1 if the report does not say. */
  public long nanos(int index) {
    return nanos[index];
  }

  /** As a link of an answer; null if the index is of none. */
  public void link(JsonWriter json, String field, int index) {
    json.name(field);
    if (index < 0 || index >= ids.length) {
      json.nullValue();
    } else {
      link(json, index);
    }
  }

  public void link(JsonWriter json, int index) {
    json.beginObject().field("id", id(index)).field("index", index);
    json.field("name", name(index)).endObject();
  }

  /** The operation does nothing but free a tensor. */
  public boolean frees(int index) {
    return FreeingCalls.contain(name(index));
  }

  /** The index of the last operation that does more than free; -1 if there is none. */
  public int lastWorking() {
    return lastWorking;
  }

  /** Takes a row of the operation with an index. */
  public interface RowTaker {
    void take(int index, ResultSet row) throws SQLException;
  }

  /**
   * Hands on the rows that are of one of these operations.
   *
   * @param sql whose first column is the id of an operation
   */
  public void forEachRow(
      ReadOnlyDatabase database, String sql, RowTaker taker, Object... parameters) {
    database.forEach(
        sql,
        row -> {
          int index = indexOf(row.getInt(1));
          if (index >= 0) {
            taker.take(index, row);
          }
        },
        parameters);
  }

  /** The index of an id, or the negative number that {@link Arrays#binarySearch} gives. */
  public int indexOf(int id) {
    return Arrays.binarySearch(ids, id);
  }

  /** The first index whose id is at least this. */
  int firstAtLeast(int id) {
    int found = indexOf(id);
    return found >= 0 ? found : -found - 1;
  }
}
