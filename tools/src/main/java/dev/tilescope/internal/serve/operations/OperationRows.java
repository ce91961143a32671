package dev.tilescope.internal.serve.operations;

import dev.tilescope.analysis.Layers;
import dev.tilescope.analysis.Layers.Section;
import dev.tilescope.analysis.Repeats;
import dev.tilescope.internal.io.LongList;
import dev.tilescope.internal.serve.data.Numbers;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.data.Recent;
import dev.tilescope.internal.serve.data.SourceIndex;
import dev.tilescope.internal.serve.graph.FlowColumns;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.IntStream;

/**
 * The rows of a list as it stands: filtered, sorted, folded, with what is open opened. A row is one
 * {@code long}: what it is, how deep, which. The last few lists are kept, so that scrolling pays
 * for nothing again.
 */
final class OperationRows {
  private static final int KEPT = 3;
  private static final Pattern PLACE = Pattern.compile("[^ ]:\\d+$");

  /** What a row can be; the bits of a row are kind 3, depth 5, line 16, index 40. */
  enum Kind {
    OPERATION,
    GROUP,
    LAYER,
    LINE;

    static final List<Kind> VALUES = List.of(values());
  }

  /**
   * Layers in a list, or one of them.
   *
   * @param section starts at places in {@code shown}
   * @param period operations of one, or of the largest
   * @param copy which of them; -1 for all
   */
  record Group(Section section, int period, int copy) {
    int from() {
      return section.starts()[Math.max(0, copy)];
    }

    int to() {
      return copy < 0 ? section.to() : section.starts()[copy + 1];
    }
  }

  private final OpenReport report;
  private final OperationColumns operations;
  private final ListQuery query;
  private final List<Group> groups = new ArrayList<>();
  private final Map<Integer, List<Calls.Line>> lines = new HashMap<>();
  private final LongList rows = new LongList();
  private int[] shown = {};
  private boolean foldedByShape;

  private OperationRows(OpenReport report, OperationColumns operations, ListQuery query) {
    this.report = report;
    this.operations = operations;
    this.query = query;
  }

  static OperationRows of(OpenReport report, ListQuery query) {
    return report
        .keep(OperationRows.class, _ -> new Recent<ListQuery, OperationRows>(KEPT))
        .get(query, q -> make(report, q));
  }

  private static OperationRows make(OpenReport report, ListQuery query) {
    OperationColumns operations = OperationColumns.of(report, query.rank());
    OperationRows rows = new OperationRows(report, operations, query);
    if (query.folds()) {
      rows.fold(FlowColumns.of(report, query.rank()).layers());
    } else {
      for (int index : rows.sorted(rows.filtered())) {
        rows.operation(index, 0);
      }
    }
    return rows;
  }

  private int[] filtered() {
    OperationFacts facts = OperationFacts.of(report, operations);
    Pattern text =
        Pattern.compile(
            Pattern.quote(query.text()), Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);
    boolean[] fits = new boolean[operations.names().size()];
    for (int n = 0; n < fits.length; n++) {
      fits[n] = nameFits(operations.names().get(n), text);
    }
    boolean[] called = calledAt();
    return IntStream.range(0, operations.size())
        .filter(i -> fits[operations.nameIndex(i)] || idFits(i) || (called.length > 0 && called[i]))
        .filter(i -> query.withFrees() || !operations.frees(i))
        .filter(i -> !query.errorsOnly() || facts.hasError(i))
        .toArray();
  }

  /**
   * A text such as {@code model.py:31} is a place in the source; others are not looked for there.
   */
  private boolean[] calledAt() {
    return query.name().isEmpty() && PLACE.matcher(query.text()).find()
        ? SourceIndex.of(report, operations).calledAt(query.text())
        : new boolean[0];
  }

  private boolean nameFits(String name, Pattern text) {
    return (query.name().isEmpty() || query.name().equals(name)) && text.matcher(name).find();
  }

  private boolean idFits(int index) {
    return query.name().isEmpty() && Integer.toString(operations.id(index)).equals(query.text());
  }

  private int[] sorted(int[] indexes) {
    boolean isSorted = query.order() == ListQuery.Order.ID && !query.down();
    return isSorted ? indexes : Numbers.sorted(indexes, comparator(), query.down());
  }

  private Comparator<Integer> comparator() {
    OperationFacts facts = OperationFacts.of(report, operations);
    return switch (query.order()) {
      case ID -> Comparator.naturalOrder();
      case NAME -> Comparator.comparing(operations::name);
      case NANOS -> Comparator.comparingLong(operations::nanos);
      case MODELLED -> Comparator.comparingLong(facts::modelledNanos);
      case PEAK -> Comparator.comparingLong(facts::peakL1Bytes);
      case DELTA -> Comparator.comparingLong(facts::memoryDeltaBytes);
    };
  }

  private void fold(Layers layers) {
    shown =
        IntStream.range(0, operations.size())
            .filter(i -> query.withFrees() || !operations.frees(i))
            .toArray();
    foldedByShape = layers.byShape();
    layers.among(shown).forEach(section -> section(section, 0));
  }

  private void section(Section section, int depth) {
    if (section.kind() == Layers.Kind.OPERATION) {
      operation(shown[section.from()], depth);
      return;
    }
    Group all = group(Kind.GROUP, section, section.period(), -1, depth);
    boolean whole = isOpen('a', all);
    for (int copy = 0; (whole || isOpen('g', all)) && copy < section.copies(); copy++) {
      if (all.period() == 1) {
        operation(shown[section.starts()[copy]], depth + 1);
      } else {
        Group one = group(Kind.LAYER, section, all.period(), copy, depth + 1);
        if (whole || isOpen('i', one)) {
          inside(one, depth + 2);
        }
      }
    }
  }

  private Group group(Kind kind, Section section, int period, int copy, int depth) {
    groups.add(new Group(section, period, copy));
    add(kind, depth, 0, groups.size() - 1L);
    return groups.getLast();
  }

  /** A layer may hold what comes again, too. */
  private void inside(Group layer, int depth) {
    int[] names =
        Arrays.stream(shown, layer.from(), layer.to()).map(operations::nameIndex).toArray();
    for (Repeats.Run run : Repeats.of(names)) {
      int from = layer.from() + run.from();
      if (Layers.worthFolding(run)) {
        int[] starts = new int[run.copies() + 1];
        Arrays.setAll(starts, copy -> from + copy * run.period());
        String name = operations.name(shown[from]);
        section(new Section(Layers.Kind.ROW, name, -1, starts), depth);
      } else {
        IntStream.range(from, from + run.period() * run.copies())
            .forEach(place -> operation(shown[place], depth));
      }
    }
  }

  private boolean isOpen(char kind, Group group) {
    return query.open().contains(kind + token(group));
  }

  private void operation(int index, int depth) {
    add(Kind.OPERATION, depth, 0, index);
    int id = operations.id(index);
    if (query.open().contains("o" + id)) {
      List<Calls.Line> below =
          lines.computeIfAbsent(index, _ -> Calls.of(report, operations.rank(), id));
      for (int line = 0; line < below.size(); line++) {
        add(Kind.LINE, depth + 1, line, index);
      }
    }
  }

  private void add(Kind kind, int depth, int line, long index) {
    rows.add((long) kind.ordinal() << 61 | (long) (depth & 31) << 56 | (long) line << 40 | index);
  }

  int size() {
    return rows.size();
  }

  Kind kind(int row) {
    return Kind.VALUES.get((int) (rows.get(row) >>> 61));
  }

  int depth(int row) {
    return (int) (rows.get(row) >>> 56) & 31;
  }

  private int place(int row) {
    return (int) (rows.get(row) & 0xFF_FFFF_FFFFL);
  }

  /** The operation of a row that is one, or of the line under one. */
  int index(int row) {
    return place(row);
  }

  Group group(int row) {
    return groups.get(place(row));
  }

  Calls.Line line(int row) {
    return java.util.Objects.requireNonNull(lines.get(place(row)))
        .get((int) (rows.get(row) >>> 40) & 0xFFFF);
  }

  /** Index of an operation of a group. */
  int operationIn(Group group, int place) {
    return shown[group.from() + place];
  }

  /** How the address of the page names a group. */
  String token(Group group) {
    return operations.id(shown[group.from()]) + "x" + group.period();
  }

  boolean isOpen(int row) {
    return switch (kind(row)) {
      case OPERATION -> query.open().contains("o" + operations.id(index(row)));
      case GROUP -> isOpen('g', group(row)) || isOpen('a', group(row));
      case LAYER -> row + 1 < size() && depth(row + 1) > depth(row);
      case LINE -> false;
    };
  }

  boolean foldedByShape() {
    return foldedByShape;
  }

  /** The row of an operation, or of the innermost group that holds it; -1 if there is none. */
  int rowOf(int index) {
    int best = -1;
    for (int row = 0; row < size(); row++) {
      switch (kind(row)) {
        case OPERATION -> {
          if (index(row) == index) {
            return row;
          }
        }
        case GROUP, LAYER -> best = holds(group(row), index) ? row : best;
        case LINE -> {}
      }
    }
    return best;
  }

  private boolean holds(Group group, int index) {
    return shown[group.from()] <= index && index <= shown[group.to() - 1];
  }
}
