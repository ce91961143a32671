package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What operations refuse. Every message begins with the argument's name and says what it got and
 * what it takes; nothing is left allocated.
 */
class BadInputTest {
  private static final int HUGE = Integer.MAX_VALUE;
  private static final BinaryOptions LEGACY = BinaryOptions.DEFAULT.withUseLegacy(true);
  private static final BinaryOptions BINARY = BinaryOptions.DEFAULT;
  private static final MatmulOptions MATMUL = MatmulOptions.DEFAULT;

  private MeshDevice device;
  private MeshDevice other;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    other = MeshDevice.open("p150");
  }

  @AfterEach
  void close() {
    device.close();
    other.close();
  }

  /** An operation of one tensor. */
  private record One(String name, String argument, Function<Tensor, Object> call) {
    @Override
    public String toString() {
      return name;
    }
  }

  /** What needs a device tensor. */
  private static List<One> deviceOnly() {
    return List.of(
        new One("relu", "input_tensor", Ttnn::relu),
        new One("gelu", "input_tensor", Ttnn::gelu),
        new One("exp", "input_tensor", t -> Ttnn.exp(t, UnaryOptions.DEFAULT)),
        new One("sqrt", "input_tensor", Ttnn::sqrt),
        new One("softmax", "input_tensor", Ttnn::softmax),
        new One("permute", "input_tensor", t -> Ttnn.permute(t, 1, 0)),
        new One("transpose", "input_tensor", t -> Ttnn.transpose(t, 0, 1)),
        new One("repeat", "input_tensor", t -> Ttnn.repeat(t, 2, 1)),
        new One("toMemoryConfig", "tensor", t -> Ttnn.toMemoryConfig(t, MemoryConfig.L1)),
        new One("toMemoryConfig same", "tensor", t -> Ttnn.toMemoryConfig(t, MemoryConfig.DRAM)),
        new One("add scalar", "input_tensor_a", t -> Ttnn.add(t, 1)),
        new One("subtract scalar", "input_tensor_a", t -> Ttnn.subtract(t, 1)),
        new One("multiply scalar", "input_tensor_a", t -> Ttnn.multiply(t, 1)),
        new One("divide scalar", "input_tensor_a", t -> Ttnn.divide(t, 1)),
        new One("add itself", "input_tensor_a", t -> Ttnn.add(t, t)),
        new One("legacy add itself", "input_tensor_a", t -> Ttnn.add(t, t, LEGACY)),
        new One("matmul itself", "input_tensor_a", t -> Ttnn.matmul(t, t)));
  }

  static Stream<One> needDeviceTensors() {
    return deviceOnly().stream();
  }

  static Stream<One> needLivingTensors() {
    List<One> all = new ArrayList<>(deviceOnly());
    all.add(new One("reshape to a view", "input_tensor", t -> Ttnn.reshape(t, 1, 32, 32)));
    all.add(new One("reshape by copy", "input_tensor", t -> Ttnn.reshape(t, 1024)));
    all.add(new One("typecast", "input_tensor", t -> Ttnn.typecast(t, DataType.INT32)));
    all.add(new One("toLayout", "tensor", t -> Ttnn.toLayout(t, Layout.ROW_MAJOR)));
    all.add(new One("toLayout same", "tensor", t -> Ttnn.toLayout(t, Layout.TILE)));
    all.add(new One("fromDevice", "tensor", Ttnn::fromDevice));
    all.add(new One("toArray", "tensor", Ttnn::toArray));
    return all.stream();
  }

  @ParameterizedTest
  @MethodSource("needDeviceTensors")
  void aHostTensorIsRefused(One operation) {
    Tensor host = Ttnn.fromArray(new float[1024], Shape.of(32, 32), DataType.FLOAT32, Layout.TILE);
    refused(
        () -> operation.call().apply(host),
        operation.argument() + ": a device tensor is needed, got a host tensor");
  }

  @ParameterizedTest
  @MethodSource("needLivingTensors")
  void aFreedTensorIsRefused(One operation) {
    Tensor tensor = square();
    tensor.deallocate();
    refused(
        () -> operation.call().apply(tensor), operation.argument() + ": use after free: buffer ");
  }

  @ParameterizedTest
  @MethodSource("needLivingTensors")
  void aTensorOfAClosedDeviceIsRefused(One operation) {
    Tensor tensor = square();
    String label = device.label();
    device.close();
    refused(
        () -> operation.call().apply(tensor),
        operation.argument() + ": " + label + " is closed; buffer ");
  }

  @Test
  void freeingTwiceIsRefused() {
    Tensor tensor = square();
    Ttnn.deallocate(tensor);
    refused(() -> Ttnn.deallocate(tensor), "double free: buffer ", "made by FullDeviceOperation");
    tensor.close();
  }

  @Test
  void freeingWhatIsOnTheHostOrGoneIsRefused() {
    refused(
        () -> Ttnn.deallocate(Ttnn.fromArray(new float[1], Shape.of(1))),
        "tensor: only a device tensor holds device memory, got a host tensor");
    Tensor tensor = square();
    device.close();
    refused(() -> Ttnn.deallocate(tensor), "device ", " is closed; ");
  }

  // ---- two tensors

  private record Two(String name, BiFunction<Tensor, Tensor, Object> call) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Two> ofTwoTensors() {
    return Stream.of(
        new Two("add", Ttnn::add),
        new Two("legacy add", (a, b) -> Ttnn.add(a, b, LEGACY)),
        new Two("subtract", Ttnn::subtract),
        new Two("multiply", Ttnn::multiply),
        new Two("divide", Ttnn::divide),
        new Two("matmul", Ttnn::matmul),
        new Two("linear", (a, b) -> Ttnn.linear(a, b, null, MATMUL)));
  }

  @ParameterizedTest
  @MethodSource("ofTwoTensors")
  void theSecondTensorMustBeOnTheSameDeviceAndAlive(Two operation) {
    Tensor a = square();
    refused(
        () -> operation.call().apply(a, Ttnn.fromDevice(a)),
        "input_tensor_b: a device tensor is needed, got a host tensor");
    Tensor far = on(other, DataType.FLOAT32, Layout.TILE, 32, 32);
    refused(
        () -> operation.call().apply(a, far),
        "input_tensor_b: it is on %s, the operation runs on %s;"
            .formatted(other.label(), device.label()));
    far.deallocate();
    refused(() -> operation.call().apply(a, far), "input_tensor_b: use after free: ");
  }

  @ParameterizedTest
  @MethodSource("ofTwoTensors")
  void shapesThatDoNotFitAreRefused(Two operation) {
    boolean isProduct = operation.name().matches("matmul|linear");
    refused(
        () -> operation.call().apply(ones(4, 5), ones(3, 7)),
        isProduct
            ? "The width of the first tensor must be equal to the height of the second tensor"
            : "Broadcasting rule violation: input_tensor_b: Shape([3, 7]) ");
  }

  static Stream<Two> thatTakeOneLayout() {
    return ofTwoTensors().filter(two -> two.name().matches("legacy add|matmul|linear"));
  }

  @ParameterizedTest
  @MethodSource("thatTakeOneLayout")
  void layoutsMustAgree(Two operation) {
    Tensor rows = on(device, DataType.FLOAT32, Layout.ROW_MAJOR, 32, 32);
    refused(
        () -> operation.call().apply(square(), rows), "input_tensor_b: ", "got Layout::ROW_MAJOR");
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void typesOfElementwiseOperandsMustAgree(boolean legacy) {
    Tensor integers = on(device, DataType.INT32, Layout.TILE, 32, 32);
    refused(
        () -> Ttnn.add(square(), integers, BINARY.withUseLegacy(legacy)),
        "Mixed dtype is not supported for binary operation ADD, dtype A: DataType::FLOAT32, dtype B:"
            + " DataType::INT32");
  }

  @Test
  void resultTypesThatCannotHoldTheResultAreRefused() {
    refused(
        () -> Ttnn.add(square(), square(), BINARY.withDtype(DataType.UINT8)),
        "dtype: a result of floating-point inputs cannot be DataType::UINT8");
    Tensor integers = on(device, DataType.INT32, Layout.TILE, 32, 32);
    refused(
        () -> Ttnn.divide(integers, integers, BINARY.withDtype(DataType.INT32)),
        "dtype: a quotient needs a floating-point type, got DataType::INT32");
    refused(
        () -> Ttnn.matmul(square(), square(), MATMUL.withDtype(DataType.UINT8)),
        "dtype: a floating-point type is needed, got DataType::UINT8");
  }

  @ParameterizedTest
  @ValueSource(floats = {0.5f, Float.NaN, Float.POSITIVE_INFINITY, 5e9f, -3e9f})
  void aScalarForIntegersIsAnInteger(float scalar) {
    Tensor integers = on(device, DataType.UINT16, Layout.TILE, 32, 32);
    refused(
        () -> Ttnn.add(integers, scalar),
        "scalar: a result of DataType::UINT16 takes integers of 32 bits, got " + scalar);
  }

  @Test
  void matricesNeedTwoDimensionsFloatsAndTiles() {
    refused(() -> Ttnn.matmul(ones(), ones(4, 4)), "input_tensor_a: rank 1 or more", "Shape([])");
    refused(() -> Ttnn.matmul(ones(4, 4), ones()), "input_tensor_b: rank 1 or more", "Shape([])");
    Tensor integers = on(device, DataType.INT32, Layout.TILE, 4, 4);
    refused(
        () -> Ttnn.matmul(integers, integers),
        "input_tensor_a: the operation takes [DataType::BFLOAT16,",
        "got DataType::INT32");
    Tensor rows = on(device, DataType.FLOAT32, Layout.ROW_MAJOR, 4, 4);
    refused(
        () -> Ttnn.matmul(rows, rows),
        "input_tensor_a: the operation takes Layout::TILE, got Layout::ROW_MAJOR");
  }

  @Test
  void aBiasIsOneRowOfTheResult() {
    refused(
        () -> Ttnn.linear(ones(4, 5), ones(5, 6), ones(1, 5), MATMUL),
        "bias: one row of 6 elements is needed, e.g. Shape([1, 6]), or what broadcasts to the"
            + " result Shape([4, 6]), got Shape([1, 5])");
    refused(() -> Ttnn.linear(ones(4, 5), ones(5, 6), ones(2, 6), MATMUL), "bias: one row of 6");
    refused(() -> Ttnn.linear(ones(4, 5), ones(5, 1), ones(), MATMUL), "bias: one row of 1");
    Tensor rows = on(device, DataType.FLOAT32, Layout.ROW_MAJOR, 1, 6);
    refused(
        () -> Ttnn.linear(ones(4, 5), ones(5, 6), rows, MATMUL),
        "bias: the operation takes Layout::TILE, got Layout::ROW_MAJOR");
    Tensor far = on(other, DataType.FLOAT32, Layout.TILE, 1, 6);
    refused(() -> Ttnn.linear(ones(4, 5), ones(5, 6), far, MATMUL), "bias: it is on device ");
    refused(
        () -> Ttnn.linear(ones(4, 5), ones(5, 6), Ttnn.fromDevice(far), MATMUL),
        "bias: a device tensor is needed");
  }

  @Test
  void anUnknownActivationIsRefused() {
    refused(
        () -> Ttnn.matmul(square(), square(), MATMUL.withActivation("tanh%s")),
        "activation: the name of a unary operation is expected, e.g. \"relu\" or \"gelu\", got"
            + " \"tanh%s\"");
  }

  // ---- output tensors

  @Test
  void anOutputTensorMustMatchTheResult() {
    Tensor a = square();
    refused(
        () -> Ttnn.add(a, a, BINARY.withOutputTensor(ones(1, 32, 32))),
        "output_tensor: the result is Shape([32, 32]) DataType::FLOAT32 Layout::TILE in ",
        "got Shape([1, 32, 32]) DataType::FLOAT32 Layout::TILE in ");
    refused(
        () -> Ttnn.add(a, a, BINARY.withDtype(DataType.BFLOAT16).withOutputTensor(square())),
        "output_tensor: the result is Shape([32, 32]) DataType::BFLOAT16 ");
    refused(
        () -> Ttnn.matmul(a, a, MATMUL.withOptionalOutputTensor(ones(32, 33))),
        "optional_output_tensor: the result is Shape([32, 32]) ",
        "got Shape([32, 33])");
  }

  @Test
  void anOutputTensorMustBeOnTheDeviceAndAlive() {
    Tensor a = square();
    Tensor far = on(other, DataType.FLOAT32, Layout.TILE, 32, 32);
    refused(
        () -> Ttnn.add(a, a, BINARY.withOutputTensor(far)),
        "output_tensor: it is on %s, the operation runs on %s"
            .formatted(other.label(), device.label()));
    refused(
        () -> Ttnn.add(a, a, BINARY.withOutputTensor(Ttnn.fromDevice(far))),
        "output_tensor: a device tensor is needed");
    far.deallocate();
    refused(
        () -> Ttnn.matmul(a, a, MATMUL.withOptionalOutputTensor(far)),
        "optional_output_tensor: use after free");
  }

  @Test
  void aProductCannotOverwriteItsOperands() {
    Tensor a = square();
    Tensor b = square();
    Tensor view = Ttnn.reshape(a, 1, 32, 32);
    refused(
        () -> Ttnn.matmul(a, b, MATMUL.withOptionalOutputTensor(b)),
        "optional_output_tensor: a tensor of its own is needed, got one with the buffer of"
            + " input_tensor_b");
    refused(
        () -> Ttnn.matmul(view, b, MATMUL.withOptionalOutputTensor(a)),
        "optional_output_tensor: ",
        "input_tensor_a");
  }

  // ---- dimensions

  @Test
  void dimensionsMustExist() {
    Tensor a = ones(2, 3);
    refused(
        () -> Ttnn.softmax(a, 2, null),
        "dim: 2 is not a dimension of Shape([2, 3]); it must be -2..1");
    refused(() -> Ttnn.softmax(a, -3, null), "dim: -3 is not a dimension of Shape([2, 3])");
    refused(() -> Ttnn.softmax(ones(), -1, null), "dim: -1 is not a dimension of Shape([])");
    refused(() -> Ttnn.transpose(a, 0, 5), "dim2: 5 is not a dimension");
    refused(() -> Ttnn.transpose(a, Integer.MIN_VALUE, 0), "dim1: -2147483648 is not a dimension");
    refused(() -> Ttnn.permute(a, 0, 2), "dims: 2 is not a dimension");
  }

  @Test
  void aPermutationNamesEachDimensionOnce() {
    Tensor a = ones(2, 3);
    refused(() -> Ttnn.permute(a, 0, 0), "dims: dimension 0 appears twice in [0, 0]");
    refused(() -> Ttnn.permute(a, 1, -1), "dims: dimension -1 appears twice in [1, -1]");
    refused(
        () -> Ttnn.permute(a, 1),
        "The number of dimensions in the tensor input does not match the length of the desired"
            + " ordering: dims needs one entry for each of the 2 dimensions of Shape([2, 3]), got [1]");
    refused(() -> Ttnn.permute(a), "The number of dimensions in the tensor input does not match");
  }

  @Test
  void aShapeMustHoldTheSameElements() {
    Tensor a = ones(4, 6);
    refused(
        () -> Ttnn.reshape(a, 5, 5), "shape: Shape([4, 6]) holds 24 elements, which [5, 5] cannot");
    refused(() -> Ttnn.reshape(a, -1, 5), "shape: Shape([4, 6]) holds 24 elements, which [-1, 5]");
    refused(() -> Ttnn.reshape(a, -1, -1), "shape: only one dimension may be -1, got [-1, -1]");
    refused(() -> Ttnn.reshape(a, -2, 12), "shape: every dimension must be >= 0, got [-2, 12]");
    refused(() -> Ttnn.reshape(a, -1, 0), "shape: Shape([4, 6]) holds 24 elements, which [-1, 0]");
    refused(() -> Ttnn.reshape(a, 1, 1, 1, 1, 1, 1, 1, 4, 6), "shape: rank must be <= 8");
  }

  @Test
  void shapesWhoseVolumeOverflowsDoNotMatchByAccident() {
    refused(
        () -> Ttnn.reshape(ones(0, 4), 1 << 16, 1 << 16, 1 << 16, 1 << 16),
        "shape: the number of elements of Shape([65536, 65536, 65536, 65536]) exceeds 2^63-1");
    refused(() -> Ttnn.reshape(ones(4), 1 << 31 - 1, 1 << 31 - 1, 4, 2), "shape: ");
  }

  @Test
  void repetitionsCoverEveryDimensionWithinBounds() {
    Tensor a = ones(2, 3);
    refused(
        () -> Ttnn.repeat(a, 2),
        "repeat_dims: at least one entry for each dimension of Shape([2, 3]) is needed, got [2]");
    refused(() -> Ttnn.repeat(a, 1, -1), "repeat_dims: counts must be >= 0, got [1, -1]");
    refused(
        () -> Ttnn.repeat(a, 1, HUGE),
        "repeat_dims: [1, 2147483647] times Shape([2, 3]) has a dimension above 2^31-1");
    refused(
        () -> Ttnn.repeat(a, 1, 1, 1, 1, 1, 1, 1, 2, 1),
        "repeat_dims: at most 8 entries are taken, got [1, 1, 1, 1, 1, 1, 1, 2, 1]");
  }

  // ---- types

  @ParameterizedTest
  @EnumSource(names = {"UINT32", "INT32", "UINT16", "UINT8"})
  void functionsOfRealsTakeFloats(DataType dtype) {
    Tensor integers = on(device, dtype, Layout.TILE, 4, 4);
    for (Function<Tensor, Tensor> operation :
        List.<Function<Tensor, Tensor>>of(Ttnn::gelu, Ttnn::exp, Ttnn::sqrt, Ttnn::softmax)) {
      refused(
          () -> operation.apply(integers),
          "input_tensor: ",
          " takes [DataType::BFLOAT16, ",
          "got " + dtype);
    }
  }

  @Test
  void softmaxTakesTiles() {
    refused(
        () -> Ttnn.softmax(on(device, DataType.FLOAT32, Layout.ROW_MAJOR, 4, 4)),
        "input_tensor: the operation takes Layout::TILE, got Layout::ROW_MAJOR");
  }

  @Test
  void arraysHaveTheKindOfTheirType() {
    refused(
        () -> Ttnn.fromArray(new float[4], Shape.of(4), DataType.INT32, Layout.TILE),
        "dtype: a floating-point type is needed, got DataType::INT32");
    refused(
        () -> Ttnn.fromArray(new int[4], Shape.of(4), DataType.FLOAT32, Layout.TILE),
        "dtype: an integer type is needed, got DataType::FLOAT32");
    refused(
        () -> Ttnn.fromArray(new float[4], Shape.of(5)),
        "values: Shape([5]) needs 5 elements, got 4");
    refused(() -> Ttnn.toIntArray(square()), "tensor: an integer tensor is needed, got");
    refused(
        () -> Ttnn.toArray(on(device, DataType.UINT8, Layout.TILE, 1)),
        "tensor: a floating-point tensor is needed, got DataType::UINT8");
  }

  @ParameterizedTest
  @EnumSource(names = {"BFLOAT8_B", "BFLOAT4_B"})
  void blockFloatsExistOnlyInTiles(DataType dtype) {
    refused(() -> Ttnn.arange(0, 4, 1, dtype, null), "layout: " + dtype + " exists only in");
    refused(() -> on(device, dtype, Layout.ROW_MAJOR, 4), "layout: " + dtype + " exists only in");
  }

  // ---- creation

  @Test
  void fillValuesMustFitIntegerTypes() {
    refused(
        () -> full(DataType.UINT8, 256, device),
        "fill_value: DataType::UINT8 holds 0 to 255, got 256.0");
    refused(() -> full(DataType.UINT8, 256, null), "fill_value: DataType::UINT8 holds 0 to 255");
    refused(() -> full(DataType.UINT16, -1, device), "fill_value: ", "holds 0 to 65535, got -1.0");
    refused(() -> full(DataType.INT32, 3e9, device), "fill_value: ", "-2147483648 to 2147483647");
    refused(() -> full(DataType.UINT32, Double.NaN, device), "fill_value: ", "got NaN");
    assertThat(Ttnn.toIntArray(full(DataType.UINT32, 4294967295.0, device))).containsOnly(-1);
    assertThat(Ttnn.toIntArray(full(DataType.INT32, -2.7, device))).containsOnly(-2);
  }

  @Test
  void rangesOfRandomNumbersMustBeFiniteAndOrdered() {
    refused(() -> rand(DataType.FLOAT32, 1, 1), "high: must be above low=1.0, got 1.0");
    refused(() -> rand(DataType.FLOAT32, 2, 1), "high: must be above low=2.0, got 1.0");
    refused(() -> rand(DataType.FLOAT32, Double.NaN, 1), "low: a finite float is needed, got NaN");
    refused(
        () -> rand(DataType.FLOAT32, 0, Double.POSITIVE_INFINITY),
        "high: a finite float is needed, got Infinity");
    refused(() -> rand(DataType.UINT8, -3, 3), "low: DataType::UINT8 holds 0 to 255, got -3.0");
    refused(() -> rand(DataType.UINT8, 0, 257), "high: DataType::UINT8 holds 0 to 255, got 256.0");
  }

  @Test
  void rangesMustBeCountableAndFitTheType() {
    refused(() -> Ttnn.arange(0, 5, 0, DataType.INT32, null), "step: must not be 0, got 0.0");
    refused(() -> Ttnn.arange(0, 5, Double.NaN, DataType.INT32, null), "step: ", "NaN");
    refused(() -> Ttnn.arange(0, 1e12, 1, DataType.INT32, null), "end: the range from 0.0 to");
    refused(() -> Ttnn.arange(Double.NaN, 1, 1, DataType.INT32, null), "end: the range from NaN");
    refused(() -> Ttnn.arange(0, 300, 1, DataType.UINT8, null), "end: ", "0 to 255, got 299.0");
    refused(() -> Ttnn.arange(-2, 3, 1, DataType.UINT8, null), "start: ", "0 to 255, got -2.0");
    assertThat(Ttnn.arange(5, 0, 1, DataType.INT32, device).shape()).isEqualTo(Shape.of(0));
  }

  @Test
  void creationNeedsAnOpenDevice() {
    device.close();
    String closed = device.label() + " is closed; open it again with MeshDevice.open";
    Tensor host = Ttnn.fromArray(new float[4], Shape.of(4));
    refused(this::square, closed);
    refused(() -> Ttnn.rand(Shape.of(4), DataType.FLOAT32, device, 1), closed);
    refused(
        () -> Ttnn.empty(Shape.of(4), DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM),
        closed);
    refused(() -> Ttnn.arange(0, 4, 1, DataType.FLOAT32, device), closed);
    refused(() -> Ttnn.toDevice(host, device), closed);
  }

  @Test
  void aTensorIsOnOneDevice() {
    refused(
        () -> Ttnn.toDevice(square(), other),
        "device: the tensor is on %s already, got %s".formatted(device.label(), other.label()));
    Tensor gone = square();
    gone.deallocate();
    refused(() -> Ttnn.toDevice(gone, device), "tensor: use after free");
  }

  @Test
  void tensorsTooLargeToComputeSaySo() {
    refused(() -> ones(HUGE, HUGE, HUGE), "shape: dimension 2147483647 is too large");
    refused(() -> ones(HUGE, HUGE, HUGE, 1, 1), "shape: ", "exceeds 2^63-1");
    refused(() -> ones(1 << 30, 1 << 30), "Out of Memory: Not enough space to allocate ");
    refused(
        () ->
            Ttnn.zeros(
                Shape.of(HUGE, 4), DataType.UINT8, Layout.ROW_MAJOR, null, MemoryConfig.DRAM),
        "a tensor of 8589934588 elements is too large to be computed on this host");
    refused(
        () -> on(device, DataType.UINT8, Layout.ROW_MAJOR, 3, 1_000_000_000),
        "a tensor of 3000000000 elements is too large to be computed on this host");
  }

  @Test
  void tensorsTooLargeForTheHeapSaySo() {
    refused(
        () -> on(device, DataType.UINT8, Layout.ROW_MAJOR, 2, 1_000_000_000),
        "a tensor of 2000000000 elements does not fit the Java heap of ");
  }

  // ---- memory configs

  @Test
  void memoryConfigsThatTheDeviceCannotHonourAreRefused() {
    refused(
        () -> ones(interleaved(BufferType.SYSTEM_MEMORY), 32, 32),
        "memory_config: device buffers live in DRAM, L1, L1_SMALL or TRACE, got"
            + " BufferType::SYSTEM_MEMORY");
    refused(
        () -> ones(interleaved(BufferType.L1_SMALL), 32, 32),
        "L1_SMALL only supports sharded allocations");
    refused(() -> ones(interleaved(BufferType.TRACE), 32, 32), "Out of Memory: ", "TRACE");
  }

  @Test
  void shardsMustLieOnTheCoresOfTheDevice() {
    refused(
        () -> ones(shards(BufferType.L1, CoreRange.of(0, 0, 8, 0), 32, 32), 32, 32),
        "memory_config: L1 shards on "
            + device.label()
            + " must lie in its grid of 8x8 cores, got"
            + " [(x=0,y=0) - (x=8,y=0)]");
    refused(
        () -> ones(shards(BufferType.DRAM, CoreRange.of(0, 0, 0, 1), 32, 32), 32, 32),
        "Invalid DRAM shard grid: shard core (0, 1) is not on row 0. DRAM banks are 1D");
    refused(
        () -> ones(shards(BufferType.DRAM, CoreRange.of(0, 0, 12, 0), 32, 32), 32, 32),
        "memory_config: DRAM shards on ",
        "grid of 12x1 cores");
    refused(
        () -> ones(shards(BufferType.L1, CoreRange.of(0, 0, HUGE - 1, 0), 32, 32), 32, 32),
        "memory_config: L1 shards on ");
  }

  @Test
  void shardsMustFitTheTensor() {
    MemoryConfig wide = shards(BufferType.L1, CoreRange.of(0, 0, 0, 0), 32, 64);
    refused(
        () -> ones(wide, 32, 32), "Shard width 64 must match physical width 32 for height sharded");
    refused(
        () -> Ttnn.toMemoryConfig(square(), wide),
        "Shard width 64 must match physical width 32 for height sharded");
    refused(
        () -> Ttnn.relu(square(), UnaryOptions.DEFAULT.withMemoryConfig(wide)),
        "Shard width 64 must match physical width 32");
    refused(
        () -> Ttnn.add(square(), square(), BINARY.withMemoryConfig(wide)),
        "Shard width 64 must match physical width 32");
    refused(
        () -> Ttnn.matmul(square(), square(), MATMUL.withMemoryConfig(wide)),
        "Shard width 64 must match physical width 32");
    refused(() -> Ttnn.softmax(square(), -1, wide), "Shard width 64 must match physical width 32");
    Tensor host = Ttnn.fromDevice(square());
    refused(() -> Ttnn.toDevice(host, device, wide), "Shard width 64 must match physical width 32");
  }

  @Test
  void resultsThatDoNotFitTheShardsAskedForAreRefused() {
    MemoryConfig one = shards(BufferType.L1, CoreRange.of(0, 0, 0, 0), 32, 64);
    Tensor sharded = ones(one, 32, 64);
    refused(
        () -> Ttnn.transpose(sharded, 0, 1, one, 0), "Shard width 64 must match physical width 32");
    refused(
        () -> Ttnn.repeat(sharded, new int[] {2, 1}, one, null),
        "Number of shards along height 2 must not exceed number of cores 1");
  }

  // ---- helpers

  private void refused(ThrowingCallable call, String start, String... parts) {
    Snapshot before = Snapshot.of(device);
    Throwable failure = catchThrowable(call);
    assertThat(failure).isInstanceOf(TilescopeException.class);
    assertThat(failure.getMessage()).startsWith(start);
    for (String part : parts) {
      assertThat(failure.getMessage()).contains(part);
    }
    Snapshot.of(device).assertNothingLeftSince(before);
  }

  /**
   * Inputs that a lambda makes are themselves live buffers; what must not remain is a buffer made
   * by an operation that failed.
   */
  private record Snapshot(List<String> makers) {
    static Snapshot of(MeshDevice device) {
      return new Snapshot(
          device.liveBuffers().stream()
              .map(Buffer::madeBy)
              .filter(maker -> !maker.startsWith("kernel binaries"))
              .filter(maker -> !maker.equals("FullDeviceOperation"))
              .toList());
    }

    void assertNothingLeftSince(Snapshot before) {
      assertThat(makers).as("left allocated").isEqualTo(before.makers);
    }
  }

  private Tensor square() {
    return ones(32, 32);
  }

  private Tensor ones(int... shape) {
    return on(device, DataType.FLOAT32, Layout.TILE, shape);
  }

  private Tensor ones(MemoryConfig memory, int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.FLOAT32, Layout.TILE, device, memory);
  }

  private static Tensor on(MeshDevice device, DataType dtype, Layout layout, int... shape) {
    return Ttnn.ones(Shape.of(shape), dtype, layout, device, MemoryConfig.DRAM);
  }

  private static Tensor full(DataType dtype, double value, MeshDevice device) {
    return Ttnn.full(Shape.of(4), value, dtype, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
  }

  private Tensor rand(DataType dtype, double low, double high) {
    return Ttnn.rand(
        Shape.of(4),
        device,
        RandOptions.DEFAULT.withDtype(dtype).withLow(low).withHigh(high).withSeed(1));
  }

  private static MemoryConfig interleaved(BufferType type) {
    return new MemoryConfig(TensorMemoryLayout.INTERLEAVED, type, null);
  }

  private static MemoryConfig shards(BufferType type, CoreRange cores, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        type,
        new ShardSpec(CoreRangeSet.of(cores), height, width, ShardOrientation.ROW_MAJOR));
  }
}
