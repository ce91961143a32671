package dev.tilescope.internal.store;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.report.internal.RawNode;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What operations and the device operations in them amount to, for {@link FactRows}. */
final class CallFacts implements AutoCloseable {
  static final class Operation {
    final long id;
    final long firstNode;
    final long position;

    /** Two for each device that was there as it began: L1 of a core, DRAM of a bank. */
    final long[] before;

    long nodes;
    long depth;
    long deviceOperations;
    ModelledTime modelled = ModelledTime.NONE;

    Operation(long id, long firstNode, long position, long[] before) {
      this.id = id;
      this.firstNode = firstNode;
      this.position = position;
      this.before = before;
    }
  }

  static final class DeviceOperation {
    final long operation;
    final long index;
    final String name;
    final long position;
    final @Nullable DeviceOperation caller;
    @Nullable Long device;
    ModelledTime modelled = ModelledTime.NONE;
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
  private final DeviceMemories account;
  private final TimeBands bands;
  private final FactRows facts;
  private final Map<Object, Lane> lanes = new HashMap<>();
  private Lane lane = new Lane();
  private @Nullable Operation single;
  private long openOperations;
  private long lastEnd;

  CallFacts(FileContext context, OperationSpans operations, DeviceMemories account, RowSink rows) {
    this.operations = operations;
    this.account = account;
    this.bands = context.timeBands();
    this.facts = new FactRows(account, rows, context.rank(), new LongSpool(context.scratch()));
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
    Operation begun =
        id == 0 ? null : new Operation(id, start.index(), position, facts.levelsNow());
    if (begun != null) {
      lane.operation = begun;
      lane.depth = 0;
      openOperations++;
    }
    Operation operation = lane.operation;
    DeviceOperation device = null;
    if (operation != null) {
      operation.depth = Math.max(operation.depth, ++lane.depth);
      if (DeviceOperationNames.contain(name)) {
        device = new DeviceOperation(operation, name, position, lane.device);
        lane.device = device;
      }
    }
    boolean plain = begun == null && device == null;
    lane.calls.push(plain ? PLAIN : new Call(begun, device));
  }

  void end(RawNode end, long position) {
    Call call = lane.calls.poll();
    if (call == null) {
      return;
    }
    lane.depth--;
    if (end.modelledNanos() instanceof Long nanos && nanos > 0) {
      addModelled(nanos);
    }
    close(call, end, position);
  }

  private void addModelled(long nanos) {
    ModelledTime time = bands.time(lane.device == null ? "" : lane.device.name, nanos);
    if (lane.device != null) {
      lane.device.modelled = lane.device.modelled.plus(time);
    }
    if (lane.operation != null) {
      lane.operation.modelled = lane.operation.modelled.plus(time);
    }
  }

  private void close(Call call, @Nullable RawNode end, long position) {
    if (call.device != null) {
      closeDevice(call.device, end);
    }
    if (call.operation != null) {
      closeOperation(call.operation, end == null ? FactRows.NEVER : end.index(), position);
    }
  }

  private void closeDevice(DeviceOperation device, @Nullable RawNode end) {
    DeviceOperation caller = device.caller;
    lane.device = caller;
    if (caller != null) {
      caller.modelled = caller.modelled.plus(device.modelled);
      caller.programBytes = Math.max(caller.programBytes, device.programBytes);
    }
    facts.add(device, secondsOf(end));
  }

  private static double secondsOf(@Nullable RawNode end) {
    Object nanos = end == null ? null : end.durationNanos();
    return switch (nanos) {
      case Long whole when whole > 0 -> whole / 1e9;
      case Double part when part > 0 -> part / 1e9;
      case null, default -> Double.NaN;
    };
  }

  private void closeOperation(Operation operation, long lastNode, long position) {
    lane.operation = null;
    facts.add(operation, lastNode, Math.min(lastEnd, operation.position));
    lastEnd = position;
    openOperations--;
    if (openOperations == 0) {
      account.forget();
    }
  }

  /** A deallocation at the top of the trace begins, which is an operation of one node. */
  void beginSingle(RawNode node, long position) {
    single =
        new Operation(
            operations.beginningAt(node.index()), node.index(), position - 1, facts.levelsNow());
    single.nodes = 1;
    openOperations++;
  }

  /** What it frees has been freed. */
  void endSingle(RawNode node, long position) {
    if (single != null) {
      closeOperation(single, node.index(), position);
      single = null;
    }
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
    if (lane.device != null) {
      lane.device.device = device;
    }
  }

  /** Programs hold so much of a core now. */
  void held(long bytes) {
    if (lane.device != null) {
      lane.device.programBytes = Math.max(lane.device.programBytes, bytes);
    }
  }

  /** The trace is over: calls that are open never ended. */
  void finish() {
    for (Lane open : List.copyOf(lanes.values())) {
      lane = open;
      for (Call call = open.calls.poll(); call != null; call = open.calls.poll()) {
        close(call, null, lastEnd);
      }
    }
    facts.finish(operations.existing(Long.MAX_VALUE), lastEnd);
  }

  @Override
  public void close() {
    facts.close();
  }
}
