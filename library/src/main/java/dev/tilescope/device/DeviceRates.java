package dev.tilescope.device;

/**
 * The constants of an architecture that every launch needs, looked up once.
 *
 * @param from what they were taken from
 * @param pageCycles of a core to ask DRAM for a page or hand it one, whatever its size
 * @param read of DRAM by a core
 * @param write of DRAM by a core
 */
record DeviceRates(
    CostConstants from,
    double launchNanos,
    double inputNanos,
    double multicastBytesPerNano,
    double dramBytesPerNano,
    double pageCycles,
    Way read,
    Way write) {

  /**
   * One way between DRAM and cores, in bytes a nanosecond.
   *
   * @param all of all cores together
   * @param bank of a core that has a bank to itself
   */
  record Way(double waitNanos, double core, double all, double bank) {
    private static Way of(String way, double bank, CostConstants from, Architecture architecture) {
      return new Way(
          from.of("dram." + way + "_wait.nanos", architecture),
          from.of("dram.core_" + way + ".bytes_per_nano", architecture),
          from.of("dram." + way + ".bytes_per_nano", architecture),
          bank);
    }

    double rate(Traffic.Route route) {
      return switch (route) {
        case SPREAD, SENT_ON -> core;
        case OWN_BANK -> bank;
      };
    }
  }

  /** Nobody writes to a bank of its own, which would be as fast as reading. */
  static DeviceRates of(CostConstants from, Architecture architecture) {
    double bank = from.of("dram.bank_read.bytes_per_nano", architecture);
    return new DeviceRates(
        from,
        from.of("launch.nanos", architecture),
        from.of("input.nanos", architecture),
        from.of("multicast.bytes_per_nano", architecture),
        from.of("dram.bytes_per_nano", architecture),
        from.of("dram.page.cycles", architecture),
        Way.of("read", bank, from, architecture),
        Way.of("write", bank, from, architecture));
  }
}
