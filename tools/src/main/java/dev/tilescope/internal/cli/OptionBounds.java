package dev.tilescope.internal.cli;

import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.ParameterException;

/** Which numbers options take. One that was not given, null, is within all bounds. */
final class OptionBounds {
  private OptionBounds() {}

  static void requireAtLeast(CommandSpec spec, String option, long least, @Nullable Number given) {
    if (given != null && given.longValue() < least) {
      throw mistake(spec, option + " must be at least " + least + ", got " + given);
    }
  }

  static void requireFromTo(
      CommandSpec spec, String option, long least, long most, @Nullable Number given) {
    if (given != null && (given.longValue() < least || given.longValue() > most)) {
      throw mistake(spec, option + " must be from " + least + " to " + most + ", got " + given);
    }
  }

  static void requireCorrelation(CommandSpec spec, String option, @Nullable Double given) {
    if (given != null && !(given >= -1 && given <= 1)) {
      throw mistake(spec, option + " must be a correlation from -1 to 1, got " + given);
    }
  }

  private static ParameterException mistake(CommandSpec spec, String message) {
    return new ParameterException(spec.commandLine(), message);
  }
}
