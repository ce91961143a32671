package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.kernel.ReductionKind;
import dev.tilescope.ops.internal.kernel.RowNorm;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.StatisticsOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Norms of rows that lie over several devices, in two halves with an all-gather between them.
 *
 * <p>The first half gives each device's statistics of each row: a tile whose first column is the
 * sum of squares and, for layer norm, a second tile with the sum. The second half takes them from
 * all devices side by side.
 *
 * <p>Longer than most because the halves must agree on how statistics lie.
 */
public final class GatheredNormOperations {
  private GatheredNormOperations() {}

  private static final List<DataType> GATHERED =
      List.of(DataType.BFLOAT16, DataType.FLOAT32, DataType.BFLOAT8_B);

  public record PreAllGatherParams(
      NormType normType,
      DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      boolean use2dCoreGrid,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    public PreAllGatherParams(NormType normType, DataType dtype) {
      this(normType, dtype, null, false, null);
    }
  }

  public record PostAllGatherParams(
      NormType normType,
      float eps,
      MemoryConfig memoryConfig,
      DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean use2dCoreGrid) {
    public PostAllGatherParams(
        NormType normType,
        float eps,
        MemoryConfig memoryConfig,
        DataType dtype,
        @Nullable ComputeKernelConfig computeKernelConfig) {
      this(normType, eps, memoryConfig, dtype, computeKernelConfig, false);
    }
  }

  public static final DeviceOperation<PreAllGatherParams> PRE_ALL_GATHER_ON_DEVICE =
      DeviceOperation.<PreAllGatherParams>named(
              "LayerNormPreAllGatherDeviceOperation", "layer_norm_pre_all_gather")
          .takes(
              Input.of("input_tensor").dtypes(GATHERED).in(Layout.TILE),
              Input.optional("residual_input_tensor").dtypes(GATHERED).in(Layout.TILE))
          .validation(GatheredNormOperations::checkPre)
          .output(GatheredNormOperations::statistics)
          .circularBuffers(
              GatheredNormBuffers.PRE_TEXT,
              call -> GatheredNormBuffers.pre(call, cores(call, call.params().use2dCoreGrid())))
          .cost(call ->
              rowsOfTiles(
                  call,
                  3 * ComputeKernelConfig.passes(call.params().computeKernelConfig()),
                  cores(call, call.params().use2dCoreGrid()).size()))
          .kernel(GatheredNormOperations::computePre)
          .golden(GatheredNormOperations::goldenPre)
          .declare();

  /**
   * @param programConfig where the shards lie and how they are walked
   */
  public record ShardedStatisticsParams(
      NormType normType,
      LayerNormProgramConfig.ShardedMultiCore programConfig,
      MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  /** Layer norm's own program, stopped after the statistics, which are means. */
  public static final DeviceOperation<ShardedStatisticsParams> SHARDED_STATISTICS_ON_DEVICE =
      DeviceOperation.<ShardedStatisticsParams>named("LayerNormDeviceOperation", "layer_norm")
          .takes(
              Input.of("input_tensor").dtypes(GATHERED).in(Layout.TILE),
              Input.optional("residual_input_tensor").dtypes(GATHERED).in(Layout.TILE))
          .validation(GatheredNormOperations::checkSharded)
          .output(GatheredNormOperations::shardedStatistics)
          .circularBuffers(
              "The shards where they lie, one of squares, one of the sum with the residual if given,"
                  + " and a tile of each statistic.",
              GatheredNormOperations::shardedBuffers)
          .cost(call ->
              rowsOfTiles(
                  call,
                  3 * ComputeKernelConfig.passes(call.params().computeKernelConfig()),
                  Placement.shardCores(call.input(0))))
          .kernel(GatheredNormOperations::computeSharded)
          .golden(GatheredNormOperations::goldenSharded)
          .declare();

  public static final DeviceOperation<PostAllGatherParams> POST_ALL_GATHER_ON_DEVICE =
      DeviceOperation.<PostAllGatherParams>named(
              "LayerNormPostAllGatherDeviceOperation", "layer_norm_post_all_gather")
          .takes(
              Input.of("input_tensor").dtypes(GATHERED).in(Layout.TILE),
              Input.of("stats").dtypes(GATHERED).in(Layout.TILE),
              Input.optional("weight").floats(),
              Input.optional("bias").floats())
          .validation(GatheredNormOperations::checkPost)
          .output(call ->
              call.spec(0)
                  .withDtype(call.params().dtype())
                  .withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              GatheredNormBuffers.POST_TEXT,
              call -> GatheredNormBuffers.post(call, cores(call, call.params().use2dCoreGrid())))
          .cost(call ->
              rowsOfTiles(
                  call,
                  5 * ComputeKernelConfig.passes(call.params().computeKernelConfig()),
                  cores(call, call.params().use2dCoreGrid()).size()))
          .kernel(GatheredNormOperations::computePost)
          .golden(GatheredNormOperations::goldenPost)
          .declare();

  @Form("inputTensor, dtype, residualInputTensor")
  public record PreAllGatherArguments(Tensor inputTensor, StatisticsOptions options) {}

  public record PostAllGatherArguments(
      Tensor inputTensor, Tensor stats, GatheredNormOptions options) {}

  public static final Operation<PreAllGatherArguments, Tensor> LAYER_NORM_PRE_ALL_GATHER =
      Operation.of(
          "ttnn::layer_norm_pre_all_gather",
          PreAllGatherArguments.class,
          a -> pre(NormType.LAYERNORM, a),
          PRE_ALL_GATHER_ON_DEVICE,
          SHARDED_STATISTICS_ON_DEVICE);
  public static final Operation<PreAllGatherArguments, Tensor> RMS_NORM_PRE_ALL_GATHER =
      Operation.of(
          "ttnn::rms_norm_pre_all_gather",
          PreAllGatherArguments.class,
          a -> pre(NormType.RMSNORM, a),
          PRE_ALL_GATHER_ON_DEVICE,
          SHARDED_STATISTICS_ON_DEVICE);
  public static final Operation<PostAllGatherArguments, Tensor> LAYER_NORM_POST_ALL_GATHER =
      Operation.of(
          "ttnn::layer_norm_post_all_gather",
          PostAllGatherArguments.class,
          a -> post(NormType.LAYERNORM, a),
          POST_ALL_GATHER_ON_DEVICE);
  public static final Operation<PostAllGatherArguments, Tensor> RMS_NORM_POST_ALL_GATHER =
      Operation.of(
          "ttnn::rms_norm_post_all_gather",
          PostAllGatherArguments.class,
          a -> post(NormType.RMSNORM, a),
          POST_ALL_GATHER_ON_DEVICE);

  private static Tensor pre(NormType type, PreAllGatherArguments a) {
    StatisticsOptions options = a.options();
    if (a.inputTensor().memoryConfig().isSharded()) {
      return preOfShards(type, a.inputTensor(), options);
    }
    checkInterleaved(options.programConfig());
    return PRE_ALL_GATHER_ON_DEVICE.run(
        new PreAllGatherParams(
            type,
            options.dtype(),
            options.memoryConfig(),
            Boolean.TRUE.equals(options.use2dCoreGrid()),
            options.computeKernelConfig()),
        a.inputTensor(),
        options.residualInputTensor());
  }

  private static Tensor preOfShards(NormType type, Tensor input, StatisticsOptions options) {
    if (!(options.programConfig() instanceof LayerNormProgramConfig.ShardedMultiCore config)) {
      throw Check.failed(
          "program_config: a sharded input_tensor needs a LayerNormShardedMultiCoreProgramConfig,"
              + " got %s",
          String.valueOf(options.programConfig()));
    }
    MemoryConfig asked = options.memoryConfig();
    return SHARDED_STATISTICS_ON_DEVICE.run(
        new ShardedStatisticsParams(
            type,
            config,
            asked == null ? input.memoryConfig() : asked,
            options.computeKernelConfig()),
        input,
        options.residualInputTensor());
  }

  private static void checkSharded(Call<ShardedStatisticsParams> call) {
    Tensor input = call.input(0);
    call.params().programConfig().blocks().check(input);
    Check.that(
        input.memoryConfig().memoryLayout() != TensorMemoryLayout.HEIGHT_SHARDED,
        "input_tensor: shards hold parts of rows here, got %s",
        input.memoryConfig().memoryLayout());
    Check.that(
        input.spec().physicalHeight() == TensorSpec.TILE_SIDE,
        "input_tensor: one row of tiles is needed, at most 32 rows, got %s",
        input.shape());
    Check.that(
        call.params().memoryConfig().isSharded(),
        "memory_config: statistics of shards are sharded, got %s",
        call.params().memoryConfig().memoryLayout());
    if (call.has(1)) {
      Check.that(
          call.spec(1).shape().equals(input.shape())
              && call.spec(1).memoryConfig().equals(input.memoryConfig()),
          "residual_input_tensor: shape and shards must be those of input_tensor, %s in %s, got %s"
              + " in %s",
          input.shape(),
          input.memoryConfig(),
          call.spec(1).shape(),
          call.spec(1).memoryConfig());
    }
  }

  /** On the first core of the input's, which gathers the parts of all. */
  private static TensorSpec shardedStatistics(Call<ShardedStatisticsParams> call) {
    TensorSpec input = call.spec(0);
    ShardSpec shards = Objects.requireNonNull(input.memoryConfig().shardSpec());
    int[] dims = input.shape().toArray();
    dims[dims.length - 1] = columns(call.params().normType());
    CoreRange first = shards.grid().ranges().getFirst();
    CoreRangeSet one =
        CoreRangeSet.of(
            CoreRange.of(
                first.start().x(), first.start().y(), first.start().x(), first.start().y()));
    MemoryConfig asked = call.params().memoryConfig();
    return new TensorSpec(
        Shape.of(dims),
        DataType.BFLOAT16,
        Layout.TILE,
        MemoryConfig.sharded(
            asked.memoryLayout(),
            asked.bufferType(),
            new ShardSpec(one, shards.height(), dims[dims.length - 1], shards.orientation())));
  }

  private static List<CircularBuffer> shardedBuffers(Call<ShardedStatisticsParams> call) {
    List<CircularBuffer> buffers = new ArrayList<>();
    call.given().forEach(in -> buffers.add(CircularBuffers.backedBy(in)));
    CoreRangeSet cores = buffers.getFirst().cores();
    long tiles = call.params().programConfig().blockW();
    for (int i = 0; i < call.given().size(); i++) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), tiles));
    }
    int statistics = columns(call.params().normType()) / TensorSpec.TILE_SIDE;
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, statistics));
    return buffers;
  }

  /** The mean in front and the mean of the squares behind it; that alone for RMS norm. */
  private static void computeSharded(Call<ShardedStatisticsParams> call) {
    int width = call.spec(0).shape().dim(-1);
    float[] in = withResidual(call);
    int rows = in.length / width;
    float[] out = call.out().floats();
    int columns = columns(call.params().normType());
    float[] sums = new float[rows];
    NormKernels.rowSquareSums(in, sums, rows, width);
    boolean alone = call.params().normType() == NormType.RMSNORM;
    for (int row = 0; row < rows; row++) {
      out[row * columns + (alone ? 0 : TensorSpec.TILE_SIDE)] = sums[row] / width;
    }
    if (!alone) {
      ReductionKernels.reduce(ReductionKind.MEAN, in, Lines.rows(rows, width), sums);
      for (int row = 0; row < rows; row++) {
        out[row * columns] = sums[row];
      }
    }
  }

  private static double[] goldenSharded(GoldenCall<ShardedStatisticsParams> call) {
    double[] in = call.values(0);
    int width = call.input(0).spec().shape().dim(-1);
    int columns = call.output().shape().dim(-1);
    boolean alone = call.params().normType() == NormType.RMSNORM;
    double[] out = call.newOutput();
    for (int i = 0; i < in.length; i++) {
      double x = in[i] + (call.has(1) ? call.values(1)[i] : 0);
      out[i / width * columns + (alone ? 0 : columns / 2)] += x * x / width;
      out[i / width * columns] += alone ? 0 : x / width;
    }
    return out;
  }

  private static Tensor post(NormType type, PostAllGatherArguments a) {
    GatheredNormOptions options = a.options();
    checkInterleaved(options.programConfig());
    MemoryConfig memory = options.memoryConfig();
    DataType dtype = options.dtype();
    return POST_ALL_GATHER_ON_DEVICE.run(
        new PostAllGatherParams(
            type,
            options.epsilon(),
            memory == null ? a.inputTensor().memoryConfig() : memory,
            dtype == null ? a.inputTensor().dtype() : dtype,
            options.computeKernelConfig(),
            Boolean.TRUE.equals(options.use2dCoreGrid())),
        a.inputTensor(),
        a.stats(),
        options.weight(),
        options.bias());
  }

  /** Columns that one device's statistics of a row take. */
  private static int columns(NormType type) {
    return switch (type) {
      case LAYERNORM -> 2 * TensorSpec.TILE_SIDE;
      case RMSNORM -> TensorSpec.TILE_SIDE;
    };
  }

  private static TensorSpec statistics(Call<PreAllGatherParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    dims[dims.length - 1] = columns(call.params().normType());
    MemoryConfig asked = call.params().memoryConfig();
    return call.spec(0)
        .withShape(Shape.of(dims))
        .withDtype(call.params().dtype())
        .withMemoryConfig(asked == null ? call.spec(0).memoryConfig() : asked);
  }

  private static void checkPre(Call<PreAllGatherParams> call) {
    checkRows(call);
    DataType dtype = call.params().dtype();
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    if (call.has(1)) {
      Check.that(
          call.spec(1).shape().equals(call.spec(0).shape()),
          "residual_input_tensor: shape must be that of input_tensor, %s, got %s",
          call.spec(0).shape(),
          call.spec(1).shape());
    }
  }

  private static <P extends Record> void checkRows(Call<P> call) {
    Tensor input = call.input(0);
    Check.rankAtLeast("input_tensor", input, 1);
    Check.interleaved("input_tensor", input.memoryConfig());
    Check.that(
        input.shape().dim(-1) > 0,
        "input_tensor: rows of at least one element are needed, got %s",
        input.shape());
  }

  private static void checkPost(Call<PostAllGatherParams> call) {
    checkRows(call);
    PostAllGatherParams params = call.params();
    Check.that(
        params.eps() >= 0 && Float.isFinite(params.eps()),
        "epsilon: must be finite and >= 0, got %s",
        params.eps());
    Check.that(
        params.dtype().isFloat(), "dtype: a floating-point type is needed, got %s", params.dtype());
    int[] rows = call.spec(0).shape().toArray();
    int[] stats = call.spec(1).shape().toArray();
    int columns = columns(params.normType());
    boolean fits = rows.length == stats.length && stats[stats.length - 1] > 0;
    for (int i = 0; fits && i < rows.length - 1; i++) {
      fits = rows[i] == stats[i];
    }
    Check.that(
        fits && stats[stats.length - 1] % columns == 0,
        "stats: the rows of input_tensor %s, each %d wide for every device, are needed, got %s",
        call.spec(0).shape(),
        columns,
        call.spec(1).shape());
    for (int i = 2; i <= 3; i++) {
      if (call.has(i)) {
        int width = rows[rows.length - 1];
        Check.that(
            call.spec(i).shape().volume() == width,
            "%s: one row of %d elements is needed, got %s",
            POST_ALL_GATHER_ON_DEVICE.inputs().get(i).name(),
            width,
            call.spec(i).shape());
      }
    }
  }

  private static void checkInterleaved(@Nullable LayerNormProgramConfig config) {
    Check.that(
        !(config instanceof LayerNormProgramConfig.ShardedMultiCore),
        "program_config: an interleaved input_tensor needs the default one");
    Check.that(
        config == null || !config.useWelford(),
        "program_config: use_welford is of layer_norm, which sees whole rows");
  }

  /** Whole rows of tiles to a core, or with a grid of two dimensions parts of them. */
  private static <P extends Record> CoreRangeSet cores(Call<P> call, boolean use2dCoreGrid) {
    long rows = call.spec(0).physicalHeight() / TensorSpec.TILE_SIDE;
    return use2dCoreGrid
        ? CircularBuffers.sharing(call.spec(0).pageCount(), call)
        : CircularBuffers.sharingByRows(rows, call);
  }

  private static <P extends Record> Work rowsOfTiles(Call<P> call, int steps, int cores) {
    long tiles = Math.ceilDiv(Math.max(1, call.spec(0).pageCount()), cores);
    return Costs.of(
        TileWork.elementwise(steps), tiles, cores, Costs.inputs(call), call.outputSpec());
  }

  private static void computePre(Call<PreAllGatherParams> call) {
    int width = call.spec(0).shape().dim(-1);
    float[] in = withResidual(call);
    int rows = in.length / width;
    float[] sums = new float[rows];
    float[] out = call.out().floats();
    int columns = columns(call.params().normType());
    NormKernels.rowSquareSums(in, sums, rows, width);
    for (int row = 0; row < rows; row++) {
      out[row * columns] = sums[row];
    }
    if (call.params().normType() == NormType.LAYERNORM) {
      ReductionKernels.reduce(ReductionKind.SUM, in, Lines.rows(rows, width), sums);
      for (int row = 0; row < rows; row++) {
        out[row * columns + TensorSpec.TILE_SIDE] = sums[row];
      }
    }
  }

  private static float[] withResidual(Call<?> call) {
    float[] in = call.floats(0);
    if (!call.has(1)) {
      return in;
    }
    float[] sum = new float[in.length];
    int[] flat = {1};
    Kernels.binary(BinaryKind.ADD, in, flat, call.floats(1), flat, sum, new int[] {in.length});
    return sum;
  }

  private static void computePost(Call<PostAllGatherParams> call) {
    int width = call.spec(0).shape().dim(-1);
    float[] out = call.out().floats();
    int rows = out.length / width;
    int columns = columns(call.params().normType());
    int devices = call.spec(1).shape().dim(-1) / columns;
    float[] squares = gathered(call, rows, devices, 0);
    float[] weight = call.floatsOrNull(2);
    float[] bias = call.floatsOrNull(3);
    RowNorm norm = new RowNorm(weight, bias, call.params().eps(), rows, width);
    int total = Math.multiplyExact(width, devices);
    switch (call.params().normType()) {
      case RMSNORM -> NormKernels.gatheredRmsNorm(call.floats(0), squares, total, norm, out);
      case LAYERNORM -> {
        float[] sums = gathered(call, rows, devices, TensorSpec.TILE_SIDE);
        NormKernels.gatheredLayerNorm(call.floats(0), sums, squares, total, norm, out);
      }
    }
  }

  /** The sum of one statistic over all devices, for each row. */
  private static float[] gathered(
      Call<PostAllGatherParams> call, int rows, int devices, int column) {
    float[] stats = call.floats(1);
    int columns = columns(call.params().normType());
    float[] sums = new float[rows];
    for (int i = 0; i < rows * devices; i++) {
      sums[i / devices] += stats[i * columns + column];
    }
    return sums;
  }

  private static double[] goldenPre(GoldenCall<PreAllGatherParams> call) {
    double[] in = call.values(0);
    int width = call.input(0).spec().shape().dim(-1);
    int columns = call.output().shape().dim(-1);
    double[] out = call.newOutput();
    for (int i = 0; i < in.length; i++) {
      double x = in[i] + (call.has(1) ? call.values(1)[i] : 0);
      out[i / width * columns] += x * x;
      if (call.params().normType() == NormType.LAYERNORM) {
        out[i / width * columns + columns / 2] += x;
      }
    }
    return out;
  }

  private static double[] goldenPost(GoldenCall<PostAllGatherParams> call) {
    PostAllGatherParams params = call.params();
    int width = call.output().shape().dim(-1);
    int gathered = call.input(1).spec().shape().dim(-1);
    int columns = columns(params.normType());
    double count = (double) width * gathered / columns;
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      double squares = 0;
      double mean = 0;
      for (int at = 0; at < gathered; at += columns) {
        int row = i / width * gathered + at;
        squares += call.values(1)[row] / count;
        mean +=
            params.normType() == NormType.RMSNORM ? 0 : call.values(1)[row + columns / 2] / count;
      }
      double deviation = Math.sqrt(squares - mean * mean + params.eps());
      double weight = call.has(2) ? call.values(2)[i % width] : 1;
      double bias = call.has(3) ? call.values(3)[i % width] : 0;
      out[i] = (call.values(0)[i] - mean) / deviation * weight + bias;
    }
    return out;
  }
}
