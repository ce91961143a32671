package dev.tilescope.ops.internal.matmul;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Attention of one new token of each user: rows {@code [1, heads, users, k]}, of which each user's
 * meets a matrix of its own, {@code [users, key heads, k, n]}.
 */
public final class AttnMatmulOperations {
  private AttnMatmulOperations() {}

  /** Tiles of a result that are made together, of which float32 sums leave half the room. */
  private static final int SUBBLOCK_TILES = 8;

  private static final int USERS = 32;

  /** What both programs are told. */
  public interface Product {
    @Nullable Integer numTokens();

    @Nullable Boolean transposeHw();

    CoreCoord computeWithStorageGridSize();

    MemoryConfig outputMemConfig();

    DataType outputDtype();
  }

  public record AttnMatmulParams(
      @Nullable Integer numTokens,
      @Nullable Boolean transposeHw,
      CoreCoord computeWithStorageGridSize,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements Product {}

  public record GroupAttnMatmulParams(
      @Nullable Integer numTokens,
      @Nullable Boolean transposeHw,
      int outSubblockW,
      CoreCoord computeWithStorageGridSize,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      boolean rowMajor,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements Product {}

  public static final DeviceOperation<AttnMatmulParams> ATTN_MATMUL_ON_DEVICE =
      AttnMatmulOperations.<AttnMatmulParams>product("AttnMatmulDeviceOperation", "attn_matmul")
          .validation(call -> {
            check(call);
            Check.that(
                call.spec(1).shape().dim(1) == 1,
                "Number of kv_heads must be 1! got %s",
                call.spec(1).shape());
          })
          .circularBuffers(
              "Of tiles: a row of the left matrix in, two of the right one, three of sums, two out,"
                  + " on all cores of the grid that is given.",
              AttnMatmulOperations::buffers)
          .declare();

  public static final DeviceOperation<GroupAttnMatmulParams> GROUP_ATTN_MATMUL_ON_DEVICE =
      AttnMatmulOperations.<GroupAttnMatmulParams>product(
              "GroupAttnMatmulDeviceOperation", "group_attn_matmul")
          .validation(AttnMatmulOperations::checkGroups)
          .circularBuffers(
              "Of tiles: a row of the left matrix in, twice a subblock of all key heads of the"
                  + " right one, two subblocks of sums, a head's result twice; shards where they"
                  + " lie. On all cores of the grid that is given.",
              AttnMatmulOperations::groupBuffers)
          .declare();

  private static <P extends Record & Product> Declaration<P> product(
      String device, String primitive) {
    return DeviceOperation.<P>named(device, primitive)
        .takes(
            Input.of("input_tensor_a").floats().in(Layout.TILE),
            Input.of("input_tensor_b").floats().in(Layout.TILE))
        .output(AttnMatmulOperations::output)
        .cost(AttnMatmulOperations::cost)
        .kernel(AttnMatmulOperations::compute)
        .golden(AttnMatmulOperations::golden);
  }

  public record AttnMatmulArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      CoreCoord computeWithStorageGridSize,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public record FromCacheArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      int numTokens,
      boolean transposeHw,
      CoreCoord computeWithStorageGridSize,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Tensor outputTensor) {}

  public record GroupAttnMatmulArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      CoreCoord computeWithStorageGridSize,
      @Default("dram") MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Tensor optionalOutputTensor) {}

  public static final Operation<AttnMatmulArguments, Tensor> ATTN_MATMUL =
      Operation.of(
          "ttnn::experimental::attn_matmul",
          AttnMatmulArguments.class,
          a ->
              multiplied(
                  new FromCacheArguments(
                      a.inputTensorA(),
                      a.inputTensorB(),
                      0,
                      false,
                      a.computeWithStorageGridSize(),
                      a.memoryConfig(),
                      a.dtype(),
                      a.computeKernelConfig(),
                      a.outputTensor()),
                  null),
          ATTN_MATMUL_ON_DEVICE);
  public static final Operation<FromCacheArguments, Tensor> ATTN_MATMUL_FROM_CACHE =
      Operation.of(
          "ttnn::experimental::attn_matmul_from_cache",
          FromCacheArguments.class,
          AttnMatmulOperations::fromCache,
          ATTN_MATMUL_ON_DEVICE);
  public static final Operation<GroupAttnMatmulArguments, Tensor> GROUP_ATTN_MATMUL =
      Operation.of(
          "ttnn::experimental::group_attn_matmul",
          GroupAttnMatmulArguments.class,
          AttnMatmulOperations::grouped,
          GROUP_ATTN_MATMUL_ON_DEVICE);

  private static Tensor fromCache(FromCacheArguments a) {
    Check.atLeast("num_tokens", a.numTokens(), 1);
    Check.rankIs("input_tensor_b", a.inputTensorB(), 4);
    Check.that(
        a.numTokens() <= a.inputTensorB().spec().paddedShape().dim(2),
        "Number of tokens must be smaller or equal to the max cache length (B.shape[2])! got %d of"
            + " %s",
        a.numTokens(),
        a.inputTensorB().shape());
    return multiplied(a, Math.ceilDiv(a.numTokens(), TensorSpec.TILE_SIDE) * TensorSpec.TILE_SIDE);
  }

  private static Tensor multiplied(FromCacheArguments a, @Nullable Integer tokens) {
    Tensor left = a.inputTensorA();
    ATTN_MATMUL_ON_DEVICE.requireUsable(left, a.inputTensorB());
    AttnMatmulParams params =
        new AttnMatmulParams(
            tokens,
            tokens == null ? null : a.transposeHw(),
            a.computeWithStorageGridSize(),
            a.memoryConfig() == null ? left.memoryConfig() : a.memoryConfig(),
            a.dtype() == null ? left.dtype() : a.dtype(),
            a.computeKernelConfig());
    return ATTN_MATMUL_ON_DEVICE.runInto(a.outputTensor(), params, left, a.inputTensorB());
  }

  private static Tensor grouped(GroupAttnMatmulArguments a) {
    Tensor left = a.inputTensorA();
    Tensor right = a.inputTensorB();
    GROUP_ATTN_MATMUL_ON_DEVICE.requireUsable(left, right);
    Check.rankIs("input_tensor_b", right, 4);
    ComputeKernelConfig compute = a.computeKernelConfig();
    boolean wide = compute != null && compute.fp32DestAccEn();
    int tiles = right.spec().paddedShape().dim(-1) / TensorSpec.TILE_SIDE;
    GroupAttnMatmulParams params =
        new GroupAttnMatmulParams(
            null,
            null,
            Math.min(tiles, wide ? SUBBLOCK_TILES / 2 : SUBBLOCK_TILES),
            a.computeWithStorageGridSize(),
            a.memoryConfig(),
            a.dtype() == null ? left.dtype() : a.dtype(),
            isRowMajor(left.memoryConfig(), right.memoryConfig(), a.memoryConfig()),
            compute);
    return GROUP_ATTN_MATMUL_ON_DEVICE.runInto(a.optionalOutputTensor(), params, left, right);
  }

  /** As the first shards among them are. */
  private static boolean isRowMajor(MemoryConfig... memories) {
    for (MemoryConfig memory : memories) {
      ShardSpec shards = memory.shardSpec();
      if (shards != null) {
        return shards.orientation() == ShardOrientation.ROW_MAJOR;
      }
    }
    return false;
  }

  private static <P extends Record & Product> void check(Call<P> call) {
    Check.rankIs("input_tensor_a", call.input(0), 4);
    Check.rankIs("input_tensor_b", call.input(1), 4);
    Shape a = call.spec(0).paddedShape();
    Shape b = call.spec(1).paddedShape();
    Check.that(a.dim(0) == 1, "Input q_len must be 1! got %s", a);
    Check.that(a.dim(2) == b.dim(0), "Num of users must match! got %s and %s", a, b);
    Integer tokens = call.params().numTokens();
    boolean turned = Boolean.TRUE.equals(call.params().transposeHw());
    int inner = turned ? b.dim(3) : tokens == null ? b.dim(2) : tokens;
    Check.that(
        a.dim(3) == inner,
        "Dimension K (A.shape[3] and B.shape[2]) must match for A shape: %s and B shape: %s in"
            + " attn_matmul op%s",
        a,
        b,
        tokens == null ? "" : ", of which " + tokens + " tokens are read");
    checkGrid(call);
  }

  private static <P extends Record & Product> void checkGrid(Call<P> call) {
    CoreCoord grid = call.params().computeWithStorageGridSize();
    var device = call.device().board().compute();
    Check.that(
        grid.x() >= 1 && grid.y() >= 1 && grid.x() <= device.width() && grid.y() <= device.height(),
        "compute_with_storage_grid_size: at most %dx%d is there, got %dx%d",
        device.width(),
        device.height(),
        grid.x(),
        grid.y());
  }

  private static void checkGroups(Call<GroupAttnMatmulParams> call) {
    check(call);
    Shape a = call.spec(0).paddedShape();
    Shape b = call.spec(1).paddedShape();
    Check.that(
        b.dim(1) > 0 && a.dim(1) % b.dim(1) == 0,
        "Number of q_heads must be divisible by kv_heads! got %d and %d",
        a.dim(1),
        b.dim(1));
    Check.that(
        b.dim(0) == USERS, "Only batch 32 is supported for group attention matmul! got %s", b);
    CoreCoord grid = call.params().computeWithStorageGridSize();
    Check.that(
        Math.max(a.dim(1), USERS) <= grid.x() * grid.y(),
        "Compute grid size is too small for group attention matmul! For now, we require at most 1"
            + " q_heads per core. Got %d heads on %dx%d",
        a.dim(1),
        grid.x(),
        grid.y());
    checkShards(call, 0, "Q heads must be sharded on number of q heads!", a.dim(1), a.dim(2));
    checkShards(
        call, 1, "KV heads must be sharded on batch!", b.dim(0), (long) b.dim(1) * b.dim(2));
    checkHeight("memory_config", call.params().outputMemConfig());
  }

  private static void checkHeight(String name, MemoryConfig memory) {
    Check.that(
        !memory.isSharded() || memory.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
        "%s: memory layout must be HEIGHT_SHARDED but got %s",
        name,
        memory.memoryLayout());
  }

  private static void checkShards(
      Call<GroupAttnMatmulParams> call, int input, String rule, int cores, long rows) {
    MemoryConfig memory = call.spec(input).memoryConfig();
    checkHeight(input == 0 ? "input_tensor_a" : "input_tensor_b", memory);
    ShardSpec shards = memory.shardSpec();
    if (shards != null) {
      int width = call.spec(input).paddedShape().dim(3);
      Check.that(
          shards.grid().size() == cores && shards.height() == rows && shards.width() == width,
          "%s %d shards of %dx%d are needed, got %s",
          rule,
          cores,
          rows,
          width,
          memory);
    }
  }

  private static <P extends Record & Product> TensorSpec output(Call<P> call) {
    P params = call.params();
    Shape a = call.spec(0).paddedShape();
    boolean turned = Boolean.TRUE.equals(params.transposeHw());
    Integer tokens = params.numTokens();
    int columns = turned && tokens != null ? tokens : call.spec(1).paddedShape().dim(3);
    Shape shape = Shape.of(1, a.dim(1), a.dim(2), columns);
    MemoryConfig memory = params.outputMemConfig();
    TensorSpec plain = new TensorSpec(shape, params.outputDtype(), Layout.TILE, MemoryConfig.DRAM);
    if (!memory.isSharded() || memory.shardSpec() != null) {
      return plain.withMemoryConfig(memory);
    }
    CoreCoord grid = params.computeWithStorageGridSize();
    boolean byRow = params instanceof GroupAttnMatmulParams(_, _, _, _, _, _, var rows, _) && rows;
    CoreRangeSet cores =
        byRow
            ? CoreRangeSet.rowMajor(a.dim(1), grid.x(), grid.y())
            : CoreRangeSet.columnMajor(a.dim(1), grid.x(), grid.y());
    ShardOrientation order = byRow ? ShardOrientation.ROW_MAJOR : ShardOrientation.COL_MAJOR;
    return plain.withMemoryConfig(
        MemoryConfig.sharded(
            memory.memoryLayout(),
            memory.bufferType(),
            new ShardSpec(cores, a.dim(2), columns, order)));
  }

  private static CoreRangeSet cores(Product params) {
    CoreCoord grid = params.computeWithStorageGridSize();
    return CoreRangeSet.grid(grid.x(), grid.y());
  }

  private static long tilesAcross(TensorSpec spec) {
    return spec.physicalWidth() / TensorSpec.TILE_SIDE;
  }

  private static DataType sums(@Nullable ComputeKernelConfig compute) {
    return compute != null && compute.fp32DestAccEn() ? DataType.FLOAT32 : DataType.BFLOAT16;
  }

  /** attn_matmul_program_factory.cpp. */
  private static List<CircularBuffer> buffers(Call<AttnMatmulParams> call) {
    CoreRangeSet cores = cores(call.params());
    DataType sums = sums(call.params().computeKernelConfig());
    return List.of(
        CircularBuffers.tiles(cores, call.spec(0).dtype(), tilesAcross(call.spec(0))),
        CircularBuffers.tiles(cores, call.spec(1).dtype(), 2),
        CircularBuffers.tiles(cores, sums, 1),
        CircularBuffers.tiles(cores, sums, 1),
        CircularBuffers.tiles(cores, sums, 1),
        CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2));
  }

  /** group_attn_matmul_program_factory.cpp. */
  private static List<CircularBuffer> groupBuffers(Call<GroupAttnMatmulParams> call) {
    CoreRangeSet cores = cores(call.params());
    DataType sums = sums(call.params().computeKernelConfig());
    long inner = tilesAcross(call.spec(0));
    long block = inner * call.params().outSubblockW() * call.spec(1).shape().dim(1);
    long across = Math.ceilDiv(tilesAcross(call.outputSpec()), call.params().outSubblockW());
    long subblock = (long) call.params().outSubblockW();
    List<CircularBuffer> all = new ArrayList<>();
    all.add(held(call.input(0), cores, inner));
    all.add(CircularBuffers.tiles(cores, call.spec(1).dtype(), 2 * block));
    if (call.spec(1).memoryConfig().isSharded()) {
      all.add(CircularBuffers.backedBy(call.input(1), cores));
    }
    all.add(CircularBuffers.tiles(cores, sums, 2 * subblock));
    all.add(CircularBuffers.tiles(cores, sums, across * subblock));
    all.add(held(call.output(), cores, tilesAcross(call.outputSpec())));
    return all;
  }

  private static CircularBuffer held(Tensor tensor, CoreRangeSet cores, long tiles) {
    return tensor.memoryConfig().isSharded()
        ? CircularBuffers.backedBy(tensor, cores)
        : CircularBuffers.tiles(cores, tensor.dtype(), tiles);
  }

  /** Each user's row is multiplied in a tile of its own. */
  private static <P extends Record & Product> Work cost(Call<P> call) {
    TensorSpec output = call.outputSpec();
    int cores = Math.min(cores(call.params()).size(), output.shape().dim(1));
    long heads = Math.ceilDiv(output.shape().dim(1), Math.max(1, cores));
    long products = heads * output.shape().dim(2) * tilesAcross(output) * tilesAcross(call.spec(0));
    return Costs.computing(
        products * Costs.CYCLES_PER_TILE_PRODUCT, Math.max(1, cores), Costs.inputs(call), output);
  }

  private static <P extends Record & Product> void compute(Call<P> call) {
    Shape out = call.outputSpec().shape();
    int users = out.dim(2);
    IntStream.range(0, out.dim(1) * users).parallel().forEach(i -> row(call, i / users, i % users));
  }

  /** Of one head and one user; what of a tile is padding adds nothing. */
  private static <P extends Record & Product> void row(Call<P> call, int head, int user) {
    Shape a = call.spec(0).shape();
    Shape b = call.spec(1).shape();
    boolean turned = Boolean.TRUE.equals(call.params().transposeHw());
    int n = call.outputSpec().shape().dim(3);
    int inner = Math.min(a.dim(3), b.dim(turned ? 3 : 2));
    int columns = Math.min(n, b.dim(turned ? 2 : 3));
    if (user >= a.dim(2) || user >= b.dim(0)) {
      return;
    }
    int keyHead = head / (a.dim(1) / b.dim(1));
    int matrix = (user * b.dim(1) + keyHead) * b.dim(2) * b.dim(3);
    int from = (head * a.dim(2) + user) * a.dim(3);
    int to = (head * call.outputSpec().shape().dim(2) + user) * n;
    float[] left = call.floats(0);
    float[] right = call.floats(1);
    float[] out = call.out().floats();
    for (int k = 0; k < inner; k++) {
      float factor = left[from + k];
      for (int j = 0; j < columns; j++) {
        int at = turned ? j * b.dim(3) + k : k * b.dim(3) + j;
        out[to + j] += factor * right[matrix + at];
      }
    }
  }

  private static <P extends Record & Product> double[] golden(GoldenCall<P> call) {
    Shape a = call.input(0).spec().shape();
    Shape b = call.input(1).spec().shape();
    boolean turned = Boolean.TRUE.equals(call.params().transposeHw());
    return Elements.of(
        call.output().shape(),
        at -> {
          double sum = 0;
          for (int k = 0; k < a.dim(3); k++) {
            int row = turned ? at[3] : k;
            int column = turned ? k : at[3];
            if (at[2] < a.dim(2) && row < b.dim(2) && column < b.dim(3)) {
              sum +=
                  Elements.at(call.input(0), 0, at[1], at[2], k)
                      * Elements.at(call.input(1), at[2], at[1] * b.dim(1) / a.dim(1), row, column);
            }
          }
          return sum;
        });
  }
}
