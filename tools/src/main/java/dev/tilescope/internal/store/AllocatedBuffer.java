package dev.tilescope.internal.store;

import dev.tilescope.memory.Held;
import dev.tilescope.model.BufferType;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.RawNode;
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

  /** What the account was told that it takes; null if it stood there before. */
  @Nullable Held allocated;

  /** Of one bank, by its size alone, where no event says. */
  long share;

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

  /** What it gives back. */
  Held taken() {
    return allocated == null ? held() : allocated;
  }

  /** As the account takes it; what stood there before shows only as it goes. */
  Held held() {
    return new Held(
        BufferType.ofCode(type),
        stoodBefore() && bytesPerBank != null ? bytesPerBank : share,
        orZero(bytes),
        orZero(address));
  }

  private static long orZero(@Nullable Long number) {
    return number == null ? 0 : number;
  }
}
