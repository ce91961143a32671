package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.any;
import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.spec;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.CreationOperations.FullParams;
import dev.tilescope.ops.CreationOperations.UniformParams;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.LayoutOperations.LayoutParams;
import dev.tilescope.ops.MatmulOperations.MatmulParams;
import dev.tilescope.ops.MovementOperations.PermuteParams;
import dev.tilescope.ops.MovementOperations.RepeatParams;
import dev.tilescope.ops.MovementOperations.ReshapeParams;
import dev.tilescope.ops.UnaryOperations.TypecastParams;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** Creation, movement, layout, conversion, and matmul. */
final class FirstGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("Typecast", FirstGoldenSamples::typecast),
        new Family("Matmul", random -> matmul(random, -1)),
        new Family("Matmul of what is not negative", random -> matmul(random, 0)),
        new Family("Permute", random -> permute(random, MovementOperations.PERMUTE)),
        new Family("Transpose", random -> permute(random, MovementOperations.TRANSPOSE)),
        new Family("Reshape", FirstGoldenSamples::reshape),
        new Family("Repeat", FirstGoldenSamples::repeat),
        new Family("Full", FirstGoldenSamples::full),
        new Family("Uniform", FirstGoldenSamples::uniform),
        new Family("Tilize", r -> relayout(r, LayoutOperations.TILIZE, Layout.ROW_MAJOR)),
        new Family(
            "TilizeWithValPadding",
            r -> relayout(r, LayoutOperations.TILIZE_WITH_PADDING, Layout.ROW_MAJOR)),
        new Family("Untilize", r -> relayout(r, LayoutOperations.UNTILIZE, Layout.TILE)),
        new Family(
            "UntilizeWithUnpadding",
            r -> relayout(r, LayoutOperations.UNTILIZE_WITH_UNPADDING, Layout.TILE)),
        new Family("Copy", r -> move(r, LayoutOperations.COPY, false, false)),
        new Family("InterleavedToSharded", r -> move(r, LayoutOperations.TO_SHARDED, false, true)),
        new Family(
            "ShardedToInterleaved", r -> move(r, LayoutOperations.TO_INTERLEAVED, true, false)),
        new Family("Reshard", r -> move(r, LayoutOperations.RESHARD, true, true)));
  }

  /** The sum of the absolute products: what rounding errors of a sum are relative to. */
  private static List<double[]> absoluteProducts(GoldenCall<MatmulParams> call) {
    MatmulParams matmul = call.params();
    MatmulParams plain =
        new MatmulParams(
            new MatmulProgramConfig.MultiCore(),
            matmul.computeKernelConfig(),
            matmul.outputMemConfig(),
            matmul.outputDtype(),
            matmul.transposeA(),
            matmul.transposeB());
    List<Reference> absolute = new ArrayList<>();
    for (Reference in : call.inputs()) {
      absolute.add(new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray()));
    }
    return MatmulOperations.MATMUL
        .golden()
        .compute(new GoldenCall<>(plain, absolute, call.outputs()));
  }

  // ---- one method for each family

  private static GoldenSample<TypecastParams> typecast(Random random) {
    DataType from = pick(random, ALL);
    DataType to = pick(random, ALL);
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor in =
        from.isFloat()
            ? floats(random, from, layout, -70_000, 70_000, shape(random, 0))
            : tensor(random, from, layout, shape(random, 0));
    return new GoldenSample<>(
        UnaryOperations.TYPECAST, new TypecastParams(from, to, memory(random)), List.of(in));
  }

  private static GoldenSample<MatmulParams> matmul(Random random, double low) {
    int m = random.nextInt(1, 90);
    int k = random.nextInt(1, 90);
    int n = random.nextInt(1, 90);
    boolean transposeA = random.nextBoolean();
    boolean transposeB = random.nextBoolean();
    int[] batch = shape(random, 0, 3, 2);
    boolean oneA = random.nextInt(4) == 0;
    boolean oneB = random.nextInt(3) == 0;
    List<Tensor> inputs = new ArrayList<>();
    DataType dtype = pick(random, FLOATS);
    inputs.add(floats(random, dtype, Layout.TILE, low, 1, matrix(oneA, batch, m, k, transposeA)));
    inputs.add(
        floats(random, dtype, Layout.TILE, low, 1, matrix(oneB && !oneA, batch, k, n, transposeB)));
    boolean batchedB = !oneA && !oneB && Arrays.stream(batch).anyMatch(dim -> dim != 1);
    boolean grid = !(batch.length > 0 && oneA) && random.nextBoolean();
    MatmulOptions options =
        MatmulOptions.DEFAULT
            .withTransposeA(transposeA)
            .withTransposeB(transposeB)
            .withMemoryConfig(memory(random))
            .withDtype(pick(random, FLOATS))
            .withCoreGrid(grid ? new CoreGrid(random.nextInt(1, 9), random.nextInt(1, 9)) : null)
            .withActivation(grid && !batchedB && random.nextBoolean() ? "gelu" : null);
    Tensor bias = random.nextBoolean() ? floats(random, dtype, Layout.TILE, low, 1, 1, n) : null;
    MatmulRequest request = new MatmulRequest(inputs.get(0), inputs.get(1), bias, options);
    boolean fused = request.fusesBias();
    if (bias != null && fused) {
      inputs.add(bias);
    }
    return new GoldenSample<>(
        MatmulOperations.MATMUL,
        request.params(fused),
        inputs,
        FirstGoldenSamples::absoluteProducts);
  }

  private static int[] matrix(
      boolean ones, int[] batch, int rows, int columns, boolean transposed) {
    int[] dims = Arrays.copyOf(batch, batch.length + 2);
    if (ones) {
      Arrays.fill(dims, 0, batch.length, 1);
    }
    dims[batch.length] = transposed ? columns : rows;
    dims[batch.length + 1] = transposed ? rows : columns;
    return dims;
  }

  private static GoldenSample<PermuteParams> permute(
      Random random, DeviceOperation<PermuteParams> operation) {
    int[] shape = shape(random, 0);
    List<Integer> order = new ArrayList<>(IntStream.range(0, shape.length).boxed().toList());
    Collections.shuffle(order, random);
    return new GoldenSample<>(
        operation,
        new PermuteParams(List.copyOf(order), memory(random)),
        List.of(any(random, shape)));
  }

  private static GoldenSample<ReshapeParams> reshape(Random random) {
    int[] shape = shape(random, 0);
    Tensor in = any(random, shape);
    Shape flat = Shape.of((int) in.shape().volume());
    return new GoldenSample<>(
        MovementOperations.RESHAPE, new ReshapeParams(flat, memory(random)), List.of(in));
  }

  private static GoldenSample<RepeatParams> repeat(Random random) {
    Tensor in = any(random, shape(random, 0, 9, 3));
    List<Integer> counts =
        random.ints(in.shape().rank() + random.nextInt(2), 1, 4).boxed().toList();
    return new GoldenSample<>(
        MovementOperations.REPEAT, new RepeatParams(counts, memory(random)), List.of(in));
  }

  private static GoldenSample<FullParams> full(Random random) {
    DataType dtype = pick(random, ALL);
    double value = dtype.isFloat() ? random.nextDouble() * 100 - 50 : random.nextInt(256);
    return new GoldenSample<>(
        CreationOperations.FULL, new FullParams(spec(random, dtype), value), List.of());
  }

  private static GoldenSample<UniformParams> uniform(Random random) {
    DataType dtype = pick(random, ALL);
    double low = dtype.isFloat() ? -random.nextDouble() : random.nextInt(10);
    return new GoldenSample<>(
        CreationOperations.UNIFORM,
        new UniformParams(spec(random, dtype), low, low + 100, random.nextLong()),
        List.of());
  }

  private static GoldenSample<LayoutParams> relayout(
      Random random, DeviceOperation<LayoutParams> operation, Layout from) {
    Tensor in = tensor(random, pick(random, ALL), from, shape(random, 0));
    return new GoldenSample<>(operation, new LayoutParams(memory(random)), List.of(in));
  }

  private static GoldenSample<LayoutParams> move(
      Random random, DeviceOperation<LayoutParams> operation, boolean from, boolean to) {
    int rows = random.nextInt(1, 5) * 32;
    Layout layout = pick(random, List.of(Layout.values()));
    int width = layout == Layout.TILE ? 64 : random.nextInt(1, 70);
    DataType dtype = pick(random, ALL);
    MemoryConfig source = from ? heightShards(width, layout) : memory(random);
    MemoryConfig target = to ? heightShards(width, layout) : memory(random);
    Tensor in = place(new TensorSpec(Shape.of(rows, width), dtype, layout, source));
    fill(random, in, -100, 100);
    return new GoldenSample<>(operation, new LayoutParams(target), List.of(in));
  }

  private static MemoryConfig heightShards(int width, Layout layout) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(2, 2),
            layout == Layout.TILE ? 32 : 40,
            width,
            ShardOrientation.ROW_MAJOR));
  }
}
