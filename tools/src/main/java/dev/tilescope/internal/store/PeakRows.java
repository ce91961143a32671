package dev.tilescope.internal.store;

import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.DeviceMemories;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.CoreCoord;
import org.jspecify.annotations.Nullable;

/** Rows of {@code tilescope_memory_peaks}, when all of a trace has been told to the account. */
final class PeakRows {
  private final FileContext context;
  private final OperationSpans operations;
  private final RowSink rows;

  PeakRows(FileContext context, OperationSpans operations, RowSink rows) {
    this.context = context;
    this.operations = operations;
    this.rows = rows;
  }

  void write(DeviceMemories account) {
    account
        .devices()
        .forEach((device, memory) -> write(device, account.meshOf(device), memory.peaks()));
  }

  private void write(long device, @Nullable Long mesh, Peaks peaks) {
    CoreCoord core = peaks.l1Core() < 0 ? null : CoreIndex.core(peaks.l1Core());
    RowBatch row = rows.row(Table.MEMORY_PEAKS).add(context.number());
    row.add(context.baseOperationId() + 1).add(operations.existing(Long.MAX_VALUE));
    row.add(device).add(mesh);
    row.add(peaks.l1BytesPerCore()).add(context.banks().l1BankBytes(device));
    row.add(peaks.l1ProgramBytes());
    row.add(core == null ? null : (Long) (long) core.x());
    row.add(core == null ? null : (Long) (long) core.y());
    addPlace(row, peaks.l1Node());
    row.add(peaks.l1HeadroomBytes() < 0 ? null : (Long) peaks.l1HeadroomBytes());
    addPlace(row, peaks.l1HeadroomNode());
    row.add(peaks.dramBytesPerBank());
    row.add(context.banks().dramChannelBytes(device));
    addPlace(row, peaks.dramNode());
    row.add(context.rank());
  }

  private void addPlace(RowBatch row, long node) {
    row.add(operation(node)).add(node < 0 ? null : (Long) node);
  }

  /** The operation that a node lies in, or the next one, or the last. */
  private @Nullable Long operation(long node) {
    long operation = node < 0 ? 0 : operations.existing(operations.at(node));
    return operation <= context.baseOperationId() ? null : (Long) operation;
  }
}
