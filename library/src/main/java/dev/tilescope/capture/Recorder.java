package dev.tilescope.capture;

import dev.tilescope.internal.track.CallerFrames;
import dev.tilescope.internal.track.RunId;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CircularBufferRef;
import dev.tilescope.model.DeviceRef;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TensorRef;
import dev.tilescope.model.UnfinishedException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.LongAdder;
import org.jspecify.annotations.Nullable;

/**
 * Turns hooks into frames, on the thread they happen on. Each event takes the next place in one
 * order for all threads; the collector relies on nothing else to merge them.
 *
 * <p>A place is also a promise: whoever takes one counts itself as done when its frame is written.
 * So {@link #finish} closes the order, waits for the places already taken, and knows that nobody
 * writes any more, although hooks may still be on their way here.
 *
 * <p>Events of a thread that began before the capture did (a function's end without its start) are
 * dropped and counted, as is everything of a thread from the first event that found the store full:
 * an end without its start would close the wrong function.
 *
 * <p>Above 300 lines: one method for each hook, around one order.
 */
final class Recorder implements TraceListener {
  /** Added to the order when the capture ends: a place beyond it is no longer recorded. */
  private static final long CLOSED = 1L << 62;

  /** Writing a frame takes microseconds; a thread that takes longer was stopped in the middle. */
  private static final long PATIENCE_NANOS = 2_000_000_000L;

  /** So many stacks are written of a program that is stuck. */
  private static final int MOST_THREADS = 64;

  /** Less than the smallest extent of a journal: a trace of many megabytes goes there in parts. */
  private static final int METAL_TRACE_PART_BYTES = 60 << 10;

  private final CaptureOptions options;
  private final BlockStore store;
  private final Definitions definitions;
  private final Thread owner = Thread.currentThread();
  private final long startNanos = System.nanoTime();
  private final ThreadLocal<ThreadLog> logs = ThreadLocal.withInitial(this::newLog);
  private final AtomicLong order = new AtomicLong();
  private final LongAdder done = new LongAdder();
  private final AtomicLong droppedFull = new AtomicLong();
  private final AtomicLong droppedEarlier = new AtomicLong();

  /** Kept for the watchdog only: threads come and go. */
  private final Queue<ThreadLog> watched = new ConcurrentLinkedQueue<>();

  Recorder(CaptureOptions options, BlockStore store) {
    this.options = options;
    this.store = store;
    this.definitions = new Definitions(store);
    long wallNanos = nowWallNanos();
    definitions.write(log ->
        log.frame
            .start(FrameKind.CAPTURE)
            .number(wallNanos)
            .number(ProcessHandle.current().pid())
            .text(RunId.current()));
    logs.get();
  }

  private static long nowWallNanos() {
    var now = java.time.Instant.now();
    return now.getEpochSecond() * 1_000_000_000L + now.getNano();
  }

  private ThreadLog newLog() {
    Thread thread = Thread.currentThread();
    ThreadLog log = new ThreadLog(store, definitions.thread(thread.getName()), thread);
    if (Watchdog.isOn()) {
      watched.removeIf(other -> !other.isAlive());
      watched.add(log);
    }
    return log;
  }

  /** A number that grows with every event. */
  long events() {
    return order.get();
  }

  /** Whether a thread seems to be inside a function; only who waits can be sure. */
  boolean isInside() {
    return watched.stream().anyMatch(log -> log.isAlive() && log.depth > 0);
  }

  /** Writes down where the threads are that events came from. */
  void stalled(String why) {
    Map<Integer, List<String>> frames = new TreeMap<>();
    watched.stream()
        .filter(ThreadLog::isAlive)
        .limit(MOST_THREADS)
        .forEach(log -> frames.put(log.owner(), Stall.framesOf(log.thread())));
    Stall stall = new Stall(order.get(), why, frames);
    definitions.write(log -> stall.write(log.frame));
  }

  /**
   * The calling thread's log with a place for one event, which {@link #commit} or {@link #skip}
   * must follow; null if the event is not to be recorded.
   */
  private @Nullable ThreadLog enter() {
    if (options.callingThreadOnly() && Thread.currentThread() != owner) {
      return null;
    }
    long place = order.getAndIncrement();
    if (place >= CLOSED) {
      return null;
    }
    ThreadLog log = logs.get();
    log.place = place;
    return log;
  }

  @Override
  public void functionStart(Signature signature, @Nullable Object[] arguments) {
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    FrameWriter frame = log.start(FrameKind.FUNCTION_START);
    frame.number(nanos).number(definitions.signature(signature)).number(arguments.length);
    for (Object argument : arguments) {
      frame.number(definitions.argument(argument));
    }
    frame.number(stackOf(log));
    frame.tensors(arguments, definitions);
    commit(log);
    if (log.depth == 0) {
      recordForeignArguments(log);
    }
    log.depth++;
  }

  private void recordForeignArguments(ThreadLog log) {
    CallerFrames.Call call = CallerFrames.call();
    if (call == null || call.arguments() == null || enter() == null) {
      return;
    }
    List<String> texts = new ArrayList<>();
    call.arguments()
        .forEach((name, text) -> {
          texts.add(name);
          texts.add(text);
        });
    log.start(FrameKind.CALL_ARGUMENTS).number(definitions.stack(texts));
    commit(log);
  }

  private int stackOf(ThreadLog log) {
    return options.stackFrames() > 0 && log.depth == 0
        ? definitions.stack(CallerStack.frames(options.stackFrames()))
        : Definitions.NONE;
  }

  @Override
  public void functionEnd(
      Signature signature, List<? extends TensorRef> outputs, long modelledDeviceNanos) {
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = enter();
    if (log == null || skip(log)) {
      return;
    }
    FrameWriter frame = log.start(FrameKind.FUNCTION_END);
    frame.number(nanos).number(modelledDeviceNanos).number(outputs.size());
    for (TensorRef output : outputs) {
      frame.tensor(output, definitions);
    }
    commit(log);
    log.depth--;
    recordLiveBuffers(log);
  }

  @Override
  public void functionFailed(Signature signature, Throwable failure) {
    long nanos = System.nanoTime() - startNanos;
    ThreadLog log = enter();
    if (log == null || skip(log)) {
      return;
    }
    boolean known = log.lastFailure == failure;
    log.lastFailure = failure;
    log.start(FrameKind.FUNCTION_FAILED)
        .number(nanos)
        .number(flags(known, failure))
        .number(definitions.text(failure.getClass().getName()))
        .number(definitions.text(messageOf(failure)));
    commit(log);
    log.depth--;
    if (log.depth == 0) {
      log.lastFailure = null;
    }
    recordLiveBuffers(log);
  }

  private static int flags(boolean known, Throwable failure) {
    return (known ? FrameKind.FAILURE_KNOWN : 0)
        | (failure instanceof UnfinishedException ? FrameKind.FAILURE_UNFINISHED : 0);
  }

  /** Its own code makes the message: that code may fail, and must not replace the failure. */
  private static String messageOf(Throwable failure) {
    try {
      String message = failure.getMessage();
      return message == null ? "" : message;
    } catch (RuntimeException e) {
      return "<getMessage() threw " + e.getClass().getName() + ">";
    }
  }

  /** True, and counted, if the function that ends here began before the capture did. */
  private boolean skip(ThreadLog log) {
    if (log.depth > 0) {
      return false;
    }
    droppedEarlier.incrementAndGet();
    done.increment();
    return true;
  }

  private void recordLiveBuffers(ThreadLog log) {
    if (!options.bufferDetail() || log.depth > 0 || enter() == null) {
      return;
    }
    List<BufferRef> live = liveBuffers();
    FrameWriter frame = log.start(FrameKind.LIVE_BUFFERS).number(live.size());
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
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    definitions.device(buffer.device());
    // Made in NO_DISPATCH it lies nowhere, and may have more pages than there is memory.
    boolean withPages =
        options.bufferDetail() && buffer.type().isL1() && !Tracker.dispatchBlocked();
    log.start(FrameKind.BUFFER_ALLOCATE)
        .buffer(buffer)
        .pages(withPages ? buffer.pages() : List.of());
    commit(log);
  }

  @Override
  public void bufferDeallocated(BufferRef buffer) {
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    definitions.device(buffer.device());
    log.start(FrameKind.BUFFER_DEALLOCATE).buffer(buffer);
    commit(log);
  }

  @Override
  public void circularBufferAllocated(CircularBufferRef circularBuffer) {
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    definitions.device(circularBuffer.device());
    log.start(circularBuffer.dataflow() ? FrameKind.DFB_ALLOCATE : FrameKind.CB_ALLOCATE)
        .signed(circularBuffer.device().id())
        .number(definitions.cores(circularBuffer.cores()))
        .number(circularBuffer.address())
        .number(circularBuffer.sizeBytes())
        .number(circularBuffer.globallyAllocated() ? 1 : 0);
    commit(log);
  }

  @Override
  public void circularBuffersReleased(DeviceRef device) {
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    log.start(FrameKind.CB_RELEASE).signed(device.id());
    commit(log);
  }

  @Override
  public void compared(TensorComparison comparison) {
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    log.start(FrameKind.COMPARISON)
        .number(comparison.scope().code())
        .number(comparison.tensorId())
        .number(comparison.goldenTensorId())
        .number(comparison.matches() ? 1 : 0)
        .number(Double.doubleToRawLongBits(comparison.desiredPcc()))
        .number(Double.doubleToRawLongBits(comparison.actualPcc()));
    commit(log);
  }

  @Override
  public void metalTraceEnded(MetalTrace trace) {
    ThreadLog log = enter();
    if (log == null) {
      return;
    }
    byte[] commands = trace.commands();
    log.start(FrameKind.METAL_TRACE).metalTrace(trace).number(commands.length);
    commit(log);
    for (int at = 0; at < commands.length && enter() != null; at += METAL_TRACE_PART_BYTES) {
      int length = Math.min(METAL_TRACE_PART_BYTES, commands.length - at);
      log.start(FrameKind.METAL_TRACE_PART).number(trace.traceId()).bytes(commands, at, length);
      commit(log);
    }
  }

  private void commit(ThreadLog log) {
    if (log.full || !log.append()) {
      log.full = true;
      droppedFull.incrementAndGet();
    }
    done.increment();
  }

  /**
   * Lets events that have their place be written, records no others, and writes the closing frame.
   *
   * @return true if nobody writes to the store any more
   */
  boolean finish() {
    long totalNanos = System.nanoTime() - startNanos;
    long unfinished = unfinishedOf(order.getAndAdd(CLOSED));
    store.addReserve();
    if (!writeEnd(totalNanos, unfinished, livePages())) {
      droppedFull.incrementAndGet();
      writeEnd(totalNanos, unfinished, List.of());
    }
    definitions.forgetDevices();
    return unfinished == 0;
  }

  private List<BufferPage> livePages() {
    return options.bufferDetail()
        ? liveBuffers().stream()
            .filter(buffer -> buffer.type() == BufferType.L1)
            .flatMap(buffer -> buffer.pages().stream())
            .toList()
        : List.of();
  }

  private boolean writeEnd(long totalNanos, long unfinished, List<BufferPage> livePages) {
    return definitions.write(log ->
        log.frame
            .start(FrameKind.CAPTURE_END)
            .number(totalNanos)
            .number(4)
            .text("the capture's memory bounds were reached")
            .number(droppedFull.get())
            .text("its function began before the capture")
            .number(droppedEarlier.get())
            .text("it was still being written at the end")
            .number(unfinished)
            .text("too many distinct arguments")
            .number(definitions.refused())
            .pages(livePages));
  }

  /** How many of the places taken are not done, after a reasonable time. */
  @SuppressWarnings("ThreadPriorityCheck") // others may need this core to get done
  private long unfinishedOf(long taken) {
    long deadline = System.nanoTime() + PATIENCE_NANOS;
    while (done.sum() < taken && System.nanoTime() < deadline) {
      Thread.yield();
    }
    return Math.max(0, taken - done.sum());
  }
}
