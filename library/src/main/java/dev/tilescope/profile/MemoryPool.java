package dev.tilescope.profile;

import dev.tilescope.model.BufferType;

/** The memory of one kind on one device, as a number that fits an event. */
public final class MemoryPool {
  private static final int TYPE_BITS = 3;

  private MemoryPool() {}

  static int of(int device, BufferType type) {
    return device << TYPE_BITS | type.code();
  }

  /** {@code Device 0 DRAM}. */
  public static String name(int pool) {
    BufferType type = BufferType.ofCode(pool & (1 << TYPE_BITS) - 1);
    return "Device " + (pool >>> TYPE_BITS) + " " + (type == null ? "unknown" : type.name());
  }
}
