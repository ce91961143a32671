package dev.tilescope.report;

import dev.tilescope.model.Ints;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The nesting level of each node as it is read: the file's own {@code stacking_level} where it has
 * one, otherwise derived from starts and ends. It also knows which functions never ended.
 *
 * <p>With levels in the file, a start or end at some level closes whatever is still open deeper.
 * Without, an end closes the innermost open function of its name (the ones inside it never ended),
 * or simply the innermost when no such name is open. Every function is pushed and popped once, so
 * the cost stays linear for any input.
 */
final class Levels {
  private static final int MAX_LEVEL = 1 << 24;

  /** No function has more outputs; a hostile one does not make the search quadratic. */
  private static final int MAX_OUTPUTS = 256;

  private record Open(int counter, String name, int level) {}

  private final List<Open> open = new ArrayList<>();
  private final Map<String, Integer> openNames = new HashMap<>();
  private final List<Open> unclosed = new ArrayList<>();

  /** Outputs follow their function's end and still belong to it. */
  private int endedLevel = -1;

  private Ints endedOutputs = Ints.EMPTY;

  int ofStart(int counter, String name, int given) {
    endedLevel = -1;
    int level = sane(given) && given > 0 ? given : innermost() + 1;
    while (!open.isEmpty() && open.getLast().level() >= level) {
      unclosed.add(pop());
    }
    open.add(new Open(counter, name, level));
    openNames.merge(name, 1, Integer::sum);
    return level;
  }

  /** Returns the level, or its negative when nothing open matches. */
  int ofEnd(String name, int given, Ints outputs) {
    boolean byLevel = sane(given) && given > 0;
    if (byLevel) {
      while (innermost() > given) {
        unclosed.add(pop());
      }
    } else if (openNames.containsKey(name)) {
      while (!open.getLast().name().equals(name)) {
        unclosed.add(pop());
      }
    }
    boolean matched = !open.isEmpty() && (!byLevel || innermost() == given);
    int level = byLevel ? given : Math.max(1, innermost());
    if (matched) {
      pop();
    }
    endedLevel = level;
    endedOutputs = outputs;
    return matched ? level : -level;
  }

  int ofTensor(int counter, int given) {
    if (endedLevel >= 0 && !isOutput(counter)) {
      endedLevel = -1;
    }
    return ofBuffer(given);
  }

  int ofBuffer(int given) {
    return sane(given) ? given : endedLevel >= 0 ? endedLevel : innermost();
  }

  int ofOther(int given) {
    endedLevel = -1;
    return sane(given) ? given : innermost();
  }

  boolean sane(int level) {
    return level >= 0 && level <= MAX_LEVEL;
  }

  /** Names of the functions that never ended, in order of their starts. */
  List<String> unclosed() {
    List<Open> all = new ArrayList<>(unclosed);
    all.addAll(open);
    all.sort(Comparator.comparingInt(Open::counter));
    return all.stream().map(Open::name).toList();
  }

  private boolean isOutput(int counter) {
    int size = Math.min(endedOutputs.size(), MAX_OUTPUTS);
    for (int i = 0; i < size; i++) {
      if (endedOutputs.get(i) == counter) {
        return true;
      }
    }
    return false;
  }

  private int innermost() {
    return open.isEmpty() ? 0 : open.getLast().level();
  }

  private Open pop() {
    Open top = open.removeLast();
    openNames.computeIfPresent(top.name(), (_, count) -> count == 1 ? null : count - 1);
    return top;
  }
}
