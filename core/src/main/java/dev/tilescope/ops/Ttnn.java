package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.kernel.BinaryKind;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The operations, by TT-NN's names and with its defaults. This class is the front door and long for
 * that reason: each method announces its call and hands it to its family.
 *
 * <p>Results on a device hold device memory until {@link #deallocate} or {@code close()}.
 */
public final class Ttnn {
  private static final Signature EMPTY =
      Signature.of("ttnn::empty", "shape", "dtype", "layout", "device", "memory_config");
  private static final Signature FULL =
      Signature.of(
          "ttnn::full", "shape", "fill_value", "dtype", "layout", "device", "memory_config");
  private static final Signature ZEROS =
      Signature.of("ttnn::zeros", "shape", "dtype", "layout", "device", "memory_config");
  private static final Signature ONES =
      Signature.of("ttnn::ones", "shape", "dtype", "layout", "device", "memory_config");
  private static final Signature RAND =
      Signature.of(
          "ttnn::rand",
          "shape",
          "device",
          "dtype",
          "layout",
          "memory_config",
          "low",
          "high",
          "seed");
  private static final Signature ARANGE =
      Signature.of("ttnn::arange", "start", "end", "step", "dtype", "device", "memory_config");
  private static final Signature FROM_ARRAY =
      Signature.of("ttnn::from_array", "shape", "dtype", "layout");
  private static final Signature TO_ARRAY = Signature.of("ttnn::to_array", "tensor");
  private static final Signature TO_DEVICE =
      Signature.of("ttnn::to_device", "tensor", "device", "memory_config");
  private static final Signature FROM_DEVICE = Signature.of("ttnn::from_device", "tensor");
  private static final Signature TO_LAYOUT = Signature.of("ttnn::to_layout", "tensor", "layout");
  private static final Signature TO_MEMORY_CONFIG =
      Signature.of("ttnn::to_memory_config", "tensor", "memory_config");
  private static final Signature TYPECAST = Signature.of("ttnn::typecast", "input_tensor", "dtype");
  private static final Signature RESHAPE = Signature.of("ttnn::reshape", "input_tensor", "shape");
  private static final Signature PERMUTE = Signature.of("ttnn::permute", "input_tensor", "dims");
  private static final Signature TRANSPOSE =
      Signature.of("ttnn::transpose", "input_tensor", "dim1", "dim2");
  private static final Signature SOFTMAX =
      Signature.of("ttnn::softmax", "input_tensor", "dim", "memory_config");
  private static final Signature MATMUL =
      Signature.of(
          "ttnn::matmul",
          "input_tensor_a",
          "input_tensor_b",
          "transpose_a",
          "transpose_b",
          "memory_config",
          "dtype",
          "activation",
          "optional_output_tensor");
  private static final Signature LINEAR =
      Signature.of(
          "ttnn::linear",
          "input_tensor_a",
          "input_tensor_b",
          "bias",
          "transpose_a",
          "transpose_b",
          "memory_config",
          "dtype",
          "activation",
          "optional_output_tensor");
  private static final Signature DEALLOCATE = Signature.of("ttnn::deallocate", "tensor");

  private static final Signature ADD = binary("add");
  private static final Signature SUBTRACT = binary("subtract");
  private static final Signature MULTIPLY = binary("multiply");
  private static final Signature DIVIDE = binary("divide");
  private static final Signature RELU = unary("relu");
  private static final Signature GELU = unary("gelu");
  private static final Signature EXP = unary("exp");
  private static final Signature SQRT = unary("sqrt");

  private Ttnn() {}

  private static Signature binary(String name) {
    return Signature.of(
        "ttnn::" + name,
        "input_tensor_a",
        "input_tensor_b",
        "dtype",
        "memory_config",
        "output_tensor",
        "use_legacy");
  }

  private static Signature unary(String name) {
    return Signature.of("ttnn::" + name, "input_tensor", "memory_config");
  }

  // ---- creation

  /** A device tensor whose values nobody set; here they are zero. */
  public static Tensor empty(
      Shape shape, DataType dtype, Layout layout, MeshDevice device, MemoryConfig memoryConfig) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, memoryConfig);
    return Tracker.on()
        ? Traced.call(
            EMPTY,
            () -> DeviceOperation.create(spec, device, EMPTY.name()),
            shape,
            dtype,
            layout,
            device,
            memoryConfig)
        : DeviceOperation.create(spec, device, EMPTY.name());
  }

  public static Tensor zeros(
      Shape shape,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    return constant(ZEROS, shape, 0, dtype, layout, device, memoryConfig);
  }

  public static Tensor ones(
      Shape shape,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    return constant(ONES, shape, 1, dtype, layout, device, memoryConfig);
  }

  private static Tensor constant(
      Signature signature,
      Shape shape,
      double value,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, memoryConfig);
    return Tracker.on()
        ? Traced.call(
            signature,
            () -> CreationOperations.full(spec, value, device),
            shape,
            dtype,
            layout,
            device,
            memoryConfig)
        : CreationOperations.full(spec, value, device);
  }

  /**
   * @param device null for a host tensor
   */
  public static Tensor full(
      Shape shape,
      double fillValue,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, memoryConfig);
    return Tracker.on()
        ? Traced.call(
            FULL,
            () -> CreationOperations.full(spec, fillValue, device),
            shape,
            fillValue,
            dtype,
            layout,
            device,
            memoryConfig)
        : CreationOperations.full(spec, fillValue, device);
  }

  /** Uniform in [0, 1), TILE layout, interleaved DRAM. */
  public static Tensor rand(Shape shape, DataType dtype, MeshDevice device, long seed) {
    return rand(shape, device, dtype, Layout.TILE, MemoryConfig.DRAM, 0, 1, seed);
  }

  /** Uniform in [low, high); the same seed gives the same values on every machine. */
  public static Tensor rand(
      Shape shape,
      MeshDevice device,
      DataType dtype,
      Layout layout,
      MemoryConfig memoryConfig,
      double low,
      double high,
      long seed) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, memoryConfig);
    return Tracker.on()
        ? Traced.call(
            RAND,
            () -> CreationOperations.rand(spec, device, low, high, seed),
            shape,
            device,
            dtype,
            layout,
            memoryConfig,
            low,
            high,
            seed)
        : CreationOperations.rand(spec, device, low, high, seed);
  }

  /**
   * The half-open range from start to end, row-major.
   *
   * @param device null for a host tensor
   */
  public static Tensor arange(
      double start, double end, double step, DataType dtype, @Nullable MeshDevice device) {
    return Tracker.on()
        ? Traced.call(
            ARANGE,
            () -> arangeBody(start, end, step, dtype, device),
            start,
            end,
            step,
            dtype,
            device,
            MemoryConfig.DRAM)
        : arangeBody(start, end, step, dtype, device);
  }

  private static Tensor arangeBody(
      double start, double end, double step, DataType dtype, @Nullable MeshDevice device) {
    Check.that(step != 0 && !Double.isNaN(step), "step: must not be 0, got %s", step);
    double count = Math.max(0, Math.ceil((end - start) / step));
    Check.that(
        count < Integer.MAX_VALUE - 8,
        "end: the range from %s to %s by %s has too many elements",
        start,
        end,
        step);
    Check.that(!dtype.isBlockFloat(), "dtype: a range is row-major, got %s", dtype);
    if (count > 0) {
      Check.holds("start", dtype, start);
      Check.holds("end", dtype, start + (count - 1) * step);
    }
    Shape shape = Shape.of((int) count);
    TensorSpec spec = new TensorSpec(shape, dtype, Layout.ROW_MAJOR, MemoryConfig.DRAM);
    Tensor host = Tensor.onHost(spec, CreationOperations.range(dtype, start, step, (long) count));
    return device == null ? host : TransferOperations.toDevice(host, device, MemoryConfig.DRAM);
  }

  // ---- host data

  /** A row-major float32 host tensor. */
  public static Tensor fromArray(float[] values, Shape shape) {
    return fromArray(values, shape, DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  /** A host tensor of any floating-point type; values are rounded to it. */
  public static Tensor fromArray(float[] values, Shape shape, DataType dtype, Layout layout) {
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    return traced(
        FROM_ARRAY,
        () -> hostTensor(new Values.Floats(values.clone()), shape, dtype, layout),
        shape,
        dtype,
        layout);
  }

  /** A host tensor of any integer type; values are cut to it. */
  public static Tensor fromArray(int[] values, Shape shape, DataType dtype, Layout layout) {
    Check.that(!dtype.isFloat(), "dtype: an integer type is needed, got %s", dtype);
    return traced(
        FROM_ARRAY,
        () -> hostTensor(new Values.Integers(values.clone()), shape, dtype, layout),
        shape,
        dtype,
        layout);
  }

  private static Tensor hostTensor(Values values, Shape shape, DataType dtype, Layout layout) {
    TensorSpec spec = new TensorSpec(shape, dtype, layout, MemoryConfig.DRAM);
    values.requireFit(spec);
    if (dtype.isBlockFloat() && Tracker.dispatchBlocked()) {
      return Tensor.onHostUncomputed(spec);
    }
    Rounding.toType(dtype, values);
    return Tensor.onHost(spec, values);
  }

  private static Tensor traced(
      Signature signature, Supplier<Tensor> body, @Nullable Object... arguments) {
    return Tracker.on() ? Traced.call(signature, body, arguments) : body.get();
  }

  /** The values of a floating-point tensor, row-major, without padding; read from the device. */
  public static float[] toArray(Tensor tensor) {
    Check.that(
        tensor.dtype().isFloat(),
        "tensor: a floating-point tensor is needed, got %s; use Ttnn.toIntArray",
        tensor.dtype());
    return host(tensor).values().floats().clone();
  }

  /** The values of an integer tensor; read from the device. */
  public static int[] toIntArray(Tensor tensor) {
    Check.that(
        !tensor.dtype().isFloat(),
        "tensor: an integer tensor is needed, got %s; use Ttnn.toArray",
        tensor.dtype());
    return host(tensor).values().integers().clone();
  }

  private static Tensor host(Tensor tensor) {
    return Tracker.on()
        ? Traced.call(TO_ARRAY, () -> TransferOperations.fromDevice(tensor), tensor)
        : TransferOperations.fromDevice(tensor);
  }

  // ---- placement and layout

  /** To interleaved DRAM. */
  public static Tensor toDevice(Tensor tensor, MeshDevice device) {
    return toDevice(tensor, device, MemoryConfig.DRAM);
  }

  public static Tensor toDevice(Tensor tensor, MeshDevice device, MemoryConfig memoryConfig) {
    return Tracker.on()
        ? Traced.call(
            TO_DEVICE,
            () -> TransferOperations.toDevice(tensor, device, memoryConfig),
            tensor,
            device,
            memoryConfig)
        : TransferOperations.toDevice(tensor, device, memoryConfig);
  }

  public static Tensor fromDevice(Tensor tensor) {
    return Tracker.on()
        ? Traced.call(FROM_DEVICE, () -> TransferOperations.fromDevice(tensor), tensor)
        : TransferOperations.fromDevice(tensor);
  }

  /** A tensor that has the layout already is returned as it is. */
  public static Tensor toLayout(Tensor tensor, Layout layout) {
    return Tracker.on()
        ? Traced.call(TO_LAYOUT, () -> LayoutOperations.toLayout(tensor, layout), tensor, layout)
        : LayoutOperations.toLayout(tensor, layout);
  }

  /** A tensor that is placed so already is returned as it is. */
  public static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memoryConfig) {
    return Tracker.on()
        ? Traced.call(
            TO_MEMORY_CONFIG,
            () -> LayoutOperations.toMemoryConfig(tensor, memoryConfig),
            tensor,
            memoryConfig)
        : LayoutOperations.toMemoryConfig(tensor, memoryConfig);
  }

  public static Tensor typecast(Tensor input, DataType dtype) {
    return Tracker.on()
        ? Traced.call(TYPECAST, () -> UnaryOperations.typecast(input, dtype), input, dtype)
        : UnaryOperations.typecast(input, dtype);
  }

  // ---- movement

  /** One dimension may be -1. A view of the same buffer where the pages allow it. */
  public static Tensor reshape(Tensor input, int... shape) {
    return Tracker.on()
        ? Traced.call(RESHAPE, () -> MovementOperations.reshape(input, shape), input, shape)
        : MovementOperations.reshape(input, shape);
  }

  public static Tensor permute(Tensor input, int... dims) {
    return Tracker.on()
        ? Traced.call(PERMUTE, () -> MovementOperations.permute(input, dims), input, dims)
        : MovementOperations.permute(input, dims);
  }

  public static Tensor transpose(Tensor input, int dim1, int dim2) {
    return Tracker.on()
        ? Traced.call(
            TRANSPOSE, () -> MovementOperations.transpose(input, dim1, dim2), input, dim1, dim2)
        : MovementOperations.transpose(input, dim1, dim2);
  }

  public static Tensor repeat(Tensor input, int... repeatDims) {
    return Tracker.on()
        ? Traced.call(
            MovementOperations.REPEAT_FUNCTION,
            () -> MovementOperations.repeat(input, repeatDims),
            input,
            repeatDims)
        : MovementOperations.repeat(input, repeatDims);
  }

  // ---- element-wise

  public static Tensor add(Tensor a, Tensor b) {
    return add(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor add(Tensor a, Tensor b, BinaryOptions options) {
    return binary(ADD, BinaryKind.ADD, a, b, options);
  }

  public static Tensor add(Tensor a, float scalar) {
    return binary(ADD, BinaryKind.ADD, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Tensor b) {
    return subtract(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor subtract(Tensor a, Tensor b, BinaryOptions options) {
    return binary(SUBTRACT, BinaryKind.SUBTRACT, a, b, options);
  }

  public static Tensor subtract(Tensor a, float scalar) {
    return binary(SUBTRACT, BinaryKind.SUBTRACT, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Tensor b) {
    return multiply(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor multiply(Tensor a, Tensor b, BinaryOptions options) {
    return binary(MULTIPLY, BinaryKind.MULTIPLY, a, b, options);
  }

  public static Tensor multiply(Tensor a, float scalar) {
    return binary(MULTIPLY, BinaryKind.MULTIPLY, a, scalar, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Tensor b) {
    return divide(a, b, BinaryOptions.DEFAULT);
  }

  public static Tensor divide(Tensor a, Tensor b, BinaryOptions options) {
    return binary(DIVIDE, BinaryKind.DIVIDE, a, b, options);
  }

  public static Tensor divide(Tensor a, float scalar) {
    return binary(DIVIDE, BinaryKind.DIVIDE, a, scalar, BinaryOptions.DEFAULT);
  }

  private static Tensor binary(
      Signature signature, BinaryKind kind, Tensor a, Tensor b, BinaryOptions options) {
    return Tracker.on()
        ? Traced.call(
            signature,
            () -> BinaryOperations.apply(kind, a, b, options),
            a,
            b,
            options.dtype(),
            options.memoryConfig(),
            options.outputTensor(),
            options.useLegacy())
        : BinaryOperations.apply(kind, a, b, options);
  }

  private static Tensor binary(
      Signature signature, BinaryKind kind, Tensor a, float scalar, BinaryOptions options) {
    return Tracker.on()
        ? Traced.call(
            signature,
            () -> BinaryOperations.apply(kind, a, scalar, options),
            a,
            scalar,
            options.dtype(),
            options.memoryConfig(),
            options.outputTensor(),
            options.useLegacy())
        : BinaryOperations.apply(kind, a, scalar, options);
  }

  public static Tensor relu(Tensor input) {
    return unary(RELU, UnaryKind.RELU, input, null);
  }

  public static Tensor relu(Tensor input, MemoryConfig memoryConfig) {
    return unary(RELU, UnaryKind.RELU, input, memoryConfig);
  }

  /** The exact form, 0.5x(1 + erf(x / sqrt 2)). */
  public static Tensor gelu(Tensor input) {
    return unary(GELU, UnaryKind.GELU, input, null);
  }

  public static Tensor gelu(Tensor input, MemoryConfig memoryConfig) {
    return unary(GELU, UnaryKind.GELU, input, memoryConfig);
  }

  public static Tensor exp(Tensor input) {
    return unary(EXP, UnaryKind.EXP, input, null);
  }

  public static Tensor exp(Tensor input, MemoryConfig memoryConfig) {
    return unary(EXP, UnaryKind.EXP, input, memoryConfig);
  }

  public static Tensor sqrt(Tensor input) {
    return unary(SQRT, UnaryKind.SQRT, input, null);
  }

  public static Tensor sqrt(Tensor input, MemoryConfig memoryConfig) {
    return unary(SQRT, UnaryKind.SQRT, input, memoryConfig);
  }

  private static Tensor unary(
      Signature signature, UnaryKind kind, Tensor input, @Nullable MemoryConfig memoryConfig) {
    return Tracker.on()
        ? Traced.call(
            signature, () -> UnaryOperations.apply(kind, input, memoryConfig), input, memoryConfig)
        : UnaryOperations.apply(kind, input, memoryConfig);
  }

  // ---- matrix products and softmax

  public static Tensor matmul(Tensor a, Tensor b) {
    return matmul(a, b, MatmulOptions.DEFAULT);
  }

  public static Tensor matmul(Tensor a, Tensor b, MatmulOptions options) {
    return Tracker.on()
        ? Traced.call(
            MATMUL,
            () -> MatmulOperations.apply(a, b, null, options),
            a,
            b,
            options.transposeA(),
            options.transposeB(),
            options.memoryConfig(),
            options.dtype(),
            options.activation(),
            options.optionalOutputTensor())
        : MatmulOperations.apply(a, b, null, options);
  }

  /** {@code a @ b + bias}, then the activation of the options. */
  public static Tensor linear(Tensor a, Tensor b, @Nullable Tensor bias, MatmulOptions options) {
    return Tracker.on()
        ? Traced.call(
            LINEAR,
            () -> MatmulOperations.apply(a, b, bias, options),
            a,
            b,
            bias,
            options.transposeA(),
            options.transposeB(),
            options.memoryConfig(),
            options.dtype(),
            options.activation(),
            options.optionalOutputTensor())
        : MatmulOperations.apply(a, b, bias, options);
  }

  /** Along the last dimension. */
  public static Tensor softmax(Tensor input) {
    return softmax(input, -1, null);
  }

  public static Tensor softmax(Tensor input, int dim, @Nullable MemoryConfig memoryConfig) {
    return Tracker.on()
        ? Traced.call(
            SOFTMAX,
            () -> SoftmaxOperations.apply(input, dim, memoryConfig),
            input,
            dim,
            memoryConfig)
        : SoftmaxOperations.apply(input, dim, memoryConfig);
  }

  // ---- the end

  /** Frees a tensor's device memory; freeing it twice is an error. */
  public static void deallocate(Tensor tensor) {
    if (!tensor.isOnDevice()) {
      throw new TilescopeException(
          "tensor: only a device tensor holds device memory, got a host tensor");
    }
    if (Tracker.on()) {
      Traced.effect(DEALLOCATE, () -> free(tensor), tensor);
    } else {
      free(tensor);
    }
  }

  private static boolean free(Tensor tensor) {
    tensor.deallocate();
    return true;
  }
}
