package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.conversion.TypecastOperations.TypecastParams;
import dev.tilescope.ops.internal.matmul.MatmulOperations;
import dev.tilescope.ops.internal.matmul.MatmulOperations.MatmulParams;
import dev.tilescope.ops.internal.matmul.MatmulRequest;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations;
import dev.tilescope.ops.internal.matmul.MinimalMatmulOperations.MinimalMatmulParams;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations;
import dev.tilescope.ops.internal.matmul.SparseMatmulOperations.SparseMatmulParams;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MinimalMatmulConfig;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Matrix products and conversions. */
final class MatmulGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("Typecast", MatmulGoldenSamples::typecast),
        new Family("Matmul", random -> matmul(random, -1)),
        new Family("Matmul of what is not negative", random -> matmul(random, 0)),
        new Family("Minimal matmul", MatmulGoldenSamples::minimalMatmul),
        new Family("Sparse matmul", MatmulGoldenSamples::sparseMatmul));
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
            matmul.transposeB(),
            matmul.outputTile(),
            matmul.subDeviceId());
    List<Reference> absolute = new ArrayList<>();
    for (Reference in : call.inputs()) {
      absolute.add(new Reference(in.spec(), Arrays.stream(in.values()).map(Math::abs).toArray()));
    }
    return MatmulOperations.MATMUL_ON_DEVICE
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
        TypecastOperations.TYPECAST_ON_DEVICE,
        new TypecastParams(from, to, memory(random)),
        List.of(in));
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
        MatmulOperations.MATMUL_ON_DEVICE,
        request.params(fused),
        inputs,
        MatmulGoldenSamples::absoluteProducts);
  }

  /** Of what is not negative, so that sums are as great as their summands. */
  private static GoldenSample<MinimalMatmulParams> minimalMatmul(Random random) {
    int k = random.nextInt(1, 90);
    int chunks = random.nextInt(1, 4);
    boolean gated = random.nextInt(3) == 0;
    int n = gated ? 64 * chunks : chunks == 1 ? random.nextInt(1, 90) : 32 * chunks;
    DataType dtype = pick(random, FLOATS);
    List<Tensor> inputs = new ArrayList<>();
    inputs.add(
        floats(random, dtype, Layout.TILE, 0, 1, random.nextInt(1, 3), random.nextInt(1, 90), k));
    inputs.add(floats(random, dtype, Layout.TILE, 0, 1, 1, k, n));
    if (random.nextBoolean()) {
      inputs.add(floats(random, dtype, Layout.TILE, 0, 1, 1, n));
    }
    return new GoldenSample<>(
        MinimalMatmulOperations.MINIMAL_MATMUL_ON_DEVICE,
        new MinimalMatmulParams(
            new MinimalMatmulConfig(4, 2, 6, 2, 2, new CoreGrid(4, 4)),
            gated || random.nextBoolean() ? null : UnaryWithParam.of("relu"),
            memory(random),
            pick(random, FLOATS),
            ComputeKernelConfig.DEFAULT,
            chunks,
            gated),
        inputs);
  }

  private static GoldenSample<SparseMatmulParams> sparseMatmul(Random random) {
    int m = random.nextInt(1, 70);
    int k = random.nextInt(1, 70);
    int n = random.nextInt(1, 70);
    int experts = random.nextInt(1, 5);
    int rows = random.nextInt(1, 4);
    boolean sparseA = random.nextBoolean();
    boolean sparseB = !sparseA || random.nextBoolean();
    boolean both = sparseA && sparseB;
    DataType dtype = pick(random, FLOATS);
    Tensor a =
        both
            ? floats(random, dtype, Layout.TILE, 0, 1, experts, m, k)
            : floats(random, dtype, Layout.TILE, 0, 1, rows, experts, m, k);
    Tensor b = floats(random, dtype, Layout.TILE, 0, 1, experts, k, n);
    int pairs = both ? experts : sparseA ? rows * experts : rows * experts * experts;
    Tensor sparsity = tensor(random, DataType.UINT8, Layout.ROW_MAJOR, new int[] {pairs});
    MultiCoreReuseMultiCast1D config =
        MultiCoreReuseMultiCast1D.on(new CoreGrid(8, 8)).withPerCore(Math.ceilDiv(m, 32), 1);
    return new GoldenSample<>(
        SparseMatmulOperations.SPARSE_MATMUL_ON_DEVICE,
        new SparseMatmulParams(
            null,
            sparseA,
            sparseB,
            false,
            config,
            memory(random),
            pick(random, FLOATS),
            ComputeKernelConfig.DEFAULT,
            Tile.DEFAULT),
        List.of(a, b, sparsity));
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
}
