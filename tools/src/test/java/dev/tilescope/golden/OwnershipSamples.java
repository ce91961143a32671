package dev.tilescope.golden;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.ops.Transformer;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.AttentionSoftmaxOptions;
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.Conv2dConfig;
import dev.tilescope.ops.options.Conv2dOptions;
import dev.tilescope.ops.options.Conv2dSizes;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.Index;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MaxPoolWindow;
import dev.tilescope.ops.options.PoolImages;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.ReduceScatterOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.ops.options.TopkOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Calls that golden cases do not draw: of operations that have none here, and of composites on the
 * ways that make temporaries or views, with tensors to write to, and of dimensions of 1.
 */
final class OwnershipSamples {
  private static final List<String> OF_ONE =
      List.of(
          "deg2rad digamma erfc erfinv exp2 expm1 frac i0 i1 isfinite isneginf isposinf lgamma",
          "log10 log1p log2 logit rad2deg signbit tanhshrink trunc empty_like to_torch",
          "multigammaln tril triu xielu");
  private static final String OF_TWO =
      "atan2 hypot ldexp logaddexp logaddexp2 nextafter xlogy isclose";
  private static final String OF_INTEGERS = "gcd lcm bitwise_right_shift";

  private OwnershipSamples() {}

  static List<OwnershipSample> all() {
    return Stream.of(
            byName(),
            elementwise(),
            movement(),
            lookups(),
            products(),
            reductions(),
            images(),
            transfers(),
            onMeshes())
        .flatMap(List::stream)
        .toList();
  }

  // ---- tensors

  private static Tensor tiles(MeshDevice device, int... dims) {
    return Ttnn.rand(Shape.of(dims), DataType.BFLOAT16, device, 1);
  }

  private static Tensor made(MeshDevice device, DataType dtype, Layout layout, int... dims) {
    float[] values = new float[Draw.volume(dims)];
    for (int i = 0; i < values.length; i++) {
      values[i] = i % 7 - 2;
    }
    return Ttnn.toDevice(Ttnn.fromArray(values, Shape.of(dims), dtype, layout), device);
  }

  private static Tensor rows(MeshDevice device, int... dims) {
    return made(device, DataType.BFLOAT16, Layout.ROW_MAJOR, dims);
  }

  private static Tensor integers(MeshDevice device, DataType dtype, Layout layout, int... dims) {
    return Ttnn.toDevice(
        Ttnn.fromArray(new int[Draw.volume(dims)], Shape.of(dims), dtype, layout), device);
  }

  private static MemoryConfig inShards(int... dims) {
    return Ttnn.createShardedMemoryConfig(
        Shape.of(dims), new CoreGrid(1, 2), TensorMemoryLayout.HEIGHT_SHARDED);
  }

  private static Tensor sharded(MeshDevice device, int... dims) {
    return Ttnn.toMemoryConfig(tiles(device, dims), inShards(dims));
  }

  private static OwnershipSample unary(String name, Function<Tensor, Object> call, int... dims) {
    return OwnershipSample.of(name, device -> call.apply(tiles(device, dims)));
  }

  private static OwnershipSample of(String name, Consumer<MeshDevice> body) {
    return OwnershipSample.of(name, body);
  }

  // ---- calls

  private static List<OwnershipSample> byName() {
    List<OwnershipSample> all = new ArrayList<>();
    for (String name : String.join(" ", OF_ONE).split(" ")) {
      all.add(unary(name, x -> OperationCall.of(name).with(x).run(), 33, 5));
    }
    for (String name : OF_TWO.split(" ")) {
      all.add(of(name, d -> OperationCall.of(name).with(tiles(d, 33, 5), tiles(d, 1, 5)).run()));
    }
    for (String name : OF_INTEGERS.split(" ")) {
      all.add(
          of(
              name,
              d -> {
                Tensor a = integers(d, DataType.INT32, Layout.TILE, 33, 5);
                OperationCall.of(name).with(a, a).run();
              }));
    }
    all.add(unary("heaviside", x -> OperationCall.of("heaviside").with(x, 0.5).run(), 3, 5));
    all.add(unary("threshold", x -> OperationCall.of("threshold").with(x, 0.5, 1).run(), 3, 5));
    return all;
  }

  private static List<OwnershipSample> elementwise() {
    List<OwnershipSample> all = new ArrayList<>();
    for (int[] weight : new int[][] {{1}, {1, 1}, {1, 1, 1}, {1, 1, 1, 1}}) {
      for (int[] image : new int[][] {{2, 1}, {2, 1, 3}, {2, 1, 3, 5}}) {
        all.add(
            of(
                "prelu of %d and %d dimensions".formatted(image.length, weight.length),
                d -> Ttnn.prelu(tiles(d, image), tiles(d, weight))));
      }
    }
    all.addAll(
        List.of(
            unary("addalpha", x -> Ttnn.addalpha(x, x, 2), 33, 5),
            unary("subalpha", x -> Ttnn.subalpha(x, x, 2), 33, 5),
            unary("polygamma", x -> Ttnn.polygamma(x, 2), 33, 5),
            unary("polyval", x -> Ttnn.polyval(x, List.of(1f, 2f, 3f, 4f)), 33, 5),
            unary("polyval of a constant", x -> Ttnn.polyval(x, List.of(1f)), 33, 5),
            unary("glu", Ttnn::glu, 1, 1, 32, 64),
            unary("reglu", Ttnn::reglu, 1, 1, 32, 64),
            unary("geglu", Ttnn::geglu, 1, 1, 32, 64),
            unary("swiglu", Ttnn::swiglu, 1, 1, 32, 64),
            unary("snake_beta", x -> Ttnn.snakeBeta(x, x, x), 33, 5),
            unary("tanh_bw", x -> Ttnn.tanhBw(x, x), 33, 5),
            unary("gelu_bw", x -> Ttnn.geluBw(x, x), 33, 5),
            unary("experimental gelu_bw", x -> Experimental.geluBw(x, x), 33, 5),
            unary("outer", x -> Ttnn.outer(x, x), 33),
            unary("outer of many", x -> Ttnn.outer(x, x), 3, 33),
            of("isclose of integers", OwnershipSamples::closeIntegers),
            of("prelu by rows", d -> Ttnn.prelu(tiles(d, 2, 3, 4), rows(d, 3))),
            unary("div", x -> Ttnn.div(x, x, false, "floor", BinaryOptions.DEFAULT), 33, 5),
            unary("div in place", x -> Ttnn.div(x, x, false, "trunc", into(x)), 33, 5),
            unary("clamp", x -> Ttnn.clamp(x, x, x, UnaryOptions.DEFAULT), 33, 5),
            of("add of rows", d -> Ttnn.add(rows(d, 3, 5), tiles(d, 3, 5))),
            of("add to rows", d -> Ttnn.add(tiles(d, 3, 5), rows(d, 1, 1))),
            of(
                "eq of bytes",
                d ->
                    Ttnn.eq(
                        integers(d, DataType.UINT8, Layout.ROW_MAJOR, 3, 5),
                        integers(d, DataType.UINT8, Layout.TILE, 3, 5))),
            of(
                "multiply of integers",
                d -> Ttnn.multiply(tiles(d, 3, 5), integers(d, DataType.INT32, Layout.TILE, 1, 1))),
            of(
                "legacy add",
                d ->
                    Ttnn.add(
                        tiles(d, 2, 1, 32, 32),
                        tiles(d, 1, 1, 32, 32),
                        BinaryOptions.DEFAULT.withUseLegacy(true))),
            of(
                "where of integers",
                d ->
                    Ttnn.where(
                        integers(d, DataType.INT32, Layout.TILE, 3, 5), tiles(d, 3, 5), 0.5)),
            unary(
                "attention_softmax",
                x -> Transformer.attentionSoftmax(x, AttentionSoftmaxOptions.DEFAULT),
                1,
                2,
                32,
                32),
            of("batch_norm in training", OwnershipSamples::batchNorm)));
    return all;
  }

  private static void closeIntegers(MeshDevice d) {
    Tensor tiles = integers(d, DataType.INT32, Layout.TILE, 3, 5);
    Ttnn.isclose(tiles, integers(d, DataType.INT32, Layout.ROW_MAJOR, 3, 5));
  }

  private static BinaryOptions into(Tensor target) {
    return BinaryOptions.DEFAULT.withOutputTensor(target);
  }

  private static void batchNorm(MeshDevice d) {
    Ttnn.batchNorm(
        tiles(d, 2, 3, 4, 5),
        BatchNormOptions.DEFAULT
            .withTraining(true)
            .withRunning(tiles(d, 1, 3, 1, 1), tiles(d, 1, 3, 1, 1)));
  }

  private static List<OwnershipSample> movement() {
    List<OwnershipSample> all = new ArrayList<>();
    for (int[] dims : new int[][] {{33, 5}, {1, 1}, {64, 64}}) {
      for (int dim : new int[] {0, 1}) {
        all.add(unary("stack of one", x -> Ttnn.stack(List.of(x), dim), dims));
        all.add(unary("concat of one", x -> Ttnn.concat(List.of(x), dim), dims));
        all.add(unary("concat", x -> Ttnn.concat(List.of(x, x), dim), dims));
        all.add(unary("split of the whole", x -> Ttnn.split(x, dims[dim], dim), dims));
        all.add(unary("chunk", x -> Ttnn.chunk(x, 2, dim), dims));
        all.add(unary("repeat_interleave", x -> Ttnn.repeatInterleave(x, 33, dim), dims));
        all.add(unary("cumsum", x -> Ttnn.cumsum(x, dim), dims));
        all.add(unary("cumprod", x -> Ttnn.cumprod(x, dim), dims));
        all.add(unary("roll", x -> Ttnn.roll(x, 3, dim), dims));
        all.add(unary("squeeze", x -> Ttnn.squeeze(Ttnn.unsqueeze(x, dim), dim), dims));
      }
      all.add(unary("fill_implicit_tile_padding", x -> Ttnn.fillImplicitTilePadding(x, 3), dims));
      all.add(unary("roll of all", x -> Ttnn.roll(x, 3), dims));
      all.add(unary("reshape", x -> Ttnn.reshape(x, 1, -1), dims));
      all.add(unary("getitem", x -> Ttnn.getitem(x, Index.at(0)), dims));
      all.add(unary("getitem of all", x -> Ttnn.getitem(x, Index.ALL), dims));
      all.add(unary("slice of all", x -> Ttnn.slice(x, new int[2], dims), dims));
      all.add(unary("pad by nothing", x -> Ttnn.pad(x, new int[][] {{0, 0}, {0, 0}}, 0), dims));
      all.add(unary("permute", x -> Ttnn.permute(x, 0, 1), dims));
      all.add(of("to_layout", d -> Ttnn.toLayout(rows(d, dims), Layout.TILE)));
    }
    all.addAll(
        List.of(
            unary(
                "roll along two",
                x -> Ttnn.roll(x, new int[] {1, 2}, new int[] {0, 1}, null),
                5,
                7),
            unary("repeat_interleave of a row", x -> Ttnn.repeatInterleave(x, 2, 0), 5),
            of("repeat_interleave of shards", d -> Ttnn.repeatInterleave(sharded(d, 64, 32), 2, 0)),
            of(
                "repeat_interleave of block floats",
                d -> Ttnn.repeatInterleave(blocks(d, 32, 32), 2, 0)),
            of(
                "pad of block floats",
                d -> Ttnn.pad(blocks(d, 32, 32), new int[][] {{0, 32}, {0, 0}}, 0)),
            of(
                "concat into a tensor",
                d ->
                    Ttnn.concat(
                        List.of(tiles(d, 5, 5), tiles(d, 6, 5)),
                        0,
                        ConcatOptions.DEFAULT.withOutputTensor(tiles(d, 11, 5)))),
            of(
                "slice into a tensor",
                d ->
                    Ttnn.slice(
                        tiles(d, 33, 5),
                        new int[] {3, 0},
                        new int[] {10, 5},
                        null,
                        SliceOptions.DEFAULT.withOutputTensor(tiles(d, 7, 5)))),
            of(
                "fold",
                d -> Ttnn.fold(tiles(d, 1, 4, 4, 3), 2, 2, FoldOptions.DEFAULT.withPadding(2, 2))),
            of(
                "fold elsewhere",
                d ->
                    Ttnn.fold(
                        rows(d, 1, 4, 4, 3),
                        2,
                        2,
                        FoldOptions.DEFAULT.withOverrideMemoryConfig(MemoryConfig.L1))),
            of(
                "fold by transposes",
                d ->
                    Ttnn.fold(
                        rows(d, 2, 3, 4, 8),
                        2,
                        2,
                        FoldOptions.DEFAULT.withUseTransposeAsFold(true)))));
    return all;
  }

  private static Tensor blocks(MeshDevice device, int... dims) {
    return made(device, DataType.BFLOAT8_B, Layout.TILE, dims);
  }

  private static List<OwnershipSample> lookups() {
    List<OwnershipSample> all = new ArrayList<>();
    for (Layout layout : Layout.values()) {
      for (int[] dims : new int[][] {{33, 5}, {1, 1}}) {
        for (int dim : new int[] {0, 1}) {
          all.add(of("gather", d -> gather(d, layout, dim, false, dims)));
          all.add(of("gather into a tensor", d -> gather(d, layout, dim, true, dims)));
          all.add(of("scatter", d -> scatter(d, layout, dim, dims)));
        }
      }
    }
    for (int dim : new int[] {0, 1}) {
      all.add(unary("sort", x -> Ttnn.sort(x, dim, false, false, null), 64, 64));
      all.add(of("sort into tensors", d -> sortInto(d, dim)));
      all.add(unary("topk", x -> Ttnn.topk(x, 32, TopkOptions.DEFAULT.withDim(dim)), 64, 64));
    }
    all.add(unary("sort to shards", x -> Ttnn.sort(x, 0, false, false, inShards(64, 64)), 64, 64));
    return all;
  }

  private static void gather(MeshDevice d, Layout layout, int dim, boolean into, int... dims) {
    Tensor input = made(d, DataType.BFLOAT16, layout, dims);
    Tensor index = integers(d, DataType.UINT32, layout, dims);
    Tensor out = into ? made(d, DataType.BFLOAT16, layout, dims) : null;
    Ttnn.gather(input, dim, index, false, null, out);
  }

  private static void scatter(MeshDevice d, Layout layout, int dim, int... dims) {
    Tensor input = made(d, DataType.BFLOAT16, layout, dims);
    Tensor index = integers(d, DataType.UINT32, layout, dims);
    Ttnn.scatter(input, dim, index, input, null, null);
  }

  private static void sortInto(MeshDevice d, int dim) {
    ValuesAndIndices out =
        new ValuesAndIndices(tiles(d, 64, 64), integers(d, DataType.UINT16, Layout.TILE, 64, 64));
    Ttnn.sort(tiles(d, 64, 64), dim, false, false, null, out);
  }

  private static List<OwnershipSample> products() {
    MatmulOptions plain = MatmulOptions.DEFAULT;
    MatmulOptions turned =
        plain
            .withTransposeA(true)
            .withTransposeB(true)
            .withProgramConfig(new MatmulProgramConfig.MultiCore());
    List<OwnershipSample> all = new ArrayList<>();
    for (int n : new int[] {33, 1}) {
      all.add(of("matmul of vectors", d -> Ttnn.matmul(tiles(d, n), tiles(d, n))));
      all.add(of("matmul of a vector", d -> Ttnn.matmul(tiles(d, n), tiles(d, n, 5))));
      all.add(of("matmul by a vector", d -> Ttnn.matmul(tiles(d, 5, n), tiles(d, n))));
      all.add(of("matmul, turned", d -> Ttnn.matmul(tiles(d, n, 5), tiles(d, 4, n), turned)));
      all.add(
          of(
              "linear of a vector",
              d ->
                  Ttnn.linear(
                      tiles(d, n), tiles(d, n, 5), tiles(d, 5), plain.withActivation("gelu"))));
      all.add(
          of(
              "linear with a bias of more dimensions",
              d -> Ttnn.linear(tiles(d, 3, n), tiles(d, n, 5), tiles(d, 1, 1, 3, 5), plain)));
      all.add(
          of(
              "linear with a bias of another type",
              d ->
                  Ttnn.linear(
                      tiles(d, 3, n),
                      tiles(d, n, 5),
                      made(d, DataType.FLOAT32, Layout.TILE, 3, 5),
                      plain.withActivation("gelu"))));
      all.add(
          of(
              "linear into a tensor",
              d ->
                  Ttnn.linear(
                      tiles(d, 3, n),
                      tiles(d, n, 5),
                      tiles(d, 3, 5),
                      plain.withActivation("silu").withOptionalOutputTensor(tiles(d, 3, 5)))));
      all.add(of("addmm", d -> addmm(d, n, DataType.BFLOAT16, plain)));
      all.add(of("addmm of another type", d -> addmm(d, n, DataType.FLOAT32, plain)));
      all.add(
          of(
              "addmm into a tensor",
              d -> addmm(d, n, DataType.BFLOAT16, plain.withOptionalOutputTensor(tiles(d, 3, 5)))));
    }
    all.add(
        of(
            "concatenate_heads of shards",
            d ->
                Transformer.concatenateHeads(
                    Ttnn.toMemoryConfig(tiles(d, 1, 2, 32, 32), inShards(64, 32)),
                    MemoryConfig.L1)));
    return all;
  }

  private static void addmm(MeshDevice d, int n, DataType dtype, MatmulOptions options) {
    Tensor input = made(d, dtype, Layout.TILE, 3, 5);
    Ttnn.addmm(input, tiles(d, 3, n), tiles(d, n, 5), 2, 0.5f, options);
  }

  private static List<OwnershipSample> reductions() {
    ReduceOptions plain = ReduceOptions.DEFAULT;
    List<OwnershipSample> all = new ArrayList<>();
    for (int[] dims : new int[][] {{2, 3, 33, 5}, {1, 1, 1, 1}}) {
      for (List<Integer> dim : List.of(List.of(0), List.of(1, 2), List.of(2), List.of(3))) {
        all.add(unary("sum", x -> Ttnn.sum(x, dim, false, plain), dims));
        all.add(of("sum of rows", d -> Ttnn.sum(rows(d, dims), dim, false, plain)));
        all.add(
            unary(
                "sum to rows",
                x -> Ttnn.sum(x, dim, true, plain.withOutputLayout(Layout.ROW_MAJOR)),
                dims));
        all.add(unary("std", x -> Ttnn.std(x, dim, false, plain), dims));
        all.add(unary("prod", x -> Ttnn.prod(x, dim.getFirst(), false, null), dims));
        all.add(unary("argmax", x -> Ttnn.argmax(x, dim.getFirst(), true, null), dims));
        all.add(unary("cumsum", x -> cumsumInto(x, dim.getFirst()), dims));
      }
      all.add(unary("mean of all", Ttnn::mean, dims));
      all.add(unary("fast_reduce_nc", OwnershipSamples::fastReduced, 2, 3, 33, 5));
      all.add(unary("var of all", x -> Ttnn.var(x, null, false, plain), dims));
      all.add(unary("prod of all", Ttnn::prod, dims));
      all.add(of("argmax of rows", d -> Ttnn.argmax(rows(d, dims), null, false, null)));
    }
    for (int dim : new int[] {0, 1}) {
      all.add(of("sum of shards", d -> Ttnn.sum(sharded(d, 64, 32), dim, true)));
      all.add(of("std of shards", d -> Ttnn.std(sharded(d, 64, 32), dim, true)));
    }
    return all;
  }

  private static Tensor fastReduced(Tensor x) {
    return Experimental.fastReduceNc(x, List.of(0, 1));
  }

  private static Tensor cumsumInto(Tensor x, int dim) {
    Tensor out = tiles(x.device(), x.shape().toArray());
    return Ttnn.cumsum(x, dim, null, false, out, null);
  }

  private static List<OwnershipSample> images() {
    Conv2dConfig frees = Conv2dConfig.DEFAULT.withDeallocateActivation(true);
    Conv2dOptions conv = Conv2dOptions.DEFAULT;
    PoolOptions pool = PoolOptions.DEFAULT;
    List<OwnershipSample> all = new ArrayList<>();
    for (int kernel : new int[] {1, 3}) {
      all.add(of("conv2d", d -> conv(d, kernel, conv.withBiasTensor(rows(d, 1, 1, 1, 3)))));
      all.add(of("conv2d that frees", d -> conv(d, kernel, conv.withConvConfig(frees))));
      all.add(of("conv2d of prepared weights", d -> convTwice(d, kernel)));
      all.add(
          of(
              "conv2d to rows",
              d ->
                  conv(
                      d,
                      kernel,
                      conv.withConvConfig(
                          Conv2dConfig.DEFAULT.withOutputLayout(Layout.ROW_MAJOR)))));
    }
    all.add(of("max_pool2d that frees", d -> maxPool(d, pool.withDeallocateInput(true))));
    all.add(
        of(
            "max_pool2d in shards",
            d -> maxPool(d, pool.withAppliedShardScheme(TensorMemoryLayout.HEIGHT_SHARDED))));
    all.add(
        of(
            "adaptive_avg_pool2d",
            d -> Ttnn.adaptiveAvgPool2d(rows(d, 1, 5, 4, 2), 1, 5, 4, 2, new int[] {2, 2}, pool)));
    all.add(
        of(
            "adaptive_max_pool2d",
            d -> Ttnn.adaptiveMaxPool2d(rows(d, 1, 1, 20, 2), 1, 5, 4, 2, new int[] {2, 2}, pool)));
    all.add(
        of(
            "global_avg_pool2d",
            d -> Ttnn.globalAvgPool2d(tiles(d, 1, 1, 1, 1), null, DataType.FLOAT32)));
    all.add(
        of(
            "global_avg_pool2d of shards",
            d -> Ttnn.globalAvgPool2d(sharded(d, 1, 2, 32, 32), MemoryConfig.DRAM, null)));
    return all;
  }

  private static void conv(MeshDevice d, int kernel, Conv2dOptions options) {
    Ttnn.conv2d(
        rows(d, 1, 5, 4, 2),
        rows(d, 3, 2, kernel, kernel),
        Conv2dSizes.of(2, 3).withImages(1, 5, 4).withKernelSize(kernel, kernel),
        options);
  }

  private static void convTwice(MeshDevice d, int kernel) {
    OperationCall first = convCall(rows(d, 1, 5, 4, 2), rows(d, 3, 2, kernel, kernel), kernel);
    Object made = first.withArgument("bias_tensor", rows(d, 1, 1, 1, 3)).run();
    List<Tensor> results = OperationCall.tensors(made);
    convCall(rows(d, 1, 5, 4, 2), results.get(1), kernel)
        .withArgument("bias_tensor", results.get(2))
        .run();
  }

  private static OperationCall convCall(Tensor input, Tensor weight, int kernel) {
    return OperationCall.of("conv2d")
        .withArgument("input_tensor", input)
        .withArgument("weight_tensor", weight)
        .withArgument("in_channels", 2)
        .withArgument("out_channels", 3)
        .withArgument("batch_size", 1)
        .withArgument("input_height", 5)
        .withArgument("input_width", 4)
        .withArgument("kernel_size", new int[] {kernel, kernel})
        .withArgument("return_weights_and_bias", true);
  }

  private static void maxPool(MeshDevice d, PoolOptions options) {
    Ttnn.maxPool2d(
        rows(d, 1, 5, 4, 32),
        new PoolImages(1, 5, 4, 32),
        MaxPoolWindow.of(2, 2).withStride(2, 2),
        options);
  }

  private static List<OwnershipSample> transfers() {
    return List.of(
        of("dump_tensor and load_tensor", OwnershipSamples::throughFile),
        unary("move", x -> Ttnn.move(x, MemoryConfig.L1), 33, 5),
        of(
            "move to a lower place",
            d -> {
              Tensor below = tiles(d, 64, 64);
              Tensor above = tiles(d, 64, 64);
              Ttnn.deallocate(below);
              Ttnn.reallocate(above);
            }),
        unary("reallocate in place", Ttnn::reallocate, 33, 5),
        unary("to_memory_config", x -> Ttnn.toMemoryConfig(x, MemoryConfig.DRAM), 33, 5),
        of(
            "empty",
            d -> OperationCall.of("empty").with(Shape.of(3, 5)).withArgument("device", d).run()),
        of(
            "allocate_tensor_on_device",
            d ->
                OperationCall.of("allocate_tensor_on_device")
                    .with(Shape.of(3, 5), DataType.BFLOAT16, Layout.TILE, d)
                    .run()),
        of(
            "as_tensor",
            d ->
                OperationCall.of("as_tensor")
                    .with(
                        Ttnn.fromArray(new float[6], Shape.of(2, 3), DataType.FLOAT32, Layout.TILE))
                    .withArgument("device", d)
                    .withArgument("memory_config", MemoryConfig.DRAM)
                    .run()),
        of(
            "from_torch",
            d ->
                Ttnn.fromTorch(
                    TorchTensor.of(new float[6], Shape.of(2, 3)),
                    FromTorchOptions.DEFAULT.withDevice(d).withLayout(Layout.TILE))),
        of("dropout", d -> Experimental.dropout(tiles(d, 33, 5), 0.5, 2, 1)),
        of("bernoulli", d -> Ttnn.bernoulli(tiles(d, 33, 5))),
        of("manual_seed", d -> Ttnn.manualSeed(1, d, null, null)),
        of(
            "randn",
            d ->
                Ttnn.randn(
                    Shape.of(33, 5),
                    d,
                    DataType.BFLOAT16,
                    Layout.ROW_MAJOR,
                    MemoryConfig.DRAM,
                    null,
                    1L)));
  }

  private static void throughFile(MeshDevice d) {
    try {
      Path file = Files.createTempFile("ownership", ".tensorbin");
      try {
        Ttnn.dumpTensor(file, Ttnn.fromDevice(tiles(d, 33, 5)));
        Ttnn.loadTensor(file, d);
      } finally {
        Files.delete(file);
      }
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<OwnershipSample> onMeshes() {
    return List.of(
        onMesh("all_gather", x -> Ttnn.allGather(x, 3)),
        onMesh("all_reduce", Ttnn::allReduce),
        onMesh("reduce_scatter", x -> Ttnn.reduceScatter(x, 3)),
        new OwnershipSample("reduce_scatter into a tensor", "n300", OwnershipSamples::scatterInto),
        new OwnershipSample("rand in parts", "n300", d -> randParts(d, MeshMapper.shard(0))));
  }

  private static OwnershipSample onMesh(String name, Function<Tensor, Object> call) {
    return new OwnershipSample(name, "n300", d -> call.apply(tiles(d, 1, 1, 32, 128)));
  }

  private static void scatterInto(MeshDevice d) {
    Tensor parts =
        Ttnn.distributeTensor(
            Ttnn.fromArray(
                new float[64 * 128], Shape.of(1, 1, 64, 128), DataType.BFLOAT16, Layout.TILE),
            MeshMapper.shard(2),
            d);
    Tensor into = Ttnn.reduceScatter(parts, 3);
    Ttnn.reduceScatter(parts, 3, ReduceScatterOptions.DEFAULT.withOutputTensor(into));
  }

  private static void randParts(MeshDevice d, MeshMapper mapper) {
    Ttnn.rand(Shape.of(64, 64), d, RandOptions.DEFAULT.withSeed(1).withMeshMapper(mapper));
  }
}
