package dev.tilescope.store;

import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.DeviceMemory;
import dev.tilescope.store.CallFacts.DeviceOperation;
import dev.tilescope.store.CallFacts.Operation;

/**
 * Rows of {@code tilescope_operation_facts} and {@code tilescope_device_operations}. They are
 * complete when the trace is, see {@link DeviceMemory}, and wait in a spool until then.
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

  /** An operation ends here. */
  void add(Operation operation, long lastNode) {
    spool.add(OPERATION);
    spool.add(operation.id);
    spool.add(operation.firstNode);
    spool.add(lastNode);
    spool.add(operation.nodes);
    spool.add(operation.depth);
    spool.add(operation.deviceOperations);
    spool.add(operation.modelledNanos);
    addPeaks(operation.position);
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
    spool.add(device.modelledNanos);
    spool.add(device.programBytes);
    addPeaks(device.position);
  }

  private void addPeaks(long position) {
    spool.add(account.devices().size());
    for (DeviceMemory device : account.devices().values()) {
      spool.add(device.l1().since(position));
      spool.add(device.dram().since(position));
    }
  }

  /** Writes the rows: the levels know now what stood before the trace. */
  void finish() {
    LongSpool.Cursor facts = spool.read();
    while (!facts.atEnd()) {
      long kind = facts.next();
      if (kind == OPERATION) {
        writeOperation(facts);
      } else {
        writeDeviceOperation(facts, kind == PLACED);
      }
    }
  }

  private void writeOperation(LongSpool.Cursor facts) {
    RowBatch row = rows.row(Table.OPERATION_FACTS).add(facts.next()).add(facts.next());
    long lastNode = facts.next();
    row.add((Object) (lastNode == NEVER ? null : lastNode));
    row.add(facts.next()).add(facts.next()).add(facts.next());
    long modelledNanos = facts.next();
    Peaks peaks = peaks(facts);
    row.add(peaks.l1Bytes).add(peaks.dramBytes);
    row.add((Object) (modelledNanos == 0 ? null : modelledNanos)).add(rank);
  }

  private void writeDeviceOperation(LongSpool.Cursor facts, boolean placed) {
    RowBatch row = rows.row(Table.DEVICE_OPERATIONS).add(facts.next()).add(facts.next());
    row.add((Object) facts.text());
    long device = facts.next();
    row.add((Object) (placed ? device : null));
    double seconds = Double.longBitsToDouble(facts.next());
    row.add((Object) (Double.isNaN(seconds) ? null : seconds));
    long modelledNanos = facts.next();
    row.add((Object) (modelledNanos == 0 ? null : modelledNanos));
    row.add(facts.next()).add(peaks(facts).l1Bytes).add(rank);
  }

  private record Peaks(long l1Bytes, long dramBytes) {}

  /** Devices that had not appeared yet when it was added stood as they did in the beginning. */
  private Peaks peaks(LongSpool.Cursor facts) {
    long known = facts.next();
    long l1 = 0;
    long dram = 0;
    int i = 0;
    for (DeviceMemory device : account.devices().values()) {
      l1 = Math.max(l1, device.l1Before() + (i < known ? facts.next() : 0));
      dram = Math.max(dram, device.dramBefore() + (i < known ? facts.next() : 0));
      i++;
    }
    return new Peaks(l1, dram);
  }

  @Override
  public void close() {
    spool.close();
  }
}
