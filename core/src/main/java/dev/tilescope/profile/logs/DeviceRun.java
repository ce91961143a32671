package dev.tilescope.profile.logs;

import java.util.Arrays;
import java.util.stream.IntStream;

/** What the markers of one run of an operation add up to, over all cores of the device. */
final class DeviceRun {
  private static final byte SEEN = 1;
  private static final byte MASTER_STARTED = 2;
  private static final byte MASTER_ENDED = 4;
  private static final byte COUNTED = 8;
  private static final byte COMPLETE = MASTER_STARTED | MASTER_ENDED;

  final RunKey key;
  final long firstRow;
  final CycleSpan firmware = new CycleSpan();
  final CycleSpan kernel = new CycleSpan();
  final CycleSpan kernelStarts = new CycleSpan();
  final CycleSpan dataMovement = new CycleSpan();
  final CycleSpan[] kernelByRisc =
      RiscStream.WITH_COLUMN.stream().map(_ -> new CycleSpan()).toArray(CycleSpan[]::new);
  long waitFrontCycles = Marker.NONE;
  long reserveBackCycles = Marker.NONE;
  long subDeviceId = Marker.NONE;
  boolean damaged;

  /** By the index of the core: flags, and first and last time of its kernels. */
  private byte[] cores = new byte[0];

  private long[] kernelFirst = new long[0];
  private long[] kernelLast = new long[0];

  DeviceRun(RunKey key, long firstRow) {
    this.key = key;
    this.firstRow = firstRow;
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
      case TS_DATA, TS_EVENT -> {}
    }
  }

  private void reserve(int core) {
    if (core >= cores.length) {
      int size = Math.max(core + 1, cores.length * 3 / 2);
      int before = cores.length;
      cores = Arrays.copyOf(cores, size);
      kernelFirst = Arrays.copyOf(kernelFirst, size);
      kernelLast = Arrays.copyOf(kernelLast, size);
      Arrays.fill(kernelFirst, before, size, Long.MAX_VALUE);
      Arrays.fill(kernelLast, before, size, Long.MIN_VALUE);
    }
  }

  private void addZone(Marker marker, int core) {
    if (marker.stream.isMaster(marker.zone)) {
      cores[core] |= marker.phase == Phase.ZONE_START ? MASTER_STARTED : MASTER_ENDED;
    }
    if (marker.zone.kind() == Zone.Kind.FIRMWARE) {
      firmware.include(marker.cycles);
    } else if (marker.zone.isKernel()) {
      addKernel(marker, core);
    }
  }

  private void addKernel(Marker marker, int core) {
    long cycles = marker.cycles;
    kernel.include(cycles);
    kernelFirst[core] = Math.min(kernelFirst[core], cycles);
    kernelLast[core] = Math.max(kernelLast[core], cycles);
    if (marker.phase == Phase.ZONE_START) {
      kernelStarts.include(cycles);
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
