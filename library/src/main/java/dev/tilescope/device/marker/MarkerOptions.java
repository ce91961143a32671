package dev.tilescope.device.marker;

/**
 * What the profiler of a device keeps.
 *
 * @param programSupportCount how many programs' guaranteed markers fit into DRAM
 * @param sumZones whether sum zones are kept; they take room
 * @param dispatchCores whether the cores that dispatch write markers too
 * @param nocEvents whether transfers over the NoC are kept
 * @param counterGroups of performance counters, as bits of TT_METAL_PROFILE_PERF_COUNTERS; 0 for
 *     none
 */
public record MarkerOptions(
    int programSupportCount,
    boolean sumZones,
    boolean dispatchCores,
    boolean nocEvents,
    int counterGroups,
    Mode mode) {
  /** What the cores that run programs write markers of. */
  public enum Mode {
    /** Each run of each program. */
    PROGRAMS,
    /** Each replay of a metal trace as a whole, and nothing else. */
    TRACES,
    /** Zones and events of one program after the other, without saying whose they are. */
    ACCUMULATED
  }

  public static final int DEFAULT_PROGRAM_SUPPORT_COUNT = 1000;

  /** A full L1 buffer has to fit into DRAM. */
  public static final int LEAST_PROGRAM_SUPPORT_COUNT = 43;

  public static final MarkerOptions DEFAULT =
      new MarkerOptions(DEFAULT_PROGRAM_SUPPORT_COUNT, false, false, false, 0);

  /** Of each program. */
  public MarkerOptions(
      int programSupportCount,
      boolean sumZones,
      boolean dispatchCores,
      boolean nocEvents,
      int counterGroups) {
    this(programSupportCount, sumZones, dispatchCores, nocEvents, counterGroups, Mode.PROGRAMS);
  }

  public MarkerOptions withMode(Mode value) {
    return new MarkerOptions(
        programSupportCount, sumZones, dispatchCores, nocEvents, counterGroups, value);
  }

  public MarkerOptions {
    programSupportCount = Math.max(programSupportCount, LEAST_PROGRAM_SUPPORT_COUNT);
  }

  /** The DRAM of one RISC. */
  int dramWords() {
    int wordsPerProgram =
        MarkerWords.GUARANTEED_WORDS + (sumZones ? 2 * MarkerWords.MARKER_WORDS : 0);
    return Math.multiplyExact(programSupportCount, wordsPerProgram);
  }
}
