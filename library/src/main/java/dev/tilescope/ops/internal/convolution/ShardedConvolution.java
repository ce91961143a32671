package dev.tilescope.ops.internal.convolution;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.Board;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.convolution.Conv2dOperations.Conv2dParams;
import dev.tilescope.ops.internal.convolution.ConvolutionOperations.Sizes;
import dev.tilescope.ops.internal.convolution.HaloOperations.HaloRequest;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations.LinearArguments;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.tensor.Tensor;

/**
 * A convolution in L1 whose input is in shards or is moved into them first, and whose result is in
 * shards on the same cores: conv2d_L1 of TT-NN's conv2d.cpp.
 */
record ShardedConvolution(Conv2dRequest request) {
  /** In the shards that the input or the config has, or else in those that take least of L1. */
  static ShardedConvolution of(Conv2dRequest request) {
    return isDecided(request)
        ? new ShardedConvolution(request)
        : new ShardedConvolution(
            request.with(request.config().withShardLayout(request.plan().scheme())));
  }

  /** Whether the input or the config says which shards it is done in. */
  static boolean isDecided(Conv2dRequest request) {
    TensorMemoryLayout asked = request.config().shardLayout();
    return isInShards(request.input().memoryConfig()) || asked != null && asked.isSharded();
  }

  private static boolean isInShards(MemoryConfig memory) {
    return memory.shardSpec() != null && memory.bufferType().isL1();
  }

  private Conv2dConfig config() {
    return request.config();
  }

  private Board board() {
    return request.weight().device().board();
  }

  private Sizes sizes() {
    return request.sizes();
  }

  private boolean isProduct() {
    return request.isProduct();
  }

  Tensor run() {
    try (Temporaries made =
        Temporaries.besides(request.input(), request.weight(), request.bias())) {
      Tensor flat =
          made.step(request.input(), t -> Relayout.shaped(t, sizes().image().flat().toArray()));
      Tensor pixels = inShards(made, flat);
      Tensor result = isProduct() ? multiplied(made, pixels) : convolved(made, pixels);
      MemoryConfig asked = request.options().memoryConfig();
      return made.handOver(
          asked == null ? result : made.step(result, t -> Relayout.placed(t, asked)));
    }
  }

  /** shard_or_reshard_tensor_if_required of conv2d_utils.cpp. */
  private Tensor inShards(Temporaries made, Tensor pixels) {
    MemoryConfig wanted = inputMemory(pixels);
    if (wanted.equals(pixels.memoryConfig())) {
      return pixels;
    }
    Tensor placed =
        made.step(
            pixels,
            when(
                isProduct()
                    && pixels.layout() == Layout.ROW_MAJOR
                    && wanted.memoryLayout() != TensorMemoryLayout.HEIGHT_SHARDED,
                t -> MovementSteps.toLayout(t, Layout.TILE)),
            t -> Relayout.placed(t, wanted));
    if (config().deallocateActivation() && pixels.memoryConfig().bufferType().isL1()) {
      request.input().close();
      return made.step(placed, MovementSteps::move);
    }
    return placed;
  }

  /** get_conv_padded_input_shape_and_mem_config of conv2d_utils.cpp. */
  private MemoryConfig inputMemory(Tensor pixels) {
    MemoryConfig given = pixels.memoryConfig();
    boolean fits = isInShards(given) && fits(pixels);
    if (fits && !config().reshardIfNotOptimal()) {
      return given;
    }
    ParallelConfig parallel = config().overrideShardingConfig() ? overridden() : chosen(pixels);
    if (fits && parallel.equals(ParallelConfig.of(given))) {
      return given;
    }
    boolean rows = pixels.layout() == Layout.ROW_MAJOR;
    boolean wide = parallel.scheme() == TensorMemoryLayout.WIDTH_SHARDED;
    return parallel.memory(
        sizes().image().flat().dim(2),
        sizes().image().channels(),
        wide && rows ? 1 : TensorSpec.TILE_SIDE,
        isProduct() || wide || !rows ? TensorSpec.TILE_SIDE : rowUnit());
  }

  /** Channels whose bytes are a multiple of what transfers between cores are aligned to. */
  private int rowUnit() {
    return board().architecture().l1AlignmentBytes() / Short.BYTES;
  }

  private boolean fits(Tensor pixels) {
    MemoryConfig given = pixels.memoryConfig();
    ShardSpec shards = given.shardSpec();
    if (shards == null) {
      return false;
    }
    ParallelConfig parallel = ParallelConfig.of(given);
    boolean byBlock = given.memoryLayout() == TensorMemoryLayout.BLOCK_SHARDED;
    int unit = Conv2dShards.channelUnit(given, isProduct() || pixels.layout() == Layout.TILE);
    boolean wholeBlocks =
        !byBlock || sizes().image().channels() == parallel.coresChannels() * shards.width();
    return (byBlock || shards.orientation() == ShardOrientation.ROW_MAJOR)
        && shards.width() % unit == 0
        && (!isProduct() || wholeBlocks && shards.height() % TensorSpec.TILE_SIDE == 0)
        && (!config().overrideShardingConfig() || overridden().equals(parallel));
  }

  private ParallelConfig overridden() {
    CoreRangeSet grid = config().coreGrid();
    TensorMemoryLayout scheme = config().shardLayout();
    if (grid == null || scheme == null) {
      throw Check.failed(
          "conv_config: override_sharding_config needs core_grid and shard_layout, got %s",
          config());
    }
    return new ParallelConfig(grid, scheme, orientation());
  }

  private ShardOrientation orientation() {
    boolean turned =
        config().transposeShards() && config().shardLayout() == TensorMemoryLayout.BLOCK_SHARDED;
    return turned ? ShardOrientation.COL_MAJOR : ShardOrientation.ROW_MAJOR;
  }

  private ParallelConfig chosen(Tensor pixels) {
    TensorMemoryLayout asked = config().shardLayout();
    TensorMemoryLayout scheme = asked == null ? pixels.memoryConfig().memoryLayout() : asked;
    MemoryConfig given = pixels.memoryConfig();
    boolean tiled = isProduct() || pixels.layout() == Layout.TILE;
    int unit =
        isInShards(given)
            ? Conv2dShards.channelUnit(given, tiled)
            : tiled ? TensorSpec.TILE_SIDE : rowUnit();
    return ParallelConfig.chosen(
        scheme,
        orientation(),
        new ParallelConfig.Work(
            sizes().output().flat().dim(2),
            sizes().image().channels(),
            sizes().output().channels(),
            TensorSpec.TILE_SIDE,
            unit,
            TensorSpec.TILE_SIDE,
            !isProduct(),
            Math.max(1, config().actBlockHOverride() / TensorSpec.TILE_SIDE)),
        board().compute());
  }

  private Conv2dShards cut(Tensor pixels) {
    MemoryConfig memory = pixels.memoryConfig();
    boolean tiled = pixels.layout() == Layout.TILE || isProduct();
    return Conv2dShards.of(
        new Conv2dShards.Request(
            sizes(),
            request.options().groups(),
            config(),
            pixels.dtype(),
            request.bias() != null,
            request.compute().fp32DestAccEn()),
        ParallelConfig.of(memory),
        Conv2dShards.channelUnit(memory, tiled),
        isProduct(),
        board());
  }

  private Conv2dParams params(Conv2dShards cut) {
    return new Conv2dParams(
        sizes().spread().of(sizes().image()),
        sizes().window(),
        sizes().output(),
        request.options().groups(),
        request.activation(),
        request.dtype(),
        config().outputLayout(),
        cut.resultMemory(),
        request.compute(),
        config().actBlockHOverride(),
        config().enableActDoubleBuffer(),
        config().enableWeightsDoubleBuffer(),
        cut);
  }

  private Tensor convolved(Temporaries made, Tensor pixels) {
    Conv2dShards cut = cut(pixels);
    boolean needsHalo =
        cut.input().scheme() != TensorMemoryLayout.WIDTH_SHARDED
            || pixels.layout() != Layout.ROW_MAJOR
            || !WindowArguments.margins(sizes().window()).equals(Margins.NONE)
            || !sizes().spread().equals(Spread.NONE);
    Tensor padded = needsHalo ? withHalo(made, pixels) : pixels;
    return made.own(
        Conv2dOperations.CONV2D_ON_DEVICE.run(
            params(cut), padded, request.weight(), request.bias()));
  }

  private Tensor withHalo(Temporaries made, Tensor pixels) {
    HaloRequest margin =
        HaloRequest.of(sizes().image(), sizes().spread(), sizes().window(), config().paddingMode());
    Tensor padded = made.step(pixels, t -> HaloOperations.halo(t, margin, sizes().output()));
    request.freeInputIfAsked();
    return made.step(padded, when(config().reallocateHaloOutput(), MovementSteps::move));
  }

  private Tensor multiplied(Temporaries made, Tensor pixels) {
    Tensor tiles =
        made.step(
            pixels,
            when(pixels.layout() == Layout.ROW_MAJOR, t -> MovementSteps.toLayout(t, Layout.TILE)));
    Conv2dShards cut = cut(tiles);
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withMemoryConfig(cut.resultMemory())
            .withDtype(request.dtype())
            .withProgramConfig(programConfig(cut))
            .withComputeKernelConfig(request.compute());
    Tensor result =
        made.step(
            tiles,
            t ->
                MatmulOperations.LINEAR.call(
                    new LinearArguments(t, request.weight(), request.bias(), options)));
    request.freeInputIfAsked();
    return made.step(
        result,
        when(
            config().outputLayout() == Layout.ROW_MAJOR,
            t -> MovementSteps.toLayout(t, Layout.ROW_MAJOR)));
  }

  /** determine_matmul_op_config_from_conv_op_config of conv2d_utils.cpp. */
  private MatmulProgramConfig programConfig(Conv2dShards cut) {
    var grid = cut.parallelization().gridSize();
    CoreGrid cores = new CoreGrid(grid.y(), grid.x());
    int height = (int) cut.perCoreHeight();
    int width = (int) cut.perCoreWidth();
    int depth = (int) cut.blocks().actBlockWNtiles();
    String activation = config().activation();
    if (cut.input().scheme() == TensorMemoryLayout.HEIGHT_SHARDED) {
      return MatmulProgramConfig.MultiCoreReuseMultiCast1D.on(cores)
          .withIn0BlockW(depth)
          .withOutSubblockH(cut.blocks().outSubblockHNtiles())
          .withOutSubblockW(cut.blocks().outSubblockWNtiles())
          .withOutBlockH(height)
          .withOutBlockW(width)
          .withPerCoreM(height)
          .withPerCoreN(width)
          .withMcastIn0(false)
          .withFusedActivation(activation);
    }
    return MatmulProgramConfig.MultiCoreReuseMultiCast.on(cores)
        .withIn0BlockW(depth)
        .withOutSubblockH(cut.blocks().outSubblockHNtiles())
        .withOutSubblockW(cut.blocks().outSubblockWNtiles())
        .withOutBlockH(height)
        .withOutBlockW(width)
        .withPerCoreM(height)
        .withPerCoreN(width)
        .withTransposeMcast(cut.input().orientation() == ShardOrientation.COL_MAJOR)
        .withFusedActivation(activation);
  }
}
