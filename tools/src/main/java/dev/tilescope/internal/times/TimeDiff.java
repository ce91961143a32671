package dev.tilescope.internal.times;

import dev.tilescope.diff.Limit;
import dev.tilescope.diff.Metric;
import dev.tilescope.diff.Metric.Reading;
import dev.tilescope.internal.links.Link.Confidence;
import dev.tilescope.internal.links.Link.Linked;
import dev.tilescope.internal.links.Links;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What two sides' calls took.
 *
 * @param pairs in the order of the second side
 * @param added calls of the second side that the first lacks
 */
public record TimeDiff(
    SideTimes before,
    SideTimes after,
    List<Pair> pairs,
    List<TimedCall> added,
    List<TimedCall> removed) {
  /**
   * A call of each side that do the same job.
   *
   * @param causes in what they differ beside their time, in words
   */
  public record Pair(TimedCall before, TimedCall after, Linked link, List<String> causes) {
    public Pair {
      causes = List.copyOf(causes);
    }

    public Change change() {
      return new Change(before.nanos(), after.nanos());
    }

    /** How sure it is that they do the same. */
    public String confidence() {
      return link.confidence().word();
    }

    boolean isTimed() {
      return !Double.isNaN(change().nanos());
    }
  }

  public TimeDiff {
    pairs = List.copyOf(pairs);
    added = List.copyOf(added);
    removed = List.copyOf(removed);
  }

  public static TimeDiff of(SideTimes before, SideTimes after) {
    Links links = Links.of(SideTimes.ran(after.calls()), SideTimes.ran(before.calls()));
    int[] partner = partners(links, before.calls().size());
    List<Pair> pairs = new ArrayList<>();
    List<TimedCall> added = new ArrayList<>();
    for (int i = 0; i < after.calls().size(); i++) {
      TimedCall is = after.calls().get(i);
      int target = links.target(i);
      if (links.byRow().get(i) instanceof Linked link && partner[target] == i) {
        TimedCall was = before.calls().get(target);
        pairs.add(new Pair(was, is, link, Causes.of(was.row(), is.row())));
      } else {
        added.add(is);
      }
    }
    List<TimedCall> removed = new ArrayList<>();
    for (int t = 0; t < partner.length; t++) {
      if (partner[t] < 0) {
        removed.add(before.calls().get(t));
      }
    }
    return new TimeDiff(before, after, pairs, added, removed);
  }

  /** The surest call of the second side for each of the first, or -1. */
  private static int[] partners(Links links, int calls) {
    int[] partner = new int[calls];
    Arrays.fill(partner, -1);
    for (Confidence confidence : Confidence.values()) {
      for (int i = 0; i < links.byRow().size(); i++) {
        if (links.confidence(i) == confidence && partner[links.target(i)] < 0) {
          partner[links.target(i)] = i;
        }
      }
    }
    return partner;
  }

  /** Why these times say little of each other; null if they do. */
  public @Nullable String doubt() {
    for (SideTimes side : List.of(before, after)) {
      for (RunTimes run : side.runs()) {
        if (!run.dropped().isEmpty()) {
          return "%s lacks %d rows that are damaged, the first: %s"
              .formatted(run.file(), run.dropped().size(), run.dropped().getFirst());
        }
      }
    }
    int fewer = Math.min(before.calls().size(), after.calls().size());
    return 2 * pairs.size() >= fewer
        ? null
        : "only %d of %d operations are in both: they are of different programs"
            .formatted(pairs.size(), fewer);
  }

  public Change total() {
    return new Change(before.total(), after.total());
  }

  /** Those that took longer by more than the noise, the most first. */
  public List<Pair> slower() {
    return changed(1);
  }

  public List<Pair> faster() {
    return changed(-1);
  }

  private List<Pair> changed(int sign) {
    return pairs.stream()
        .filter(Pair::isTimed)
        .filter(pair -> sign * pair.change().nanos() > 0 && pair.change().isLargerThanNoise())
        .sorted(Comparator.comparingDouble(pair -> -sign * pair.change().nanos()))
        .toList();
  }

  /**
   * What a limit exceeds. A change that is not larger than the noise is none.
   *
   * @throws TilescopeException if CSVs tell nothing of the limit's metric
   */
  public List<Limit.Exceeded> exceeded(Limit limit) {
    return limit.exceededAmong(
        switch (limit.metric()) {
          case DEVICE_TIME -> List.of(reading("", total()));
          case OP_DEVICE_TIME ->
              pairs.stream().filter(Pair::isTimed).map(TimeDiff::reading).toList();
          case OPERATIONS -> List.of(new Reading("", before.calls().size(), after.calls().size()));
          case ADDED -> List.of(new Reading("", 0, added.size()));
          case REMOVED -> List.of(new Reading("", 0, removed.size()));
          case CHANGED ->
              List.of(
                  new Reading("", 0, pairs.stream().filter(p -> !p.causes().isEmpty()).count()));
          case PEAK_L1_PER_CORE, L1_HEADROOM, PEAK_DRAM_PER_BANK, PEAK_L1, PEAK_DRAM, HOST_TIME ->
              throw new TilescopeException(
                  "limit '%s': performance CSVs tell nothing of %s; it takes reports. Of CSVs there"
                          .formatted(limit.text(), limit.metric().word())
                      + " are device-time, op-device-time, operations, added, removed, changed");
        });
  }

  /** Whether CSVs tell of a metric. */
  public static boolean tells(Metric metric) {
    return metric == Metric.DEVICE_TIME || metric == Metric.OP_DEVICE_TIME;
  }

  private static Reading reading(Pair pair) {
    return reading(
        "%s in row %d".formatted(pair.after().ran().name(), pair.after().row().id()),
        pair.change());
  }

  private static Reading reading(String where, Change change) {
    long before = Math.round(change.before().median());
    boolean real = change.isLargerThanNoise();
    return new Reading(where, before, real ? Math.round(change.after().median()) : before);
  }
}
