package dev.tilescope.internal.perf;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * One row for what all devices ran together: position by position over the devices' operations, of
 * one name each. The slowest device stands for all, the first where none has a time, but
 * collectives wait for each other, so theirs is the mean.
 */
final class DeviceMerge {
  /** Devices that ran different programs share no operation, and nobody reads hundreds of lines. */
  private static final int MAX_NAMED = 5;

  private final TreeMap<Integer, Deque<PerfRow>> waiting = new TreeMap<>();
  private final List<PerfRow> merged = new ArrayList<>();
  private final Consumer<String> notices;

  private DeviceMerge(Consumer<String> notices) {
    this.notices = notices;
  }

  /** Rows in the order of their ids; none if no device ran anything. */
  static List<PerfRow> of(List<PerfRow> rows, Consumer<String> notices) {
    DeviceMerge merge = new DeviceMerge(notices);
    for (PerfRow row : rows) {
      if (row.isDeviceOperation()) {
        merge
            .waiting
            .computeIfAbsent(Objects.requireNonNull(row.device()), _ -> new ArrayDeque<>())
            .add(row);
      } else {
        merge.merged.add(row);
      }
    }
    return merge.waiting.isEmpty() ? List.of() : merge.rows();
  }

  private List<PerfRow> rows() {
    int devices = waiting.size();
    int lacking = 0;
    while (!waiting.isEmpty()) {
      List<PerfRow> together = takeTogether();
      if (together.size() < devices && lacking++ < MAX_NAMED) {
        notices.accept(
            "%s in row %d ran on %d of %d devices; do not trust its numbers"
                .formatted(
                    together.getFirst().opCode(),
                    together.getFirst().id(),
                    together.size(),
                    devices));
      }
      merged.add(one(together));
    }
    if (lacking > MAX_NAMED) {
      notices.accept(
          String.format(
              Locale.ROOT,
              "%,d more operations ran on fewer than %d devices; each device for itself"
                  + " (--no-merge-devices) shows what ran where",
              lacking - MAX_NAMED,
              devices));
    }
    merged.sort(Comparator.comparingInt(PerfRow::id));
    return merged;
  }

  private List<PerfRow> takeTogether() {
    String name = waiting.firstEntry().getValue().element().opCode();
    List<PerfRow> together = new ArrayList<>();
    for (Deque<PerfRow> device : waiting.values()) {
      if (device.element().opCode().equals(name)) {
        together.add(device.remove());
      }
    }
    waiting.values().removeIf(Deque::isEmpty);
    return together;
  }

  private static PerfRow one(List<PerfRow> together) {
    PerfRow first = together.getFirst();
    if (first.isCollective()) {
      return first.withKernelNanos(PerfRow.kernelNanosTogether(together));
    }
    PerfRow slowest = first;
    for (PerfRow row : together) {
      boolean timed = !Double.isNaN(row.kernelNanos());
      boolean isFirstTimed = timed && Double.isNaN(slowest.kernelNanos());
      if (isFirstTimed || row.kernelNanos() > slowest.kernelNanos()) {
        slowest = row;
      }
    }
    return slowest;
  }
}
