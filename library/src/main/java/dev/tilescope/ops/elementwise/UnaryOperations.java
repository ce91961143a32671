package dev.tilescope.ops.elementwise;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.UnaryOptions;
import dev.tilescope.ops.UnaryWithParam;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.ops.mechanism.Call;
import dev.tilescope.ops.mechanism.Check;
import dev.tilescope.ops.mechanism.CircularBuffers;
import dev.tilescope.ops.mechanism.CoreLimited;
import dev.tilescope.ops.mechanism.Costs;
import dev.tilescope.ops.mechanism.DeviceOperation;
import dev.tilescope.ops.mechanism.DoorMethod;
import dev.tilescope.ops.mechanism.Input;
import dev.tilescope.ops.mechanism.Operation;
import dev.tilescope.ops.mechanism.Placement;
import dev.tilescope.ops.mechanism.Rounding;
import dev.tilescope.ops.mechanism.TileWork;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.Function;

/**
 * How element-wise operations of one tensor run, and conversion between data types. The functions
 * themselves are named in {@link MathOperations} and {@link ActivationOperations}.
 */
public final class UnaryOperations {
  private UnaryOperations() {}

  private static final String WHERE_THEY_LIE = "; tensors sharded alike are used where they lie.";

  /**
   * @param opChain functions of one another, the first of the input; their parameters are compiled
   *     into the program, so that other ones make another program
   */
  public record UnaryParams(List<UnaryWithParam> opChain, MemoryConfig memoryConfig) {
    public UnaryParams(UnaryKind kind, MemoryConfig memoryConfig) {
      this(List.of(UnaryWithParam.of(kind)), memoryConfig);
    }
  }

  public record TypecastParams(
      DataType inputDtype, DataType outputDtype, MemoryConfig memoryConfig) {
    /**
     * A number as the device converts it. Integer types cut the fraction and clamp to their range,
     * as on the host, but for two: uint8 keeps the low bits, and uint16 takes the nearest of a
     * float, the higher one of a half.
     */
    double converted(double value) {
      if (outputDtype == DataType.UINT8) {
        return (long) value & 0xFF;
      }
      boolean takesNearest =
          outputDtype == DataType.UINT16
              && (inputDtype == DataType.BFLOAT16 || inputDtype == DataType.FLOAT32);
      return Rounding.clamped(takesNearest ? Math.floor((float) value + 0.5f) : value, outputDtype);
    }
  }

  /**
   * Functions that take as long as several simple ones on Blackhole boards; others are not known.
   */
  private static final Map<UnaryKind, Integer> STEPS =
      Map.of(UnaryKind.EXP, 3, UnaryKind.RECIPROCAL, 3, UnaryKind.ERF, 19);

  public static final DeviceOperation<UnaryParams> UNARY_ON_DEVICE =
      DeviceOperation.<UnaryParams>named("UnaryDeviceOperation", "unary")
          .takes(Input.of("input_tensor"))
          .validation(
              call -> UnaryChain.check("input_tensor", call.input(0), call.params().opChain()))
          .output(call -> call.spec(0).withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Two pages in and two out, on every core of the grid"
                  + WHERE_THEY_LIE
                  + " logit takes two more pages for the clamped input.",
              UnaryOperations::chainBuffers)
          .cost(UnaryOperations::chainCost)
          .anyShape(call -> call.spec(0).layout() == Layout.TILE ? "tiles" : call.spec(0).shape())
          .kernel(call ->
              UnaryChain.run(
                  call.params().opChain(), call.values(0), call.spec(0).dtype(), call.out()))
          .golden(call ->
              Arrays.stream(call.values(0))
                  .map(x ->
                      UnaryChain.golden(call.params().opChain(), call.input(0).spec().dtype(), x))
                  .toArray())
          .declare();

  public static final DeviceOperation<TypecastParams> TYPECAST_ON_DEVICE =
      DeviceOperation.<TypecastParams>named("TypecastDeviceOperation", "typecast")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withMemoryConfig(call.params().memoryConfig())
                  .withDtype(call.params().outputDtype()))
          .circularBuffers(
              "Two pages in and two out, on as many cores as there are pages" + WHERE_THEY_LIE,
              call -> circularBuffers(call, CircularBuffers.perPage(call)))
          .cost(call -> cost(call, 1))
          .kernel(call ->
              Rounding.convert(
                  call.values(0),
                  call.params().inputDtype(),
                  call.out(),
                  v -> call.params().converted(v)))
          .golden(
              call -> Arrays.stream(call.values(0)).map(v -> call.params().converted(v)).toArray())
          .declare();

  public record UnaryArguments(Tensor inputTensor, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record TypecastArguments(Tensor inputTensor, DataType dtype, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<TypecastArguments, Tensor> TYPECAST =
      Operation.of(
          "ttnn::typecast", TypecastArguments.class, UnaryOperations::typecast, TYPECAST_ON_DEVICE);

  public record ChainArguments(
      Tensor inputTensor, List<UnaryWithParam> opsChain, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<ChainArguments, Tensor> UNARY_CHAIN =
      unary(
          "unary_chain",
          ChainArguments.class,
          a -> runUnary(a.opsChain(), a.inputTensor(), a.options()));

  /** Arguments of a function of one tensor. */
  interface OneTensor extends CoreLimited.ByOptions {
    Tensor inputTensor();

    @Override
    UnaryOptions options();
  }

  /** A function with parameters, by its kind, which has TT-NN's name. */
  static <A extends Record & OneTensor> Operation<A, Tensor> unary(
      UnaryKind kind, Class<A> arguments, Function<A, List<Number>> parameters) {
    return unary(
        kind.name().toLowerCase(Locale.ROOT),
        arguments,
        a ->
            runUnary(
                kind, a.inputTensor(), a.options(), parameters.apply(a).toArray(Number[]::new)));
  }

  /** One that comes to the unary program alone. */
  static <A extends Record> Operation<A, Tensor> unary(
      String name, Class<A> arguments, Operation.Body<A, Tensor> body) {
    return Operation.of("ttnn::" + name, arguments, body, UNARY_ON_DEVICE);
  }

  /** A function that takes nothing but its input, by its kind, which has TT-NN's name. */
  static Operation<UnaryArguments, Tensor> unary(UnaryKind kind) {
    return unary(kind.name().toLowerCase(Locale.ROOT), kind);
  }

  static Operation<UnaryArguments, Tensor> unary(String name, UnaryKind kind) {
    return Operation.of(
        "ttnn::" + name,
        UnaryArguments.class,
        a -> runUnary(kind, a.inputTensor(), a.options()),
        UNARY_ON_DEVICE);
  }

  static Tensor runUnary(UnaryKind kind, Tensor input, UnaryOptions options, Number... params) {
    return runUnary(List.of(UnaryWithParam.of(kind, params)), input, options);
  }

  @DoorMethod(operation = "ttnn::typecast", value = "The same, of a tensor whose dtype is known.")
  public static Tensor typecast(
      Tensor input, DataType inputDtype, DataType outputDtype, UnaryOptions options) {
    Check.that(
        inputDtype == input.dtype(),
        "input_dtype: it must be that of input_tensor, %s, got %s",
        input.dtype(),
        inputDtype);
    return Ttnn.typecast(input, outputDtype, options);
  }

  static Tensor runUnary(List<UnaryWithParam> chain, Tensor input, UnaryOptions options) {
    Check.that(!chain.isEmpty(), "ops_chain: one function or more is needed, got none");
    return UNARY_ON_DEVICE.runInto(
        options.outputTensor(), new UnaryParams(chain, options.memoryFor(input)), input);
  }

  private static Tensor typecast(TypecastArguments a) {
    Tensor input = a.inputTensor();
    UnaryOptions options = a.options();
    if (!input.isOnDevice()) {
      Placement.checkNone(options.memoryConfig());
      Check.that(
          options.outputTensor() == null,
          "output_tensor: a host tensor is converted to a new one, got one to write to");
      TensorSpec spec = input.spec().withDtype(a.dtype());
      Values values = Values.zeros(a.dtype(), input.shape().volume());
      Rounding.convert(input.values(), input.dtype(), a.dtype(), values);
      Rounding.toType(spec, values);
      return Tensor.onHost(spec, values);
    }
    return TYPECAST_ON_DEVICE.runInto(
        options.outputTensor(),
        new TypecastParams(input.dtype(), a.dtype(), options.memoryFor(input)),
        input);
  }

  /** Two pages in, two pages out. */
  private static List<CircularBuffer> circularBuffers(Call<?> call, CoreRangeSet cores) {
    Tensor output = call.output();
    if (CircularBuffers.shardedAlike(call.given(), output)) {
      return List.of(CircularBuffers.backedBy(call.input(0)), CircularBuffers.backedBy(output));
    }
    return List.of(
        CircularBuffers.doubled(cores, call.spec(0)),
        CircularBuffers.doubled(cores, output.spec()));
  }

  /** On every core that may work, since one program serves tensors of all shapes. */
  private static List<CircularBuffer> chainBuffers(Call<UnaryParams> call) {
    CoreRangeSet grid = CircularBuffers.wholeGrid(call);
    List<CircularBuffer> buffers = new ArrayList<>(circularBuffers(call, grid));
    if (call.params().opChain().getFirst().opType() == UnaryKind.LOGIT) {
      CoreRangeSet cores = buffers.getFirst().cores();
      buffers.add(CircularBuffers.doubled(cores, call.spec(0)));
    }
    return buffers;
  }

  private static Work chainCost(Call<UnaryParams> call) {
    return cost(
        call,
        call.params().opChain().stream()
            .mapToInt(function -> STEPS.getOrDefault(function.opType(), 1))
            .sum());
  }

  private static <P extends Record> Work cost(Call<P> call, int steps) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call).size();
    return Costs.of(TileWork.vector(steps), cores, Costs.inputs(call), output);
  }
}
