package dev.tilescope.device.kernel;

import dev.tilescope.device.kernel.DeviceZone.Kind;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.function.Supplier;

/**
 * What every kernel can do: read its arguments, use circular buffers, and write markers for the
 * profiler. Each call takes the cycles that it would take on the RISC.
 *
 * <p>A context belongs to one run of a kernel on one core and is of no use outside it.
 */
public abstract sealed class KernelContext permits DataMovementContext, ComputeContext {
  /** For a look at the counters of a circular buffer. */
  private static final int BUFFER_CALL_CYCLES = 12;

  private static final int LARGEST_EVENT = 0xFFFF;

  /**
   * What a kernel is started with.
   *
   * @param riscs one, or three for a compute kernel
   */
  record Setup(
      ChipRun chip,
      CoreRun core,
      Kernel kernel,
      KernelTask task,
      List<RiscRun> riscs,
      long[] args,
      long[] commonArgs) {}

  private final Setup setup;
  private final ZoneWriter zones;

  KernelContext(Setup setup) {
    this.setup = setup;
    this.zones = new ZoneWriter(setup.riscs, setup.chip.scheduler());
  }

  /** The clock that waits for pages and pops them. */
  abstract RiscRun consumer();

  /** The clock that reserves pages and pushes them. */
  abstract RiscRun producer();

  /** Called before the pages that lie there are pushed. */
  abstract void beforePush(long address, long bytes);

  /** Called before the pages that lie there are popped. */
  abstract void beforePop(long address, long bytes);

  /** Waits for what the kernel has left under way. */
  abstract void finish();

  final ChipRun chip() {
    return setup.chip;
  }

  final CoreRun coreRun() {
    return setup.core;
  }

  final ZoneWriter zones() {
    return zones;
  }

  final KernelTask task() {
    return setup.task;
  }

  /** Every call of the kernel begins here. */
  final void requireRunning() {
    setup.chip.scheduler().requireRunning();
  }

  /** A call of the kernel that does something: others can see it, or its result. */
  final void requireMoving() {
    requireRunning();
    setup.chip.scheduler().progress();
  }

  /** Every call that may wait comes here: it is where a fault plan keeps a kernel for ever. */
  final void mayHang(Supplier<String> where) {
    if (setup.task.hangs()) {
      setup.chip.scheduler().hang(setup.task, where.get() + ", hung by the fault plan");
    }
  }

  final void await(List<KernelTask> waiting, KernelTask.Wait wait) {
    mayHang(wait::text);
    if (!wait.isOver()) {
      waiting.add(setup.task);
      try {
        setup.chip.scheduler().await(setup.task, wait);
      } finally {
        waiting.remove(setup.task);
      }
    }
  }

  /** The core that this kernel runs on. */
  public final CoreCoord core() {
    return setup.core.core();
  }

  /** A runtime argument of this core: 32 bits, unsigned. */
  public final long getArg(int index) {
    return argument("runtime argument", setup.args, index);
  }

  /** A runtime argument that all cores share. */
  public final long getCommonArg(int index) {
    return argument("common runtime argument", setup.commonArgs, index);
  }

  private long argument(String what, long[] values, int index) {
    requireRunning();
    if (index < 0 || index >= values.length) {
      throw new TilescopeException(
          "%s %d is read, but core %s was given %d; set it in the program"
              .formatted(what, index, core(), values.length));
    }
    return values[index];
  }

  /** What the clock of the RISC shows; of TRISC_0 in a compute kernel. */
  public final long getTimestamp() {
    requireRunning();
    return setup.riscs.getFirst().cycles();
  }

  /** Does nothing for so many cycles. */
  public final void riscWait(long cycles) {
    requireRunning();
    if (cycles < 0 || cycles > 1L << 40) {
      throw new TilescopeException("riscWait: cycles must be 0..2^40, got " + cycles);
    }
    setup.riscs.forEach(risc -> risc.advance(cycles));
  }

  /** Waits until so many pages are free behind those that were pushed. */
  public final void cbReserveBack(int cb, int pages) {
    requireRunning();
    CircularFifo buffer = setup.core.buffer(cb);
    await(buffer.waiting(), buffer.reserving(pages));
    producer().advance(BUFFER_CALL_CYCLES);
    reserved(producer().waitUntil(buffer.reserve(pages)));
  }

  /** Makes pages that were reserved visible to the consumer. */
  public final void cbPushBack(int cb, int pages) {
    requireMoving();
    CircularFifo buffer = setup.core.buffer(cb);
    beforePush(buffer.writeAddress(), (long) pages * buffer.pageBytes());
    producer().advance(BUFFER_CALL_CYCLES);
    buffer.push(pages, producer().cycles());
    setup.chip.scheduler().wake(buffer.waiting());
  }

  /** Waits until so many pages were pushed and not yet popped. */
  public final void cbWaitFront(int cb, int pages) {
    requireRunning();
    CircularFifo buffer = setup.core.buffer(cb);
    await(buffer.waiting(), buffer.waitingFor(pages));
    consumer().advance(BUFFER_CALL_CYCLES);
    arrived(consumer().waitUntil(buffer.await(pages)));
  }

  /** Gives pages that were waited for back to the producer. */
  public final void cbPopFront(int cb, int pages) {
    requireMoving();
    CircularFifo buffer = setup.core.buffer(cb);
    beforePop(buffer.readAddress(), (long) pages * buffer.pageBytes());
    consumer().advance(BUFFER_CALL_CYCLES);
    buffer.pop(pages, consumer().cycles());
    setup.chip.scheduler().wake(buffer.waiting());
  }

  /** Cycles were lost waiting for room. */
  void reserved(long lostCycles) {}

  /** Cycles were lost waiting for pages. */
  void arrived(long lostCycles) {}

  /** The L1 address of the first page that was waited for. */
  public final long getReadPtr(int cb) {
    requireRunning();
    return setup.core.buffer(cb).readAddress();
  }

  /** The L1 address of the first page that was reserved. */
  public final long getWritePtr(int cb) {
    requireRunning();
    return setup.core.buffer(cb).writeAddress();
  }

  /** Bytes of one page of a circular buffer. */
  public final int getTileSize(int cb) {
    requireRunning();
    return setup.core.buffer(cb).pageBytes();
  }

  /**
   * DeviceZoneScopedN: a zone that is kept while there is room. It is known by its name and the
   * line that opens it.
   */
  public final DeviceZone deviceZone(String name) {
    return zone(Kind.OPTIONAL, name);
  }

  /** DeviceZoneScopedMainN: the kernel's own main zone. */
  public final DeviceZone deviceZoneMain(String name) {
    return zone(Kind.MAIN, name);
  }

  /** DeviceZoneScopedMainChildN: room is set aside for the first one in a main zone. */
  public final DeviceZone deviceZoneMainChild(String name) {
    return zone(Kind.MAIN_CHILD, name);
  }

  /** DeviceZoneScopedSumN1: only the sum of all its times is kept, if sums are profiled. */
  public final DeviceZone deviceZoneSumN1(String name) {
    return zone(Kind.SUM_1, name);
  }

  /** DeviceZoneScopedSumN2: the second sum. */
  public final DeviceZone deviceZoneSumN2(String name) {
    return zone(Kind.SUM_2, name);
  }

  private DeviceZone zone(Kind kind, String name) {
    requireRunning();
    return zones.isOn(kind)
        ? zones.begin(kind, name, setup.kernel.zones().of(name))
        : zones.off(kind, name);
  }

  /** DeviceTimestampedData: a value and when it was so. */
  public final void deviceTimestampedData(String name, long value) {
    requireRunning();
    if (zones.isOn()) {
      zones.data(setup.kernel.zones().of(name), value);
    }
  }

  /** DeviceRecordEvent: that something happened, by a number of 16 bits. */
  public final void deviceRecordEvent(int id) {
    requireRunning();
    if (id < 0 || id > LARGEST_EVENT) {
      throw new TilescopeException("deviceRecordEvent: the id must be 0..65535, got " + id);
    }
    zones.event(id);
  }

  /** DeviceValidateProfiler: if the condition is false, nothing of this run is published. */
  public final void deviceValidateProfiler(boolean condition) {
    requireRunning();
    zones.validate(condition);
  }
}
