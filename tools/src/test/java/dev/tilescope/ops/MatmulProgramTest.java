package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Program;
import dev.tilescope.device.SubDevices;
import dev.tilescope.device.Work;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.matmul.MatmulBuffers;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.matmul.MatmulRequest;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCore;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * Which program a product becomes on an n150, and what its circular buffers take. The expected
 * figures are worked out by hand from TT-NN's formulas; a tile of bfloat16 has 2048 bytes, one of
 * bfloat8_b 1088, one of float32 4096. Nothing is computed here.
 */
class MatmulProgramTest {
  private static final CoreGrid WHOLE = new CoreGrid(8, 8);
  private static final MemoryConfig WITHOUT_SPEC =
      new MemoryConfig(TensorMemoryLayout.WIDTH_SHARDED, BufferType.L1, null);
  private static final MatmulOptions IN_L1 =
      MatmulOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  // ---- a core grid given

  @Test
  void onACoreGridRowsAndColumnsAreSharedOutAndKGoesByInBlocksOfFour() {
    Planned qkv =
        plan(
            l1(DataType.BFLOAT16, 8, 384, 1024),
            dram(DataType.BFLOAT16, 1024, 3072),
            dram(DataType.BFLOAT16, 1, 3072),
            IN_L1.withDtype(DataType.BFLOAT8_B).withCoreGrid(WHOLE));
    assertThat(qkv.config())
        .isEqualTo(
            MultiCoreReuseMultiCast.on(WHOLE)
                .withIn0BlockW(4)
                .withOutSubblock(1, 4)
                .withOutBlock(12, 12)
                .withPerCore(12, 12));
    assertThat(qkv.buffers())
        .containsExactly(
            "196608 {[(x=0,y=0) - (x=7,y=7)]}", // A: 2 * 12 * 4 tiles
            "196608 {[(x=0,y=0) - (x=7,y=7)]}", // B: 2 * 12 * 4 tiles
            "156672 {[(x=0,y=0) - (x=7,y=7)]}", // the result: 12 * 12 tiles of bfloat8_b
            "294912 {[(x=0,y=0) - (x=7,y=7)]}", // partial sums: 12 * 12 tiles of bfloat16
            "24576 {[(x=0,y=0) - (x=7,y=7)]}"); // the bias: 12 tiles
  }

  @Test
  void onACoreGridEachCoreTakesWholeProductsOfABatch() {
    Planned scores =
        plan(
            l1(DataType.BFLOAT8_B, 8, 16, 384, 64),
            l1(DataType.BFLOAT8_B, 8, 16, 64, 384),
            null,
            IN_L1.withCoreGrid(WHOLE));
    assertThat(scores.config())
        .isEqualTo(MultiCoreReuse.on(WHOLE).withOutSubblock(2, 4).withPerCore(12, 12));
    assertThat(scores.sizes()).containsExactly(24 * 1088L, 24 * 1088L, 144 * 1088L);
  }

  @Test
  void onACoreGridANarrowProductIsCutInOneDirection() {
    Planned tall =
        plan(
            dram(DataType.BFLOAT16, 8, 384, 1024),
            dram(DataType.BFLOAT16, 1024, 64),
            null,
            MatmulOptions.DEFAULT.withCoreGrid(WHOLE).withActivation("relu"));
    assertThat(tall.config())
        .isEqualTo(
            MultiCoreReuseMultiCast1D.on(WHOLE)
                .withIn0BlockW(1)
                .withOutSubblock(2, 2)
                .withOutBlock(2, 2)
                .withPerCore(2, 2)
                .withMcastIn0(false)
                .withFusedActivation("relu"));
    assertThat(tall.cores()).isEqualTo("{[(x=0,y=0) - (x=7,y=5)]}"); // 96 rows of tiles, 2 a core
  }

  // ---- nothing given

  @Test
  void inDramTheProductCoversTheWholeGrid() {
    Planned product =
        plan(
            dram(DataType.BFLOAT16, 512, 1024),
            dram(DataType.BFLOAT16, 1024, 1024),
            null,
            MatmulOptions.DEFAULT);
    assertThat(product.config())
        .isEqualTo(
            MultiCoreReuseMultiCast.on(WHOLE)
                .withIn0BlockW(4)
                .withOutSubblock(2, 4)
                .withOutBlock(2, 4)
                .withPerCore(2, 4)
                .withFuseBatch(false));
    // A: 2 * 2 * 4 tiles, B: 2 * 4 * 4, the result 2 * 4 shared with partial sums of its type.
    assertThat(product.sizes()).containsExactly(32_768L, 65_536L, 16_384L);
  }

  @Test
  void blocksThatDoNotFitAreHalvedAndTakeLessOfK() {
    Planned product =
        plan(
            dram(DataType.FLOAT32, 4096, 4096),
            dram(DataType.FLOAT32, 4096, 4096),
            null,
            MatmulOptions.DEFAULT);
    assertThat(product.config())
        .isEqualTo(
            MultiCoreReuseMultiCast.on(WHOLE)
                .withOutSubblock(2, 2)
                .withOutBlock(8, 16)
                .withPerCore(16, 16)
                .withFuseBatch(false));
    assertThat(product.sizes()).containsExactly(65_536L, 131_072L, 524_288L);
  }

  @Test
  void blocksShrinkFurtherWhenL1IsOccupied() {
    Tensor a = dram(DataType.FLOAT32, 4096, 4096);
    l1(DataType.BFLOAT16, 4096, 8192); // 1 MiB of each core
    Planned product = plan(a, a, null, MatmulOptions.DEFAULT);
    assertThat(product.sizes().stream().mapToLong(Long::longValue).sum()).isLessThan(400_000);
  }

  @Test
  void aWideProductInDramSendsAToAllCores() {
    Planned wide =
        plan(
            dram(DataType.BFLOAT16, 32, 2048),
            dram(DataType.BFLOAT8_B, 2048, 1280),
            null,
            MatmulOptions.DEFAULT);
    assertThat(wide.config())
        .isEqualTo(
            MultiCoreReuseMultiCast1D.on(WHOLE)
                .withIn0BlockW(2)
                .withOutBlock(1, 1)
                .withFuseBatch(false));
    assertThat(wide.sizes()).containsExactly(4 * 2048L, 4 * 1088L, 2048L);
    assertThat(wide.cores()).isEqualTo("{[(x=0,y=0) - (x=7,y=4)]}"); // 40 columns of tiles
  }

  @Test
  void aSmallProductInL1IsComputedTileByTile() {
    Planned small =
        plan(l1(DataType.BFLOAT16, 16, 384, 64), l1(DataType.BFLOAT16, 16, 64, 384), null, IN_L1);
    assertThat(small.config()).isEqualTo(new MultiCore());
    assertThat(small.sizes()).containsExactly(4096L, 4096L, 4096L);
  }

  @Test
  void oneMatrixForABatchStaysInL1() {
    Planned product =
        plan(
            dram(DataType.BFLOAT16, 1, 64, 96),
            dram(DataType.BFLOAT16, 5, 96, 128),
            null,
            MatmulOptions.DEFAULT);
    assertThat(product.config()).isInstanceOf(MultiCoreReuseMultiCast1D.class);
    // A: 1 row of tiles, all 3 of K, once; B: 4 columns of 1 tile, twice.
    assertThat(product.sizes()).containsExactly(3 * 2048L, 8 * 2048L, 4 * 2048L);
    assertThat(product.cores()).isEqualTo("{[(x=0,y=0) - (x=1,y=0)]}");
  }

  // ---- a program config given

  @Test
  void aProgramConfigIsTakenAsItIs() {
    MatmulProgramConfig config =
        MultiCoreReuseMultiCast1D.on(new CoreGrid(4, 8)).withIn0BlockW(2).withPerCore(1, 1);
    Planned product =
        plan(
            dram(DataType.BFLOAT16, 32, 2048),
            dram(DataType.BFLOAT8_B, 2048, 960),
            dram(DataType.BFLOAT16, 1, 960),
            MatmulOptions.DEFAULT.withProgramConfig(config).withDtype(DataType.BFLOAT8_B));
    assertThat(product.config()).isEqualTo(config);
    assertThat(product.sizes()).containsExactly(8192L, 4352L, 1088L, 2048L, 2048L);
    assertThat(product.cores()).isEqualTo("{[(x=0,y=0) - (x=7,y=2)], [(x=0,y=3) - (x=5,y=3)]}");
  }

  @Test
  void withoutAccumulationInThePackerPartialSumsHaveTheTypeOfTheResult() {
    Tensor a = dram(DataType.BFLOAT16, 512, 1024);
    ComputeKernelConfig plain = ComputeKernelConfig.DEFAULT;
    MatmulOptions options = MatmulOptions.DEFAULT.withCoreGrid(WHOLE).withDtype(DataType.BFLOAT8_B);
    Tensor b = dram(DataType.BFLOAT16, 1024, 1024);
    assertThat(plan(a, b, null, options.withComputeKernelConfig(plain)).sizes()).hasSize(3);
    assertThat(
            plan(a, b, null, options.withComputeKernelConfig(plain.withPackerL1Acc(true))).sizes())
        .endsWith(8 * 1088L, 8 * 2048L);
    assertThat(
            plan(a, b, null, options.withComputeKernelConfig(plain.withFp32DestAccEn(true)))
                .sizes())
        .endsWith(8 * 1088L, 8 * 4096L);
  }

  @Test
  void aTransposedLeftMatrixNeedsItsBlocksTwice() {
    Planned product =
        plan(
            dram(DataType.BFLOAT16, 1024, 512),
            dram(DataType.BFLOAT16, 1024, 1024),
            null,
            MatmulOptions.DEFAULT.withTransposeA(true));
    assertThat(product.sizes()).containsExactly(32_768L, 65_536L, 16_384L, 32_768L);
  }

  @Test
  void shardsAreUsedWhereTheyLie() {
    MemoryConfig blocks =
        Sharding.config(
            Shape.of(768, 1024),
            8,
            8,
            TensorMemoryLayout.BLOCK_SHARDED,
            ShardOrientation.ROW_MAJOR);
    Tensor a = tensor(DataType.BFLOAT8_B, blocks, 768, 1024);
    MemoryConfig wider =
        Sharding.config(
            Shape.of(768, 2048),
            8,
            8,
            TensorMemoryLayout.BLOCK_SHARDED,
            ShardOrientation.ROW_MAJOR);
    Planned product =
        plan(
            a,
            dram(DataType.BFLOAT8_B, 1024, 2048),
            null,
            MatmulOptions.DEFAULT.withMemoryConfig(wider));
    assertThat(product.config())
        .isEqualTo(
            MultiCoreReuseMultiCast.on(WHOLE)
                .withIn0BlockW(4)
                .withOutSubblock(1, 8)
                .withOutBlock(3, 8)
                .withPerCore(3, 8));
    assertThat(product.call().outputSpec().memoryConfig()).isEqualTo(wider);
    List<CircularBuffer> buffers = MatmulBuffers.of(product.call());
    assertThat(buffers.stream().map(CircularBuffer::globallyAllocated).toList())
        .containsExactly(false, false, true, false, true, false);
    assertThat(product.sizes())
        .containsExactly(
            2 * 3 * 4 * 1088L, 2 * 8 * 4 * 1088L, 3 * 4 * 1088L, 64L, 24 * 1088L, 24 * 2048L);
    assertThat(buffers.get(2).globalAddress()).isEqualTo(a.buffer().address());
  }

  // ---- weights in the banks of DRAM

  /** 12 banks of 3 columns of tiles; the last would have nothing but padding. */
  @Test
  void weightsCutByColumnsAreReadBesideTheirBanks() {
    Tensor a = tensor(DataType.BFLOAT16, strips(8, 32, 1024), 32, 8192);
    Tensor b = tensor(DataType.BFLOAT8_B, banks(8192, 96), 8192, 1024);
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(WITHOUT_SPEC)
            .withProgramConfig(new MultiCoreReuseMultiCastDramSharded(8, 1, 4, null));
    Planned product = plan(a, b, null, options);
    assertThat(product.sizes())
        .containsExactly(
            2 * 8 * 2048L, // A: 8 tiles of K, twice
            3 * 3 * 8 * 1088L, // B: 3 columns of 8 tiles, three times
            32 * 2048L, // the shards of A
            3 * 2048L, // what a reader computes
            4 * 2048L); // the shards of the result
    assertThat(product.call().outputSpec().memoryConfig()).isEqualTo(strips(8, 32, 128));
    assertThat(product.cores()).isEqualTo("{[(x=0,y=0) - (x=7,y=7)]}");
  }

  @Test
  void shardsThatAConfigForWeightsInDramCannotTakeAreRefused() {
    Tensor b = tensor(DataType.BFLOAT8_B, banks(8192, 96), 8192, 1024);
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(WITHOUT_SPEC)
            .withProgramConfig(new MultiCoreReuseMultiCastDramSharded(8, 1, 4, null));
    String name = "MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig: ";
    assertThatThrownBy(() -> plan(dram(DataType.BFLOAT16, 32, 8192), b, null, options))
        .hasMessage(name + "Input tensor A must be sharded for DRAM sharded program config");
    Tensor high = tensor(DataType.BFLOAT16, strips(8, 64, 1024), 64, 8192);
    assertThatThrownBy(() -> plan(high, b, null, options))
        .hasMessage(name + "M (2) must equal per_core_M (1)");
    Tensor a = tensor(DataType.BFLOAT16, strips(8, 32, 1024), 32, 8192);
    assertThatThrownBy(() -> plan(a, dram(DataType.BFLOAT8_B, 8192, 1024), null, options))
        .hasMessageStartingWith(name + "Input B memory layout must be WIDTH_SHARDED, got:");
  }

  private static MemoryConfig strips(int cores, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.WIDTH_SHARDED,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(cores, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  private static MemoryConfig banks(int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.WIDTH_SHARDED,
        BufferType.DRAM,
        new ShardSpec(CoreRangeSet.grid(12, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  // ---- on some of the cores

  @Test
  void aProductLiesOnTheCoresThatAreAllowed() {
    MultiCoreReuseMultiCast1D config =
        MultiCoreReuseMultiCast1D.on(new CoreGrid(2, 4)).withIn0BlockW(2);
    CoreRangeSet allowed = CoreRangeSet.of(CoreRange.of(2, 3, 5, 4));
    Tensor a = dram(DataType.BFLOAT16, 32, 1024);
    Tensor b = dram(DataType.BFLOAT16, 1024, 160);
    MatmulOptions options =
        MatmulOptions.DEFAULT.withProgramConfig(config.withAllowedWorkerCores(allowed));
    assertThat(plan(a, b, null, options).cores())
        .isEqualTo("{[(x=2,y=3) - (x=5,y=3)], [(x=2,y=4) - (x=2,y=4)]}");
    CoreRangeSet holed = CoreRangeSet.of(CoreRange.of(0, 0, 1, 0), CoreRange.of(0, 1, 0, 1));
    assertThatThrownBy(
            () -> plan(a, b, null, options.withProgramConfig(config.withAllowedWorkerCores(holed))))
        .hasMessageStartingWith("allowed_worker_cores must form a dense rectangle (got 3 cores");
  }

  @Test
  void aProductOfASubDeviceLiesOnItsCores() {
    SubDevices parts = device.subDevices();
    parts.load(
        parts.divide(List.of(CoreRangeSet.grid(8, 2), CoreRangeSet.of(CoreRange.of(0, 2, 7, 7)))));
    MultiCoreReuseMultiCast1D config =
        MultiCoreReuseMultiCast1D.on(new CoreGrid(2, 4)).withIn0BlockW(2);
    Tensor a = dram(DataType.BFLOAT16, 32, 1024);
    Tensor b = dram(DataType.BFLOAT16, 1024, 128);
    MatmulOptions options = MatmulOptions.DEFAULT.withProgramConfig(config);
    assertThat(plan(a, b, null, options.withSubDeviceId(1)).cores())
        .isEqualTo("{[(x=0,y=2) - (x=3,y=2)]}");
    assertThatThrownBy(() -> plan(a, b, null, options.withSubDeviceId(2)))
        .hasMessage("SubDevice index 2 out of bounds 2");
  }

  // ---- the model everybody runs

  /** What each product of an encoder layer takes of a core's L1 when it runs. */
  @Test
  void theProductsOfBertLargeFitL1() {
    MatmulOptions low = IN_L1.withCoreGrid(WHOLE).withDtype(DataType.BFLOAT8_B);
    MatmulOptions high = IN_L1.withCoreGrid(WHOLE).withDtype(DataType.BFLOAT16);
    ComputeKernelConfig kernel =
        ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI2).withMathApproxMode(false);
    long before = device.floatingPointOperations();
    Tensor hidden = l1(DataType.BFLOAT16, 8, 384, 1024);
    check("qkv", 98_304 + 156_672, 869_376, hidden, weight(1024, 3072), low, 3072);
    Tensor query = l1(DataType.BFLOAT8_B, 8, 16, 384, 64);
    Tensor key = l1(DataType.BFLOAT8_B, 8, 16, 64, 384);
    check("scores", 98_304 + 2 * 52_224 + 313_344, 208_896, query, key, low, 0);
    query.close();
    key.close();
    Tensor scores = l1(DataType.BFLOAT8_B, 8, 16, 384, 384);
    Tensor value = l1(DataType.BFLOAT8_B, 8, 16, 384, 64);
    check("context", 98_304 + 313_344 + 2 * 52_224, 56_576 + 49_152, scores, value, low, 0);
    scores.close();
    value.close();
    Tensor context = l1(DataType.BFLOAT8_B, 8, 384, 1024);
    check("output", 98_304 + 52_224 + 98_304, 276_480, context, weight(1024, 1024), high, 1024);
    context.close();
    MatmulOptions gelu = low.withActivation("gelu").withComputeKernelConfig(kernel);
    check("inner", 98_304 + 208_896, 700_416, hidden, weight(1024, 4096), gelu, 4096);
    Tensor inner = l1(DataType.BFLOAT8_B, 8, 384, 4096);
    check("outer", 98_304 + 208_896 + 98_304, 276_480, inner, weight(4096, 1024), high, 1024);
    double perLayer = (device.floatingPointOperations() - before) / 1e9;
    assertThat(Math.round(perLayer * 10) / 10.0).isEqualTo(82.1);
  }

  /** Launches the program without computing, and looks at what lies in L1 while it runs. */
  private void check(
      String name, long tensors, long buffers, Tensor a, Tensor b, MatmulOptions options, int n) {
    Tensor bias = n == 0 ? null : dram(DataType.BFLOAT16, 1, n);
    Planned planned = plan(a, b, bias, options);
    device.launch(
        new Program("Test", MatmulBuffers.of(planned.call()), 2, 3, planned.work()), name);
    assertThat(device.statistics(BufferType.L1).allocatedBytes())
        .as("%s: tensors in a core", name)
        .isEqualTo(tensors);
    assertThat(planned.sizes().stream().mapToLong(Long::longValue).sum())
        .as("%s: circular buffers in a core", name)
        .isEqualTo(buffers);
    planned.call().output().close();
  }

  private Tensor weight(int rows, int columns) {
    return dram(DataType.BFLOAT16, rows, columns);
  }

  // ---- helpers

  private record Planned(Call<MatmulParams> call) {
    MatmulProgramConfig config() {
      return call.params().programConfig();
    }

    Work work() {
      return MatmulOperations.MATMUL_ON_DEVICE.cost().of(call);
    }

    List<Long> sizes() {
      return MatmulBuffers.of(call).stream().map(CircularBuffer::sizeBytes).toList();
    }

    List<String> buffers() {
      return MatmulBuffers.of(call).stream().map(b -> b.sizeBytes() + " " + b.cores()).toList();
    }

    String cores() {
      return MatmulBuffers.of(call).stream()
          .map(b -> b.cores().toString())
          .distinct()
          .collect(Collectors.joining(" and "));
    }
  }

  private Planned plan(Tensor a, Tensor b, Tensor bias, MatmulOptions options) {
    MatmulRequest request = new MatmulRequest(a, b, bias, options);
    request.check();
    boolean fused = request.fusesBias();
    Call<MatmulParams> call =
        new Call<>(request.params(fused), Arrays.asList(a, b, fused ? bias : null), device);
    MatmulOperations.MATMUL_ON_DEVICE.validation().check(call);
    TensorSpec spec = MatmulOperations.MATMUL_ON_DEVICE.outputs().of(call).getFirst();
    Tensor out = DeviceTensors.allocate(spec, Distribution.REPLICATED, device, "test");
    return new Planned(call.withOutputs(List.of(out)));
  }

  private Tensor dram(DataType dtype, int... shape) {
    return tensor(dtype, MemoryConfig.DRAM, shape);
  }

  private Tensor l1(DataType dtype, int... shape) {
    return tensor(dtype, MemoryConfig.L1, shape);
  }

  private Tensor tensor(DataType dtype, MemoryConfig memory, int... shape) {
    TensorSpec spec = new TensorSpec(Shape.of(shape), dtype, Layout.TILE, memory);
    return DeviceTensors.allocate(spec, Distribution.REPLICATED, device, "test");
  }
}
