package dev.tilescope.internal.timeline.columns;

import java.util.LinkedHashMap;
import java.util.Map;

/** Texts by number, each held once; what does not fit any more is counted and gets number 0. */
final class BoundedWords {
  private static final int MAX_LENGTH = 400;

  private final int maxCount;
  private final Map<String, Integer> numbers = new LinkedHashMap<>();
  private long leftOut;

  /**
   * @param other stands for whatever does not fit
   */
  BoundedWords(int maxCount, String other) {
    this.maxCount = maxCount;
    numbers.put(other, 0);
  }

  int number(String text) {
    String shown = cut(text, MAX_LENGTH);
    Integer known = numbers.get(shown);
    if (known != null) {
      return known;
    }
    if (numbers.size() >= maxCount) {
      leftOut++;
      return 0;
    }
    numbers.put(shown, numbers.size());
    return numbers.size() - 1;
  }

  static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }

  /** How often a text did not fit. */
  long leftOut() {
    return leftOut;
  }

  String[] toArray() {
    return numbers.keySet().toArray(String[]::new);
  }
}
