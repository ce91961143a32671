package dev.tilescope.ops;

import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/** Elements kept between bounds, which are numbers or tensors. */
abstract class ClampOperations extends BinaryOperations {
  /**
   * @param min a number or a tensor; null for no bound
   * @param max a number or a tensor; null for no bound
   */
  record ClampArguments(
      Tensor inputTensor, @Nullable Object min, @Nullable Object max, UnaryOptions options) {}

  private static final Operation<ClampArguments, Tensor> CLAMP_OPERATION =
      Operation.of("ttnn::clamp", ClampArguments.class, ClampOperations::clamp, UNARY, BINARY_NG);
  private static final Operation<ClampArguments, Tensor> CLIP_OPERATION =
      Operation.of("ttnn::clip", ClampArguments.class, ClampOperations::clamp, UNARY, BINARY_NG);

  /** At least min and at most max; one of them may be null. */
  public static Tensor clamp(Tensor input, @Nullable Number min, @Nullable Number max) {
    return clamp(input, min, max, UnaryOptions.DEFAULT);
  }

  public static Tensor clamp(
      Tensor input, @Nullable Number min, @Nullable Number max, UnaryOptions options) {
    return CLAMP_OPERATION.call(new ClampArguments(input, min, max, options));
  }

  /** Bounds for each element, broadcast to the input; where min is greater, the result is max. */
  public static Tensor clamp(
      Tensor input, @Nullable Tensor min, @Nullable Tensor max, UnaryOptions options) {
    return CLAMP_OPERATION.call(new ClampArguments(input, min, max, options));
  }

  /** Another name of {@link #clamp}. */
  public static Tensor clip(Tensor input, @Nullable Number min, @Nullable Number max) {
    return clip(input, min, max, UnaryOptions.DEFAULT);
  }

  public static Tensor clip(
      Tensor input, @Nullable Number min, @Nullable Number max, UnaryOptions options) {
    return CLIP_OPERATION.call(new ClampArguments(input, min, max, options));
  }

  public static Tensor clip(
      Tensor input, @Nullable Tensor min, @Nullable Tensor max, UnaryOptions options) {
    return CLIP_OPERATION.call(new ClampArguments(input, min, max, options));
  }

  private static Tensor clamp(ClampArguments a) {
    Check.that(
        a.min() != null || a.max() != null, "min: it or max must be a number, both are null");
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
