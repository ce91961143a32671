package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.place;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.attention.JointAttentionOperations;
import dev.tilescope.ops.internal.attention.JointAttentionOperations.JointSdpaParams;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations;
import dev.tilescope.ops.internal.collective.ExpertExchangeOperations.ExpertExchangeParams;
import dev.tilescope.ops.internal.collective.ExpertTokenRemapOperations;
import dev.tilescope.ops.internal.collective.ExpertTokenRemapOperations.MoeExpertTokenRemapParams;
import dev.tilescope.ops.internal.collective.RoutingRemapOperations;
import dev.tilescope.ops.internal.collective.RoutingRemapOperations.MoeRoutingRemapParams;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Experts on a single device, which has them all; {@link ExpertExchangeTest} has the mesh. */
final class ExpertGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("MoeRoutingRemap", ExpertGoldenSamples::routing),
        new Family("MoeExpertTokenRemap", ExpertGoldenSamples::tokens),
        new Family("AllToAllDispatch", ExpertGoldenSamples::dispatch),
        new Family("AllToAllCombine", ExpertGoldenSamples::combine),
        new Family("JointSDPA", ExpertGoldenSamples::attention));
  }

  private static Tensor rows(Random random, int... shape) {
    Tensor tensor =
        place(
            new TensorSpec(
                Shape.of(shape), DataType.BFLOAT16, Layout.ROW_MAJOR, MemoryConfig.DRAM));
    fill(random, tensor, -2, 2);
    return tensor;
  }

  private static Tensor numbers(int[] values, int... shape) {
    Tensor tensor =
        place(
            new TensorSpec(Shape.of(shape), DataType.UINT16, Layout.ROW_MAJOR, MemoryConfig.DRAM));
    System.arraycopy(values, 0, tensor.values().integers(), 0, values.length);
    return tensor;
  }

  /** Every expert is on the only device. */
  private static Tensor mapping(int experts) {
    return numbers(IntStream.generate(() -> 1).limit(experts).toArray(), 1, 1, experts, 1);
  }

  /** For each token other experts, no two of them alike. */
  private static int[] chosen(Random random, int tokens, int experts, int each) {
    return IntStream.range(0, tokens)
        .flatMap(_ -> {
          int first = random.nextInt(experts);
          return IntStream.range(0, each).map(i -> (first + i) % experts);
        })
        .toArray();
  }

  private static GoldenSample<MoeRoutingRemapParams> routing(Random random) {
    int experts = random.nextInt(1, 70);
    Tensor weights = rows(random, 1, experts);
    return new GoldenSample<>(
        RoutingRemapOperations.MOE_ROUTING_REMAP_ON_DEVICE,
        new MoeRoutingRemapParams(
            random.nextInt(1, experts + 1), 1, random.nextInt(2), memory(random)),
        List.of(weights));
  }

  private static GoldenSample<MoeExpertTokenRemapParams> tokens(Random random) {
    int experts = random.nextInt(4, 20);
    int batch = random.nextInt(1, 5);
    int length = random.nextInt(1, 9);
    int[] chosen = chosen(random, batch * length, experts, 3);
    return new GoldenSample<>(
        ExpertTokenRemapOperations.MOE_EXPERT_TOKEN_REMAP_ON_DEVICE,
        new MoeExpertTokenRemapParams(null, random.nextInt(1, batch * length + 1)),
        List.of(
            rows(random, 1, batch, length, experts),
            mapping(experts),
            numbers(chosen, 1, batch, length, 3)));
  }

  private static GoldenSample<ExpertExchangeParams> dispatch(Random random) {
    int experts = random.nextInt(4, 20);
    int batch = random.nextInt(1, 5);
    int length = random.nextInt(1, 9);
    int[] chosen = chosen(random, batch * length, experts, 3);
    return new GoldenSample<>(
        ExpertExchangeOperations.ALL_TO_ALL_DISPATCH_ON_DEVICE,
        new ExpertExchangeParams(
            memory(random), random.nextInt(3) - 1, random.nextInt(1, 3), false),
        List.of(
            rows(random, batch, 1, length, random.nextInt(1, 70)),
            numbers(chosen, batch, 1, length, 3),
            mapping(experts)));
  }

  private static GoldenSample<ExpertExchangeParams> combine(Random random) {
    int experts = random.nextInt(4, 20);
    int batch = random.nextInt(1, 5);
    int length = random.nextInt(1, 9);
    int[] chosen = chosen(random, batch * length, experts, 3);
    return new GoldenSample<>(
        ExpertExchangeOperations.ALL_TO_ALL_COMBINE_ON_DEVICE,
        new ExpertExchangeParams(memory(random), random.nextInt(2), random.nextInt(1, 3), false),
        List.of(
            rows(random, experts, batch, length, random.nextInt(1, 70)),
            numbers(chosen, 1, batch, length, 3),
            mapping(experts)));
  }

  private static Tensor tiles(Random random, int... shape) {
    Tensor tensor =
        place(new TensorSpec(Shape.of(shape), DataType.BFLOAT16, Layout.TILE, MemoryConfig.DRAM));
    fill(random, tensor, -2, 2);
    return tensor;
  }

  private static GoldenSample<JointSdpaParams> attention(Random random) {
    int[] own = {random.nextInt(1, 3), random.nextInt(1, 4), random.nextInt(1, 70), 32};
    int[] joint = own.clone();
    joint[2] = random.nextInt(1, 40);
    int chunk = 32 * random.nextInt(1, 3);
    return new GoldenSample<>(
        JointAttentionOperations.JOINT_SDPA_ON_DEVICE,
        new JointSdpaParams(
            "rear",
            random.nextFloat(0.1f, 0.5f),
            MemoryConfig.DRAM,
            SdpaProgramConfig.of(new CoreGrid(8, 8), chunk, 32),
            new ComputeKernelConfig(MathFidelity.HI_FI2, true, false, false, false, 0)),
        List.of(
            tiles(random, own),
            tiles(random, own),
            tiles(random, own),
            tiles(random, joint),
            tiles(random, joint),
            tiles(random, joint)),
        call -> call.outputs().stream().map(ExpertGoldenSamples::ones).toList());
  }

  /** Results are means of values up to 2. */
  private static double[] ones(TensorSpec spec) {
    return IntStream.range(0, (int) spec.shape().volume()).mapToDouble(_ -> 1).toArray();
  }
}
