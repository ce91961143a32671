package dev.tilescope.internal.cli;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The manual page of a command, from the same declarations as its help.
 *
 * @param name as the page is called: {@code tilescope-ops-show}
 * @param roff what the file holds
 */
record ManualPage(String name, String roff) {
  /** The page of a command and those of the commands below it. */
  static Stream<ManualPage> of(CommandLine command, String date, String version) {
    Stream<ManualPage> below =
        command.getSubcommands().values().stream().flatMap(each -> of(each, date, version));
    return Stream.concat(Stream.of(page(command, date, version)), below);
  }

  private static ManualPage page(CommandLine command, String date, String version) {
    CommandSpec spec = command.getCommandSpec();
    String name = nameOf(spec);
    List<String> description = lines(spec.usageMessage().description());
    Roff roff = new Roff().title(name, date, version).section("NAME");
    roff.text(name + " - " + withoutFullStop(description.getFirst()));
    roff.section("SYNOPSIS").verbatim(command.getHelp().synopsis(0).strip().lines().toList());
    roff.section("DESCRIPTION").paragraph(description);
    parameters(spec, roff);
    options(spec, roff);
    commands(command, roff);
    footer(spec, roff);
    roff.section("SEE ALSO").text(seeAlso(spec));
    return new ManualPage(name, roff.toString());
  }

  private static String nameOf(CommandSpec spec) {
    return spec.qualifiedName("-");
  }

  private static String withoutFullStop(String sentence) {
    return sentence.endsWith(".") ? sentence.substring(0, sentence.length() - 1) : sentence;
  }

  private static void parameters(CommandSpec spec, Roff roff) {
    List<PositionalParamSpec> shown =
        spec.positionalParameters().stream().filter(each -> !each.hidden()).toList();
    if (!shown.isEmpty()) {
      roff.section("PARAMETERS");
      shown.forEach(each -> roff.entry(each.paramLabel(), meaning(each)));
    }
  }

  private static void options(CommandSpec spec, Roff roff) {
    roff.section("OPTIONS");
    spec.options().stream()
        .filter(each -> !each.hidden())
        .forEach(each -> roff.entry(term(each), meaning(each)));
  }

  private static String term(OptionSpec option) {
    String value = option.arity().max() == 0 ? "" : label(option);
    return String.join(", ", option.names()) + value;
  }

  private static String label(OptionSpec option) {
    String label = option.paramLabel();
    return option.arity().min() == 0 ? "[=" + label + "]" : "=" + label;
  }

  private static List<String> meaning(ArgSpec argument) {
    return lines(argument.description());
  }

  private static void commands(CommandLine command, Roff roff) {
    if (command.getParent() == null) {
      Stream.of(Commands.Group.values()).forEach(group -> commands(group, roff));
    } else if (!command.getSubcommands().isEmpty()) {
      roff.section("COMMANDS");
      command
          .getSubcommands()
          .forEach((name, each) -> roff.entry(name, firstLine(each.getCommandSpec())));
    }
  }

  private static void commands(Commands.Group group, Roff roff) {
    roff.section(group.title().toUpperCase(Locale.ROOT));
    Commands.ALL.stream()
        .filter(each -> each.group() == group)
        .forEach(each -> roff.entry(each.name(), List.of(each.summary() + ".")));
  }

  private static List<String> firstLine(CommandSpec spec) {
    return lines(spec.usageMessage().description()).subList(0, 1);
  }

  private static void footer(CommandSpec spec, Roff roff) {
    List<String> footer = lines(spec.usageMessage().footer());
    if (!footer.isEmpty()) {
      roff.section("NOTES").verbatim(footer.getFirst().isEmpty() ? rest(footer) : footer);
    }
  }

  private static List<String> rest(List<String> lines) {
    return lines.subList(1, lines.size());
  }

  /** What is above the command and what is below it. */
  private static String seeAlso(CommandSpec spec) {
    Stream<CommandSpec> above = Stream.ofNullable(spec.parent());
    Stream<CommandSpec> below =
        spec.subcommands().values().stream().map(CommandLine::getCommandSpec);
    return Stream.concat(above, below)
        .map(each -> nameOf(each) + "(1)")
        .collect(Collectors.joining(", "));
  }

  /** As the help shows them: formats and markup of picocli resolved. */
  private static List<String> lines(String... declared) {
    return Arrays.stream(declared)
        .flatMap(line -> Ansi.OFF.string(String.format(line)).lines())
        .toList();
  }
}
