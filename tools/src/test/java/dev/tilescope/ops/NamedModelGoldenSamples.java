package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
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
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.attention.ModelHeadOperations;
import dev.tilescope.ops.internal.attention.ModelHeadOperations.ConcatenateHeadsParams;
import dev.tilescope.ops.internal.attention.ModelHeadOperations.FalconHeadsParams;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.reduction.PrefixScanOperations;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations.StateSpaceParams;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Programs that were written for one model each: Falcon 7B, BERT large, Mamba. */
final class NamedModelGoldenSamples implements GoldenSamples {
  private static final int HIDDEN = 5120;

  @Override
  public List<Family> families() {
    return List.of(
        new Family("NlpCreateHeadsFalcon7B", NamedModelGoldenSamples::falcon),
        new Family("ConcatenateHeads", NamedModelGoldenSamples::bert),
        new Family("HCSumReduce", NamedModelGoldenSamples::sum),
        new Family("RepeatAndInterleaveEltwiseMul", NamedModelGoldenSamples::product),
        new Family("PrefixScan", NamedModelGoldenSamples::scan));
  }

  private static Tensor tiles(Random random, DataType dtype, MemoryConfig memory, int... shape) {
    return tensor(random, dtype, Layout.TILE, memory, shape);
  }

  private static Tensor tensor(
      Random random, DataType dtype, Layout layout, MemoryConfig memory, int... shape) {
    Tensor tensor = place(new TensorSpec(Shape.of(shape), dtype, layout, memory));
    fill(random, tensor, -1, 1);
    return tensor;
  }

  private static GoldenSample<FalconHeadsParams> falcon(Random random) {
    DataType dtype = DataType.BFLOAT16;
    return new GoldenSample<>(
        ModelHeadOperations.FALCON_HEADS_ON_DEVICE,
        new FalconHeadsParams(MemoryConfig.DRAM),
        List.of(
            tiles(
                random,
                dtype,
                MemoryConfig.DRAM,
                random.nextInt(1, 3),
                1,
                random.nextInt(1, 40),
                73 * 64)));
  }

  /** The program needs twelve columns of cores, which no Wormhole has. */
  private static GoldenSample<ConcatenateHeadsParams> bert(Random random) {
    Tensor heads =
        DeviceTensors.allocate(
            new TensorSpec(
                Shape.of(7, 16, 384, 64), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM),
            Distribution.REPLICATED,
            RandomTensors.wide(),
            "test");
    fill(random, heads, -1, 1);
    return new GoldenSample<>(
        ModelHeadOperations.CONCATENATE_HEADS_ON_DEVICE,
        new ConcatenateHeadsParams(new CoreCoord(12, 9), memory(random)),
        List.of(heads));
  }

  private static StateSpaceParams params(DataType dtype, MemoryConfig memory) {
    return new StateSpaceParams(memory, dtype, MathFidelity.HI_FI4);
  }

  private static GoldenSample<StateSpaceParams> sum(Random random) {
    DataType dtype = pick(random, List.of(DataType.BFLOAT16, DataType.BFLOAT8_B));
    int width = 1024 * random.nextInt(1, 3);
    return new GoldenSample<>(
        StateSpaceOperations.HC_SUM_REDUCE_ON_DEVICE,
        params(DataType.BFLOAT16, memory(random)),
        List.of(tiles(random, dtype, MemoryConfig.DRAM, 1, 1, random.nextInt(1, 70), width)),
        call -> StateSpaceOperations.HC_SUM_REDUCE_ON_DEVICE.golden().compute(positive(call)));
  }

  /** The same call of magnitudes: what sums are rounded relative to. */
  private static <P extends Record> GoldenCall<P> positive(GoldenCall<P> call) {
    List<Reference> inputs =
        call.inputs().stream()
            .map(
                in -> new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray()))
            .toList();
    return new GoldenCall<>(call.params(), inputs, call.outputs());
  }

  private static GoldenSample<StateSpaceParams> product(Random random) {
    boolean repeats = random.nextBoolean();
    boolean spreads = !repeats || random.nextBoolean();
    DataType dtype = pick(random, List.of(DataType.BFLOAT16, DataType.BFLOAT8_B));
    return new GoldenSample<>(
        StateSpaceOperations.REPEAT_AND_INTERLEAVE_ON_DEVICE,
        params(DataType.BFLOAT16, MemoryConfig.DRAM),
        List.of(
            tiles(random, dtype, MemoryConfig.DRAM, 1, 1, 2, repeats ? 32 : 32 * HIDDEN),
            tiles(random, dtype, MemoryConfig.DRAM, 1, 1, 2, spreads ? HIDDEN : 32 * HIDDEN)));
  }

  private static MemoryConfig strips(int cores, int height, int width) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.WIDTH_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(cores, 1), height, width / cores, ShardOrientation.ROW_MAJOR));
  }

  private static GoldenSample<StateSpaceParams> scan(Random random) {
    int cores = random.nextInt(1, 4);
    int length = random.nextInt(1, 65);
    int width = 32 * cores * random.nextInt(1, 3);
    MemoryConfig shards = strips(cores, Math.ceilDiv(length, 32) * 32, width);
    return new GoldenSample<>(
        PrefixScanOperations.PREFIX_SCAN_ON_DEVICE,
        params(DataType.BFLOAT16, shards),
        List.of(
            tiles(random, DataType.BFLOAT16, shards, 1, 1, length, width),
            tiles(random, DataType.BFLOAT16, shards, 1, 1, length, width),
            tensor(
                random,
                DataType.BFLOAT16,
                Layout.ROW_MAJOR,
                strips(cores, 1, width),
                1,
                1,
                1,
                width)),
        call -> PrefixScanOperations.PREFIX_SCAN_ON_DEVICE.golden().compute(positive(call)));
  }
}
