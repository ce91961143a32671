package dev.tilescope.tensor;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.function.Supplier;

/**
 * An array of another library on its way to a tensor or from one: what TT-NN's programs call a
 * {@code torch.Tensor}. Row-major, without padding, in the machine's byte order.
 *
 * <p>Only what describes it is needed to trace it: elements are read when a tensor is made of them,
 * and a {@link #meta} tensor has none, as on PyTorch's device of that name.
 */
public final class TorchTensor {
  private static final int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

  private final Shape shape;
  private final TorchDtype dtype;
  private final Supplier<MemorySegment> elements;

  private TorchTensor(Shape shape, TorchDtype dtype, Supplier<MemorySegment> elements) {
    this.shape = shape;
    this.dtype = dtype;
    this.elements = elements;
  }

  /** float32; the array is not copied. */
  public static TorchTensor of(float[] values, Shape shape) {
    return of(shape, TorchDtype.FLOAT32, MemorySegment.ofArray(values));
  }

  /** bfloat16: the values are rounded. */
  public static TorchTensor bfloat16(float[] values, Shape shape) {
    MemorySegment floats = MemorySegment.ofArray(values);
    short[] rounded = Bfloat16Elements.ofFloats(floats, values.length);
    return of(shape, TorchDtype.BFLOAT16, MemorySegment.ofArray(rounded));
  }

  /** float64; the array is not copied. */
  public static TorchTensor of(double[] values, Shape shape) {
    return of(shape, TorchDtype.FLOAT64, MemorySegment.ofArray(values));
  }

  /** int32; the array is not copied. */
  public static TorchTensor of(int[] values, Shape shape) {
    return of(shape, TorchDtype.INT32, MemorySegment.ofArray(values));
  }

  /** int64; the array is not copied. */
  public static TorchTensor of(long[] values, Shape shape) {
    return of(shape, TorchDtype.INT64, MemorySegment.ofArray(values));
  }

  /** Elements of any type, in an array, a buffer or memory of another library; not copied. */
  public static TorchTensor of(Shape shape, TorchDtype dtype, MemorySegment elements) {
    requireBytes(shape, dtype, elements);
    return new TorchTensor(shape, dtype, () -> elements);
  }

  /** Elements that are fetched each time somebody reads them, so not at all in NO_DISPATCH. */
  public static TorchTensor deferred(
      Shape shape, TorchDtype dtype, Supplier<MemorySegment> elements) {
    return new TorchTensor(shape, dtype, elements);
  }

  /** A tensor of any size that has no elements, for tracing in NO_DISPATCH. */
  public static TorchTensor meta(Shape shape, TorchDtype dtype) {
    return new TorchTensor(
        shape,
        dtype,
        () -> {
          throw new TilescopeException(
              "tensor: this torch.Tensor of %s has no elements: it is a meta tensor or was read in"
                      .formatted(shape)
                  + " NO_DISPATCH, where nothing is computed; run the program in RunMode.NORMAL");
        });
  }

  public Shape shape() {
    return shape;
  }

  public TorchDtype dtype() {
    return dtype;
  }

  /** The bytes of all elements. */
  public MemorySegment elements() {
    MemorySegment read = elements.get();
    requireBytes(shape, dtype, read);
    return read;
  }

  /** The same elements under another shape of as many. */
  public TorchTensor reshaped(Shape other) {
    if (other.volume() != shape.volume()) {
      throw new TilescopeException(
          "shape: %s has %d elements, %s has %d"
              .formatted(shape, shape.volume(), other, other.volume()));
    }
    return new TorchTensor(other, dtype, elements);
  }

  /** As {@code tensor.to(dtype)}: itself if it has the type already. */
  public TorchTensor to(TorchDtype other) {
    return other == dtype
        ? this
        : new TorchTensor(shape, other, () -> converted(elements(), other));
  }

  private MemorySegment converted(MemorySegment from, TorchDtype other) {
    int count = count();
    if (dtype == TorchDtype.BFLOAT16 && other == TorchDtype.FLOAT32) {
      return MemorySegment.ofArray(Bfloat16Elements.toFloats(from, count));
    }
    if (dtype == TorchDtype.FLOAT32 && other == TorchDtype.BFLOAT16) {
      return MemorySegment.ofArray(Bfloat16Elements.ofFloats(from, count));
    }
    MemorySegment to = TorchElements.allocate(other, count);
    for (int i = 0; i < count; i++) {
      if (dtype.isFloat()) {
        TorchElements.put(other, to, i, TorchElements.real(dtype, from, i));
      } else {
        TorchElements.put(other, to, i, TorchElements.integer(dtype, from, i));
      }
    }
    return to;
  }

  /** The elements as float32, in an array of their own. */
  public float[] toFloats() {
    return dtype == TorchDtype.BFLOAT16
        ? Bfloat16Elements.toFloats(elements(), count())
        : to(TorchDtype.FLOAT32).elements().toArray(ValueLayout.JAVA_FLOAT_UNALIGNED);
  }

  /** The bits of elements of two bytes, in an array of their own. */
  short[] toShorts() {
    return elements().toArray(ValueLayout.JAVA_SHORT_UNALIGNED);
  }

  /** The elements as float64, in an array of their own. */
  public double[] toDoubles() {
    return to(TorchDtype.FLOAT64).elements().toArray(ValueLayout.JAVA_DOUBLE_UNALIGNED);
  }

  /** The elements as int64, in an array of their own. */
  public long[] toLongs() {
    return to(TorchDtype.INT64).elements().toArray(ValueLayout.JAVA_LONG_UNALIGNED);
  }

  private int count() {
    long count = shape.volume();
    if (count > MAX_ELEMENTS) {
      throw new TilescopeException(
          "tensor: %s has %d elements, more than the 2^31-9 that this host reads"
              .formatted(shape, count));
    }
    return (int) count;
  }

  private static void requireBytes(Shape shape, TorchDtype dtype, MemorySegment elements) {
    long count = shape.volume();
    if (elements.byteSize() / dtype.elementBytes() != count
        || elements.byteSize() % dtype.elementBytes() != 0) {
      throw new TilescopeException(
          "tensor: %s of %s needs %d elements of %d bytes, got %d bytes"
              .formatted(shape, dtype, count, dtype.elementBytes(), elements.byteSize()));
    }
  }

  /** As TT-NN's traces show it. */
  @Override
  public String toString() {
    return "torch.Tensor(shape=%s, dtype=%s)".formatted(Arrays.toString(shape.toArray()), dtype);
  }
}
