package dev.tilescope.internal.perf;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.csv.CsvReader;
import dev.tilescope.internal.io.PackedFiles;
import java.io.IOException;
import java.io.StringReader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * A report cell by cell, as printed, against the CSV that tt-perf-report wrote of the same file.
 * Where that has no answer, ours may be another: each such kind of difference is listed here and in
 * docs/performance-report.md. Any other is a line of {@link #unlisted}.
 */
final class PerfComparison {
  /** Where tt-perf-report has no answer. */
  enum Kind {
    /** Cores of matmuls are printed {@code 8.0}, in advice too. */
    FRACTIONAL_CORES,
    /** A matmul without a time has {@code nan}, is called {@code SLOW} and gets advice. */
    NO_TIME,
    /** Replays were merged with other replays, or with the recording. */
    MIXED_REPLAYS
  }

  private static final int ID = 0;
  private static final int TOTAL = 1;

  final List<String> unlisted = new ArrayList<>();

  /** Ids of rows by kind. */
  final Map<Kind, List<Integer>> listed = new EnumMap<>(Kind.class);

  private final List<String> columns;
  private final Map<String, List<String>> theirs = new TreeMap<>();
  private final Map<String, List<String>> inOrder = new TreeMap<>();

  /**
   * @param inOrder rows that differ from theirs if replays are kept in order
   */
  PerfComparison(PerfReport report, Path expected, List<List<String>> inOrder) throws IOException {
    List<List<String>> rows = rows(expected);
    columns = rows.getFirst();
    rows.stream().skip(1).forEach(row -> theirs.put(row.get(ID), row));
    inOrder.forEach(row -> this.inOrder.put(row.get(ID), row));
    List<List<String>> ours = rowsOf(report);
    assertThat(ours.getFirst()).isEqualTo(columns);
    assertThat(ours).hasSameSizeAs(rows);
    for (int i = 1; i < ours.size(); i++) {
      compare(ours.get(i), inOrder.isEmpty() ? rows.get(i) : null);
    }
    this.inOrder.keySet().forEach(id -> unlisted.add("row " + id + " is not there"));
  }

  static List<List<String>> rowsOf(PerfReport report) throws IOException {
    StringBuilder text = new StringBuilder();
    PerfCsv.of(report, true, false, text);
    return rows(new CsvReader(new StringReader(text.toString()), "ours"));
  }

  static List<List<String>> rows(Path file) throws IOException {
    return rows(CsvReader.open(PackedFiles.plain(Files.newInputStream(file), file), "" + file));
  }

  private static List<List<String>> rows(CsvReader csv) {
    List<List<String>> rows = new ArrayList<>();
    try (csv) {
      for (List<String> row = csv.next(); row != null; row = csv.next()) {
        rows.add(row);
      }
    }
    return rows;
  }

  /**
   * @param atSamePlace null if rows may have moved, so that only their id tells which to compare
   */
  private void compare(List<String> ours, @Nullable List<String> atSamePlace) {
    List<String> replay = inOrder.remove(ours.get(ID));
    List<String> other =
        replay != null ? replay : atSamePlace != null ? atSamePlace : theirs.get(ours.get(ID));
    if (other == null) {
      unlisted.add("row " + ours.get(ID) + " is theirs in no order");
      return;
    }
    if (replay != null) {
      list(Kind.MIXED_REPLAYS, ours);
    }
    for (int i = 0; i < columns.size(); i++) {
      // A share is of all rows: others than theirs give another.
      boolean isOfOtherRows = i == TOTAL && atSamePlace == null;
      if (!isOfOtherRows && !ours.get(i).equals(other.get(i))) {
        differs(i, ours, other);
      }
    }
  }

  private void differs(int column, List<String> ours, List<String> other) {
    String a = ours.get(column);
    String b = other.get(column);
    String name = columns.get(column);
    boolean noTime = cell(other, "Device Time").equals("0") && cell(other, "FLOPs %").equals("nan");
    if (name.equals("Cores") && b.equals(a + ".0")
        || name.equals("Advice") && b.replaceAll("(using \\d+)\\.0\\)", "$1)").equals(a)) {
      list(Kind.FRACTIONAL_CORES, ours);
    } else if (noTime && a.isEmpty() && isNoAnswer(name, b)) {
      list(Kind.NO_TIME, ours);
    } else {
      unlisted.add("row " + ours.get(ID) + " " + name + ": " + a + " for " + b);
    }
  }

  private static boolean isNoAnswer(String column, String cell) {
    return switch (column) {
      case "DRAM", "DRAM %", "FLOPs %", "Cores" -> cell.equals("nan");
      case "Bound" -> cell.equals("SLOW");
      case "Advice" -> true;
      default -> false;
    };
  }

  private String cell(List<String> row, String column) {
    return row.get(columns.indexOf(column));
  }

  private void list(Kind kind, List<String> row) {
    List<Integer> ids = listed.computeIfAbsent(kind, _ -> new ArrayList<>());
    int id = Integer.parseInt(row.get(ID));
    if (!ids.contains(id)) {
      ids.add(id);
    }
  }
}
