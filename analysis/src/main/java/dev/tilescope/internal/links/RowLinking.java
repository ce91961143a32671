package dev.tilescope.internal.links;

import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.links.Link.Linked;
import dev.tilescope.internal.links.Link.Unlinked;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** Links calls, and then the rows of each: those of one device and one replay with each other. */
final class RowLinking {
  private final List<Ran> rows;
  private final List<Ran> targets;
  private final Link[] links;
  private final Set<String> names;
  private boolean strays;

  RowLinking(List<Ran> rows, List<Ran> targets) {
    this.rows = rows;
    this.targets = targets;
    this.links = new Link[rows.size()];
    this.names = targets.stream().map(Ran::name).collect(Collectors.toCollection(HashSet::new));
    Arrays.setAll(links, i -> unlinked(rows.get(i)));
    Sequences.of(rows, targets).forEach(this::link);
  }

  Links links() {
    return new Links(Arrays.asList(links), strays);
  }

  private Link unlinked(Ran row) {
    return new Unlinked(
        names.contains(row.name())
            ? "all that are called %s are other rows".formatted(row.name())
            : "none is called %s".formatted(row.name()));
  }

  private void link(Sequences.Pair pair) {
    if (pair.rows().isEmpty() || pair.targets().isEmpty()) {
      return;
    }
    Calls calls = Calls.of(rows, pair.rows());
    Calls others = Calls.of(targets, pair.targets());
    CallMatch match = CallLinking.of(calls, rows, others, targets);
    strays |= match.strays();
    for (int i = 0; i < calls.size(); i++) {
      Linked found = match.of(i);
      if (found != null) {
        link(calls.rows().get(i), others.rows().get(found.target()), found);
      }
    }
  }

  private void link(List<Integer> ofCall, List<Integer> possible, Linked found) {
    for (int row : ofCall) {
      links[row] = link(rows.get(row), ofCall, possible, found);
    }
  }

  private Link link(Ran row, List<Integer> ofCall, List<Integer> possible, Linked found) {
    List<Integer> there = possible.stream().filter(i -> fits(row, targets.get(i))).toList();
    if (there.isEmpty()) {
      return new Unlinked(
          row.replay() >= 0
              ? "its call is there, but not this replay on this device"
              : "its call is there, but not on this device");
    }
    if (there.size() == 1) {
      return new Linked(there.getFirst(), found.confidence(), found.reason());
    }
    return amongAlike(row, ofCall, there, found);
  }

  /** A report knows neither devices of a mesh nor replays: all are one operation of it. */
  private static boolean fits(Ran row, Ran target) {
    boolean device = target.device() < 0 || row.device() < 0 || target.device() == row.device();
    return device && (target.call() < 0 || target.replay() == row.replay());
  }

  /** Nothing but their moments tells rows of one call, device and replay apart. */
  private Link amongAlike(Ran row, List<Integer> ofCall, List<Integer> there, Linked found) {
    List<Long> moments =
        ofCall.stream()
            .map(rows::get)
            .filter(other -> other.device() == row.device() && other.replay() == row.replay())
            .map(Ran::moment)
            .distinct()
            .sorted()
            .toList();
    List<Integer> ordered =
        there.stream().sorted(Comparator.comparingLong(i -> targets.get(i).moment())).toList();
    for (int target : ordered) {
      if (row.moment() >= 0 && targets.get(target).moment() == row.moment()) {
        return new Linked(target, found.confidence(), found.reason() + ", at the same moment");
      }
    }
    int place = Math.min(moments.indexOf(row.moment()), ordered.size() - 1);
    return new Linked(ordered.get(place), Confidence.GUESS, "one of several runs of its call");
  }
}
