package dev.tilescope.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * The zones of a program.
 *
 * @param trees of each thread, in the order of their numbers: {@code a{b c{d}}}, without prefixes
 * @param entered every zone as it was entered: {@code FUNCTION FILE:LINE}
 * @param problems zones that were left open, or closed twice
 */
record ZoneLog(List<String> trees, List<String> entered, List<String> problems) {
  static ZoneLog read(Path file) throws IOException {
    Map<Long, StringBuilder> trees = new TreeMap<>();
    Map<Long, Deque<String>> open = new TreeMap<>();
    List<String> entered = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (String line : Files.readAllLines(file)) {
      String[] words = line.split(" ", 3);
      long thread = Long.parseLong(words[0]);
      Deque<String> stack = open.computeIfAbsent(thread, _ -> new ArrayDeque<>());
      StringBuilder tree = trees.computeIfAbsent(thread, _ -> new StringBuilder());
      if (words[1].equals(">")) {
        entered.add(words[2]);
        stack.push(words[2]);
        tree.append(words[2].replaceAll("^JAVA_(FUNC|LINE)_| .*", "")).append('{');
      } else if (stack.isEmpty()) {
        problems.add("closed on thread " + thread + " with none open");
      } else {
        stack.pop();
        tree.append('}');
      }
    }
    open.forEach((thread, left) -> left.forEach(z -> problems.add("open on " + thread + ": " + z)));
    List<String> texts =
        trees.values().stream().map(t -> t.toString().replace("{}", " ").strip()).toList();
    return new ZoneLog(texts, List.copyOf(entered), List.copyOf(problems));
  }

  long count(String zone) {
    return entered.stream().filter(zone::equals).count();
  }
}
