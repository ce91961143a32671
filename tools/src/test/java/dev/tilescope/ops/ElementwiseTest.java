package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.InPlaceOptions;
import dev.tilescope.ops.options.SigmoidMode;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What element-wise operations promise beyond their numbers. */
class ElementwiseTest {
  private static final UnaryOptions UNARY = UnaryOptions.DEFAULT;
  private static final BinaryOptions BINARY = BinaryOptions.DEFAULT;

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @Test
  void inPlaceOperationsWriteToTheirFirstInputAndGiveItBack() {
    Tensor a = floats(1, -2, 3);
    assertThat(Ttnn.addInPlace(a, floats(1, 1, 1))).isSameAs(a);
    assertThat(Ttnn.toArray(a)).containsExactly(2, -1, 4);
    Ttnn.multiplyInPlace(a, 2, InPlaceOptions.DEFAULT.withActivations("relu"));
    assertThat(Ttnn.toArray(a)).containsExactly(4, 0, 8);
    Ttnn.logicalNotInPlace(a);
    assertThat(Ttnn.toArray(a)).containsExactly(0, 1, 0);
    refused(
        () -> Ttnn.addInPlace(floats(1), floats(1, 2)), "output_tensor: the result is Shape([2])");
  }

  @Test
  void activationsAreAppliedToInputsAndResults() {
    BinaryOptions options =
        BINARY
            .withInputTensorAActivations("relu")
            .withInputTensorBActivations("neg")
            .withActivations("square", "neg");
    Tensor result = Ttnn.add(floats(-5, 2), floats(1, 1), options);
    assertThat(Ttnn.toArray(result)).containsExactly(-1, -1);
    assertThat(Ttnn.toArray(Ttnn.add(floats(-5, 2), 1, options))).containsExactly(-1, -1);
    refused(() -> BINARY.withActivations("rulu"), "activations: the name of a unary operation");
    refused(
        () -> Ttnn.add(integers(DataType.INT32, 1), 1, BINARY.withActivations("exp")),
        "dtype: exp takes [DataType::BFLOAT16, ");
  }

  @Test
  void aResultGoesToTheOutputTensor() {
    Tensor out = floats(0, 0);
    assertThat(Ttnn.tanh(floats(0, 0), UNARY.withOutputTensor(out))).isSameAs(out);
    assertThat(Ttnn.gt(floats(2, 1), 1, BINARY.withOutputTensor(out))).isSameAs(out);
    assertThat(Ttnn.toArray(out)).containsExactly(1, 0);
    assertThat(Ttnn.where(floats(0, 1), 7, 8, UNARY.withOutputTensor(out))).isSameAs(out);
    assertThat(Ttnn.toArray(out)).containsExactly(8, 7);
  }

  @Test
  void comparisonsOfBytesAreMadeAndGivenInSixteenBits() {
    Tensor answer = Ttnn.lt(integers(DataType.UINT8, 3, 200), integers(DataType.UINT8, 4, 100));
    assertThat(answer.dtype()).isEqualTo(DataType.UINT16);
    assertThat(Ttnn.toIntArray(answer)).containsExactly(1, 0);
  }

  @Test
  void unsignedIntegersHaveNoSign() {
    Tensor large = integers(DataType.UINT32, -1, 1);
    assertThat(Ttnn.toIntArray(Ttnn.gt(large, 5))).containsExactly(1, 0);
    assertThat(Ttnn.toIntArray(Ttnn.maximum(large, 5))).containsExactly(-1, 5);
    assertThat(Ttnn.toIntArray(Ttnn.floorDiv(large, 2))).containsExactly(0x7FFFFFFF, 0);
    assertThat(Ttnn.toIntArray(Ttnn.clamp(large, -3, 4))).containsExactly(4, 1);
    assertThat(Ttnn.toIntArray(Ttnn.bitwiseAnd(large, 0x0FFF_FFFF)))
        .containsExactly(0x0FFF_FFFF, 1);
    refused(() -> Ttnn.lt(large, -1), "scalar: DataType::UINT32 holds 0 to 4294967295, got -1.0");
    refused(() -> Ttnn.fill(large, -1), "fill_value: DataType::UINT32 holds 0 to 4294967295");
  }

  @Test
  void integersAreDividedAsFloats() {
    Tensor quotient = Ttnn.divide(integers(DataType.INT32, 7), integers(DataType.INT32, 2));
    assertThat(quotient.dtype()).isEqualTo(DataType.FLOAT32);
    assertThat(Ttnn.toArray(quotient)).containsExactly(3.5f);
    Tensor down = Ttnn.div(integers(DataType.INT32, -7), 2, false, "floor", BINARY);
    assertThat(Ttnn.toIntArray(down)).containsExactly(-4);
    assertThat(Ttnn.toArray(Ttnn.div(floats(-7), 2, false, "trunc", BINARY))).containsExactly(-3);
    refused(() -> Ttnn.div(floats(1), 2, false, "up", BINARY), "rounding_mode: null, ");
    // test_div_int32_rounding_modes of TT-NN's test_binary_int32.py.
    Tensor towardsZero =
        Ttnn.div(
            integers(DataType.INT32, -7, 7, Integer.MIN_VALUE),
            integers(DataType.INT32, 2, -2, 3),
            false,
            "trunc",
            BINARY);
    assertThat(Ttnn.toIntArray(towardsZero)).containsExactly(-3, -3, -715827882);
    refused(
        () -> Ttnn.div(integers(DataType.UINT32, 1), 2, false, "trunc", BINARY),
        "Input tensor A dtype DataType::UINT32 is not supported for binary operation DIVIDE");
  }

  @Test
  void integersOf32BitsJoinFloatsInProductsOnly() {
    Tensor product = Ttnn.multiply(integers(DataType.INT32, 3), floats(0.5f));
    assertThat(product.dtype()).isEqualTo(DataType.FLOAT32);
    assertThat(Ttnn.toArray(product)).containsExactly(1.5f);
    refused(
        () -> Ttnn.add(integers(DataType.INT32, 3), floats(0.5f)),
        "Mixed dtype is not supported for binary operation");
  }

  @Test
  void floatsOfDifferentTypesAndLayoutsAreCombined() {
    Tensor rows =
        Ttnn.toDevice(
            Ttnn.fromArray(new float[] {1, 2}, Shape.of(2), DataType.BFLOAT16, Layout.ROW_MAJOR),
            device);
    Tensor sum = Ttnn.add(floats(1, 2), rows);
    assertThat(sum.layout()).isEqualTo(Layout.TILE);
    assertThat(sum.dtype()).isEqualTo(DataType.FLOAT32);
    assertThat(Ttnn.toArray(sum)).containsExactly(2, 4);
    refused(
        () -> Ttnn.hypot(floats(1), bfloats(1)),
        "Mixed dtype is not supported for binary operation");
  }

  @Test
  void elementsBesideNoDimensionAreComputed() {
    Tensor one = Ttnn.sum(floats(2));
    assertThat(Ttnn.toArray(Ttnn.add(one, one))).containsExactly(4);
    assertThat(Ttnn.multiply(one, 3).shape()).isEqualTo(Shape.of());
  }

  @Test
  void aTensorToWriteToSaysWhereTheResultGoes() {
    Tensor into = floats(0);
    BinaryOptions elsewhere = BINARY.withOutputTensor(into).withMemoryConfig(MemoryConfig.L1);
    assertThat(Ttnn.add(floats(1), 2, elsewhere).memoryConfig()).isEqualTo(into.memoryConfig());
    assertThat(Ttnn.toArray(into)).containsExactly(3);
  }

  @Test
  void slopesBelowZeroLeaveUnsignedIntegersAlone() {
    Tensor words = integers(DataType.UINT32, 7, -1);
    assertThat(Ttnn.toIntArray(Ttnn.leakyRelu(words, 0.1))).containsExactly(7, -1);
    refused(
        () -> Ttnn.leakyRelu(integers(DataType.INT32, 7), 0.1),
        "input_tensor: leaky_relu takes [DataType::BFLOAT16");
  }

  @Test
  void parametersAreCheckedAgainstTheTypeOfTheTensor() {
    refused(() -> Ttnn.clamp(floats(1), null, null), "Only one of 'min' or 'max' can be None");
    refused(
        () -> Ttnn.reluMax(integers(DataType.INT32, 1), 0.5),
        "input_tensor: of DataType::INT32 relu_max takes whole numbers, got 0.5");
    refused(
        () -> Ttnn.sigmoid(floats(new float[17]), 2, SigmoidMode.ACCURATE, UNARY),
        "vector_mode: whole tiles (4) are computed, or their left faces (2) where no row is wider");
    refused(() -> Ttnn.unaryChain(floats(1), List.of(), UNARY), "ops_chain: one function or more");
    refused(() -> Ttnn.bitwiseNot(floats(1)), "input_tensor: bitwise_not takes [DataType::UINT32");
    refused(() -> Ttnn.bitwiseAnd(floats(1), 1), "Input tensor A dtype DataType::FLOAT32");
    refused(
        () -> Ttnn.ldexp(integers(DataType.INT32, 1), 1), "Input tensor A dtype DataType::INT32");
  }

  @Test
  void roundingKeepsDecimals() {
    assertThat(Ttnn.toArray(Ttnn.round(floats(1.26f, -2.75f), 1, UNARY)))
        .containsExactly(1.3f, -2.8f);
    assertThat(Ttnn.toArray(Ttnn.round(floats(2.5f, 1234), -2, UNARY))).containsExactly(0, 1200);
  }

  @Test
  void aWeightOfPreluBelongsToAChannel() {
    Tensor in = Ttnn.reshape(floats(-1, -1, -1, -1), 1, 2, 1, 2);
    assertThat(Ttnn.toArray(Ttnn.prelu(in, floats(2, 3)))).containsExactly(-2, -2, -3, -3);
    refused(
        () -> Ttnn.prelu(in, floats(1, 2, 3)), "weight: one for each of the 2 channels of Shape(");
  }

  @Test
  void powersTakeNumbersOnEitherSide() {
    assertThat(Ttnn.toArray(Ttnn.pow(floats(2, 3), 2))).containsExactly(4, 9);
    assertThat(Ttnn.toArray(Ttnn.pow(2, floats(2, 3)))).containsExactly(4, 8);
    assertThat(Ttnn.toIntArray(Ttnn.pow(integers(DataType.INT32, -3), 3))).containsExactly(-27);
  }

  @Test
  void wherePicksByThePredicateOfAnyType() {
    Tensor condition = integers(DataType.INT32, 0, 5);
    assertThat(Ttnn.toArray(Ttnn.where(condition, floats(1, 2), floats(3, 4))))
        .containsExactly(3, 2);
    assertThat(Ttnn.toIntArray(Ttnn.where(condition, 1, 2))).containsExactly(2, 1);
    refused(
        () -> Ttnn.where(floats(1), floats(1), bfloats(1)),
        "input_tensor_c: dtype must be that of input_tensor_a");
    // test_where_tss_int32_predicate_sub_core_grid of TT-NN's test_where.py.
    Tensor numbers = Ttnn.where(condition, 15.5, 31.25);
    assertThat(numbers.dtype()).isEqualTo(DataType.FLOAT32);
    assertThat(Ttnn.toArray(numbers)).containsExactly(31.25f, 15.5f);
    Tensor cut = Ttnn.where(condition, integers(DataType.INT32, 1, 2), -15.5);
    assertThat(Ttnn.toIntArray(cut)).containsExactly(-15, 2);
    refused(() -> Ttnn.addcdiv(condition, condition, condition), "input_tensor_a: the operation");
  }

  @Test
  void plusOneCountsInPlaceAndLeavesAloneWhatIsMarked() {
    Tensor positions = positions(-1, 0, Integer.MAX_VALUE);
    assertThat(Ttnn.plusOne(positions, true)).isSameAs(positions);
    assertThat(Ttnn.toIntArray(positions)).containsExactly(-1, 1, Integer.MAX_VALUE);
    Ttnn.plusOne(positions);
    assertThat(Ttnn.toIntArray(positions)).containsExactly(0, 2, Integer.MIN_VALUE);
    refused(() -> Ttnn.plusOne(floats(1)), "input_tensor: the operation takes Layout::ROW_MAJOR");
  }

  @Test
  void theFasterFormOfAFunctionHasTheSameNumbers() {
    Tensor in = floats(-1, 0.3f, 2);
    assertThat(Ttnn.toArray(Ttnn.exp(in, true, UNARY))).isEqualTo(Ttnn.toArray(Ttnn.exp(in)));
  }

  private Tensor floats(float... values) {
    return place(values, DataType.FLOAT32);
  }

  private Tensor bfloats(float... values) {
    return place(values, DataType.BFLOAT16);
  }

  private Tensor place(float[] values, DataType dtype) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), dtype, Layout.TILE), device);
  }

  private Tensor integers(DataType dtype, int... values) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), dtype, Layout.TILE), device);
  }

  private Tensor positions(int... values) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), DataType.INT32, Layout.ROW_MAJOR), device);
  }

  private static void refused(ThrowingCallable call, String start) {
    assertThatThrownBy(call).isInstanceOf(TilescopeException.class).hasMessageStartingWith(start);
  }

  private Tensor zeros(DataType dtype, Layout layout, MemoryConfig memory, int... shape) {
    return Ttnn.zeros(Shape.of(shape), dtype, layout, device, memory);
  }

  private Tensor tiles(int... shape) {
    return zeros(DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM, shape);
  }

  private int programsOf(Runnable... calls) {
    device.clearProgramCache();
    int[] made = {0};
    for (Runnable call : calls) {
      call.run();
      made[0] = device.programCacheEntries();
    }
    return made[0];
  }

  /**
   * As tests/ttnn/unit_tests/operations/eltwise/test_binary_ng_program_cache.py asserts, in
   * test_ng_cache_reuse_different_logical_shapes, test_ng_inplace_cache_reuse_different_shapes,
   * test_ng_cache_mixed_inplace_outofplace_interleaved,
   * test_ng_cache_miss_different_subtile_broadcast, test_ng_cache_miss_different_memory_configs and
   * test_ng_cache_miss_different_input_dtypes.
   */
  @Test
  void aBinaryProgramServesAllShapes() {
    Tensor small = tiles(32, 32);
    Tensor large = tiles(2, 3, 64, 96);
    Tensor other = tiles(1, 1, 320, 384);
    assertThat(
            programsOf(
                () -> Ttnn.add(small, small),
                () -> Ttnn.add(large, large),
                () -> Ttnn.addInPlace(other, other)))
        .isEqualTo(1);
    Tensor row = tiles(1, 32);
    Tensor column = tiles(32, 1);
    Tensor one = tiles(1, 1);
    // SCALAR_B of get_subtile_broadcast_type, whichever dimensions the other tensor has.
    assertThat(
            programsOf(
                () -> Ttnn.add(small, one), () -> Ttnn.add(row, one), () -> Ttnn.add(column, one)))
        .isEqualTo(1);
    Tensor inL1 = zeros(DataType.BFLOAT16, Layout.TILE, MemoryConfig.L1, 32, 32);
    Tensor exact = zeros(DataType.FLOAT32, Layout.TILE, MemoryConfig.DRAM, 32, 32);
    assertThat(programsOf(() -> Ttnn.add(small, small), () -> Ttnn.add(small, row))).isEqualTo(2);
    assertThat(programsOf(() -> Ttnn.add(small, small), () -> Ttnn.add(inL1, inL1))).isEqualTo(2);
    assertThat(programsOf(() -> Ttnn.add(small, small), () -> Ttnn.add(exact, exact))).isEqualTo(2);
  }

  /**
   * As tests/ttnn/unit_tests/operations/eltwise/test_unary_program_cache.py asserts, in
   * test_unary_cache_reuse_same_volume_different_shapes, test_unary_cache_reuse_different_volumes,
   * test_unary_cache_miss_different_op_types and
   * test_unary_cache_rm_different_widths_need_separate_entries.
   */
  @Test
  void aUnaryProgramServesAllShapesOfTiles() {
    Tensor small = tiles(32, 32);
    Tensor large = tiles(2, 3, 64, 96);
    Tensor narrow = zeros(DataType.BFLOAT16, Layout.ROW_MAJOR, MemoryConfig.DRAM, 32, 64);
    Tensor wide = zeros(DataType.BFLOAT16, Layout.ROW_MAJOR, MemoryConfig.DRAM, 32, 128);
    assertThat(programsOf(() -> Ttnn.relu(small), () -> Ttnn.relu(large))).isEqualTo(1);
    assertThat(programsOf(() -> Ttnn.relu(small), () -> Ttnn.neg(small))).isEqualTo(2);
    assertThat(programsOf(() -> Ttnn.relu(narrow), () -> Ttnn.relu(wide))).isEqualTo(2);
  }
}
