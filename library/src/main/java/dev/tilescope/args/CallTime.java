package dev.tilescope.args;

import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoField;
import java.util.Locale;

/** The time in names of trace files: {@code YYYYMMDD_HHMMSS_microseconds}, local. */
final class CallTime {
  private static final DateTimeFormatter SECONDS =
      DateTimeFormatter.ofPattern("yyyyMMdd_HHmmss_", Locale.ROOT);

  /** The text of a second, which many calls share. */
  private record Second(LocalDateTime start, String text) {}

  private static volatile Second latest = new Second(LocalDateTime.MIN, "");

  private CallTime() {}

  static String now() {
    LocalDateTime now = LocalDateTime.now(ZoneId.systemDefault());
    LocalDateTime second = now.withNano(0);
    Second known = latest;
    if (!known.start().equals(second)) {
      known = new Second(second, second.format(SECONDS));
      latest = known;
    }
    String micros = Integer.toString(1_000_000 + now.get(ChronoField.MICRO_OF_SECOND));
    return known.text() + micros.substring(1);
  }
}
