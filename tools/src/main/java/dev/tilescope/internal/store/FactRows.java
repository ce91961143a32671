package dev.tilescope.internal.store;

import dev.tilescope.device.ModelledTime;
import dev.tilescope.internal.store.CallFacts.DeviceOperation;
import dev.tilescope.internal.store.CallFacts.Operation;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.memory.RunningPeak;
import java.util.Map;

/**
 * Rows of {@code tilescope_operation_facts}, {@code tilescope_memory_levels} and {@code
 * tilescope_device_operations}. They are complete when the trace is, see {@link DeviceMemory}, and
 * wait in a spool until then.
 *
 * <p>Peaks are those of the fullest device while the call ran, whoever caused them.
 */
final class FactRows implements AutoCloseable {
  /** The last node of an operation that did not end. */
  static final long NEVER = -1;

  // What a fact begins with.
  private static final long OPERATION = 0;
  private static final long UNPLACED = 1;
  private static final long PLACED = 2;

  private final DeviceMemories account;
  private final RowSink rows;
  private final long rank;
  private final LongSpool spool;

  FactRows(DeviceMemories account, RowSink rows, long rank, LongSpool spool) {
    this.account = account;
    this.rows = rows;
    this.rank = rank;
    this.spool = spool;
  }

  /**
   * An operation ends here.
   *
   * @param from where the operation before it ended, or this one began
   */
  void add(Operation operation, long lastNode, long from) {
    spool.add(OPERATION);
    spool.add(operation.id);
    spool.add(operation.firstNode);
    spool.add(lastNode);
    spool.add(operation.nodes);
    spool.add(operation.depth);
    spool.add(operation.deviceOperations);
    add(operation.modelled);
    spool.add(account.devices().size());
    int i = 0;
    for (DeviceMemory device : account.devices().values()) {
      spool.add(device.l1().since(operation.position));
      spool.add(device.dram().since(operation.position));
      spool.add(i < operation.before.length ? operation.before[i] : 0);
      spool.add(device.l1().since(from));
      spool.add(i < operation.before.length ? operation.before[i + 1] : 0);
      spool.add(device.dramBank().since(from));
      i += 2;
    }
  }

  private void add(ModelledTime time) {
    spool.add(time.nanos());
    spool.add(time.lowNanos());
    spool.add(time.highNanos());
  }

  private static ModelledTime modelled(LongSpool.Cursor facts) {
    return new ModelledTime(facts.next(), facts.next(), facts.next());
  }

  private static void write(RowBatch row, ModelledTime time) {
    boolean known = time.nanos() != 0;
    row.add(known ? (Long) time.nanos() : null);
    row.add(known ? (Long) time.lowNanos() : null);
    row.add(known ? (Long) time.highNanos() : null);
  }

  /** Two for each device: L1 of a core, DRAM of a bank. */
  long[] levelsNow() {
    long[] levels = new long[2 * account.devices().size()];
    int i = 0;
    for (DeviceMemory device : account.devices().values()) {
      levels[i++] = device.l1().now();
      levels[i++] = device.dramBank().now();
    }
    return levels;
  }

  /**
   * A device operation ends here.
   *
   * @param seconds not a number if unknown
   */
  void add(DeviceOperation device, double seconds) {
    spool.add(device.device == null ? UNPLACED : PLACED);
    spool.add(device.operation);
    spool.add(device.index);
    spool.add(device.name);
    spool.add(device.device == null ? 0 : device.device);
    spool.add(Double.doubleToLongBits(seconds));
    add(device.modelled);
    spool.add(device.programBytes);
    spool.add(account.devices().size());
    for (DeviceMemory memory : account.devices().values()) {
      spool.add(memory.l1().since(device.position));
    }
  }

  /**
   * Writes the rows: the levels know now what stood before the trace.
   *
   * @param lastOperation to which belongs what happened after the last end, at {@code lastEnd}
   */
  void finish(long lastOperation, long lastEnd) {
    LongSpool.Cursor facts = spool.read();
    while (!facts.atEnd()) {
      long kind = facts.next();
      if (kind == OPERATION) {
        writeOperation(facts, lastOperation, lastEnd);
      } else {
        writeDeviceOperation(facts, kind == PLACED);
      }
    }
  }

  private void writeOperation(LongSpool.Cursor facts, long lastOperation, long lastEnd) {
    long operation = facts.next();
    RowBatch row = rows.row(Table.OPERATION_FACTS).add(operation).add(facts.next());
    long lastNode = facts.next();
    row.add(lastNode == NEVER ? null : lastNode);
    row.add(facts.next()).add(facts.next()).add(facts.next());
    ModelledTime modelled = modelled(facts);
    Peaks peaks = writeLevels(operation, facts, operation == lastOperation ? lastEnd : NEVER);
    row.add(peaks.l1Bytes).add(peaks.dramBytes);
    write(row, modelled);
    row.add(rank);
  }

  /** Devices that had not appeared yet when it was added stood as they did in the beginning. */
  private Peaks writeLevels(long operation, LongSpool.Cursor facts, long lastEnd) {
    long known = facts.next();
    long l1 = 0;
    long dram = 0;
    for (Map.Entry<Long, DeviceMemory> device : account.devices().entrySet()) {
      DeviceMemory memory = device.getValue();
      boolean told = known-- > 0;
      l1 = Math.max(l1, memory.l1Before() + (told ? facts.next() : 0));
      dram = Math.max(dram, memory.dramBefore() + (told ? facts.next() : 0));
      RowBatch row = rows.row(Table.MEMORY_LEVELS).add(operation).add(device.getKey());
      row.add(memory.l1Before() + (told ? facts.next() : 0));
      row.add(memory.l1Before() + most(told ? facts.next() : 0, memory.l1(), lastEnd));
      row.add(memory.dramBankBefore() + (told ? facts.next() : 0));
      row.add(memory.dramBankBefore() + most(told ? facts.next() : 0, memory.dramBank(), lastEnd));
      row.add(rank);
    }
    return new Peaks(l1, dram);
  }

  private static long most(long level, RunningPeak memory, long lastEnd) {
    return lastEnd == NEVER ? level : Math.max(level, memory.since(lastEnd));
  }

  private void writeDeviceOperation(LongSpool.Cursor facts, boolean placed) {
    RowBatch row = rows.row(Table.DEVICE_OPERATIONS).add(facts.next()).add(facts.next());
    row.add(facts.text());
    long device = facts.next();
    row.add(placed ? device : null);
    double seconds = Double.longBitsToDouble(facts.next());
    row.add(Double.isNaN(seconds) ? null : seconds);
    write(row, modelled(facts));
    row.add(facts.next()).add(peakL1(facts)).add(rank);
  }

  private record Peaks(long l1Bytes, long dramBytes) {}

  private long peakL1(LongSpool.Cursor facts) {
    long known = facts.next();
    long most = 0;
    for (DeviceMemory device : account.devices().values()) {
      most = Math.max(most, device.l1Before() + (known-- > 0 ? facts.next() : 0));
    }
    return most;
  }

  @Override
  public void close() {
    spool.close();
  }
}
