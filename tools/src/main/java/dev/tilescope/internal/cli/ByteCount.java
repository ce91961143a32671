package dev.tilescope.internal.cli;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.ITypeConverter;
import picocli.CommandLine.TypeConversionException;

/** Reads {@code 4096}, {@code 500M} or {@code 20GiB}: units of 1024. */
final class ByteCount implements ITypeConverter<Long> {
  private static final Pattern FORM =
      Pattern.compile("(\\d{1,15})\\s*([KMGT]?)(i?B)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "KMGT";

  @Override
  public Long convert(String text) {
    Matcher matcher = FORM.matcher(text.strip());
    if (!matcher.matches()) {
      throw new TypeConversionException("'" + text + "' is not a size like 4096, 500M or 20G");
    }
    String unit = matcher.group(2).toUpperCase(Locale.ROOT);
    int shift = unit.isEmpty() ? 0 : 10 * (UNITS.indexOf(unit) + 1);
    long count = Long.parseLong(matcher.group(1));
    return count > Long.MAX_VALUE >> shift ? Long.MAX_VALUE : count << shift;
  }
}
