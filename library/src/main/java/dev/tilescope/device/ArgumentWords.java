package dev.tilescope.device;

import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;

/**
 * How many words of runtime arguments a kernel has on each core: a sum of counts, each as often as
 * its factor says.
 */
record ArgumentWords(List<Term> terms) {
  /** What the number of words may depend on, named as in {@code program-kernels.txt}. */
  enum Count {
    ONE,
    INPUTS,
    OUTPUTS,
    CORES,
    SHARDS,
    SIDE,
    BATCH
  }

  record Term(int factor, Count count) {}

  /** What a launch has of each count. */
  @FunctionalInterface
  interface Counts {
    int of(Count count);
  }

  /**
   * @param text such as {@code 2*shards+5}; an estimate begins with a tilde
   */
  static ArgumentWords parse(String text) {
    List<Term> terms = new ArrayList<>();
    for (String term : text.replace("~", "").split("\\+", -1)) {
      terms.add(term(term));
    }
    return new ArgumentWords(List.copyOf(terms));
  }

  private static Term term(String text) {
    if (Character.isDigit(text.charAt(0)) && !text.contains("*")) {
      return new Term(Integer.parseInt(text), Count.ONE);
    }
    String[] parts = text.split("\\*", -1);
    int factor = parts.length == 1 ? 1 : Integer.parseInt(parts[0]);
    for (Count count : Count.values()) {
      if (count.name().equalsIgnoreCase(parts[parts.length - 1])) {
        return new Term(factor, count);
      }
    }
    throw new TilescopeException(
        "words of runtime arguments: a number or a count of %s expected, got %s"
            .formatted(List.of(Count.values()), text));
  }

  int on(Counts counts) {
    return terms.stream().mapToInt(term -> term.factor() * counts.of(term.count())).sum();
  }
}
