package dev.tilescope.golden;

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

  int code() {
    return code;
  }
}
