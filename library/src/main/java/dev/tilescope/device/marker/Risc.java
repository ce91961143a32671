package dev.tilescope.device.marker;

/** A processor that writes markers, in the order of TT-Metal's profiler. */
public enum Risc {
  BRISC("BRISC"),
  NCRISC("NCRISC"),
  TRISC_0("TRISC"),
  TRISC_1("TRISC"),
  TRISC_2("TRISC"),
  ERISC("ERISC"),
  TENSIX_RISC_AGG("TENSIX_RISC_AGG");

  private final String zonePrefix;

  Risc(String zonePrefix) {
    this.zonePrefix = zonePrefix;
  }

  /** What its firmware's and kernels' zones begin with. */
  public String zonePrefix() {
    return zonePrefix;
  }
}
