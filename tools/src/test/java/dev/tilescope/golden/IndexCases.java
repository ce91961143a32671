package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Ttnn;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Operations whose places are told by numbers, and images turned where they lie. */
final class IndexCases {
  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("nonzero", IndexCases::nonzero).alsoIn(GoldenCase.INTEGERS),
          GoldenCase.of("indexed_fill", IndexCases::indexedFill).alsoIn(GoldenCase.INTEGERS),
          GoldenCase.of("tosa_gather", IndexCases::tosaGather),
          GoldenCase.of("tosa_scatter", IndexCases::tosaScatter),
          GoldenCase.of("embedding_bw", IndexCases::embeddingBw).tiled(),
          GoldenCase.of("experimental::slice_write", IndexCases::sliceWrite)
              .alsoIn(GoldenCase.INTEGERS),
          GoldenCase.of("experimental::padded_slice", IndexCases::paddedSlice)
              .alsoIn(GoldenCase.INTEGERS),
          GoldenCase.of("experimental::convert_to_hwc", IndexCases::convertToHwc).rowMajor(),
          GoldenCase.of("experimental::convert_to_chw", IndexCases::convertToChw).rowMajor());

  private IndexCases() {}

  /** Four indices of each place, then zeros. */
  private static GoldenTrial nonzero(Draw draw) {
    int[] dims = draw.shape(4, 4);
    Operand x = draw.withZeros(dims);
    int room = 4 * Draw.volume(dims);
    OnnxCall places =
        oracle("Transpose").ints("perm", 1, 0).input(oracle("NonZero").input(x.golden()));
    OnnxCall flat = oracle("Reshape").input(places).list(-1);
    OnnxCall filled =
        oracle("Concat")
            .attribute("axis", 0)
            .input(oracle("Cast").attribute("to", OnnxType.of(DataType.INT32)).input(flat))
            .input(new int[room], room);
    OnnxCall cut = oracle("Slice").input(filled).list(0).list(room);
    return draw.trial(
        "",
        on -> Ttnn.nonzero(on.tensor(0)).get(1),
        oracle("Reshape").input(cut).list(1, 1, 1, room),
        x);
  }

  private static GoldenTrial indexedFill(Draw draw) {
    int[] dims = draw.shape(4, 4);
    int dim = draw.dim(4);
    int at = Math.floorMod(dim, 4);
    int[] order = Arrays.copyOf(draw.order(dims[at]), draw.between(1, dims[at]));
    int[] slices = dims.clone();
    slices[at] = order.length;
    Operand x = draw.tensor(-100, 100, dims);
    Operand y = draw.tensor(-100, 100, slices);
    Operand index = Operand.of(order, DataType.UINT32, Layout.ROW_MAJOR, order.length);
    int inner = Draw.volume(Arrays.copyOfRange(slices, at + 1, 4));
    int[] places =
        IntStream.range(0, Draw.volume(slices)).map(i -> order[i / inner % order.length]).toArray();
    return draw.trial(
        "dim=" + dim,
        on -> Ttnn.indexedFill(on.tensor(0), on.tensor(1), on.tensor(2), null, dim),
        oracle("ScatterElements")
            .attribute("axis", dim)
            .input(x.golden())
            .input(places, slices)
            .input(y.golden()),
        index,
        x,
        y);
  }

  /** Numbers of rows, each as often as there are channels. */
  private static int[] forChannels(int[] rows, int channels) {
    return IntStream.range(0, rows.length * channels).map(i -> rows[i / channels]).toArray();
  }

  private static GoldenTrial tosaGather(Draw draw) {
    int[] dims = draw.shape(3, 3);
    int count = draw.between(1, 40);
    int[] rows = draws(draw, dims[0] * count, dims[1]);
    Operand x = draw.tensor(-100, 100, dims);
    Operand index = Operand.of(rows, DataType.UINT32, draw.layout(), dims[0], count);
    return draw.trial(
        "",
        on -> Ttnn.tosaGather(on.tensor(0), on.tensor(1)),
        oracle("GatherElements")
            .attribute("axis", 1)
            .input(x.golden())
            .input(forChannels(rows, dims[2]), dims[0], count, dims[2]),
        x,
        index);
  }

  private static int[] draws(Draw draw, int count, int below) {
    return IntStream.range(0, count).map(i -> draw.between(0, below - 1)).toArray();
  }

  /** Every row at most once: of equal indices ONNX does not say which one wins. */
  private static GoldenTrial tosaScatter(Draw draw) {
    int[] dims = draw.shape(3, 3);
    int count = draw.between(1, dims[1]);
    int[] order = draw.order(dims[1]);
    int[] rows = IntStream.range(0, dims[0] * count).map(i -> order[i % count]).toArray();
    Operand x = draw.tensor(-100, 100, dims);
    Operand source = draw.tensor(-100.0, 100.0, dims[0], count, dims[2]);
    Operand index = Operand.of(rows, DataType.UINT32, draw.layout(), dims[0], count);
    return draw.trial(
        "",
        on -> Ttnn.tosaScatter(on.tensor(0), on.tensor(1), on.tensor(2)),
        oracle("ScatterElements")
            .attribute("axis", 1)
            .input(x.golden())
            .input(forChannels(rows, dims[2]), dims[0], count, dims[2])
            .input(source.golden()),
        x,
        index,
        source);
  }

  /** Small integers, so that sums are exact. */
  private static GoldenTrial embeddingBw(Draw draw) {
    int rows = draw.between(1, 40);
    int width = 32 * draw.between(1, 3);
    int batch = draw.between(1, 3);
    int[] indices = draws(draw, batch * 32, rows);
    float[] gradient = new float[indices.length * width];
    for (int i = 0; i < gradient.length; i++) {
      gradient[i] = draw.between(-1, 1);
    }
    Operand index = Operand.of(indices, DataType.UINT32, Layout.ROW_MAJOR, batch, 32);
    Operand weight = draw.tensor(DataType.BFLOAT16, -1.0, 1.0, rows, width);
    Operand slopes =
        Operand.of(gradient, DataType.BFLOAT16, Layout.TILE, 1, 1, indices.length, width);
    OnnxCall table =
        oracle("ScatterElements")
            .attribute("axis", 2)
            .attribute("reduction", "add")
            .input(new float[rows * width], 1, 1, rows, width)
            .input(forChannels(indices, width), 1, 1, indices.length, width)
            .input(slopes.golden());
    return draw.trial(
        "",
        on -> Ttnn.embeddingBw(on.tensor(0), on.tensor(1), on.tensor(2)),
        table,
        index,
        weight,
        slopes);
  }

  private static GoldenTrial sliceWrite(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int rank = dims.length;
    int[] start = Arrays.stream(dims).map(size -> draw.between(0, size - 1)).toArray();
    int[] end = IntStream.range(0, rank).map(i -> draw.between(start[i] + 1, dims[i])).toArray();
    int[] step = IntStream.range(0, rank).map(i -> draw.between(1, 3)).toArray();
    int[] part =
        IntStream.range(0, rank).map(i -> Math.ceilDiv(end[i] - start[i], step[i])).toArray();
    Operand whole = draw.tensor(-100, 100, dims);
    Operand x = draw.tensor(-100, 100, part);
    OnnxCall flat =
        oracle("ScatterElements")
            .input(oracle("Reshape").input(whole.golden()).list(-1))
            .input(places(part, start, step, dims), Draw.volume(part))
            .input(oracle("Reshape").input(x.golden()).list(-1));
    return draw.trial(
        Arrays.toString(start) + Arrays.toString(end) + Arrays.toString(step),
        on -> Experimental.sliceWrite(on.tensor(0), on.tensor(1), start, end, step),
        oracle("Reshape").input(flat).list(dims),
        x,
        whole);
  }

  /** Channels stay whole, and shards are wider than they are. */
  private static GoldenTrial paddedSlice(Draw draw) {
    int[] dims = IntStream.range(0, 4).map(i -> draw.between(1, 9)).toArray();
    int[] start =
        IntStream.range(0, 4).map(i -> i == 3 ? 0 : draw.between(0, dims[i] - 1)).toArray();
    int[] end =
        IntStream.range(0, 4)
            .map(i -> i == 3 ? dims[3] : draw.between(start[i] + 1, dims[i]))
            .toArray();
    int rows = IntStream.range(0, 3).map(i -> end[i] - start[i]).reduce(1, (a, b) -> a * b);
    int cores = draw.between(1, Math.min(rows, 3));
    MemoryConfig memory =
        shards(TensorMemoryLayout.HEIGHT_SHARDED, cores, Math.ceilDiv(rows, cores), 16);
    Operand x = draw.tensor(-100, 100, dims);
    return draw.trial(
        Arrays.toString(start) + Arrays.toString(end),
        on -> Experimental.paddedSlice(on.tensor(0), start, end, memory),
        oracle("Reshape")
            .input(oracle("Slice").input(x.golden()).list(start).list(end))
            .list(1, 1, rows, dims[3]),
        x);
  }

  /** Where the elements of a slice lie in the whole. */
  private static int[] places(int[] part, int[] start, int[] step, int[] dims) {
    int[] places = new int[Draw.volume(part)];
    for (int i = 0; i < places.length; i++) {
      int rest = i;
      int stride = 1;
      for (int d = part.length - 1; d >= 0; d--) {
        places[i] += (start[d] + rest % part[d] * step[d]) * stride;
        rest /= part[d];
        stride *= dims[d];
      }
    }
    return places;
  }

  private static MemoryConfig shards(TensorMemoryLayout layout, int cores, int height, int width) {
    return MemoryConfig.sharded(
        layout,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(cores, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  private static GoldenTrial convertToHwc(Draw draw) {
    int images = draw.between(1, 3);
    int channels = draw.between(1, 9);
    int cores = draw.between(1, 3);
    int pixels = cores * 16 * draw.between(1, 4);
    Operand x = draw.tensor(-100.0, 100.0, 1, images, channels, pixels);
    int unit = 16 / draw.dtype().elementBytes();
    int padded = Math.ceilDiv(channels, unit) * unit;
    MemoryConfig memory =
        shards(TensorMemoryLayout.WIDTH_SHARDED, cores, images * channels, pixels / cores);
    OnnxCall turned = oracle("Transpose").ints("perm", 0, 1, 3, 2).input(x.golden());
    OnnxCall flat = oracle("Reshape").input(turned).list(1, 1, images * pixels, channels);
    return draw.trial(
        "",
        on -> Experimental.convertToHwc(Ttnn.toMemoryConfig(on.tensor(0), memory)),
        oracle("Pad").input(flat).list(0, 0, 0, 0, 0, 0, 0, padded - channels),
        x);
  }

  private static GoldenTrial convertToChw(Draw draw) {
    int channels = draw.between(1, 32);
    int cores = draw.between(1, 3);
    int pixels = cores * 32 * draw.between(1, 3);
    Operand x = draw.tensor(-100.0, 100.0, 1, 1, pixels, channels);
    MemoryConfig memory =
        shards(TensorMemoryLayout.HEIGHT_SHARDED, cores, pixels / cores, channels);
    return draw.trial(
        "",
        on -> Experimental.convertToChw(Ttnn.toMemoryConfig(on.tensor(0), memory)),
        oracle("Transpose").ints("perm", 0, 1, 3, 2).input(x.golden()),
        x);
  }
}
