package dev.tilescope.device.marker;

/**
 * The markers of one RISC whose runs follow one another in L1: zones and events, under a header
 * that names no program. They are moved to DRAM when any RISC of the core has less than {@value
 * #LEAST_WORDS} words left, which is what the firmware's zones of a run take; data and sums are not
 * kept.
 */
final class AccumulatedMarkers extends RiscMarkers {
  private static final int LEAST_WORDS = 8;
  private static final int PUSH_CYCLES = 1200;
  private static final int FLUSH_CYCLES = 200;

  private static final int NONE = -1;

  private final FirmwareZones zones;

  /** Where the run under way began; one that fails leaves zones that never end. */
  private int runStart = NONE;

  AccumulatedMarkers(Risc risc, int core, MarkerOptions options) {
    super(risc, core, options);
    zones = FirmwareZones.of(risc);
    beginWithoutFirmware(0, 0);
  }

  @Override
  public void begin(long programNumber, int replay, long cycles) {
    dropUnfinished();
    runStart = index;
    zoneStart(zones.firmware(), cycles);
  }

  private void dropUnfinished() {
    if (runStart != NONE) {
      rewind(runStart);
      runStart = NONE;
    }
  }

  @Override
  public void kernelStart(long cycles) {
    zoneStart(zones.kernel(), cycles);
  }

  @Override
  public void kernelEnd(long cycles) {
    zoneEnd(zones.kernel(), cycles);
  }

  @Override
  public void end(long cycles) {
    zoneEnd(zones.firmware(), cycles);
    rewind(index);
    runStart = NONE;
  }

  @Override
  public void data(int zoneId, long cycles, long value) {}

  @Override
  public void data16(int zoneId, long cycles, long first, long second) {}

  @Override
  public boolean keepsSums() {
    return false;
  }

  @Override
  public void addToSum(int slot, int zoneId, long cycles) {}

  /** A run cannot be taken back from among the others. */
  @Override
  public void validate(boolean condition) {}

  @Override
  public long makeRoom(int words, long cycles) {
    return 0;
  }

  @Override
  public void quickPush() {}

  /** Whether there is no room for another run. */
  boolean isNearlyFullInL1() {
    return index + LEAST_WORDS > L1_WORDS;
  }

  /** Moves what is in L1 to DRAM. */
  void push() {
    dropUnfinished();
    if (index > MarkerWords.GUARANTEED_WORDS) {
      endWithoutFirmware();
      beginWithoutFirmware(0, 0);
    }
  }

  /**
   * Says that all RISCs of the core have pushed.
   *
   * @return when that was done
   */
  long pushed(long cycles) {
    zoneStart(FirmwareZones.DRAM_PUSH, cycles);
    zoneStart(FirmwareZones.NOC_FLUSH, cycles + PUSH_CYCLES);
    zoneEnd(FirmwareZones.NOC_FLUSH, cycles + PUSH_CYCLES + FLUSH_CYCLES);
    zoneEnd(FirmwareZones.DRAM_PUSH, cycles + PUSH_CYCLES + FLUSH_CYCLES);
    return cycles + PUSH_CYCLES + FLUSH_CYCLES;
  }

  /** The host reads L1, too. */
  @Override
  MarkerMemory.Stream take() {
    push();
    return super.take();
  }
}
