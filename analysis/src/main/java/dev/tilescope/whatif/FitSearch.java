package dev.tilescope.whatif;

import dev.tilescope.analysis.MemoryScript.Allocate;
import dev.tilescope.analysis.MemoryScript.Event;
import dev.tilescope.analysis.MemoryScript.Free;
import dev.tilescope.analysis.MemoryScript.Kind;
import dev.tilescope.analysis.MemoryScript.Launch;
import dev.tilescope.analysis.MemoryScript.Wanted;
import dev.tilescope.device.Board;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.whatif.Change.Order;
import dev.tilescope.whatif.Remedy.BringIn;
import dev.tilescope.whatif.Remedy.FreeEarly;
import dev.tilescope.whatif.Remedy.KeepInDram;
import dev.tilescope.whatif.Remedy.Measure;
import dev.tilescope.whatif.Remedy.OpenWith;
import dev.tilescope.whatif.Remedy.RunOn;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * Looks for the least expensive change that makes a run fit, and lets the run happen with each that
 * it tries; long because each rung of this ladder has a method of its own. In this order, since
 * each costs more than all before it:
 *
 * <ol>
 *   <li>open the device with other sizes of its regions: an argument, no time;
 *   <li>free tensors after their last use: a call each, no time;
 *   <li>bring in what stays first, or largest first: code moves, no time;
 *   <li>both of these;
 *   <li>keep tensors in DRAM, alone and then with what helps of the above: every use reads them
 *       from there, which takes time on each run;
 *   <li>another board.
 * </ol>
 *
 * <p>Where tensors are to be chosen, no chosen one can be left out.
 */
final class FitSearch {
  /** Each is a replay; a run of 100,000 events takes about 0.1 s. */
  private static final int MOST_TRIES = 400;

  private static final int MOST_PRUNED = 64;

  private final WhatIf run;
  private final Change from;
  private final List<Order> orders;
  private int tries;

  FitSearch(WhatIf run, Change from) {
    this.run = run;
    this.from = from;
    this.orders =
        from.order() == Order.AS_RECORDED
            ? List.of(Order.WEIGHTS_FIRST, Order.LARGEST_FIRST)
            : List.of();
  }

  @Nullable Remedy cheapest() {
    Change found = otherSizes();
    found = found == null ? freed(from) : found;
    found = found == null ? ordered(from) : found;
    found = found == null ? freedAndOrdered() : found;
    found = found == null ? inDram(from) : found;
    found = found == null ? inDram(withAllFreed(from)) : found;
    found = found == null ? otherBoard() : found;
    return found == null ? null : remedy(found);
  }

  private boolean fits(Change change) {
    if (tries++ >= MOST_TRIES) {
      return false;
    }
    try {
      return run.outcome(change).fits();
    } catch (TilescopeException e) {
      // No device can be opened like that.
      return false;
    }
  }

  private @Nullable Misfit misfit(Change change) {
    return run.outcome(change).misfit();
  }

  private @Nullable Change otherSizes() {
    Misfit misfit = misfit(from);
    if (misfit == null) {
      return null;
    }
    Change smaller =
        from.withOptions(
            from.options()
                .withL1SmallBytes(
                    Math.min(from.options().l1SmallBytes(), mostLive(BufferType.L1_SMALL)))
                .withTraceRegionBytes(Math.min(from.options().traceRegionBytes(), mostTraces())));
    return switch (misfit.memory()) {
      case L1_SMALL -> first(larger(mostLive(BufferType.L1_SMALL)));
      case TRACE -> first(from.withOptions(from.options().withTraceRegionBytes(mostTraces())));
      case L1, DRAM -> first(smaller);
      case SYSTEM_MEMORY -> null;
    };
  }

  private Change larger(long l1SmallBytes) {
    return from.withOptions(from.options().withL1SmallBytes(l1SmallBytes));
  }

  private @Nullable Change first(Change change) {
    return !change.equals(from) && fits(change) ? change : null;
  }

  /** What buffers of a memory take of a bank at most, without gaps. */
  private long mostLive(BufferType type) {
    return most(
        index -> run.script().buffers().get(index).description().type() == type,
        wanted -> Math.max(0, wanted.description().maxSizePerBankBytes()));
  }

  private long mostTraces() {
    return most(
        index -> run.script().buffers().get(index).kind() == Kind.METAL_TRACE,
        wanted -> Math.max(0, wanted.description().sizeBytes()));
  }

  private long most(IntPredicate counts, Function<Wanted, Long> bytes) {
    long now = 0;
    long most = 0;
    for (Event event : run.script().events()) {
      switch (event) {
        case Allocate a when counts.test(a.buffer()) ->
            now += bytes.apply(run.script().buffers().get(a.buffer()));
        case Free f when counts.test(f.buffer()) ->
            now -= bytes.apply(run.script().buffers().get(f.buffer()));
        case Allocate _, Free _, Launch _ -> {}
      }
      most = Math.max(most, now);
    }
    return most;
  }

  private Change withAllFreed(Change change) {
    return change.withFreedEarly(run.lateFrees());
  }

  private @Nullable Change freed(Change change) {
    if (run.lateFrees().equals(change.freedEarly()) || !fits(withAllFreed(change))) {
      return null;
    }
    List<Integer> largestFirst = new ArrayList<>(run.lateFrees());
    largestFirst.removeAll(change.freedEarly());
    largestFirst.sort(Comparator.comparingLong(this::bytesPerBank).reversed());
    return change.withFreedEarly(
        fewest(
            largestFirst, buffers -> change.withFreedEarly(union(change.freedEarly(), buffers))));
  }

  private static Set<Integer> union(Set<Integer> some, Set<Integer> others) {
    Set<Integer> all = new LinkedHashSet<>(some);
    all.addAll(others);
    return all;
  }

  private long bytesPerBank(int buffer) {
    return run.script().buffers().get(buffer).description().maxSizePerBankBytes();
  }

  /** As few as will do: so many of the first ones, and of these only what is needed. */
  private Set<Integer> fewest(List<Integer> candidates, Function<Set<Integer>, Change> with) {
    IntPredicate isEnough = count -> fits(with.apply(Set.copyOf(candidates.subList(0, count))));
    int enough = candidates.size();
    int tooFew = 0;
    while (enough - tooFew > 1) {
      int middle = (enough + tooFew) >>> 1;
      if (isEnough.test(middle)) {
        enough = middle;
      } else {
        tooFew = middle;
      }
    }
    return pruned(candidates.subList(0, enough), with);
  }

  private Set<Integer> pruned(List<Integer> chosen, Function<Set<Integer>, Change> with) {
    Set<Integer> kept = new LinkedHashSet<>(chosen);
    for (int buffer : chosen.stream().limit(MOST_PRUNED).toList()) {
      Set<Integer> fewer = new HashSet<>(kept);
      fewer.remove(buffer);
      if (fits(with.apply(fewer))) {
        kept.remove(buffer);
      }
    }
    return kept;
  }

  private @Nullable Change ordered(Change change) {
    return orders.stream().map(change::withOrder).filter(this::fits).findFirst().orElse(null);
  }

  private @Nullable Change freedAndOrdered() {
    for (Order order : orders) {
      Change found = freed(from.withOrder(order));
      if (found != null) {
        return found;
      }
    }
    return null;
  }

  /** Moves one tensor after the other out of the way of what does not fit. */
  private @Nullable Change inDram(Change change) {
    Set<Integer> moved = new LinkedHashSet<>(change.inDram());
    Change now = change;
    for (Misfit misfit = misfit(now); misfit != null; misfit = misfit(now)) {
      Wanted next = misfit.memory() == BufferType.L1 ? inTheWay(misfit, moved) : null;
      if (next == null || tries++ >= MOST_TRIES) {
        return null;
      }
      moved.add(next.index());
      now = change.withInDram(moved);
    }
    List<Integer> added = new ArrayList<>(moved);
    added.removeAll(change.inDram());
    Set<Integer> needed =
        pruned(added, buffers -> change.withInDram(union(change.inDram(), buffers)));
    return change.withInDram(union(change.inDram(), needed));
  }

  /** The one that costs least of those that make enough room; else the largest. */
  private @Nullable Wanted inTheWay(Misfit misfit, Set<Integer> moved) {
    List<Wanted> there = new ArrayList<>();
    misfit.holders().forEach(holder -> there.add(run.script().buffers().get(holder.buffer())));
    if (misfit.buffer() >= 0) {
      there.add(run.script().buffers().get(misfit.buffer()));
    }
    there.removeIf(wanted -> wanted.kind() != Kind.TENSOR || moved.contains(wanted.index()));
    long lacking = misfit.neededBytes() - misfit.availableBytes();
    Comparator<Wanted> byBytes = Comparator.comparingLong(w -> bytesPerBank(w.index()));
    return there.stream()
        .filter(wanted -> bytesPerBank(wanted.index()) >= lacking)
        .min(Comparator.comparingLong(FitSearch::movedBytes).thenComparing(byBytes))
        .or(() -> there.stream().max(byBytes))
        .orElse(null);
  }

  private static long movedBytes(Wanted wanted) {
    return Math.max(0, wanted.description().sizeBytes()) * Math.max(1, wanted.uses());
  }

  private @Nullable Change otherBoard() {
    return Board.all().stream()
        .filter(board -> !board.name().equals(from.board().name()))
        .filter(board -> board.architecture().compareTo(from.board().architecture()) >= 0)
        .map(from::withBoard)
        .filter(this::fits)
        .findFirst()
        .orElse(null);
  }

  private Remedy remedy(Change found) {
    Set<Integer> moved = new LinkedHashSet<>(found.inDram());
    moved.removeAll(from.inDram());
    long bytes =
        moved.stream().mapToLong(index -> movedBytes(run.script().buffers().get(index))).sum();
    long nanos = bytes / found.board().architecture().peakDramGigabytesPerSecond();
    ModelledTime time =
        nanos == 0
            ? ModelledTime.NONE
            : TimeBands.of(found.board().architecture()).time("CopyDeviceOperation", nanos);
    return new Remedy(found, measures(found, moved), run.outcome(found), bytes, time);
  }

  private List<Measure> measures(Change found, Set<Integer> moved) {
    List<Measure> measures = new ArrayList<>();
    addSize(
        "l1_small_size", from.options().l1SmallBytes(), found.options().l1SmallBytes(), measures);
    addSize(
        "trace_region_size",
        from.options().traceRegionBytes(),
        found.options().traceRegionBytes(),
        measures);
    Set<Integer> freed = new LinkedHashSet<>(found.freedEarly());
    freed.removeAll(from.freedEarly());
    if (!freed.isEmpty()) {
      measures.add(new FreeEarly(freed.stream().sorted().toList()));
    }
    if (found.order() != from.order()) {
      measures.add(new BringIn(found.order()));
    }
    if (!moved.isEmpty()) {
      measures.add(new KeepInDram(moved.stream().sorted().toList()));
    }
    if (!found.board().equals(from.board())) {
      measures.add(new RunOn(found.board().name()));
    }
    return measures;
  }

  private static void addSize(String option, long before, long now, List<Measure> measures) {
    if (before != now) {
      measures.add(new OpenWith(option, before, now));
    }
  }
}
