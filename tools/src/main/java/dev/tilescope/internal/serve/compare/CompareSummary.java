package dev.tilescope.internal.serve.compare;

import dev.tilescope.analysis.Layers.Group;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.compare.Comparison.Kind;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.ModelledJson;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.memory.Headline;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * {@code compare}: totals of both, how much changed, peaks, which kinds of operation, and in which
 * layers.
 */
final class CompareSummary {
  private static final int MAX_NAMES = 60;
  private static final int MAX_DEVICES = 400;
  private static final int MAX_LAYERS = 400;

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
    totals(json, "before", comparison.before());
    totals(json, "after", comparison.after());
    kinds(json, comparison);
    json.field("argumentsNotCompared", comparison.argumentsNotCompared());
    peaks(json, comparison);
    names(json, comparison);
    layers(json, comparison);
  }

  /** What changed alike in several equal layers. */
  private static void layers(JsonWriter json, Comparison comparison) {
    List<Group<Integer>> repeated =
        comparison.byLayer().stream().filter(group -> group.things().size() > 1).toList();
    json.field("layersInAll", repeated.size())
        .objects(
            "layers",
            repeated.stream().limit(MAX_LAYERS).toList(),
            group -> {
              int row = group.things().getFirst();
              json.field("row", row)
                  .field("kind", CompareEndpoints.word(comparison.kind(row)))
                  .field("layers", group.layers())
                  .field("times", group.things().size())
                  .field("name", comparison.name(row))
                  .name("changes")
                  .strings(comparison.changes(row).stream().map(CompareEndpoints::word).toList());
            });
  }

  private static void totals(JsonWriter json, String name, Side side) {
    json.name(name)
        .beginObject()
        .field("operations", side.operations().size())
        .field("nanos", side.hostNanos())
        .field("hasCalls", side.hasCalls())
        .field("whole", side.peaks().stream().allMatch(Headline::isWhole));
    ModelledJson.write(json, side.modelled());
    json.endObject();
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
    Map<Integer, Headline> before = byDevice(comparison.before());
    Map<Integer, Headline> after = byDevice(comparison.after());
    SortedSet<Integer> devices = new TreeSet<>(before.keySet());
    devices.addAll(after.keySet());
    json.field("devicesInAll", devices.size())
        .objects(
            "peaks",
            devices.stream().limit(MAX_DEVICES).toList(),
            device -> {
              json.field("device", device);
              peak(json, "A", before.get(device));
              peak(json, "B", after.get(device));
            });
  }

  private static Map<Integer, Headline> byDevice(Side side) {
    return side.peaks().stream().collect(Collectors.toMap(Headline::deviceId, h -> h));
  }

  private static void peak(JsonWriter json, String which, @Nullable Headline device) {
    if (device == null) {
      return;
    }
    json.object(which, () -> MemoryLevels.write(json, device));
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
    json.field("namesInAll", byName.size())
        .objects(
            "names",
            most,
            named ->
                json.field("name", named.name)
                    .field("callsA", named.calls[0])
                    .field("callsB", named.calls[1])
                    .field("nanosA", named.nanos[0])
                    .field("nanosB", named.nanos[1]));
  }

  private static void add(Map<String, Named> byName, Side side, int which) {
    for (OperationColumns.Total total : side.operations().totals()) {
      Named of = byName.computeIfAbsent(total.name(), Named::new);
      of.calls[which] = total.calls();
      of.nanos[which] = total.nanos();
    }
  }
}
