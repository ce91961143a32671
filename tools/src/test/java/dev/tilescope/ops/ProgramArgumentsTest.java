package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceEvent.ProgramMemory;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.internal.convolution.UpsampleOperations;
import dev.tilescope.ops.internal.convolution.UpsampleOperations.UpsampleMode;
import dev.tilescope.ops.internal.convolution.UpsampleOperations.UpsampleParams;
import dev.tilescope.ops.internal.kernel.ReductionKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.reduction.ReduceDim;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceParams;
import dev.tilescope.ops.internal.reduction.VarianceOperations;
import dev.tilescope.ops.internal.reduction.VarianceOperations.Deviation;
import dev.tilescope.ops.internal.reduction.VarianceOperations.WelfordReduceParams;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import dev.tilescope.ops.options.StatisticsOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Arguments that say how a program computes: what they change, and what they cannot be. */
class ProgramArgumentsTest {
  private static final ComputeKernelConfig EXACT =
      ComputeKernelConfig.DEFAULT.withMathFidelity(MathFidelity.HI_FI4);
  private static final CoreGrid GRID = new CoreGrid(2, 2);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor ones(MemoryConfig memory, int... shape) {
    return Ttnn.ones(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, device, memory);
  }

  interface Run {
    Tensor with(Tensor input, @Nullable ComputeKernelConfig config);
  }

  record Computing(String name, Run run) {
    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Computing> computing() {
    int[] twice = {2, 2};
    return Stream.of(
        new Computing("softmax", (t, c) -> Ttnn.softmax(t, -1, null, c, true)),
        new Computing("softmax_in_place", (t, c) -> Ttnn.softmaxInPlace(t, -1, null, c, true)),
        new Computing(
            "scale_mask_softmax",
            (t, c) -> Ttnn.scaleMaskSoftmax(t, 0.5f, null, null, false, c, true)),
        new Computing(
            "scale_mask_softmax_in_place",
            (t, c) -> Ttnn.scaleMaskSoftmaxInPlace(t, 0.5f, null, null, false, c, false)),
        new Computing("sum", (t, c) -> Ttnn.sum(t, List.of(3), true, reduce(c))),
        new Computing("max", (t, c) -> Ttnn.max(t, List.of(2), true, reduce(c))),
        new Computing("std", (t, c) -> Ttnn.std(t, List.of(3), true, reduce(c))),
        new Computing("upsample", (t, c) -> Ttnn.upsample(t, twice, "bilinear", null, c)),
        new Computing("layer_norm", (t, c) -> Ttnn.layerNorm(t, norm(c))),
        new Computing("rms_norm", (t, c) -> Ttnn.rmsNorm(t, norm(c))),
        new Computing(
            "rms_norm_pre_all_gather",
            (t, c) ->
                Ttnn.rmsNormPreAllGather(
                    narrow(t), StatisticsOptions.DEFAULT.withComputeKernelConfig(c))));
  }

  /** Two rows of squares in float32 have to fit beside two rows of the input. */
  private static Tensor narrow(Tensor tensor) {
    return tensor.shape().dim(-1) <= 64
        ? tensor
        : Ttnn.slice(tensor, new int[] {0, 0, 0, 0}, new int[] {1, 1, 32, 2048});
  }

  private static ReduceOptions reduce(@Nullable ComputeKernelConfig config) {
    return config == null
        ? ReduceOptions.DEFAULT
        : ReduceOptions.DEFAULT.withComputeKernelConfig(config);
  }

  private static NormOptions norm(@Nullable ComputeKernelConfig config) {
    return NormOptions.DEFAULT.withComputeKernelConfig(config);
  }

  @ParameterizedTest
  @MethodSource("computing")
  void fidelityIsAnnouncedChangesNoValueAndSavesNoTime(Computing operation) {
    List<TraceNode> fast = trace(() -> operation.run().with(large(), null));
    List<TraceNode> exact = trace(() -> operation.run().with(large(), EXACT));
    assertThat(nanos(exact)).isGreaterThanOrEqualTo(nanos(fast));
    assertThat(arguments(exact))
        .anyMatch(text -> text.contains("math_fidelity=MathFidelity.HiFi4"));
    assertThat(Ttnn.toArray(operation.run().with(ones(MemoryConfig.DRAM, 1, 2, 32, 64), EXACT)))
        .isEqualTo(Ttnn.toArray(operation.run().with(ones(MemoryConfig.DRAM, 1, 2, 32, 64), null)));
  }

  @Test
  void whereComputingTakesLongestFidelityTakesLonger() {
    assertThat(nanos(trace(() -> Ttnn.softmax(large(), -1, null, EXACT, true))))
        .isGreaterThan(nanos(trace(() -> Ttnn.softmax(large()))));
  }

  /** Reading takes longer than reducing, so that it shows in the engine's cycles alone. */
  @Test
  void reductionsAndUpsamplingPassFourTimesThroughTheEngineAtTheHighestFidelity() {
    assertThat(cycles(ReductionOperations.REDUCE_ON_DEVICE, reducing(EXACT)))
        .isEqualTo(4 * cycles(ReductionOperations.REDUCE_ON_DEVICE, reducing(null)));
    assertThat(cycles(VarianceOperations.WELFORD_REDUCE_ON_DEVICE, deviating(EXACT)))
        .isEqualTo(4 * cycles(VarianceOperations.WELFORD_REDUCE_ON_DEVICE, deviating(null)));
    assertThat(cycles(UpsampleOperations.UPSAMPLE_ON_DEVICE, enlarging(EXACT)))
        .isEqualTo(4 * cycles(UpsampleOperations.UPSAMPLE_ON_DEVICE, enlarging(null)));
  }

  private static ReduceParams reducing(@Nullable ComputeKernelConfig config) {
    return new ReduceParams(
        ReductionKind.SUM, ReduceDim.W, 1, MemoryConfig.L1, DataType.BFLOAT16, config);
  }

  private static WelfordReduceParams deviating(@Nullable ComputeKernelConfig config) {
    return new WelfordReduceParams(Deviation.STD, ReduceDim.W, 1, 1, true, MemoryConfig.L1, config);
  }

  private static UpsampleParams enlarging(@Nullable ComputeKernelConfig config) {
    return new UpsampleParams(2, 2, UpsampleMode.BILINEAR, MemoryConfig.L1, config);
  }

  private <P extends Record> long cycles(DeviceOperation<P> operation, P params) {
    Call<P> call = new Call<>(params, List.of(large()), device);
    TensorSpec spec = operation.outputs().of(call).getFirst();
    Tensor out = DeviceTensors.allocate(spec, Distribution.REPLICATED, device, "test");
    return operation.cost().of(call.withOutputs(List.of(out))).idealComputeCycles();
  }

  /** In few rows of tiles, so that computing takes longer than moving. */
  private Tensor large() {
    return ones(MemoryConfig.L1, 1, 1, 32, 8192);
  }

  @Test
  void accumulatingInFloat32WidensWhatIsHeldBetweenSteps() {
    ComputeKernelConfig wide = ComputeKernelConfig.DEFAULT.withFp32DestAccEn(true);
    Tensor input = ones(MemoryConfig.DRAM, 1, 1, 32, 128);
    long narrowBytes = bytes(trace(() -> Ttnn.softmax(input)));
    // A row of four, its maximum, the scaler of its sum and the reciprocal of that.
    assertThat(bytes(trace(() -> Ttnn.softmax(input, -1, null, wide, true))))
        .isEqualTo(narrowBytes + (4 + 3) * 2048);
  }

  private MemoryConfig blocks() {
    return MemoryConfig.sharded(
        TensorMemoryLayout.BLOCK_SHARDED,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(2, 2), 32, 64, ShardOrientation.ROW_MAJOR));
  }

  @Test
  void aShardedNormWorksWhereItsShardsLieAndInPlaceIfAsked() {
    Tensor input = ones(blocks(), 1, 1, 64, 128);
    Tensor weight = ones(MemoryConfig.DRAM, 1, 128);
    NormOptions options = NormOptions.DEFAULT.withWeight(weight).withEpsilon(1e-5f);
    var sharded = new LayerNormProgramConfig.ShardedMultiCore(GRID, 2, 1, 2, false);
    Tensor plain = Ttnn.rmsNorm(input, options);
    List<TraceNode> nodes =
        trace(() -> {
          Tensor result = Ttnn.rmsNorm(input, options.withProgramConfig(sharded));
          assertThat(result.buffer()).isNotSameAs(input.buffer());
          assertThat(Ttnn.toArray(result)).isEqualTo(Ttnn.toArray(plain));
        });
    List<ProgramMemory> buffers = buffers(nodes);
    assertThat(buffers).allMatch(b -> b.cores().equals(CoreRangeSet.grid(2, 2)));
    assertThat(buffers.getFirst().borrowed()).isTrue();
    assertThat(buffers.getLast().borrowed()).isTrue();
    var inPlace = new LayerNormProgramConfig.ShardedMultiCore(GRID, 2, 1, 2, true);
    Tensor same = Ttnn.rmsNorm(input, options.withProgramConfig(inPlace));
    assertThat(same.buffer()).isSameAs(input.buffer());
    assertThat(Ttnn.toArray(input)).isEqualTo(Ttnn.toArray(plain));
  }

  @Test
  void aShardedProgramThatDoesNotFitTheShardsIsRefused() {
    Tensor input = ones(blocks(), 1, 1, 64, 128);
    Tensor interleaved = ones(MemoryConfig.DRAM, 1, 1, 64, 128);
    NormOptions options = NormOptions.DEFAULT;
    var fits = new LayerNormProgramConfig.ShardedMultiCore(GRID, 2, 1, 2, false);
    var high = new LayerNormProgramConfig.ShardedMultiCore(GRID, 2, 2, 2, false);
    var odd = new LayerNormProgramConfig.ShardedMultiCore(GRID, 3, 1, 2, false);
    var small = new LayerNormProgramConfig.ShardedMultiCore(new CoreGrid(1, 2), 2, 1, 2, false);
    refused(
        device,
        () -> Ttnn.layerNorm(interleaved, options.withProgramConfig(fits)),
        "program_config: a sharded one needs an input sharded in L1, got");
    refused(
        device,
        () -> Ttnn.layerNorm(input, options.withProgramConfig(high)),
        "program_config: block_h and block_w are those of a shard of 32x64 elements, got 2 and 2");
    refused(
        device,
        () -> Ttnn.layerNorm(input, options.withProgramConfig(odd)),
        "program_config: subblock_w must divide block_w, 2, got 3");
    refused(
        device,
        () -> Ttnn.layerNorm(input, options.withProgramConfig(small)),
        "program_config: compute_with_storage_grid_size must hold the shards' cores");
    refused(
        device,
        () ->
            Ttnn.softmaxInPlace(
                interleaved,
                -1,
                new SoftmaxProgramConfig.ShardedMultiCore(GRID, 2, 1, 2),
                null,
                true),
        "program_config: a sharded one needs an input sharded in L1, got");
  }

  @Test
  void welfordHoldsItsReciprocalsInL1ForScalersAndSquaresAndNeedsThem() {
    Tensor input = ones(MemoryConfig.DRAM, 1, 1, 64, 128);
    Tensor reciprocals =
        Ttnn.ones(Shape.of(1, 128), DataType.FLOAT32, Layout.ROW_MAJOR, device, MemoryConfig.L1);
    NormOptions welford =
        NormOptions.DEFAULT.withProgramConfig(
            new LayerNormProgramConfig.Default(false, false, true));
    long plain = bytes(trace(() -> Ttnn.layerNorm(input)));
    assertThat(bytes(trace(() -> Ttnn.layerNorm(input, welford.withRecipTensor(reciprocals)))))
        .as("reciprocals, and neither scalers of a reduction nor a row of float32 squares")
        .isEqualTo(plain + 128 * 4 - 2 * 2048 - 4 * 4096);
    refused(
        device,
        () -> Ttnn.layerNorm(input, welford),
        "recip_tensor: a program_config with use_welford needs one, got none");
    refused(
        device,
        () -> Ttnn.rmsNorm(input, NormOptions.DEFAULT.withRecipTensor(reciprocals)),
        "recip_tensor: layer_norm takes one, rms_norm does not");
    refused(
        device, () -> Ttnn.rmsNorm(input, welford), "program_config: use_welford is of layer_norm");
  }

  @Test
  void statisticsGoWhereAskedAndUseMoreCoresOnAGridOfTwoDimensions() {
    Tensor input = ones(MemoryConfig.DRAM, 1, 1, 32, 256);
    StatisticsOptions options = StatisticsOptions.DEFAULT;
    Tensor near = Ttnn.rmsNormPreAllGather(input, options.withMemoryConfig(MemoryConfig.L1));
    assertThat(near.memoryConfig()).isEqualTo(MemoryConfig.L1);
    List<TraceNode> wide =
        trace(() -> Ttnn.rmsNormPreAllGather(input, options.withUse2dCoreGrid(true)));
    assertThat(buffers(wide)).allMatch(b -> b.cores().size() == 8);
    assertThat(buffers(trace(() -> Ttnn.rmsNormPreAllGather(input))))
        .allMatch(b -> b.cores().size() == 1);
    GatheredNormOptions post = GatheredNormOptions.DEFAULT.withUse2dCoreGrid(true);
    assertThat(buffers(trace(() -> Ttnn.rmsNormPostAllGather(input, near, post))))
        .allMatch(b -> b.cores().size() == 8);
    var sharded = new LayerNormProgramConfig.ShardedMultiCore(GRID, 2, 1, 2, false);
    refused(
        device,
        () -> Ttnn.rmsNormPreAllGather(input, options.withProgramConfig(sharded)),
        "program_config: an interleaved input_tensor needs the default one");
  }

  @Test
  void productsHaveTilesOfTheirOperandsAndNothingThatOnlySiliconHas() {
    Tensor a = ones(MemoryConfig.DRAM, 32, 32);
    MatmulOptions options = MatmulOptions.DEFAULT;
    List<TraceNode> nodes = trace(() -> Ttnn.matmul(a, a, options.withOutputTile(Tile.DEFAULT)));
    assertThat(arguments(nodes)).anyMatch(text -> text.contains("tile_shape={32, 32}"));
    refused(
        device,
        () -> Ttnn.matmul(a, a, options.withOutputTile(new Tile(16, 32))),
        "the override output tile height (16) must equal to the in0 tile height (32)");
    refused(
        device,
        () -> Ttnn.linear(a, a, null, options.withGlobalCb("buffer")),
        "global_cb: the modelled device has no global circular buffers");
    refused(
        device,
        () -> Ttnn.matmul(a, a, options.withSubDeviceId(1)),
        "SubDevice index 1 out of bounds 1");
  }

  @Test
  void repeatKnowsItsImplementations() {
    Tensor a = ones(MemoryConfig.DRAM, 32, 32);
    assertThat(Ttnn.repeat(a, new int[] {2, 1}, null, "codegen", null).shape())
        .isEqualTo(Shape.of(64, 32));
    refused(
        device,
        () -> Ttnn.repeat(a, new int[] {2, 1}, null, "fast", null),
        "implementation: \"auto\", \"native\" or \"codegen\" is expected, got \"fast\"");
  }

  @Test
  void clampTakesBoundsForEachElement() {
    Tensor input =
        Ttnn.toLayout(
            Ttnn.reshape(Ttnn.arange(0, 4, 1, DataType.FLOAT32, device), 1, 4), Layout.TILE);
    Tensor one = Ttnn.full(Shape.of(1, 4), 1, DataType.FLOAT32, Layout.TILE, device, null);
    Tensor two = Ttnn.full(Shape.of(1, 1), 2, DataType.FLOAT32, Layout.TILE, device, null);
    UnaryOptions options = UnaryOptions.DEFAULT;
    assertThat(Ttnn.toArray(Ttnn.clamp(input, one, two, options))).containsExactly(1, 1, 2, 2);
    assertThat(Ttnn.toArray(Ttnn.clamp(input, two, one, options))).containsExactly(1, 1, 1, 1);
    assertThat(Ttnn.toArray(Ttnn.clamp(input, one, (Tensor) null, options)))
        .containsExactly(1, 1, 2, 3);
    assertThat(Ttnn.toArray(Ttnn.clip(input, (Tensor) null, two, options)))
        .containsExactly(0, 1, 2, 2);
    Tensor into = Ttnn.full(Shape.of(1, 4), 9, DataType.FLOAT32, Layout.TILE, device, null);
    Tensor result = Ttnn.clamp(input, one, two, options.withOutputTensor(into));
    assertThat(result.buffer()).isSameAs(into.buffer());
    assertThat(Ttnn.toArray(into)).containsExactly(1, 1, 2, 2);
  }

  @Test
  void namesOfArgumentsAreSpelledAsTtnnSpellsThem() {
    assertThat(ArgumentText.snakeCase("inputTensorAActivations"))
        .isEqualTo("input_tensor_a_activations");
    assertThat(ArgumentText.snakeCase("use2dCoreGrid")).isEqualTo("use_2d_core_grid");
    assertThat(ArgumentText.snakeCase("packerL1Acc")).isEqualTo("packer_l1_acc");
    assertThat(ArgumentText.snakeCase("fp32DestAccEn")).isEqualTo("fp32_dest_acc_en");
  }

  private static List<TraceNode> trace(Runnable call) {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      call.run();
      return capture.end().trace().nodes();
    }
  }

  private static long nanos(List<TraceNode> nodes) {
    return nodes.stream()
        .map(TraceNode::event)
        .filter(FunctionEnd.class::isInstance)
        .mapToLong(event -> ((FunctionEnd) event).modelledDeviceNanos())
        .sum();
  }

  private static List<String> arguments(List<TraceNode> nodes) {
    return nodes.stream()
        .map(TraceNode::event)
        .filter(FunctionStart.class::isInstance)
        .flatMap(event -> ((FunctionStart) event).arguments().stream())
        .toList();
  }

  private static List<ProgramMemory> buffers(List<TraceNode> nodes) {
    return nodes.stream()
        .map(TraceNode::event)
        .filter(ProgramMemory.class::isInstance)
        .map(ProgramMemory.class::cast)
        .toList();
  }

  /** On each core. */
  private static long bytes(List<TraceNode> nodes) {
    return buffers(nodes).stream().mapToLong(ProgramMemory::sizeBytes).sum();
  }
}
