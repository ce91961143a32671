package dev.tilescope.internal.serve.operations;

import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Request;
import java.util.Locale;
import java.util.Set;

/**
 * What a list of operations is asked for: which, in what order, and what of it stands open.
 *
 * @param text in names, or an id; lower case
 * @param name the whole name; empty for all
 * @param open what is open: {@code g12x31} the group of layers of 31 operations from id 12 on,
 *     {@code i12x31} one layer of it, {@code a12x31} all of them, {@code o12} an operation
 */
record ListQuery(
    int rank,
    String text,
    String name,
    boolean errorsOnly,
    boolean withFrees,
    Order order,
    boolean down,
    boolean fold,
    Set<String> open) {
  private static final int MAX_OPEN = 120;
  private static final int MAX_TEXT = 200;

  /** What rows are sorted by. */
  enum Order {
    ID,
    NAME,
    NANOS,
    MODELLED,
    PEAK,
    DELTA
  }

  ListQuery {
    open = Set.copyOf(open);
  }

  static ListQuery of(OpenReport report, Request request) {
    return new ListQuery(
        OperationColumns.rankOf(report, request),
        cut(request.text("text", "")).strip().toLowerCase(Locale.ROOT),
        request.text("name", ""),
        request.flag("errors"),
        !request.flag("nofree"),
        request.choice("sort", Order.ID),
        request.flag("down"),
        !request.flag("flat"),
        open(request.text("open", "")));
  }

  private static String cut(String text) {
    return text.length() > MAX_TEXT ? text.substring(0, MAX_TEXT) : text;
  }

  private static Set<String> open(String text) {
    Set<String> open = new java.util.HashSet<>();
    for (String token : text.split("\\.", MAX_OPEN + 1)) {
      if (open.size() < MAX_OPEN && !token.isEmpty()) {
        open.add(token);
      }
    }
    return open;
  }

  /** Layers stand together only while nothing is left out and the order is that of the run. */
  boolean folds() {
    return fold && !filters() && order == Order.ID && !down;
  }

  boolean filters() {
    return !text.isEmpty() || !name.isEmpty() || errorsOnly;
  }
}
