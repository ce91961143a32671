package dev.tilescope.store;

import dev.tilescope.report.raw.Param;
import dev.tilescope.report.raw.RawNode;
import org.jspecify.annotations.Nullable;

/** A row of {@code tilescope_allocations} in the making. */
final class AllocatedBuffer {
  /** No node: it stood there before the capture, or was never freed. */
  static final long NONE = -1;

  final long id;
  final long device;
  final long type;
  final long layout;
  final @Nullable Long bytes;
  @Nullable Long address;
  @Nullable Long bytesPerBank;
  @Nullable Long pageBytes;
  @Nullable Long cores;
  final long[] tensors;
  @Nullable Long tensor;
  long firstOperation;
  long firstNode = NONE;
  long lastOperation;
  long lastNode = NONE;

  AllocatedBuffer(long id, RawNode node, long[] tensors, NodeReading reading) {
    this.id = id;
    this.tensors = tensors;
    device = reading.integerOrZero(node, Param.DEVICE_ID);
    type = reading.bufferType(node);
    layout = RowRules.VIEWER.layoutNumber(node.param(Param.LAYOUT));
    bytes = reading.integer(node, Param.SIZE);
    complete(node, reading);
  }

  /** Nodes differ in what they hold; what the first one says counts. */
  final void complete(RawNode node, NodeReading reading) {
    address = address == null ? reading.integer(node, Param.ADDRESS) : address;
    bytesPerBank =
        bytesPerBank == null ? reading.integer(node, Param.MAX_SIZE_PER_BANK) : bytesPerBank;
    pageBytes = pageBytes == null ? reading.integer(node, Param.PAGE_SIZE) : pageBytes;
    cores = cores == null ? reading.integer(node, Param.NUM_CORES) : cores;
  }

  boolean stoodBefore() {
    return firstNode == NONE;
  }

  long bytesPerBankOrZero() {
    return bytesPerBank == null ? 0 : bytesPerBank;
  }

  long bytesOrZero() {
    return bytes == null ? 0 : bytes;
  }
}
