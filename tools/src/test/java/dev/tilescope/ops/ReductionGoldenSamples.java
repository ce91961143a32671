package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.floats;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.kernel.ReductionKind;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Reference;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations.ArgMaxParams;
import dev.tilescope.ops.internal.reduction.FastReduceOperations;
import dev.tilescope.ops.internal.reduction.FastReduceOperations.FastReduceParams;
import dev.tilescope.ops.internal.reduction.MorehOperations;
import dev.tilescope.ops.internal.reduction.MorehOperations.MorehDotParams;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations.MorehMeanParams;
import dev.tilescope.ops.internal.reduction.MorehReductionOperations.MorehSumParams;
import dev.tilescope.ops.internal.reduction.OrderOperations;
import dev.tilescope.ops.internal.reduction.OrderOperations.SortParams;
import dev.tilescope.ops.internal.reduction.OrderOperations.TopKParams;
import dev.tilescope.ops.internal.reduction.ReduceDim;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceParams;
import dev.tilescope.ops.internal.reduction.ScanOperations;
import dev.tilescope.ops.internal.reduction.ScanOperations.AccumulationOp;
import dev.tilescope.ops.internal.reduction.ScanOperations.AccumulationParams;
import dev.tilescope.ops.internal.reduction.VarianceOperations;
import dev.tilescope.ops.internal.reduction.VarianceOperations.Deviation;
import dev.tilescope.ops.internal.reduction.VarianceOperations.ProdParams;
import dev.tilescope.ops.internal.reduction.VarianceOperations.WelfordReduceParams;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.function.Function;

/** Reductions, running sums, places and orders. */
final class ReductionGoldenSamples implements GoldenSamples {
  private static final List<ReduceDim> ONE_DIM = List.of(ReduceDim.W, ReduceDim.H);

  @Override
  public List<Family> families() {
    return List.of(
        new Family("Reduce", ReductionGoldenSamples::reduce),
        new Family("Reduce integers", ReductionGoldenSamples::reduceIntegers),
        new Family("WelfordReduce", ReductionGoldenSamples::welford),
        new Family("ProdAll", ReductionGoldenSamples::prodAll),
        new Family("ProdNc", ReductionGoldenSamples::prodNc),
        new Family("Accumulation", ReductionGoldenSamples::accumulation),
        new Family("Accumulation of products", ReductionGoldenSamples::products),
        new Family("FastReduceNC", ReductionGoldenSamples::fastReduce),
        new Family("MorehDot", ReductionGoldenSamples::morehDot),
        new Family("MorehSum", ReductionGoldenSamples::morehSum),
        new Family("MorehMean", ReductionGoldenSamples::morehMean),
        new Family("ArgMax", ReductionGoldenSamples::argMax),
        new Family("ArgMaxNC", ReductionGoldenSamples::argMaxNc),
        new Family("TopK", ReductionGoldenSamples::topK),
        new Family("Sort", ReductionGoldenSamples::sort));
  }

  /** Without zeros: no elements have no extremum. */
  private static int[] filled(Random random, int minRank) {
    return Arrays.stream(shape(random, minRank)).map(dim -> Math.max(1, dim)).toArray();
  }

  private static GoldenSample<ReduceParams> reduce(Random random) {
    ReductionKind kind = pick(random, List.of(ReductionKind.values()));
    DataType dtype = pick(random, FLOATS);
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor in = floats(random, dtype, layout, -2, 3, filled(random, 2));
    return new GoldenSample<>(
        ReductionOperations.REDUCE_ON_DEVICE,
        new ReduceParams(
            kind,
            pick(random, ONE_DIM),
            random.nextBoolean() ? 1 : random.nextFloat(-2, 2),
            memory(random),
            pick(random, FLOATS),
            null),
        List.of(in),
        ofMagnitudes(ReductionOperations.REDUCE_ON_DEVICE));
  }

  private static GoldenSample<ReduceParams> reduceIntegers(Random random) {
    DataType dtype = pick(random, List.of(DataType.INT32, DataType.UINT32));
    Tensor in = tensor(random, dtype, Layout.TILE, filled(random, 2));
    return new GoldenSample<>(
        ReductionOperations.REDUCE_ON_DEVICE,
        new ReduceParams(
            pick(random, List.of(ReductionKind.SUM, ReductionKind.MAX, ReductionKind.MIN)),
            pick(random, ONE_DIM),
            random.nextBoolean() ? 1 : 0.5f,
            memory(random),
            dtype,
            null),
        List.of(in));
  }

  private static GoldenSample<WelfordReduceParams> welford(Random random) {
    int[] shape = filled(random, 2);
    ReduceDim dim = pick(random, List.of(ReduceDim.values()));
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, 5, 9, shape);
    return new GoldenSample<>(
        VarianceOperations.WELFORD_REDUCE_ON_DEVICE,
        new WelfordReduceParams(
            pick(random, List.of(Deviation.values())),
            dim,
            dim == ReduceDim.HW ? random.nextInt(2, shape.length + 1) : 1,
            random.nextBoolean() ? 1 : 2.5f,
            random.nextBoolean(),
            memory(random),
            null),
        List.of(in));
  }

  private static GoldenSample<ProdParams> prodAll(Random random) {
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, 0.95, 1.05, shape(random, 1));
    return new GoldenSample<>(
        VarianceOperations.PROD_ALL_ON_DEVICE, new ProdParams(null, memory(random)), List.of(in));
  }

  private static GoldenSample<ProdParams> prodNc(Random random) {
    int[] shape = shape(random, 3);
    Tensor in = floats(random, pick(random, FLOATS), Layout.TILE, -2, 2, shape);
    int dim = random.nextInt(shape.length - 2);
    return new GoldenSample<>(
        VarianceOperations.PROD_NC_ON_DEVICE, new ProdParams(dim, memory(random)), List.of(in));
  }

  private static GoldenSample<AccumulationParams> accumulation(Random random) {
    DataType dtype =
        pick(random, List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.INT32, DataType.UINT32));
    int[] shape = shape(random, 1);
    Tensor in = tensor(random, dtype, Layout.TILE, shape);
    return new GoldenSample<>(
        ScanOperations.ACCUMULATION_ON_DEVICE,
        new AccumulationParams(
            random.nextInt(shape.length),
            dtype,
            random.nextBoolean(),
            memory(random),
            AccumulationOp.CUMSUM),
        List.of(in),
        dtype.isFloat() ? ofMagnitudes(ScanOperations.ACCUMULATION_ON_DEVICE) : call -> null);
  }

  /** Of factors near one, whose products stay finite. */
  private static GoldenSample<AccumulationParams> products(Random random) {
    int[] shape = shape(random, 1);
    DataType dtype = pick(random, FLOATS);
    Tensor in = floats(random, dtype, Layout.TILE, 0.75, 1.25, shape);
    return new GoldenSample<>(
        ScanOperations.ACCUMULATION_ON_DEVICE,
        new AccumulationParams(
            random.nextInt(shape.length),
            dtype,
            random.nextBoolean(),
            memory(random),
            AccumulationOp.CUMPROD),
        List.of(in));
  }

  private static GoldenSample<FastReduceParams> fastReduce(Random random) {
    int[] shape = shape(random, 3);
    DataType dtype = pick(random, FLOATS);
    Tensor in = floats(random, dtype, Layout.TILE, -2, 2, shape);
    return new GoldenSample<>(
        FastReduceOperations.FAST_REDUCE_NC_ON_DEVICE,
        new FastReduceParams(random.nextInt(shape.length - 2), memory(random), null),
        List.of(in),
        ofMagnitudes(FastReduceOperations.FAST_REDUCE_NC_ON_DEVICE));
  }

  private static GoldenSample<MorehSumParams> morehSum(Random random) {
    int[] shape = filled(random, 2);
    DataType dtype = pick(random, List.of(DataType.BFLOAT16, DataType.INT32));
    Tensor in = tensor(random, dtype, Layout.TILE, shape);
    return new GoldenSample<>(
        MorehReductionOperations.MOREH_SUM_ON_DEVICE,
        new MorehSumParams(
            random.nextInt(shape.length),
            random.nextBoolean(),
            memory(random),
            ComputeKernelConfig.DEFAULT),
        List.of(in),
        ofMagnitudes(MorehReductionOperations.MOREH_SUM_ON_DEVICE));
  }

  private static GoldenSample<MorehMeanParams> morehMean(Random random) {
    int[] shape = filled(random, 2);
    Tensor in = floats(random, DataType.BFLOAT16, Layout.TILE, -2, 2, shape);
    return new GoldenSample<>(
        MorehReductionOperations.MOREH_MEAN_ON_DEVICE,
        new MorehMeanParams(
            random.nextInt(shape.length),
            random.nextBoolean(),
            null,
            memory(random),
            ComputeKernelConfig.DEFAULT),
        List.of(in),
        ofMagnitudes(MorehReductionOperations.MOREH_MEAN_ON_DEVICE));
  }

  private static GoldenSample<MorehDotParams> morehDot(Random random) {
    int[] row = {1, 1, 1, random.nextInt(1, 200)};
    DataType dtype = DataType.BFLOAT16;
    Tensor a = floats(random, dtype, Layout.TILE, 0.25, 2, row);
    Tensor b = floats(random, dtype, Layout.TILE, 0.25, 2, row);
    return new GoldenSample<>(
        MorehOperations.MOREH_DOT_ON_DEVICE,
        new MorehDotParams(dtype, memory(random), ComputeKernelConfig.DEFAULT),
        List.of(a, b));
  }

  private static GoldenSample<ArgMaxParams> argMax(Random random) {
    int[] shape = filled(random, 1);
    boolean tiles = shape.length > 1 && random.nextBoolean();
    DataType dtype =
        tiles
            ? pick(random, FLOATS)
            : pick(random, List.of(DataType.FLOAT32, DataType.INT32, DataType.UINT16));
    Tensor in = tensor(random, dtype, tiles ? Layout.TILE : Layout.ROW_MAJOR, shape);
    Integer last = shape.length - 1 - (tiles ? random.nextInt(2) : 0);
    Integer dim = !tiles && random.nextInt(4) == 0 ? null : last;
    return new GoldenSample<>(
        ArgMaxOperations.ARG_MAX_ON_DEVICE,
        new ArgMaxParams(dim, random.nextBoolean(), memory(random)),
        List.of(in));
  }

  private static GoldenSample<ArgMaxParams> argMaxNc(Random random) {
    int[] shape = filled(random, 3);
    Tensor in = tensor(random, pick(random, FLOATS), Layout.TILE, shape);
    return new GoldenSample<>(
        ArgMaxOperations.ARG_MAX_NC_ON_DEVICE,
        new ArgMaxParams(random.nextInt(shape.length - 2), true, memory(random)),
        List.of(in));
  }

  private static GoldenSample<TopKParams> topK(Random random) {
    int[] shape = filled(random, 1);
    Tensor in = tensor(random, pick(random, FLOATS), Layout.TILE, shape);
    return new GoldenSample<>(
        OrderOperations.TOP_K_ON_DEVICE,
        new TopKParams(
            random.nextInt(1, shape[shape.length - 1] + 1),
            random.nextBoolean(),
            true,
            memory(random)),
        List.of(in));
  }

  private static GoldenSample<SortParams> sort(Random random) {
    DataType dtype = pick(random, List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.UINT16));
    Tensor in = tensor(random, dtype, pick(random, List.of(Layout.values())), shape(random, 1));
    return new GoldenSample<>(
        OrderOperations.SORT_ON_DEVICE,
        new SortParams(random.nextBoolean(), memory(random)),
        List.of(in));
  }

  /** Errors of a sum are relative to what it would be without signs. */
  private static <P extends Record> Function<GoldenCall<P>, List<double[]>> ofMagnitudes(
      DeviceOperation<P> operation) {
    return call -> {
      double[] magnitudes = Arrays.stream(call.values(0)).map(Math::abs).toArray();
      List<Reference> inputs = List.of(new Reference(call.input(0).spec(), magnitudes));
      return operation.golden().compute(new GoldenCall<>(call.params(), inputs, call.outputs()));
    };
  }
}
