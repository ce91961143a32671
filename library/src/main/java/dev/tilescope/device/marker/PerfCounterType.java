package dev.tilescope.device.marker;

import dev.tilescope.model.Coded;
import dev.tilescope.model.Codes;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

/**
 * What the performance counters of a core count, with TT-Metal's names and numbers. Each is
 * modelled from what an engine was busy with; those that no such thing is known of stay at 0.
 */
public enum PerfCounterType implements Coded {
  UNDEF(0, Signal.NONE),
  FPU_COUNTER(1, Signal.FPU),
  SFPU_COUNTER(2, Signal.SFPU),
  MATH_COUNTER(3, Signal.MATH),
  MATH_SRC_DATA_READY(4, Signal.MATH),
  DATA_HAZARD_STALLS_MOVD2A(5, Signal.MATH),
  MATH_FIDELITY_STALL(6, Signal.NONE),
  MATH_INSTRN_STARTED(7, Signal.MATH),
  MATH_INSTRN_AVAILABLE(8, Signal.MATH),
  SRCB_WRITE_AVAILABLE(9, Signal.UNPACK),
  SRCA_WRITE_AVAILABLE(10, Signal.UNPACK),
  UNPACK0_BUSY_THREAD0(11, Signal.UNPACK),
  UNPACK1_BUSY_THREAD0(12, Signal.UNPACK),
  UNPACK0_BUSY_THREAD1(13, Signal.NONE),
  UNPACK1_BUSY_THREAD1(14, Signal.NONE),
  MATH_INSTRN_HF_1_CYCLE(15, Signal.FPU),
  MATH_INSTRN_HF_2_CYCLE(16, Signal.NONE),
  MATH_INSTRN_HF_4_CYCLE(17, Signal.NONE),
  PACKER_DEST_READ_AVAILABLE(18, Signal.PACK),
  PACKER_BUSY(19, Signal.PACK),
  AVAILABLE_MATH(20, Signal.MATH),
  CFG_INSTRN_AVAILABLE_0(21, Signal.NONE),
  CFG_INSTRN_AVAILABLE_1(22, Signal.NONE),
  CFG_INSTRN_AVAILABLE_2(23, Signal.NONE),
  SYNC_INSTRN_AVAILABLE_0(24, Signal.NONE),
  SYNC_INSTRN_AVAILABLE_1(25, Signal.NONE),
  SYNC_INSTRN_AVAILABLE_2(26, Signal.NONE),
  THCON_INSTRN_AVAILABLE_0(27, Signal.NONE),
  THCON_INSTRN_AVAILABLE_1(28, Signal.NONE),
  THCON_INSTRN_AVAILABLE_2(29, Signal.NONE),
  MOVE_INSTRN_AVAILABLE_0(30, Signal.NONE),
  MOVE_INSTRN_AVAILABLE_1(31, Signal.NONE),
  MOVE_INSTRN_AVAILABLE_2(32, Signal.NONE),
  FPU_INSTRN_AVAILABLE_0(33, Signal.NONE),
  FPU_INSTRN_AVAILABLE_1(34, Signal.MATH),
  FPU_INSTRN_AVAILABLE_2(35, Signal.NONE),
  UNPACK_INSTRN_AVAILABLE_0(36, Signal.UNPACK),
  UNPACK_INSTRN_AVAILABLE_1(37, Signal.NONE),
  UNPACK_INSTRN_AVAILABLE_2(38, Signal.NONE),
  PACK_INSTRN_AVAILABLE_0(39, Signal.NONE),
  PACK_INSTRN_AVAILABLE_1(40, Signal.NONE),
  PACK_INSTRN_AVAILABLE_2(41, Signal.PACK),
  THREAD_STALLS_0(42, Signal.UNPACK_WAIT),
  THREAD_STALLS_1(43, Signal.MATH_WAIT),
  THREAD_STALLS_2(44, Signal.PACK_WAIT),
  WAITING_FOR_SRCA_CLEAR(45, Signal.NONE),
  WAITING_FOR_SRCB_CLEAR(46, Signal.NONE),
  WAITING_FOR_SRCA_VALID(47, Signal.MATH_WAIT),
  WAITING_FOR_SRCB_VALID(48, Signal.MATH_WAIT),
  WAITING_FOR_THCON_IDLE_0(49, Signal.NONE),
  WAITING_FOR_THCON_IDLE_1(50, Signal.NONE),
  WAITING_FOR_THCON_IDLE_2(51, Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_0(52, Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_1(53, Signal.NONE),
  WAITING_FOR_UNPACK_IDLE_2(54, Signal.NONE),
  WAITING_FOR_PACK_IDLE_0(55, Signal.NONE),
  WAITING_FOR_PACK_IDLE_1(56, Signal.NONE),
  WAITING_FOR_PACK_IDLE_2(57, Signal.NONE),
  WAITING_FOR_MATH_IDLE_0(58, Signal.NONE),
  WAITING_FOR_MATH_IDLE_1(59, Signal.NONE),
  WAITING_FOR_MATH_IDLE_2(60, Signal.NONE),
  WAITING_FOR_NONZERO_SEM_0(61, Signal.NONE),
  WAITING_FOR_NONZERO_SEM_1(62, Signal.NONE),
  WAITING_FOR_NONZERO_SEM_2(63, Signal.PACK_WAIT),
  WAITING_FOR_NONFULL_SEM_0(64, Signal.NONE),
  WAITING_FOR_NONFULL_SEM_1(65, Signal.NONE),
  WAITING_FOR_NONFULL_SEM_2(66, Signal.NONE),
  WAITING_FOR_MOVE_IDLE_0(67, Signal.NONE),
  WAITING_FOR_MOVE_IDLE_1(68, Signal.NONE),
  WAITING_FOR_MOVE_IDLE_2(69, Signal.NONE),
  WAITING_FOR_MMIO_IDLE_0(70, Signal.NONE),
  WAITING_FOR_MMIO_IDLE_1(71, Signal.NONE),
  WAITING_FOR_MMIO_IDLE_2(72, Signal.NONE),
  WAITING_FOR_SFPU_IDLE_0(73, Signal.NONE),
  WAITING_FOR_SFPU_IDLE_1(74, Signal.NONE),
  WAITING_FOR_SFPU_IDLE_2(75, Signal.NONE),
  L1_0_UNPACKER_0(76, Signal.UNPACK),
  L1_0_UNPACKER_1_ECC_PACK1(77, Signal.PACK),
  L1_0_TDMA_BUNDLE_0_RISC(78, Signal.NONE),
  L1_0_TDMA_BUNDLE_1_TRISC(79, Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_0(80, Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_1(81, Signal.NONE),
  L1_0_NOC_RING0_INCOMING_0(82, Signal.RECEIVED),
  L1_0_NOC_RING0_INCOMING_1(83, Signal.NONE),
  L1_1_TDMA_PACKER_2(84, Signal.NONE),
  L1_1_EXT_UNPACKER_1(85, Signal.NONE),
  L1_1_EXT_UNPACKER_2(86, Signal.NONE),
  L1_1_EXT_UNPACKER_3(87, Signal.NONE),
  L1_1_NOC_RING1_OUTGOING_0(88, Signal.SENT),
  L1_1_NOC_RING1_OUTGOING_1(89, Signal.NONE),
  L1_1_NOC_RING1_INCOMING_0(90, Signal.NONE),
  L1_1_NOC_RING1_INCOMING_1(91, Signal.NONE),
  L1_0_UNIFIED_PACKER(92, Signal.PACK),
  L1_1_RISC_CORE(93, Signal.NONE),
  L1_0_UNPACKER_0_GRANT(94, Signal.UNPACK),
  L1_0_PORT1_GRANT(95, Signal.PACK),
  L1_0_TDMA_BUNDLE_0_GRANT(96, Signal.NONE),
  L1_0_TDMA_BUNDLE_1_GRANT(97, Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_0_GRANT(98, Signal.NONE),
  L1_0_NOC_RING0_OUTGOING_1_GRANT(99, Signal.NONE),
  L1_0_NOC_RING0_INCOMING_0_GRANT(100, Signal.RECEIVED),
  L1_0_NOC_RING0_INCOMING_1_GRANT(101, Signal.NONE),
  L1_1_PORT8_GRANT(102, Signal.NONE),
  L1_1_EXT_UNPACKER_1_GRANT(103, Signal.NONE),
  L1_1_EXT_UNPACKER_2_GRANT(104, Signal.NONE),
  L1_1_EXT_UNPACKER_3_GRANT(105, Signal.NONE),
  L1_1_NOC_RING1_OUTGOING_0_GRANT(106, Signal.SENT),
  L1_1_NOC_RING1_OUTGOING_1_GRANT(107, Signal.NONE),
  L1_1_NOC_RING1_INCOMING_0_GRANT(108, Signal.NONE),
  L1_1_NOC_RING1_INCOMING_1_GRANT(109, Signal.NONE),
  THREAD_INSTRUCTIONS_0(110, Signal.UNPACK),
  THREAD_INSTRUCTIONS_1(111, Signal.MATH),
  THREAD_INSTRUCTIONS_2(112, Signal.PACK),
  SRCB_WRITE_ACTUAL(113, Signal.UNPACK),
  SRCA_WRITE_NOT_BLOCKED_OVR(114, Signal.UNPACK),
  SRCA_WRITE_ACTUAL(115, Signal.UNPACK),
  SRCB_WRITE_NOT_BLOCKED_PORT(116, Signal.UNPACK),
  SRCA_WRITE_THREAD0(117, Signal.UNPACK),
  SRCB_WRITE_THREAD0(118, Signal.UNPACK),
  SRCA_WRITE_THREAD1(119, Signal.NONE),
  SRCB_WRITE_THREAD1(120, Signal.NONE),
  PACKER_DEST_READ_1(121, Signal.PACK),
  PACKER_DEST_READ_2(122, Signal.PACK),
  PACKER_DEST_READ_3(123, Signal.PACK),
  PACKER_BUSY_0(124, Signal.PACK),
  PACKER_BUSY_1(125, Signal.PACK),
  PACKER_BUSY_2(126, Signal.PACK),
  DEST_READ_GRANTED_0(127, Signal.PACK),
  DEST_READ_GRANTED_1(128, Signal.PACK),
  DEST_READ_GRANTED_2(129, Signal.PACK),
  DEST_READ_GRANTED_3(130, Signal.PACK),
  MATH_NOT_STALLED_DEST_WR_PORT(131, Signal.MATH),
  L1_4_MISC_PORT_0(132, Signal.NONE),
  L1_4_MISC_PORT_1(133, Signal.NONE),
  L1_4_MISC_PORT_2(134, Signal.NONE),
  L1_4_MISC_PORT_3(135, Signal.NONE),
  L1_4_MISC_PORT_4(136, Signal.NONE),
  L1_4_MISC_PORT_5(137, Signal.NONE),
  L1_4_MISC_PORT_6(138, Signal.NONE),
  L1_4_MISC_PORT_7(139, Signal.NONE),
  L1_4_MISC_PORT_0_GRANT(140, Signal.NONE),
  L1_4_MISC_PORT_1_GRANT(141, Signal.NONE),
  L1_4_MISC_PORT_2_GRANT(142, Signal.NONE),
  L1_4_MISC_PORT_3_GRANT(143, Signal.NONE),
  L1_4_MISC_PORT_4_GRANT(144, Signal.NONE),
  L1_4_MISC_PORT_5_GRANT(145, Signal.NONE),
  L1_4_MISC_PORT_6_GRANT(146, Signal.NONE),
  L1_4_MISC_PORT_7_GRANT(147, Signal.NONE),
  L1_2_NOC_RING2_PORT_0(148, Signal.NONE),
  L1_2_NOC_RING2_PORT_1(149, Signal.NONE),
  L1_2_NOC_RING2_PORT_2(150, Signal.NONE),
  L1_2_NOC_RING2_PORT_3(151, Signal.NONE),
  L1_2_NOC_RING2_PORT_4(152, Signal.NONE),
  L1_2_NOC_RING2_PORT_5(153, Signal.NONE),
  L1_2_NOC_RING2_PORT_6(154, Signal.NONE),
  L1_2_NOC_RING2_PORT_7(155, Signal.NONE),
  L1_2_NOC_RING2_PORT_0_GRANT(156, Signal.NONE),
  L1_2_NOC_RING2_PORT_1_GRANT(157, Signal.NONE),
  L1_2_NOC_RING2_PORT_2_GRANT(158, Signal.NONE),
  L1_2_NOC_RING2_PORT_3_GRANT(159, Signal.NONE),
  L1_2_NOC_RING2_PORT_4_GRANT(160, Signal.NONE),
  L1_2_NOC_RING2_PORT_5_GRANT(161, Signal.NONE),
  L1_2_NOC_RING2_PORT_6_GRANT(162, Signal.NONE),
  L1_2_NOC_RING2_PORT_7_GRANT(163, Signal.NONE),
  L1_3_NOC_RING3_PORT_0(164, Signal.NONE),
  L1_3_NOC_RING3_PORT_1(165, Signal.NONE),
  L1_3_NOC_RING3_PORT_2(166, Signal.NONE),
  L1_3_NOC_RING3_PORT_3(167, Signal.NONE),
  L1_3_NOC_RING3_PORT_4(168, Signal.NONE),
  L1_3_NOC_RING3_PORT_5(169, Signal.NONE),
  L1_3_NOC_RING3_PORT_6(170, Signal.NONE),
  L1_3_NOC_RING3_PORT_7(171, Signal.NONE),
  L1_3_NOC_RING3_PORT_0_GRANT(172, Signal.NONE),
  L1_3_NOC_RING3_PORT_1_GRANT(173, Signal.NONE),
  L1_3_NOC_RING3_PORT_2_GRANT(174, Signal.NONE),
  L1_3_NOC_RING3_PORT_3_GRANT(175, Signal.NONE),
  L1_3_NOC_RING3_PORT_4_GRANT(176, Signal.NONE),
  L1_3_NOC_RING3_PORT_5_GRANT(177, Signal.NONE),
  L1_3_NOC_RING3_PORT_6_GRANT(178, Signal.NONE),
  L1_3_NOC_RING3_PORT_7_GRANT(179, Signal.NONE),
  ANY_THREAD_STALL(180, Signal.ANY_WAIT);

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

  private static final Codes<PerfCounterType> BY_CODE = Codes.of(PerfCounterType.values());
  private static final Map<String, PerfCounterType> BY_NAME = new HashMap<>();

  static {
    for (PerfCounterType counter : values()) {
      BY_NAME.put(counter.name(), counter);
    }
  }

  private final int code;
  private final Signal signal;

  PerfCounterType(int code, Signal signal) {
    this.code = code;
    this.signal = signal;
  }

  @Override
  public int code() {
    return code;
  }

  /** By its number on the device; empty if there is none. */
  public static Optional<PerfCounterType> of(long number) {
    return Optional.ofNullable(BY_CODE.of(number));
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
