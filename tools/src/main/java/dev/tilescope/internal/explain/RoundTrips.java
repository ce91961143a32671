package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.PerfTensor;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * Relayouts that a later one undoes: tilize and untilize, shards and interleaved, casts there and
 * back, transposes, padding and slices.
 */
final class RoundTrips implements Detector {
  /** Programs between the two; further apart they are hardly about the same tensor. */
  private static final int REACH = 12;

  private static final Set<String> RELAYOUTS =
      Set.of(
          "Tilize",
          "TilizeWithValPadding",
          "TilizeWithZeroPadding",
          "Untilize",
          "UntilizeWithUnpadding",
          "InterleavedToSharded",
          "ShardedToInterleaved",
          "InterleavedToShardedPartial",
          "ShardedToInterleavedPartial",
          "Reshard",
          "Typecast",
          "Transpose",
          "Permute",
          "Pad",
          "Slice",
          "Copy",
          "Clone",
          "Move");

  /** There and back again. */
  private record Trip(Work there, Work back) {
    /** Whichever comes first. */
    Set<String> kind() {
      return new TreeSet<>(List.of(there.stem(), back.stem()));
    }
  }

  static boolean isRelayout(Work work) {
    return RELAYOUTS.contains(work.stem());
  }

  @Override
  public List<Finding> in(Run run) {
    Map<Set<String>, List<Trip>> byKind = new LinkedHashMap<>();
    for (Trip trip : trips(run.works())) {
      byKind.computeIfAbsent(trip.kind(), _ -> new ArrayList<>()).add(trip);
    }
    List<Finding> found = new ArrayList<>();
    byKind.values().forEach(trips -> found.addAll(finding(run, trips)));
    return found;
  }

  private static List<Finding> finding(Run run, List<Trip> trips) {
    Stakes stakes = new Stakes(run, Topic.ROUND_TRIPS);
    for (Trip trip : trips) {
      stakes.add(trip.there, trip.there.nanos());
      stakes.add(trip.back, trip.back.nanos());
    }
    Trip first = trips.getFirst();
    return stakes.found(
        String.format(
            Locale.ROOT,
            "%s undoes %s %s: %s to %s and back",
            first.back.name(),
            first.there.name(),
            trips.size() == 1 ? "once" : "%,d times".formatted(trips.size()),
            spec(first.there.input(), first.there.result()),
            spec(first.there.result(), first.there.input())),
        advice(first));
  }

  private static String advice(Trip trip) {
    return switch (trip.there.stem()) {
      case "Tilize",
          "TilizeWithValPadding",
          "TilizeWithZeroPadding",
          "Untilize",
          "UntilizeWithUnpadding" ->
          "keep the tensor in one layout, with operations that take it as it is";
      case "InterleavedToSharded", "ShardedToInterleaved", "Reshard" ->
          "keep the shards: give what is between them a memory config that takes them";
      case "Typecast" -> "keep one data type, or let the operation before give it (dtype=)";
      case "Pad", "Slice" -> "pad once, outside of what repeats, or leave the padding to the tiles";
      default -> "leave both out";
    };
  }

  /** Each with the nearest that it undoes; none twice. */
  private static List<Trip> trips(List<Work> works) {
    List<Trip> trips = new ArrayList<>();
    NavigableSet<Integer> open = new TreeSet<>();
    for (int i = 0; i < works.size(); i++) {
      Work work = works.get(i);
      if (isRelayout(work) && work.input().isKnown() && work.result().isKnown()) {
        Integer undone = undone(works, open.tailSet(i - REACH, true).descendingSet(), i);
        if (undone == null) {
          open.add(i);
        } else {
          open.remove(undone);
          trips.add(new Trip(works.get(undone), work));
        }
      }
    }
    return trips;
  }

  private static @Nullable Integer undone(List<Work> works, Set<Integer> open, int at) {
    for (int there : open) {
      if (undoes(works.get(there), works.get(at)) && leads(works, there, at)) {
        return there;
      }
    }
    return null;
  }

  /** Whether the later of two works on what the earlier gave, or on what others made of that. */
  private static boolean leads(List<Work> works, int there, int back) {
    if (works.get(there).output() < 0 || works.get(back).inputs().isEmpty()) {
      return !changesOrder(works.get(there)) || back == there + 1;
    }
    Set<Long> made = new HashSet<>(Set.of(works.get(there).output()));
    for (Work between : works.subList(there + 1, back)) {
      if (between.inputs().stream().anyMatch(made::contains)) {
        made.add(between.output());
      }
    }
    return works.get(back).inputs().stream().anyMatch(made::contains);
  }

  private static boolean undoes(Work there, Work back) {
    boolean changes = !isAlike(there.input(), there.result()) || changesOrder(there);
    return changes
        && isAlike(there.result(), back.input())
        && isAlike(there.input(), back.result())
        && isInverse(there, back);
  }

  /** A slice undoes padding, a transpose a transpose; other relayouts are told by their tensors. */
  private static boolean isInverse(Work there, Work back) {
    return !changesOrder(there) || there.stem().equals(back.stem());
  }

  private static boolean changesOrder(Work work) {
    return work.stem().equals("Transpose") || work.stem().equals("Permute");
  }

  private static boolean isAlike(PerfTensor one, PerfTensor other) {
    return one.elements() == other.elements()
        && one.y() == other.y()
        && one.x() == other.x()
        && Objects.equals(one.dataType(), other.dataType())
        && Objects.equals(one.layout(), other.layout())
        && Objects.equals(one.memory(), other.memory());
  }

  /** What of the first differs from the second. */
  private static String spec(PerfTensor tensor, PerfTensor other) {
    List<String> words = new ArrayList<>();
    if (!Objects.equals(tensor.layout(), other.layout())) {
      words.add(String.valueOf(tensor.layout()));
    }
    if (!Objects.equals(tensor.dataType(), other.dataType())) {
      words.add(String.valueOf(tensor.dataType()));
    }
    if (!Objects.equals(tensor.memory(), other.memory())) {
      words.add(String.valueOf(tensor.memory()).replaceFirst("^DEV_\\d+_", ""));
    }
    if (words.isEmpty() || tensor.y() != other.y() || tensor.x() != other.x()) {
      words.add(String.format(Locale.ROOT, "%.0f x %.0f", tensor.y(), tensor.x()));
    }
    return String.join(" ", words);
  }
}
