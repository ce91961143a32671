package dev.tilescope.internal.logs;

import dev.tilescope.device.marker.PerfCounterType;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** What the markers of one run of an operation add up to, over all cores of the device. */
final class DeviceRun {
  private static final byte SEEN = 1;
  private static final byte MASTER_STARTED = 2;
  private static final byte MASTER_ENDED = 4;
  private static final byte COUNTED = 8;
  private static final byte COMPLETE = MASTER_STARTED | MASTER_ENDED;

  /** As the log has it: all runs of an id whose trace it does not name have the same. */
  final RunKey key;

  /** Which of the runs with its key, from 1. */
  final int occurrence;

  final long firstRow;
  final CycleSpan markers = new CycleSpan();
  final CycleSpan master = new CycleSpan();
  final CycleSpan firmware = new CycleSpan();
  final CycleSpan kernel = new CycleSpan();
  final CycleSpan kernelStarts = new CycleSpan();
  final CycleSpan traceFirmware = new CycleSpan();
  final CycleSpan traceKernel = new CycleSpan();
  final CycleSpan dataMovement = new CycleSpan();
  final CycleSpan[] kernelByRisc =
      RiscStream.WITH_COLUMN.stream().map(_ -> new CycleSpan()).toArray(CycleSpan[]::new);
  long waitFrontCycles = Marker.NONE;
  long reserveBackCycles = Marker.NONE;
  long subDeviceId = Marker.NONE;
  long dispatchCycles = Marker.NONE;
  long goSendWaitCycles = Marker.NONE;
  boolean damaged;

  /**
   * By the index of the core: flags, first and last time of its kernels, when the first that moves
   * data started, and sets of RISCs.
   */
  private byte[] cores = new byte[0];

  private long[] kernelFirst = new long[0];
  private long[] kernelLast = new long[0];
  private long[] dataMovementStart = new long[0];
  private int[] riscs = new int[0];
  private int[] riscsWithFirmwareEnd = new int[0];
  private @Nullable CoreCounters[] counters = new CoreCounters[0];

  DeviceRun(RunKey key, int occurrence, long firstRow) {
    this.key = key;
    this.occurrence = occurrence;
    this.firstRow = firstRow;
  }

  /** The key, with the number of the run where the log has it more than once. */
  RunKey identity() {
    return occurrence == 1 ? key : new RunKey(key.device(), key.id(), Marker.NONE, occurrence);
  }

  void add(Marker marker) {
    int core = marker.stream.core.index();
    reserve(core);
    cores[core] |= marker.zone.countsCore() ? SEEN | COUNTED : SEEN;
    if (marker.subDeviceId != Marker.NONE) {
      subDeviceId = marker.subDeviceId;
    }
    switch (marker.phase) {
      case ZONE_START, ZONE_END -> addZone(marker, core);
      case ZONE_TOTAL -> addSum(marker);
      case TS_DATA, TS_EVENT -> addCounter(marker, core);
    }
  }

  private void reserve(int core) {
    if (core >= cores.length) {
      int size = Math.max(core + 1, cores.length * 3 / 2);
      int before = cores.length;
      cores = Arrays.copyOf(cores, size);
      kernelFirst = Arrays.copyOf(kernelFirst, size);
      kernelLast = Arrays.copyOf(kernelLast, size);
      dataMovementStart = Arrays.copyOf(dataMovementStart, size);
      riscs = Arrays.copyOf(riscs, size);
      riscsWithFirmwareEnd = Arrays.copyOf(riscsWithFirmwareEnd, size);
      Arrays.fill(kernelFirst, before, size, Long.MAX_VALUE);
      Arrays.fill(kernelLast, before, size, Long.MIN_VALUE);
      Arrays.fill(dataMovementStart, before, size, Long.MAX_VALUE);
    }
  }

  private void addZone(Marker marker, int core) {
    riscs[core] |= marker.stream.bit;
    markers.include(marker.cycles);
    if (marker.zone.countsCore() && marker.phase == Phase.ZONE_END) {
      riscsWithFirmwareEnd[core] |= marker.stream.bit;
    }
    if (marker.stream.isMaster(marker.zone)) {
      cores[core] |= marker.phase == Phase.ZONE_START ? MASTER_STARTED : MASTER_ENDED;
      master.include(marker.cycles);
    }
    switch (marker.zone.kind()) {
      case FIRMWARE -> firmware.include(marker.cycles);
      case DATA_MOVEMENT_KERNEL, OTHER_KERNEL -> addKernel(marker, core);
      case TRACE_FIRMWARE -> traceFirmware.include(marker.cycles);
      case TRACE_KERNEL -> traceKernel.include(marker.cycles);
      case WAIT_FRONT, RESERVE_BACK, DISPATCH, OTHER, UNNAMED -> {}
    }
  }

  private void addKernel(Marker marker, int core) {
    long cycles = marker.cycles;
    kernel.include(cycles);
    kernelFirst[core] = Math.min(kernelFirst[core], cycles);
    kernelLast[core] = Math.max(kernelLast[core], cycles);
    if (marker.phase == Phase.ZONE_START) {
      kernelStarts.include(cycles);
      if (marker.zone.movesTensixData()) {
        dataMovementStart[core] = Math.min(dataMovementStart[core], cycles);
      }
    }
    if (marker.zone.kind() == Zone.Kind.DATA_MOVEMENT_KERNEL) {
      dataMovement.include(cycles);
    }
    RiscStream stream = marker.stream;
    if (stream.column >= 0 && marker.zone.name().equals(stream.kernelZone)) {
      kernelByRisc[stream.column].include(cycles);
    }
  }

  private void addSum(Marker marker) {
    Zone.Kind kind = marker.zone.kind();
    if (kind == Zone.Kind.WAIT_FRONT && marker.stream.risc.equals("TRISC_0")) {
      waitFrontCycles = Math.max(waitFrontCycles, 0) + marker.data;
    } else if (kind == Zone.Kind.RESERVE_BACK && marker.stream.risc.equals("TRISC_2")) {
      reserveBackCycles = Math.max(reserveBackCycles, 0) + marker.data;
    }
  }

  private void addCounter(Marker marker, int core) {
    PerfCounterType counter = marker.counter;
    if (marker.isCounter && counter != null && marker.stream.readsCounters) {
      if (core >= counters.length) {
        counters = Arrays.copyOf(counters, cores.length);
      }
      CoreCounters ofCore = counters[core];
      if (ofCore == null) {
        ofCore = new CoreCounters();
        counters[core] = ofCore;
      }
      ofCore.add(counter, marker.counterValue, marker.counterCycles);
    }
  }

  boolean hasCounter(int core, PerfCounterType counter) {
    CoreCounters ofCore = core < counters.length ? counters[core] : null;
    return ofCore != null && ofCore.has(counter);
  }

  /** Of the cores that have any. */
  List<CoreCounters> counters() {
    return Stream.of(counters).filter(Objects::nonNull).toList();
  }

  /** They take most of the memory; after this there are none. */
  void releaseCounters() {
    counters = new CoreCounters[0];
  }

  /** Whether this RISC has done its part: what it does next is another run. */
  boolean isOverOn(RiscStream stream) {
    int core = stream.core.index();
    return core < cores.length
        && (riscsWithFirmwareEnd[core] & stream.bit) != 0
        && stream.open.isEmpty();
  }

  /** The RISCs of a core that took part, as {@link RiscStream#bit}s. */
  int riscsOn(int core) {
    return core < riscs.length ? riscs[core] : 0;
  }

  /** An upper bound of the indices of its cores. */
  int coreLimit() {
    return cores.length;
  }

  /** When the first kernel that moves data started on this core, or {@link Long#MAX_VALUE}. */
  long dataMovementStart(int core) {
    return core < cores.length ? dataMovementStart[core] : Long.MAX_VALUE;
  }

  /** When the last kernel ended on this core, or {@link Long#MIN_VALUE}. */
  long kernelEnd(int core) {
    return core < cores.length ? kernelLast[core] : Long.MIN_VALUE;
  }

  /** Whether the firmware of this core already started this run. */
  boolean startedOn(int core) {
    return core < cores.length && (cores[core] & MASTER_STARTED) != 0;
  }

  /** The index of a core that has markers of the run, but not both ends of its firmware; or -1. */
  int incompleteCore() {
    return IntStream.range(0, cores.length)
        .filter(i -> cores[i] != 0 && (cores[i] & COMPLETE) != COMPLETE)
        .findFirst()
        .orElse(-1);
  }

  int coreCount() {
    return (int) IntStream.range(0, cores.length).filter(i -> (cores[i] & COUNTED) != 0).count();
  }

  /** Kernel cycles of each core that ran one. */
  IntStream coresWithKernel() {
    return IntStream.range(0, cores.length).filter(i -> kernelFirst[i] <= kernelLast[i]);
  }

  long kernelCycles(int core) {
    return kernelLast[core] - kernelFirst[core];
  }
}
