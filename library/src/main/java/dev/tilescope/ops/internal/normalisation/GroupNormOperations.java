package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation of groups of channels. A little above 300 lines: six tensors and what each is
 * allowed with, checked by name.
 */
public final class GroupNormOperations {
  private GroupNormOperations() {}

  static final List<DataType> PLAIN_FLOATS = List.of(DataType.BFLOAT16, DataType.FLOAT32);
  private static final List<DataType> MASKS = List.of(DataType.BFLOAT16, DataType.BFLOAT8_B);
  private static final int INPUT_MASK = 3;
  private static final int NEGATIVE_MASK = 4;
  private static final int RECIPROCALS = 5;

  /**
   * @param coreGrid as asked for; null to choose
   * @param numOutBlocks as asked for; null to choose
   */
  public record GroupNormParams(
      float eps,
      int numGroups,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      Layout outputLayout,
      @Nullable CoreGrid coreGrid,
      boolean inplace,
      @Nullable Integer numOutBlocks,
      @Nullable ComputeKernelConfig computeKernelConfig,
      boolean useWelford) {}

  public static final DeviceOperation<GroupNormParams> GROUP_NORM_ON_DEVICE =
      DeviceOperation.<GroupNormParams>named("GroupNormDeviceOperation", "group_norm")
          .takes(
              Input.of("input_tensor").dtypes(PLAIN_FLOATS),
              Input.optional("weight").dtypes(PLAIN_FLOATS),
              Input.optional("bias").dtypes(PLAIN_FLOATS),
              Input.optional("input_mask").dtypes(MASKS).in(Layout.TILE),
              Input.optional("negative_mask").dtypes(MASKS).in(Layout.TILE),
              Input.optional("reciprocals").dtypes(List.of(DataType.FLOAT32)))
          .into("input_tensor")
          .validation(GroupNormOperations::checkGroupNorm)
          .output(call -> {
            GroupNormParams params = call.params();
            return new TensorSpec(
                call.spec(0).shape(),
                params.outputDtype(),
                params.outputLayout(),
                params.outputMemConfig());
          })
          .circularBuffers(
              "A row of tiles each for the input, the differences, the scaled row and the result,"
                  + " weight and bias if given, the mask of a group; a few single tiles for mean,"
                  + " variance, scaler and epsilon. Row-major sides pass through a row more, one"
                  + " for both with a negative mask. Reciprocals are used where they lie.",
              GroupNormOperations::groupNormBuffers)
          .cost(GroupNormOperations::groupNormCost)
          .kernel(GroupNormOperations::computeGroupNorm)
          .golden(GroupNormOperations::goldenGroupNorm)
          .declare();

  public record GroupNormArguments(Tensor inputTensor, int numGroups, GroupNormOptions options) {}

  public static final Operation<GroupNormArguments, Tensor> GROUP_NORM =
      Operation.of(
              "ttnn::group_norm",
              GroupNormArguments.class,
              GroupNormOperations::groupNorm,
              GROUP_NORM_ON_DEVICE)
          .overwritingIf("inplace", Boolean.TRUE::equals, "input_tensor");

  static void checkEpsilon(String argument, float value) {
    Check.that(
        value >= 0 && Float.isFinite(value),
        "%s: must be finite and >= 0, got %s",
        argument,
        value);
  }

  private static Tensor groupNorm(GroupNormArguments a) {
    GroupNormOptions options = a.options();
    Tensor input = a.inputTensor();
    GROUP_NORM_ON_DEVICE.requireUsable(input);
    boolean welford = options.useWelford() && fillsTiles(input.shape());
    Check.that(
        options.reciprocals() == null || options.useWelford(),
        "reciprocals: a program with use_welford=true takes them, got use_welford=false");
    return GROUP_NORM_ON_DEVICE.runInto(
        options.inplace() ? input : null,
        params(a, welford),
        input,
        options.weight(),
        options.bias(),
        options.inputMask(),
        options.negativeMask(),
        welford ? options.reciprocals() : null);
  }

  /** Welford's algorithm cannot leave out the padding of tiles. */
  private static boolean fillsTiles(Shape shape) {
    return shape.rank() >= 2 && shape.dim(-2) % TensorSpec.TILE_SIDE == 0;
  }

  private static GroupNormParams params(GroupNormArguments a, boolean welford) {
    GroupNormOptions options = a.options();
    Tensor input = a.inputTensor();
    MemoryConfig memory = options.memoryConfig();
    DataType dtype = options.dtype();
    Layout layout = options.outputLayout();
    return new GroupNormParams(
        options.epsilon(),
        a.numGroups(),
        memory == null ? input.memoryConfig() : memory,
        dtype == null ? input.dtype() : dtype,
        layout == null ? input.layout() : layout,
        options.coreGrid(),
        options.inplace(),
        options.numOutBlocks(),
        options.computeKernelConfig(),
        welford);
  }

  private static void checkGroupNorm(Call<GroupNormParams> call) {
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.rank() == 4 && shape.dim(1) == 1,
        "input_tensor: shape must be [N, 1, H*W, C], got %s",
        shape);
    Check.that(
        call.spec(0).layout() == Layout.TILE || shape.dim(2) % TensorSpec.TILE_SIDE == 0,
        "input_tensor: H*W of rows must be a multiple of the tile height, 32, got %d of %s; pad it or"
            + " use Ttnn.toLayout",
        shape.dim(2),
        shape);
    int channels = shape.dim(3);
    int groups = call.params().numGroups();
    Check.that(
        groups > 0 && channels > 0 && channels % groups == 0,
        "num_groups: must divide the %d channels, got %d",
        channels,
        groups);
    checkEpsilon("epsilon", call.params().eps());
    DataType dtype = call.params().outputDtype();
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    checkScales(call, channels);
    checkCores(call);
    checkInplace(call);
    checkMasks(call);
    checkWelford(call);
    checkBlocks(call);
  }

  private static void checkScales(Call<GroupNormParams> call, int channels) {
    ColumnScales scales = ColumnScales.of(call.spec(0));
    for (int i = 1; i <= 2; i++) {
      if (call.has(i)) {
        scales.check(GROUP_NORM_ON_DEVICE.inputs().get(i).name(), channels, call.spec(i).shape());
      }
    }
  }

  private static void checkCores(Call<GroupNormParams> call) {
    MemoryConfig memory = call.spec(0).memoryConfig();
    Check.that(
        memory.memoryLayout() != TensorMemoryLayout.WIDTH_SHARDED,
        "input_tensor: the operation takes INTERLEAVED, HEIGHT_SHARDED or BLOCK_SHARDED, got %s;"
            + " convert with Ttnn.toMemoryConfig",
        memory.memoryLayout());
    CoreGrid grid = call.params().coreGrid();
    if (grid != null) {
      CoreGrid whole = CoreGrid.of(call.device());
      Check.that(
          grid.x() <= whole.x() && grid.y() <= whole.y(),
          "core_grid: the device has %s, got %s",
          whole,
          grid);
    }
  }

  private static void checkInplace(Call<GroupNormParams> call) {
    GroupNormParams params = call.params();
    TensorSpec in = call.spec(0);
    if (!params.inplace()) {
      return;
    }
    Check.that(
        in.layout() == Layout.ROW_MAJOR && in.memoryConfig().isSharded(),
        "inplace: only ROW_MAJOR shards can be written over, got %s in %s; use withInplace(false)",
        in.layout(),
        in.memoryConfig().memoryLayout());
    Check.that(
        params.outputLayout() == in.layout()
            && params.outputDtype() == in.dtype()
            && params.outputMemConfig().equals(in.memoryConfig()),
        "inplace: the result is %s %s in %s as the input is, got %s %s in %s; use"
            + " withInplace(false)",
        in.dtype(),
        in.layout(),
        in.memoryConfig(),
        params.outputDtype(),
        params.outputLayout(),
        params.outputMemConfig());
  }

  private static GroupMask mask(
      TensorSpec in, GroupNormParams params, String argument, boolean negative) {
    int rest = params.useWelford() || negative ? 0 : in.shape().dim(2) % TensorSpec.TILE_SIDE;
    return new GroupMask(
        argument,
        in.shape().dim(3),
        ColumnScales.of(in).channels(),
        params.numGroups(),
        rest,
        negative);
  }

  private static void checkMasks(Call<GroupNormParams> call) {
    GroupNormParams params = call.params();
    TensorSpec in = call.spec(0);
    if (call.has(INPUT_MASK)) {
      mask(in, params, "input_mask", false).checkShape(call.spec(INPUT_MASK).shape());
    }
    if (call.has(NEGATIVE_MASK)) {
      Check.that(
          in.memoryConfig().isSharded()
              && in.layout() == Layout.ROW_MAJOR
              && params.outputLayout() == Layout.ROW_MAJOR
              && !params.useWelford(),
          "negative_mask: ROW_MAJOR shards to ROW_MAJOR without use_welford take one, got %s in %s"
              + " to %s, use_welford=%s",
          in.layout(),
          in.memoryConfig().memoryLayout(),
          params.outputLayout(),
          params.useWelford());
      mask(in, params, "negative_mask", true).checkShape(call.spec(NEGATIVE_MASK).shape());
    }
  }

  private static void checkWelford(Call<GroupNormParams> call) {
    GroupNormParams params = call.params();
    TensorSpec in = call.spec(0);
    Check.that(
        !params.useWelford()
            || in.memoryConfig().isSharded()
            || in.layout() == Layout.TILE && params.outputLayout() == Layout.TILE,
        "use_welford: interleaved tensors must be TILE, got %s to %s; convert with Ttnn.toLayout",
        in.layout(),
        params.outputLayout());
    if (!call.has(RECIPROCALS)) {
      return;
    }
    MemoryConfig memory = call.spec(RECIPROCALS).memoryConfig();
    Check.that(
        memory.isSharded() && memory.bufferType().isL1(),
        "reciprocals: shards in L1 are needed, got %s; convert with Ttnn.toMemoryConfig",
        memory);
    CoreRangeSet cores = Objects.requireNonNull(memory.shardSpec()).grid();
    Check.that(
        CoreLimit.contains(cores, groupNormCores(call))
            && cores.size() == groupNormCores(call).size(),
        "reciprocals: a shard is needed on each of the cores %s, got %s",
        groupNormCores(call),
        cores);
  }

  private static void checkBlocks(Call<GroupNormParams> call) {
    Integer blocks = call.params().numOutBlocks();
    if (blocks == null || call.spec(0).memoryConfig().isSharded()) {
      return;
    }
    Check.that(
        call.params().coreGrid() != null,
        "num_out_blocks: it is for a given core_grid, got none; use withCoreGrid");
    long rows = Math.max(1, Math.ceilDiv(tileRows(call), groupNormCores(call).size()));
    Check.that(
        blocks == -1 || blocks >= 1 && blocks <= rows,
        "num_out_blocks: -1 or 1..%d is needed, the rows of tiles of a core, got %d",
        rows,
        blocks);
  }

  private static long tileRows(Call<GroupNormParams> call) {
    TensorSpec plain = call.spec(0).withMemoryConfig(MemoryConfig.DRAM);
    return plain.withLayout(Layout.TILE).physicalHeight() / TensorSpec.TILE_SIDE;
  }

  /** Those asked for, or those that hold the shards, or the reciprocals. */
  private static CoreRangeSet groupNormCores(Call<GroupNormParams> call) {
    CoreGrid grid = call.params().coreGrid();
    if (grid != null) {
      return CoreRangeSet.grid(grid.x(), grid.y());
    }
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards != null && call.spec(0).memoryConfig().bufferType().isL1()) {
      return shards.grid();
    }
    ShardSpec held =
        call.has(RECIPROCALS) ? call.spec(RECIPROCALS).memoryConfig().shardSpec() : null;
    return held == null ? CircularBuffers.sharing(tileRows(call), call.device()) : held.grid();
  }

  private static List<CircularBuffer> groupNormBuffers(Call<GroupNormParams> call) {
    CoreRangeSet cores = groupNormCores(call);
    TensorSpec in = call.spec(0);
    TensorSpec out = call.outputSpec();
    long width = Math.max(1, Math.ceilDiv(in.shape().dim(3), TensorSpec.TILE_SIDE));
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < (in.layout() == Layout.TILE ? 3 : 4); i++) {
      buffers.add(CircularBuffers.rowOfTiles(cores, in.dtype(), width, call.device()));
    }
    boolean ownRow = out.layout() == Layout.ROW_MAJOR && !call.has(NEGATIVE_MASK);
    for (int i = 0; i < (ownRow ? 2 : 1); i++) {
      buffers.add(CircularBuffers.rowOfTiles(cores, out.dtype(), width, call.device()));
    }
    for (int i = 1; i <= 2; i++) {
      if (call.has(i)) {
        DataType dtype = call.spec(i).dtype();
        buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
      }
    }
    long group = Math.ceilDiv(width, call.params().numGroups());
    buffers.add(CircularBuffers.tiles(cores, maskType(call, INPUT_MASK), 2 * group));
    if (call.has(NEGATIVE_MASK)) {
      buffers.add(CircularBuffers.tiles(cores, maskType(call, NEGATIVE_MASK), 2 * group));
    }
    for (int i = 0; i < 6; i++) {
      buffers.add(CircularBuffers.tiles(cores, in.dtype(), 1));
    }
    if (call.has(RECIPROCALS)) {
      buffers.add(CircularBuffers.backedBy(call.input(RECIPROCALS)));
    }
    return buffers;
  }

  private static DataType maskType(Call<GroupNormParams> call, int mask) {
    return call.has(mask) ? call.spec(mask).dtype() : DataType.BFLOAT16;
  }

  private static Work groupNormCost(Call<GroupNormParams> call) {
    return Costs.of(
        TileWork.elementwise(8),
        groupNormCores(call).size(),
        Costs.inputs(call),
        call.outputSpec());
  }

  /** Masks and reciprocals are read only to refuse others than those the kernel stands for. */
  private static void computeGroupNorm(Call<GroupNormParams> call) {
    TensorSpec in = call.spec(0);
    Shape shape = in.shape();
    if (call.has(INPUT_MASK)) {
      mask(in, call.params(), "input_mask", false).checkValues(call.floats(INPUT_MASK));
    }
    if (call.has(NEGATIVE_MASK)) {
      mask(in, call.params(), "negative_mask", true).checkValues(call.floats(NEGATIVE_MASK));
    }
    if (call.has(RECIPROCALS)) {
      checkReciprocals(call.floats(RECIPROCALS), call.spec(RECIPROCALS));
    }
    ColumnScales scales = ColumnScales.of(in);
    NormKernels.groupNorm(
        call.floats(0),
        scales.ofChannels(call.floatsOrNull(1), shape.dim(3)),
        scales.ofChannels(call.floatsOrNull(2), shape.dim(3)),
        call.params().eps(),
        call.out().floats(),
        shape.dim(0),
        shape.dim(2),
        shape.dim(3),
        call.params().numGroups());
  }

  private static void checkReciprocals(float[] values, TensorSpec spec) {
    int each = Math.max(1, spec.shape().dim(-1));
    for (int i = 0; i < values.length; i++) {
      int count = i % each + 1;
      Check.that(
          Math.abs(values[i] * count - 1) < 1e-5f,
          "reciprocals: rows of 1, 1/2, 1/3, ... are needed, got %s for 1/%d",
          values[i],
          count);
    }
  }

  private static double[] goldenGroupNorm(GoldenCall<GroupNormParams> call) {
    Shape shape = call.output().shape();
    int channels = shape.dim(3);
    int depth = channels / call.params().numGroups();
    double[] in = call.values(0);
    double[] out = call.newOutput();
    ColumnScales scales = ColumnScales.of(call.input(0).spec());
    for (int i = 0; i < out.length; i++) {
      int c = i % channels;
      int first = i / (shape.dim(2) * channels) * shape.dim(2) * channels + c / depth * depth;
      double mean = 0;
      double variance = 0;
      for (int pass = 0; pass < 2; pass++) {
        for (int at = 0; at < shape.dim(2) * depth; at++) {
          double x = in[first + at / depth * channels + at % depth];
          double share = 1.0 / (shape.dim(2) * depth);
          mean += pass == 0 ? x * share : 0;
          variance += pass == 1 ? (x - mean) * (x - mean) * share : 0;
        }
      }
      double weight = call.has(1) ? scales.of(call.values(1), c, channels) : 1;
      double bias = call.has(2) ? scales.of(call.values(2), c, channels) : 0;
      out[i] = (in[i] - mean) / Math.sqrt(variance + call.params().eps()) * weight + bias;
    }
    return out;
  }
}
