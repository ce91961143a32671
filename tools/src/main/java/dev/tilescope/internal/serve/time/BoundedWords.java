package dev.tilescope.internal.serve.time;

import dev.tilescope.internal.serve.data.Words;

/** Texts by number, each held once; what does not fit any more is counted and gets number 0. */
final class BoundedWords {
  private static final int MAX_LENGTH = 400;

  private final int maxCount;
  private final Words words = new Words();
  private long leftOut;

  /**
   * @param other stands for whatever does not fit
   */
  BoundedWords(int maxCount, String other) {
    this.maxCount = maxCount;
    words.number(other);
  }

  int number(String text) {
    String shown = Words.cut(text, MAX_LENGTH);
    if (words.size() >= maxCount && !words.contains(shown)) {
      leftOut++;
      return 0;
    }
    return words.number(shown);
  }

  /** How often a text did not fit. */
  long leftOut() {
    return leftOut;
  }

  String[] toArray() {
    return words.texts().toArray(String[]::new);
  }
}
