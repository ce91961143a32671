package dev.tilescope.internal.monitor;

import java.util.HashMap;
import java.util.Map;

/**
 * Numbers for the names of those who make buffers. There are few; should a program make up new ones
 * for ever, all that come late share number 0.
 */
final class MakerNames {
  private static final String OTHERS = "(others)";

  private final MemoryFile file;
  private final Map<String, Integer> numbers = new HashMap<>();

  MakerNames(MemoryFile file) {
    this.file = file;
    file.putMaker(0, OTHERS);
  }

  int number(String name) {
    Integer known = numbers.get(name);
    return known == null ? add(name) : known;
  }

  private int add(String name) {
    int number = numbers.size() + 1;
    if (number >= MemoryFileLayout.MAKERS) {
      return 0;
    }
    numbers.put(name, number);
    file.putMaker(number, name);
    return number;
  }
}
