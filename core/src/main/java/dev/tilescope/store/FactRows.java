package dev.tilescope.store;

import dev.tilescope.store.CallFacts.DeviceOperation;
import dev.tilescope.store.CallFacts.Operation;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * Rows of {@code tilescope_operation_facts} and {@code tilescope_device_operations}. They are
 * complete when the trace is, see {@link DeviceLevels}, and wait in a spool until then.
 *
 * <p>Peaks are those of the fullest device while the call ran, whoever caused them.
 */
final class FactRows implements AutoCloseable {
  /** The last node of an operation that did not end. */
  static final long NEVER = -1;

  private static final int NO_NAME = -1;

  private final MemoryLevels levels;
  private final RowSink rows;
  private final long rank;
  private final FactSpool spool;

  FactRows(MemoryLevels levels, RowSink rows, long rank, FactSpool spool) {
    this.levels = levels;
    this.rows = rows;
    this.rank = rank;
    this.spool = spool;
  }

  /** An operation ends here. */
  void add(Operation operation, long lastNode) {
    spool.add(out -> writeTo(out, operation, lastNode));
  }

  /**
   * A device operation ends here.
   *
   * @param seconds not a number if unknown
   */
  void add(DeviceOperation device, double seconds) {
    spool.add(out -> writeTo(out, device, seconds));
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
    out.writeInt(NO_NAME);
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

  /** Writes the rows: the levels know now what stood before the trace. */
  void finish() {
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
    row.add((Object) (lastNode == NEVER ? null : lastNode));
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
