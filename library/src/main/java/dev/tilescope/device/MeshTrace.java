package dev.tilescope.device;

import dev.tilescope.device.RecordedProgram.Compute;
import dev.tilescope.device.RecordedProgram.CoreResources;
import dev.tilescope.device.RecordedProgram.RunKernels;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.TilescopeException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * A metal trace: programs that are recorded once, as commands in the memory of the device, and then
 * run again as often as one likes without anything being allocated.
 *
 * <pre>{@code
 * Tensor input = Ttnn.toDevice(first, device);
 * model.forward(input);                          // compiles the programs
 * MeshTrace trace = MeshTrace.beginCapture(device);
 * Tensor output = model.forward(input);          // recorded, not run
 * trace.endCapture();
 * Ttnn.copyHostToDeviceTensor(next, input);
 * trace.execute();
 * float[] result = Ttnn.toArray(output);
 * trace.release();
 * }</pre>
 *
 * <p>As in TT-NN today, the buffer is allocated when the capture ends, in the TRACE region of
 * {@link DeviceOptions#traceRegionBytes}, or at the top of DRAM where there is none. While dispatch
 * is blocked the commands are made and counted, so that {@link MeshDevice#traceBuffersSize} says
 * what a region must have; such a trace cannot be executed.
 */
public final class MeshTrace {
  private static final AtomicLong NEXT_ID = new AtomicLong();

  private enum State {
    RECORDING,
    LIVE,
    RELEASED
  }

  private final long id;
  private final MeshDevice device;
  private final CommandQueue queue;
  private final List<RecordedProgram> programs = new ArrayList<>();
  private final TraceMemory memory = new TraceMemory();
  private final DramMarks marks = new DramMarks();
  private volatile State state = State.RECORDING;
  private volatile @Nullable Recording recording;

  /** What there is when the capture has ended. */
  private record Recording(
      Buffer buffer, MetalTrace contents, TraceReplay replay, TraceFootprint footprint) {}

  private MeshTrace(long id, MeshDevice device, CommandQueue queue) {
    this.id = id;
    this.device = device;
    this.queue = queue;
  }

  /** Begins to record what goes through the calling thread's command queue of the device. */
  public static MeshTrace beginCapture(MeshDevice device) {
    return beginCapture(device, CommandQueue.current(device).id());
  }

  /** Begins to record what goes through a command queue. Nothing is allocated yet. */
  public static MeshTrace beginCapture(MeshDevice device, int queue) {
    device.requireOpen();
    CommandQueue on = device.commandQueue(queue);
    MeshTrace trace = new MeshTrace(NEXT_ID.getAndIncrement(), device, on);
    device.traces().begin(trace, on);
    if (Tracker.on()) {
      Tracker.metalTraceBegun(device, trace.id, queue);
    }
    return trace;
  }

  /** The trace of that number, live or being captured; an error if the device has none. */
  public static MeshTrace find(MeshDevice device, long id) {
    return device.traces().find(id);
  }

  /** What is allocated by the body may be overwritten by replays; nothing is said about it. */
  public static void corruptibleAllocationScope(Runnable body) {
    TraceAllocations.corruptible(body);
  }

  /** Counts the traces of this process, from 0. */
  public long id() {
    return id;
  }

  public MeshDevice device() {
    return device;
  }

  /**
   * Takes up a program of the library.
   *
   * @param blocked whether it is only counted, since dispatch is blocked
   */
  void record(
      ProgramLaunch launch, Object key, Operands operands, Runnable computation, boolean blocked) {
    Program program = launch.program();
    KernelGroup group = operands.group(program, device.board().compute());
    record(
        launch,
        key,
        List.of(group),
        CoreResources.of(program),
        new Compute(operands, computation),
        blocked);
    if (!blocked) {
      operands.all().forEach(memory::hold);
    }
  }

  /** Takes up a program with kernels. */
  void record(ProgramLaunch launch, DeviceKernels kernels, boolean blocked) {
    CoreResources resources =
        new CoreResources(kernels.circularBufferIndexes(), kernels.semaphoreValues());
    record(
        launch, kernels.cacheKey(), kernels.groups(), resources, new RunKernels(kernels), blocked);
  }

  private synchronized void record(
      ProgramLaunch launch,
      Object key,
      List<KernelGroup> groups,
      CoreResources resources,
      RecordedProgram.Step step,
      boolean blocked) {
    ProgramCache cache = device.programs();
    ProgramCache.Compiled compiled =
        blocked ? cache.rehearsed(launch.program(), key) : cache.recorded(launch.program(), key);
    programs.add(new RecordedProgram(launch, key, compiled, groups, resources, step));
    if (Tracker.on()) {
      Tracker.programRecorded(id, launch);
    }
  }

  /** Ends the capture and puts its commands into the memory of every chip. */
  public synchronized MeshTrace endCapture() {
    device.traces().end(this, queue);
    state = State.RELEASED;
    ProgramEncoder encoder = new ProgramEncoder(device);
    List<MetalTrace.Operation> operations = new ArrayList<>(programs.size());
    for (RecordedProgram program : programs) {
      operations.add(encoder.append(program));
    }
    byte[] commands = encoder.end();
    Buffer buffer = place(commands);
    MetalTrace contents = contents(buffer, commands, operations);
    TraceReplay replay = new TraceReplay(device, id, buffer, programs);
    recording = new Recording(buffer, contents, replay, new TraceFootprint(programs));
    state = State.LIVE;
    device.traces().add(this);
    if (Tracker.on()) {
      Tracker.metalTraceEnded(contents);
    }
    return this;
  }

  private Buffer place(byte[] commands) {
    TraceBufferSize size = TraceBufferSize.of(commands.length, device.board().dramViews());
    long region = device.options().traceRegionBytes();
    long sum = device.traces().bytes() + size.bytes();
    if (Tracker.dispatchBlocked()) {
      return device.allocateTrace(size, region > 0, id);
    }
    if (region > 0 && sum > region) {
      throw new TilescopeException(
          "Creating trace buffers of size %dB on MeshDevice %d, but only %dB is allocated for trace region. Next: open the device with DeviceOptions.withTraceRegionBytes(%d) or more, or release other traces first."
              .formatted(sum, device.id(), region, sum));
    }
    Buffer buffer = device.allocateTrace(size, region > 0, id);
    try {
      if (region == 0) {
        marks.requireBelow(buffer.address(), device.traces().highestMark());
      }
      buffer.enqueueWrite(size.padded(commands));
      return buffer;
    } catch (TilescopeException failure) {
      buffer.deallocate();
      throw failure;
    }
  }

  private MetalTrace contents(
      Buffer buffer, byte[] commands, List<MetalTrace.Operation> operations) {
    return new MetalTrace(
        id,
        device.id(),
        device.chipIds(),
        device.board().architecture().name(),
        device.options().traceRegionBytes(),
        device.traces().bytes() + buffer.sizeBytes(),
        buffer.address(),
        Math.toIntExact(buffer.pageBytes()),
        buffer.sizeBytes(),
        commands,
        operations);
  }

  /** Runs the recorded programs again and waits for them. */
  public void execute() {
    execute(true);
  }

  /**
   * Runs the recorded programs again, on what their inputs hold now.
   *
   * @param blocking whether to wait for them; the modelled device has always finished
   */
  public void execute(boolean blocking) {
    TraceReplay replay = live().replay();
    CommandQueue on = CommandQueue.current(device);
    device
        .traces()
        .refuse(
            blocking
                ? "Blocking is not supported when recording a trace."
                : "A trace cannot be executed while another one is captured on the same command"
                    + " queue",
            on);
    if (Tracker.dispatchBlocked()) {
      return;
    }
    if (live().buffer().isBlocked()) {
      throw new TilescopeException(
          "trace %d was captured in NO_DISPATCH: only its size is known; capture it again to run it"
              .formatted(id));
    }
    device.runner().requireRecoverable();
    device.traces().requireSafe();
    CommandQueue.use(device);
    replay.run();
    device.traces().overwrite(this);
    if (blocking) {
      on.finish();
    }
  }

  /** Gives the memory back. The trace can no longer be executed. */
  public synchronized void release() {
    Buffer buffer = live().buffer();
    state = State.RELEASED;
    device.traces().remove(this);
    buffer.deallocate();
    if (Tracker.on()) {
      Tracker.metalTraceReleased(device, id);
    }
  }

  void closeWithDevice() {
    state = State.RELEASED;
  }

  /** What lies in the memory of each chip. */
  public MetalTrace contents() {
    return live().contents();
  }

  /** In whole pages, over all banks of a chip. */
  public long bufferBytes() {
    Recording found = recording;
    return found == null ? 0 : found.buffer().sizeBytes();
  }

  /** Takes no lock: whoever holds that of {@link MetalTraces} may ask. */
  private Recording live() {
    if (state == State.RECORDING) {
      throw new TilescopeException(
          "trace %d is still being captured on command queue %d; call endCapture first"
              .formatted(id, queue.id()));
    }
    Recording found = recording;
    if (state == State.RELEASED || found == null) {
      throw device.traces().missing(id);
    }
    return found;
  }

  TraceMemory memory() {
    return memory;
  }

  DramMarks marks() {
    return marks;
  }

  /** How high the capture came in DRAM, where that matters. */
  long dramMark() {
    return device.options().traceRegionBytes() == 0 ? marks.highest() : 0;
  }

  /** Whether a replay leaves what is not this buffer's in the memory that it now has. */
  boolean spoils(Buffer buffer) {
    return live().footprint().spoils(buffer);
  }

  @Override
  public String toString() {
    return "trace " + id + " of " + device.label();
  }
}
