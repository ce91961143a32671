package dev.tilescope.internal.perf;

import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How long a board may take for modelled rows, by the bands that they carry. */
final class ModelledBand {
  private static final Pattern BAND =
      Pattern.compile("device times \\(a board x([\\d.]{1,9})-([\\d.]{1,9})\\)");

  private ModelledBand() {}

  /** Empty for rows of older files, which carry none. */
  static String of(List<PerfRow> rows) {
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
    return modelled == 0
        ? ""
        : String.format(
            Locale.ROOT,
            ": of ten configurations eight took a board %.2f to %.2f times as long",
            low / modelled,
            high / modelled);
  }
}
