package dev.tilescope.torch;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * An operation that is held against PyTorch, in every one of these types.
 *
 * @param operation its name in traces, {@code ttnn::atan2}
 * @param draw makes the trial of a seed
 */
record PyTorchCase(String operation, List<DataType> dtypes, Function<Draw, Trial> draw) {
  private static final int SEEDS = 3;

  static final List<DataType> FLOATS = List.of(DataType.FLOAT32, DataType.BFLOAT16);
  static final List<DataType> WITH_BFLOAT8 =
      List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.BFLOAT8_B);
  static final List<DataType> WITH_BLOCKS =
      List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.BFLOAT4_B);

  /**
   * One call.
   *
   * @param inputs host tensors, rounded to the type when they are put on a device
   * @param expression the same in TorchScript, of {@code x0}, {@code x1}...
   * @param isRounded whether PyTorch gets the inputs as the device holds them
   * @param isExact whether the results must be equal, for functions of the last bit
   */
  record Trial(
      List<TorchTensor> inputs,
      String expression,
      Function<List<Tensor>, Tensor> ours,
      boolean isRounded,
      boolean isExact) {}

  /** A trial of a type and a layout. */
  record Drawn(String operation, DataType dtype, Layout layout, Trial trial) {
    @Override
    public String toString() {
      return "%s %s %s %s"
          .formatted(
              operation,
              dtype.name(),
              layout.name(),
              trial.inputs().stream().map(TorchTensor::shape).toList());
    }
  }

  /** The random choices of one trial. */
  static final class Draw {
    private final SplittableRandom random;
    private final DataType dtype;

    Draw(String operation, DataType dtype, Layout layout, int seed) {
      random =
          new SplittableRandom(List.of(operation, dtype.name(), layout.name(), seed).hashCode());
      this.dtype = dtype;
    }

    DataType dtype() {
      return dtype;
    }

    int between(int least, int most) {
      return random.nextInt(least, most + 1);
    }

    /** Dimensions that are a multiple of a tile's side only by chance. */
    int[] shape() {
      int[] dims = new int[between(1, 4)];
      for (int i = 0; i < dims.length; i++) {
        dims[i] =
            i == dims.length - 1 ? between(20, 50) : between(1, i == dims.length - 2 ? 40 : 3);
      }
      return dims;
    }

    /** The shape with some dimensions 1, which broadcasts to it. */
    int[] smaller(int[] shape) {
      return IntStream.of(shape).map(dim -> between(0, 3) == 0 ? 1 : dim).toArray();
    }

    /** Whole numbers for integer types; one element in eight is 0 if the range has it. */
    TorchTensor tensor(double low, double high, int... shape) {
      double[] values = random.doubles(Shape.of(shape).volume(), low, high).toArray();
      for (int i = 0; low < 0 && i < values.length; i += 8) {
        values[i] = 0;
      }
      return of(values, shape);
    }

    /** Numbers among which are infinities, zeros of either sign, and what is no number. */
    TorchTensor extremes(int... shape) {
      double[] some = {
        Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -0.0, 0.0, -1, 1, 3e38
      };
      return of(
          random.ints(Shape.of(shape).volume(), 0, some.length).mapToDouble(i -> some[i]).toArray(),
          shape);
    }

    private TorchTensor of(double[] values, int[] shape) {
      if (dtype.isFloat()) {
        float[] floats = new float[values.length];
        IntStream.range(0, values.length).forEach(i -> floats[i] = (float) values[i]);
        return TorchTensor.of(floats, Shape.of(shape));
      }
      int[] integers = new int[values.length];
      IntStream.range(0, values.length).forEach(i -> integers[i] = (int) values[i]);
      return TorchTensor.of(integers, Shape.of(shape));
    }
  }

  PyTorchCase in(List<DataType> types) {
    return new PyTorchCase(operation, types, draw);
  }

  Stream<Drawn> trials() {
    return dtypes.stream()
        .flatMap(dtype -> Stream.of(Layout.values()).flatMap(l -> trials(dtype, l)));
  }

  private Stream<Drawn> trials(DataType dtype, Layout layout) {
    return dtype.isBlockFloat() && layout == Layout.ROW_MAJOR
        ? Stream.empty()
        : IntStream.range(0, SEEDS)
            .mapToObj(seed -> draw.apply(new Draw(operation, dtype, layout, seed)))
            .map(trial -> new Drawn(operation, dtype, layout, trial));
  }
}
