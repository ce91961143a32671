package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_NG_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.binary;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.runBinary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/**
 * Arithmetic of two tensors, or of a tensor and a number, with NumPy broadcasting. Long because the
 * list of names is; how they run is in {@link BinaryOperations}.
 */
public final class ArithmeticOperations {
  private ArithmeticOperations() {}

  public record MultiplyArguments(
      Tensor inputTensorA,
      @TensorOrNumber Object inputTensorB,
      @Default("false") boolean fastAndApproximateMode,
      BinaryOptions options)
      implements CoreLimited.ByOptions {}

  public record DivArguments(
      Tensor inputTensorA,
      @TensorOrNumber Object inputTensorB,
      @Default("false") boolean fastAndApproximateMode,
      @Nullable String roundingMode,
      BinaryOptions options)
      implements CoreLimited.ByOptions {}

  public record PowArguments(
      @TensorOrNumber Object inputTensor, @TensorOrNumber Object exponent, BinaryOptions options)
      implements CoreLimited.ByOptions {}

  public record PreluArguments(
      Tensor inputTensorA, @TensorOrNumber Object weight, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<BinaryArguments, Tensor> ADD = binary(BinaryKind.ADD);
  public static final Operation<BinaryArguments, Tensor> SUBTRACT =
      binary(BinaryKind.SUBTRACT).alsoInJava("sub");
  public static final Operation<BinaryArguments, Tensor> RSUB = binary(BinaryKind.RSUB);
  public static final Operation<BinaryArguments, Tensor> SQUARED_DIFFERENCE =
      binary(BinaryKind.SQUARED_DIFFERENCE);
  public static final Operation<BinaryArguments, Tensor> MINIMUM = binary(BinaryKind.MINIMUM);
  public static final Operation<BinaryArguments, Tensor> MAXIMUM = binary(BinaryKind.MAXIMUM);
  public static final Operation<BinaryArguments, Tensor> REMAINDER = binary(BinaryKind.REMAINDER);
  public static final Operation<BinaryArguments, Tensor> FMOD = binary(BinaryKind.FMOD);
  public static final Operation<BinaryArguments, Tensor> FLOOR_DIV = binary(BinaryKind.FLOOR_DIV);
  public static final Operation<BinaryArguments, Tensor> DIV_NO_NAN = binary(BinaryKind.DIV_NO_NAN);
  public static final Operation<BinaryArguments, Tensor> LDEXP = binary(BinaryKind.LDEXP);
  public static final Operation<BinaryArguments, Tensor> LOGADDEXP = binary(BinaryKind.LOGADDEXP);
  public static final Operation<BinaryArguments, Tensor> LOGADDEXP2 = binary(BinaryKind.LOGADDEXP2);
  public static final Operation<BinaryArguments, Tensor> BIAS_GELU = binary(BinaryKind.BIAS_GELU);
  public static final Operation<BinaryArguments, Tensor> HYPOT = binary(BinaryKind.HYPOT);
  public static final Operation<BinaryArguments, Tensor> ATAN2 = binary(BinaryKind.ATAN2);
  public static final Operation<BinaryArguments, Tensor> XLOGY = binary(BinaryKind.XLOGY);
  public static final Operation<BinaryArguments, Tensor> NEXTAFTER = binary(BinaryKind.NEXTAFTER);
  public static final Operation<MultiplyArguments, Tensor> MULTIPLY =
      Operation.of(
              "ttnn::multiply",
              MultiplyArguments.class,
              a -> runBinary(BinaryKind.MULTIPLY, a.inputTensorA(), a.inputTensorB(), a.options()),
              BINARY_NG_ON_DEVICE,
              BINARY_ON_DEVICE)
          .alsoInJava("mul");
  public static final Operation<DivArguments, Tensor> DIV =
      Operation.of(
              "ttnn::div",
              DivArguments.class,
              ArithmeticOperations::div,
              BINARY_NG_ON_DEVICE,
              BINARY_ON_DEVICE)
          .through("UnaryDeviceOperation")
          .alsoInJava("divide");
  public static final Operation<PowArguments, Tensor> POW =
      Operation.of(
              "ttnn::pow",
              PowArguments.class,
              ArithmeticOperations::pow,
              BINARY_NG_ON_DEVICE,
              BINARY_ON_DEVICE)
          .through("UnaryDeviceOperation");
  public static final Operation<PreluArguments, Tensor> PRELU =
      Operation.of(
          "ttnn::prelu", PreluArguments.class, ArithmeticOperations::prelu, BINARY_NG_ON_DEVICE);

  /** Quotients are rounded after the division; of INT32, rounding is part of the operation. */
  private static Tensor div(DivArguments a) {
    UnaryKind rounding = MathOperations.quotientRounding(a.roundingMode());
    boolean isInt32 =
        a.inputTensorA().dtype() == DataType.INT32
            && !(a.inputTensorB() instanceof Tensor b && b.dtype() != DataType.INT32);
    if (rounding == null) {
      return runBinary(BinaryKind.DIVIDE, a.inputTensorA(), a.inputTensorB(), a.options());
    } else if (isInt32) {
      BinaryKind kind = rounding == UnaryKind.FLOOR ? BinaryKind.FLOOR_DIV : BinaryKind.TRUNC_DIV;
      return runBinary(kind, a.inputTensorA(), a.inputTensorB(), a.options());
    }
    return rounded(a, rounding);
  }

  private static Tensor rounded(DivArguments a, UnaryKind rounding) {
    Tensor into = a.options().outputTensor();
    try (Temporaries made = Temporaries.besides(a.inputTensorA(), into)) {
      Tensor quotient =
          made.own(runBinary(BinaryKind.DIVIDE, a.inputTensorA(), a.inputTensorB(), a.options()));
      UnaryOptions whole = new UnaryOptions(quotient.memoryConfig(), into);
      var round = rounding == UnaryKind.FLOOR ? MathOperations.FLOOR : MathOperations.TRUNC;
      return made.handOver(round.call(new UnaryArguments(quotient, whole)));
    }
  }

  /** A number is compiled into a unary program unless that lacks what is asked for. */
  private static Tensor pow(PowArguments a) {
    BinaryOptions options = a.options();
    UnaryOptions unary = new UnaryOptions(options.memoryConfig(), options.outputTensor());
    boolean isPlain =
        options
            .withMemoryConfig(null)
            .withOutputTensor(null)
            .withSubCoreGrids(null)
            .equals(BinaryOptions.DEFAULT);
    if (a.inputTensor() instanceof Tensor base) {
      return a.exponent() instanceof Number exponent && isPlain && base.dtype().isFloat()
          ? runUnary(powerKind(exponent.doubleValue()), base, unary, exponent)
          : runBinary(BinaryKind.POW, base, a.exponent(), options);
    }
    Check.that(
        isPlain && a.exponent() instanceof Tensor,
        "exponent: of a number it is a tensor, without dtype and activations, got %s",
        a.exponent());
    return runUnary(UnaryKind.RPOW, (Tensor) a.exponent(), unary, (Number) a.inputTensor());
  }

  /** Whole exponents up to 3 are products, as {@code binary_composite_op.cpp} picks them. */
  private static UnaryKind powerKind(double exponent) {
    boolean isSmall = exponent >= 0 && exponent <= 3 && exponent == Math.rint(exponent);
    return isSmall ? UnaryKind.POWER_ITERATIVE : UnaryKind.POWER;
  }

  private static Tensor prelu(PreluArguments a) {
    BinaryOptions options =
        BinaryOptions.DEFAULT
            .withMemoryConfig(a.options().memoryConfig())
            .withOutputTensor(a.options().outputTensor());
    if (!(a.weight() instanceof Tensor weight)) {
      return runBinary(BinaryKind.PRELU, a.inputTensorA(), a.weight(), options);
    }
    BINARY_NG_ON_DEVICE.requireUsable(a.inputTensorA(), weight);
    Shape shape = a.inputTensorA().shape();
    Check.rankAtLeast("input_tensor_a", a.inputTensorA(), 2);
    Check.that(
        weight.shape().volume() == shape.dim(1),
        "weight: one for each of the %d channels of %s is needed, got %s",
        shape.dim(1),
        shape,
        weight.shape());
    int[] channels = new int[shape.rank()];
    Arrays.fill(channels, 1);
    channels[1] = shape.dim(1);
    if (weight.shape().equals(Shape.of(channels))) {
      return runBinary(BinaryKind.PRELU, a.inputTensorA(), weight, options);
    }
    try (Temporaries made = Temporaries.besides(a.inputTensorA(), weight)) {
      Tensor spread = made.own(MovementSteps.reshape(weight, channels));
      return made.handOver(runBinary(BinaryKind.PRELU, a.inputTensorA(), spread, options));
    }
  }
}
