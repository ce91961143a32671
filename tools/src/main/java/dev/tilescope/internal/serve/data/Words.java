package dev.tilescope.internal.serve.data;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Texts that repeat, each held once and known by its number, from 0 on. */
public final class Words {
  private final List<String> texts = new ArrayList<>();
  private final Map<String, Integer> numbers = new HashMap<>();

  /** Its number, a new one if it is new. */
  public int number(String text) {
    Integer known = numbers.putIfAbsent(text, texts.size());
    if (known == null) {
      texts.add(text);
      return texts.size() - 1;
    }
    return known;
  }

  public boolean contains(String text) {
    return numbers.containsKey(text);
  }

  public String text(int number) {
    return texts.get(number);
  }

  public int size() {
    return texts.size();
  }

  /** By number. */
  public List<String> texts() {
    return Collections.unmodifiableList(texts);
  }

  /** A text, or its beginning if it is longer than this many characters. */
  public static String cut(String text, int most) {
    return text.length() <= most ? text : text.substring(0, most) + "…";
  }
}
