package dev.tilescope.internal.logs;

import dev.tilescope.profile.internal.markers.DeviceLogColumn;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The first line of the device log.
 *
 * @param computeCores of the whole grid, or 0 where the log does not say
 */
record DeviceLogHeader(String architecture, int clockMegahertz, int computeCores) {
  /** The second line, without the blanks after its commas. */
  static final String COLUMNS = DeviceLogColumn.line(",");

  private static final Pattern LINE =
      Pattern.compile(
          "ARCH: *(\\w+), *CHIP_FREQ\\[MHz\\]: *([1-9]\\d{0,5})"
              + "(?:, *Max Compute Cores: *(\\d{1,6}))?(,.*)?");
  private static final int GRAYSKULL_MEGAHERTZ = 1200;

  static Optional<DeviceLogHeader> parse(String line) {
    if (line.contains("Chip clock is at ")) {
      return Optional.of(new DeviceLogHeader("grayskull", GRAYSKULL_MEGAHERTZ, 0));
    }
    Matcher matcher = LINE.matcher(line);
    return matcher.matches() ? Optional.of(of(matcher)) : Optional.empty();
  }

  private static DeviceLogHeader of(Matcher line) {
    String cores = line.group(3);
    return new DeviceLogHeader(
        line.group(1),
        Integer.parseInt(line.group(2)),
        cores == null ? 0 : Integer.parseInt(cores));
  }

  double nanos(long cycles) {
    return cycles * 1000.0 / clockMegahertz;
  }

  /** Half to even, as the reports of TT-NN round. */
  long wholeNanos(long cycles) {
    return (long) Math.rint(nanos(cycles));
  }
}
