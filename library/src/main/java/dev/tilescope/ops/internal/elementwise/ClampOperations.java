package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_NG_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.runBinary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.UNARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;

import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Elements kept between bounds, which are numbers or tensors. */
public final class ClampOperations {
  private ClampOperations() {}

  @Form("inputTensor, min:number, max:number")
  public record ClampArguments(
      Tensor inputTensor,
      @TensorOrNumber(alike = true) @Nullable Object min,
      @TensorOrNumber(alike = true) @Nullable Object max,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<ClampArguments, Tensor> CLAMP =
      Operation.of(
          "ttnn::clamp",
          ClampArguments.class,
          ClampOperations::clamp,
          UNARY_ON_DEVICE,
          BINARY_NG_ON_DEVICE);
  public static final Operation<ClampArguments, Tensor> CLIP =
      Operation.of(
          "ttnn::clip",
          ClampArguments.class,
          ClampOperations::clamp,
          UNARY_ON_DEVICE,
          BINARY_NG_ON_DEVICE);

  private static Tensor clamp(ClampArguments a) {
    Check.that(
        a.min() != null || a.max() != null,
        "Only one of 'min' or 'max' can be None. Please provide one value");
    boolean numbers = !(a.min() instanceof Tensor) && !(a.max() instanceof Tensor);
    return numbers
        ? runUnary(
            UnaryKind.CLAMP,
            a.inputTensor(),
            a.options(),
            a.min() instanceof Number min ? min : Double.NEGATIVE_INFINITY,
            a.max() instanceof Number max ? max : Double.POSITIVE_INFINITY)
        : between(a);
  }

  /** The greater of the input and min, then the lesser of that and max. */
  private static Tensor between(ClampArguments a) {
    BinaryOptions last =
        BinaryOptions.DEFAULT
            .withMemoryConfig(a.options().memoryConfig())
            .withOutputTensor(a.options().outputTensor());
    if (a.min() == null || a.max() == null) {
      return a.min() != null
          ? runBinary(BinaryKind.MAXIMUM, a.inputTensor(), a.min(), last)
          : runBinary(BinaryKind.MINIMUM, a.inputTensor(), bound(a.max()), last);
    }
    Object min = a.min();
    Object max = a.max();
    return Temporaries.through(
        a.inputTensor(),
        x -> runBinary(BinaryKind.MAXIMUM, x, min, BinaryOptions.DEFAULT),
        x -> runBinary(BinaryKind.MINIMUM, x, max, last));
  }

  private static Object bound(@Nullable Object given) {
    if (given == null) {
      throw new AssertionError("one of the bounds is given");
    }
    return given;
  }
}
