package dev.tilescope.capture;

import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorRef;
import dev.tilescope.track.TraceListener;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Turns hooks into frames, on the thread they happen on. Each event takes the next place in one
 * order for all threads; the collector relies on nothing else to merge them.
 *
 * <p>Events of a thread that began before the capture did (a function's end without its start) are
 * dropped and counted, as is everything after the store is full.
 */
final class Recorder implements TraceListener {
  private final CaptureOptions options;
  private final BlockStore store;
  private final Definitions definitions;
  private final Thread owner = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private final ThreadLocal<ThreadLog> logs = ThreadLocal.withInitial(this::newLog);
  private final AtomicLong order = new AtomicLong();
  private final AtomicLong droppedFull = new AtomicLong();
  private final AtomicLong droppedEarlier = new AtomicLong();

  Recorder(CaptureOptions options, BlockStore store) {
    this.options = options;
    this.store = store;
    this.definitions = new Definitions(store);
    long wallNanos = nowWallNanos();
    definitions.write(log ->
        log.frame.start(FrameKind.CAPTURE).number(wallNanos).number(ProcessHandle.current().pid()));
    logs.get();
  }

  private static long nowWallNanos() {
    var now = java.time.Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private ThreadLog newLog() {
    return new ThreadLog(store, definitions.thread(Thread.currentThread().getName()));
  }

  private boolean ignoresThisThread() {
    return options.callingThreadOnly() && Thread.currentThread() != owner;
  }

  @Override
  public void functionStart(Signature signature, @Nullable Object[] arguments) {
    if (ignoresThisThread()) {
      return;
    }
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = logs.get();
    FrameWriter frame = begin(log, FrameKind.FUNCTION_START);
    frame.number(nanos).number(definitions.signature(signature)).number(arguments.length);
    for (Object argument : arguments) {
      frame.number(definitions.argument(argument));
    }
    frame.number(stackOf(log));
    tensors(frame, arguments);
    commit(log);
    log.depth++;
  }

  private int stackOf(ThreadLog log) {
    return options.stackFrames() > 0 && log.depth == 0
        ? definitions.stack(CallerStack.frames(options.stackFrames()))
        : Definitions.NONE;
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    if (ignoresThisThread()) {
      return;
    }
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = logs.get();
    if (log.depth == 0) {
      droppedEarlier.incrementAndGet();
      return;
    }
    FrameWriter frame = begin(log, FrameKind.FUNCTION_END);
    frame.number(nanos).number(modelledDeviceNanos).number(outputs.size());
    for (TensorRef output : outputs) {
      tensor(frame, output);
    }
    commit(log);
    log.depth--;
    recordLiveBuffers(log);
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    if (ignoresThisThread()) {
      return;
    }
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = logs.get();
    if (log.depth == 0) {
      droppedEarlier.incrementAndGet();
      return;
    }
    boolean known = log.lastFailure == failure;
    log.lastFailure = failure;
    begin(log, FrameKind.FUNCTION_FAILED)
        .number(nanos)
        .number(known ? 1 : 0)
        .number(definitions.text(failure.getClass().getName()))
        .number(definitions.text(String.valueOf(failure.getMessage())));
    commit(log);
    log.depth--;
    if (log.depth == 0) {
      log.lastFailure = null;
    }
    recordLiveBuffers(log);
  }

  private void recordLiveBuffers(ThreadLog log) {
    if (!options.bufferDetail() || log.depth > 0) {
      return;
    }
    List<BufferRef> live = liveBuffers();
    FrameWriter frame = begin(log, FrameKind.LIVE_BUFFERS).number(live.size());
    for (BufferRef buffer : live) {
      frame
          .signed(buffer.device().id())
          .number(buffer.address())
          .number(buffer.maxSizePerBankBytes())
          .number(buffer.type().code())
          .number(buffer.layout().code());
    }
    commit(log);
  }

  private List<BufferRef> liveBuffers() {
    List<BufferRef> live = new ArrayList<>();
    definitions.devices().forEach(device -> live.addAll(device.liveBuffers()));
    return live;
  }

  @Override
  public void bufferAllocated(BufferRef buffer) {
    if (ignoresThisThread()) {
      return;
    }
    definitions.device(buffer.device());
    ThreadLog log = logs.get();
    boolean withPages = options.bufferDetail() && buffer.type().isL1();
    begin(log, FrameKind.BUFFER_ALLOCATE)
        .buffer(buffer)
        .pages(withPages ? buffer.pages() : List.of());
    commit(log);
  }

  @Override
  public void bufferDeallocated(BufferRef buffer) {
    if (ignoresThisThread()) {
      return;
    }
    definitions.device(buffer.device());
    ThreadLog log = logs.get();
    begin(log, FrameKind.BUFFER_DEALLOCATE).buffer(buffer);
    commit(log);
  }

  @Override
  public void circularBufferAllocated(CircularBufferRef circularBuffer) {
    if (ignoresThisThread()) {
      return;
    }
    definitions.device(circularBuffer.device());
    ThreadLog log = logs.get();
    begin(log, FrameKind.CB_ALLOCATE)
        .signed(circularBuffer.device().id())
        .number(definitions.cores(circularBuffer.cores()))
        .number(circularBuffer.address())
        .number(circularBuffer.sizeBytes())
        .number(circularBuffer.globallyAllocated() ? 1 : 0);
    commit(log);
  }

  @Override
  public void circularBuffersReleased(DeviceRef device) {
    if (ignoresThisThread()) {
      return;
    }
    ThreadLog log = logs.get();
    begin(log, FrameKind.CB_RELEASE).signed(device.id());
    commit(log);
  }

  private void tensors(FrameWriter frame, @Nullable Object[] arguments) {
    int count = 0;
    for (Object argument : arguments) {
      count += tensorCount(argument);
    }
    frame.number(count);
    for (Object argument : arguments) {
      if (argument instanceof TensorRef one) {
        tensor(frame, one);
      } else if (argument instanceof List<?> many) {
        for (Object item : many) {
          if (item instanceof TensorRef one) {
            tensor(frame, one);
          }
        }
      }
    }
  }

  private static int tensorCount(@Nullable Object argument) {
    if (argument instanceof TensorRef) {
      return 1;
    }
    int count = 0;
    if (argument instanceof List<?> many) {
      for (Object item : many) {
        count += item instanceof TensorRef ? 1 : 0;
      }
    }
    return count;
  }

  private void tensor(FrameWriter frame, TensorRef tensor) {
    frame.number(tensor.tensorId()).number(definitions.spec(tensor.spec()));
    BufferRef buffer = tensor.buffer();
    if (buffer == null) {
      frame.number(0);
    } else {
      frame.number(1).buffer(buffer);
    }
    List<DeviceTensor> parts = tensor.deviceTensors();
    frame.number(parts.size());
    for (int i = 0; i < parts.size(); i++) {
      DeviceTensor part = parts.get(i);
      frame.signed(part.deviceId()).signed(part.meshDeviceId()).number(part.address());
    }
  }

  private FrameWriter begin(ThreadLog log, FrameKind kind) {
    return log.frame.start(kind).number(order.getAndIncrement());
  }

  private void commit(ThreadLog log) {
    if (!log.append()) {
      droppedFull.incrementAndGet();
    }
  }

  /** Writes the closing frame: no event may follow. */
  void finish() {
    long totalNanos = System.nanoTime() - startNanos;
    List<BufferRef> l1 =
        options.bufferDetail()
            ? liveBuffers().stream().filter(b -> b.type() == BufferType.L1).toList()
            : List.of();
    definitions.write(log -> {
      FrameWriter frame = log.frame.start(FrameKind.CAPTURE_END).number(totalNanos).number(3);
      frame.text("the capture's memory bounds were reached").number(droppedFull.get());
      frame.text("its function began before the capture").number(droppedEarlier.get());
      frame.text("too many distinct arguments").number(definitions.refused());
      frame.pages(l1.stream().flatMap(b -> b.pages().stream()).toList());
    });
  }
}
