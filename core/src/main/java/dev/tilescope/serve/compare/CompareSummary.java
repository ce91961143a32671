package dev.tilescope.serve.compare;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.json.JsonWriter;
import dev.tilescope.serve.MemoryUse;
import dev.tilescope.serve.compare.Comparison.Kind;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * {@code compare}: totals of both, how much changed, peaks, which kinds of operation, and in which
 * layers.
 */
final class CompareSummary {
  private static final int MAX_NAMES = 60;
  private static final int MAX_LAYERS = 400;
  private static final int MAX_PLACES = 400;

  /** Calls and host time of one name in both. */
  private static final class Named {
    private final String name;
    private final long[] calls = new long[2];
    private final long[] nanos = new long[2];

    Named(String name) {
      this.name = name;
    }

    long more() {
      return nanos[1] - nanos[0];
    }
  }

  private CompareSummary() {}

  static void write(JsonWriter json, Comparison comparison) {
    json.beginObject();
    totals(json, "before", comparison.before());
    totals(json, "after", comparison.after());
    kinds(json, comparison);
    json.field("argumentsNotCompared", comparison.argumentsNotCompared());
    peaks(json, comparison);
    names(json, comparison);
    layers(json, comparison);
    json.endObject();
  }

  /** What changed alike in several equal layers. */
  private static void layers(JsonWriter json, Comparison comparison) {
    List<Group<Integer>> repeated =
        comparison.byLayer().stream().filter(group -> group.things().size() > 1).toList();
    json.field("layersInAll", repeated.size()).name("layers").beginArray();
    for (Group<Integer> group : repeated.stream().limit(MAX_LAYERS).toList()) {
      int row = group.things().getFirst();
      json.beginObject()
          .field("row", row)
          .field("kind", CompareEndpoints.word(comparison.kind(row)))
          .field("layers", group.layers())
          .field("times", group.things().size())
          .field("name", comparison.name(row))
          .name("changes")
          .strings(comparison.changes(row).stream().map(CompareEndpoints::word).toList())
          .endObject();
    }
    json.endArray();
  }

  private static void totals(JsonWriter json, String name, Side side) {
    json.name(name)
        .beginObject()
        .field("operations", side.operations().size())
        .field("nanos", side.hostNanos())
        .field("hasCalls", side.hasCalls())
        .field("l1OfBank", side.isOfBank(Side.L1))
        .field("dramOfBank", side.isOfBank(Side.DRAM))
        .endObject();
  }

  private static void kinds(JsonWriter json, Comparison comparison) {
    int[] counts = new int[Kind.values().length];
    for (int row = 0; row < comparison.rows(); row++) {
      counts[comparison.kind(row).ordinal()]++;
    }
    json.name("counts").beginObject();
    for (Kind kind : Kind.values()) {
      json.field(CompareEndpoints.word(kind), counts[kind.ordinal()]);
    }
    json.endObject();
  }

  private static void peaks(JsonWriter json, Comparison comparison) {
    SortedSet<MemoryUse.Place> places = new TreeSet<>(comparison.before().peaks().keySet());
    places.addAll(comparison.after().peaks().keySet());
    json.field("placesInAll", places.size()).name("peaks").beginArray();
    for (MemoryUse.Place place : places.stream().limit(MAX_PLACES).toList()) {
      json.beginObject().field("device", place.device()).field("type", place.region());
      Side.Peak before = comparison.before().peaks().getOrDefault(place, Side.Peak.NONE);
      Side.Peak after = comparison.after().peaks().getOrDefault(place, Side.Peak.NONE);
      json.field("a", before.bytes()).field("atA", before.operationId());
      json.field("b", after.bytes()).field("atB", after.operationId());
      json.field("ofBankA", before.ofBank()).field("ofBankB", after.ofBank());
      json.endObject();
    }
    json.endArray();
  }

  private static void names(JsonWriter json, Comparison comparison) {
    Map<String, Named> byName = new HashMap<>();
    add(byName, comparison.before(), 0);
    add(byName, comparison.after(), 1);
    List<Named> most =
        byName.values().stream()
            .sorted(
                Comparator.comparingLong((Named n) -> Math.abs(n.more()))
                    .reversed()
                    .thenComparing(n -> n.name))
            .limit(MAX_NAMES)
            .toList();
    json.field("namesInAll", byName.size()).name("names").beginArray();
    for (Named named : most) {
      json.beginObject()
          .field("name", named.name)
          .field("callsA", named.calls[0])
          .field("callsB", named.calls[1])
          .field("nanosA", named.nanos[0])
          .field("nanosB", named.nanos[1])
          .endObject();
    }
    json.endArray();
  }

  private static void add(Map<String, Named> byName, Side side, int which) {
    Named[] named = new Named[side.operations().names().size()];
    Arrays.setAll(named, i -> byName.computeIfAbsent(side.operations().names().get(i), Named::new));
    for (int i = 0; i < side.operations().size(); i++) {
      Named of = named[side.operations().nameIndex(i)];
      of.calls[which]++;
      of.nanos[which] += Math.max(0, side.operations().nanos(i));
    }
  }
}
