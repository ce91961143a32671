package dev.tilescope.internal.logs;

import static dev.tilescope.device.marker.PerfCounterType.*;
import static dev.tilescope.internal.logs.CounterTerm.cycles;
import static dev.tilescope.internal.logs.CounterTerm.meanOfKnown;
import static dev.tilescope.internal.logs.CounterTerm.meanShare;
import static dev.tilescope.internal.logs.CounterTerm.none;
import static dev.tilescope.internal.logs.CounterTerm.refused;
import static dev.tilescope.internal.logs.CounterTerm.share;
import static dev.tilescope.internal.logs.CounterTerm.sum;
import static dev.tilescope.internal.logs.CounterTerm.value;
import static dev.tilescope.internal.logs.PerfMetric.factor;
import static dev.tilescope.internal.logs.PerfMetric.ofGrid;
import static dev.tilescope.internal.logs.PerfMetric.percent;
import static dev.tilescope.internal.logs.PerfMetric.plain;

import dev.tilescope.device.marker.PerfCounterType;
import dev.tilescope.profile.internal.table.Column;
import java.util.List;
import java.util.stream.Stream;

/**
 * The table of metrics, in the order of their columns; long, because there are 84. A few formulas
 * depend on what the device counted at all ({@link CounterUse}), and a few are others in the report
 * without host logs, as they are in TT-NN.
 */
final class PerfMetrics {
  /** All columns there can be, in order. */
  static final List<Column> COLUMNS =
      of(new CounterUse(), false, true).stream()
          .map(PerfMetric::columns)
          .flatMap(List::stream)
          .toList();

  private final CounterUse use;
  private final boolean deviceOnly;
  private final PerfCounterType packerPort;

  private PerfMetrics(CounterUse use, boolean deviceOnly) {
    this.use = use;
    this.deviceOnly = deviceOnly;
    packerPort = use.has(L1_0_UNIFIED_PACKER) ? L1_0_UNIFIED_PACKER : L1_0_UNPACKER_1_ECC_PACK1;
  }

  /**
   * @param deviceOnly for the report without host logs
   * @param withComposite the five at the end too
   */
  static List<PerfMetric> of(CounterUse use, boolean deviceOnly, boolean withComposite) {
    PerfMetrics table = new PerfMetrics(use, deviceOnly);
    return Stream.of(
            table.pipeline(),
            waits(),
            table.math(),
            table.memory(),
            table.stalls(),
            issue(),
            table.packers(),
            table.traffic(),
            withComposite ? composite() : List.<PerfMetric>of())
        .flatMap(List::stream)
        .toList();
  }

  private List<PerfMetric> pipeline() {
    CounterTerm unpacker0 = value(SRCA_WRITE_ACTUAL).over(value(UNPACK0_BUSY_THREAD0));
    PerfCounterType written = deviceOnly ? SRCB_WRITE_ACTUAL : SRCB_WRITE_NOT_BLOCKED_PORT;
    CounterTerm unpacker1 = value(written).over(value(UNPACK1_BUSY_THREAD0));
    CounterTerm unpackersBusy = sum(UNPACK0_BUSY_THREAD0, UNPACK1_BUSY_THREAD0);
    return List.of(
        ofGrid("SFPU Util", SFPU_COUNTER, "SFPU"),
        ofGrid("FPU Util", FPU_COUNTER, "FPU"),
        ofGrid("MATH Util", MATH_COUNTER, "Math"),
        percent("Unpacker0 Write Efficiency", unpacker0),
        percent("Unpacker1 Write Efficiency", unpacker1),
        percent("Unpacker Write Efficiency", meanOfKnown(unpacker0, unpacker1)),
        percent("Packer Efficiency", packerEfficiency()),
        percent("FPU Execution Efficiency", value(FPU_COUNTER).over(value(FPU_INSTRN_AVAILABLE_1))),
        percent("Math Pipeline Utilization", mathPipeline()),
        percent("Math-to-Pack Handoff Efficiency", handoff()),
        percent(
            "Unpacker-to-Math Data Flow",
            sum(SRCA_WRITE_AVAILABLE, SRCB_WRITE_AVAILABLE).over(unpackersBusy)));
  }

  private CounterTerm packerEfficiency() {
    return use.everCounted(PACKER_BUSY)
        ? value(PACKER_DEST_READ_AVAILABLE).over(value(PACKER_BUSY))
        : value(DEST_READ_GRANTED_0).over(value(PACKER_DEST_READ_AVAILABLE));
  }

  private CounterTerm mathPipeline() {
    return use.everCounted(MATH_INSTRN_STARTED)
        ? value(MATH_INSTRN_STARTED).over(value(MATH_INSTRN_AVAILABLE))
        : none();
  }

  private CounterTerm handoff() {
    CounterTerm all = use.everCounted(PACKER_BUSY) ? value(PACKER_BUSY) : cycles(AVAILABLE_MATH);
    return value(AVAILABLE_MATH).over(all);
  }

  private static List<PerfMetric> waits() {
    return List.of(
        percent("Thread 0 Stall Rate", share(THREAD_STALLS_0)),
        percent("Thread 1 Stall Rate", share(THREAD_STALLS_1)),
        percent("Thread 2 Stall Rate", share(THREAD_STALLS_2)),
        percent("SrcA Valid Wait", share(WAITING_FOR_SRCA_VALID)),
        percent("SrcB Valid Wait", share(WAITING_FOR_SRCB_VALID)),
        percent("SrcA Clear Wait", share(WAITING_FOR_SRCA_CLEAR)),
        percent("SrcB Clear Wait", share(WAITING_FOR_SRCB_CLEAR)),
        percent("Math Idle Wait T1", share(WAITING_FOR_MATH_IDLE_1)),
        percent("Pack Idle Wait T2", share(WAITING_FOR_PACK_IDLE_2)),
        percent("Unpack Idle Wait T0", share(WAITING_FOR_UNPACK_IDLE_0)),
        percent("Semaphore Zero Wait T0", share(WAITING_FOR_NONZERO_SEM_0)),
        percent("Semaphore Zero Wait T1", share(WAITING_FOR_NONZERO_SEM_1)),
        percent("Semaphore Zero Wait T2", share(WAITING_FOR_NONZERO_SEM_2)),
        percent("Semaphore Full Wait T0", share(WAITING_FOR_NONFULL_SEM_0)),
        percent("Semaphore Full Wait T1", share(WAITING_FOR_NONFULL_SEM_1)),
        percent("Semaphore Full Wait T2", share(WAITING_FOR_NONFULL_SEM_2)));
  }

  private List<PerfMetric> math() {
    CounterTerm available = value(MATH_INSTRN_AVAILABLE);
    CounterTerm once = value(MATH_INSTRN_HF_1_CYCLE);
    CounterTerm twice = value(MATH_INSTRN_HF_2_CYCLE);
    CounterTerm fourTimes = value(MATH_INSTRN_HF_4_CYCLE);
    CounterTerm all = once.plus(twice).plus(fourTimes);
    return List.of(
        percent("Data Hazard Stall Rate", blocked(available, value(DATA_HAZARD_STALLS_MOVD2A))),
        percent("Fidelity Stall Rate", value(MATH_FIDELITY_STALL).over(available)),
        percent("HiFi Fraction", twice.plus(fourTimes).over(all)),
        plain(
            "Avg HF Cycles Per Instrn",
            once.plus(twice.times(2)).plus(fourTimes.times(4)).over(all)));
  }

  private List<PerfMetric> memory() {
    return List.of(
        percent("L1 Unpacker Port Util", share(L1_0_UNPACKER_0)),
        percent(
            "L1 TDMA Bundle Util", meanShare(L1_0_TDMA_BUNDLE_0_RISC, L1_0_TDMA_BUNDLE_1_TRISC)),
        percent(
            "NOC Ring 0 Outgoing Util",
            meanShare(L1_0_NOC_RING0_OUTGOING_0, L1_0_NOC_RING0_OUTGOING_1)),
        percent(
            "NOC Ring 0 Incoming Util",
            meanShare(L1_0_NOC_RING0_INCOMING_0, L1_0_NOC_RING0_INCOMING_1)),
        percent(
            "NOC Ring 1 Outgoing Util",
            meanShare(L1_1_NOC_RING1_OUTGOING_0, L1_1_NOC_RING1_OUTGOING_1)),
        percent(
            "NOC Ring 1 Incoming Util",
            meanShare(L1_1_NOC_RING1_INCOMING_0, L1_1_NOC_RING1_INCOMING_1)),
        percent("L1 Packer Port Util", share(packerPort)),
        percent(
            "NOC Ring 0 Outgoing Backpressure",
            blocked(
                sum(L1_0_NOC_RING0_OUTGOING_0, L1_0_NOC_RING0_OUTGOING_1),
                sum(L1_0_NOC_RING0_OUTGOING_0_GRANT, L1_0_NOC_RING0_OUTGOING_1_GRANT))),
        percent(
            "NOC Ring 0 Incoming Backpressure",
            blocked(
                sum(L1_0_NOC_RING0_INCOMING_0, L1_0_NOC_RING0_INCOMING_1),
                sum(L1_0_NOC_RING0_INCOMING_0_GRANT, L1_0_NOC_RING0_INCOMING_1_GRANT))),
        percent(
            "NOC Ring 1 Outgoing Backpressure",
            blocked(
                sum(L1_1_NOC_RING1_OUTGOING_0, L1_1_NOC_RING1_OUTGOING_1),
                sum(L1_1_NOC_RING1_OUTGOING_0_GRANT, L1_1_NOC_RING1_OUTGOING_1_GRANT))),
        percent(
            "NOC Ring 1 Incoming Backpressure",
            blocked(
                sum(L1_1_NOC_RING1_INCOMING_0, L1_1_NOC_RING1_INCOMING_1),
                sum(L1_1_NOC_RING1_INCOMING_0_GRANT, L1_1_NOC_RING1_INCOMING_1_GRANT))),
        percent(
            "L1 Unpacker Backpressure",
            use.unpackerGrantsMatchRequests()
                ? portBackpressure(L1_0_UNPACKER_0, L1_0_UNPACKER_0_GRANT)
                : none()),
        percent("L1 Packer Port Backpressure", portBackpressure(packerPort, L1_0_PORT1_GRANT)));
  }

  /** Where nothing was wanted and something granted, the joined report has zero. */
  private CounterTerm blocked(CounterTerm wanted, CounterTerm granted) {
    CounterTerm refused = refused(wanted, granted).notNegative();
    return deviceOnly
        ? refused
        : core -> wanted.of(core) == 0 && granted.of(core) > 0 ? 0 : refused.of(core);
  }

  private CounterTerm portBackpressure(PerfCounterType requests, PerfCounterType grants) {
    return blocked(value(requests), value(grants));
  }

  private List<PerfMetric> stalls() {
    CounterTerm srcA = value(SRCA_WRITE_AVAILABLE);
    CounterTerm srcB = value(SRCB_WRITE_AVAILABLE);
    CounterTerm math = value(MATH_INSTRN_AVAILABLE);
    CounterTerm destWrite =
        use.everCounted(MATH_NOT_STALLED_DEST_WR_PORT)
            ? value(MATH_NOT_STALLED_DEST_WR_PORT)
            : none();
    return List.of(
        percent("SrcA Write Port Blocked Rate", blocked(srcA, value(SRCA_WRITE_ACTUAL))),
        percent(
            "SrcA Write Overwrite Blocked Rate", blocked(srcA, value(SRCA_WRITE_NOT_BLOCKED_OVR))),
        percent("SrcB Write Overwrite Blocked Rate", blocked(srcB, value(SRCB_WRITE_ACTUAL))),
        percent(
            "Dest Read Backpressure",
            signed(refused(value(PACKER_DEST_READ_AVAILABLE), value(DEST_READ_GRANTED_0)))),
        percent("Math Dest Write Port Stall Rate", signed(refused(math, destWrite))),
        percent("Math Scoreboard Stall Rate", signed(refused(math, value(AVAILABLE_MATH)))));
  }

  /** May be below zero in the joined report, where counters overlap. */
  private CounterTerm signed(CounterTerm term) {
    return deviceOnly ? term.notNegative() : term;
  }

  private static List<PerfMetric> issue() {
    return List.of(
        plain("T0 Instrn Issue Rate", share(THREAD_INSTRUCTIONS_0)),
        plain("T1 Instrn Issue Rate", share(THREAD_INSTRUCTIONS_1)),
        plain("T2 Instrn Issue Rate", share(THREAD_INSTRUCTIONS_2)),
        percent("CFG Instrn Avail Rate T0", share(CFG_INSTRN_AVAILABLE_0)),
        percent("SYNC Instrn Avail Rate T0", share(SYNC_INSTRN_AVAILABLE_0)),
        percent("THCON Instrn Avail Rate T0", share(THCON_INSTRN_AVAILABLE_0)),
        percent("MOVE Instrn Avail Rate T0", share(MOVE_INSTRN_AVAILABLE_0)),
        percent("MATH Instrn Avail Rate T1", share(FPU_INSTRN_AVAILABLE_1)),
        percent("UNPACK Instrn Avail Rate T0", share(UNPACK_INSTRN_AVAILABLE_0)),
        percent("PACK Instrn Avail Rate T2", share(PACK_INSTRN_AVAILABLE_2)));
  }

  private List<PerfMetric> packers() {
    CounterTerm srcA = value(SRCA_WRITE_AVAILABLE);
    CounterTerm srcB = value(SRCB_WRITE_AVAILABLE);
    CounterTerm srcBWritten = value(SRCB_WRITE_NOT_BLOCKED_PORT);
    return List.of(
        percent("SrcB Write Port Blocked Rate", blocked(srcB, srcBWritten)),
        percent("SrcA Write Actual Efficiency", value(SRCA_WRITE_ACTUAL).over(srcA)),
        percent("SrcB Write Actual Efficiency", srcBWritten.over(srcB)),
        percent("Packer Engine 0 Util", share(PACKER_BUSY_0)),
        percent("Packer Engine 1 Util", share(PACKER_BUSY_1)),
        percent("Packer Engine 2 Util", share(PACKER_BUSY_2)),
        percent("MMIO Idle Wait T0", share(WAITING_FOR_MMIO_IDLE_0)),
        percent("SFPU Idle Wait T1", share(WAITING_FOR_SFPU_IDLE_1)),
        percent("THCON Idle Wait T0", share(WAITING_FOR_THCON_IDLE_0)),
        percent("MOVE Idle Wait T0", share(WAITING_FOR_MOVE_IDLE_0)),
        percent("RISC Core L1 Util", share(L1_1_RISC_CORE)));
  }

  private List<PerfMetric> traffic() {
    CounterTerm out = sum(L1_0_NOC_RING0_OUTGOING_0, L1_0_NOC_RING0_OUTGOING_1);
    CounterTerm in = sum(L1_0_NOC_RING0_INCOMING_0, L1_0_NOC_RING0_INCOMING_1);
    CounterTerm noc = out.plus(in);
    CounterTerm tdma = sum(L1_0_TDMA_BUNDLE_0_RISC, L1_0_TDMA_BUNDLE_1_TRISC);
    CounterTerm reads = value(L1_0_UNPACKER_0).plus(out);
    CounterTerm all = reads.plus(value(packerPort)).plus(in);
    return List.of(
        percent("L1 Total Bandwidth Util", all.plus(tdma).over(cycles(L1_0_UNPACKER_0).times(8))),
        percent("L1 Read vs Write Ratio", reads.over(all)),
        percent("NOC Ring 0 Asymmetry", out.over(noc)),
        percent("L1 Contention Index", contention()),
        percent(
            "Unpacker L1 Efficiency",
            value(L1_0_UNPACKER_0_GRANT).over(value(UNPACK0_BUSY_THREAD0))),
        percent("Packer L1 Efficiency", value(L1_0_PORT1_GRANT).over(value(PACKER_BUSY))),
        percent("NOC vs Compute Balance", noc.over(value(FPU_COUNTER).plus(noc))),
        percent("TDMA vs NOC L1 Share", tdma.over(tdma.plus(noc))));
  }

  /** The joined report has it only of cores where every port was in use. */
  private CounterTerm contention() {
    CounterTerm[] ports = {
      portBackpressure(L1_0_UNPACKER_0, L1_0_UNPACKER_0_GRANT),
      portBackpressure(L1_0_NOC_RING0_OUTGOING_0, L1_0_NOC_RING0_OUTGOING_0_GRANT),
      portBackpressure(L1_0_NOC_RING0_OUTGOING_1, L1_0_NOC_RING0_OUTGOING_1_GRANT),
      portBackpressure(L1_0_NOC_RING0_INCOMING_0, L1_0_NOC_RING0_INCOMING_0_GRANT),
      portBackpressure(L1_0_NOC_RING0_INCOMING_1, L1_0_NOC_RING0_INCOMING_1_GRANT)
    };
    return deviceOnly
        ? meanOfKnown(ports)
        : Stream.of(ports).reduce(CounterTerm::plus).orElseThrow().times(1.0 / ports.length);
  }

  private static List<PerfMetric> composite() {
    return Stream.concat(
            Stream.of("0", "1", "2").map(PerfMetrics::stallOverlap),
            Stream.of(
                percent("Packer Load Imbalance", PerfMetrics::packerImbalance),
                percent(
                    "Compute-to-Unpack Ratio",
                    value(MATH_COUNTER).over(sum(UNPACK0_BUSY_THREAD0, UNPACK1_BUSY_THREAD0)))))
        .toList();
  }

  /** How many reasons a stalled cycle has on average. */
  private static PerfMetric stallOverlap(String thread) {
    PerfCounterType[] reasons =
        Stream.of(
                "THCON_IDLE",
                "UNPACK_IDLE",
                "PACK_IDLE",
                "MATH_IDLE",
                "NONZERO_SEM",
                "NONFULL_SEM",
                "MOVE_IDLE",
                "MMIO_IDLE",
                "SFPU_IDLE")
            .map(reason -> PerfCounterType.valueOf("WAITING_FOR_" + reason + "_" + thread))
            .toArray(PerfCounterType[]::new);
    CounterTerm stalls = value(PerfCounterType.valueOf("THREAD_STALLS_" + thread));
    return factor("Stall Overlap T" + thread, sum(reasons).over(stalls));
  }

  private static double packerImbalance(CoreCounters core) {
    double[] busy = {
      core.value(PACKER_BUSY_0),
      core.value(PACKER_BUSY_1),
      core.value(PACKER_BUSY_2),
      core.value(PACKER_BUSY)
    };
    double most = Math.max(Math.max(busy[0], busy[1]), Math.max(busy[2], busy[3]));
    double least = Math.min(Math.min(busy[0], busy[1]), Math.min(busy[2], busy[3]));
    return most > 0 ? (most - least) / most : Double.NaN;
  }
}
