package dev.tilescope.args;

import dev.tilescope.args.CallRecord.TensorSnapshot;
import dev.tilescope.args.CallRecord.TorchSnapshot;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.tensor.Values;
import java.lang.foreign.MemorySegment;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The elements of a tensor as a file has them, by NumPy's types: floating-point ones as float32
 * (float64 stays), integers in their own width. Any number of them, without a copy of all.
 */
sealed interface Elements {
  Shape shape();

  /** NumPy's name of the type, e.g. {@code float32}. */
  String type();

  boolean isFloat();

  double real(int index);

  long whole(int index);

  /**
   * @param part of the tensor, on one device or on all
   */
  static Elements of(TensorSnapshot tensor, Values part) {
    return new OfTensor(tensor.shape(), tensor.dtype(), part);
  }

  static @Nullable Elements of(TorchSnapshot tensor) {
    TorchTensor values = tensor.values();
    return values == null ? null : new OfTorch(values);
  }

  /** Of a tensor of ours; unsigned numbers are held as int bits. */
  record OfTensor(Shape shape, DataType dtype, Values values) implements Elements {
    @Override
    public String type() {
      return dtype.isFloat() ? "float32" : dtype.name().toLowerCase(Locale.ROOT);
    }

    @Override
    public boolean isFloat() {
      return dtype.isFloat();
    }

    @Override
    public double real(int index) {
      return values.floats()[index];
    }

    @Override
    public long whole(int index) {
      return (long) values.get(dtype, index);
    }
  }

  /** Of a tensor of PyTorch's, converted in pieces. */
  final class OfTorch implements Elements {
    private static final int PIECE = 1 << 13;

    private final TorchTensor tensor;
    private final MemorySegment bytes;
    private int pieceAt = -1;
    private double[] reals = {};
    private long[] wholes = {};

    OfTorch(TorchTensor tensor) {
      this.tensor = tensor;
      this.bytes = tensor.elements();
    }

    @Override
    public Shape shape() {
      return tensor.shape();
    }

    @Override
    public String type() {
      return switch (tensor.dtype()) {
        case BFLOAT16 -> "float32";
        case FLOAT64, FLOAT32, FLOAT16, INT64, INT32, INT16, INT8, UINT32, UINT16, UINT8, BOOL ->
            tensor.dtype().name().toLowerCase(Locale.ROOT);
      };
    }

    @Override
    public boolean isFloat() {
      return tensor.dtype().isFloat();
    }

    @Override
    public double real(int index) {
      load(index);
      return reals[index - pieceAt];
    }

    @Override
    public long whole(int index) {
      load(index);
      return wholes[index - pieceAt];
    }

    private void load(int index) {
      int from = index - index % PIECE;
      if (from != pieceAt) {
        TorchDtype dtype = tensor.dtype();
        long count = Math.min(PIECE, tensor.shape().volume() - from);
        MemorySegment slice =
            bytes.asSlice((long) from * dtype.elementBytes(), count * dtype.elementBytes());
        TorchTensor piece = TorchTensor.of(Shape.of((int) count), dtype, slice);
        reals = isFloat() ? piece.toDoubles() : reals;
        wholes = isFloat() ? wholes : piece.toLongs();
        pieceAt = from;
      }
    }
  }
}
