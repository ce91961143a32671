package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.elementwise.BinaryOperations;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryParams;
import dev.tilescope.ops.internal.elementwise.UnaryOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryParams;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.SoftmaxParams;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.IntBinaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Infinities, NaN, zeros and the ends of the ranges; integers that wrap. */
class SpecialValuesTest {
  private static final float INF = Float.POSITIVE_INFINITY;
  private static final float NAN = Float.NaN;
  private static final float[] SPECIAL = {
    NAN, INF, -INF, 0, -0f, 1, -1, 0.5f, -3, 88, -88, 100, -100, 1e-30f, -1e-30f, 3e38f, -3e38f,
  };

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ABS",
        "NEG",
        "SQUARE",
        "RECIPROCAL",
        "SQRT",
        "RSQRT",
        "FLOOR",
        "CEIL",
        "TRUNC",
        "EXP",
        "LOG",
        "LOG2",
        "LOG10",
        "SINH",
        "COSH",
        "TANH",
        "ATAN",
        "RELU",
        "RELU6",
        "GELU",
        "SOFTPLUS",
        "LEAKY_RELU",
        "CLAMP",
        "HARDTANH",
        "THRESHOLD",
        "LOGICAL_NOT",
        "ISNAN",
        "ISINF",
        "ISPOSINF",
        "ISNEGINF",
        "ISFINITE",
        "SIGNBIT",
        "EQZ",
        "NEZ",
        "GTZ",
        "GEZ",
        "LTZ",
        "LEZ"
      })
  void unaryFunctionsTreatThemAsTheReferenceDoes(UnaryKind kind) {
    for (DataType dtype : List.of(DataType.FLOAT32, DataType.BFLOAT16)) {
      Tensor in = tensor(dtype, SPECIAL);
      UnaryParams params = new UnaryParams(kind, MemoryConfig.DRAM);
      compare(UnaryOperations.UNARY_ON_DEVICE, params, in);
    }
  }

  @ParameterizedTest
  @EnumSource(
      names = {
        "ADD",
        "SUBTRACT",
        "MULTIPLY",
        "DIVIDE",
        "RSUB",
        "SQUARED_DIFFERENCE",
        "MINIMUM",
        "MAXIMUM",
        "EQ",
        "NE",
        "LT",
        "LE",
        "GT",
        "GE",
        "LOGICAL_AND",
        "LOGICAL_OR",
        "LOGICAL_XOR",
        "DIV_NO_NAN",
        "HYPOT",
        "ATAN2"
      })
  void binaryFunctionsTreatThemAsTheReferenceDoes(BinaryKind kind) {
    for (DataType dtype : List.of(DataType.FLOAT32, DataType.BFLOAT16)) {
      Tensor column = Ttnn.reshape(tensor(dtype, SPECIAL), SPECIAL.length, 1);
      BinaryParams params = new BinaryParams(kind, dtype, MemoryConfig.DRAM, null);
      compare(BinaryOperations.BINARY_NG_ON_DEVICE, params, column, tensor(dtype, SPECIAL));
    }
  }

  @Test
  void softmaxOfThemIsThatOfPyTorch() {
    float[][] rows = {
      {NAN, 1, 2},
      {INF, 1, 2},
      {-INF, 1, 2},
      {-INF, -INF, -INF},
      {INF, -INF, 0},
      {3e38f, -3e38f, 0},
      {1000, 1000, 1000},
    };
    for (float[] row : rows) {
      compare(
          SoftmaxOperations.SOFTMAX_ON_DEVICE,
          new SoftmaxParams(0, 1, MemoryConfig.DRAM),
          tensor(DataType.FLOAT32, row));
    }
    assertThat(Ttnn.toArray(Ttnn.softmax(tensor(DataType.FLOAT32, -INF, 1, 1))))
        .containsExactly(0, 0.5f, 0.5f);
  }

  @Test
  void conversionToIntegersCutsAndClamps() {
    float[] values = {NAN, INF, -INF, 2.9f, -2.9f, 255, 256, 65_536, 3e9f, -1};
    Tensor in = tensor(DataType.FLOAT32, values);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(in, DataType.INT32)))
        .containsExactly(
            0, Integer.MAX_VALUE, Integer.MIN_VALUE, 2, -2, 255, 256, 65_536, 0x7FFFFFFF, -1);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(in, DataType.UINT8)))
        .containsExactly(0, 255, 0, 2, 254, 255, 0, 0, 0, 255);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(in, DataType.UINT16)))
        .containsExactly(0, 65_535, 0, 3, 0, 255, 256, 65_535, 65_535, 0);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(in, DataType.UINT32)))
        .containsExactly(0, -1, 0, 2, 0, 255, 256, 65_536, (int) 3_000_000_000L, 0);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(Ttnn.fromDevice(in), DataType.UINT8)))
        .as("on the host")
        .containsExactly(0, 255, 0, 2, 0, 255, 255, 255, 255, 0);
  }

  /**
   * As {@code eltwise_typecast} of tests/ttnn/python_api_testing/sweep_tests/ttnn_pytorch_ops.py
   * says, which TestTypecast of tests/ttnn/unit_tests/operations/eltwise/test_eltwise_typecast.py
   * holds the device to: {@code x.to(torch.uint8)}, and {@code floor(x + 0.5)} clamped to uint16
   * unless it comes of block floats. {@code _host_typecast_golden} of tests/ttnn/nightly/
   * unit_tests/operations/data_movement/test_copy_ops.py has the host clamp, and cut.
   */
  @ParameterizedTest
  @CsvSource({
    "FLOAT32, UINT8, 300, 44, 255",
    "FLOAT32, UINT8, -3, 253, 0",
    "BFLOAT16, UINT8, -512, 0, 0",
    "BFLOAT16, UINT8, 2.5, 2, 2",
    "INT32, UINT8, -1, 255, 0",
    "UINT16, UINT8, 512, 0, 255",
    "BFLOAT16, UINT16, 2.5, 3, 2",
    "FLOAT32, UINT16, 2.5, 3, 2",
    "FLOAT32, UINT16, 1.4, 1, 1",
    "FLOAT32, UINT16, -0.7, 0, 0",
    "FLOAT32, UINT16, 70000, 65535, 65535",
    "BFLOAT8_B, UINT16, 2.5, 2, 2",
    "INT32, UINT16, 80000, 65535, 65535",
  })
  void theDeviceWrapsToUint8AndRoundsToUint16(
      DataType from, DataType to, float value, int onDevice, int onHost) {
    Tensor in = from.isFloat() ? tensor(from, value) : integers(from, (int) value);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(in, to))).containsExactly(onDevice);
    assertThat(Ttnn.toIntArray(Ttnn.typecast(Ttnn.fromDevice(in), to))).containsExactly(onHost);
  }

  /** As {@code _golden_function_relu_max} of ttnn/ttnn/operations/unary.py: relu(min(x, limit)). */
  @ParameterizedTest
  @CsvSource({"-5.5, 0, 0", "0, 0, 0", "1, 1, 0", "2, 2, 0"})
  void aNegativeUpperLimitLeavesNothing(float limit, float ofThree, float ofMinusSeven) {
    float[] values = new float[40];
    Arrays.fill(values, 0, 20, 3);
    Arrays.fill(values, 20, 40, -7);
    float[] results = Ttnn.toArray(Ttnn.reluMax(tensor(DataType.FLOAT32, values), limit));
    assertThat(Arrays.copyOf(results, 20)).containsOnly(ofThree);
    assertThat(Arrays.copyOfRange(results, 20, 40)).containsOnly(ofMinusSeven);
    Tensor whole = Ttnn.reluMax(integers(DataType.INT32, 3, -7), (int) limit);
    assertThat(Ttnn.toIntArray(whole)).containsExactly((int) ofThree, (int) ofMinusSeven);
  }

  /**
   * As test_exp2_special_values of tests/ttnn/unit_tests/operations/eltwise/test_exp2.py asserts: a
   * result below the least normal number is 0.
   */
  @ParameterizedTest
  @EnumSource(names = {"BFLOAT16", "FLOAT32"})
  void powersOfTwoThatAreTooSmallAreZero(DataType dtype) {
    Tensor powers = Ttnn.exp2(tensor(dtype, -127, -126, -1, INF, -INF));
    assertThat(Ttnn.toArray(powers)).containsExactly(0, Float.MIN_NORMAL, 0.5f, INF, 0);
  }

  /**
   * As test_binary_div_edge_case_ttnn of
   * tests/ttnn/unit_tests/operations/eltwise/test_binary_fp32.py asserts.
   */
  @ParameterizedTest
  @CsvSource({"BFLOAT16, Infinity", "FLOAT32, NaN"})
  void zeroByZeroIsNotANumberInFloat32Alone(DataType dtype, float quotient) {
    Tensor zeros = tensor(dtype, 0, 1, -1, 0, 9.75f);
    Tensor divisors = tensor(dtype, 0, 0, 0, 1, -1);
    assertThat(Ttnn.toArray(Ttnn.divide(zeros, divisors)))
        .containsExactly(quotient, INF, -INF, 0, -9.75f);
  }

  /**
   * As test_pow_zero_base_special_cases of tests/ttnn/unit_tests/operations/eltwise/test_pow.py
   * asserts, for float32 exactly and for bfloat16 that it is not finite.
   */
  @ParameterizedTest
  @EnumSource(names = {"BFLOAT16", "FLOAT32"})
  void zeroHasNoFractionOfANegativePower(DataType dtype) {
    Tensor zeros = tensor(dtype, 0, -0f);
    assertThat(Ttnn.toArray(Ttnn.pow(zeros, -1.5f))).containsOnly(Float.NaN);
    assertThat(Ttnn.toArray(Ttnn.pow(zeros, tensor(dtype, -1.5f, -1.5f)))).containsOnly(Float.NaN);
    assertThat(Ttnn.toArray(Ttnn.pow(zeros, 0.5f))).containsOnly(0);
    assertThat(Ttnn.toArray(Ttnn.pow(zeros, tensor(dtype, 0, 0)))).containsOnly(1);
  }

  /**
   * As test_addcmul_with_uint32_inputs of tests/ttnn/unit_tests/operations/eltwise/test_ternary.py
   * asserts: a float is narrowed to float32 first, a whole number is not.
   */
  @Test
  void aFloatFactorOfIntegersIsNarrowed() {
    Tensor zero = integers(DataType.UINT32, 0);
    Tensor one = integers(DataType.UINT32, 1);
    UnaryOptions options = UnaryOptions.DEFAULT;
    double factor = (1L << 31) + 7;
    assertThat(Ttnn.toIntArray(Ttnn.addcmul(zero, one, one, factor, options)))
        .containsExactly(1 << 31);
    assertThat(Ttnn.toIntArray(Ttnn.addcmul(zero, one, one, (1L << 31) + 7, options)))
        .containsExactly((1 << 31) + 7);
    assertThat(Ttnn.toIntArray(Ttnn.addcmul(zero, one, one, -6.0, options))).containsExactly(-6);
  }

  @Test
  void largeUnsignedNumbersBecomeFloatsWithoutASign() {
    Tensor in = integers(DataType.UINT32, -1, 1 << 31);
    assertThat(Ttnn.toArray(Ttnn.typecast(in, DataType.FLOAT32)))
        .containsExactly(4294967296f, 2147483648f);
  }

  @ParameterizedTest
  @CsvSource({"INT32, -1", "UINT32, -1", "UINT16, 65535"})
  void integersWrap(DataType dtype, int mask) {
    Random random = new Random(dtype.ordinal());
    int[] a = random.ints(100).map(v -> v & mask).toArray();
    int[] b = random.ints(100).map(v -> v & mask).toArray();
    Tensor left = integers(dtype, a);
    Tensor right = integers(dtype, b);
    assertWrapped(Ttnn.add(left, right), a, b, mask, Integer::sum);
    assertWrapped(Ttnn.subtract(left, right), a, b, mask, (x, y) -> x - y);
    assertWrapped(Ttnn.multiply(left, right), a, b, mask, (x, y) -> x * y);
  }

  @Test
  void scalarsOfUnsignedTensorsUseAll32Bits() {
    assertThat(Ttnn.toIntArray(Ttnn.add(integers(DataType.UINT32, 1, 2), 3_000_000_000f)))
        .containsExactly((int) 3_000_000_001L, (int) 3_000_000_002L);
    assertThat(Ttnn.toIntArray(Ttnn.add(integers(DataType.UINT16, 0, 7), -1)))
        .containsExactly(65535, 6);
  }

  @Test
  void randomNumbersStayBelowTheEndOfTheirRange() {
    for (DataType dtype : List.of(DataType.FLOAT32, DataType.BFLOAT16)) {
      for (double[] range : new double[][] {{0, 1}, {1, 2}, {-2, -1}, {0.1, 0.3}}) {
        Tensor numbers =
            Ttnn.rand(
                Shape.of(20_000),
                device,
                RandOptions.DEFAULT
                    .withDtype(dtype)
                    .withLow(range[0])
                    .withHigh(range[1])
                    .withSeed(5));
        double mean = 0;
        for (float number : Ttnn.toArray(numbers)) {
          assertThat((double) number).isLessThan(range[1]).isGreaterThan(range[0] - 0.01);
          mean += number / 20_000.0;
        }
        assertThat(mean).isCloseTo((range[0] + range[1]) / 2, within(0.02 * (range[1] - range[0])));
      }
    }
  }

  private static void assertWrapped(
      Tensor actual, int[] a, int[] b, int mask, IntBinaryOperator operator) {
    int[] expected = new int[a.length];
    Arrays.setAll(expected, i -> operator.applyAsInt(a[i], b[i]) & mask);
    assertThat(Ttnn.toIntArray(actual)).isEqualTo(expected);
  }

  private static <P extends Record> void compare(
      DeviceOperation<P> operation, P params, Tensor... inputs) {
    Tensor output = operation.run(params, inputs);
    List<Reference> references =
        Arrays.stream(inputs).map(in -> new Reference(in.spec(), Close.doubles(in))).toList();
    double[] golden =
        operation
            .golden()
            .compute(new GoldenCall<>(params, references, List.of(output.spec())))
            .getFirst();
    Close.check(operation.name() + params, output, golden, golden);
  }

  private Tensor tensor(DataType dtype, float... values) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), dtype, Layout.TILE), device);
  }

  private Tensor integers(DataType dtype, int... values) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), dtype, Layout.TILE), device);
  }
}
