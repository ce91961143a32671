package dev.tilescope.device.marker;

import dev.tilescope.model.Coded;

/** A processor that writes markers, with the numbers of TT-Metal's profiler. */
public enum Risc implements Coded {
  BRISC(0, "BRISC"),
  NCRISC(1, "NCRISC"),
  TRISC_0(2, "TRISC"),
  TRISC_1(3, "TRISC"),
  TRISC_2(4, "TRISC"),
  ERISC(5, "ERISC"),
  TENSIX_RISC_AGG(6, "TENSIX_RISC_AGG");

  private final int code;
  private final String zonePrefix;

  Risc(int code, String zonePrefix) {
    this.code = code;
    this.zonePrefix = zonePrefix;
  }

  @Override
  public int code() {
    return code;
  }

  /** What its firmware's and kernels' zones begin with. */
  public String zonePrefix() {
    return zonePrefix;
  }
}
