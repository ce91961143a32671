package dev.tilescope.device.marker;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the performance counters of a core count, with TT-Metal's names and, by their order, its
 * numbers. Each is modelled from what an engine was busy with; those that no such thing is known of
 * stay at 0.
 */
public enum PerfCounterType {
  UNDEF(Signal.NONE),
  FPU_COUNTER(Signal.FPU),
  SFPU_COUNTER(Signal.SFPU),
  MATH_COUNTER(Signal.MATH),
  MATH_SRC_DATA_READY(Signal.MATH),
  DATA_HAZARD_STALLS_MOVD2A(Signal.MATH),
  MATH_FIDELITY_STALL(Signal.NONE),
  MATH_INSTRN_STARTED(Signal.MATH),
  MATH_INSTRN_AVAILABLE(Signal.MATH),
  SRCB_WRITE_AVAILABLE(Signal.UNPACK),
  SRCA_WRITE_AVAILABLE(Signal.UNPACK),
  UNPACK0_BUSY_THREAD0(Signal.UNPACK),
  UNPACK1_BUSY_THREAD0(Signal.UNPACK),
  UNPACK0_BUSY_THREAD1(Signal.NONE),
  UNPACK1_BUSY_THREAD1(Signal.NONE),
  MATH_INSTRN_HF_1_CYCLE(Signal.FPU),
  MATH_INSTRN_HF_2_CYCLE(Signal.NONE),
  MATH_INSTRN_HF_4_CYCLE(Signal.NONE),
  PACKER_DEST_READ_AVAILABLE(Signal.PACK),
  PACKER_BUSY(Signal.PACK),
  AVAILABLE_MATH(Signal.MATH),
  CFG_INSTRN_AVAILABLE_0(Signal.NONE),
  CFG_INSTRN_AVAILABLE_1(Signal.NONE),
  CFG_INSTRN_AVAILABLE_2(Signal.NONE),
  SYNC_INSTRN_AVAILABLE_0(Signal.NONE),
  SYNC_INSTRN_AVAILABLE_1(Signal.NONE),
  SYNC_INSTRN_AVAILABLE_2(Signal.NONE),
  THCON_INSTRN_AVAILABLE_0(Signal.NONE),
  THCON_INSTRN_AVAILABLE_1(Signal.NONE),
  THCON_INSTRN_AVAILABLE_2(Signal.NONE),
  MOVE_INSTRN_AVAILABLE_0(Signal.NONE),
  MOVE_INSTRN_AVAILABLE_1(Signal.NONE),
  MOVE_INSTRN_AVAILABLE_2(Signal.NONE),
  FPU_INSTRN_AVAILABLE_0(Signal.NONE),
  FPU_INSTRN_AVAILABLE_1(Signal.MATH),
  FPU_INSTRN_AVAILABLE_2(Signal.NONE),
  UNPACK_INSTRN_AVAILABLE_0(Signal.UNPACK),
  UNPACK_INSTRN_AVAILABLE_1(Signal.NONE),
  UNPACK_INSTRN_AVAILABLE_2(Signal.NONE),
  PACK_INSTRN_AVAILABLE_0(Signal.NONE),
  PACK_INSTRN_AVAILABLE_1(Signal.NONE),
  PACK_INSTRN_AVAILABLE_2(Signal.PACK),
  THREAD_STALLS_0(Signal.UNPACK_WAIT),
  THREAD_STALLS_1(Signal.MATH_WAIT),
  THREAD_STALLS_2(Signal.PACK_WAIT),
  WAITING_FOR_SRCA_CLEAR(Signal.NONE),
  WAITING_FOR_SRCB_CLEAR(Signal.NONE),
  WAITING_FOR_SRCA_VALID(Signal.MATH_WAIT),
  WAITING_FOR_SRCB_VALID(Signal.MATH_WAIT),
  WAITING_FOR_THCON_IDLE_0(Signal.NONE),
  WAITING_FOR_THCON_IDLE_1(Signal.NONE),
  WAITING_FOR_THCON_IDLE_2(Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_0(Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_1(Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_2(Signal.NONE),
  WAITING_FOR_PACK_IDLE_0(Signal.NONE),
  WAITING_FOR_PACK_IDLE_1(Signal.NONE),
  WAITING_FOR_PACK_IDLE_2(Signal.NONE),
  WAITING_FOR_MATH_IDLE_0(Signal.NONE),
  WAITING_FOR_MATH_IDLE_1(Signal.NONE),
  WAITING_FOR_MATH_IDLE_2(Signal.NONE),
  WAITING_FOR_NONZERO_SEM_0(Signal.NONE),
  WAITING_FOR_NONZERO_SEM_1(Signal.NONE),
  WAITING_FOR_NONZERO_SEM_2(Signal.PACK_WAIT),
  WAITING_FOR_NONFULL_SEM_0(Signal.NONE),
  WAITING_FOR_NONFULL_SEM_1(Signal.NONE),
  WAITING_FOR_NONFULL_SEM_2(Signal.NONE),
  WAITING_FOR_MOVE_IDLE_0(Signal.NONE),
  WAITING_FOR_MOVE_IDLE_1(Signal.NONE),
  WAITING_FOR_MOVE_IDLE_2(Signal.NONE),
  WAITING_FOR_MMIO_IDLE_0(Signal.NONE),
  WAITING_FOR_MMIO_IDLE_1(Signal.NONE),
  WAITING_FOR_MMIO_IDLE_2(Signal.NONE),
  WAITING_FOR_SFPU_IDLE_0(Signal.NONE),
  WAITING_FOR_SFPU_IDLE_1(Signal.NONE),
  WAITING_FOR_SFPU_IDLE_2(Signal.NONE),
  L1_0_UNPACKER_0(Signal.UNPACK),
  L1_0_UNPACKER_1_ECC_PACK1(Signal.PACK),
  L1_0_TDMA_BUNDLE_0_RISC(Signal.NONE),
  L1_0_TDMA_BUNDLE_1_TRISC(Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_0(Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_1(Signal.NONE),
  L1_0_NOC_RING0_INCOMING_0(Signal.RECEIVED),
  L1_0_NOC_RING0_INCOMING_1(Signal.NONE),
  L1_1_TDMA_PACKER_2(Signal.NONE),
  L1_1_EXT_UNPACKER_1(Signal.NONE),
  L1_1_EXT_UNPACKER_2(Signal.NONE),
  L1_1_EXT_UNPACKER_3(Signal.NONE),
  L1_1_NOC_RING1_OUTGOING_0(Signal.SENT),
  L1_1_NOC_RING1_OUTGOING_1(Signal.NONE),
  L1_1_NOC_RING1_INCOMING_0(Signal.NONE),
  L1_1_NOC_RING1_INCOMING_1(Signal.NONE),
  L1_0_UNIFIED_PACKER(Signal.PACK),
  L1_1_RISC_CORE(Signal.NONE),
  L1_0_UNPACKER_0_GRANT(Signal.UNPACK),
  L1_0_PORT1_GRANT(Signal.PACK),
  L1_0_TDMA_BUNDLE_0_GRANT(Signal.NONE),
  L1_0_TDMA_BUNDLE_1_GRANT(Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_0_GRANT(Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_1_GRANT(Signal.NONE),
  L1_0_NOC_RING0_INCOMING_0_GRANT(Signal.RECEIVED),
  L1_0_NOC_RING0_INCOMING_1_GRANT(Signal.NONE),
  L1_1_PORT8_GRANT(Signal.NONE),
  L1_1_EXT_UNPACKER_1_GRANT(Signal.NONE),
  L1_1_EXT_UNPACKER_2_GRANT(Signal.NONE),
  L1_1_EXT_UNPACKER_3_GRANT(Signal.NONE),
  L1_1_NOC_RING1_OUTGOING_0_GRANT(Signal.SENT),
  L1_1_NOC_RING1_OUTGOING_1_GRANT(Signal.NONE),
  L1_1_NOC_RING1_INCOMING_0_GRANT(Signal.NONE),
  L1_1_NOC_RING1_INCOMING_1_GRANT(Signal.NONE),
  THREAD_INSTRUCTIONS_0(Signal.UNPACK),
  THREAD_INSTRUCTIONS_1(Signal.MATH),
  THREAD_INSTRUCTIONS_2(Signal.PACK),
  SRCB_WRITE_ACTUAL(Signal.UNPACK),
  SRCA_WRITE_NOT_BLOCKED_OVR(Signal.UNPACK),
  SRCA_WRITE_ACTUAL(Signal.UNPACK),
  SRCB_WRITE_NOT_BLOCKED_PORT(Signal.UNPACK),
  SRCA_WRITE_THREAD0(Signal.UNPACK),
  SRCB_WRITE_THREAD0(Signal.UNPACK),
  SRCA_WRITE_THREAD1(Signal.NONE),
  SRCB_WRITE_THREAD1(Signal.NONE),
  PACKER_DEST_READ_1(Signal.PACK),
  PACKER_DEST_READ_2(Signal.PACK),
  PACKER_DEST_READ_3(Signal.PACK),
  PACKER_BUSY_0(Signal.PACK),
  PACKER_BUSY_1(Signal.PACK),
  PACKER_BUSY_2(Signal.PACK),
  DEST_READ_GRANTED_0(Signal.PACK),
  DEST_READ_GRANTED_1(Signal.PACK),
  DEST_READ_GRANTED_2(Signal.PACK),
  DEST_READ_GRANTED_3(Signal.PACK),
  MATH_NOT_STALLED_DEST_WR_PORT(Signal.MATH),
  L1_4_MISC_PORT_0(Signal.NONE),
  L1_4_MISC_PORT_1(Signal.NONE),
  L1_4_MISC_PORT_2(Signal.NONE),
  L1_4_MISC_PORT_3(Signal.NONE),
  L1_4_MISC_PORT_4(Signal.NONE),
  L1_4_MISC_PORT_5(Signal.NONE),
  L1_4_MISC_PORT_6(Signal.NONE),
  L1_4_MISC_PORT_7(Signal.NONE),
  L1_4_MISC_PORT_0_GRANT(Signal.NONE),
  L1_4_MISC_PORT_1_GRANT(Signal.NONE),
  L1_4_MISC_PORT_2_GRANT(Signal.NONE),
  L1_4_MISC_PORT_3_GRANT(Signal.NONE),
  L1_4_MISC_PORT_4_GRANT(Signal.NONE),
  L1_4_MISC_PORT_5_GRANT(Signal.NONE),
  L1_4_MISC_PORT_6_GRANT(Signal.NONE),
  L1_4_MISC_PORT_7_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_0(Signal.NONE),
  L1_2_NOC_RING2_PORT_1(Signal.NONE),
  L1_2_NOC_RING2_PORT_2(Signal.NONE),
  L1_2_NOC_RING2_PORT_3(Signal.NONE),
  L1_2_NOC_RING2_PORT_4(Signal.NONE),
  L1_2_NOC_RING2_PORT_5(Signal.NONE),
  L1_2_NOC_RING2_PORT_6(Signal.NONE),
  L1_2_NOC_RING2_PORT_7(Signal.NONE),
  L1_2_NOC_RING2_PORT_0_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_1_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_2_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_3_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_4_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_5_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_6_GRANT(Signal.NONE),
  L1_2_NOC_RING2_PORT_7_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_0(Signal.NONE),
  L1_3_NOC_RING3_PORT_1(Signal.NONE),
  L1_3_NOC_RING3_PORT_2(Signal.NONE),
  L1_3_NOC_RING3_PORT_3(Signal.NONE),
  L1_3_NOC_RING3_PORT_4(Signal.NONE),
  L1_3_NOC_RING3_PORT_5(Signal.NONE),
  L1_3_NOC_RING3_PORT_6(Signal.NONE),
  L1_3_NOC_RING3_PORT_7(Signal.NONE),
  L1_3_NOC_RING3_PORT_0_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_1_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_2_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_3_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_4_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_5_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_6_GRANT(Signal.NONE),
  L1_3_NOC_RING3_PORT_7_GRANT(Signal.NONE),
  ANY_THREAD_STALL(Signal.ANY_WAIT);

  /** What a counter follows. */
  private enum Signal {
    NONE,
    FPU,
    SFPU,
    MATH,
    UNPACK,
    PACK,
    UNPACK_WAIT,
    MATH_WAIT,
    PACK_WAIT,
    ANY_WAIT,
    RECEIVED,
    SENT
  }

  /** What the NoC moves in a cycle. */
  private static final int NOC_BYTES_PER_CYCLE = 32;

  private static final PerfCounterType[] ALL = values();
  private static final Map<String, PerfCounterType> BY_NAME = new HashMap<>();

  static {
    for (PerfCounterType counter : ALL) {
      BY_NAME.put(counter.name(), counter);
    }
  }

  private final Signal signal;

  PerfCounterType(Signal signal) {
    this.signal = signal;
  }

  /** By its number on the device; empty if there is none. */
  public static Optional<PerfCounterType> of(long number) {
    return number >= 0 && number < ALL.length ? Optional.of(ALL[(int) number]) : Optional.empty();
  }

  /** By name, or by number as older logs have it; empty if there is none. */
  public static Optional<PerfCounterType> of(String nameOrNumber) {
    PerfCounterType named = BY_NAME.get(nameOrNumber);
    return named != null ? Optional.of(named) : numbered(nameOrNumber);
  }

  private static Optional<PerfCounterType> numbered(String number) {
    try {
      return of(Long.parseLong(number));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }

  /** Cycles, never more than the kernel took. */
  long modelledValue(CoreActivity core) {
    return Math.min(core.cycles(), cycles(core));
  }

  private long cycles(CoreActivity core) {
    return switch (signal) {
      case NONE -> 0;
      case FPU -> core.fpuCycles();
      case SFPU -> core.sfpuCycles();
      case MATH -> core.fpuCycles() + core.sfpuCycles();
      case UNPACK -> core.unpackCycles();
      case PACK -> core.packCycles();
      case UNPACK_WAIT -> core.unpackWaitCycles();
      case MATH_WAIT -> core.mathWaitCycles();
      case PACK_WAIT -> core.packWaitCycles();
      case ANY_WAIT ->
          Math.max(core.unpackWaitCycles(), Math.max(core.mathWaitCycles(), core.packWaitCycles()));
      case RECEIVED -> Math.ceilDiv(core.receivedBytes(), NOC_BYTES_PER_CYCLE);
      case SENT -> Math.ceilDiv(core.sentBytes(), NOC_BYTES_PER_CYCLE);
    };
  }
}
