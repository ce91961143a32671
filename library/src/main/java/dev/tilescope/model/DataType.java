package dev.tilescope.model;

/** Element types, with TT-NN's numbers. Prints as {@code DataType::BFLOAT16}. */
public enum DataType implements Coded {
  BFLOAT16(0, 2),
  FLOAT32(1, 4),
  UINT32(2, 4),
  BFLOAT8_B(3, 1),
  BFLOAT4_B(4, 1),
  UINT8(5, 1),
  UINT16(6, 2),
  INT32(7, 4),
  INT8(9, 1);

  private final int code;
  private final int elementBytes;

  DataType(int code, int elementBytes) {
    this.code = code;
    this.elementBytes = elementBytes;
  }

  @Override
  public int code() {
    return code;
  }

  /** Bytes of one row-major element; block floats count one, as TT-NN's element size does. */
  public int elementBytes() {
    return elementBytes;
  }

  /** Bytes of one 32x32 tile: block floats carry an exponent for every 16 elements. */
  public int tileBytes() {
    return Tile.DEFAULT.bytes(this);
  }

  public boolean isFloat() {
    return switch (this) {
      case BFLOAT16, FLOAT32, BFLOAT8_B, BFLOAT4_B -> true;
      case UINT32, UINT8, UINT16, INT32, INT8 -> false;
    };
  }

  public boolean isBlockFloat() {
    return this == BFLOAT8_B || this == BFLOAT4_B;
  }

  @Override
  public String toString() {
    return "DataType::" + name();
  }
}
