package dev.tilescope.store;

import dev.tilescope.report.raw.RawNode;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Rows of {@code tilescope_operation_facts} and {@code tilescope_device_operations}: what calls
 * amount to. They are complete when the trace is, see {@link DeviceLevels}, and wait in a file.
 *
 * <p>Peaks are those of the fullest device while the call ran, whoever caused them.
 */
final class CallFacts implements AutoCloseable {
  private static final long NONE = -1;

  private static final class Operation {
    final long id;
    final long firstNode;
    final long position;
    long nodes;
    long depth;
    long deviceOperations;
    long modelledNanos;

    Operation(long id, long firstNode, long position) {
      this.id = id;
      this.firstNode = firstNode;
      this.position = position;
    }
  }

  private static final class DeviceOperation {
    final long operation;
    final long index;
    final String name;
    final long position;
    final @Nullable DeviceOperation caller;
    @Nullable Long device;
    long modelledNanos;
    long programBytes;

    DeviceOperation(
        Operation operation, String name, long position, @Nullable DeviceOperation caller) {
      this.operation = operation.id;
      this.index = operation.deviceOperations++;
      this.name = name;
      this.position = position;
      this.caller = caller;
    }
  }

  /** An open call; most are neither. */
  private record Call(@Nullable Operation operation, @Nullable DeviceOperation device) {}

  private static final Call PLAIN = new Call(null, null);

  /** Calls nest within their thread. */
  private static final class Lane {
    final Deque<Call> calls = new ArrayDeque<>();
    @Nullable Operation operation;
    @Nullable DeviceOperation device;
    long depth;
  }

  private final OperationSpans operations;
  private final MemoryLevels levels;
  private final FactSpool spool;
  private final RowSink rows;
  private final long rank;
  private final Map<Object, Lane> lanes = new HashMap<>();
  private Lane lane = new Lane();
  private long openOperations;

  CallFacts(OperationSpans operations, MemoryLevels levels, RowSink rows, long rank, Path scratch) {
    this.operations = operations;
    this.levels = levels;
    this.rows = rows;
    this.rank = rank;
    this.spool = new FactSpool(scratch);
    lanes.put(0L, lane);
  }

  /** What follows happened on this thread. */
  void thread(@Nullable Object number) {
    lane = lanes.computeIfAbsent(number == null ? (Object) 0L : number, _ -> new Lane());
  }

  void count() {
    if (lane.operation != null) {
      lane.operation.nodes++;
    }
  }

  void begin(RawNode start, String name, long position) {
    long id = operations.beginningAt(start.index());
    Operation begun = id == 0 ? null : new Operation(id, start.index(), position);
    if (begun != null) {
      lane.operation = begun;
      lane.depth = 0;
      openOperations++;
    }
    Operation operation = lane.operation;
    DeviceOperation device = null;
    if (operation != null) {
      operation.depth = Math.max(operation.depth, ++lane.depth);
      if (isDeviceOperation(name)) {
        device = new DeviceOperation(operation, name, position, lane.device);
        lane.device = device;
      }
    }
    boolean plain = begun == null && device == null;
    lane.calls.push(plain ? PLAIN : new Call(begun, device));
  }

  /** The names that viewers join with the rows of a performance report. */
  private static boolean isDeviceOperation(String name) {
    return !name.isEmpty()
        && name.indexOf('.') < 0
        && !name.contains("::")
        && !name.contains("(torch)");
  }

  void end(RawNode end) {
    Call call = lane.calls.poll();
    if (call == null) {
      return;
    }
    lane.depth--;
    long modelled = end.modelledNanos() instanceof Long nanos && nanos > 0 ? nanos : 0;
    if (lane.device != null) {
      lane.device.modelledNanos += modelled;
    }
    if (lane.operation != null) {
      lane.operation.modelledNanos += modelled;
    }
    close(call, end);
  }

  private void close(Call call, @Nullable RawNode end) {
    if (call.device != null) {
      closeDevice(call.device, end);
    }
    if (call.operation != null) {
      closeOperation(call.operation, end == null ? NONE : end.index());
    }
  }

  private void closeDevice(DeviceOperation device, @Nullable RawNode end) {
    DeviceOperation caller = device.caller;
    lane.device = caller;
    if (caller != null) {
      caller.modelledNanos += device.modelledNanos;
      caller.programBytes = Math.max(caller.programBytes, device.programBytes);
    }
    spool.add(out -> writeTo(out, device, secondsOf(end)));
  }

  private static double secondsOf(@Nullable RawNode end) {
    Object nanos = end == null ? null : end.durationNanos();
    return switch (nanos) {
      case Long whole when whole > 0 -> whole / 1e9;
      case Double part when part > 0 -> part / 1e9;
      case null, default -> Double.NaN;
    };
  }

  private void closeOperation(Operation operation, long lastNode) {
    lane.operation = null;
    spool.add(out -> writeTo(out, operation, lastNode));
    openOperations--;
    if (openOperations == 0) {
      levels.forget();
    }
  }

  /**
   * A deallocation at the top of the trace is an operation of one node.
   *
   * @param position before it
   */
  void single(RawNode node, long position) {
    Operation operation =
        new Operation(operations.beginningAt(node.index()), node.index(), position);
    operation.nodes = 1;
    openOperations++;
    closeOperation(operation, node.index());
  }

  /** Number of the innermost open device operation. */
  @Nullable Long deviceOperation() {
    return lane.device == null ? null : (Long) lane.device.index;
  }

  boolean wantsDevice() {
    return lane.device != null && lane.device.device == null;
  }

  /** The open device operation does something on this device. */
  void on(@Nullable Long device) {
    if (lane.device != null && lane.device.device == null) {
      lane.device.device = device;
    }
  }

  /** Programs hold so much of a core now. */
  void held(long bytes) {
    if (lane.device != null) {
      lane.device.programBytes = Math.max(lane.device.programBytes, bytes);
    }
  }

  private void writeTo(DataOutputStream out, DeviceOperation device, double seconds)
      throws IOException {
    byte[] name = device.name.getBytes(StandardCharsets.UTF_8);
    out.writeInt(name.length);
    out.write(name);
    out.writeLong(device.operation);
    out.writeLong(device.index);
    out.writeBoolean(device.device != null);
    out.writeLong(device.device == null ? 0 : device.device);
    out.writeDouble(seconds);
    out.writeLong(device.modelledNanos);
    out.writeLong(device.programBytes);
    writePeaks(out, device.position);
  }

  private void writeTo(DataOutputStream out, Operation operation, long lastNode)
      throws IOException {
    out.writeInt(-1);
    out.writeLong(operation.id);
    out.writeLong(operation.firstNode);
    out.writeLong(lastNode);
    out.writeLong(operation.nodes);
    out.writeLong(operation.depth);
    out.writeLong(operation.deviceOperations);
    out.writeLong(operation.modelledNanos);
    writePeaks(out, operation.position);
  }

  private void writePeaks(DataOutputStream out, long position) throws IOException {
    List<DeviceLevels> devices = levels.devices();
    out.writeInt(devices.size());
    for (DeviceLevels device : devices) {
      out.writeLong(device.l1.since(position));
      out.writeLong(device.dram.since(position));
    }
  }

  /** The trace is over: calls that are open never ended. */
  void finish() {
    for (Lane open : List.copyOf(lanes.values())) {
      lane = open;
      for (Call call = open.calls.poll(); call != null; call = open.calls.poll()) {
        close(call, null);
      }
    }
    spool.forEach(this::writeRow);
  }

  private void writeRow(DataInputStream in) throws IOException {
    int nameBytes = in.readInt();
    if (nameBytes < 0) {
      writeOperation(in);
    } else {
      writeDeviceOperation(new String(in.readNBytes(nameBytes), StandardCharsets.UTF_8), in);
    }
  }

  private void writeOperation(DataInputStream in) throws IOException {
    RowBatch row = rows.row(Table.OPERATION_FACTS).add(in.readLong()).add(in.readLong());
    long lastNode = in.readLong();
    row.add((Object) (lastNode == NONE ? null : lastNode));
    row.add(in.readLong()).add(in.readLong()).add(in.readLong());
    long modelledNanos = in.readLong();
    Peaks peaks = readPeaks(in);
    row.add(peaks.l1Bytes).add(peaks.dramBytes);
    row.add((Object) (modelledNanos == 0 ? null : modelledNanos)).add(rank);
  }

  private void writeDeviceOperation(String name, DataInputStream in) throws IOException {
    RowBatch row = rows.row(Table.DEVICE_OPERATIONS).add(in.readLong()).add(in.readLong());
    boolean placed = in.readBoolean();
    long device = in.readLong();
    row.add((Object) name).add((Object) (placed ? device : null));
    double seconds = in.readDouble();
    row.add((Object) (Double.isNaN(seconds) ? null : seconds));
    long modelledNanos = in.readLong();
    row.add((Object) (modelledNanos == 0 ? null : modelledNanos));
    row.add(in.readLong()).add(readPeaks(in).l1Bytes).add(rank);
  }

  private record Peaks(long l1Bytes, long dramBytes) {}

  /** Devices that had not appeared yet when it was written stood as they did in the beginning. */
  private Peaks readPeaks(DataInputStream in) throws IOException {
    int known = in.readInt();
    long l1 = 0;
    long dram = 0;
    for (int i = 0; i < levels.devices().size(); i++) {
      DeviceLevels device = levels.devices().get(i);
      l1 = Math.max(l1, device.l1Before() + (i < known ? in.readLong() : 0));
      dram = Math.max(dram, device.dramBefore() + (i < known ? in.readLong() : 0));
    }
    return new Peaks(l1, dram);
  }

  @Override
  public void close() {
    spool.close();
  }
}
