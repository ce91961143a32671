package dev.tilescope.golden;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.SplittableRandom;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The random choices of one trial: a seed, and the type and layout that its operands have. */
final class Draw {
  /** Below this many elements a correlation says little. */
  private static final int FEWEST_ELEMENTS = 40;

  private static final double LIMIT = 4;

  /** Which sizes dimensions have. */
  enum Sizes {
    /** Multiples of a tile's side only by chance, and now and then 1. */
    ANY,
    /** All 1, so that most changes of shape are views. */
    ONES,
    /** Whole tiles, which need no padding. */
    TILES
  }

  private final SplittableRandom random;
  private final String operation;
  private final DataType dtype;
  private final Layout layout;
  private final Sizes sizes;

  Draw(String operation, DataType dtype, Layout layout, int seed) {
    this(operation, dtype, layout, seed, Sizes.ANY);
  }

  Draw(String operation, DataType dtype, Layout layout, int seed, Sizes sizes) {
    this.sizes = sizes;
    // Unlike Random, whose first numbers from neighbouring seeds are near each other.
    this.random =
        new SplittableRandom(List.of(operation, dtype.name(), layout.name(), seed).hashCode());
    this.operation = operation;
    this.dtype = dtype;
    this.layout = layout;
  }

  DataType dtype() {
    return dtype;
  }

  Layout layout() {
    return layout;
  }

  /** The types that a tensor of this layout may have. */
  List<DataType> types() {
    return Stream.concat(GoldenCase.FLOATS.stream(), GoldenCase.INTEGERS.stream())
        .filter(type -> layout == Layout.TILE || !type.isBlockFloat())
        .toList();
  }

  // ---- choices

  int between(int least, int most) {
    return random.nextInt(least, most + 1);
  }

  boolean flip() {
    return random.nextBoolean();
  }

  <T> T one(List<T> from) {
    return from.get(random.nextInt(from.size()));
  }

  /** A number as an argument of an operation; whole for integer types. */
  float scalar(double low, double high) {
    double value = random.nextDouble(low, high);
    return (float) (dtype.isFloat() ? value : Math.rint(value));
  }

  /** A dimension of a tensor, now and then counted from the end. */
  int dim(int rank) {
    return random.nextInt(-rank, rank);
  }

  /** The numbers below the rank, in any order. */
  int[] order(int rank) {
    List<Integer> order = new ArrayList<>(IntStream.range(0, rank).boxed().toList());
    Collections.shuffle(order, random);
    return order.stream().mapToInt(Integer::intValue).toArray();
  }

  /** Dimensions of the sizes of this draw. */
  int[] shape(int leastRank, int mostRank) {
    while (true) {
      int[] dims = new int[between(leastRank, mostRank)];
      for (int i = 0; i < dims.length; i++) {
        dims[i] = size(i >= dims.length - 2);
      }
      if (isLargeEnough(volume(dims))) {
        return dims;
      }
    }
  }

  private int size(boolean inTile) {
    return switch (sizes) {
      case ANY -> between(1, inTile ? 48 : 3);
      case ONES -> 1;
      case TILES -> inTile ? TensorSpec.TILE_SIDE * between(1, 2) : between(1, 2);
    };
  }

  private boolean isLargeEnough(int volume) {
    return sizes != Sizes.ANY || volume >= FEWEST_ELEMENTS;
  }

  /** Two shapes that broadcast to one another, either way, in any dimension. */
  List<int[]> broadcastPair() {
    while (true) {
      int[] whole = shape(1, 4);
      int[] a = withOnes(whole);
      int[] b = withOnes(whole);
      int[] shorter = Arrays.copyOfRange(b, between(0, b.length - 1), b.length);
      if (isLargeEnough(broadcastVolume(a, shorter))) {
        return flip() ? List.of(a, shorter) : List.of(shorter, a);
      }
    }
  }

  private int[] withOnes(int[] dims) {
    return Arrays.stream(dims).map(dim -> random.nextInt(4) == 0 ? 1 : dim).toArray();
  }

  private static int broadcastVolume(int[] longer, int[] shorter) {
    int[] dims = longer.clone();
    int missing = longer.length - shorter.length;
    for (int i = 0; i < shorter.length; i++) {
      dims[missing + i] = Math.max(dims[missing + i], shorter[i]);
    }
    return volume(dims);
  }

  static int volume(int... dims) {
    return Arrays.stream(dims).reduce(1, Math::multiplyExact);
  }

  // ---- operands

  /** Between -4 and 4. */
  Operand tensor(int... shape) {
    return tensor(-LIMIT, LIMIT, shape);
  }

  Operand tensor(double low, double high, int... shape) {
    return tensor(dtype, low, high, shape);
  }

  /** Integer types take what they hold of the range. */
  Operand tensor(DataType type, double low, double high, int... shape) {
    double[] values = random.doubles(volume(shape), low, high).toArray();
    return of(type, values, shape);
  }

  /** Magnitudes from 1 to 4 of either sign: no type rounds one of them to 0. */
  Operand divisor(int... shape) {
    double[] values =
        random.doubles(volume(shape), 1, LIMIT).map(value -> flip() ? value : -value).toArray();
    return of(dtype, values, shape);
  }

  /** Between -4 and 4, but every third element is 0. */
  Operand withZeros(int... shape) {
    double[] values =
        random
            .doubles(volume(shape), -LIMIT, LIMIT)
            .map(value -> between(0, 2) == 0 ? 0 : value)
            .toArray();
    return of(dtype, values, shape);
  }

  /** Numbers among which are infinities, zeros of either sign, and what is no number. */
  Operand withExtremes(int... shape) {
    List<Double> extremes =
        List.of(Double.NaN, Double.NEGATIVE_INFINITY, Double.POSITIVE_INFINITY, -0.0, 0.0);
    double[] values =
        random
            .doubles(volume(shape), -LIMIT, LIMIT)
            .map(value -> flip() ? value : one(extremes))
            .toArray();
    return of(dtype, values, shape);
  }

  private Operand of(DataType type, double[] values, int[] shape) {
    if (!type.isFloat()) {
      int[] integers = Arrays.stream(values).mapToInt(value -> integer(type, value)).toArray();
      return Operand.of(integers, type, layout, shape);
    }
    float[] floats = new float[values.length];
    for (int i = 0; i < floats.length; i++) {
      floats[i] = (float) values[i];
    }
    return Operand.of(floats, type, layout, shape);
  }

  private static int integer(DataType type, double value) {
    return (int) (type == DataType.INT32 ? value : Math.abs(value));
  }

  // ---- the trial

  /** A trial of an operation with one input and no more to say in its name. */
  GoldenTrial trial(UnaryOperator<Tensor> ours, OnnxValue golden, Operand input) {
    return trial("", on -> ours.apply(on.tensor(0)), golden, input);
  }

  GoldenTrial trial(BinaryOperator<Tensor> ours, OnnxValue golden, Operand a, Operand b) {
    return trial("", on -> ours.apply(on.tensor(0), on.tensor(1)), golden, a, b);
  }

  /**
   * @param arguments what else the name of the trial has to say
   * @param ours calls the operation on the operands, in their order, on a device
   */
  GoldenTrial trial(
      String arguments,
      Function<GoldenTrial.Placed, Tensor> ours,
      OnnxValue golden,
      Operand... operands) {
    return trials(arguments, on -> List.of(ours.apply(on)), List.of(golden), operands);
  }

  /** For operations with several results. */
  GoldenTrial trials(
      String arguments,
      Function<GoldenTrial.Placed, List<Tensor>> ours,
      List<OnnxValue> golden,
      Operand... operands) {
    StringBuilder name = new StringBuilder(operation + " " + dtype.name() + " " + layout.name());
    for (Operand operand : operands) {
      name.append(' ').append(Arrays.toString(operand.shape()));
    }
    return new GoldenTrial(
        name.append(' ').append(arguments).toString().strip(), List.of(operands), ours, golden);
  }
}
