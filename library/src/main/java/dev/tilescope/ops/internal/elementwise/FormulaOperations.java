package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_NG_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.runBinary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.UNARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Formulas that are built of functions of one and of two tensors. */
public final class FormulaOperations {
  private FormulaOperations() {}

  /** Three times the logarithm of pi. */
  private static final float MULTIGAMMALN_CONSTANT = (float) 3.434189657547;

  public record PlacedArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  public record PolyvalArguments(
      Tensor inputTensorA, List<Float> coeffs, @Nullable MemoryConfig memoryConfig) {}

  public record ScaledArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      float alpha,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public record TriangleArguments(
      Tensor inputTensor, @Default("0") int diagonal, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<PlacedArguments, Tensor> MULTIGAMMALN =
      Operation.of(
          "ttnn::multigammaln",
          PlacedArguments.class,
          FormulaOperations::multigammaln,
          UNARY_ON_DEVICE,
          BINARY_NG_ON_DEVICE);
  public static final Operation<PolyvalArguments, Tensor> POLYVAL =
      Operation.of(
          "ttnn::polyval",
          PolyvalArguments.class,
          FormulaOperations::polyval,
          UNARY_ON_DEVICE,
          BINARY_NG_ON_DEVICE);
  public static final Operation<ScaledArguments, Tensor> ADDALPHA =
      Operation.of(
          "ttnn::addalpha",
          ScaledArguments.class,
          a -> scaled(BinaryKind.ADD, a),
          BINARY_NG_ON_DEVICE);
  public static final Operation<ScaledArguments, Tensor> SUBALPHA =
      Operation.of(
          "ttnn::subalpha",
          ScaledArguments.class,
          a -> scaled(BinaryKind.SUBTRACT, a),
          BINARY_NG_ON_DEVICE);
  public static final Operation<TriangleArguments, Tensor> TRIL =
      Operation.of(
          "ttnn::tril", TriangleArguments.class, a -> triangle(a, false), BINARY_NG_ON_DEVICE);
  public static final Operation<TriangleArguments, Tensor> TRIU =
      Operation.of(
          "ttnn::triu", TriangleArguments.class, a -> triangle(a, true), BINARY_NG_ON_DEVICE);

  private static BinaryOptions placed(@Nullable MemoryConfig memory) {
    return BinaryOptions.DEFAULT.withMemoryConfig(memory);
  }

  /**
   * Of order 4: log gamma of the element and of those half of one, one and one and a half below.
   */
  private static Tensor multigammaln(PlacedArguments a) {
    Tensor x = a.inputTensor();
    UnaryOptions unary = UnaryOptions.DEFAULT.withMemoryConfig(a.memoryConfig());
    BinaryOptions binary = placed(a.memoryConfig());
    try (Temporaries made = Temporaries.besides(x)) {
      Tensor sum = made.own(runUnary(UnaryKind.LGAMMA, x, unary));
      for (float below : new float[] {0.5f, 1, 1.5f}) {
        Tensor term =
            made.step(
                x,
                t -> runBinary(BinaryKind.SUBTRACT, t, below, binary),
                t -> runUnary(UnaryKind.LGAMMA, t, unary));
        sum = made.step(sum, t -> runBinary(BinaryKind.ADD, t, term, binary));
        made.free(term);
      }
      return made.handOver(runBinary(BinaryKind.ADD, sum, MULTIGAMMALN_CONSTANT, binary));
    }
  }

  /** Horner's rule; the first coefficient is that of the highest power. */
  private static Tensor polyval(PolyvalArguments a) {
    List<Float> coefficients = a.coeffs();
    Tensor x = a.inputTensorA();
    Check.that(!coefficients.isEmpty(), "coeffs should be 1 or more coefficients");
    if (coefficients.size() == 1) {
      return runUnary(UnaryKind.FILL, x, UnaryOptions.DEFAULT, coefficients.getFirst());
    }
    BinaryOptions binary = placed(a.memoryConfig());
    try (Temporaries made = Temporaries.besides(x)) {
      Tensor value = made.own(runBinary(BinaryKind.MULTIPLY, x, coefficients.getFirst(), binary));
      for (Float next : coefficients.subList(1, coefficients.size() - 1)) {
        value =
            made.step(
                value,
                t -> runBinary(BinaryKind.ADD, t, next, binary),
                t -> runBinary(BinaryKind.MULTIPLY, x, t, binary));
      }
      return made.handOver(runBinary(BinaryKind.ADD, value, coefficients.getLast(), binary));
    }
  }

  private static Tensor scaled(BinaryKind kind, ScaledArguments a) {
    return runBinary(
        kind,
        a.inputTensorA(),
        a.inputTensorB(),
        placed(a.memoryConfig())
            .withOutputTensor(a.outputTensor())
            .withInputTensorBActivations(
                List.of(UnaryWithParam.of(UnaryKind.MUL_UNARY_SFPU, a.alpha()))));
  }

  /** The input times a mask that is made on the host. */
  private static Tensor triangle(TriangleArguments a, boolean upper) {
    Tensor input = a.inputTensor();
    BINARY_NG_ON_DEVICE.requireUsable(input);
    Check.rankAtLeast("input_tensor", input, 2);
    MemoryConfig memory = Placement.of(a.memoryConfig(), null, input);
    TensorSpec spec = new TensorSpec(input.shape(), DataType.BFLOAT16, Layout.TILE, memory);
    Tensor mask = Tensor.onHost(spec, new Values.Floats(mask(input.shape(), a.diagonal(), upper)));
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor placed = made.own(Uploads.upload(mask, input.device(), memory));
      return made.handOver(runBinary(BinaryKind.MULTIPLY, input, placed, placed(a.memoryConfig())));
    }
  }

  private static float[] mask(Shape shape, int diagonal, boolean upper) {
    float[] mask = new float[Math.toIntExact(shape.volume())];
    int width = shape.dim(-1);
    int height = shape.dim(-2);
    for (int i = 0; i < mask.length; i++) {
      int ahead = i % width - i / width % height;
      mask[i] = (upper ? ahead >= diagonal : ahead <= diagonal) ? 1 : 0;
    }
    return mask;
  }
}
