package dev.tilescope.analysis;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes traces by hand, node by node; each method returns the counter of the node it adds. */
public final class TraceScript {
  private final List<TraceNode> nodes = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private int device;

  public TraceScript() {
    nodes.add(new TraceNode(0, 0, 0, Ints.EMPTY, new TraceEvent.CaptureStart()));
  }

  public TraceScript onDevice(int id) {
    device = id;
    return this;
  }

  public int start(String name, String... arguments) {
    open.add(name);
    return add(
        Ints.EMPTY,
        new TraceEvent.FunctionStart(name, arguments.length, List.of(arguments), Ints.EMPTY));
  }

  public int end(long nanos, int... outputs) {
    int counter = add(Ints.of(outputs), new TraceEvent.FunctionEnd(open.getLast(), nanos, 0));
    open.removeLast();
    return counter;
  }

  public int tensor(long id, int... dims) {
    return tensor(id, Shape.of(dims), -1, List.of());
  }

  /** A tensor with a part on each chip of a mesh. */
  public int meshTensor(long id, int mesh, int... chips) {
    List<DeviceTensor> parts =
        IntStream.of(chips).mapToObj(chip -> new DeviceTensor(chip, mesh, 0)).toList();
    return tensor(id, Shape.of(32, 32), mesh, parts);
  }

  private int tensor(long id, Shape shape, int deviceId, List<DeviceTensor> parts) {
    return add(
        Ints.EMPTY,
        new TraceEvent.Tensor(
            new TensorDescription(id, shape, null, null, null, deviceId, null, null, null, parts)));
  }

  public int buffer(BufferType type, long bytes, int... tensors) {
    return add(Ints.of(tensors), new TraceEvent.Buffer(describe(type, bytes, -1)));
  }

  public int allocate(int buffer, long maxSizePerBankBytes) {
    BufferDescription of = described(buffer);
    return add(
        Ints.of(buffer),
        new TraceEvent.BufferAllocate(describe(of.type(), of.sizeBytes(), maxSizePerBankBytes)));
  }

  /** An allocation with a place of its own in every bank. */
  public int allocateAt(int buffer, long address, long maxSizePerBankBytes) {
    BufferDescription of = described(buffer);
    return add(
        Ints.of(buffer),
        new TraceEvent.BufferAllocate(
            new BufferDescription(
                of.deviceId(),
                of.type(),
                of.layout(),
                address,
                of.sizeBytes(),
                -1,
                0,
                maxSizePerBankBytes)));
  }

  /** Says that a tensor lies in a buffer. */
  public void holds(int buffer, int tensor) {
    IntStream before = nodes.get(buffer).connections().stream();
    connect(buffer, IntStream.concat(before, IntStream.of(tensor)).toArray());
  }

  /** A tensor node that names the functions it goes into, as older traces have them. */
  public void goesInto(int tensor, int... starts) {
    connect(tensor, starts);
  }

  private void connect(int at, int... to) {
    TraceNode node = nodes.get(at);
    nodes.set(at, new TraceNode(at, node.level(), node.thread(), Ints.of(to), node.event()));
  }

  public int deallocate(int buffer) {
    BufferDescription of = described(buffer);
    return add(Ints.of(buffer), new TraceEvent.BufferDeallocate(describe(of.type(), 0, -1)));
  }

  public int circularBuffer(long bytes, boolean borrowed) {
    return add(
        Ints.EMPTY, new TraceEvent.CircularBufferAllocate(device, 0, bytes, CORES, borrowed));
  }

  public int circularBufferAt(long address, long bytes, CoreRangeSet cores) {
    return add(
        Ints.EMPTY, new TraceEvent.CircularBufferAllocate(device, address, bytes, cores, false));
  }

  public int dataflowBuffer(long bytes, boolean borrowed) {
    return add(
        Ints.EMPTY, new TraceEvent.DataflowBufferAllocate(device, 0, bytes, CORES, borrowed));
  }

  public int scratchpad(long bytes) {
    return add(Ints.EMPTY, new TraceEvent.ScratchpadAllocate(device, 0, bytes, CORES));
  }

  public int deallocateAll() {
    return add(Ints.EMPTY, new TraceEvent.CircularBufferDeallocateAll(device));
  }

  public Trace trace() {
    List<TraceNode> all = new ArrayList<>(nodes);
    all.add(new TraceNode(all.size(), 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(1000)));
    return Trace.inOrder(all);
  }

  private static final CoreRangeSet CORES = CoreRangeSet.grid(8, 8);

  private BufferDescription describe(BufferType type, long bytes, long maxSizePerBankBytes) {
    return new BufferDescription(
        device, type, TensorMemoryLayout.INTERLEAVED, 0, bytes, -1, 0, maxSizePerBankBytes);
  }

  private BufferDescription described(int buffer) {
    return ((TraceEvent.Buffer) nodes.get(buffer).event()).buffer();
  }

  private int add(Ints connections, TraceEvent event) {
    nodes.add(new TraceNode(nodes.size(), open.size(), 0, connections, event));
    return nodes.size() - 1;
  }
}
