package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.kernel.ElementwiseGolden;
import dev.tilescope.ops.internal.kernel.UnaryKind;
import dev.tilescope.ops.internal.mechanism.Activations;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Products with everything that users put around them, against plain loops. */
class LinearTest {
  private static final MatmulOptions DEFAULT = MatmulOptions.DEFAULT;
  private static final MatmulOptions IN_L1 = DEFAULT.withMemoryConfig(MemoryConfig.L1);
  private static final CoreGrid WHOLE = new CoreGrid(8, 8);
  private static final MultiCoreReuseMultiCast TWO_BY_THREE =
      MultiCoreReuseMultiCast.on(new CoreGrid(3, 2)).withIn0BlockW(2).withPerCore(1, 2);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  // ---- what is fused and what follows

  @Test
  void onACoreGridBiasAndActivationAreFused() {
    assertThat(
            deviceOperations(() -> linear(IN_L1.withCoreGrid(WHOLE).withActivation("gelu"), 1, 90)))
        .containsExactly("MatmulDeviceOperation");
  }

  @Test
  void inDramTheBiasIsFusedAndTheActivationFollows() {
    assertThat(deviceOperations(() -> linear(DEFAULT.withActivation("relu"), 1, 90)))
        .containsExactly("MatmulDeviceOperation", "UnaryDeviceOperation");
  }

  @Test
  void inL1WithoutACoreGridBiasAndActivationFollow() {
    assertThat(deviceOperations(() -> linear(IN_L1.withActivation("relu"), 1, 90)))
        .containsExactly(
            "MatmulDeviceOperation", "BinaryNgDeviceOperation", "UnaryDeviceOperation");
  }

  @Test
  void aBiasThatIsNotARowFollows() {
    assertThat(deviceOperations(() -> linear(DEFAULT.withCoreGrid(WHOLE), 70, 90)))
        .containsExactly("MatmulDeviceOperation", "BinaryNgDeviceOperation");
  }

  @Test
  void aProgramThatCannotTransposeTakesTransposedTensors() {
    Tensor a = values(DataType.FLOAT32, 40, 70);
    Tensor b = values(DataType.FLOAT32, 90, 40);
    MatmulOptions options =
        IN_L1.withTransposeA(true).withTransposeB(true).withProgramConfig(new MultiCore());
    assertThat(deviceOperations(() -> Ttnn.matmul(a, b, options)))
        .containsExactly(
            "TransposeDeviceOperation", "TransposeDeviceOperation", "MatmulDeviceOperation");
  }

  @Test
  void theFusedActivationOfAProgramConfigWins() {
    MatmulProgramConfig config = TWO_BY_THREE.withFusedActivation("relu");
    MatmulOptions options = DEFAULT.withProgramConfig(config).withActivation("exp");
    assertThat(deviceOperations(() -> product(options))).containsExactly("MatmulDeviceOperation");
    assertThat(Ttnn.toArray(product(options))).contains(0f).doesNotContain(1f);
  }

  @Test
  void anActivationComesAfterTheBiasEvenIfThatIsNotFused() {
    MatmulOptions options = DEFAULT.withProgramConfig(TWO_BY_THREE.withFusedActivation("relu"));
    Tensor minus = Ttnn.multiply(ones(70, 90), -100);
    Tensor a = values(DataType.FLOAT32, 70, 40);
    Tensor b = values(DataType.FLOAT32, 40, 90);
    assertThat(Ttnn.toArray(Ttnn.linear(a, b, minus, options))).containsOnly(0f);
  }

  @Test
  void nothingIsLeftBehind() {
    Tensor into = values(DataType.FLOAT32, 70, 90);
    device.clearProgramCache();
    int before = device.liveBuffers().size();
    Tensor result = linear(IN_L1.withActivation("relu"), 70, 90);
    result.close();
    linear(DEFAULT.withActivation("relu").withOptionalOutputTensor(into), 1, 90);
    device.clearProgramCache();
    assertThat(device.liveBuffers()).hasSize(before + 6);
  }

  // ---- values

  @ParameterizedTest
  @CsvSource({
    "1, 90, relu",
    "1, 90, gelu",
    "70, 90, exp",
    "70, 1, relu",
    "1, 1, gelu",
  })
  void biasAndActivationAreApplied(int rows, int columns, String activation) {
    if (columns == 1) {
      assertThatThrownBy(() -> linear(DEFAULT, rows, columns))
          .isInstanceOf(TilescopeException.class)
          .hasMessageStartingWith("bias: one row of 90 elements is needed");
      return;
    }
    for (MatmulOptions options :
        List.of(
            DEFAULT, IN_L1, IN_L1.withCoreGrid(WHOLE), DEFAULT.withCoreGrid(new CoreGrid(1, 1)))) {
      checkLinear(options.withActivation(activation), rows, columns);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"FLOAT32", "BFLOAT16"})
  void everyProgramConfigGivesTheSameValues(String dtype) {
    List<MatmulProgramConfig> configs =
        List.of(
            new MultiCore(),
            MultiCoreReuse.on(new CoreGrid(1, 3)).withPerCore(1, 3),
            TWO_BY_THREE,
            TWO_BY_THREE.withPerCore(3, 4).withOutSubblock(1, 2).withOutBlock(1, 2),
            MultiCoreReuseMultiCast.on(new CoreGrid(2, 3))
                .withPerCore(1, 2)
                .withTransposeMcast(true),
            MultiCoreReuseMultiCast1D.on(new CoreGrid(1, 3)).withPerCore(3, 1),
            MultiCoreReuseMultiCast1D.on(new CoreGrid(1, 3)).withPerCore(1, 3).withMcastIn0(false));
    float[] expected = Ttnn.toArray(product(DataType.valueOf(dtype), DEFAULT));
    for (MatmulProgramConfig config : configs) {
      MatmulOptions options = DEFAULT.withProgramConfig(config);
      assertThat(Ttnn.toArray(product(DataType.valueOf(dtype), options)))
          .as("%s", config)
          .isEqualTo(expected);
    }
  }

  @Test
  void everyUnaryFunctionIsAnActivation() {
    for (UnaryKind kind : UnaryKind.values()) {
      String name = kind.name().toLowerCase(Locale.ROOT);
      assertThat(Activations.named("activation", name)).isEqualTo(kind);
    }
  }

  @Test
  void aBiasOfHigherRankGivesAResultOfItsRank() {
    Tensor result =
        Ttnn.linear(
            values(DataType.FLOAT32, 70, 40),
            values(DataType.FLOAT32, 40, 90),
            values(DataType.FLOAT32, 1, 1, 1, 90),
            DEFAULT);
    assertThat(result.shape()).isEqualTo(Shape.of(1, 1, 70, 90));
  }

  @Test
  void aBiasOfEachBatchIsAdded() {
    Tensor result =
        Ttnn.linear(ones(3, 4, 5), ones(3, 5, 6), Ttnn.multiply(ones(3, 1, 6), 2), DEFAULT);
    assertThat(Ttnn.toArray(result)).hasSize(72).containsOnly(7f);
  }

  @Test
  void aBiasOfAnotherTypeIsConvertedWhereItIsNotFused() {
    Tensor bias = Ttnn.typecast(ones(1, 6), DataType.BFLOAT16);
    Tensor result = Ttnn.linear(ones(4, 5), ones(5, 6), bias, IN_L1);
    assertThat(result.dtype()).isEqualTo(DataType.FLOAT32);
    assertThat(Ttnn.toArray(result)).containsOnly(6f);
  }

  @Test
  void anEmptySumStillTakesBiasAndActivation() {
    MatmulOptions options = DEFAULT.withCoreGrid(WHOLE).withActivation("exp");
    Tensor zero = Ttnn.multiply(ones(1, 6), 0);
    assertThat(Ttnn.toArray(Ttnn.linear(ones(4, 0), ones(0, 6), zero, options))).containsOnly(1f);
  }

  @ParameterizedTest
  @CsvSource({"1, 1, 11", "2, 1, 16", "1, 3, 23", "-1, 0, -5", "0.5, 0.5, 5.5"})
  void addmmScalesBothTerms(float alpha, float beta, float expected) {
    Tensor input = Ttnn.multiply(ones(4, 6), 6);
    Tensor result = Ttnn.addmm(input, ones(4, 5), ones(5, 6), alpha, beta, DEFAULT);
    assertThat(Ttnn.toArray(result)).hasSize(24).containsOnly(expected);
    Tensor low = Ttnn.typecast(input, DataType.BFLOAT16);
    assertThat(Ttnn.toArray(Ttnn.addmm(low, ones(4, 5), ones(5, 6), alpha, beta, DEFAULT)))
        .containsOnly(expected);
  }

  @Test
  void addmmWritesToAGivenTensor() {
    Tensor into = ones(4, 6);
    MatmulOptions options = DEFAULT.withOptionalOutputTensor(into);
    assertThat(Ttnn.addmm(ones(4, 6), ones(4, 5), ones(5, 6), 1, 1, options)).isSameAs(into);
    assertThat(Ttnn.toArray(into)).containsOnly(6f);
  }

  // ---- without running

  @Test
  void withoutDispatchTheSameOperationsAreTraced() {
    Tensor a = values(DataType.BFLOAT16, 8, 384, 1024);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor result =
          Ttnn.linear(
              a,
              values(DataType.BFLOAT16, 1024, 4096),
              values(DataType.BFLOAT16, 1, 4096),
              IN_L1.withCoreGrid(WHOLE).withActivation("gelu").withDtype(DataType.BFLOAT8_B));
      assertThat(result.shape()).isEqualTo(Shape.of(8, 384, 4096));
      assertThat(Programs.startedFunctions(capture.end())).contains("MatmulDeviceOperation");
    }
  }

  // ---- text

  @Test
  void configsPrintAsInTtnn() {
    assertThat(WHOLE).hasToString("ttnn.CoreGrid(x=8, y=8)");
    assertThat(MathFidelity.HI_FI2).hasToString("MathFidelity.HiFi2");
    assertThat(ComputeKernelConfig.DEFAULT)
        .hasToString(
            "ComputeKernelConfig(math_fidelity=MathFidelity.LoFi,math_approx_mode=1,"
                + "fp32_dest_acc_en=0,packer_l1_acc=0,dst_full_sync_en=0,throttle_level=0)");
    assertThat(TWO_BY_THREE)
        .hasToString(
            "MatmulMultiCoreReuseMultiCastProgramConfig(compute_with_storage_grid_size=(x=2,y=3),"
                + "in0_block_w=2,out_subblock_h=1,out_subblock_w=1,out_block_h=1,out_block_w=2,"
                + "per_core_M=1,per_core_N=2,transpose_mcast=0,fused_activation=std::nullopt,"
                + "fuse_batch=1)");
    assertThat(MultiCoreReuse.on(WHOLE))
        .hasToString(
            "MatmulMultiCoreReuseProgramConfig(compute_with_storage_grid_size=(x=8,y=8),"
                + "in0_block_w=1,out_subblock_h=1,out_subblock_w=1,per_core_M=1,per_core_N=1)");
    assertThat(MultiCoreReuseMultiCast1D.on(WHOLE).withFusedActivation("gelu").toString())
        .startsWith("MatmulMultiCoreReuseMultiCast1DProgramConfig(")
        .endsWith("fuse_batch=1,fused_activation=gelu,mcast_in0=1)");
    assertThat(new MultiCore()).hasToString("MatmulMultiCoreProgramConfig()");
  }

  // ---- refused, for a product of 3 x 3 by 3 x 3 tiles

  @Test
  void aProgramConfigMustFitTheProduct() {
    refused(
        TWO_BY_THREE.withIn0BlockW(3),
        "MatmulMultiCoreReuseMultiCastProgramConfig: Kt (2) must be divisible by in0_block_w (3)");
    refused(
        TWO_BY_THREE.withOutSubblock(2, 1),
        "MatmulMultiCoreReuseMultiCastProgramConfig: out_block_h (1) must be divisible by"
            + " out_subblock_h (2)");
    refused(
        TWO_BY_THREE.withOutBlock(1, 3),
        "MatmulMultiCoreReuseMultiCastProgramConfig: per_core_N (2) must be divisible by"
            + " out_block_w (3)");
    refused(
        TWO_BY_THREE.withPerCore(12, 12).withOutSubblock(3, 3),
        "MatmulMultiCoreReuseMultiCastProgramConfig: out_subblock_w 3 times out_subblock_h 3 needs"
            + " to be at most 4 to fit in hardware");
    refused(
        MultiCoreReuseMultiCast.on(new CoreGrid(9, 8)),
        "MatmulMultiCoreReuseMultiCastProgramConfig: compute_with_storage_grid_size (8, 9) must fit"
            + " within device grid (8, 8)");
    refused(
        TWO_BY_THREE.withPerCore(1, 1),
        "MatmulMultiCoreReuseMultiCastProgramConfig: Num output blocks along x (3) must be smaller"
            + " than or equal to the number of columns in compute grid (2)!");
    refused(
        MultiCoreReuse.on(WHOLE).withPerCore(1, 2),
        "MatmulMultiCoreReuseProgramConfig: N (3) must equal per_core_N (2)");
    refused(
        MultiCoreReuse.on(WHOLE).withPerCore(2, 3),
        "MatmulMultiCoreReuseProgramConfig: per_core_M, 2, must divide M, 3, if per_core_M < M!");
    refused(
        MultiCoreReuseMultiCast1D.on(WHOLE),
        "MatmulMultiCoreReuseMultiCast1DProgramConfig: mcast_in0 requires M (3) to fit within a"
            + " single per_core_M block (1), got num_blocks_y=3");
    refused(
        MultiCoreReuseMultiCast1D.on(WHOLE).withMcastIn0(false),
        "MatmulMultiCoreReuseMultiCast1DProgramConfig: mcast_in1 requires N (3) to fit within a"
            + " single per_core_N block (1), got num_blocks_x=3");
    refused(
        MultiCoreReuseMultiCast1D.on(new CoreGrid(1, 2)).withPerCore(3, 1),
        "MatmulMultiCoreReuseMultiCast1DProgramConfig: Number of blocks exceeds number of cores: 3"
            + " blocks > 2 cores");
    refused(
        TWO_BY_THREE.withFusedActivation("sinus"),
        "program_config: fused_activation: the name of a unary operation is expected");
  }

  @Test
  void sizesOfAProgramConfigArePositive() {
    assertThatThrownBy(() -> MultiCoreReuse.on(WHOLE).withIn0BlockW(0))
        .hasMessage("program_config: in0_block_w must be >= 1, got 0");
    assertThatThrownBy(() -> TWO_BY_THREE.withPerCore(-1, 1))
        .hasMessage("program_config: per_core_M must be >= 1, got -1");
    refused(
        MultiCoreReuseMultiCast1D.on(WHOLE).withOutBlock(1, 0),
        "MatmulMultiCoreReuseMultiCast1DProgramConfig: out_block_w is 0, which is not valid");
    assertThatThrownBy(() -> new CoreGrid(0, 8))
        .hasMessage("core_grid: x and y must be >= 1, got x=8, y=0");
    assertThatThrownBy(() -> ComputeKernelConfig.DEFAULT.withThrottleLevel(6))
        .hasMessage("compute_kernel_config: throttle_level must be 0..5, got 6");
  }

  @Test
  void batchesMustSuitTheProgramConfig() {
    Tensor one = ones(1, 32, 32);
    Tensor many = ones(2, 32, 32);
    refused(
        () -> Ttnn.matmul(one, many, DEFAULT.withCoreGrid(WHOLE)),
        "bmm (non-bcast matmul) expects input tensors of shapes BCMK*BCKN=BCMN or batch dimension"
            + " mismatch: a=Shape([1, 32, 32]) vs b=Shape([2, 32, 32])");
    MultiCoreReuseMultiCast fused = MultiCoreReuseMultiCast.on(WHOLE);
    refused(
        () -> Ttnn.matmul(many, many, DEFAULT.withProgramConfig(fused)),
        "MatmulMultiCoreReuseMultiCastProgramConfig: Matmul with fused batch requires input tensors"
            + " of shapes BCMK*11KN=BCMN");
    refused(
        () -> Ttnn.matmul(one, many, DEFAULT.withProgramConfig(fused.withFuseBatch(false))),
        "bmm (non-bcast matmul) expects input tensors of shapes BCMK*BCKN=BCMN or batch dimension"
            + " mismatch: a=Shape([1, 32, 32]) vs b=Shape([2, 32, 32])");
    refused(
        () -> Ttnn.matmul(many, many, DEFAULT.withCoreGrid(WHOLE).withActivation("relu")),
        "activation: it cannot be fused when input_tensor_b is a batch and core_grid is given");
  }

  @Test
  void optionsThatExcludeEachOtherAreRefused() {
    refused(
        () -> product(DEFAULT.withCoreGrid(WHOLE).withProgramConfig(TWO_BY_THREE)),
        "Cannot use both user core grid/coordinates and a program config");
    MemoryConfig strips =
        Sharding.config(
            Shape.of(64, 64), 1, 2, TensorMemoryLayout.HEIGHT_SHARDED, ShardOrientation.ROW_MAJOR);
    Tensor sharded = Ttnn.toMemoryConfig(ones(64, 64), strips);
    refused(
        () -> Ttnn.matmul(sharded, ones(64, 64), DEFAULT.withActivation("relu")),
        "Sharded matmul run with relu activation: this should be placed in the program config's"
            + " fused_activation field");
    refused(
        () -> Ttnn.matmul(sharded, ones(64, 64), DEFAULT.withProgramConfig(new MultiCore())),
        "MatmulMultiCoreProgramConfig: Input A memory layout must be INTERLEAVED, got:");
    refused(
        () ->
            Ttnn.matmul(
                sharded,
                ones(64, 64),
                DEFAULT.withProgramConfig(
                    MultiCoreReuseMultiCast1D.on(WHOLE).withPerCore(2, 2).withMcastIn0(false))),
        "MatmulMultiCoreReuseMultiCast1DProgramConfig: per_core_M (2) must equal shard_shape[0] (32)"
            + " / in0_tile height (32)");
  }

  @Test
  void addmmRefusesWhatItCannotScale() {
    Tensor a = ones(4, 4);
    refused(() -> Ttnn.addmm(a, a, a, 0, 1, DEFAULT), "alpha parameter cannot be 0");
    refused(
        () -> Ttnn.addmm(ones(1, 4), a, a),
        "input_tensor must have shape matching one of result of mat1_tensor @ mat2_tensor");
    refused(
        () -> Ttnn.addmm(a, a, a, 1, 1, DEFAULT.withActivation("relu")),
        "activation: addmm takes none, got \"relu\"");
  }

  // ---- helpers

  private void refused(MatmulProgramConfig config, String start) {
    refused(() -> product(DEFAULT.withProgramConfig(config)), start);
  }

  private void refused(Runnable call, String start) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith(start);
  }

  private static List<String> deviceOperations(Supplier<Tensor> call) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      call.get();
      return Programs.startedFunctions(capture.end()).stream()
          .filter(name -> name.endsWith("DeviceOperation"))
          .filter(name -> !name.startsWith("Uniform"))
          .toList();
    }
  }

  private Tensor product(MatmulOptions options) {
    return product(DataType.FLOAT32, options);
  }

  private Tensor product(DataType dtype, MatmulOptions options) {
    return Ttnn.matmul(values(dtype, 70, 40), values(dtype, 40, 90), options);
  }

  private Tensor linear(MatmulOptions options, int rows, int columns) {
    return Ttnn.linear(
        values(DataType.FLOAT32, 70, 40),
        values(DataType.FLOAT32, 40, 90),
        values(DataType.FLOAT32, rows, columns),
        options);
  }

  private void checkLinear(MatmulOptions options, int rows, int columns) {
    double[] a = Close.doubles(values(DataType.FLOAT32, 70, 40));
    double[] b = Close.doubles(values(DataType.FLOAT32, 40, 90));
    double[] bias = Close.doubles(values(DataType.FLOAT32, rows, columns));
    UnaryKind kind = Activations.named("activation", options.activation());
    float[] actual = Ttnn.toArray(linear(options, rows, columns));
    for (int i = 0; i < actual.length; i++) {
      double sum = bias[(rows == 1 ? 0 : i / 90) * columns + i % 90];
      for (int k = 0; k < 40; k++) {
        sum += a[i / 90 * 40 + k] * b[k * 90 + i % 90];
      }
      double expected = ElementwiseGolden.unary(kind, kind.defaultP(), kind.defaultQ(), sum);
      assertThat((double) actual[i])
          .as("%s [%d]", options, i)
          .isCloseTo(expected, within(2e-4 * (1 + Math.abs(expected))));
    }
  }

  private Tensor values(DataType dtype, int... shape) {
    return Ttnn.rand(
        Shape.of(shape),
        device,
        RandOptions.DEFAULT.withDtype(dtype).withLow(-1).withSeed(shape.length));
  }

  private Tensor ones(int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.FLOAT32, Layout.TILE, device, MemoryConfig.DRAM);
  }

  /**
   * As test_linear_batched_reuse_fused_bias_program_cache of tests/ttnn/unit_tests/operations/
   * matmul/test_linear.py asserts: one program, which a second bias hits.
   */
  @Test
  void aBiasForAllRowsIsFusedWhereACoreMakesWholeMatrices() {
    Tensor a = values(DataType.FLOAT32, 8, 1, 64, 64);
    Tensor b = values(DataType.FLOAT32, 8, 1, 64, 64);
    MatmulOptions options =
        DEFAULT.withProgramConfig(new MultiCoreReuse(WHOLE, 2, 1, 2, 2, 2, null));
    float[] product = Ttnn.toArray(Ttnn.matmul(a, b, options));
    device.clearProgramCache();
    for (float factor : new float[] {1, -3}) {
      Tensor bias = Ttnn.multiply(values(DataType.FLOAT32, 1, 1, 64, 64), factor);
      float[] added = Ttnn.toArray(bias);
      int before = device.programCacheEntries();
      float[] result = Ttnn.toArray(Ttnn.linear(a, b, bias, options));
      assertThat(device.programCacheEntries() - before).isEqualTo(factor == 1 ? 1 : 0);
      for (int i = 0; i < result.length; i++) {
        assertThat(result[i]).isCloseTo(product[i] + added[i % added.length], within(1e-3f));
      }
    }
  }

  /** As test_linear_batched_reuse_bias_routing of the same file: a row is added afterwards. */
  @Test
  void aBiasRowIsNotFusedIntoAProgramForBatches() {
    MatmulOptions options =
        DEFAULT.withProgramConfig(new MultiCoreReuse(WHOLE, 2, 1, 2, 2, 2, null));
    Tensor matrices = values(DataType.FLOAT32, 8, 1, 64, 64);
    Tensor row = values(DataType.FLOAT32, 1, 1, 1, 64);
    assertThat(deviceOperations(() -> Ttnn.linear(matrices, matrices, row, options)))
        .containsExactly("MatmulDeviceOperation", "BinaryNgDeviceOperation");
  }
}
