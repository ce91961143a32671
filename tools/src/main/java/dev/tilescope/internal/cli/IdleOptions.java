package dev.tilescope.internal.cli;

import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Options that would do nothing beside others: a user who gives one expects something of it. */
final class IdleOptions {
  private IdleOptions() {}

  /**
   * @param why what the options are for, or why they do not matter here
   * @throws ParameterException if one of them was given
   */
  static void refuse(CommandSpec spec, String why, String... options) {
    List<String> given =
        Stream.of(options).filter(spec.commandLine().getParseResult()::hasMatchedOption).toList();
    if (!given.isEmpty()) {
      throw new ParameterException(
          spec.commandLine(), String.join(", ", given) + " would do nothing: " + why);
    }
  }
}
