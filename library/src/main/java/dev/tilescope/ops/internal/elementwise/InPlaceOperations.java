package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.elementwise.BinaryOperations.BINARY_NG_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.BinaryOperations.runBinary;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.UNARY_ON_DEVICE;
import static dev.tilescope.ops.internal.elementwise.UnaryOperations.runUnary;

import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.options.InPlaceOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Locale;

/**
 * Operations that write to their first input and give it back: {@code addInPlace} is TT-NN's {@code
 * add_}. Long because the list of names is.
 */
public final class InPlaceOperations {
  private InPlaceOperations() {}

  public record InPlaceArguments(
      Tensor inputA, @TensorOrNumber Object inputB, InPlaceOptions options)
      implements CoreLimited.ByOptions {}

  /** The faster and less exact form of TT-NN is announced, and computed as the exact one. */
  @Form("inputA, inputB, options")
  public record FastInPlaceArguments(
      Tensor inputA,
      @TensorOrNumber Object inputB,
      @Default("false") boolean fastAndApproximateMode,
      InPlaceOptions options)
      implements CoreLimited.ByOptions {}

  public record UnaryInPlaceArguments(Tensor inputTensor) {}

  public static final Operation<InPlaceArguments, Tensor> ADD = inPlace(BinaryKind.ADD);
  public static final Operation<InPlaceArguments, Tensor> SUBTRACT =
      inPlace(BinaryKind.SUBTRACT).alsoInJava("subInPlace");
  public static final Operation<FastInPlaceArguments, Tensor> MULTIPLY =
      fastInPlace(BinaryKind.MULTIPLY).alsoInJava("mulInPlace");
  public static final Operation<FastInPlaceArguments, Tensor> DIVIDE =
      fastInPlace(BinaryKind.DIVIDE).alsoInJava("divInPlace");
  public static final Operation<InPlaceArguments, Tensor> RSUB = inPlace(BinaryKind.RSUB);
  public static final Operation<InPlaceArguments, Tensor> SQUARED_DIFFERENCE =
      inPlace(BinaryKind.SQUARED_DIFFERENCE);
  public static final Operation<InPlaceArguments, Tensor> LDEXP = inPlace(BinaryKind.LDEXP);
  public static final Operation<InPlaceArguments, Tensor> LOGADDEXP = inPlace(BinaryKind.LOGADDEXP);
  public static final Operation<InPlaceArguments, Tensor> LOGADDEXP2 =
      inPlace(BinaryKind.LOGADDEXP2);
  public static final Operation<InPlaceArguments, Tensor> BIAS_GELU = inPlace(BinaryKind.BIAS_GELU);
  public static final Operation<InPlaceArguments, Tensor> EQ = inPlace(BinaryKind.EQ);
  public static final Operation<InPlaceArguments, Tensor> NE = inPlace(BinaryKind.NE);
  public static final Operation<InPlaceArguments, Tensor> LT = inPlace(BinaryKind.LT);
  public static final Operation<InPlaceArguments, Tensor> LE = inPlace(BinaryKind.LE);
  public static final Operation<InPlaceArguments, Tensor> GT = inPlace(BinaryKind.GT);
  public static final Operation<InPlaceArguments, Tensor> GE = inPlace(BinaryKind.GE);
  public static final Operation<InPlaceArguments, Tensor> LOGICAL_AND =
      inPlace(BinaryKind.LOGICAL_AND);
  public static final Operation<InPlaceArguments, Tensor> LOGICAL_OR =
      inPlace(BinaryKind.LOGICAL_OR);
  public static final Operation<InPlaceArguments, Tensor> LOGICAL_XOR =
      inPlace(BinaryKind.LOGICAL_XOR);
  public static final Operation<UnaryInPlaceArguments, Tensor> LOGICAL_NOT =
      Operation.of(
              "ttnn::logical_not_",
              UnaryInPlaceArguments.class,
              a ->
                  runUnary(
                      UnaryKind.LOGICAL_NOT,
                      a.inputTensor(),
                      UnaryOptions.DEFAULT.withOutputTensor(a.inputTensor())),
              UNARY_ON_DEVICE)
          .overwriting("input_tensor");

  private static Operation<InPlaceArguments, Tensor> inPlace(BinaryKind kind) {
    return inPlace(
        kind,
        InPlaceArguments.class,
        a -> runBinary(kind, a.inputA(), a.inputB(), a.options().into(a.inputA())));
  }

  private static Operation<FastInPlaceArguments, Tensor> fastInPlace(BinaryKind kind) {
    return inPlace(
        kind,
        FastInPlaceArguments.class,
        a -> runBinary(kind, a.inputA(), a.inputB(), a.options().into(a.inputA())));
  }

  private static <A extends Record> Operation<A, Tensor> inPlace(
      BinaryKind kind, Class<A> arguments, Operation.Body<A, Tensor> run) {
    String name = "ttnn::" + kind.name().toLowerCase(Locale.ROOT) + "_";
    return Operation.of(name, arguments, run, BINARY_NG_ON_DEVICE).overwriting("input_a");
  }
}
