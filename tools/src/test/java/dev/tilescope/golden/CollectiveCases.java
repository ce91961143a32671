package dev.tilescope.golden;

import static dev.tilescope.golden.FunctionCases.plus;
import static dev.tilescope.golden.FunctionCases.times;
import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.GlobalSemaphore;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;

/**
 * What two devices do together, on an n300. A trial gets its parts from a host tensor and gives
 * back the parts put together, so that the oracle sees one tensor on either side.
 */
final class CollectiveCases {
  private static final float EPSILON = 1e-5f;
  private static final int TILE = 32;

  private static final List<GlobalSemaphore> SEMAPHORES =
      List.of(new GlobalSemaphore(CoreRangeSet.grid(1, 1), 0));

  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("distribute_tensor", CollectiveCases::distribute).inBlockFloats(),
          GoldenCase.of("aggregate_tensor", CollectiveCases::aggregate).inBlockFloats(),
          GoldenCase.of("all_gather", draw -> allGather(draw, Ttnn::allGather)),
          GoldenCase.of(
              "experimental::all_gather_async",
              draw -> allGather(draw, (x, dim) -> Experimental.allGatherAsync(x, dim, SEMAPHORES))),
          GoldenCase.of("all_reduce", draw -> allReduce(draw, Ttnn::allReduce)),
          GoldenCase.of(
              "experimental::all_reduce_async",
              draw -> allReduce(draw, CollectiveCases::allReduceAsync)),
          GoldenCase.of("reduce_scatter", draw -> reduceScatter(draw, Ttnn::reduceScatter)),
          GoldenCase.of(
              "experimental::reduce_scatter_minimal_async",
              draw ->
                  reduceScatter(
                      draw,
                      (x, dim) -> Experimental.reduceScatterMinimalAsync(x, dim, SEMAPHORES))),
          GoldenCase.of("mesh_partition", CollectiveCases::meshPartition),
          GoldenCase.of("point_to_point", CollectiveCases::pointToPoint).tiled(),
          GoldenCase.of("layer_norm_pre_all_gather", draw -> statistics(draw, false)).tiled(),
          GoldenCase.of("rms_norm_pre_all_gather", draw -> statistics(draw, true)).tiled(),
          GoldenCase.of("layer_norm_post_all_gather", CollectiveCases::layerNorm).tiled(),
          GoldenCase.of("rms_norm_post_all_gather", CollectiveCases::rmsNorm).tiled());

  private CollectiveCases() {}

  /** A collective along a dimension. */
  private interface Along {
    Tensor run(Tensor parts, int dim);
  }

  private interface OnMesh {
    Tensor run(MeshDevice mesh);
  }

  /** The result is a host tensor: the mesh is closed. */
  private static Tensor onMesh(OnMesh body) {
    try (MeshDevice mesh = MeshDevice.open("n300")) {
      return body.run(mesh);
    }
  }

  private static Tensor parts(Operand whole, int dim, MeshDevice mesh) {
    return Ttnn.distributeTensor(whole.host(), MeshMapper.shard(dim), mesh);
  }

  private static Tensor whole(Tensor parts, int dim) {
    return Ttnn.aggregateTensor(parts, MeshMapper.shard(dim));
  }

  /** A shape with an even size in a dimension. */
  private static int[] even(Draw draw, int dim) {
    int[] dims = draw.shape(3, 4);
    dims[dim] = 2 * draw.between(1, 20);
    return dims;
  }

  /** The parts of the two devices. */
  private static OnnxValue part(Operand whole, int dim, int device) {
    int half = whole.shape()[dim] / 2;
    return oracle("Slice")
        .input(whole.golden())
        .list(device * half)
        .list((device + 1) * half)
        .list(dim);
  }

  private static OnnxValue summed(Operand whole, int dim) {
    return plus(part(whole, dim, 0), part(whole, dim, 1));
  }

  private static OnnxValue joined(int dim, OnnxValue first, OnnxValue second) {
    return oracle("Concat").attribute("axis", dim).input(first).input(second);
  }

  /** A part by part function of what is shared out, then put together. */
  private static GoldenTrial distribute(Draw draw) {
    int dim = draw.between(0, 2);
    Operand x = draw.tensor(-100, 100, even(draw, dim));
    return draw.trial(
        "dim=" + dim,
        on -> onMesh(mesh -> whole(Ttnn.neg(parts(x, dim, mesh)), dim)),
        oracle("Neg").input(x.golden()));
  }

  /** Both devices have the whole. */
  private static GoldenTrial aggregate(Draw draw) {
    int dim = draw.between(0, 2);
    Operand x = draw.tensor(-100, 100, draw.shape(3, 4));
    return draw.trial(
        "dim=" + dim,
        on -> onMesh(mesh -> whole(bothAlike(x, mesh), dim)),
        joined(dim, x.golden(), x.golden()));
  }

  private static Tensor bothAlike(Operand x, MeshDevice mesh) {
    return Ttnn.distributeTensor(x.host(), MeshMapper.replicate(), mesh);
  }

  /** Gathered along another dimension than the one that was shared out. */
  private static GoldenTrial allGather(Draw draw, Along collective) {
    int shared = draw.between(0, 2);
    int dim = draw.between(0, 2);
    Operand x = draw.tensor(-100, 100, even(draw, shared));
    return draw.trial(
        "shared=" + shared + " dim=" + dim,
        on -> onMesh(mesh -> Ttnn.fromDevice(collective.run(parts(x, shared, mesh), dim))),
        joined(dim, part(x, shared, 0), part(x, shared, 1)));
  }

  private static Tensor allReduceAsync(Tensor parts) {
    return (Tensor) OperationCall.of("ttnn.experimental.all_reduce_async").with(parts).run();
  }

  private static GoldenTrial allReduce(Draw draw, UnaryOperator<Tensor> collective) {
    int shared = draw.between(0, 2);
    Operand x = draw.tensor(even(draw, shared));
    return draw.trial(
        "shared=" + shared,
        on -> onMesh(mesh -> Ttnn.fromDevice(collective.apply(parts(x, shared, mesh)))),
        summed(x, shared));
  }

  /** Both dimensions are even, so that each device has a part of a part. */
  private static GoldenTrial reduceScatter(Draw draw, Along collective) {
    int shared = draw.between(0, 2);
    int dim = draw.between(0, 2);
    int[] dims = even(draw, shared);
    dims[dim] = 4 * draw.between(1, 10);
    Operand x = draw.tensor(dims);
    return draw.trial(
        "shared=" + shared + " dim=" + dim,
        on -> onMesh(mesh -> whole(collective.run(parts(x, shared, mesh), dim), dim)),
        summed(x, shared));
  }

  private static GoldenTrial meshPartition(Draw draw) {
    int dim = draw.between(0, 2);
    Operand x = draw.tensor(-100, 100, even(draw, dim));
    return draw.trial(
        "dim=" + dim,
        on -> onMesh(mesh -> whole(Ttnn.meshPartition(bothAlike(x, mesh), dim, null, null), dim)),
        oracle("Identity").input(x.golden()));
  }

  /** The second device's part over the first's. */
  private static GoldenTrial pointToPoint(Draw draw) {
    int shared = draw.between(0, 2);
    Operand x = draw.tensor(-100, 100, even(draw, shared));
    return draw.trial(
        "shared=" + shared,
        on -> onMesh(mesh -> whole(sentBack(parts(x, shared, mesh)), shared)),
        joined(shared, part(x, shared, 1), part(x, shared, 1)));
  }

  private static Tensor sentBack(Tensor parts) {
    return Ttnn.pointToPoint(parts, new int[] {0, 1}, new int[] {0, 0}, parts, null, null);
  }

  // ---- norms of rows that lie on two devices

  private static Operand rows(Draw draw) {
    int[] dims = draw.shape(2, 4);
    dims[dims.length - 1] = 2 * draw.between(10, 40);
    return draw.tensor(-3, 5, dims);
  }

  private static Tensor gathered(Tensor parts, boolean rms, Draw draw) {
    Tensor own =
        rms
            ? Ttnn.rmsNormPreAllGather(parts, draw.dtype(), null)
            : Ttnn.layerNormPreAllGather(parts, draw.dtype(), null);
    return Ttnn.allGather(own, own.shape().rank() - 1);
  }

  /** Each device's sums stand in the first column of a tile. */
  private static GoldenTrial statistics(Draw draw, boolean rms) {
    Operand x = rows(draw);
    int last = x.rank() - 1;
    OnnxCall golden = oracle("Concat").attribute("axis", last);
    for (int device = 0; device < 2; device++) {
      OnnxValue part = part(x, last, device);
      golden.input(inTile(oracle("ReduceSumSquare").input(part).list(last), x.rank()));
      if (!rms) {
        golden.input(inTile(oracle("ReduceSum").input(part).list(last), x.rank()));
      }
    }
    return draw.trial(
        Arrays.toString(x.shape()),
        on -> onMesh(mesh -> Ttnn.fromDevice(gathered(parts(x, last, mesh), rms, draw))),
        golden);
  }

  private static OnnxValue inTile(OnnxValue column, int rank) {
    int[] pads = new int[2 * rank];
    pads[2 * rank - 1] = TILE - 1;
    return oracle("Pad").input(column).list(pads);
  }

  private static GoldenTrial layerNorm(Draw draw) {
    Operand x = rows(draw);
    int last = x.rank() - 1;
    Operand weight = draw.tensor(0.5, 2, x.shape()[last]);
    Operand bias = draw.tensor(x.shape()[last]);
    return draw.trial(
        Arrays.toString(x.shape()),
        on ->
            onMesh(mesh -> {
              Tensor parts = parts(x, last, mesh);
              GatheredNormOptions options =
                  GatheredNormOptions.DEFAULT
                      .withEpsilon(EPSILON)
                      .withWeight(parts(weight, 0, mesh))
                      .withBias(parts(bias, 0, mesh));
              Tensor stats = gathered(parts, false, draw);
              return whole(Ttnn.layerNormPostAllGather(parts, stats, options), last);
            }),
        oracle("LayerNormalization")
            .attribute("epsilon", EPSILON)
            .input(x.golden())
            .input(weight.golden())
            .input(bias.golden()));
  }

  private static GoldenTrial rmsNorm(Draw draw) {
    Operand x = rows(draw);
    int last = x.rank() - 1;
    Operand weight = draw.tensor(0.5, 2, x.shape()[last]);
    return draw.trial(
        Arrays.toString(x.shape()),
        on ->
            onMesh(mesh -> {
              Tensor parts = parts(x, last, mesh);
              GatheredNormOptions options =
                  GatheredNormOptions.DEFAULT
                      .withEpsilon(EPSILON)
                      .withWeight(parts(weight, 0, mesh));
              Tensor stats = gathered(parts, true, draw);
              return whole(Ttnn.rmsNormPostAllGather(parts, stats, options), last);
            }),
        times(SoftmaxCases.rms(x.golden(), EPSILON), weight.golden()));
  }
}
