package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.squeezed;
import static dev.tilescope.ops.RandomTensors.trimmed;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.movement.EmbeddingOperations;
import dev.tilescope.ops.internal.movement.EmbeddingOperations.EmbeddingParams;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations.MorehSoftmaxOp;
import dev.tilescope.ops.internal.normalisation.MorehSoftmaxOperations.MorehSoftmaxParams;
import dev.tilescope.ops.internal.normalisation.NormOperations;
import dev.tilescope.ops.internal.normalisation.NormOperations.LayerNormParams;
import dev.tilescope.ops.internal.normalisation.NormOperations.NormType;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.SoftmaxParams;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.EmbeddingsType;
import dev.tilescope.ops.options.MorehSoftmaxStrategy;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Softmax, norms and embeddings. */
final class NormGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("MorehSoftmax", NormGoldenSamples::morehSoftmax),
        new Family("Softmax", NormGoldenSamples::softmax),
        new Family("Softmax with scale and mask", NormGoldenSamples::maskedSoftmax),
        new Family("LayerNorm", NormGoldenSamples::layerNorm),
        new Family("Embeddings", NormGoldenSamples::embedding));
  }

  private static GoldenSample<MorehSoftmaxParams> morehSoftmax(Random random) {
    int[] shape = shape(random, 1);
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, -4, 4, shape);
    return new GoldenSample<>(
        MorehSoftmaxOperations.MOREH_SOFTMAX_ON_DEVICE,
        new MorehSoftmaxParams(
            random.nextInt(shape.length),
            pick(random, List.of(MorehSoftmaxOp.values())),
            MorehSoftmaxStrategy.NONE,
            memory(random),
            ComputeKernelConfig.DEFAULT),
        List.of(in));
  }

  private static GoldenSample<SoftmaxParams> softmax(Random random) {
    int[] shape = shape(random, 1);
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, -20, 20, shape);
    return new GoldenSample<>(
        SoftmaxOperations.SOFTMAX_ON_DEVICE,
        new SoftmaxParams(random.nextInt(shape.length), 1, memory(random)),
        List.of(in));
  }

  private static GoldenSample<SoftmaxParams> maskedSoftmax(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    Tensor in = floats(random, dtype, Layout.TILE, -9, 9, shape);
    Tensor mask =
        floats(random, dtype, Layout.TILE, -9, 0, trimmed(random, squeezed(random, shape)));
    return new GoldenSample<>(
        SoftmaxOperations.SOFTMAX_ON_DEVICE,
        new SoftmaxParams(shape.length - 1, random.nextFloat(0.1f, 1), memory(random)),
        List.of(in, mask));
  }

  private static GoldenSample<LayerNormParams> layerNorm(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    int width = shape[shape.length - 1];
    Tensor in = floats(random, dtype, Layout.TILE, -9, 9, shape);
    Tensor residual =
        random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -9, 9, shape);
    Tensor weight = random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -1, 1, width);
    Tensor bias = random.nextBoolean() ? null : floats(random, dtype, Layout.TILE, -1, 1, 1, width);
    return new GoldenSample<>(
        NormOperations.LAYER_NORM_ON_DEVICE,
        new LayerNormParams(pick(random, List.of(NormType.values())), 1e-5f, memory(random), null),
        Arrays.asList(in, residual, weight, bias),
        NormGoldenSamples::unit);
  }

  /** Normal values are of the size of 1, however near to 0 one of them is. */
  private static List<double[]> unit(GoldenCall<LayerNormParams> call) {
    double[] magnitudes = call.newOutput();
    Arrays.fill(magnitudes, 1);
    return List.of(magnitudes);
  }

  private static GoldenSample<EmbeddingParams> embedding(Random random) {
    int rows = random.nextInt(1, 50);
    DataType dtype = pick(random, FLOATS);
    Tensor table = floats(random, dtype, Layout.ROW_MAJOR, -9, 9, rows, random.nextInt(1, 70));
    Tensor indices =
        place(
            new TensorSpec(
                Shape.of(shape(random, 1, 6, 3)),
                pick(
                    random,
                    List.of(DataType.UINT32, DataType.INT32, DataType.UINT16, DataType.BFLOAT16)),
                Layout.ROW_MAJOR,
                memory(random)));
    switch (indices.values()) {
      case Values.Integers(int[] values) -> Arrays.setAll(values, i -> random.nextInt(rows));
      case Values.Floats(float[] values) -> {
        for (int i = 0; i < values.length; i++) {
          values[i] = random.nextInt(rows);
        }
      }
    }
    return new GoldenSample<>(
        EmbeddingOperations.EMBEDDINGS_ON_DEVICE,
        new EmbeddingParams(
            EmbeddingsType.GENERIC,
            pick(random, List.of(Layout.values())),
            pick(random, FLOATS),
            memory(random)),
        List.of(indices, table));
  }
}
