package dev.tilescope.serve.time;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts by number, each held once; what does not fit any more is counted and gets number 0. */
final class Words {
  private static final int MAX_LENGTH = 400;

  private final int maxCount;
  private final List<String> texts = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();
  private long leftOut;

  /**
   * @param other stands for whatever does not fit
   */
  Words(int maxCount, String other) {
    this.maxCount = maxCount;
    texts.add(other);
    numbers.put(other, 0);
  }

  int number(String text) {
    String shown = text.length() > MAX_LENGTH ? text.substring(0, MAX_LENGTH) + "…" : text;
    Integer known = numbers.get(shown);
    if (known != null) {
      return known;
    }
    if (texts.size() >= maxCount) {
      leftOut++;
      return 0;
    }
    texts.add(shown);
    numbers.put(shown, texts.size() - 1);
    return texts.size() - 1;
  }

  /** How often a text did not fit. */
  long leftOut() {
    return leftOut;
  }

  String[] toArray() {
    return texts.toArray(String[]::new);
  }
}
