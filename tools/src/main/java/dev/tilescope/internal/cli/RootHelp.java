package dev.tilescope.internal.cli;

import dev.tilescope.internal.cli.Commands.Command;
import dev.tilescope.internal.cli.Commands.Example;
import dev.tilescope.internal.cli.Commands.Group;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The two parts of {@code tilescope --help} that picocli does not draw: commands by group,
 * examples. What a demo says to try next looks like the latter.
 */
final class RootHelp {
  private static final String INDENT = "  ";

  private RootHelp() {}

  static String commands(List<Command> table) {
    int width = table.stream().mapToInt(c -> c.name().length()).max().orElse(0);
    StringBuilder text = new StringBuilder();
    for (Group group : Group.values()) {
      List<Command> members = table.stream().filter(c -> c.group() == group).toList();
      if (!members.isEmpty()) {
        text.append(String.format("%n%s:%n", group.title()));
        members.forEach(c -> text.append(row(c.name(), width, c.summary())));
      }
    }
    return text.toString();
  }

  static String examples(List<Command> table, List<Example> examples) {
    List<String> names = table.stream().map(Command::name).toList();
    List<Example> known = examples.stream().filter(e -> names.contains(e.command())).toList();
    if (known.isEmpty()) {
      return "";
    }
    Map<String, String> steps = new LinkedHashMap<>();
    known.forEach(
        e -> steps.put(("tilescope " + e.command() + " " + e.arguments()).strip(), e.effect()));
    return String.format("%nNew here? Try:%n") + rows(steps);
  }

  /** What to type and what comes of it, in two columns. */
  static String rows(Map<String, String> steps) {
    int width = steps.keySet().stream().mapToInt(String::length).max().orElse(0);
    StringBuilder text = new StringBuilder();
    steps.forEach((typed, effect) -> text.append(row(typed, width, effect)));
    return text.toString();
  }

  private static String row(String left, int width, String right) {
    return INDENT
        + left
        + " ".repeat(width - left.length())
        + INDENT
        + right
        + System.lineSeparator();
  }
}
