package dev.tilescope.profile.logs;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The first line of the device log. */
record DeviceLogHeader(String architecture, int clockMegahertz) {
  /** The second line, without the blanks after its commas. */
  static final String COLUMNS =
      "PCIe slot,core_x,core_y,RISC processor type,timer_id,time[cycles since reset],data,"
          + "run host ID,trace id,trace id counter,zone name,type,source line,source file,"
          + "meta data";

  private static final Pattern LINE =
      Pattern.compile("ARCH: *(\\w+), *CHIP_FREQ\\[MHz\\]: *([1-9]\\d{0,5})(,.*)?");
  private static final int GRAYSKULL_MEGAHERTZ = 1200;

  static Optional<DeviceLogHeader> parse(String line) {
    if (line.contains("Chip clock is at ")) {
      return Optional.of(new DeviceLogHeader("grayskull", GRAYSKULL_MEGAHERTZ));
    }
    Matcher matcher = LINE.matcher(line);
    return matcher.matches()
        ? Optional.of(new DeviceLogHeader(matcher.group(1), Integer.parseInt(matcher.group(2))))
        : Optional.empty();
  }

  double nanos(long cycles) {
    return cycles * 1000.0 / clockMegahertz;
  }

  /** Half to even, as the reports of TT-NN round. */
  String roundedNanos(long cycles) {
    return Long.toString((long) Math.rint(nanos(cycles)));
  }
}
