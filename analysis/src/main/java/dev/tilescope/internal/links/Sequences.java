package dev.tilescope.internal.links;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.IntStream;

/**
 * Which rows follow each other: all of a run if its devices share the numbers of calls, else those
 * of each device for itself.
 */
final class Sequences {
  /** Rows, and the targets that they may be. */
  record Pair(List<Integer> rows, List<Integer> targets) {}

  private Sequences() {}

  static List<Pair> of(List<Ran> rows, List<Ran> targets) {
    boolean together = areTogether(rows) && areTogether(targets);
    SortedMap<Integer, List<Integer>> apart = byDevice(rows);
    if (together || apart.size() < 2) {
      return List.of(new Pair(all(rows), all(targets)));
    }
    SortedMap<Integer, List<Integer>> others = byDevice(targets);
    List<Integer> devices = List.copyOf(apart.keySet());
    List<Integer> otherDevices = List.copyOf(others.keySet());
    boolean renamed = devices.size() == otherDevices.size() && !devices.equals(otherDevices);
    List<Pair> pairs = new ArrayList<>();
    for (int i = 0; i < devices.size(); i++) {
      int device = renamed ? otherDevices.get(i) : devices.get(i);
      List<Integer> possible = new ArrayList<>(others.getOrDefault(Ran.UNKNOWN, List.of()));
      if (device != Ran.UNKNOWN) {
        possible.addAll(others.getOrDefault(device, List.of()));
      }
      pairs.add(
          new Pair(
              apart.getOrDefault(devices.get(i), List.of()), possible.stream().sorted().toList()));
    }
    return pairs;
  }

  private static List<Integer> all(List<Ran> side) {
    return IntStream.range(0, side.size()).boxed().toList();
  }

  private static SortedMap<Integer, List<Integer>> byDevice(List<Ran> side) {
    SortedMap<Integer, List<Integer>> devices = new TreeMap<>();
    for (int i = 0; i < side.size(); i++) {
      devices.computeIfAbsent(side.get(i).device(), _ -> new ArrayList<>()).add(i);
    }
    return devices;
  }

  /** Numbers are shared if calls have rows of several devices, as those of a mesh do. */
  private static boolean areTogether(List<Ran> side) {
    Map<Long, BitSet> devices = new HashMap<>();
    for (Ran ran : side) {
      if (ran.call() < 0) {
        return side.stream().mapToInt(Ran::device).distinct().count() < 2;
      }
      devices.computeIfAbsent(ran.call(), _ -> new BitSet()).set(Math.max(0, ran.device()));
    }
    long shared = devices.values().stream().filter(of -> of.cardinality() > 1).count();
    return side.stream().mapToInt(Ran::device).distinct().count() < 2
        || 10 * shared >= devices.size();
  }
}
