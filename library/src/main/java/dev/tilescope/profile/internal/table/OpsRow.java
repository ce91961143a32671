package dev.tilescope.profile.internal.table;

import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/** A row of a table of operations: of each column that it has a value for, the value. */
public final class OpsRow {
  /** What {@code OP TYPE} says of an operation on a device. */
  public static final String DEVICE_OPERATION = "tt_dnn_device";

  /** What it says of a row that is no operation. */
  public static final String SIGNPOST = "signpost";

  private final Map<Column, Cell> cells = new HashMap<>();

  public OpsRow() {}

  public OpsRow(OpsRow other) {
    cells.putAll(other.cells);
  }

  public void put(Column column, long value) {
    cells.put(column, new Cell.Whole(value));
  }

  public void put(Column column, double value) {
    cells.put(column, new Cell.Decimal(value));
  }

  public void put(Column column, String text) {
    cells.put(column, new Cell.Text(text));
  }

  public void putAll(OpsRow other) {
    cells.putAll(other.cells);
  }

  /** Takes a cell from a file: one that we would not write like this stays the text it is. */
  public void read(Column column, String text) {
    boolean isWhole = column instanceof OpsColumn ours && ours.kind() == OpsColumn.Kind.WHOLE;
    cells.put(column, isWhole ? wholeOrText(text) : new Cell.Text(text));
  }

  private static Cell wholeOrText(String text) {
    try {
      Cell whole = new Cell.Whole(Long.parseLong(text));
      return whole.text().equals(text) ? whole : new Cell.Text(text);
    } catch (NumberFormatException e) {
      return new Cell.Text(text);
    }
  }

  public boolean has(Column column) {
    return cells.containsKey(column);
  }

  /** Empty if there is no value. */
  public String text(Column column) {
    Cell cell = cells.get(column);
    return cell == null ? "" : cell.text();
  }

  /**
   * @throws NumberFormatException if it is no whole number
   */
  public long whole(Column column, long otherwise) {
    return switch (cells.get(column)) {
      case null -> otherwise;
      case Cell.Whole whole -> whole.value();
      case Cell.Decimal decimal -> Long.parseLong(decimal.text());
      case Cell.Text text -> Long.parseLong(text.text());
    };
  }

  /**
   * NaN if there is no value.
   *
   * @throws NumberFormatException if it is no number
   */
  public double number(Column column) {
    return switch (cells.get(column)) {
      case null -> Double.NaN;
      case Cell.Whole whole -> whole.value();
      case Cell.Decimal decimal -> decimal.value();
      case Cell.Text text -> Double.parseDouble(text.text());
    };
  }

  public void removeIf(Predicate<Column> condition) {
    cells.keySet().removeIf(condition);
  }

  /** Those that there is a value for. */
  public Set<Column> columns() {
    return Collections.unmodifiableSet(cells.keySet());
  }

  /** The row in a file with these columns. */
  public List<String> texts(List<? extends Column> header) {
    return header.stream().map(this::text).toList();
  }
}
