package dev.tilescope.golden;

import dev.tilescope.model.DataType;

/** Element types by ONNX's numbers ({@code TensorProto.DataType}), for {@code Cast} too. */
enum OnnxType {
  FLOAT(1),
  UINT8(2),
  UINT16(4),
  INT32(6),
  INT64(7),
  BOOL(9),
  DOUBLE(11),
  UINT32(12),
  BFLOAT16(16);

  private final int code;

  OnnxType(int code) {
    this.code = code;
  }

  /** What a tensor type is cast to in a golden; block floats are held against float32. */
  static OnnxType of(DataType dtype) {
    return switch (dtype) {
      case FLOAT32, BFLOAT8_B, BFLOAT4_B -> FLOAT;
      case BFLOAT16 -> BFLOAT16;
      case UINT32 -> UINT32;
      case INT32 -> INT32;
      case UINT16 -> UINT16;
      case UINT8 -> UINT8;
      case INT8 -> throw new AssertionError("no program of the device takes " + dtype);
    };
  }

  int code() {
    return code;
  }
}
