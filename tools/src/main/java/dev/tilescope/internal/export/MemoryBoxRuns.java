package dev.tilescope.internal.export;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Joins what is too narrow to be seen alone: blocks at the same addresses, each shorter than a
 * pixel and less than a pixel apart, become one that says how many it stands for. A trace of a
 * hundred thousand operations keeps its shape that way.
 */
final class MemoryBoxRuns {
  private final double pixel;
  private final List<MemoryBox> result = new ArrayList<>();
  private final List<MemoryBox> run = new ArrayList<>();

  private MemoryBoxRuns(double pixel) {
    this.pixel = pixel;
  }

  /**
   * @param pixel operations in the width of a pixel
   */
  static List<MemoryBox> of(List<MemoryBox> boxes, double pixel) {
    if (pixel < 1) {
      return boxes;
    }
    MemoryBoxRuns runs = new MemoryBoxRuns(pixel);
    boxes.stream()
        .sorted(
            Comparator.comparingLong(MemoryBox::low)
                .thenComparingLong(MemoryBox::high)
                .thenComparingDouble(MemoryBox::from))
        .forEach(runs::add);
    runs.finish();
    return runs.result;
  }

  private void add(MemoryBox box) {
    if (box.to() - box.from() >= pixel) {
      result.add(box);
      return;
    }
    if (!run.isEmpty() && !continues(run.getLast(), box)) {
      finish();
    }
    run.add(box);
  }

  private boolean continues(MemoryBox last, MemoryBox next) {
    return last.low() == next.low()
        && last.high() == next.high()
        && next.from() - last.to() < pixel;
  }

  private void finish() {
    if (run.size() <= 1) {
      result.addAll(run);
    } else {
      result.add(joined());
    }
    run.clear();
  }

  private MemoryBox joined() {
    MemoryBox first = run.getFirst();
    double to = run.stream().mapToDouble(MemoryBox::to).max().orElse(first.to());
    return new MemoryBox(
        first.deviceId(),
        first.dram(),
        first.low(),
        first.high(),
        first.from(),
        to,
        to,
        commonest(),
        "",
        run.size() + " blocks of this place, one after the other. The first:\n" + first.title());
  }

  private String commonest() {
    Map<String, Integer> counts = new HashMap<>();
    run.forEach(box -> counts.merge(box.style(), 1, Integer::sum));
    return counts.entrySet().stream()
        .max(Map.Entry.<String, Integer>comparingByValue().thenComparing(Map.Entry::getKey))
        .map(Map.Entry::getKey)
        .orElse("other");
  }
}
