package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations.BatchNormParams;
import dev.tilescope.ops.internal.normalisation.ChannelNormOperations.RunningStatisticsParams;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PostAllGatherParams;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.PreAllGatherParams;
import dev.tilescope.ops.internal.normalisation.GatheredNormOperations.ShardedStatisticsParams;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations;
import dev.tilescope.ops.internal.normalisation.GroupNormOperations.GroupNormParams;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Norms by channel, and those of rows over several devices. */
final class ChannelNormGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("BatchNorm", ChannelNormGoldenSamples::batchNorm),
        new Family("RunningStatistics", ChannelNormGoldenSamples::statistics),
        new Family("GroupNorm", ChannelNormGoldenSamples::groupNorm),
        new Family("LayerNormPreAllGather", ChannelNormGoldenSamples::pre),
        new Family("LayerNorm, its statistics of shards", ChannelNormGoldenSamples::sharded),
        new Family("LayerNormPostAllGather", ChannelNormGoldenSamples::post));
  }

  private static Tensor maybe(Random random, DataType dtype, int... shape) {
    return random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -1, 1, shape);
  }

  private static GoldenSample<BatchNormParams> batchNorm(Random random) {
    int channels = random.nextInt(1, 9);
    int[] shape = {random.nextInt(1, 4), channels, random.nextInt(1, 40), random.nextInt(1, 40)};
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        ChannelNormOperations.BATCH_NORM_ON_DEVICE,
        new BatchNormParams(1e-5f, memory(random), null),
        Arrays.asList(
            floats(random, dtype, Layout.TILE, -3, 3, shape),
            floats(random, dtype, Layout.TILE, -1, 1, 1, channels, 1, 1),
            floats(random, dtype, Layout.TILE, 0.1, 2, 1, channels, 1, 1),
            maybe(random, dtype, 1, channels, 1, 1),
            maybe(random, dtype, 1, channels, 1, 1)),
        ChannelNormGoldenSamples::unit);
  }

  private static GoldenSample<RunningStatisticsParams> statistics(Random random) {
    int[] shape = {1, random.nextInt(1, 9), 1, 1};
    DataType dtype = pick(random, FLOATS);
    Tensor mean = maybe(random, dtype, shape);
    return new GoldenSample<>(
        ChannelNormOperations.RUNNING_STATISTICS_ON_DEVICE,
        new RunningStatisticsParams(random.nextFloat(), null),
        Arrays.asList(
            floats(random, dtype, Layout.TILE, 0.1, 1, shape),
            floats(random, dtype, Layout.TILE, 0.1, 2, shape),
            mean,
            mean == null || random.nextBoolean()
                ? floats(random, dtype, Layout.TILE, 0.1, 2, shape)
                : null));
  }

  private static GoldenSample<GroupNormParams> groupNorm(Random random) {
    int groups = random.nextInt(1, 5);
    int channels = groups * random.nextInt(1, 12);
    DataType dtype = pick(random, FLOATS);
    Layout layout = pick(random, List.of(Layout.values()));
    int rows = layout == Layout.TILE ? random.nextInt(1, 40) : 32 * random.nextInt(1, 3);
    int[] shape = {random.nextInt(1, 3), 1, rows, channels};
    return new GoldenSample<>(
        GroupNormOperations.GROUP_NORM_ON_DEVICE,
        new GroupNormParams(
            1e-3f,
            groups,
            memory(random),
            dtype,
            pick(random, List.of(Layout.values())),
            null,
            false,
            null,
            null,
            false),
        Arrays.asList(
            floats(random, dtype, layout, -3, 3, shape),
            maybe(random, dtype, 1, 1, 1, channels),
            maybe(random, dtype, channels)),
        ChannelNormGoldenSamples::unit);
  }

  private static GoldenSample<PreAllGatherParams> pre(Random random) {
    int[] shape = {random.nextInt(1, 3), random.nextInt(1, 40), random.nextInt(1, 70)};
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        GatheredNormOperations.PRE_ALL_GATHER_ON_DEVICE,
        new PreAllGatherParams(pick(random, List.of(NormType.values())), pick(random, FLOATS)),
        Arrays.asList(
            floats(random, dtype, Layout.TILE, 0, 2, shape),
            maybe(random, DataType.FLOAT32, shape)),
        ChannelNormGoldenSamples::rowWidth);
  }

  private static GoldenSample<ShardedStatisticsParams> sharded(Random random) {
    MemoryConfig shards =
        MemoryConfig.sharded(
            TensorMemoryLayout.WIDTH_SHARDED,
            BufferType.L1,
            new ShardSpec(CoreRangeSet.grid(2, 1), 32, 64, ShardOrientation.ROW_MAJOR));
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        GatheredNormOperations.SHARDED_STATISTICS_ON_DEVICE,
        new ShardedStatisticsParams(
            pick(random, List.of(NormType.values())),
            new LayerNormProgramConfig.ShardedMultiCore(new CoreGrid(1, 2), 1, 1, 2, false),
            shards,
            null),
        List.of(
            Ttnn.toMemoryConfig(floats(random, dtype, Layout.TILE, 0, 2, 20, 128), shards),
            Ttnn.toMemoryConfig(floats(random, dtype, Layout.TILE, 0, 2, 20, 128), shards)),
        ChannelNormGoldenSamples::rowWidth);
  }

  private static GoldenSample<PostAllGatherParams> post(Random random) {
    NormType type = pick(random, List.of(NormType.values()));
    int rows = random.nextInt(1, 40);
    int width = random.nextInt(1, 70);
    int devices = random.nextInt(1, 4);
    int columns = type == NormType.RMSNORM ? 32 : 64;
    // Squares that exceed the square of any mean that the sums may have.
    Tensor stats = floats(random, DataType.FLOAT32, Layout.TILE, -1, 1, rows, columns * devices);
    float[] values = stats.values().floats();
    for (int i = 0; i < values.length; i += columns) {
      values[i] = width * random.nextFloat(2, 4);
    }
    DataType dtype = pick(random, FLOATS);
    return new GoldenSample<>(
        GatheredNormOperations.POST_ALL_GATHER_ON_DEVICE,
        new PostAllGatherParams(type, 1e-5f, memory(random), pick(random, FLOATS), null),
        Arrays.asList(
            floats(random, dtype, Layout.TILE, -3, 3, rows, width),
            stats,
            maybe(random, dtype, width),
            maybe(random, dtype, 1, width)),
        ChannelNormGoldenSamples::unit);
  }

  /** Normal values are of the size of 1, however near to 0 one of them is. */
  private static <P extends Record> List<double[]> unit(GoldenCall<P> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, 1);
    return List.of(magnitudes);
  }

  private static <P extends Record> List<double[]> rowWidth(GoldenCall<P> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, call.input(0).spec().shape().dim(-1));
    return List.of(magnitudes);
  }
}
