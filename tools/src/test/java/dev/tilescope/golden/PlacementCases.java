package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.EmbeddingOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Operations that put the same elements elsewhere, in other pages or tensors. */
final class PlacementCases {
  static final List<GoldenCase> CASES =
      List.of(
          same("clone", Ttnn::clone),
          same("move", Ttnn::move),
          same("reallocate", Ttnn::reallocate),
          same("untilize", Ttnn::untilize).tiled(),
          same("tilize_with_zero_padding", Ttnn::tilizeWithZeroPadding).rowMajor(),
          same("from_device", Ttnn::fromDevice),
          moving("to_device", PlacementCases::toDevice),
          moving("to_dtype", PlacementCases::toDtype),
          moving("to_array", PlacementCases::toArray),
          moving("copy", PlacementCases::copy),
          moving("copy_host_to_device_tensor", PlacementCases::hostToDevice),
          moving("copy_device_to_host_tensor", PlacementCases::deviceToHost),
          moving("tilize", PlacementCases::tilize).rowMajor(),
          moving("tilize_with_val_padding", PlacementCases::tilizeWithValue).rowMajor(),
          moving("untilize_with_unpadding", PlacementCases::unpadding).tiled(),
          moving("interleaved_to_sharded", d -> sharded(d, Ttnn::interleavedToSharded)).tiled(),
          moving("sharded_to_interleaved", d -> sharded(d, PlacementCases::backAgain)).tiled(),
          moving("reshard", d -> sharded(d, PlacementCases::reshard)).tiled(),
          moving("view", PlacementCases::view).rowMajor(),
          moving("unsqueeze_to_4D", PlacementCases::unsqueezeTo4D),
          like("zeros_like", Ttnn::zerosLike, 0),
          like("ones_like", Ttnn::onesLike, 1),
          like("full_like", x -> Ttnn.fullLike(x, 3), 3),
          like("moreh_full_like", x -> Ttnn.morehFullLike(x, 3), 3),
          new GoldenCase(
              "ttnn::plus_one",
              List.of(DataType.INT32, DataType.UINT32),
              List.of(Layout.ROW_MAJOR),
              PlacementCases::plusOne),
          GoldenCase.of("embedding", PlacementCases::embedding).rowMajor());

  private PlacementCases() {}

  /** An operation that does not look at what it moves. */
  private static GoldenCase moving(String name, Function<Draw, GoldenTrial> draw) {
    return GoldenCase.of(name, draw).alsoIn(GoldenCase.INTEGERS);
  }

  private static GoldenCase same(String name, UnaryOperator<Tensor> ours) {
    return moving(name, draw -> same(draw, draw.shape(2, 4), on -> ours.apply(on.tensor(0))));
  }

  private static GoldenTrial same(
      Draw draw, int[] shape, Function<GoldenTrial.Placed, Tensor> ours) {
    Operand x = draw.tensor(-100, 100, shape);
    return draw.trial("", ours, oracle("Identity").input(x.golden()), x);
  }

  private static GoldenTrial toDevice(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    return draw.trial(
        "",
        on -> Ttnn.toDevice(x.host(), on.device(), MemoryConfig.L1),
        oracle("Identity").input(x.golden()));
  }

  private static GoldenTrial toDtype(Draw draw) {
    Operand x = draw.tensor(0, 250, draw.shape(1, 4));
    DataType to = draw.one(draw.types());
    return draw.trial(
        "dtype=" + to.name(),
        on -> Ttnn.toDtype(x.host(), to),
        oracle("Cast").attribute("to", OnnxType.of(to)).input(x.golden()));
  }

  private static GoldenTrial toArray(Draw draw) {
    int[] dims = draw.shape(1, 4);
    Shape shape = Shape.of(dims);
    return same(
        draw,
        dims,
        on ->
            draw.dtype().isFloat()
                ? Ttnn.fromArray(Ttnn.toArray(on.tensor(0)), shape, draw.dtype(), draw.layout())
                : Ttnn.fromArray(
                    Ttnn.toIntArray(on.tensor(0)), shape, draw.dtype(), draw.layout()));
  }

  private static GoldenTrial copy(Draw draw) {
    return same(
        draw, draw.shape(1, 4), on -> Ttnn.copy(on.tensor(0), Ttnn.zerosLike(on.tensor(0))));
  }

  private static GoldenTrial hostToDevice(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    Operand other = draw.tensor(-100, 100, x.shape());
    return draw.trial(
        "",
        on -> {
          Ttnn.copyHostToDeviceTensor(x.host(), on.tensor(0));
          return on.tensor(0);
        },
        oracle("Identity").input(x.golden()),
        other);
  }

  private static GoldenTrial deviceToHost(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    Operand other = draw.tensor(-100, 100, x.shape());
    return draw.trial(
        "",
        on -> {
          Ttnn.copyDeviceToHostTensor(on.tensor(0), other.host());
          return other.host();
        },
        oracle("Identity").input(x.golden()),
        x);
  }

  private static int[] wholeTiles(Draw draw) {
    return new int[] {draw.between(1, 3), 32 * draw.between(1, 3), 32 * draw.between(1, 3)};
  }

  private static GoldenTrial tilize(Draw draw) {
    return same(draw, wholeTiles(draw), on -> Ttnn.tilize(on.tensor(0)));
  }

  private static GoldenTrial tilizeWithValue(Draw draw) {
    int[] dims = draw.shape(2, 4);
    int[] padded = dims.clone();
    for (int i = dims.length - 2; i < dims.length; i++) {
      padded[i] = Math.ceilDiv(dims[i], 32) * 32;
    }
    return same(draw, dims, on -> Ttnn.tilizeWithValPadding(on.tensor(0), Shape.of(padded), 7));
  }

  private static GoldenTrial unpadding(Draw draw) {
    int[] dims = draw.shape(2, 4);
    Operand x = draw.tensor(-100, 100, dims);
    int[] sizes = Arrays.stream(dims).map(size -> draw.between(1, size)).toArray();
    int[] last = Arrays.stream(sizes).map(size -> size - 1).toArray();
    return draw.trial(
        "output_tensor_end=" + Arrays.toString(last),
        on -> Ttnn.untilizeWithUnpadding(on.tensor(0), Shape.of(last)),
        oracle("Slice")
            .input(x.golden())
            .list(new int[dims.length])
            .list(sizes)
            .list(IntStream.range(0, dims.length).toArray()),
        x);
  }

  private interface ToShards {
    Tensor apply(Tensor interleaved, MemoryConfig shards);
  }

  /** A row of tiles to a core, of which eight are in a row. */
  private static GoldenTrial sharded(Draw draw, ToShards ours) {
    int[] dims = {draw.between(1, 2), 32 * draw.between(1, 4), 32 * draw.between(1, 3)};
    int cores = dims[0] * dims[1] / 32;
    MemoryConfig shards =
        Ttnn.createShardedMemoryConfig(
            Shape.of(dims), new CoreGrid(1, cores), TensorMemoryLayout.HEIGHT_SHARDED);
    return same(draw, dims, on -> ours.apply(on.tensor(0), shards));
  }

  private static Tensor backAgain(Tensor interleaved, MemoryConfig shards) {
    try (Tensor sharded = Ttnn.interleavedToSharded(interleaved, shards)) {
      return Ttnn.shardedToInterleaved(sharded);
    }
  }

  private static Tensor reshard(Tensor interleaved, MemoryConfig shards) {
    MemoryConfig one =
        Ttnn.createShardedMemoryConfig(
            interleaved.shape(), new CoreGrid(1, 1), TensorMemoryLayout.HEIGHT_SHARDED);
    try (Tensor sharded = Ttnn.interleavedToSharded(interleaved, one)) {
      return Ttnn.reshard(sharded, shards);
    }
  }

  /** The last dimension stays: pages of rows are what a view keeps. */
  private static GoldenTrial view(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(2, 4));
    int width = x.shape()[x.rank() - 1];
    return draw.trial(
        "",
        on -> Ttnn.view(on.tensor(0), -1, width),
        oracle("Reshape").input(x.golden()).list(-1, width),
        x);
  }

  private static GoldenTrial unsqueezeTo4D(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    int[] dims = {1, 1, 1, 1};
    System.arraycopy(x.shape(), 0, dims, 4 - x.rank(), x.rank());
    return draw.trial(Ttnn::unsqueezeTo4D, oracle("Reshape").input(x.golden()).list(dims), x);
  }

  private static GoldenCase like(String name, UnaryOperator<Tensor> ours, float value) {
    return moving(
        name,
        draw -> {
          Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
          return draw.trial(ours, oracle("Expand").input(value).list(x.shape()), x);
        });
  }

  private static GoldenTrial plusOne(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    boolean skips = draw.flip();
    OnnxValue one = OnnxValue.Given.of(new long[] {1});
    OnnxValue zero = OnnxValue.Given.of(new long[] {0});
    OnnxCall sum = oracle("Add").input(x.golden()).input(one);
    OnnxCall negative = oracle("Less").input(x.golden()).input(zero);
    return draw.trial(
        "skip_negative_entries=" + skips,
        on -> Ttnn.plusOne(on.tensor(0), skips),
        skips ? oracle("Where").input(negative).input(x.golden()).input(sum) : sum,
        x);
  }

  private static GoldenTrial embedding(Draw draw) {
    int rows = draw.between(2, 40);
    Operand table = draw.tensor(rows, draw.between(20, 70));
    int[] shape = {draw.between(1, 3), draw.between(2, 40)};
    Operand indices = draw.tensor(DataType.UINT32, 0, rows, shape);
    return draw.trial(
        "",
        on ->
            Ttnn.embedding(
                on.tensor(1), on.tensor(0), EmbeddingOptions.DEFAULT.withLayout(Layout.TILE)),
        oracle("Gather").input(table.golden()).input(indices.golden()),
        table,
        indices);
  }
}
