package dev.tilescope.analysis;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.BufferDescription;
import dev.tilescope.model.TraceNode.TensorDescription;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Writes traces by hand, node by node; each method returns the counter of the node it adds. */
public final class TraceScript {
  private final List<TraceNode> nodes = new ArrayList<>();
  private final List<String> open = new ArrayList<>();
  private int device;

  public TraceScript() {
    nodes.add(new TraceNode.CaptureStart(0, 0, Ints.EMPTY));
  }

  public TraceScript onDevice(int id) {
    device = id;
    return this;
  }

  public int start(String name, String... arguments) {
    open.add(name);
    return add(
        new TraceNode.FunctionStart(
            nodes.size(),
            open.size(),
            0,
            Ints.EMPTY,
            name,
            arguments.length,
            List.of(arguments),
            Ints.EMPTY));
  }

  public int end(long nanos, int... outputs) {
    int level = open.size();
    return add(
        new TraceNode.FunctionEnd(
            nodes.size(), level, 0, Ints.of(outputs), open.removeLast(), nanos, 0));
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
        new TraceNode.Tensor(
            nodes.size(),
            open.size(),
            0,
            Ints.EMPTY,
            new TensorDescription(id, shape, null, null, null, deviceId, null, null, null, parts)));
  }

  public int buffer(BufferType type, long bytes, int... tensors) {
    return add(
        new TraceNode.Buffer(
            nodes.size(), open.size(), 0, Ints.of(tensors), describe(type, bytes, -1)));
  }

  public int allocate(int buffer, long maxSizePerBankBytes) {
    BufferDescription of = ((TraceNode.Buffer) nodes.get(buffer)).buffer();
    return add(
        new TraceNode.BufferAllocate(
            nodes.size(),
            open.size(),
            0,
            Ints.of(buffer),
            describe(of.type(), of.sizeBytes(), maxSizePerBankBytes)));
  }

  /** An allocation with a place of its own in every bank. */
  public int allocateAt(int buffer, long address, long maxSizePerBankBytes) {
    BufferDescription of = ((TraceNode.Buffer) nodes.get(buffer)).buffer();
    return add(
        new TraceNode.BufferAllocate(
            nodes.size(),
            open.size(),
            0,
            Ints.of(buffer),
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
    TraceNode.Buffer node = (TraceNode.Buffer) nodes.get(buffer);
    int[] tensors = IntStream.concat(node.connections().stream(), IntStream.of(tensor)).toArray();
    nodes.set(
        buffer,
        new TraceNode.Buffer(
            node.counter(), node.level(), node.thread(), Ints.of(tensors), node.buffer()));
  }

  /** A tensor node that names the functions it goes into, as older traces have them. */
  public void goesInto(int tensor, int... starts) {
    TraceNode.Tensor node = (TraceNode.Tensor) nodes.get(tensor);
    nodes.set(
        tensor,
        new TraceNode.Tensor(
            node.counter(), node.level(), node.thread(), Ints.of(starts), node.tensor()));
  }

  public int deallocate(int buffer) {
    BufferDescription of = ((TraceNode.Buffer) nodes.get(buffer)).buffer();
    return add(
        new TraceNode.BufferDeallocate(
            nodes.size(), open.size(), 0, Ints.of(buffer), describe(of.type(), 0, -1)));
  }

  public int circularBuffer(long bytes, boolean borrowed) {
    return add(
        new TraceNode.CircularBufferAllocate(
            nodes.size(), open.size(), 0, Ints.EMPTY, device, 0, bytes, CORES, borrowed));
  }

  public int circularBufferAt(long address, long bytes, CoreRangeSet cores) {
    return add(
        new TraceNode.CircularBufferAllocate(
            nodes.size(), open.size(), 0, Ints.EMPTY, device, address, bytes, cores, false));
  }

  public int dataflowBuffer(long bytes, boolean borrowed) {
    return add(
        new TraceNode.DataflowBufferAllocate(
            nodes.size(), open.size(), 0, Ints.EMPTY, device, 0, bytes, CORES, borrowed));
  }

  public int scratchpad(long bytes) {
    return add(
        new TraceNode.ScratchpadAllocate(
            nodes.size(), open.size(), 0, Ints.EMPTY, device, 0, bytes, CORES));
  }

  public int deallocateAll() {
    return add(
        new TraceNode.CircularBufferDeallocateAll(
            nodes.size(), open.size(), 0, Ints.EMPTY, device));
  }

  public Trace trace() {
    List<TraceNode> all = new ArrayList<>(nodes);
    all.add(new TraceNode.CaptureEnd(all.size(), 0, Ints.EMPTY, 1000));
    return Trace.inOrder(all);
  }

  private static final CoreRangeSet CORES = CoreRangeSet.grid(8, 8);

  private BufferDescription describe(BufferType type, long bytes, long maxSizePerBankBytes) {
    return new BufferDescription(
        device, type, TensorMemoryLayout.INTERLEAVED, 0, bytes, -1, 0, maxSizePerBankBytes);
  }

  private int add(TraceNode node) {
    nodes.add(node);
    return node.counter();
  }
}
