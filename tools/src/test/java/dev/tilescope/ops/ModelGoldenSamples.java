package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.device;
import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;

import dev.tilescope.model.BufferType;
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
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.attention.FusedHeadOperations;
import dev.tilescope.ops.internal.attention.FusedHeadOperations.SplitFusedParams;
import dev.tilescope.ops.internal.creation.BernoulliOperations;
import dev.tilescope.ops.internal.creation.BernoulliOperations.BernoulliParams;
import dev.tilescope.ops.internal.creation.FillRowOperations;
import dev.tilescope.ops.internal.creation.FillRowOperations.FillRmParams;
import dev.tilescope.ops.internal.elementwise.BcastOperations;
import dev.tilescope.ops.internal.elementwise.BcastOperations.BcastParams;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations.AttnMatmulParams;
import dev.tilescope.ops.internal.matmul.AttnMatmulOperations.GroupAttnMatmulParams;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.movement.PartialShardOperations;
import dev.tilescope.ops.internal.movement.PartialShardOperations.ToInterleavedPartialParams;
import dev.tilescope.ops.internal.movement.PartialShardOperations.ToShardedPartialParams;
import dev.tilescope.ops.internal.reduction.MoeOperations;
import dev.tilescope.ops.internal.reduction.MoeOperations.MoeParams;
import dev.tilescope.ops.internal.reduction.SamplingOperations;
import dev.tilescope.ops.internal.reduction.SamplingOperations.SamplingParams;
import dev.tilescope.ops.internal.reduction.SeedOperations;
import dev.tilescope.ops.internal.reduction.SeedOperations.ManualSeedParams;
import dev.tilescope.ops.internal.reduction.SeededDraws;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Operations that models of tt-metal call beside those of the large families. */
final class ModelGoldenSamples implements GoldenSamples {
  private static final CoreCoord GRID = new CoreCoord(8, 8);

  @Override
  public List<Family> families() {
    return List.of(
        new Family("SplitFusedQKVAndSplitHeads", ModelGoldenSamples::splitFused),
        new Family("SplitFusedQKVAndSplitHeads of shards", ModelGoldenSamples::splitShards),
        new Family("FillRM", ModelGoldenSamples::fillRm),
        new Family("Bernoulli", ModelGoldenSamples::bernoulli),
        new Family("Bcast", ModelGoldenSamples::bcast),
        new Family("AttnMatmul", ModelGoldenSamples::attnMatmul),
        new Family("GroupAttnMatmul", ModelGoldenSamples::groupAttnMatmul),
        new Family("InterleavedToShardedPartial", ModelGoldenSamples::toSharded),
        new Family("ShardedToInterleavedPartial", ModelGoldenSamples::toInterleaved),
        new Family("Moe", ModelGoldenSamples::moe),
        new Family("Sampling", ModelGoldenSamples::sampling),
        new Family("ManualSeed", ModelGoldenSamples::manualSeed));
  }

  private static Tensor tensor(
      Random random, DataType dtype, Layout layout, MemoryConfig memory, int... shape) {
    Tensor tensor = place(new TensorSpec(Shape.of(shape), dtype, layout, memory));
    fill(random, tensor, -2, 2);
    return tensor;
  }

  private static Tensor tiles(Random random, DataType dtype, int... shape) {
    return tensor(random, dtype, Layout.TILE, MemoryConfig.DRAM, shape);
  }

  private static Tensor integers(DataType dtype, int[] values, int... shape) {
    Tensor tensor =
        place(new TensorSpec(Shape.of(shape), dtype, Layout.ROW_MAJOR, MemoryConfig.DRAM));
    System.arraycopy(values, 0, tensor.values().integers(), 0, values.length);
    return tensor;
  }

  private static Tensor numbers(float[] values) {
    Tensor tensor =
        place(
            new TensorSpec(
                Shape.of(values.length), DataType.BFLOAT16, Layout.ROW_MAJOR, MemoryConfig.DRAM));
    System.arraycopy(values, 0, tensor.values().floats(), 0, values.length);
    return tensor;
  }

  private static MemoryConfig shards(
      TensorMemoryLayout layout, CoreRangeSet cores, int height, int width) {
    return MemoryConfig.sharded(
        layout, BufferType.L1, new ShardSpec(cores, height, width, ShardOrientation.ROW_MAJOR));
  }

  private static GoldenSample<SplitFusedParams> splitFused(Random random) {
    return new GoldenSample<>(
        FusedHeadOperations.SPLIT_FUSED_ON_DEVICE,
        new SplitFusedParams(GRID, MemoryConfig.L1, 16),
        List.of(tiles(random, DataType.BFLOAT16, random.nextInt(7, 9), 1, 32, 3072)));
  }

  private static GoldenSample<SplitFusedParams> splitShards(Random random) {
    int across = random.nextInt(1, 4);
    int batch = random.nextInt(1, 4);
    int rows = 32 * random.nextInt(1, 3);
    int width = across * 2 * 3 * 32;
    MemoryConfig blocks =
        shards(
            TensorMemoryLayout.BLOCK_SHARDED,
            CoreRangeSet.grid(across, batch),
            rows,
            width / across);
    MemoryConfig asked = new MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, null);
    return new GoldenSample<>(
        FusedHeadOperations.SPLIT_FUSED_ON_DEVICE,
        new SplitFusedParams(GRID, asked, 2 * across),
        List.of(tensor(random, DataType.BFLOAT16, Layout.TILE, blocks, batch, 1, rows, width)));
  }

  private static GoldenSample<FillRmParams> fillRm(Random random) {
    int height = random.nextInt(1, 70);
    int width = random.nextInt(1, 70);
    return new GoldenSample<>(
        FillRowOperations.FILL_RM_ON_DEVICE,
        new FillRmParams(
            Shape.of(random.nextInt(1, 3), random.nextInt(1, 3), height, width),
            random.nextInt(height + 1),
            random.nextInt(width + 1),
            1.5f,
            -2,
            MemoryConfig.DRAM),
        List.of(tiles(random, DataType.BFLOAT16, 1, 1, 32, 32)));
  }

  private static GoldenSample<BernoulliParams> bernoulli(Random random) {
    Tensor in = tiles(random, pick(random, List.of(DataType.BFLOAT16, DataType.FLOAT32)), 2, 40);
    return new GoldenSample<>(
        BernoulliOperations.BERNOULLI_ON_DEVICE,
        new BernoulliParams(random.nextLong(), DataType.FLOAT32, in.memoryConfig(), null),
        List.of(in));
  }

  private static GoldenSample<BcastParams> bcast(Random random) {
    BcastOpDim dim = pick(random, List.of(BcastOpDim.values()));
    DataType dtype = pick(random, FLOATS);
    int batch = random.nextInt(1, 4);
    int height = random.nextInt(1, 70);
    int width = random.nextInt(1, 70);
    Tensor other =
        tiles(
            random,
            dtype,
            random.nextBoolean() ? batch : 1,
            1,
            dim == BcastOpDim.W ? height : 1,
            dim == BcastOpDim.H ? width : 1);
    return new GoldenSample<>(
        BcastOperations.BCAST_ON_DEVICE,
        new BcastParams(pick(random, List.of(BcastOpMath.values())), dim, MemoryConfig.DRAM, false),
        List.of(tiles(random, dtype, batch, 1, height, width), other),
        ModelGoldenSamples::four);
  }

  private static <P extends Record> List<double[]> four(GoldenCall<P> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, 4);
    return List.of(magnitudes);
  }

  private static <P extends Record> List<double[]> hundred(GoldenCall<P> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, 100);
    return List.of(magnitudes);
  }

  private static GoldenSample<AttnMatmulParams> attnMatmul(Random random) {
    int tokens = 32 * random.nextInt(1, 3);
    int dim = 32 * random.nextInt(1, 3);
    int kind = random.nextInt(3);
    boolean turned = kind == 1;
    int inner = kind == 2 ? tokens : dim;
    Tensor right =
        kind == 0
            ? tiles(random, DataType.BFLOAT16, 32, 1, dim, random.nextInt(1, 70))
            : tiles(random, DataType.BFLOAT16, 32, 1, 96, dim);
    return new GoldenSample<>(
        AttnMatmulOperations.ATTN_MATMUL_ON_DEVICE,
        new AttnMatmulParams(
            kind == 0 ? null : (Integer) tokens,
            kind == 0 ? null : (Boolean) turned,
            GRID,
            MemoryConfig.DRAM,
            DataType.BFLOAT16,
            null),
        List.of(tiles(random, DataType.BFLOAT16, 1, random.nextInt(1, 4), 32, inner), right),
        ModelGoldenSamples::hundred);
  }

  private static GoldenSample<GroupAttnMatmulParams> groupAttnMatmul(Random random) {
    int keyHeads = random.nextInt(1, 3);
    int heads = keyHeads * random.nextInt(1, 4);
    int columns = 32 * random.nextInt(1, 3);
    MemoryConfig asked =
        random.nextBoolean()
            ? MemoryConfig.DRAM
            : new MemoryConfig(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, null);
    return new GoldenSample<>(
        AttnMatmulOperations.GROUP_ATTN_MATMUL_ON_DEVICE,
        new GroupAttnMatmulParams(
            null, null, columns / 32, GRID, asked, DataType.BFLOAT16, random.nextBoolean(), null),
        List.of(
            tiles(random, DataType.BFLOAT16, 1, heads, 32, 32),
            tiles(random, DataType.BFLOAT16, 32, keyHeads, 32, columns)),
        ModelGoldenSamples::hundred);
  }

  private static GoldenSample<ToShardedPartialParams> toSharded(Random random) {
    int slices = random.nextInt(1, 4);
    ShardSpec own = new ShardSpec(CoreRangeSet.grid(2, 1), 32, 64, ShardOrientation.ROW_MAJOR);
    return new GoldenSample<>(
        PartialShardOperations.TO_SHARDED_PARTIAL_ON_DEVICE,
        new ToShardedPartialParams(
            GRID,
            own,
            slices,
            random.nextInt(slices),
            MemoryConfig.sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, own),
            DataType.BFLOAT16),
        List.of(tiles(random, DataType.BFLOAT16, 1, 1, 64 * slices, 64)));
  }

  private static GoldenSample<ToInterleavedPartialParams> toInterleaved(Random random) {
    int slices = random.nextInt(1, 4);
    MemoryConfig memory =
        shards(TensorMemoryLayout.HEIGHT_SHARDED, CoreRangeSet.grid(2, 1), 32, 64);
    return new GoldenSample<>(
        PartialShardOperations.TO_INTERLEAVED_PARTIAL_ON_DEVICE,
        new ToInterleavedPartialParams(
            slices, random.nextInt(slices), MemoryConfig.DRAM, DataType.BFLOAT16),
        List.of(
            tensor(random, DataType.BFLOAT16, Layout.TILE, memory, 1, 1, 64, 64),
            tiles(random, DataType.BFLOAT16, 1, 1, 64 * slices, 64)));
  }

  private static GoldenSample<MoeParams> moe(Random random) {
    int width = 64 << random.nextInt(2);
    Tensor in = tiles(random, DataType.BFLOAT16, 1, 1, 32, width);
    float[] values = in.values().floats();
    for (int i = 0; i < values.length; i++) {
      // No two alike: which of them comes first would differ.
      values[i] = (i * 37 % width) / 64f;
    }
    Tensor experts = tiles(random, DataType.BFLOAT16, 1, 1, 1, width);
    Arrays.fill(experts.values().floats(), 0);
    return new GoldenSample<>(
        MoeOperations.MOE_ON_DEVICE,
        new MoeParams(32, MemoryConfig.DRAM),
        List.of(in, experts, tiles(random, DataType.BFLOAT16, 1, 1, 1, 32)));
  }

  private static GoldenSample<SamplingParams> sampling(Random random) {
    int users = random.nextInt(1, 33);
    int width = 64;
    Tensor in = tiles(random, DataType.BFLOAT16, 1, 1, users, width);
    float[] values = in.values().floats();
    for (int i = 0; i < values.length; i++) {
      values[i] = (i * 37 % width) / 16f;
    }
    int[] tokens = random.ints((long) users * width, 0, 100_000).toArray();
    int[] counts = random.ints(users, 1, 33).toArray();
    float[] enough = new float[users];
    float[] factors = new float[users];
    IntStream.range(0, users)
        .forEach(i -> {
          enough[i] = random.nextInt(9) / 8f;
          factors[i] = random.nextInt(1, 9) / 4f;
        });
    return new GoldenSample<>(
        SamplingOperations.SAMPLING_ON_DEVICE,
        new SamplingParams(random.nextLong(1, 1_000_000), SeededDraws.of(device())),
        List.of(
            in,
            integers(DataType.UINT32, tokens, 1, 1, users, width),
            integers(DataType.UINT32, counts, users),
            numbers(enough),
            numbers(factors)));
  }

  private static GoldenSample<ManualSeedParams> manualSeed(Random random) {
    int users = random.nextInt(1, 33);
    return new GoldenSample<>(
        SeedOperations.MANUAL_SEED_ON_DEVICE,
        new ManualSeedParams(null, null, SeededDraws.of(device())),
        List.of(
            integers(DataType.UINT32, random.ints(users, 1, 1000).toArray(), users),
            integers(DataType.UINT32, IntStream.range(0, users).toArray(), users)));
  }
}
