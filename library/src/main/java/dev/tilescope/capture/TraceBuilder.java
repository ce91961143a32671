package dev.tilescope.capture;

import dev.tilescope.internal.io.IntList;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorComparison;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Gives recorded events their counters, levels and connections, in TT-NN's order.
 *
 * <p>Larger than most classes because the rules of connection are one thing: a node's connections
 * keep growing after it was numbered (a function's until it ends, an end's until the next start, a
 * buffer's for ever), so nodes are numbered at once and built when nothing can be added any more.
 *
 * <p>Each thread has a stack of open functions of its own. What lies on top of nothing belongs to
 * the capture's start.
 */
final class TraceBuilder {
  /** One thread's open functions, and the end that still waits for what comes next. */
  static final class ThreadState {
    private final int thread;
    private final List<OpenFunction> open = new ArrayList<>();
    private @Nullable PendingEnd lastEnd;
    private int lastLevelOneStart;
    private long lastPlace;

    ThreadState(int thread) {
      this.thread = thread;
    }

    boolean idle() {
      return open.isEmpty();
    }

    int number() {
      return thread;
    }
  }

  private static final class OpenFunction {
    final IntList connections = new IntList();
    final int counter;
    final int level;
    final Signature signature;
    final long startNanos;
    final List<String> arguments;
    final List<String> stack;
    Ints inputTensors = Ints.EMPTY;
    List<Long> inputIds = List.of();

    /** What another language called it with; null if it was Java. */
    @Nullable Map<String, String> foreignArguments;

    OpenFunction(
        int counter,
        int level,
        Signature signature,
        long startNanos,
        List<String> arguments,
        List<String> stack) {
      this.counter = counter;
      this.level = level;
      this.signature = signature;
      this.startNanos = startNanos;
      this.arguments = arguments;
      this.stack = stack;
    }
  }

  private record PendingEnd(int counter, int level, TraceEvent event, IntList next) {}

  private record KnownBuffer(
      int counter, int level, int thread, BufferDescription description, IntList connections) {}

  private record TensorNodes(Ints counters, List<Long> ids) {}

  private final KnownDefinitions definitions;
  private final List<@Nullable TraceNode> nodes = new ArrayList<>();
  private final IntList captureConnections = new IntList();
  private final Map<Long, KnownBuffer> buffers = new HashMap<>();
  private final Map<Long, TraceEvent.Tensor> tensors = new HashMap<>();
  private final List<OperationCall> calls = new ArrayList<>();
  private final List<TensorComparison> comparisons = new ArrayList<>();
  private final MetalTraceParts metalTraces = new MetalTraceParts();
  private final List<String> unclosed = new ArrayList<>();
  private final TreeMap<Integer, List<LiveBuffer>> liveBuffers = new TreeMap<>();
  private final TreeMap<Long, List<PageSnapshot>> pages = new TreeMap<>();
  private long[] places = new long[1024];
  private long place = -1;
  private long lastNanos;

  TraceBuilder(KnownDefinitions definitions) {
    this.definitions = definitions;
    reserve();
  }

  List<OperationCall> calls() {
    return calls;
  }

  List<TensorComparison> comparisons() {
    return comparisons;
  }

  MetalTraceParts metalTraces() {
    return metalTraces;
  }

  List<String> unclosed() {
    return unclosed;
  }

  /** The time of the last event that carried one. */
  long lastNanos() {
    return lastNanos;
  }

  BufferDetail bufferDetail() {
    return new BufferDetail(definitions.livePages, liveBuffers, pages);
  }

  void take(ThreadState thread, FrameReader in) {
    place = in.number();
    thread.lastPlace = place;
    switch (in.kind()) {
      case FUNCTION_START -> functionStart(thread, in);
      case CALL_ARGUMENTS -> callArguments(thread, definitions.stack(in.intNumber()));
      case FUNCTION_END -> {
        long nanos = in.number();
        functionEnd(thread, nanos, in.number(), in);
      }
      case FUNCTION_FAILED -> functionFailed(thread, in);
      case BUFFER_ALLOCATE -> bufferAllocate(thread, in);
      case BUFFER_DEALLOCATE -> bufferDeallocate(thread, in);
      case CB_ALLOCATE, DFB_ALLOCATE -> circularBufferAllocate(thread, in);
      case CB_RELEASE -> circularBufferRelease(thread, in);
      case LIVE_BUFFERS -> liveBuffers.put(thread.lastLevelOneStart, in.liveBuffers());
      case COMPARISON -> comparisons.add(in.comparison());
      case METAL_TRACE -> metalTraces.begin(in.metalTrace(), in.intNumber());
      case METAL_TRACE_PART -> metalTraces.add(in.number(), in.bytes());
      case CAPTURE, SIGNATURE, TEXT, SPEC, CORES, STACK, DEVICE, THREAD, CAPTURE_END, STALL ->
          throw new TilescopeException("a definition stands among the events: " + in.kind());
    }
  }

  private void functionStart(ThreadState thread, FrameReader in) {
    long nanos = in.number();
    lastNanos = Math.max(lastNanos, nanos);
    Signature signature = definitions.signature(in.intNumber());
    List<String> arguments = new ArrayList<>();
    for (int i = in.count(); i > 0; i--) {
      arguments.add(definitions.text(in.intNumber()));
    }
    int counter = reserve();
    follow(thread, counter);
    connectToInnermost(thread, counter);
    OpenFunction function =
        new OpenFunction(
            counter,
            thread.open.size() + 1,
            signature,
            nanos,
            List.copyOf(arguments),
            definitions.stack(in.intNumber()));
    thread.open.add(function);
    if (function.level == 1) {
      thread.lastLevelOneStart = counter;
    }
    TensorNodes inputs = tensors(thread, in, Ints.of(counter));
    function.inputTensors = inputs.counters();
    function.inputIds = inputs.ids();
  }

  /** Names and texts in turn. */
  private static void callArguments(ThreadState thread, List<String> texts) {
    if (thread.open.isEmpty()) {
      return;
    }
    Map<String, String> named = new LinkedHashMap<>();
    for (int i = 0; i + 1 < texts.size(); i += 2) {
      named.put(texts.get(i), texts.get(i + 1));
    }
    thread.open.getLast().foreignArguments = named;
  }

  /** The end that waited for what comes next gets it. */
  private void follow(ThreadState thread, int counter) {
    PendingEnd end = thread.lastEnd;
    if (end != null) {
      end.next().add(counter);
      settle(thread);
    }
  }

  private void settle(ThreadState thread) {
    PendingEnd end = thread.lastEnd;
    if (end != null) {
      put(end.counter(), end.level(), thread.thread, ints(end.next()), end.event());
      thread.lastEnd = null;
    }
  }

  private void functionEnd(
      ThreadState thread, long nanos, long deviceNanos, @Nullable FrameReader outputs) {
    lastNanos = Math.max(lastNanos, nanos);
    if (thread.open.isEmpty()) {
      return;
    }
    OpenFunction function = thread.open.getLast();
    settle(thread);
    int counter = reserve();
    function.connections.add(counter);
    PendingEnd end =
        new PendingEnd(
            counter,
            function.level,
            new TraceEvent.FunctionEnd(
                function.signature.name(), Math.max(0, nanos - function.startNanos), deviceNanos),
            new IntList());
    List<Long> outputIds = List.of();
    if (outputs != null) {
      TensorNodes produced = tensors(thread, outputs, Ints.EMPTY);
      produced.counters().stream().forEach(end.next()::add);
      outputIds = produced.ids();
    }
    thread.lastEnd = end;
    close(thread, function, outputIds);
  }

  private void close(ThreadState thread, OpenFunction function, List<Long> outputIds) {
    thread.open.removeLast();
    put(
        function.counter,
        function.level,
        thread.thread,
        ints(function.connections),
        new TraceEvent.FunctionStart(
            function.signature.name(),
            function.arguments.size(),
            function.arguments,
            function.inputTensors));
    if (function.level == 1) {
      calls.add(call(function, outputIds));
    }
  }

  private static OperationCall call(OpenFunction function, List<Long> outputIds) {
    Map<String, String> foreign = function.foreignArguments;
    return new OperationCall(
        function.signature.name(),
        foreign == null ? named(function) : foreign,
        function.inputIds,
        outputIds,
        function.stack);
  }

  private static Map<String, String> named(OpenFunction function) {
    Map<String, String> named = new LinkedHashMap<>();
    List<String> names = function.signature.argumentNames();
    for (int i = 0; i < function.arguments.size(); i++) {
      named.put(i < names.size() ? names.get(i) : String.valueOf(i), function.arguments.get(i));
    }
    return named;
  }

  private void functionFailed(ThreadState thread, FrameReader in) {
    long nanos = in.number();
    long flags = in.number();
    String type = definitions.text(in.intNumber());
    String message = definitions.text(in.intNumber());
    if ((flags & FrameKind.FAILURE_KNOWN) == 0 && !thread.open.isEmpty()) {
      failure(thread, type, message);
      if ((flags & FrameKind.FAILURE_UNFINISHED) != 0) {
        thread.open.forEach(function -> unclosed.add(function.signature.name()));
      }
    }
    functionEnd(thread, nanos, 0, null);
  }

  /**
   * What a thread is in the middle of gets an error with where it was.
   *
   * @return false if it was in nothing, or has gone on since
   */
  boolean stalled(ThreadState thread, Stall stall) {
    if (thread.open.isEmpty() || thread.lastPlace >= stall.place()) {
      return false;
    }
    place = stall.place();
    failure(thread, Stall.INSIDE, stall.text(thread.thread, definitions));
    return true;
  }

  /** A thread that waits for something else than what is traced. */
  void stalledOutside(ThreadState thread, Stall stall) {
    if (stall.frames().containsKey(thread.thread)) {
      place = stall.place();
      failure(thread, Stall.OUTSIDE, stall.text(thread.thread, definitions));
    }
  }

  private void failure(ThreadState thread, String type, String message) {
    int counter = event(thread);
    String operation =
        thread.open.isEmpty() ? "no operation" : thread.open.getLast().signature.name();
    put(thread, counter, Ints.EMPTY, new TraceEvent.Failure(type, message, operation));
  }

  private void bufferAllocate(ThreadState thread, FrameReader in) {
    KnownBuffer buffer = buffer(thread, in);
    int counter = event(thread);
    TraceEvent event = new TraceEvent.BufferAllocate(buffer.description());
    put(thread, counter, Ints.of(buffer.counter()), event);
    var snapshot = in.pages();
    if (!snapshot.isEmpty()) {
      pages
          .computeIfAbsent(buffer.description().address(), a -> new ArrayList<>())
          .add(new PageSnapshot(counter, snapshot));
    }
  }

  private void bufferDeallocate(ThreadState thread, FrameReader in) {
    KnownBuffer buffer = buffer(thread, in);
    int counter = event(thread);
    TraceEvent event = new TraceEvent.BufferDeallocate(buffer.description());
    put(thread, counter, Ints.of(buffer.counter()), event);
  }

  private void circularBufferAllocate(ThreadState thread, FrameReader in) {
    int counter = event(thread);
    int device = (int) in.signed();
    var cores = definitions.cores(in.intNumber());
    long address = in.number();
    long bytes = in.number();
    boolean borrowed = in.number() == 1;
    TraceEvent event =
        in.kind() == FrameKind.DFB_ALLOCATE
            ? new TraceEvent.DataflowBufferAllocate(device, address, bytes, cores, borrowed)
            : new TraceEvent.CircularBufferAllocate(device, address, bytes, cores, borrowed);
    put(thread, counter, Ints.EMPTY, event);
  }

  private void circularBufferRelease(ThreadState thread, FrameReader in) {
    int counter = event(thread);
    int innermost = thread.open.isEmpty() ? 0 : thread.open.getLast().counter;
    TraceEvent event = new TraceEvent.CircularBufferDeallocateAll((int) in.signed());
    put(thread, counter, Ints.of(innermost), event);
  }

  private TensorNodes tensors(ThreadState thread, FrameReader in, Ints connections) {
    int count = in.count();
    int[] counters = new int[count];
    Long[] ids = new Long[count];
    for (int i = 0; i < count; i++) {
      int counter = reserve();
      TraceEvent.Tensor event = tensor(thread, in, counter);
      put(thread, counter, connections, event);
      counters[i] = counter;
      ids[i] = event.tensor().tensorId();
    }
    return new TensorNodes(Ints.copyOf(counters, count), List.of(ids));
  }

  /** An event like the tensor's last one is that one. */
  private TraceEvent.Tensor tensor(ThreadState thread, FrameReader in, int counter) {
    long id = in.number();
    KnownDefinitions.Spec spec = definitions.spec(in.intNumber());
    KnownBuffer buffer = null;
    if (in.number() == 1) {
      buffer = buffer(thread, in);
      buffer.connections().add(counter);
    }
    TraceEvent.Tensor event = new TraceEvent.Tensor(describe(id, spec, buffer, in.deviceTensors()));
    return tensors.merge(id, event, (before, now) -> before.equals(now) ? before : now);
  }

  private static TensorDescription describe(
      long id,
      KnownDefinitions.Spec spec,
      @Nullable KnownBuffer buffer,
      List<DeviceTensor> deviceTensors) {
    BufferDescription on = buffer == null ? null : buffer.description();
    return new TensorDescription(
        id,
        spec.shape(),
        spec.dtype(),
        spec.layout(),
        on == null ? null : spec.memoryConfig(),
        spec.logicalBytes(),
        on == null ? null : on.deviceId(),
        on == null ? null : on.address(),
        on == null ? null : on.type(),
        deviceTensors);
  }

  /** The buffer of a frame; the first time it is seen it becomes a node of its own. */
  private KnownBuffer buffer(ThreadState thread, FrameReader in) {
    FrameReader.SeenBuffer seen = in.buffer();
    KnownBuffer known = buffers.get(seen.uniqueId());
    if (known == null) {
      int counter = event(thread);
      known =
          new KnownBuffer(
              counter, thread.open.size(), thread.thread, seen.description(), new IntList());
      buffers.put(seen.uniqueId(), known);
    }
    return known;
  }

  /** Numbers a node and connects the innermost open function to it. */
  private int event(ThreadState thread) {
    int counter = reserve();
    connectToInnermost(thread, counter);
    return counter;
  }

  private void connectToInnermost(ThreadState thread, int counter) {
    if (thread.open.isEmpty()) {
      captureConnections.add(counter);
    } else {
      thread.open.getLast().connections.add(counter);
    }
  }

  /** Fills in what was only numbered. */
  private void put(int counter, int level, int thread, Ints connections, TraceEvent event) {
    nodes.set(counter, new TraceNode(counter, level, thread, connections, event));
  }

  private void put(ThreadState thread, int counter, Ints connections, TraceEvent event) {
    put(counter, thread.open.size(), thread.thread, connections, event);
  }

  private int reserve() {
    int counter = nodes.size();
    nodes.add(null);
    if (counter == places.length) {
      places = Arrays.copyOf(places, counter * 2);
    }
    places[counter] = place;
    return counter;
  }

  /** Closes the trace: {@code captureEnd} is its last node. */
  Trace finish(List<ThreadState> threads, long totalNanos) {
    place = Long.MAX_VALUE;
    int counter = reserve();
    boolean pending = false;
    for (ThreadState thread : threads) {
      pending |= thread.lastEnd != null;
      follow(thread, counter);
      leaveOpen(thread);
    }
    if (!pending) {
      captureConnections.add(counter);
    }
    put(counter, 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(totalNanos));
    put(0, 0, 0, ints(captureConnections), new TraceEvent.CaptureStart());
    buffers.values().forEach(this::build);
    List<TraceNode> whole = new ArrayList<>(nodes.size());
    for (int i = 0; i < nodes.size(); i++) {
      TraceNode node = nodes.get(i);
      whole.add(
          node == null
              ? new TraceNode(i, 0, 0, Ints.EMPTY, new TraceEvent.Unknown("damaged"))
              : node);
    }
    return new Trace(whole, threads.size() > 1 ? chronology() : Ints.EMPTY);
  }

  private void build(KnownBuffer buffer) {
    put(
        buffer.counter(),
        buffer.level(),
        buffer.thread(),
        ints(buffer.connections()),
        new TraceEvent.Buffer(buffer.description()));
  }

  private void leaveOpen(ThreadState thread) {
    thread.open.forEach(function -> unclosed.add(function.signature.name()));
    while (!thread.open.isEmpty()) {
      close(thread, thread.open.getLast(), List.of());
    }
  }

  /** Node numbers by the place of their event, or nothing if they already stand in that order. */
  private Ints chronology() {
    int count = nodes.size();
    boolean inOrder = true;
    for (int i = 1; i < count && inOrder; i++) {
      inOrder = places[i - 1] <= places[i];
    }
    if (inOrder) {
      return Ints.EMPTY;
    }
    Integer[] order = new Integer[count];
    Arrays.setAll(order, i -> i);
    Arrays.sort(order, (a, b) -> Long.compare(places[a], places[b]));
    return Ints.of(Arrays.stream(order).mapToInt(Integer::intValue).toArray());
  }

  private static Ints ints(IntList list) {
    return Ints.copyOf(list.buffer(), list.size());
  }
}
