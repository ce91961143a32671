package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/** The memory a buffer lives in, with TT-Metal's numbers. Prints as {@code BufferType::DRAM}. */
public enum BufferType implements Coded {
  DRAM(0),
  L1(1),
  SYSTEM_MEMORY(2),
  L1_SMALL(3),
  TRACE(4);

  private static final Codes<BufferType> BY_CODE = Codes.of(BufferType.values());

  private final int code;

  BufferType(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  public static @Nullable BufferType ofCode(long code) {
    return BY_CODE.of(code);
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
