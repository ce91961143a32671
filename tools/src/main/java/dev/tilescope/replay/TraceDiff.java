package dev.tilescope.replay;

import dev.tilescope.diff.Alignment;
import dev.tilescope.replay.TraceFolder.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What changed from one folder of traced calls to another: calls are paired by order and name, and
 * those that are paired compared.
 *
 * @param same how many calls are the same in both
 * @param damage files of either that could not be read, and are compared with nothing
 */
public record TraceDiff(
    List<Call> removed, List<Call> added, List<Changed> changed, int same, TraceDamage damage) {
  public record Call(long number, String name) {}

  public record Changed(Call before, Call after, List<Difference> differences) {}

  /**
   * @param where such as {@code arg0.shape} or {@code result.dtype}
   * @param before null for what was not there
   * @param after null for what is not there
   */
  public record Difference(String where, @Nullable String before, @Nullable String after) {}

  public boolean isSame() {
    return removed.isEmpty() && added.isEmpty() && changed.isEmpty();
  }

  /** Pairs by names of files, and holds one pair of them in memory at a time. */
  public static TraceDiff of(TraceFolder before, TraceFolder after) {
    Map<String, Integer> keys = new HashMap<>();
    int[] partners = Alignment.of(keys(before, keys), keys(after, keys));
    Collector found = new Collector();
    int next = 0;
    for (int i = 0; i < partners.length; i++) {
      Entry entry = before.entries().get(i);
      if (partners[i] < 0) {
        found.only(entry, found.removed);
      } else {
        while (next < partners[i]) {
          found.only(after.entries().get(next++), found.added);
        }
        found.pair(entry, after.entries().get(next++));
      }
    }
    while (next < after.entries().size()) {
      found.only(after.entries().get(next++), found.added);
    }
    return new TraceDiff(
        List.copyOf(found.removed),
        List.copyOf(found.added),
        List.copyOf(found.changed),
        found.same,
        found.damage);
  }

  private static int[] keys(TraceFolder folder, Map<String, Integer> keys) {
    return folder.entries().stream()
        .mapToInt(entry -> keys.computeIfAbsent(entry.operation(), _ -> keys.size()))
        .toArray();
  }

  private static final class Collector {
    private final List<Call> removed = new ArrayList<>();
    private final List<Call> added = new ArrayList<>();
    private final List<Changed> changed = new ArrayList<>();
    private final TraceDamage damage = new TraceDamage();
    private int same;

    void only(Entry entry, List<Call> side) {
      TracedCall call = TraceFolder.readOrNote(entry, TraceFile::readMetadata, damage);
      if (call != null) {
        side.add(new Call(entry.number(), call.name()));
      }
    }

    void pair(Entry before, Entry after) {
      TracedCall a = TraceFolder.readOrNote(before, TraceFile::readSummary, damage);
      TracedCall b = TraceFolder.readOrNote(after, TraceFile::readSummary, damage);
      if (a == null || b == null) {
        return;
      }
      List<Difference> differences = CallDifferences.of(a, b);
      if (differences.isEmpty()) {
        same++;
      } else {
        changed.add(
            new Changed(
                new Call(before.number(), a.name()),
                new Call(after.number(), b.name()),
                differences));
      }
    }
  }
}
