package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.convolution.Conv3dOperations;
import dev.tilescope.ops.internal.convolution.Conv3dOperations.Conv3dParams;
import dev.tilescope.ops.internal.convolution.DeformableAttentionOperations;
import dev.tilescope.ops.internal.convolution.DeformableAttentionOperations.DeformableAttentionParams;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;

/** Convolutions over volumes, and attention at places of images. */
final class VolumeGoldenSamples implements GoldenSamples {
  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16, DataType.FLOAT32);

  @Override
  public List<Family> families() {
    return List.of(
        new Family("Conv3d", VolumeGoldenSamples::conv3d),
        new Family("MSDA", VolumeGoldenSamples::deformable));
  }

  private static Tensor rows(Random random, DataType dtype, double limit, int... shape) {
    return floats(random, dtype, Layout.ROW_MAJOR, -limit, limit, shape);
  }

  private static List<Integer> three(Random random, int least, int most) {
    return Stream.generate(() -> random.nextInt(least, most + 1)).limit(3).toList();
  }

  private static GoldenSample<Conv3dParams> conv3d(Random random) {
    DataType dtype = pick(random, DTYPES);
    int channels = 16 * random.nextInt(1, 4);
    int out = random.nextInt(1, 70);
    List<Integer> kernel = three(random, 1, 3);
    int depth = channels * kernel.get(0) * kernel.get(1) * kernel.get(2);
    Conv3dParams params =
        new Conv3dParams(
            Conv3dConfig.DEFAULT
                .withCInBlock(random.nextBoolean() ? channels : 16)
                .withComputeWithStorageGridSize(new CoreGrid(2, 8)),
            memory(random),
            new ComputeKernelConfig(MathFidelity.HI_FI2, true, false, false, false, 0),
            pick(random, DTYPES),
            out,
            kernel,
            three(random, 1, 2),
            three(random, 0, 1),
            three(random, 1, 2),
            random.nextBoolean() ? "zeros" : "replicate",
            1,
            random.nextInt(2),
            random.nextInt(2));
    Tensor bias = random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -2, 2, 1, out);
    return new GoldenSample<>(
        Conv3dOperations.CONV3D_ON_DEVICE,
        params,
        Arrays.asList(
            rows(
                random,
                dtype,
                2,
                random.nextInt(1, 3),
                random.nextInt(5, 7),
                random.nextInt(5, 8),
                random.nextInt(5, 8),
                channels),
            floats(random, dtype, Layout.TILE, -1, 1, depth, out),
            bias),
        call -> Conv3dOperations.CONV3D_ON_DEVICE.golden().compute(positive(call)));
  }

  /** The same call of magnitudes: what sums are rounded relative to. */
  private static <P extends Record> GoldenCall<P> positive(GoldenCall<P> call) {
    Reference[] inputs =
        call.inputs().stream().map(VolumeGoldenSamples::positive).toArray(Reference[]::new);
    return new GoldenCall<>(call.params(), Arrays.asList(inputs), call.outputs());
  }

  private static Reference positive(Reference in) {
    return in == null
        ? null
        : new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray());
  }

  private static GoldenSample<DeformableAttentionParams> deformable(Random random) {
    int images = random.nextInt(1, 4);
    int queries = random.nextInt(1, 40);
    int points = random.nextInt(1, 5);
    DataType dtype = DataType.BFLOAT16;
    Tensor value =
        rows(
            random,
            dtype,
            9,
            images,
            random.nextInt(1, 12),
            random.nextInt(1, 12),
            16 * random.nextInt(1, 5));
    return new GoldenSample<>(
        DeformableAttentionOperations.MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE,
        new DeformableAttentionParams(memory(random), random.nextBoolean()),
        List.of(
            value,
            rows(random, dtype, 1.5, images, queries * points, 1, 2),
            floats(random, dtype, Layout.ROW_MAJOR, 0, 1, images, queries, points)),
        VolumeGoldenSamples::magnitudes);
  }

  /** Places stay where they are. */
  private static List<double[]> magnitudes(GoldenCall<DeformableAttentionParams> call) {
    List<Reference> inputs = List.of(positive(call.input(0)), call.input(1), call.input(2));
    return DeformableAttentionOperations.MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE
        .golden()
        .compute(new GoldenCall<>(call.params(), inputs, call.outputs()));
  }
}
