package dev.tilescope.internal.perf;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How many times as long as modelled a board may take for modelled rows, by the bands that they
 * carry.
 */
public record ModelledBand(double low, double high) {
  private static final Pattern BAND =
      Pattern.compile("device times \\(a board x([\\d.]{1,9})-([\\d.]{1,9})\\)");

  /** Null for rows that a board measured, and for those of older files, which carry none. */
  public static @Nullable ModelledBand of(List<PerfRow> rows) {
    double modelled = 0;
    double low = 0;
    double high = 0;
    for (PerfRow row : rows) {
      Matcher band = BAND.matcher(row.attributes());
      if (band.find() && row.kernelNanos() > 0) {
        modelled += row.kernelNanos();
        low += row.kernelNanos() * Double.parseDouble(band.group(1));
        high += row.kernelNanos() * Double.parseDouble(band.group(2));
      }
    }
    return modelled == 0 ? null : new ModelledBand(low / modelled, high / modelled);
  }

  /** What a notice of modelled times goes on with. */
  static String words(List<PerfRow> rows) {
    ModelledBand band = of(rows);
    return band == null
        ? ""
        : String.format(
            Locale.ROOT,
            ": of ten configurations eight took a board %.2f to %.2f times as long",
            band.low,
            band.high);
  }
}
