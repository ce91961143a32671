package dev.tilescope.internal.cli;

import static java.util.stream.Collectors.joining;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.diff.Limit.Exceeded;
import dev.tilescope.diff.Measures;
import dev.tilescope.diff.Metric;
import dev.tilescope.diff.Metric.Reading;
import dev.tilescope.diff.ReportDiff;
import dev.tilescope.diff.ReportDiff.Change;
import dev.tilescope.diff.ReportDiff.Changed;
import dev.tilescope.diff.ReportDiff.Pair;
import dev.tilescope.diff.ReportDiff.TensorForm;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import java.io.IOException;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/**
 * A diff in words: totals, then what was removed, added and changed, then where time went. Long
 * because every kind of change has words of its own.
 */
final class DiffText {
  private static final int MAX_VALUE_CHARS = 100;

  /** Of calls that are listed together, so many numbers are. */
  private static final int MOST_NUMBERS = 3;

  /** Of a long text, this much is shown before the first difference. */
  private static final int CONTEXT_CHARS = 30;

  private final ReportDiff diff;
  private final DiffNumbers numbers;
  private final int rows;
  private final Colours colours;
  private final Appendable out;

  private DiffText(
      ReportDiff diff, DiffNumbers numbers, int rows, Colours colours, Appendable out) {
    this.diff = diff;
    this.numbers = numbers;
    this.rows = rows;
    this.colours = colours;
    this.out = out;
  }

  static void of(ReportDiff diff, DiffNumbers numbers, int rows, Colours colours, Appendable out)
      throws IOException {
    new DiffText(diff, numbers, rows, colours, out).print();
  }

  /** One line about a limit that was not kept. */
  static String exceeded(Exceeded exceeded, DiffNumbers numbers) {
    return exceeded(exceeded, board(exceeded.limit().metric(), numbers));
  }

  /**
   * @param board what is said of modelled times
   */
  static String exceeded(Exceeded exceeded, String board) {
    Metric metric = exceeded.limit().metric();
    return (metric.isKnown(exceeded.reading()) ? "limit exceeded: " : "limit cannot be checked: ")
        + VisibleText.of(exceeded.limit().text())
        + ": "
        + reading(metric, exceeded.reading())
        + board;
  }

  private void print() throws IOException {
    totals();
    if (diff.isSame()) {
      line("");
      line(
          diff.before().operations() == diff.after().operations()
              ? "The same operations, with the same memory."
              : "The same calls, with the same memory, but not as many frees between them.");
    }
    operations("Removed", Colour.RED, "-", diff.byLayer().removed(), numbers.before());
    operations("Added", Colour.GREEN, "+", diff.byLayer().added(), numbers.after());
    changed();
    slower(
        "Device time (modelled)",
        Metric.DEVICE_TIME,
        Measures::deviceNanos,
        numbers::modelledTimes);
    slower("Host time", Metric.HOST_TIME, Measures::hostNanos, _ -> "");
  }

  private void totals() throws IOException {
    for (Metric metric :
        List.of(
            Metric.OPERATIONS,
            Metric.PEAK_L1_PER_CORE,
            Metric.L1_HEADROOM,
            Metric.PEAK_DRAM_PER_BANK,
            Metric.HOST_TIME,
            Metric.DEVICE_TIME)) {
      for (Reading reading : metric.of(diff)) {
        line("%-18s %s%s", metric.word(), reading(metric, reading), board(metric, numbers));
      }
    }
  }

  /** A modelled time is not shown without what a board may take. */
  private static String board(Metric metric, DiffNumbers numbers) {
    return metric == Metric.DEVICE_TIME ? numbers.board() : "";
  }

  private static String reading(Metric metric, Reading reading) {
    if (!metric.isKnown(reading)) {
      return unknown(metric, reading);
    }
    String where = reading.where().isEmpty() ? "" : reading.where() + " ";
    String was = amount(metric, reading.before());
    return where
        + (reading.change() == 0
            ? was + ", unchanged"
            : was
                + " -> "
                + amount(metric, reading.after())
                + " ("
                + signed(metric, reading.change())
                + (reading.before() == 0
                    ? ""
                    : String.format(Locale.ROOT, ", %+.1f %%", reading.percent()))
                + ")");
  }

  private static String unknown(Metric metric, Reading reading) {
    return reading.before() == reading.after()
        ? "not recorded in either report"
        : reading.before() == 0
            ? "not recorded before -> " + amount(metric, reading.after())
            : amount(metric, reading.before()) + " -> not recorded after";
  }

  private static String signed(Metric metric, long change) {
    return (change > 0 ? "+" : "-") + amount(metric, Math.abs(change));
  }

  private static String amount(Metric metric, long value) {
    return switch (metric.unit()) {
      case BYTES -> ByteText.brief(value);
      case NANOS -> String.format(Locale.ROOT, "%.3f ms", value / 1e6);
      case COUNT -> String.format(Locale.ROOT, "%,d", value);
    };
  }

  private void operations(
      String title,
      Colour colour,
      String sign,
      List<Group<Operation>> groups,
      OperationNumbers itsNumbers)
      throws IOException {
    if (groups.isEmpty()) {
      return;
    }
    line("");
    line("%s: %,d", title, size(groups));
    for (Group<Operation> group : shown(groups)) {
      String label = label(group.layers(), group.things(), itsNumbers);
      line("%s", colours.paint(colour, "  " + sign + " " + label));
    }
    more(groups);
  }

  private void changed() throws IOException {
    List<Group<Changed>> groups = diff.byLayer().changed();
    if (groups.isEmpty()) {
      return;
    }
    int inside = diff.changed().size() - size(groups);
    line("");
    line(
        "Changed: %,d%s",
        size(groups),
        inside == 0 ? "" : String.format(Locale.ROOT, ", and %,d inside them (--json)", inside));
    for (Group<Changed> group : shown(groups)) {
      List<Operation> calls = group.things().stream().map(Changed::after).toList();
      Changed first = group.things().getFirst();
      String node = calls.size() > 1 ? "" : " (node %d)".formatted(first.after().start().counter());
      String label = label(group.layers(), calls, numbers.after());
      line("%s", colours.paint(Colour.YELLOW, "  ~ " + label + node));
      for (Change change : first.changes()) {
        change(change);
      }
    }
    more(groups);
  }

  private static <T> int size(List<Group<T>> groups) {
    return groups.stream().mapToInt(group -> group.things().size()).sum();
  }

  private <T> List<Group<T>> shown(List<Group<T>> groups) {
    return groups.subList(0, Math.min(rows, groups.size()));
  }

  /** Several calls in equal layers by what they are, and the numbers of the first. */
  private static String label(String layers, List<Operation> calls, OperationNumbers itsNumbers) {
    Operation first = calls.getFirst();
    int more = calls.size() - MOST_NUMBERS;
    String ids =
        calls.stream().limit(MOST_NUMBERS).map(c -> "#" + itsNumbers.of(c)).collect(joining(", "))
            + (more > 0 ? " and %,d more".formatted(more) : "");
    return calls.size() == 1
        ? OperationLabel.of(itsNumbers.of(first), path(first))
        : "%,d × (%s): %s (%s)".formatted(calls.size(), VisibleText.of(layers), path(first), ids);
  }

  private void change(Change change) throws IOException {
    switch (change) {
      case Change.Argument a -> values("argument " + a.index(), a.before(), a.after());
      case Change.Inputs i -> forms("input", i.before(), i.after());
      case Change.Outputs o -> forms("output", o.before(), o.after());
      case Change.Memory m -> memory(m.before(), m.after());
      case Change.Inside _ -> line("      differs inside");
    }
  }

  private void forms(String what, List<TensorForm> before, List<TensorForm> after)
      throws IOException {
    for (int i = 0; i < Math.max(before.size(), after.size()); i++) {
      String was = i < before.size() ? before.get(i).toString() : null;
      String is = i < after.size() ? after.get(i).toString() : null;
      if (was == null || !was.equals(is)) {
        values(what + " " + i, was, is);
      }
    }
  }

  private void values(String what, @Nullable String before, @Nullable String after)
      throws IOException {
    int common = before == null || after == null ? 0 : commonPrefix(before, after);
    line("      %s: %s -> %s", what, shown(before, common), shown(after, common));
  }

  private static int commonPrefix(String a, String b) {
    int at = 0;
    while (at < Math.min(a.length(), b.length()) && a.charAt(at) == b.charAt(at)) {
      at++;
    }
    return at;
  }

  /** The part of a text around its first difference from the other. */
  private static String shown(@Nullable String text, int difference) {
    if (text == null) {
      return "(none)";
    }
    if (text.length() <= MAX_VALUE_CHARS) {
      return VisibleText.of(text);
    }
    int from = Math.max(0, difference - CONTEXT_CHARS);
    int to = Math.min(text.length(), from + MAX_VALUE_CHARS);
    return (from > 0 ? "..." : "")
        + VisibleText.of(text.substring(from, to))
        + (to < text.length() ? "..." : "");
  }

  private void memory(Measures before, Measures after) throws IOException {
    bytes("L1 inside", before.l1Bytes(), after.l1Bytes());
    bytes("DRAM inside", before.dramBytes(), after.dramBytes());
    bytes("circular buffers", before.programBytes(), after.programBytes());
    if (before.buffers() != after.buffers()) {
      line("      buffers allocated: %,d -> %,d", before.buffers(), after.buffers());
    }
  }

  private void bytes(String what, long before, long after) throws IOException {
    if (before != after) {
      line("      %s: %s -> %s", what, ByteText.brief(before), ByteText.brief(after));
    }
  }

  private void slower(
      String title, Metric total, ToLongFunction<Measures> nanos, Function<Pair, String> more)
      throws IOException {
    if (!total.of(diff).stream().allMatch(total::isKnown)) {
      return;
    }
    List<Pair> most =
        diff.pairs().stream()
            .filter(p -> delta(p, nanos) != 0)
            .sorted(Comparator.comparingLong((Pair p) -> Math.abs(delta(p, nanos))).reversed())
            .limit(Math.min(rows, 5))
            .toList();
    if (most.isEmpty()) {
      return;
    }
    line("");
    line("%s: operations that changed most", title);
    for (Pair pair : most) {
      line(
          "  %+12.1f us  %s (node %d)%s",
          delta(pair, nanos) / 1e3,
          label("", List.of(pair.after()), numbers.after()),
          pair.after().start().counter(),
          more.apply(pair));
    }
  }

  private static long delta(Pair pair, ToLongFunction<Measures> nanos) {
    return nanos.applyAsLong(pair.measuresAfter()) - nanos.applyAsLong(pair.measuresBefore());
  }

  private <T> void more(List<Group<T>> groups) throws IOException {
    if (groups.size() > rows) {
      line("  and %,d more (--limit shows more)", size(groups) - size(shown(groups)));
    }
  }

  private static String path(Operation operation) {
    return VisibleText.of(String.join(" > ", operation.path()));
  }

  private void line(String format, Object... arguments) throws IOException {
    out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
