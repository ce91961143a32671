package dev.tilescope.torch;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.NDManager;
import ai.djl.ndarray.types.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * DJL's arrays as bytes and back.
 *
 * <p>DJL's PyTorch ends the whole process when it is asked for a bfloat16, uint16, uint32 or int16,
 * so it never is: those types exist on our side only.
 */
final class DjlArrays {
  /** DJL passes elements in arrays of bytes. */
  private static final long MAX_BYTES = Integer.MAX_VALUE - 8;

  private DjlArrays() {}

  static TorchTensor describe(NDArray array) {
    if (array.isReleased()) {
      throw new TilescopeException(
          "tensor: the NDArray was closed, perhaps by its manager; make the tensor before that");
    }
    TorchDtype dtype = dtype(array.getDataType());
    Shape shape = shape(array.getShape());
    return TorchTensor.deferred(shape, dtype, () -> read(array, shape, dtype));
  }

  private static MemorySegment read(NDArray array, Shape shape, TorchDtype dtype) {
    requireBytes(shape, dtype);
    return MemorySegment.ofBuffer(array.toByteBuffer(false));
  }

  static NDArray create(TorchTensor tensor, NDManager manager) {
    DataType type = dataType(tensor.dtype());
    TorchTensor held = tensor.to(dtype(type));
    requireBytes(held.shape(), held.dtype());
    MemorySegment elements = held.elements();
    ByteBuffer buffer = manager.allocateDirect((int) elements.byteSize());
    MemorySegment.ofBuffer(buffer).copyFrom(elements);
    long[] dims = Arrays.stream(held.shape().toArray()).asLongStream().toArray();
    return manager.create(buffer, new ai.djl.ndarray.types.Shape(dims), type);
  }

  private static void requireBytes(Shape shape, TorchDtype dtype) {
    long elements = shape.volume();
    if (elements > MAX_BYTES / dtype.elementBytes()) {
      throw new TilescopeException(
          "tensor: DJL passes at most %d bytes, got %s of %s; convert it in parts"
              .formatted(MAX_BYTES, shape, dtype));
    }
  }

  private static Shape shape(ai.djl.ndarray.types.Shape shape) {
    int[] dims = new int[shape.dimension()];
    for (int i = 0; i < dims.length; i++) {
      if (shape.get(i) > Integer.MAX_VALUE) {
        throw new TilescopeException(
            "tensor: dimensions of at most 2^31-1 are possible, got " + shape);
      }
      dims[i] = (int) shape.get(i);
    }
    return Shape.of(dims);
  }

  private static TorchDtype dtype(DataType type) {
    return switch (type) {
      case FLOAT64 -> TorchDtype.FLOAT64;
      case FLOAT32 -> TorchDtype.FLOAT32;
      case FLOAT16 -> TorchDtype.FLOAT16;
      case INT64 -> TorchDtype.INT64;
      case INT32 -> TorchDtype.INT32;
      case INT8 -> TorchDtype.INT8;
      case UINT8 -> TorchDtype.UINT8;
      case BOOLEAN -> TorchDtype.BOOL;
      case BFLOAT16, INT16, UINT16, UINT32, UINT64, COMPLEX64, STRING, UNKNOWN ->
          throw new TilescopeException(
              "tensor: an NDArray of floats, int8, uint8, int32, int64 or boolean is needed, got %s;"
                      .formatted(type)
                  + " convert it in the model, since DJL's own conversion may end the process");
    };
  }

  /** The type itself, or the narrowest that DJL's PyTorch holds and that loses nothing. */
  private static DataType dataType(TorchDtype dtype) {
    return switch (dtype) {
      case FLOAT64 -> DataType.FLOAT64;
      case FLOAT32, BFLOAT16 -> DataType.FLOAT32;
      case FLOAT16 -> DataType.FLOAT16;
      case INT64, UINT32 -> DataType.INT64;
      case INT32, UINT16, INT16 -> DataType.INT32;
      case INT8 -> DataType.INT8;
      case UINT8 -> DataType.UINT8;
      case BOOL -> DataType.BOOLEAN;
    };
  }
}
