package dev.tilescope.internal.serve.compare;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.compare.Comparison.Kind;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.Numbers;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Sources;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Endpoint;
import dev.tilescope.internal.serve.http.Request;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Locale;
import java.util.Map;
import java.util.stream.IntStream;

/** What is asked of two reports side by side: {@code report} and {@code other}. */
public final class CompareEndpoints {
  private static final int ROWS = 200;
  private static final int MAX_POINTS = 2_000;

  /** Which rows are wanted. */
  private enum Show {
    ALL,
    CHANGES,
    CHANGED,
    ADDED,
    REMOVED;

    boolean takes(Kind kind) {
      return switch (this) {
        case ALL -> true;
        case CHANGES -> kind != Kind.SAME;
        case CHANGED -> kind == Kind.CHANGED;
        case ADDED -> kind == Kind.ADDED;
        case REMOVED -> kind == Kind.REMOVED;
      };
    }
  }

  /** In which order. */
  private enum Sort {
    ORDER,
    SLOWER,
    FASTER
  }

  private CompareEndpoints() {}

  public static void add(Map<String, Endpoint> table, Sources sources) {
    table.put("compare", r -> Answer.object(json -> CompareSummary.write(json, of(sources, r))));
    table.put("compare/rows", r -> rows(of(sources, r), r));
    table.put("compare/memory", r -> memory(of(sources, r), r));
    table.put(
        "compare/pair",
        r -> PairDetails.of(sources.report(r), sources.report(r, "other"), of(sources, r), r));
  }

  /** A rank that the other report does not have is its lowest there. */
  private static Comparison of(Sources sources, Request request) {
    OpenReport before = sources.report(request);
    OpenReport after = sources.report(request, "other");
    int rank = OperationColumns.rankOf(before, request);
    int otherRank =
        OperationColumns.ranks(after).contains(rank)
            ? rank
            : OperationColumns.ranks(after).getFirst();
    return Comparison.of(before, rank, after, otherRank);
  }

  /** {@code compare/rows?from&count&show&sort&text}. */
  private static Answer rows(Comparison comparison, Request request) {
    int[] found = found(comparison, request);
    int from = Math.min(request.from(), found.length);
    int to = Math.min(found.length, from + request.count(ROWS));
    return Answer.object(json -> {
      json.field("all", found.length).field("from", from);
      json.objects(
          "rows",
          Arrays.stream(found, from, to).boxed().toList(),
          row -> row(json, comparison, row));
    });
  }

  private static int[] found(Comparison comparison, Request request) {
    Show show = request.choice("show", Show.ALL);
    String text = request.text("text", "").toLowerCase(Locale.ROOT);
    int[] rows =
        IntStream.range(0, comparison.rows())
            .filter(row -> show.takes(comparison.kind(row)))
            .filter(row ->
                text.isEmpty() || comparison.name(row).toLowerCase(Locale.ROOT).contains(text))
            .toArray();
    Comparator<Integer> byTime = Comparator.comparingLong(comparison::nanosMore);
    return switch (request.choice("sort", Sort.ORDER)) {
      case ORDER -> rows;
      case SLOWER -> Numbers.sorted(rows, byTime, true);
      case FASTER -> Numbers.sorted(rows, byTime, false);
    };
  }

  private static void row(JsonWriter json, Comparison comparison, int row) {
    json.field("row", row)
        .field("kind", word(comparison.kind(row)))
        .field("name", comparison.name(row))
        .field("a", id(comparison.before(), comparison.first(row)))
        .field("b", id(comparison.after(), comparison.second(row)))
        .field("nanosA", comparison.firstNanos(row))
        .field("nanosB", comparison.secondNanos(row))
        .field("l1A", l1(comparison.before(), comparison.first(row)))
        .field("l1B", l1(comparison.after(), comparison.second(row)))
        .name("changes")
        .strings(comparison.changes(row).stream().map(CompareEndpoints::word).toList());
  }

  static int id(Side side, int operation) {
    return operation < 0 ? -1 : side.operations().id(operation);
  }

  private static long l1(Side side, int operation) {
    return operation < 0 ? -1 : side.level(MemoryLevels.L1, operation);
  }

  static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT);
  }

  /**
   * {@code compare/memory?points&type}: how full the fullest core or bank was in both over the rows
   * of the comparison, the most of each slice of rows. Where a report has no operation, what was in
   * use before still is.
   */
  private static Answer memory(Comparison comparison, Request request) {
    int type =
        request.number("type", MemoryLevels.L1) == MemoryLevels.DRAM
            ? MemoryLevels.DRAM
            : MemoryLevels.L1;
    int points =
        (int)
            Math.max(
                1,
                Math.min(Math.min(MAX_POINTS, request.number("points", 800)), comparison.rows()));
    long[] a = new long[points];
    long[] b = new long[points];
    long[] changes = new long[points];
    long usedA = 0;
    long usedB = 0;
    for (int row = 0; row < comparison.rows(); row++) {
      int first = comparison.first(row);
      int second = comparison.second(row);
      usedA = first < 0 ? usedA : comparison.before().level(type, first);
      usedB = second < 0 ? usedB : comparison.after().level(type, second);
      int slice = (int) ((long) row * points / comparison.rows());
      a[slice] = Math.max(a[slice], usedA);
      b[slice] = Math.max(b[slice], usedB);
      changes[slice] += comparison.kind(row) == Kind.SAME ? 0 : 1;
    }
    return Answer.object(json -> {
      json.field("rows", comparison.rows());
      json.name("a").longs(a).name("b").longs(b).name("changes").longs(changes);
    });
  }
}
