package dev.tilescope.internal.serve.compare;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.diff.Alignment;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.graph.FlowColumns;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The operations of two reports as rows: pairs, what only the first has, what only the second has,
 * in an order that is that of both. An operation pairs with one that did exactly the same if it
 * can, else with one of the same name, preferably with tensors of the same forms: the rules of
 * {@code diff}. Arguments are compared only where both reports have them from the trace, or both
 * from recorded calls.
 */
final class Comparison {
  /** What a row says. */
  enum Kind {
    SAME,
    CHANGED,
    ADDED,
    REMOVED
  }

  /** In what a pair differs; time is no change, since it is another every time. */
  enum Change {
    ARGUMENTS,
    INPUTS,
    OUTPUTS,
    MEMORY
  }

  private record Key(Path other, int rank, int otherRank) {}

  /** A number that is equal for operations that are alike. */
  private interface Likeness {
    long of(Side side, int operation);
  }

  /** From the strictest to the weakest; each fills the gaps that stricter ones left. */
  private final List<Likeness> likenesses =
      List.of(
          (side, i) ->
              FlowColumns.mixed(
                  FlowColumns.mixed(whole(side, i), side.added(MemoryLevels.L1, i)),
                  side.added(MemoryLevels.DRAM, i)),
          this::whole,
          (side, i) -> side.flow().signature(i),
          (side, i) -> FlowColumns.mixed(side.flow().nameHash(i), side.flow().inputForms(i)),
          (side, i) -> side.flow().nameHash(i));

  private final Side before;
  private final Side after;
  private final int[] firsts;
  private final int[] seconds;

  private Comparison(Side before, Side after) {
    this.before = before;
    this.after = after;
    int[] partner = partners();
    int[] first = new int[before.operations().size() + after.operations().size()];
    int[] second = new int[first.length];
    int rows = 0;
    int next = 0;
    for (int i = 0; i <= partner.length; i++) {
      int until = i == partner.length ? after.operations().size() : partner[i];
      for (; next < until; next++) {
        first[rows] = -1;
        second[rows++] = next;
      }
      if (i < partner.length) {
        first[rows] = i;
        second[rows++] = partner[i];
        next = Math.max(next, partner[i] + 1);
      }
    }
    this.firsts = Arrays.copyOf(first, rows);
    this.seconds = Arrays.copyOf(second, rows);
  }

  static Comparison of(OpenReport before, int rank, OpenReport after, int otherRank) {
    return before.keep(
        new Key(after.database(), rank, otherRank),
        _ -> {
          CompletableFuture<Side> second =
              CompletableFuture.supplyAsync(
                  () -> Side.of(after, otherRank), Thread::startVirtualThread);
          return new Comparison(Side.of(before, rank), joined(second));
        });
  }

  /** Both sides are read at once; what fails on the other fails here. */
  private static Side joined(CompletableFuture<Side> side) {
    try {
      return side.join();
    } catch (CompletionException e) {
      throw e.getCause() instanceof RuntimeException cause ? cause : e;
    }
  }

  /** Where only one report has recorded calls, most arguments do not compare. */
  private long whole(Side side, int operation) {
    long signature = side.flow().signature(operation);
    return before.hasCalls() == after.hasCalls()
        ? FlowColumns.mixed(signature, side.arguments(operation))
        : signature;
  }

  private int[] partners() {
    int[] partner = new int[before.operations().size()];
    Arrays.fill(partner, -1);
    for (Likeness likeness : likenesses) {
      if (Arrays.stream(partner).noneMatch(p -> p < 0)) {
        break;
      }
      Map<Long, Integer> numbers = new HashMap<>();
      Alignment.fillGaps(
          numbered(before, likeness, numbers), numbered(after, likeness, numbers), partner);
    }
    return partner;
  }

  private static int[] numbered(Side side, Likeness likeness, Map<Long, Integer> numbers) {
    int[] found = new int[side.operations().size()];
    for (int i = 0; i < found.length; i++) {
      found[i] = numbers.computeIfAbsent(likeness.of(side, i), _ -> numbers.size());
    }
    return found;
  }

  /** Rows that are not the same, those of equal layers together if they changed alike. */
  List<Group<Integer>> byLayer() {
    List<Integer> changed =
        IntStream.range(0, rows()).filter(row -> kind(row) != Kind.SAME).boxed().toList();
    List<Integer> removed = changed.stream().filter(row -> kind(row) == Kind.REMOVED).toList();
    List<Integer> others = changed.stream().filter(row -> kind(row) != Kind.REMOVED).toList();
    return Stream.concat(
            before.flow().layers().grouped(removed, this::first, this::manner).stream(),
            after.flow().layers().grouped(others, this::second, this::manner).stream())
        .toList();
  }

  /** Equal for rows that changed from the same to the same; memory follows from the rest. */
  private Object manner(int row) {
    int a = firsts[row];
    int b = seconds[row];
    Set<Change> changes = changes(row);
    boolean onlyMemory = changes.equals(EnumSet.of(Change.MEMORY));
    return List.of(onlyMemory, a < 0 ? 0 : whole(before, a), b < 0 ? 0 : whole(after, b));
  }

  Side before() {
    return before;
  }

  Side after() {
    return after;
  }

  int rows() {
    return firsts.length;
  }

  /** The index of a row's operation in the first report, or -1. */
  int first(int row) {
    return firsts[row];
  }

  /** The same in the second. */
  int second(int row) {
    return seconds[row];
  }

  Kind kind(int row) {
    if (firsts[row] < 0) {
      return Kind.ADDED;
    }
    if (seconds[row] < 0) {
      return Kind.REMOVED;
    }
    return changes(row).isEmpty() ? Kind.SAME : Kind.CHANGED;
  }

  Set<Change> changes(int row) {
    EnumSet<Change> changes = EnumSet.noneOf(Change.class);
    int a = firsts[row];
    int b = seconds[row];
    if (a < 0 || b < 0) {
      return changes;
    }
    note(
        changes,
        Change.ARGUMENTS,
        comparesArguments(row) && before.arguments(a) != after.arguments(b));
    note(changes, Change.INPUTS, before.flow().inputForms(a) != after.flow().inputForms(b));
    note(changes, Change.OUTPUTS, before.flow().outputForms(a) != after.flow().outputForms(b));
    note(
        changes,
        Change.MEMORY,
        before.added(MemoryLevels.L1, a) != after.added(MemoryLevels.L1, b)
            || before.added(MemoryLevels.DRAM, a) != after.added(MemoryLevels.DRAM, b));
    return changes;
  }

  /** Whether a row is a pair whose arguments are from the same kind of source. */
  boolean comparesArguments(int row) {
    int a = firsts[row];
    int b = seconds[row];
    return a >= 0 && b >= 0 && before.comparesArguments(a, after, b);
  }

  /** How many pairs have arguments that do not compare. */
  long argumentsNotCompared() {
    return IntStream.range(0, rows())
        .filter(row -> firsts[row] >= 0 && seconds[row] >= 0 && !comparesArguments(row))
        .count();
  }

  private static void note(Set<Change> changes, Change change, boolean differs) {
    if (differs) {
      changes.add(change);
    }
  }

  /** Host time of a row's operation in the first report; -1 if there is none or it is unknown. */
  long firstNanos(int row) {
    return firsts[row] < 0 ? -1 : before.operations().nanos(firsts[row]);
  }

  long secondNanos(int row) {
    return seconds[row] < 0 ? -1 : after.operations().nanos(seconds[row]);
  }

  /** How much longer the second took; what is missing took nothing. */
  long nanosMore(int row) {
    return Math.max(0, secondNanos(row)) - Math.max(0, firstNanos(row));
  }

  String name(int row) {
    return firsts[row] >= 0
        ? before.operations().name(firsts[row])
        : after.operations().name(seconds[row]);
  }
}
