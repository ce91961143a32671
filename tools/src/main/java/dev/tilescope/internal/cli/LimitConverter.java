package dev.tilescope.internal.cli;

import dev.tilescope.diff.Limit;
import dev.tilescope.model.TilescopeException;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** A limit from the command line. */
final class LimitConverter implements ITypeConverter<Limit> {
  @Override
  public Limit convert(String text) {
    try {
      return Limit.parse(text);
    } catch (TilescopeException e) {
      throw new TypeConversionException(String.valueOf(e.getMessage()));
    }
  }
}
