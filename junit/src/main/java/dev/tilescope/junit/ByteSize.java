package dev.tilescope.junit;

import dev.tilescope.model.TilescopeException;
import java.math.BigDecimal;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A size as a test writes it.
 *
 * <pre>
 * size --> number [unit]              4096, 512KiB, 1.5 MiB, 12G
 * unit --> B | (K | M | G | T) [B | iB]   steps of 1024, in any case
 * </pre>
 *
 * @param text as written
 */
record ByteSize(long bytes, String text) {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{1,18}(?:\\.\\d{1,18})?)\\s*(?:([KMGT])(?:i?B)?|B)?", Pattern.CASE_INSENSITIVE);
  private static final String UNITS = "KMGT";
  private static final BigDecimal MOST = BigDecimal.valueOf(Long.MAX_VALUE);

  /**
   * @throws TilescopeException if it is no size
   */
  static ByteSize parse(String text) {
    Matcher form = FORM.matcher(text.strip());
    if (!form.matches()) {
      throw wrong(text, "is not a size");
    }
    String unit = form.group(2) == null ? "" : form.group(2).toUpperCase(Locale.ROOT);
    long unitBytes = unit.isEmpty() ? 1 : 1L << (10 * (UNITS.indexOf(unit) + 1));
    BigDecimal bytes =
        new BigDecimal(form.group(1)).multiply(BigDecimal.valueOf(unitBytes)).stripTrailingZeros();
    if (bytes.scale() > 0) {
      throw wrong(text, "is not a whole number of bytes");
    }
    if (bytes.compareTo(MOST) > 0) {
      throw wrong(text, "is more than 2^63-1 bytes");
    }
    return new ByteSize(bytes.longValueExact(), text.strip());
  }

  private static TilescopeException wrong(String text, String why) {
    return new TilescopeException(
        "'" + text + "' " + why + "; write bytes or units of 1024, such as 4096, 512KiB or 1.5MiB");
  }
}
