package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.util.function.Supplier;
import picocli.CommandLine;
import picocli.CommandLine.ParameterException;

/** Words of the command line that are read by code which does not know that they are. */
final class Typed {
  private Typed() {}

  /** Makes what the reader refuses a usage error: nothing has run yet. */
  static <T> T read(CommandLine line, Supplier<T> reader) {
    try {
      return reader.get();
    } catch (TilescopeException e) {
      throw new ParameterException(line, String.valueOf(e.getMessage()), e);
    }
  }
}
