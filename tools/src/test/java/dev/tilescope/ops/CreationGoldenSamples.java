package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.spec;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.creation.CreationOperations;
import dev.tilescope.ops.internal.creation.CreationOperations.FullParams;
import dev.tilescope.ops.internal.creation.DropoutOperations;
import dev.tilescope.ops.internal.creation.DropoutOperations.DropoutParams;
import dev.tilescope.ops.internal.creation.RandomOperations;
import dev.tilescope.ops.internal.creation.RandomOperations.RandnParams;
import dev.tilescope.ops.internal.creation.RandomOperations.UniformParams;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Random;

/** Constants and random numbers. */
final class CreationGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("Full", CreationGoldenSamples::full),
        new Family("Uniform", CreationGoldenSamples::uniform),
        new Family("Randn", CreationGoldenSamples::randn),
        new Family("Dropout", CreationGoldenSamples::dropout));
  }

  private static GoldenSample<FullParams> full(Random random) {
    DataType dtype = pick(random, ALL);
    double value = dtype.isFloat() ? random.nextDouble() * 100 - 50 : random.nextInt(256);
    return new GoldenSample<>(
        CreationOperations.FULL_ON_DEVICE, new FullParams(spec(random, dtype), value), List.of());
  }

  private static GoldenSample<UniformParams> uniform(Random random) {
    DataType dtype = pick(random, ALL);
    double low = dtype.isFloat() ? -random.nextDouble() : random.nextInt(10);
    return new GoldenSample<>(
        RandomOperations.UNIFORM_ON_DEVICE,
        new UniformParams(spec(random, dtype), low, low + 100, random.nextLong()),
        List.of());
  }

  private static GoldenSample<DropoutParams> dropout(Random random) {
    Tensor in = tensor(random, pick(random, FLOATS), Layout.TILE, shape(random, 1));
    return new GoldenSample<>(
        DropoutOperations.DROPOUT_ON_DEVICE,
        new DropoutParams(in.memoryConfig(), random.nextLong(), false, 0.25, 2),
        List.of(in));
  }

  private static GoldenSample<RandnParams> randn(Random random) {
    return new GoldenSample<>(
        RandomOperations.RANDN_ON_DEVICE,
        new RandnParams(spec(random, pick(random, FLOATS)), null, random.nextLong()),
        List.of());
  }
}
