package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.kernel.TernaryKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TensorOrNumber;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Element-wise operations of three operands, of which the second and third may be numbers. Long
 * because each combination is a method; their numbers are in {@link TernaryValues}.
 */
public final class TernaryOperations {
  private TernaryOperations() {}

  /**
   * @param scalarB the second operand if it is not a tensor
   * @param scalarC the third operand if it is not a tensor
   * @param value the factor of {@code addcmul} and {@code addcdiv}
   */
  public record TernaryParams(
      TernaryKind ternaryOpType,
      MemoryConfig memoryConfig,
      @Nullable Number scalarB,
      @Nullable Number scalarC,
      Number value)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new TernaryParams(
          ternaryOpType, memoryConfig, scalarB == null ? null : 0, scalarC == null ? null : 0, 0);
    }

    /** The number in the place of an input that is not a tensor. */
    double scalar(int input) {
      Number number = input == 1 ? scalarB : scalarC;
      return number == null ? 0 : number.doubleValue();
    }
  }

  public static final DeviceOperation<TernaryParams> TERNARY_ON_DEVICE =
      DeviceOperation.<TernaryParams>named("TernaryDeviceOperation", "ternary")
          .takes(
              Input.of("input_tensor_a"),
              Input.optional("input_tensor_b"),
              Input.optional("input_tensor_c"))
          .validation(TernaryOperations::check)
          .output(TernaryOperations::output)
          .circularBuffers(
              "Two pages for each tensor and for the result, on every core of the grid; tensors"
                  + " sharded alike are used where they lie.",
              TernaryOperations::circularBuffers)
          .cost(TernaryOperations::cost)
          .kernel(TernaryValues::compute)
          .golden(TernaryValues::golden)
          .declare();

  public record WhereArguments(
      Tensor predicate,
      @TensorOrNumber Object trueValue,
      @TensorOrNumber Object falseValue,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record AddcArguments(
      Tensor inputA,
      Tensor inputB,
      Tensor inputC,
      @Default("1.0") Number value,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record LerpArguments(
      Tensor input, Tensor end, @TensorOrNumber Object weight, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public record SnakeBetaArguments(
      Tensor inputTensor,
      Tensor alpha,
      Tensor beta,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public record MacArguments(
      Tensor inputTensorA,
      @TensorOrNumber Object inputTensorB,
      @TensorOrNumber Object inputTensorC,
      UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<WhereArguments, Tensor> WHERE =
      Operation.of(
          "ttnn::where",
          WhereArguments.class,
          TernaryOperations::where,
          TERNARY_ON_DEVICE,
          TypecastOperations.TYPECAST_ON_DEVICE);
  public static final Operation<AddcArguments, Tensor> ADDCMUL =
      Operation.of(
          "ttnn::addcmul",
          AddcArguments.class,
          a -> runTernary(TernaryKind.ADDCMUL, a),
          TERNARY_ON_DEVICE);
  public static final Operation<AddcArguments, Tensor> ADDCDIV =
      Operation.of(
          "ttnn::addcdiv",
          AddcArguments.class,
          a -> runTernary(TernaryKind.ADDCDIV, a),
          TERNARY_ON_DEVICE);
  public static final Operation<LerpArguments, Tensor> LERP =
      Operation.of(
          "ttnn::lerp",
          LerpArguments.class,
          a -> runTernary(TernaryKind.LERP, a.input(), a.end(), a.weight(), 0, a.options()),
          TERNARY_ON_DEVICE);
  public static final Operation<MacArguments, Tensor> MAC =
      Operation.of(
          "ttnn::mac",
          MacArguments.class,
          a ->
              runTernary(
                  TernaryKind.MAC,
                  a.inputTensorA(),
                  a.inputTensorB(),
                  a.inputTensorC(),
                  0,
                  a.options()),
          TERNARY_ON_DEVICE);

  public static final Operation<SnakeBetaArguments, Tensor> SNAKE_BETA =
      Operation.of(
          "ttnn::snake_beta",
          SnakeBetaArguments.class,
          a ->
              runTernary(
                  TernaryKind.SNAKE_BETA,
                  a.inputTensor(),
                  a.alpha(),
                  a.beta(),
                  0,
                  new UnaryOptions(a.memoryConfig(), a.outputTensor())),
          TERNARY_ON_DEVICE);

  private static Tensor runTernary(TernaryKind kind, AddcArguments a) {
    // A fractional type reaches the program as float32, whatever the tensors are of.
    Number value = a.value() instanceof Double real ? real.floatValue() : a.value();
    return runTernary(kind, a.inputA(), a.inputB(), a.inputC(), value, a.options());
  }

  /** An integer predicate of floating-point values becomes one of their type first. */
  private static Tensor where(WhereArguments a) {
    Tensor predicate = a.predicate();
    DataType values = chosenType(predicate.dtype(), a.trueValue(), a.falseValue());
    if (predicate.dtype().isFloat() || !values.isFloat()) {
      return runTernary(
          TernaryKind.WHERE, predicate, a.trueValue(), a.falseValue(), 0, a.options());
    }
    TERNARY_ON_DEVICE.requireUsable(predicate);
    return Temporaries.through(
        predicate,
        x -> TypecastOperations.typecast(x, values),
        x -> runTernary(TernaryKind.WHERE, x, a.trueValue(), a.falseValue(), 0, a.options()));
  }

  /** That of the tensor to choose from; of two numbers float32 if one is a floating-point one. */
  private static DataType chosenType(DataType predicate, Object first, Object second) {
    if (first instanceof Tensor tensor) {
      return tensor.dtype();
    } else if (second instanceof Tensor tensor) {
      return tensor.dtype();
    }
    boolean isWide = predicate == DataType.INT32 || predicate == DataType.UINT32;
    return isWide && (isFloating(first) || isFloating(second)) ? DataType.FLOAT32 : predicate;
  }

  private static boolean isFloating(Object number) {
    return number instanceof Float || number instanceof Double;
  }

  /**
   * Where the result goes if nobody says: to the shards of the tensor that lies on most cores, cut
   * for the shape of the result. Of a tensor and a number to choose from, the tensor decides.
   */
  private static MemoryConfig memory(
      TernaryKind kind, Tensor a, @Nullable Tensor b, @Nullable Tensor c, UnaryOptions options) {
    MemoryConfig asked = options.memoryConfig();
    if (asked != null && asked.isSharded() && asked.grid() == null) {
      return Placement.of(asked, firstInShards(a, b, c), broadcast(a, b, c));
    }
    if (asked != null || options.outputTensor() != null) {
      return options.memoryFor(a);
    }
    Tensor only = b == null ? c : c == null ? b : null;
    Tensor first = kind == TernaryKind.WHERE && only != null ? only : a;
    Tensor widest = first;
    if (first == a) {
      widest = onMoreCores(onMoreCores(a, b), c);
    }
    return Placement.of(null, widest, broadcast(a, b, c));
  }

  /** The first itself if none is. */
  private static Tensor firstInShards(Tensor a, @Nullable Tensor b, @Nullable Tensor c) {
    return Stream.of(a, b, c)
        .filter(each -> each != null && each.memoryConfig().isSharded())
        .findFirst()
        .orElse(a);
  }

  private static Tensor onMoreCores(Tensor best, @Nullable Tensor other) {
    return other != null && Placement.shardCores(other) > Placement.shardCores(best) ? other : best;
  }

  private static Shape broadcast(Tensor a, @Nullable Tensor b, @Nullable Tensor c) {
    Shape two = b == null ? a.shape() : Shapes.broadcast(a.shape(), b.shape());
    return c == null ? two : Shapes.broadcast(two, c.shape());
  }

  private static Tensor runTernary(
      TernaryKind kind, Tensor a, Object b, Object c, Number value, UnaryOptions options) {
    Tensor second = b instanceof Tensor tensor ? tensor : null;
    Tensor third = c instanceof Tensor tensor ? tensor : null;
    TernaryParams params =
        new TernaryParams(
            kind,
            memory(kind, a, second, third, options),
            second == null ? number("input_tensor_b", b) : null,
            third == null ? number("input_tensor_c", c) : null,
            value);
    return TERNARY_ON_DEVICE.runInto(options.outputTensor(), params, a, second, third);
  }

  private static Number number(String argument, Object given) {
    if (given instanceof Number number) {
      return number;
    }
    throw Check.failed("%s: a tensor or a number is expected, got %s", argument, given);
  }

  private static void check(Call<TernaryParams> call) {
    Tensor a = call.input(0);
    TernaryParams params = call.params();
    if (params.ternaryOpType() == TernaryKind.SNAKE_BETA) {
      SnakeCheck.check(call);
    }
    for (int i = 1; i < 3; i++) {
      String argument = i == 1 ? "input_tensor_b" : "input_tensor_c";
      if (call.has(i)) {
        checkAlike(argument, a, call.input(i));
      } else {
        checkNumber(argument, a.dtype(), params.scalar(i), params.ternaryOpType());
      }
    }
    double factor = params.value().doubleValue();
    checkNumber("value", factorType(a.dtype(), factor), factor, params.ternaryOpType());
    if (!params.ternaryOpType().onIntegers()) {
      Check.dtype("input_tensor_a", a, Input.FLOATS);
    }
    Check.rankAtLeast("input_tensor_a", a, 1);
  }

  private static void checkAlike(String argument, Tensor a, Tensor other) {
    Check.that(
        a.dtype() == other.dtype(),
        "%s: dtype must be that of input_tensor_a, %s, got %s; use Ttnn.typecast",
        argument,
        a.dtype(),
        other.dtype());
    Check.that(
        a.layout() == other.layout(),
        "%s: layout must be that of input_tensor_a, %s, got %s; use Ttnn.toLayout",
        argument,
        a.layout(),
        other.layout());
  }

  /** A negative factor of unsigned numbers wraps around with their product. */
  private static DataType factorType(DataType dtype, double factor) {
    return dtype == DataType.UINT32 && factor < 0 ? DataType.INT32 : dtype;
  }

  /** What is chosen is cut to what the type holds; what is computed with must be of the type. */
  private static void checkNumber(String argument, DataType dtype, double value, TernaryKind kind) {
    if (!dtype.isFloat()) {
      Check.that(
          value == Math.rint(value) || kind == TernaryKind.WHERE,
          "%s: of %s a whole number is needed, got %s",
          argument,
          dtype,
          value);
      Check.holds(argument, dtype, value);
    }
  }

  private static TensorSpec output(Call<TernaryParams> call) {
    Shape shape =
        broadcast(
            call.input(0), call.has(1) ? call.input(1) : null, call.has(2) ? call.input(2) : null);
    return new TensorSpec(
        shape, call.spec(0).dtype(), call.spec(0).layout(), call.params().memoryConfig());
  }

  private static List<CircularBuffer> circularBuffers(Call<TernaryParams> call) {
    Tensor output = call.output();
    List<CircularBuffer> buffers = new ArrayList<>(4);
    if (CircularBuffers.shardedAlike(call.given(), output)) {
      call.given().forEach(in -> buffers.add(CircularBuffers.backedBy(in)));
      buffers.add(CircularBuffers.backedBy(output));
      return buffers;
    }
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    call.given().forEach(in -> buffers.add(CircularBuffers.doubled(cores, in.spec())));
    buffers.add(CircularBuffers.doubled(cores, output.spec()));
    return buffers;
  }

  private static Work cost(Call<TernaryParams> call) {
    int cores = CircularBuffers.wholeGrid(call).size();
    long cycles =
        CostConstants.inUse()
            .tileCycles(
                "ternary",
                call.params().ternaryOpType().name(),
                call.device().board().architecture());
    return Costs.ofTiles(TileWork.measured(cycles), cores, call);
  }
}
