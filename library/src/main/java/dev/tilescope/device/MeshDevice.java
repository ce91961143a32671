package dev.tilescope.device;

import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.LongAdder;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An open mesh of modelled devices; one board is a mesh of one.
 *
 * <p>There is one allocator for the mesh: a buffer has the same address on every device, and is
 * announced once. Everything here may be called from any thread; that one lock guards it all is why
 * it is one long class.
 */
public final class MeshDevice implements DeviceRef, AutoCloseable {
  private final Object lock = new Object();
  private final int id;
  private final List<Integer> chipIds;
  private final List<Chip> chips;
  private volatile Board board;
  private final MemoryMap map;
  private final DeviceInfo info;
  private final Map<BufferType, BankManager> managers = new EnumMap<>(BufferType.class);
  private final Map<Long, Buffer> live = new LinkedHashMap<>();
  private final DeviceOptions options;
  private final List<CommandQueue> queues;
  private final MetalTraces traces;
  private final ProgramCache programs;
  private final ProgramRunner runner;
  private final List<ChipMemory> contents;
  private final SubDevices subDevices;
  private final LongAdder computeHostNanos = new LongAdder();
  private final @Nullable FaultInjector faults;
  private final Arithmetic arithmetic;
  private boolean open = true;

  private MeshDevice(Board board, DeviceOptions options) {
    this.board = board;
    this.options = options;
    this.map = MemoryMap.of(board, options);
    this.faults = FaultInjector.of(options.faults(), board);
    this.arithmetic =
        options.arithmetic() == null
            ? Arithmetic.fromEnvironment(System.getenv())
            : options.arithmetic();
    this.chipIds = List.copyOf(DeviceNumbers.takeChips(board.chips()));
    this.id = chipIds.getFirst();
    this.chips = chipIds.stream().map(chip -> new Chip(chip, this)).toList();
    this.info = map.info(id);
    Map<BufferType, BankMap> banks = ChipMemory.banksOf(map);
    this.contents = chipIds.stream().map(_ -> new ChipMemory(map, banks)).toList();
    this.programs = new ProgramCache(this, map);
    this.traces = new MetalTraces(this);
    this.runner = new ProgramRunner(this, faults);
    this.queues =
        IntStream.range(0, options.commandQueues())
            .mapToObj(queue -> new CommandQueue(this, queue))
            .toList();
    this.subDevices = new SubDevices(this);
    for (BufferType type :
        List.of(BufferType.DRAM, BufferType.L1, BufferType.L1_SMALL, BufferType.TRACE)) {
      managers.put(type, new BankManager(map, type, () -> liveBlocks(type)));
    }
  }

  /** Opens a board by name, e.g. {@code n150}, with default options. */
  public static MeshDevice open(String board) {
    return open(Board.named(board), DeviceOptions.DEFAULT);
  }

  /** Asks the tracker first: what the environment asks for is to be on before the device is. */
  public static MeshDevice open(Board board, DeviceOptions options) {
    boolean announced = Tracker.on();
    MeshDevice device = new MeshDevice(board, options);
    if (announced) {
      Tracker.deviceOpened(device);
    }
    return device;
  }

  @Override
  public int id() {
    return id;
  }

  /** What it is made of, in the mesh that it has now. */
  public Board board() {
    return board;
  }

  /**
   * Gives the mesh other rows and columns, for whatever is distributed over it or exchanged in it
   * from now on. The devices keep their order, row by row, and tensors their parts.
   */
  public void reshape(int rows, int columns) {
    int devices = chipIds.size();
    if (rows < 1 || columns < 1 || (long) rows * columns != devices) {
      throw new TilescopeException(
          "New shape must have the same number of devices as current shape: %s has %d, got %d x %d"
              .formatted(label(), devices, rows, columns));
    }
    board = board.withMesh(rows, columns);
  }

  /** As the device was opened. */
  public DeviceOptions options() {
    return options;
  }

  /** How it computes the products of matrices. */
  public Arithmetic arithmetic() {
    return arithmetic;
  }

  /** A command queue by its number; a device has one unless it was opened with two. */
  public CommandQueue commandQueue(int queue) {
    if (queue < 0 || queue >= queues.size()) {
      throw new TilescopeException(
          "cq_id: %s has command queues 0 to %d, got %d; open it with DeviceOptions.withCommandQueues"
              .formatted(label(), queues.size() - 1, queue));
    }
    return queues.get(queue);
  }

  List<CommandQueue> commandQueues() {
    return queues;
  }

  /** The parts that its cores are divided into. */
  public SubDevices subDevices() {
    return subDevices;
  }

  /** Waits until everything that was enqueued has been done. */
  public void synchronize() {
    queues.forEach(CommandQueue::finish);
  }

  MetalTraces traces() {
    return traces;
  }

  ProgramCache programs() {
    return programs;
  }

  /** The bytes of all live traces of a chip, in whole pages. */
  public long traceBuffersSize() {
    return traces.bytes();
  }

  /** The trace that what the calling thread enqueues becomes part of; null if it is run. */
  public @Nullable MeshTrace recording() {
    return traces.recording();
  }

  /**
   * Throws while a trace is captured; not while dispatch is blocked, when nothing is transferred.
   *
   * @param what Reads or Writes
   */
  public void refuseWhileRecording(String what) {
    if (traces.recording() != null && !Tracker.dispatchBlocked()) {
      throw new TilescopeException(what + " are not supported during trace capture.");
    }
  }

  /**
   * What a trace has in the place that a new buffer was given; null if no trace knows it.
   *
   * @param kind as in {@link Operands.Operand}
   */
  public @Nullable Object traceContentsAt(Buffer buffer, Object kind) {
    return traces.contentsAt(buffer, kind);
  }

  public List<Chip> chips() {
    return chips;
  }

  /** The chips with a profiler's memory: all, or none if {@link DeviceProfiling} was off. */
  public List<ProfiledChip> profiledChips() {
    return runner.profiled();
  }

  /**
   * The chips that an Ethernet link leads to.
   *
   * @param chip its place in {@link #chips}
   */
  public List<Integer> neighbours(int chip) {
    return ClusterTopology.of(board).neighbours(chip);
  }

  /**
   * The column and row of a chip in the mesh.
   *
   * @param chip its place in {@link #chips}
   */
  public CoreCoord place(int chip) {
    ClusterTopology.Chip found = ClusterTopology.of(board).chips().get(chip);
    return new CoreCoord(found.x(), found.y());
  }

  /** For messages: {@code device 0 (n150)}. */
  public String label() {
    return "device " + id + " (" + board.name() + ")";
  }

  @Override
  public DeviceInfo info() {
    return info;
  }

  @Override
  public List<Integer> chipIds() {
    return chipIds;
  }

  @Override
  public long capacityBytes(BufferType memory) {
    MemoryMap.Region region = map.region(memory);
    return region.bankBytes() * region.banks();
  }

  DeviceInfo infoAs(int deviceId) {
    return map.info(deviceId);
  }

  @Override
  public String clusterDescriptor() {
    return ClusterDescriptor.of(board).yaml();
  }

  @Override
  public String meshCoordinateMapping() {
    return ClusterDescriptor.of(board).meshCoordinateMapping();
  }

  @Override
  public List<Buffer> liveBuffers() {
    synchronized (lock) {
      return List.copyOf(live.values());
    }
  }

  private List<LiveBlock> liveBlocks(BufferType type) {
    return live.values().stream()
        .filter(buffer -> buffer.type() == type)
        .sorted(Comparator.comparingLong(Buffer::maxSizePerBankBytes).reversed())
        .map(b -> new LiveBlock(b.address(), b.maxSizePerBankBytes(), b.madeBy()))
        .toList();
  }

  /** The state of one memory, per bank. */
  public BankStatistics statistics(BufferType type) {
    synchronized (lock) {
      return manager(type).statistics();
    }
  }

  private BankManager manager(BufferType type) {
    BankManager manager = managers.get(type);
    if (manager == null) {
      throw new TilescopeException(
          "memory_config: device buffers live in DRAM, L1, L1_SMALL or TRACE, got " + type);
    }
    return manager;
  }

  /** Memory for a tensor. */
  public Buffer allocate(TensorSpec spec, String madeBy) {
    TensorMemoryLayout layout = spec.memoryConfig().memoryLayout();
    BufferType type = spec.memoryConfig().bufferType();
    return allocate(
        new Buffer.Request(
            type,
            layout,
            spec.bufferBytes(),
            spec.pageBytes(),
            layout.isSharded() ? ShardPages.on(this, spec) : null,
            type.isDram(),
            madeBy));
  }

  Buffer allocate(Buffer.Request request) {
    boolean idle = Tracker.idle();
    Buffer buffer = place(request, !idle && Tracker.dispatchBlocked());
    if (!idle && Tracker.on() && request.sizeBytes() > 0) {
      Tracker.bufferAllocated(buffer);
    }
    return buffer;
  }

  private Buffer place(Buffer.Request request, boolean blocked) {
    synchronized (lock) {
      requireOpen();
      BankManager manager = manager(request.type());
      long pages = request.devicePages();
      long perBank = manager.sizePerBankBytes(pages, request.pageBytes(), request.shardCores());
      long address = 0;
      if (!blocked && request.sizeBytes() > 0) {
        long alignedBytes = manager.alignedSizeBytes(pages, request.pageBytes());
        String fault =
            faults == null ? null : faults.failureOf(request.type(), request.sizeBytes());
        if (fault != null) {
          throw manager.refused(perBank, alignedBytes, request.shardCores(), fault);
        }
        address = manager.allocate(perBank, alignedBytes, request.shardCores(), request.bottomUp());
      }
      Buffer buffer = new Buffer(this, request, address, perBank, blocked);
      if (!blocked) {
        live.put(buffer.uniqueId(), buffer);
        traces.allocated(buffer);
      }
      return buffer;
    }
  }

  /** A buffer that is only spoken of: it has no place, and nobody hears of it. */
  Buffer unplaced(Buffer.Request request) {
    return new Buffer(this, request, 0, 0, true);
  }

  /**
   * Called once by a buffer that is being freed.
   *
   * @param announce whether anybody listens
   * @param keep to announce it only
   */
  void release(Buffer buffer, boolean announce, boolean keep) {
    if (announce && buffer.sizeBytes() > 0) {
      Tracker.bufferDeallocated(buffer);
    }
    if (keep) {
      return;
    }
    traces.freed(buffer);
    synchronized (lock) {
      if (live.remove(buffer.uniqueId()) != null && buffer.sizeBytes() > 0) {
        manager(buffer.type()).free(buffer.address());
      }
    }
  }

  Buffer allocateTrace(TraceBufferSize size, boolean inRegion, long traceId) {
    return allocate(
        new Buffer.Request(
            inRegion ? BufferType.TRACE : BufferType.DRAM,
            TensorMemoryLayout.INTERLEAVED,
            size.bytes(),
            size.pageBytes(),
            null,
            inRegion,
            "metal trace " + traceId));
  }

  long chipBytes(BufferType type, long sizePerBankBytes) {
    return manager(type).chipBytes(sizePerBankBytes);
  }

  long alignedPageBytes(BufferType type, long pageBytes) {
    return map.alignedPageBytes(type, pageBytes);
  }

  List<BufferPage> pages(Buffer buffer, Buffer.Request request) {
    BankMap banks = contents.getFirst().banks(buffer.type());
    ShardPages shards = request.shards();
    return shards == null
        ? banks.interleavedPages(
            id, buffer.address(), ShardPages.count(request.devicePages()), buffer.pageBytes())
        : banks.shardedPages(id, buffer.address(), shards, buffer.pageBytes());
  }

  BankMap.PageLocation page(Buffer buffer, Buffer.Request request, long page) {
    BankMap banks = contents.getFirst().banks(buffer.type());
    ShardPages shards = request.shards();
    return shards == null
        ? banks.interleavedPage(buffer.address(), page, buffer.pageBytes())
        : banks.shardedPage(buffer.address(), shards.slot((int) page), buffer.pageBytes());
  }

  /** Whether a live buffer begins there. */
  boolean hasBufferAt(BufferType type, long address) {
    synchronized (lock) {
      return live.values().stream()
          .anyMatch(buffer -> buffer.type() == type && buffer.address() == address);
    }
  }

  /** Counts what was written to the DRAM of all chips: the same count, the same contents. */
  long dramWrites() {
    long writes = 0;
    for (ChipMemory memory : contents) {
      writes += memory.dramWrites();
    }
    return writes;
  }

  /**
   * @param chip by its place in the mesh
   */
  ChipMemory contents(int chip) {
    if (chip < 0 || chip >= contents.size()) {
      throw new TilescopeException(
          "%s has chips 0 to %d, got %d".formatted(label(), contents.size() - 1, chip));
    }
    return contents.get(chip);
  }

  /**
   * Puts a program on the cores. The circular buffers of the program before it are gone; its own
   * are announced when they are laid out, which happens once for each key, or at every launch while
   * dispatch is blocked.
   *
   * @param key equal for launches of the same program
   * @return the modelled time on the device, also while dispatch is blocked
   */
  public long launch(Program program, Object key) {
    if (isBlocked(program)) {
      return runner.estimate(program).nanos();
    }
    CommandQueue.use(this);
    boolean hit = programs.enqueue(program, key);
    ProgramLaunch launch = launchOf(program, key, hit);
    ProgramRun run = new ProgramRun(program, launch.number(), ProgramRun.NO_REPLAY);
    ProgramLaunch ran = launch.withCost(runner.run(run, launch.cost()));
    announce(ran);
    return ran.cost().nanos();
  }

  private ProgramLaunch launchOf(Program program, Object key, boolean hit) {
    CostModel.Cost cost = runner.cost(program);
    return ProgramLaunch.of(this, program, ProgramLaunch.nextNumber(), key, hit, cost);
  }

  ProgramRunner runner() {
    return runner;
  }

  /**
   * Makes a program part of the trace that is being captured, instead of running it. While dispatch
   * is blocked it is taken up too, so that the size of the trace is known.
   *
   * @param key as for {@link #launch}
   * @param computation makes the results, in every replay
   */
  public void record(Program program, Object key, Operands operands, Runnable computation) {
    MeshTrace trace = traces.recording();
    if (trace != null) {
      boolean blocked = isBlocked(program);
      trace.record(launchOf(program, key, true), key, operands, computation, blocked);
    }
  }

  /**
   * Runs a program's kernels, on every chip, and returns when they have ended. In a trace that is a
   * function of the program's name.
   *
   * @param kernels a {@code KernelProgram} of {@code device.kernel}
   * @throws DeviceTimeoutException if they make no progress for as long as they may
   */
  public KernelRun launch(DeviceKernels kernels) {
    if (!Tracker.on()) {
      return run(kernels);
    }
    Signature signature = Signature.of(kernels.program().name());
    Tracker.functionStart(signature);
    KernelRun run;
    try {
      run = run(kernels);
    } catch (Throwable failure) {
      Tracker.functionFailed(signature, failure);
      throw failure;
    }
    Tracker.functionEnd(signature, List.of(), run.nanos());
    return run;
  }

  private KernelRun run(DeviceKernels kernels) {
    Program program = kernels.program();
    if (KernelThread.isCurrent()) {
      throw new TilescopeException("a kernel cannot launch programs; the host does");
    }
    boolean blocked = isBlocked(program);
    Object key = kernels.cacheKey();
    MeshTrace trace = traces.recording();
    if (trace != null) {
      trace.record(launchOf(program, key, true), kernels, blocked);
    }
    if (blocked || trace != null) {
      return KernelRun.BLOCKED;
    }
    CommandQueue.use(this);
    boolean hit = programs.enqueue(program, key);
    long number = ProgramLaunch.nextNumber();
    ProgramRunner.KernelsRun ran = runner.run(kernels, number, ProgramRun.NO_REPLAY);
    announce(ProgramLaunch.of(this, ran.program(), number, key, hit, ran.cost()));
    return ran.run();
  }

  /** Says that the program before is gone, and, where dispatch is blocked, what this one needs. */
  private boolean isBlocked(Program program) {
    synchronized (lock) {
      requireOpen();
    }
    runner.requireRecoverable();
    if (Tracker.idle()) {
      return false;
    }
    Tracker.circularBuffersReleased(this);
    boolean blocked = Tracker.dispatchBlocked();
    if (blocked) {
      programs.announceBlocked(program);
    }
    return blocked;
  }

  private static void announce(ProgramLaunch launch) {
    if (Tracker.on()) {
      Tracker.programLaunched(launch);
    }
  }

  /** The lowest address that an L1 buffer occupies, or -1. */
  public long lowestL1Address() {
    synchronized (lock) {
      return manager(BufferType.L1).lowestOccupied();
    }
  }

  /** Leaves the lowest bytes of every core's L1 to sub-devices; 0 gives them back. */
  void setAsideL1(long bytes) {
    synchronized (lock) {
      manager(BufferType.L1).setAside(bytes);
    }
  }

  /** Device time of all programs launched so far, by the cost model. */
  public long modelledNanos() {
    return runner.modelledNanos();
  }

  /** The time that all programs would take if each used what the board has to the full. */
  public long idealNanos() {
    return runner.idealNanos();
  }

  /** Results of a program of the library took so long to compute on this host. */
  public void computed(long nanos) {
    computeHostNanos.add(nanos);
  }

  /**
   * The time that this host has spent on computing results: what the device would do. The rest of a
   * program's time is the host's own.
   */
  public long computeHostNanos() {
    return computeHostNanos.sum();
  }

  /** Of the matrix products and convolutions launched so far. */
  public long floatingPointOperations() {
    return runner.floatingPointOperations();
  }

  public int programCacheEntries() {
    return programs.size();
  }

  /** Forgets compiled programs and gives back the memory of their binaries. */
  public void clearProgramCache() {
    programs.clear();
  }

  void requireOpen() {
    if (!open) {
      throw new TilescopeException(label() + " is closed; open it again with MeshDevice.open");
    }
  }

  public boolean isOpen() {
    synchronized (lock) {
      return open;
    }
  }

  /** Gives everything back. Tensors that are still on it can no longer be used. */
  @Override
  public void close() {
    if (isOpen() && Tracker.on()) {
      Tracker.deviceClosing(this);
    }
    synchronized (lock) {
      if (!open) {
        return;
      }
      open = false;
    }
    traces.close();
    programs.clear();
    List<Buffer> left;
    synchronized (lock) {
      left = new ArrayList<>(live.values());
      live.clear();
    }
    left.forEach(Buffer::closeWithDevice);
    DeviceNumbers.giveBack(chipIds);
  }

  @Override
  public String toString() {
    Board now = board;
    return "MeshDevice(%dx%d grid, %d devices)"
        .formatted(now.meshRows(), now.meshColumns(), now.chips());
  }
}
