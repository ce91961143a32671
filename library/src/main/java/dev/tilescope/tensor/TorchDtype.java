package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Element types of PyTorch. Prints as {@code torch.float32}. */
public enum TorchDtype {
  FLOAT64(Double.BYTES),
  FLOAT32(Float.BYTES),
  FLOAT16(Short.BYTES),
  BFLOAT16(Short.BYTES),
  INT64(Long.BYTES),
  INT32(Integer.BYTES),
  INT16(Short.BYTES),
  INT8(Byte.BYTES),
  UINT32(Integer.BYTES),
  UINT16(Short.BYTES),
  UINT8(Byte.BYTES),
  BOOL(Byte.BYTES);

  private final int elementBytes;

  TorchDtype(int elementBytes) {
    this.elementBytes = elementBytes;
  }

  /** The type that {@code to_torch} gives a tensor. */
  public static TorchDtype of(DataType dtype) {
    return switch (dtype) {
      case BFLOAT16 -> BFLOAT16;
      case FLOAT32, BFLOAT8_B, BFLOAT4_B -> FLOAT32;
      case UINT32 -> UINT32;
      case UINT16 -> UINT16;
      case UINT8 -> UINT8;
      case INT8 -> INT8;
      case INT32 -> INT32;
    };
  }

  public int elementBytes() {
    return elementBytes;
  }

  public boolean isFloat() {
    return switch (this) {
      case FLOAT64, FLOAT32, FLOAT16, BFLOAT16 -> true;
      case INT64, INT32, INT16, INT8, UINT32, UINT16, UINT8, BOOL -> false;
    };
  }

  /**
   * The type that {@code from_torch} gives a tensor if none is asked for; null if there is none.
   */
  public @Nullable DataType inferred() {
    return switch (this) {
      case FLOAT32 -> DataType.FLOAT32;
      case FLOAT16, BFLOAT16 -> DataType.BFLOAT16;
      case INT64, UINT32 -> DataType.UINT32;
      case INT32 -> DataType.INT32;
      case INT16, UINT16 -> DataType.UINT16;
      case UINT8, BOOL -> DataType.UINT8;
      case INT8 -> DataType.INT8;
      case FLOAT64 -> null;
    };
  }

  /** Whether TT-NN has the very same type; it takes a bool for a uint8. */
  public boolean isTtnn() {
    return switch (this) {
      case FLOAT32, BFLOAT16, INT32, INT8, UINT32, UINT16, UINT8, BOOL -> true;
      case FLOAT64, FLOAT16, INT64, INT16 -> false;
    };
  }

  @Override
  public String toString() {
    return "torch." + name().toLowerCase(Locale.ROOT);
  }
}
