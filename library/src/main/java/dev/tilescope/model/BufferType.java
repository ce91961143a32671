package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/** The memory a buffer lives in, with TT-Metal's numbers. Prints as {@code BufferType::DRAM}. */
public enum BufferType {
  DRAM,
  L1,
  SYSTEM_MEMORY,
  L1_SMALL,
  TRACE;

  public int code() {
    return ordinal();
  }

  public static @Nullable BufferType ofCode(long code) {
    return code >= 0 && code < values().length ? values()[(int) code] : null;
  }

  /** True for the kinds that live in a DRAM bank. */
  public boolean isDram() {
    return this == DRAM || this == TRACE;
  }

  /** True for the kinds that live in a core's L1. */
  public boolean isL1() {
    return this == L1 || this == L1_SMALL;
  }

  @Override
  public String toString() {
    return "BufferType::" + name();
  }
}
