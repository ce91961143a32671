package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;

/**
 * How element-wise operations of one tensor run. The functions themselves are named in {@link
 * MathOperations} and {@link ActivationOperations}.
 */
public final class UnaryOperations {
  private UnaryOperations() {}

  /**
   * @param opChain functions of one another, the first of the input; their parameters are compiled
   *     into the program, so that other ones make another program
   */
  public record UnaryParams(List<UnaryWithParam> opChain, MemoryConfig memoryConfig) {
    public UnaryParams(UnaryKind kind, MemoryConfig memoryConfig) {
      this(List.of(UnaryWithParam.of(kind)), memoryConfig);
    }
  }

  public static final DeviceOperation<UnaryParams> UNARY_ON_DEVICE =
      DeviceOperation.<UnaryParams>named("UnaryDeviceOperation", "unary")
          .takes(Input.of("input_tensor"))
          .validation(
              call -> UnaryChain.check("input_tensor", call.input(0), call.params().opChain()))
          .output(call -> call.spec(0).withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Two pages in and two out, on every core of the grid"
                  + CircularBuffers.WHERE_THEY_LIE
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

  public record UnaryArguments(Tensor inputTensor, UnaryOptions options)
      implements CoreLimited.ByOptions {}

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

  static Tensor runUnary(List<UnaryWithParam> chain, Tensor input, UnaryOptions options) {
    Check.that(!chain.isEmpty(), "ops_chain: one function or more is needed, got none");
    return UNARY_ON_DEVICE.runInto(
        options.outputTensor(), new UnaryParams(chain, options.memoryFor(input)), input);
  }

  /** On every core that may work, since one program serves tensors of all shapes. */
  private static List<CircularBuffer> chainBuffers(Call<UnaryParams> call) {
    CoreRangeSet grid = CircularBuffers.wholeGrid(call);
    List<CircularBuffer> buffers = new ArrayList<>(CircularBuffers.inAndOut(call, grid));
    if (call.params().opChain().getFirst().opType() == UnaryKind.LOGIT) {
      CoreRangeSet cores = buffers.getFirst().cores();
      buffers.add(CircularBuffers.doubled(cores, call.spec(0)));
    }
    return buffers;
  }

  private static Work chainCost(Call<UnaryParams> call) {
    Architecture architecture = call.device().board().architecture();
    List<UnaryWithParam> chain = call.params().opChain();
    return Costs.ofPages(TileWork.measured(tileCycles(chain, architecture)), call);
  }

  /** Of functions one after the other; a tile is taken in and out once. */
  private static long tileCycles(List<UnaryWithParam> chain, Architecture architecture) {
    long first = tileCycles(chain.getFirst(), architecture);
    return first + addedCycles(chain.subList(1, chain.size()), architecture);
  }

  private static long tileCycles(UnaryWithParam function, Architecture architecture) {
    return CostConstants.inUse().tileCycles("unary", function.opType().name(), architecture);
  }

  /** What functions add to a tile that is in the registers already. */
  static long addedCycles(List<UnaryWithParam> functions, Architecture architecture) {
    if (functions.isEmpty()) {
      return 0;
    }
    long inAndOut = CostConstants.inUse().tileCycles("unary", "IDENTITY", architecture);
    return functions.stream()
        .mapToLong(function -> Math.max(0, tileCycles(function, architecture) - inAndOut))
        .sum();
  }
}
