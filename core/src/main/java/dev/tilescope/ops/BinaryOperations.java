package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Element-wise operations of two tensors, or of a tensor and a scalar. */
abstract class BinaryOperations extends UnaryOperations {
  /**
   * @param scalar the second operand if it is not a tensor
   */
  record BinaryParams(
      BinaryKind binaryOpType, DataType dtype, MemoryConfig memoryConfig, @Nullable Float scalar)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new BinaryParams(binaryOpType, dtype, memoryConfig, scalar == null ? null : 0f);
    }
  }

  /** Broadcasts inside the device operation. */
  static final DeviceOperation<BinaryParams> BINARY_NG =
      declaration("BinaryNgDeviceOperation", "binary_ng")
          .validation(BinaryOperations::check)
          .declare();

  /** The older form: equal shapes only. */
  static final DeviceOperation<BinaryParams> BINARY =
      declaration("BinaryDeviceOperation", "binary")
          .validation(BinaryOperations::checkEqualShapes)
          .declare();

  /**
   * @param inputTensorB a tensor, or a number
   */
  record BinaryArguments(Tensor inputTensorA, Object inputTensorB, BinaryOptions options) {}

  private static final Map<BinaryKind, Operation<BinaryArguments, Tensor>> BINARY_OPERATIONS =
      declareAll();

  private static Map<BinaryKind, Operation<BinaryArguments, Tensor>> declareAll() {
    Map<BinaryKind, Operation<BinaryArguments, Tensor>> all = new EnumMap<>(BinaryKind.class);
    for (BinaryKind kind : BinaryKind.values()) {
      String name = "ttnn::" + kind.name().toLowerCase(Locale.ROOT);
      all.put(
          kind, Operation.of(name, BinaryArguments.class, a -> apply(kind, a), BINARY_NG, BINARY));
    }
    return all;
  }

  private static Declaration<BinaryParams> declaration(String name, String primitive) {
    return DeviceOperation.<BinaryParams>named(name, primitive)
        .takes(Input.of("input_tensor_a"), Input.optional("input_tensor_b"))
        .output(BinaryOperations::output)
        .circularBuffers(
            "Two pages for each operand and for the result, on every core of the grid; a scalar is"
                + " one tile; tensors sharded alike are used where they lie.",
            BinaryOperations::circularBuffers)
        .cost(BinaryOperations::cost)
        .kernel(BinaryOperations::compute)
        .golden(BinaryOperations::golden);
  }

  /** Any function of the table, by its kind. */
  public static Tensor binary(BinaryKind kind, Tensor a, Tensor b, BinaryOptions options) {
    return call(kind, a, b, options);
  }

  public static Tensor binary(BinaryKind kind, Tensor a, float scalar, BinaryOptions options) {
    return call(kind, a, scalar, options);
  }

  private static Tensor call(BinaryKind kind, Tensor a, Object b, BinaryOptions options) {
    return Objects.requireNonNull(BINARY_OPERATIONS.get(kind))
        .call(new BinaryArguments(a, b, options));
  }

  public static Tensor add(Tensor a, Tensor b) {
    return call(BinaryKind.ADD, a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor add(Tensor a, Tensor b, BinaryOptions options) {
    return call(BinaryKind.ADD, a, b, options);
  }

  public static Tensor add(Tensor a, float scalar) {
    return call(BinaryKind.ADD, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Tensor b) {
    return call(BinaryKind.SUBTRACT, a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Tensor b, BinaryOptions options) {
    return call(BinaryKind.SUBTRACT, a, b, options);
  }

  public static Tensor subtract(Tensor a, float scalar) {
    return call(BinaryKind.SUBTRACT, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Tensor b) {
    return call(BinaryKind.MULTIPLY, a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Tensor b, BinaryOptions options) {
    return call(BinaryKind.MULTIPLY, a, b, options);
  }

  public static Tensor multiply(Tensor a, float scalar) {
    return call(BinaryKind.MULTIPLY, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Tensor b) {
    return call(BinaryKind.DIVIDE, a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Tensor b, BinaryOptions options) {
    return call(BinaryKind.DIVIDE, a, b, options);
  }

  public static Tensor divide(Tensor a, float scalar) {
    return call(BinaryKind.DIVIDE, a, scalar, BinaryOptions.DEFAULT);
  }

  private static Tensor apply(BinaryKind kind, BinaryArguments arguments) {
    Tensor a = arguments.inputTensorA();
    BinaryOptions options = arguments.options();
    if (!(arguments.inputTensorB() instanceof Tensor b)) {
      Float scalar = ((Number) arguments.inputTensorB()).floatValue();
      return BINARY_NG.runInto(options.outputTensor(), params(kind, a, options, scalar), a);
    }
    return options.useLegacy()
        ? applyLegacy(kind, a, b, options)
        : BINARY_NG.runInto(options.outputTensor(), params(kind, a, options, null), a, b);
  }

  private static Tensor applyLegacy(BinaryKind kind, Tensor a, Tensor b, BinaryOptions options) {
    BINARY.requireUsable(a, b);
    Shape shape = Shapes.broadcast(a.shape(), b.shape());
    Tensor left = MovementOperations.repeatTo(a, shape);
    try {
      Tensor right = MovementOperations.repeatTo(b, shape);
      try {
        return BINARY.runInto(options.outputTensor(), params(kind, a, options, null), left, right);
      } finally {
        closeUnless(b, right);
      }
    } finally {
      closeUnless(a, left);
    }
  }

  private static void closeUnless(Tensor input, Tensor repeated) {
    if (repeated != input) {
      repeated.close();
    }
  }

  private static BinaryParams params(
      BinaryKind kind, Tensor a, BinaryOptions options, @Nullable Float scalar) {
    return new BinaryParams(kind, resultType(kind, a, options), resultMemory(a, options), scalar);
  }

  private static MemoryConfig resultMemory(Tensor a, BinaryOptions options) {
    if (options.memoryConfig() != null) {
      return options.memoryConfig();
    }
    return options.outputTensor() == null
        ? a.memoryConfig()
        : options.outputTensor().memoryConfig();
  }

  private static DataType resultType(BinaryKind kind, Tensor a, BinaryOptions options) {
    if (options.dtype() != null) {
      return options.dtype();
    }
    if (options.outputTensor() != null) {
      return options.outputTensor().dtype();
    }
    return kind == BinaryKind.DIVIDE && !a.dtype().isFloat() ? DataType.FLOAT32 : a.dtype();
  }

  private static void check(Call<BinaryParams> call) {
    Tensor a = call.input(0);
    DataType out = call.params().dtype();
    Check.that(
        out.isFloat() || !a.dtype().isFloat(),
        "dtype: a result of floating-point inputs cannot be %s; typecast it afterwards",
        out);
    Check.that(
        out.isFloat() || call.params().binaryOpType() != BinaryKind.DIVIDE,
        "dtype: a quotient needs a floating-point type, got %s; typecast it afterwards",
        out);
    checkScalar(call.params());
    if (call.has(1)) {
      Tensor b = call.input(1);
      Check.that(
          a.dtype() == b.dtype(),
          "input_tensor_b: dtype must be that of input_tensor_a, %s, got %s; use Ttnn.typecast",
          a.dtype(),
          b.dtype());
      Check.that(
          a.layout() == b.layout(),
          "input_tensor_b: layout must be that of input_tensor_a, %s, got %s; use Ttnn.toLayout",
          a.layout(),
          b.layout());
    }
    TensorSpec unused = output(call);
    Check.that(unused.shape().rank() > 0, "input_tensor_a: rank 1 or more is needed, got rank 0");
  }

  /** Integers wrap, so a scalar of either sign has a place; a fraction has none. */
  private static void checkScalar(BinaryParams params) {
    if (params.scalar() != null && !params.dtype().isFloat()) {
      float scalar = params.scalar();
      Check.that(
          scalar == Math.rint(scalar) && scalar >= Integer.MIN_VALUE && scalar < 0x1p32f,
          "scalar: a result of %s takes integers of 32 bits, got %s",
          params.dtype(),
          scalar);
    }
  }

  private static void checkEqualShapes(Call<BinaryParams> call) {
    check(call);
    Check.that(
        call.spec(0).shape().equals(call.spec(1).shape()),
        "input_tensor_b: shape must be that of input_tensor_a, %s, got %s",
        call.spec(0).shape(),
        call.spec(1).shape());
  }

  private static TensorSpec output(Call<BinaryParams> call) {
    Shape shape =
        !call.has(1)
            ? call.spec(0).shape()
            : Shapes.broadcast(call.spec(0).shape(), call.spec(1).shape());
    BinaryParams params = call.params();
    return new TensorSpec(shape, params.dtype(), call.spec(0).layout(), params.memoryConfig());
  }

  /**
   * Two pages for each operand and for the result, on every core of the grid; tensors that are
   * sharded alike are used where they lie. A scalar is one tile that stays.
   */
  private static List<CircularBuffer> circularBuffers(Call<BinaryParams> call) {
    Tensor output = call.output();
    List<Tensor> inputs = call.given();
    List<CircularBuffer> buffers = new ArrayList<>(3);
    if (CircularBuffers.shardedAlike(inputs, output)) {
      inputs.forEach(in -> buffers.add(CircularBuffers.backedBy(in)));
      buffers.add(CircularBuffers.backedBy(output));
      return buffers;
    }
    CoreRangeSet cores = CircularBuffers.wholeGrid(call.device());
    inputs.forEach(in -> buffers.add(CircularBuffers.doubled(cores, in.spec())));
    if (call.params().scalar() != null) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 1));
    }
    buffers.add(CircularBuffers.doubled(cores, output.spec()));
    return buffers;
  }

  private static CostModel.Work cost(Call<BinaryParams> call) {
    int cores = call.device().board().compute().size();
    return Costs.of(
        Costs.CYCLES_PER_ELEMENTWISE_TILE, cores, Costs.inputs(call), call.outputSpec());
  }

  private static void compute(Call<BinaryParams> call) {
    Values output = call.out();
    BinaryParams params = call.params();
    if (output instanceof Values.Integers(int[] out)) {
      computeIntegers(call, out);
      return;
    }
    float[] a = asFloats(call, 0);
    if (params.scalar() != null) {
      Kernels.binaryScalar(params.binaryOpType(), a, params.scalar(), output.floats());
      return;
    }
    Shape shape = Shapes.broadcast(call.spec(0).shape(), call.spec(1).shape());
    Kernels.binary(
        params.binaryOpType(),
        a,
        Shapes.broadcastStrides(call.spec(0).shape(), shape),
        asFloats(call, 1),
        Shapes.broadcastStrides(call.spec(1).shape(), shape),
        output.floats(),
        shape.toArray());
  }

  private static void computeIntegers(Call<BinaryParams> call, int[] out) {
    BinaryParams params = call.params();
    int[] a = call.integers(0);
    Float scalar = params.scalar();
    int[] b = scalar == null ? call.integers(1) : new int[] {(int) scalar.longValue()};
    Shape shape = output(call).shape();
    Kernels.binary(
        params.binaryOpType(),
        a,
        Shapes.broadcastStrides(call.spec(0).shape(), shape),
        b,
        scalar != null
            ? new int[shape.rank()]
            : Shapes.broadcastStrides(call.spec(1).shape(), shape),
        out,
        shape.toArray());
  }

  private static float[] asFloats(Call<BinaryParams> call, int input) {
    Values values = call.values(input);
    if (values instanceof Values.Floats(float[] array)) {
      return array;
    }
    float[] converted = new float[values.size()];
    for (int i = 0; i < converted.length; i++) {
      converted[i] = (float) values.get(call.spec(input).dtype(), i);
    }
    return converted;
  }

  private static double[] golden(GoldenCall<BinaryParams> call) {
    BinaryParams params = call.params();
    Shape shape = call.output().shape();
    double[] out = call.newOutput();
    int[] left = Shapes.broadcastStrides(call.input(0).spec().shape(), shape);
    int[] right =
        params.scalar() != null
            ? new int[shape.rank()]
            : Shapes.broadcastStrides(call.input(1).spec().shape(), shape);
    double[] a = call.values(0);
    double[] b = params.scalar() != null ? new double[] {params.scalar()} : call.values(1);
    int[] dims = shape.toArray();
    int[] strides = Shapes.strides(dims);
    for (int i = 0; i < out.length; i++) {
      int fromA = 0;
      int fromB = 0;
      for (int d = 0; d < dims.length; d++) {
        int index = i / strides[d] % dims[d];
        fromA += index * left[d];
        fromB += index * right[d];
      }
      out[i] = ElementwiseGolden.binary(params.binaryOpType(), a[fromA], b[fromB]);
    }
    return out;
  }
}
