package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.squeezed;
import static dev.tilescope.ops.RandomTensors.tensor;
import static dev.tilescope.ops.RandomTensors.trimmed;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.elementwise.BinaryCheck;
import dev.tilescope.ops.internal.elementwise.BinaryOperations;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryParams;
import dev.tilescope.ops.internal.elementwise.ExperimentalGradientOperations;
import dev.tilescope.ops.internal.elementwise.GradientOperations;
import dev.tilescope.ops.internal.elementwise.GradientOperations.GradientParams;
import dev.tilescope.ops.internal.elementwise.IscloseOperations;
import dev.tilescope.ops.internal.elementwise.IscloseOperations.IscloseParams;
import dev.tilescope.ops.internal.elementwise.PlusOneOperations;
import dev.tilescope.ops.internal.elementwise.PlusOneOperations.PlusOneParams;
import dev.tilescope.ops.internal.elementwise.TernaryOperations;
import dev.tilescope.ops.internal.elementwise.TernaryOperations.TernaryParams;
import dev.tilescope.ops.internal.elementwise.UnaryOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryParams;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.GradientKind;
import dev.tilescope.ops.internal.kernel.TernaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Every function of every table, where it is finite and its error is small. */
final class ElementwiseGoldenSamples implements GoldenSamples {
  private static final List<Layout> LAYOUTS = List.of(Layout.values());
  private static final List<DataType> INTEGERS = ALL.stream().filter(t -> !t.isFloat()).toList();

  /** Sums and products of integers, and what compares them, are exact in double precision. */
  private static final List<BinaryKind> OF_TWO_INTEGERS =
      Arrays.stream(BinaryKind.values())
          .filter(kind -> kind.onIntegers() && !shifts(kind) && kind != BinaryKind.POW)
          .toList();

  private static final List<TernaryKind> OF_ANY_THREE =
      Arrays.stream(TernaryKind.values()).filter(kind -> kind != TernaryKind.SNAKE_BETA).toList();

  private record Domain(double low, double high) {}

  @Override
  public List<Family> families() {
    List<Family> all = new ArrayList<>();
    for (UnaryKind kind : UnaryKind.values()) {
      if (kind.onFloats()) {
        all.add(new Family("Unary " + kind, random -> unary(random, kind)));
      }
      if (kind.onIntegers()) {
        all.add(new Family("Unary of integers " + kind, random -> ofIntegers(random, kind)));
      }
    }
    for (BinaryKind kind : BinaryKind.values()) {
      if (kind.onFloats()) {
        all.add(new Family("BinaryNg " + kind, random -> binary(random, kind)));
        all.add(new Family("BinaryNg with a scalar " + kind, random -> withScalar(random, kind)));
      }
      if (kind.onIntegers()) {
        all.add(new Family("BinaryNg of an integer " + kind, random -> integer(random, kind)));
      }
    }
    all.add(new Family("BinaryNg of integers", ElementwiseGoldenSamples::integers));
    all.add(new Family("BinaryNg with activations", ElementwiseGoldenSamples::activated));
    all.add(new Family("BinaryNg of integers to floats", ElementwiseGoldenSamples::quotient));
    all.add(new Family("Binary", ElementwiseGoldenSamples::legacy));
    for (GradientKind kind : GradientKind.values()) {
      all.add(new Family("Gradient " + kind, random -> gradient(random, kind)));
    }
    all.add(new Family("Isclose", ElementwiseGoldenSamples::isclose));
    all.add(new Family("Ternary snake", ElementwiseGoldenSamples::snake));
    for (TernaryKind kind : OF_ANY_THREE) {
      all.add(new Family("Ternary " + kind, random -> ternary(random, kind, FLOATS)));
      if (kind.onIntegers()) {
        all.add(new Family("Ternary of integers " + kind, r -> ternary(r, kind, INTEGERS)));
      }
    }
    all.add(new Family("PlusOne", ElementwiseGoldenSamples::plusOne));
    return all;
  }

  // ---- unary

  private static Domain domain(UnaryKind kind) {
    return switch (kind) {
      case SQRT, RSQRT, LOG, LOG2, LOG10, RECIPROCAL, RDIV -> new Domain(0.01, 50);
      case LOG1P -> new Domain(-0.9, 50);
      case ASIN, ACOS, ATANH, ERFINV -> new Domain(-0.95, 0.95);
      case LOGIT -> new Domain(0.05, 0.95);
      case ACOSH -> new Domain(1.01, 50);
      case TAN -> new Domain(-1.3, 1.3);
      case LGAMMA, DIGAMMA, POLYGAMMA -> new Domain(2.5, 20);
      case POWER, POWER_ITERATIVE -> new Domain(0.1, 5);
      default -> new Domain(-6, 6);
    };
  }

  private static GoldenSample<UnaryParams> unary(Random random, UnaryKind kind) {
    Domain domain = domain(kind);
    Tensor in =
        floats(
            random,
            pick(random, FLOATS),
            pick(random, LAYOUTS),
            domain.low(),
            domain.high(),
            shape(random, 0));
    return unary(random, in, UnaryWithParam.of(kind, params(random, kind)));
  }

  /** The defaults, or others. */
  private static Number[] params(Random random, UnaryKind kind) {
    if (random.nextBoolean()) {
      return new Number[0];
    }
    if (kind == UnaryKind.POLYGAMMA) {
      return new Number[] {random.nextInt(1, 4), 2};
    }
    if (kind == UnaryKind.ROUND) {
      return new Number[] {random.nextInt(-1, 3)};
    }
    double low = kind == UnaryKind.LOGIT ? 0.1 : random.nextDouble(0.25, 2);
    return kind.parameters() == 2
        ? new Number[] {low, low + random.nextDouble(0.5, 4)}
        : new Number[] {low};
  }

  private static GoldenSample<UnaryParams> ofIntegers(Random random, UnaryKind kind) {
    Tensor in = tensor(random, pick(random, INTEGERS), pick(random, LAYOUTS), shape(random, 0));
    int low = random.nextInt(100);
    return unary(random, in, UnaryWithParam.of(kind, low, low + random.nextInt(100)));
  }

  private static GoldenSample<UnaryParams> unary(Random random, Tensor in, UnaryWithParam step) {
    return new GoldenSample<>(
        UnaryOperations.UNARY_ON_DEVICE,
        new UnaryParams(List.of(step), memory(random)),
        List.of(in));
  }

  // ---- binary

  private static boolean shifts(BinaryKind kind) {
    return switch (kind) {
      case LEFT_SHIFT, RIGHT_SHIFT, LOGICAL_RIGHT_SHIFT -> true;
      default -> false;
    };
  }

  private static Domain domain(BinaryKind kind) {
    return switch (kind) {
      case POW, XLOGY -> new Domain(0.1, 4);
      case LDEXP, BIAS_GELU -> new Domain(-2, 2);
      default -> new Domain(-10, 10);
    };
  }

  private static GoldenSample<BinaryParams> binary(Random random, BinaryKind kind) {
    int[] shape = shape(random, 1);
    Layout layout = pick(random, LAYOUTS);
    DataType dtype = pick(random, FLOATS);
    Tensor a = operand(random, kind, dtype, layout, squeezed(random, shape));
    Tensor b = operand(random, kind, dtype, layout, trimmed(random, squeezed(random, shape)));
    BinaryParams params = new BinaryParams(kind, pick(random, FLOATS), memory(random), null);
    return new GoldenSample<>(BinaryOperations.BINARY_NG_ON_DEVICE, params, List.of(a, b));
  }

  private static GoldenSample<BinaryParams> withScalar(Random random, BinaryKind kind) {
    Tensor a = operand(random, kind, pick(random, FLOATS), pick(random, LAYOUTS), shape(random, 1));
    float scalar = (float) random.nextDouble(domain(kind).low(), domain(kind).high());
    BinaryParams params = new BinaryParams(kind, pick(random, FLOATS), memory(random), scalar);
    return new GoldenSample<>(BinaryOperations.BINARY_NG_ON_DEVICE, params, List.of(a));
  }

  private static Tensor operand(
      Random random, BinaryKind kind, DataType dtype, Layout layout, int[] shape) {
    return floats(random, dtype, layout, domain(kind).low(), domain(kind).high(), shape);
  }

  private static GoldenSample<BinaryParams> integer(Random random, BinaryKind kind) {
    DataType dtype = pick(random, integersOf(kind, false));
    Tensor a = tensor(random, dtype, pick(random, LAYOUTS), shape(random, 1));
    int scalar = kind == BinaryKind.POW ? 2 : random.nextInt(1, shifts(kind) ? 32 : 100);
    BinaryParams params = new BinaryParams(kind, dtype, memory(random), scalar);
    return new GoldenSample<>(BinaryOperations.BINARY_NG_ON_DEVICE, params, List.of(a));
  }

  private static List<DataType> integersOf(BinaryKind kind, boolean ofTensors) {
    return BinaryCheck.taken(kind, ofTensors).stream().filter(INTEGERS::contains).toList();
  }

  private static GoldenSample<BinaryParams> integers(Random random) {
    int[] shape = shape(random, 1);
    Layout layout = pick(random, LAYOUTS);
    BinaryKind kind = pick(random, OF_TWO_INTEGERS);
    DataType dtype = pick(random, integersOf(kind, true));
    Tensor a = tensor(random, dtype, layout, squeezed(random, shape));
    Tensor b = tensor(random, dtype, layout, trimmed(random, squeezed(random, shape)));
    BinaryParams params = new BinaryParams(kind, dtype, memory(random), null);
    return new GoldenSample<>(BinaryOperations.BINARY_NG_ON_DEVICE, params, List.of(a, b));
  }

  private static GoldenSample<BinaryParams> quotient(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = DataType.INT32;
    Tensor a = tensor(random, dtype, Layout.TILE, shape);
    Tensor b = tensor(random, dtype, Layout.TILE, shape);
    BinaryParams params =
        new BinaryParams(BinaryKind.DIVIDE, pick(random, FLOATS), memory(random), null);
    return new GoldenSample<>(BinaryOperations.BINARY_NG_ON_DEVICE, params, List.of(a, b));
  }

  private static GoldenSample<BinaryParams> activated(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    Tensor a = floats(random, dtype, Layout.TILE, -3, 3, shape);
    Tensor b = floats(random, dtype, Layout.TILE, -3, 3, shape);
    BinaryParams params =
        new BinaryParams(
            BinaryKind.MULTIPLY,
            chain(random, UnaryWithParam.of("silu")),
            chain(random, UnaryWithParam.of("leaky_relu", 0.125)),
            chain(random, UnaryWithParam.of("tanh"), UnaryWithParam.of("relu")),
            random.nextInt(3) == 0 ? (Number) 1.5f : null,
            memory(random),
            pick(random, FLOATS));
    return new GoldenSample<>(
        BinaryOperations.BINARY_NG_ON_DEVICE,
        params,
        params.scalar() == null ? List.of(a, b) : List.of(a));
  }

  private static List<UnaryWithParam> chain(Random random, UnaryWithParam... steps) {
    return random.nextInt(3) == 0 ? List.of() : List.of(steps);
  }

  private static GoldenSample<BinaryParams> legacy(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    Tensor a = tensor(random, dtype, Layout.TILE, shape);
    Tensor b = tensor(random, dtype, Layout.TILE, shape);
    BinaryKind kind = pick(random, List.of(BinaryKind.ADD, BinaryKind.MULTIPLY, BinaryKind.LT));
    BinaryParams params = new BinaryParams(kind, pick(random, FLOATS), memory(random), null);
    return new GoldenSample<>(BinaryOperations.BINARY_ON_DEVICE, params, List.of(a, b));
  }

  // ---- ternary

  /** Terms of one sign, so that none cancel. */
  private static GoldenSample<TernaryParams> ternary(
      Random random, TernaryKind kind, List<DataType> dtypes) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, dtypes);
    Layout layout = pick(random, LAYOUTS);
    List<Tensor> inputs = new ArrayList<>();
    inputs.add(floats(random, dtype, layout, 0.1, 1, squeezed(random, shape)));
    boolean onlyTensors = kind == TernaryKind.ADDCMUL || kind == TernaryKind.ADDCDIV;
    for (int i = 1; i < 3; i++) {
      boolean isTensor = onlyTensors || random.nextBoolean();
      int[] dims = trimmed(random, squeezed(random, shape));
      inputs.add(isTensor ? floats(random, dtype, layout, 0.1, 1, dims) : null);
    }
    Number scalar = dtype.isFloat() ? (Number) 0.75f : (Number) 3;
    TernaryParams params =
        new TernaryParams(
            kind,
            memory(random),
            inputs.get(1) == null ? scalar : null,
            inputs.get(2) == null ? scalar : null,
            dtype.isFloat() ? (Number) 0.5f : (Number) 1);
    return new GoldenSample<>(TernaryOperations.TERNARY_ON_DEVICE, params, inputs);
  }

  private static GoldenSample<TernaryParams> snake(Random random) {
    int[] shape = shape(random, 2);
    DataType dtype = pick(random, List.of(DataType.BFLOAT16, DataType.FLOAT32));
    int[] row = random.nextBoolean() ? shape : new int[] {shape[shape.length - 1]};
    return new GoldenSample<>(
        TernaryOperations.TERNARY_ON_DEVICE,
        new TernaryParams(TernaryKind.SNAKE_BETA, memory(random), null, null, 0),
        List.of(
            floats(random, dtype, Layout.TILE, 0.1, 1, shape),
            floats(random, dtype, Layout.TILE, 0.1, 1, row),
            floats(random, dtype, Layout.TILE, 0.5, 2, row)));
  }

  private static GoldenSample<GradientParams> gradient(Random random, GradientKind kind) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    DeviceOperation<GradientParams> onDevice =
        switch (kind) {
          case TANH -> GradientOperations.TANH_BW_ON_DEVICE;
          case GELU -> GradientOperations.GELU_BW_ON_DEVICE;
          case GELU_TANH -> ExperimentalGradientOperations.GELU_BW_ON_DEVICE;
        };
    return new GoldenSample<>(
        onDevice,
        new GradientParams(kind, memory(random)),
        List.of(
            floats(random, dtype, Layout.TILE, -2, 2, shape),
            floats(random, dtype, Layout.TILE, 0, 2, shape)));
  }

  private static GoldenSample<IscloseParams> isclose(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        IscloseOperations.ISCLOSE_ON_DEVICE,
        new IscloseParams(0.25f, 0.5f, random.nextBoolean(), memory(random)),
        List.of(
            floats(random, dtype, Layout.TILE, -2, 2, squeezed(random, shape)),
            floats(random, dtype, Layout.TILE, -2, 2, trimmed(random, squeezed(random, shape)))));
  }

  private static GoldenSample<PlusOneParams> plusOne(Random random) {
    DataType dtype = pick(random, List.of(DataType.INT32, DataType.UINT32));
    Tensor in = tensor(random, dtype, Layout.ROW_MAJOR, shape(random, 1));
    return new GoldenSample<>(
        PlusOneOperations.PLUS_ONE_ON_DEVICE, new PlusOneParams(random.nextBoolean()), List.of(in));
  }
}
