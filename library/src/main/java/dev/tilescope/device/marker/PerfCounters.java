package dev.tilescope.device.marker;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.model.Coded;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/**
 * The performance counters that a device was asked for. TRISC_1 starts and stops them around a
 * compute kernel; BRISC reads them when all RISCs have done, and writes one marker for each, with
 * the id {@link ZoneLocations#PERF_COUNTERS} and 16 bytes of data:
 *
 * <pre>
 * bytes 0-3  value     8  number of the {@link PerfCounterType}
 *       4-7  cycles    9-15 0
 * </pre>
 *
 * <p>Values are modelled from {@link CoreActivity}, for kernels and for the library's operations. A
 * program without a compute kernel has none.
 */
public final class PerfCounters {
  /** To select a counter, wait for it, read it and store it. */
  private static final int READ_CYCLES = 40;

  private static final long MOST = 0xFFFF_FFFFL;

  /** Their codes are the bits of TT_METAL_PROFILE_PERF_COUNTERS. */
  private enum Group implements Coded {
    FPU(0),
    PACK(1),
    UNPACK(2),
    L1_0(3),
    L1_1(4),
    INSTRN(5),
    L1_2(6),
    L1_3(7),
    L1_4(8);

    private final int code;

    Group(int code) {
      this.code = code;
    }

    @Override
    public int code() {
      return code;
    }
  }

  private final List<PerfCounterType> counters;

  /**
   * @param groups bits of TT_METAL_PROFILE_PERF_COUNTERS; those a chip does not have are ignored
   * @param isBlackhole its packer and L1 have other counters
   */
  public PerfCounters(int groups, boolean isBlackhole) {
    List<PerfCounterType> wanted = new ArrayList<>();
    for (Group group : Group.values()) {
      if ((groups >>> group.code & 1) != 0) {
        wanted.addAll(isBlackhole ? blackhole(group) : wormhole(group));
      }
    }
    this.counters = List.copyOf(wanted);
  }

  /** In the order they are read. */
  List<PerfCounterType> counters() {
    return counters;
  }

  /**
   * @return when BRISC has written them all
   */
  public long write(RiscMarkers brisc, CoreActivity core, long fromCycles) {
    long cycles = fromCycles;
    if (core.cycles() > 0) {
      for (PerfCounterType counter : counters) {
        cycles += READ_CYCLES;
        int words = MarkerWords.MARKER_WORDS + Packet.TS_DATA_16B.dataWords();
        cycles += brisc.makeRoom(words, cycles);
        long value = Math.min(MOST, counter.modelledValue(core));
        long first = Math.min(MOST, core.cycles()) << 32 | value;
        brisc.data16(ZoneLocations.PERF_COUNTERS, cycles, first, counter.code());
      }
    }
    return cycles;
  }

  private static Set<PerfCounterType> wormhole(Group group) {
    return switch (group) {
      case FPU -> range(PerfCounterType.FPU_COUNTER, PerfCounterType.MATH_COUNTER);
      case PACK ->
          both(
              range(PerfCounterType.PACKER_DEST_READ_AVAILABLE, PerfCounterType.AVAILABLE_MATH),
              range(
                  PerfCounterType.PACKER_DEST_READ_1,
                  PerfCounterType.MATH_NOT_STALLED_DEST_WR_PORT));
      case UNPACK ->
          both(
              range(PerfCounterType.MATH_SRC_DATA_READY, PerfCounterType.MATH_INSTRN_HF_4_CYCLE),
              range(PerfCounterType.SRCB_WRITE_ACTUAL, PerfCounterType.SRCB_WRITE_THREAD1));
      case L1_0 ->
          both(
              range(PerfCounterType.L1_0_UNPACKER_0, PerfCounterType.L1_0_NOC_RING0_INCOMING_1),
              range(
                  PerfCounterType.L1_0_UNPACKER_0_GRANT,
                  PerfCounterType.L1_0_NOC_RING0_INCOMING_1_GRANT));
      case L1_1 ->
          both(
              range(PerfCounterType.L1_1_TDMA_PACKER_2, PerfCounterType.L1_1_NOC_RING1_INCOMING_1),
              range(
                  PerfCounterType.L1_1_PORT8_GRANT,
                  PerfCounterType.L1_1_NOC_RING1_INCOMING_1_GRANT));
      case INSTRN ->
          both(
              both(
                  range(
                      PerfCounterType.CFG_INSTRN_AVAILABLE_0,
                      PerfCounterType.WAITING_FOR_SFPU_IDLE_2),
                  range(
                      PerfCounterType.THREAD_INSTRUCTIONS_0,
                      PerfCounterType.THREAD_INSTRUCTIONS_2)),
              EnumSet.of(PerfCounterType.ANY_THREAD_STALL));
      case L1_2, L1_3, L1_4 -> EnumSet.noneOf(PerfCounterType.class);
    };
  }

  private static Set<PerfCounterType> blackhole(Group group) {
    return switch (group) {
      case FPU, UNPACK, INSTRN -> wormhole(group);
      case PACK ->
          EnumSet.of(
              PerfCounterType.PACKER_DEST_READ_AVAILABLE,
              PerfCounterType.PACKER_BUSY,
              PerfCounterType.AVAILABLE_MATH,
              PerfCounterType.DEST_READ_GRANTED_0,
              PerfCounterType.MATH_NOT_STALLED_DEST_WR_PORT);
      case L1_0 ->
          replaced(
              wormhole(group),
              PerfCounterType.L1_0_UNPACKER_1_ECC_PACK1,
              PerfCounterType.L1_0_UNIFIED_PACKER);
      case L1_1 ->
          replaced(
              wormhole(group), PerfCounterType.L1_1_TDMA_PACKER_2, PerfCounterType.L1_1_RISC_CORE);
      case L1_2 ->
          range(PerfCounterType.L1_2_NOC_RING2_PORT_0, PerfCounterType.L1_2_NOC_RING2_PORT_7_GRANT);
      case L1_3 ->
          range(PerfCounterType.L1_3_NOC_RING3_PORT_0, PerfCounterType.L1_3_NOC_RING3_PORT_7_GRANT);
      case L1_4 -> range(PerfCounterType.L1_4_MISC_PORT_0, PerfCounterType.L1_4_MISC_PORT_7_GRANT);
    };
  }

  private static Set<PerfCounterType> range(PerfCounterType first, PerfCounterType last) {
    return EnumSet.range(first, last);
  }

  private static Set<PerfCounterType> both(Set<PerfCounterType> one, Set<PerfCounterType> other) {
    one.addAll(other);
    return one;
  }

  private static Set<PerfCounterType> replaced(
      Set<PerfCounterType> counters, PerfCounterType old, PerfCounterType other) {
    counters.remove(old);
    counters.add(other);
    return counters;
  }
}
