package dev.tilescope.model;

import org.jspecify.annotations.Nullable;

/**
 * How a buffer is spread over banks, with TT-NN's numbers (1 is not used). Prints as {@code
 * TensorMemoryLayout::INTERLEAVED}.
 */
public enum TensorMemoryLayout implements Coded {
  INTERLEAVED(0),
  HEIGHT_SHARDED(2),
  WIDTH_SHARDED(3),
  BLOCK_SHARDED(4),
  ND_SHARDED(5);

  private static final Codes<TensorMemoryLayout> BY_CODE = Codes.of(TensorMemoryLayout.values());

  private final int code;

  TensorMemoryLayout(int code) {
    this.code = code;
  }

  @Override
  public int code() {
    return code;
  }

  public static @Nullable TensorMemoryLayout ofCode(long code) {
    return BY_CODE.of(code);
  }

  public boolean isSharded() {
    return this != INTERLEAVED;
  }

  @Override
  public String toString() {
    return "TensorMemoryLayout::" + name();
  }
}
