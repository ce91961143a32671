package dev.tilescope.device;

import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Device memory, at one address in every bank and on every device of the mesh.
 *
 * <p>Above 300 lines: what a buffer may be asked depends on what became of it, which is kept here.
 *
 * <p>Made by {@link MeshDevice}. A buffer made while dispatch was blocked has address 0 and holds
 * no memory; freeing it only says so to whoever listens.
 */
public final class Buffer implements BufferRef {
  private static final long INTACT = -1;
  private static final AtomicLong NEXT_ID = new AtomicLong();

  /** What became of a buffer. */
  enum State {
    ALLOCATED,
    FREED,
    DEVICE_CLOSED
  }

  /**
   * What is asked for.
   *
   * @param shards null for an interleaved buffer
   * @param bottomUp from which end of the memory to take it
   * @param madeBy the operation to blame
   */
  record Request(
      BufferType type,
      TensorMemoryLayout layout,
      long sizeBytes,
      long pageBytes,
      @Nullable ShardPages shards,
      boolean bottomUp,
      String madeBy) {
    int shardCores() {
      return shards == null ? 0 : shards.cores().size();
    }

    /** Pages on the device, with the padding of incomplete shards. */
    long devicePages() {
      return shards == null ? Math.ceilDiv(sizeBytes, pageBytes) : shards.devicePages();
    }
  }

  private final long uniqueId;
  private State state = State.ALLOCATED;

  /** The blocked capture in which this buffer only seems to be free; 0 if there is none. */
  private long freedInTrace;

  /** The trace that wrote here without being asked, or {@link #INTACT}. */
  private volatile long overwrittenBy = INTACT;

  private final MeshDevice device;
  private final Request request;
  private final long address;
  private final long sizePerBankBytes;
  private final boolean blocked;

  Buffer(MeshDevice device, Request request, long address, long sizePerBankBytes, boolean blocked) {
    this(NEXT_ID.getAndIncrement(), device, request, address, sizePerBankBytes, blocked);
  }

  private Buffer(
      long uniqueId,
      MeshDevice device,
      Request request,
      long address,
      long sizePerBankBytes,
      boolean blocked) {
    this.uniqueId = uniqueId;
    this.device = device;
    this.request = request;
    this.address = address;
    this.sizePerBankBytes = sizePerBankBytes;
    this.blocked = blocked;
  }

  @Override
  public long uniqueId() {
    return uniqueId;
  }

  @Override
  public MeshDevice device() {
    return device;
  }

  @Override
  public BufferType type() {
    return request.type();
  }

  @Override
  public TensorMemoryLayout layout() {
    return request.layout();
  }

  @Override
  public long address() {
    return address;
  }

  @Override
  public long sizeBytes() {
    return request.sizeBytes();
  }

  @Override
  public long pageBytes() {
    return request.pageBytes();
  }

  /** A page with the padding that starts the next one at an aligned address. */
  public long alignedPageBytes() {
    return device.alignedPageBytes(request.type(), request.pageBytes());
  }

  @Override
  public int shardCores() {
    return request.shardCores();
  }

  @Override
  public long maxSizePerBankBytes() {
    return sizePerBankBytes;
  }

  @Override
  public long chipBytes() {
    return blocked || request.sizeBytes() == 0
        ? 0
        : device.chipBytes(request.type(), sizePerBankBytes);
  }

  @Override
  public String madeBy() {
    return request.madeBy();
  }

  /** True if it was made in NO_DISPATCH and holds no memory. */
  public boolean isBlocked() {
    return blocked;
  }

  public synchronized boolean isAllocated() {
    return state() == State.ALLOCATED;
  }

  private State state() {
    boolean seemsFree = freedInTrace > 0 && freedInTrace == Tracker.blockedBy();
    return seemsFree && state == State.ALLOCATED ? State.FREED : state;
  }

  @Override
  public List<BufferPage> pages() {
    return device.pages(this, request);
  }

  /**
   * The cores, or DRAM banks, that have shards of it, in the order in which shards take them; none
   * for an interleaved buffer.
   */
  public List<CoreCoord> coresWithShards() {
    ShardPages shards = request.shards();
    return shards == null ? List.of() : shards.cores();
  }

  /** The core, or DRAM bank, whose shard has a page of a sharded buffer. */
  public CoreCoord coreWithShard(int page) {
    return Objects.requireNonNull(request.shards(), "an interleaved buffer has no shards")
        .slot(page)
        .core();
  }

  /** Where one page lies, on every device of the mesh. */
  public BankMap.PageLocation page(long page) {
    long pages = request.shards() == null ? request.devicePages() : request.shards().pages();
    if (page < 0 || page >= pages) {
      throw new TilescopeException(
          "page %d is not one of the %d pages of buffer %d (%d B of %s, made by %s)"
              .formatted(page, pages, uniqueId, sizeBytes(), type().name(), madeBy()));
    }
    return device.page(this, request, page);
  }

  /**
   * Writes the whole buffer, on every device of the mesh. Kernels find these bytes; tensors keep
   * their values elsewhere. Without effect while dispatch is blocked.
   *
   * @param contents all pages in order, without padding
   */
  public void enqueueWrite(byte[] contents) {
    for (int chip = 0; chip < device.chips().size(); chip++) {
      enqueueWrite(chip, contents);
    }
  }

  /** Writes the whole buffer on one device of the mesh. */
  public void enqueueWrite(int chip, byte[] contents) {
    if (contents.length != sizeBytes()) {
      throw new TilescopeException(
          "buffer %d takes %d B, got %d B; pad the last page"
              .formatted(uniqueId, sizeBytes(), contents.length));
    }
    requireAllocated("enqueueWrite");
    device.refuseWhileRecording("Writes");
    written();
    if (!blocked && !Tracker.dispatchBlocked()) {
      device.contents(chip).write(this, contents);
    }
  }

  /** Reads the whole buffer from the first device. All zero while dispatch is blocked. */
  public byte[] enqueueRead() {
    return enqueueRead(0);
  }

  public byte[] enqueueRead(int chip) {
    requireReadable("enqueueRead");
    device.refuseWhileRecording("Reads");
    return blocked || Tracker.dispatchBlocked()
        ? new byte[Math.toIntExact(sizeBytes())]
        : device.contents(chip).read(this);
  }

  /** The same address on each device of the mesh. */
  public List<DeviceTensor> deviceTensors() {
    return device.chips().stream()
        .map(chip -> new DeviceTensor(chip.id(), device.id(), address))
        .toList();
  }

  /**
   * Stands for the memory of a freed buffer while an operation moves what it held: in a trace it is
   * that buffer, but it owns nothing and is not to be freed.
   */
  public Buffer ghost() {
    return new Buffer(uniqueId, device, request, address, sizePerBankBytes, true);
  }

  /** Throws if there is no memory here any more, saying why. */
  public synchronized void requireAllocated(String argument) {
    switch (state()) {
      case ALLOCATED -> {}
      case FREED ->
          throw new TilescopeException(argument + ": use after free: " + whatItWas("freed"));
      case DEVICE_CLOSED ->
          throw new TilescopeException(
              argument + ": " + device.label() + " is closed; " + whatItWas("given back with it"));
    }
  }

  /** Throws if nothing of use can be read here, saying why. */
  public void requireReadable(String argument) {
    requireAllocated(argument);
    if (overwrittenBy != INTACT) {
      throw new TilescopeException(
          argument
              + ": "
              + whatItWas("overwritten by the replay of trace " + overwrittenBy)
              + ", which uses that address: it was allocated while the trace was live. Next:"
              + " allocate it before MeshTrace.beginCapture, or free it before MeshTrace.execute;"
              + " TT_METAL_TRACE_ALLOC_TRACKING=1 finds such buffers before the replay");
    }
  }

  void overwrittenBy(long traceId) {
    overwrittenBy = traceId;
  }

  /** The whole of it gets new contents. */
  public void written() {
    overwrittenBy = INTACT;
  }

  private String whatItWas(String fate) {
    return "buffer %d (%d B of %s at %d, made by %s) was %s"
        .formatted(uniqueId, sizeBytes(), request.type().name(), address, request.madeBy(), fate);
  }

  /**
   * Gives the memory back; an error if that has happened. While dispatch is blocked memory that was
   * really taken is kept: the buffer is free for the rest of that capture and back after it, so
   * that tracing a program has no effect on what is traced.
   *
   * @return false if the memory was kept
   */
  public boolean deallocate() {
    boolean idle = Tracker.idle();
    long blockedBy = idle ? 0 : Tracker.blockedBy();
    boolean keep = blockedBy > 0 && !blocked;
    synchronized (this) {
      switch (state()) {
        case ALLOCATED -> {
          state = keep ? State.ALLOCATED : State.FREED;
          freedInTrace = blockedBy;
        }
        case FREED -> throw new TilescopeException("double free: " + whatItWas("freed before"));
        case DEVICE_CLOSED ->
            throw new TilescopeException(
                device.label() + " is closed; " + whatItWas("given back with it"));
      }
    }
    device.release(this, !idle && Tracker.on(), keep);
    return !keep;
  }

  synchronized void closeWithDevice() {
    if (state == State.ALLOCATED) {
      state = State.DEVICE_CLOSED;
    }
  }
}
