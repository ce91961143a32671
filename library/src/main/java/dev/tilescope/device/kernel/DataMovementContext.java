package dev.tilescope.device.kernel;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.marker.NocEvent;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.function.IntPredicate;

/**
 * What a kernel on BRISC or NCRISC can do besides: transfers over its NoC, and semaphores. NCRISC
 * has NoC 0 and BRISC NoC 1, which are TT-Metal's defaults for readers and writers.
 */
public final class DataMovementContext extends KernelContext {
  private static final int LOCAL_CYCLES = 8;
  private static final int SEMAPHORE_BYTES = 4;

  /** Bursts are split; what one call moves is limited by what L1 can hold. */
  private static final int MOST_BYTES = 1 << 21;

  private final RiscRun risc;
  private final int noc;
  private final NocPort port;

  /** The word that was read last: who reads it again and again is waiting. */
  private long polledAddress = -1;

  private int polledWord;

  DataMovementContext(Setup setup) {
    super(setup);
    this.risc = setup.riscs().getFirst();
    this.noc = risc.risc() == Risc.NCRISC ? 0 : 1;
    this.port = new NocPort(setup.chip(), setup.core(), risc, noc);
  }

  /** Finds the pages of a buffer, interleaved or sharded. */
  public TensorAccessor accessor(Buffer buffer) {
    requireRunning();
    return TensorAccessor.of(buffer);
  }

  /** Finds the pages of an interleaved buffer by its address, as InterleavedAddrGen does. */
  public TensorAccessor interleaved(BufferType type, long address, long pageBytes) {
    requireRunning();
    return TensorAccessor.interleaved(chip().memory().banks(type), type, address, pageBytes);
  }

  /** An address in the L1 of a core. */
  public NocAddress getNocAddr(CoreCoord core, long l1Address) {
    requireRunning();
    return new NocAddress.L1(core, l1Address);
  }

  /** Reads one page into L1 of this core. */
  public void nocAsyncReadTile(long page, TensorAccessor accessor, long l1Address) {
    nocAsyncRead(accessor.getNocAddr(page), l1Address, accessor.pageBytes());
  }

  /** Writes one page from L1 of this core. */
  public void nocAsyncWriteTile(long page, TensorAccessor accessor, long l1Address) {
    nocAsyncWrite(l1Address, accessor.getNocAddr(page), accessor.pageBytes());
  }

  /** Reads into L1 of this core; the bytes are there after a barrier. */
  public void nocAsyncRead(NocAddress from, long l1Address, long bytes) {
    requireMoving();
    requireTransfer("nocAsyncRead", from, l1Address, bytes);
    record(NocEvent.Type.READ, from, bytes);
    port.read(from, l1Address, bytes);
    coreRun().l1().write(l1Address, chip().memory(from).read(from.address(), (int) bytes));
  }

  /** Writes from L1 of this core; the bytes are there after a barrier. */
  public void nocAsyncWrite(long l1Address, NocAddress to, long bytes) {
    requireMoving();
    requireTransfer("nocAsyncWrite", to, l1Address, bytes);
    record(NocEvent.Type.WRITE_, to, bytes);
    port.write(l1Address, to, bytes);
    chip().memory(to).write(to.address(), coreRun().l1().read(l1Address, (int) bytes));
  }

  /** Writes to the same L1 address of every other core of a rectangle, in one transfer. */
  public void nocAsyncWriteMulticast(
      long l1Address, CoreRange cores, long toL1Address, long bytes) {
    requireMoving();
    List<NocAddress> places = others(cores, toL1Address);
    places.forEach(to -> requireTransfer("nocAsyncWriteMulticast", to, l1Address, bytes));
    recordMulticast(NocEvent.Type.WRITE_MULTICAST, cores, bytes);
    port.write(l1Address, places.getFirst(), bytes);
    port.alsoWrites(places);
    byte[] data = coreRun().l1().read(l1Address, (int) bytes);
    places.forEach(to -> chip().memory(to).write(to.address(), data));
  }

  private List<NocAddress> others(CoreRange cores, long l1Address) {
    List<NocAddress> places =
        CoreRangeSet.of(cores).cores().stream()
            .filter(core -> !core.equals(core()))
            .<NocAddress>map(core -> new NocAddress.L1(core, l1Address))
            .toList();
    if (places.isEmpty()) {
      throw new TilescopeException(
          "a multicast from core %s to %s reaches nobody else; name at least one other core"
              .formatted(core(), cores));
    }
    return places;
  }

  private void requireTransfer(String call, NocAddress other, long l1Address, long bytes) {
    if (bytes < 1 || bytes > MOST_BYTES) {
      throw new TilescopeException(
          "%s: bytes must be 1..%d, got %d".formatted(call, MOST_BYTES, bytes));
    }
    coreRun().l1().requireInside(call, l1Address, bytes);
    chip().memory(other).requireInside(call, other.address(), bytes);
    int alignment = alignmentBytes(call, other);
    if (l1Address % alignment != other.address() % alignment) {
      throw new TilescopeException(
          "%s: L1 address %d and %s must have the same remainder by %d, got %d and %d; align pages"
              .formatted(
                  call,
                  l1Address,
                  other,
                  alignment,
                  l1Address % alignment,
                  other.address() % alignment));
    }
  }

  private int alignmentBytes(String call, NocAddress other) {
    var architecture = chip().timing().board().architecture();
    return other instanceof NocAddress.Dram && call.equals("nocAsyncRead")
        ? architecture.dramAlignmentBytes()
        : architecture.l1AlignmentBytes();
  }

  /** Waits until everything read so far is there. */
  public void nocAsyncReadBarrier() {
    requireRunning();
    mayHang(() -> "is in nocAsyncReadBarrier for " + port.underWay());
    port.awaitReads();
    chip().scheduler().letOthersCatchUp(task());
  }

  /** Waits until everything written so far has arrived. */
  public void nocAsyncWriteBarrier() {
    requireRunning();
    mayHang(() -> "is in nocAsyncWriteBarrier for " + port.underWay());
    port.awaitWrites();
    chip().scheduler().letOthersCatchUp(task());
  }

  /** Waits until everything written so far has left this core, so that its pages can be reused. */
  public void nocAsyncWritesFlushed() {
    requireRunning();
    mayHang(() -> "is in nocAsyncWritesFlushed for " + port.underWay());
    port.awaitSent();
    chip().scheduler().letOthersCatchUp(task());
  }

  /** Reads a word of L1 of this core, little-endian. */
  public int l1Read(long l1Address) {
    requireRunning();
    risc.advance(LOCAL_CYCLES);
    byte[] bytes = coreRun().l1().read(l1Address, Integer.BYTES);
    int word = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).getInt();
    if (l1Address != polledAddress || word != polledWord) {
      chip().scheduler().progress();
    }
    polledAddress = l1Address;
    polledWord = word;
    return word;
  }

  /** Writes a word of L1 of this core. */
  public void l1Write(long l1Address, int value) {
    requireMoving();
    risc.advance(LOCAL_CYCLES);
    ByteBuffer word = ByteBuffer.allocate(Integer.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    coreRun().l1().write(l1Address, word.putInt(value).array());
  }

  /** Sets a semaphore of this core. */
  public void nocSemaphoreSet(int semaphore, int value) {
    requireMoving();
    risc.advance(LOCAL_CYCLES);
    coreRun().semaphore(semaphore).set(value, risc.cycles());
    chip().scheduler().wake(coreRun().semaphore(semaphore).waiting());
  }

  /** Waits until a semaphore of this core has a value. */
  public void nocSemaphoreWait(int semaphore, int value) {
    waitFor(semaphore, "" + value, v -> v == value);
  }

  /** Waits until a semaphore of this core has at least a value. */
  public void nocSemaphoreWaitMin(int semaphore, int value) {
    waitFor(semaphore, "at least " + value, v -> v >= value);
  }

  private void waitFor(int id, String text, IntPredicate condition) {
    requireRunning();
    KernelSemaphore semaphore = coreRun().semaphore(id);
    await(semaphore.waiting(), semaphore.waitingFor(text, condition));
    risc.advance(LOCAL_CYCLES);
    risc.waitUntil(semaphore.since(condition));
  }

  /** Adds to a semaphore of any core. */
  public void nocSemaphoreInc(CoreCoord core, int semaphore, int by) {
    requireMoving();
    CoreRun other = chip().core(core);
    risc.advance(NocTiming.ISSUE_CYCLES);
    arrive(other, semaphore, other.semaphore(semaphore).value() + by, signalArrivesAt(core));
  }

  /** Copies a semaphore of this core to that of another. */
  public void nocSemaphoreSetRemote(int semaphore, CoreCoord core) {
    requireMoving();
    int value = coreRun().semaphore(semaphore).value();
    NocAddress to = new NocAddress.L1(core, 0);
    record(NocEvent.Type.SEMAPHORE_SET_REMOTE, to, SEMAPHORE_BYTES);
    risc.advance(NocTiming.ISSUE_CYCLES);
    arrive(chip().core(core), semaphore, value, signalArrivesAt(core));
  }

  /** Copies a semaphore of this core to those of every other core of a rectangle. */
  public void nocSemaphoreSetMulticast(int semaphore, CoreRange cores) {
    requireMoving();
    int value = coreRun().semaphore(semaphore).value();
    List<NocAddress> places = others(cores, 0);
    recordMulticast(NocEvent.Type.SEMAPHORE_SET_MULTICAST, cores, SEMAPHORE_BYTES);
    risc.advance(NocTiming.ISSUE_CYCLES);
    for (NocAddress place : places) {
      CoreCoord core = ((NocAddress.L1) place).core();
      arrive(chip().core(core), semaphore, value, signalArrivesAt(core));
    }
  }

  private long signalArrivesAt(CoreCoord core) {
    return port.arrivesAt(new NocAddress.L1(core, 0), SEMAPHORE_BYTES);
  }

  private void arrive(CoreRun core, int id, int value, long cycles) {
    KernelSemaphore semaphore = core.semaphore(id);
    semaphore.arrive(value, cycles);
    chip().scheduler().wake(semaphore.waiting());
  }

  private void record(NocEvent.Type type, NocAddress other, long bytes) {
    if (chip().keepsNocEvents()) {
      CoreCoord place = chip().timing().place(other, noc);
      zones().nocEvent(NocEvent.of(type, place.x(), place.y(), noc, bytes));
    }
  }

  private void recordMulticast(NocEvent.Type type, CoreRange cores, long bytes) {
    if (chip().keepsNocEvents()) {
      CoreCoord first = chip().timing().board().physical(cores.start());
      CoreCoord last = chip().timing().board().physical(cores.end());
      zones()
          .nocEvent(NocEvent.multicast(type, first.x(), first.y(), last.x(), last.y(), noc, bytes));
    }
  }

  @Override
  RiscRun consumer() {
    return risc;
  }

  @Override
  RiscRun producer() {
    return risc;
  }

  @Override
  void beforePush(long address, long bytes) {
    port.requireArrived(address, bytes);
  }

  @Override
  void beforePop(long address, long bytes) {
    port.requireSent(address, bytes);
  }

  @Override
  void finish() {
    mayHang(() -> "is at its end with " + port.underWay());
    port.awaitReads();
    port.awaitWrites();
  }
}
