package dev.tilescope.internal.store;

import java.util.ArrayList;
import java.util.List;

/** Buffers that are allocated at this point of the trace, in the order of their allocation. */
final class ActiveBuffers {
  private record Active(long device, long address, long bytesPerBank, long type, long layout) {}

  private final List<Active> buffers = new ArrayList<>();

  void allocate(long device, long address, long bytesPerBank, long type, long layout) {
    buffers.add(new Active(device, address, bytesPerBank, type, layout));
  }

  /** Upstream frees an address on every device. */
  void freeEverywhere(long address) {
    buffers.removeIf(b -> b.address == address);
  }

  void free(long device, long address) {
    buffers.removeIf(b -> b.address == address && b.device == device);
  }

  void write(RowSink rows, long operationId, long rank) {
    for (Active b : buffers) {
      RowBatch row = rows.row(Table.BUFFERS).add(operationId).add(b.device).add(b.address);
      row.add(b.bytesPerBank).add(b.type).add(b.layout).add(rank);
    }
  }
}
