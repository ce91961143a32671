package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.ops.options.Index;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Operations that take tensors apart, put them together, or look elements up. */
final class PartCases {
  private static final List<DataType> BLOCKS = List.of(DataType.BFLOAT8_B, DataType.BFLOAT4_B);

  static final List<GoldenCase> CASES =
      List.of(
          moving("concat", PartCases::concat),
          moving("stack", PartCases::stack),
          moving("slice", PartCases::slice),
          moving("narrow", PartCases::narrow),
          moving("split", PartCases::split),
          moving("chunk", PartCases::chunk),
          moving("Tensor::__getitem__", PartCases::getitem),
          moving("pad", PartCases::pad),
          moving("expand", PartCases::expand),
          moving("repeat_interleave", PartCases::repeatInterleave),
          moving("roll", PartCases::roll),
          moving("squeeze", PartCases::squeeze),
          moving("unsqueeze", PartCases::unsqueeze),
          moving("gather", PartCases::gather),
          moving("scatter", PartCases::scatter),
          GoldenCase.of("scatter_add", PartCases::scatterAdd),
          GoldenCase.of("fold", PartCases::fold));

  private PartCases() {}

  private static GoldenCase moving(String name, Function<Draw, GoldenTrial> draw) {
    return GoldenCase.of(name, draw).alsoIn(GoldenCase.INTEGERS).alsoIn(BLOCKS);
  }

  private static GoldenTrial concat(Draw draw) {
    int[] dims = draw.shape(1, 5);
    int dim = draw.dim(dims.length);
    Operand[] parts = new Operand[draw.between(2, 4)];
    for (int i = 0; i < parts.length; i++) {
      int[] own = dims.clone();
      own[Math.floorMod(dim, dims.length)] = draw.flip() ? 32 : draw.between(1, 40);
      parts[i] = draw.tensor(-100, 100, own);
    }
    OnnxCall golden = oracle("Concat").attribute("axis", dim);
    Arrays.stream(parts).forEach(part -> golden.input(part.golden()));
    return draw.trial("dim=" + dim, on -> Ttnn.concat(on.tensors(), dim), golden, parts);
  }

  /** A stretch that begins at the first of twelve banks, however many pages an index has. */
  private static GoldenTrial narrow(Draw draw) {
    int length = draw.between(1, 8);
    Operand x = draw.tensor(-100, 100, new int[] {12 + length, draw.between(1, 40), 32});
    OnnxCall golden = oracle("Slice").input(x.golden()).list(12).list(12 + length).list(0);
    return draw.trial(
        "length=" + length, on -> Ttnn.narrow(on.tensor(0), 0, 12, length), golden, x);
  }

  private static GoldenTrial stack(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.between(-dims.length - 1, dims.length);
    Operand a = draw.tensor(-100, 100, dims);
    Operand b = draw.tensor(-100, 100, dims);
    OnnxCall golden = oracle("Concat").attribute("axis", dim);
    for (Operand each : List.of(a, b)) {
      golden.input(oracle("Unsqueeze").input(each.golden()).list(dim));
    }
    return draw.trial("dim=" + dim, on -> Ttnn.stack(on.tensors(), dim), golden, a, b);
  }

  /** The bounds of a part that is not empty. */
  private record Bounds(int[] start, int[] end, int[] step) {
    static Bounds of(Draw draw, int[] dims) {
      boolean stepped = !draw.dtype().isBlockFloat() && draw.flip();
      int[] start =
          Arrays.stream(dims).map(n -> draw.flip() ? 0 : draw.between(0, n - 1)).toArray();
      int[] end = new int[dims.length];
      int[] step = new int[dims.length];
      for (int i = 0; i < dims.length; i++) {
        end[i] = draw.flip() ? dims[i] : draw.between(start[i] + 1, dims[i]);
        step[i] = stepped ? draw.between(1, 3) : 1;
      }
      return new Bounds(start, end, step);
    }

    OnnxCall golden(OnnxValue x) {
      int[] axes = IntStream.range(0, start.length).toArray();
      return oracle("Slice").input(x).list(start).list(end).list(axes).list(step);
    }

    @Override
    public String toString() {
      return Arrays.toString(start) + " " + Arrays.toString(end) + " " + Arrays.toString(step);
    }
  }

  private static GoldenTrial slice(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 5));
    Bounds bounds = Bounds.of(draw, x.shape());
    return draw.trial(
        bounds.toString(),
        on -> Ttnn.slice(on.tensor(0), bounds.start(), bounds.end(), bounds.step()),
        bounds.golden(x.golden()),
        x);
  }

  /** A number in the first dimension, a range in the last, all between. */
  private static GoldenTrial getitem(Draw draw) {
    int[] dims = draw.shape(2, 5);
    Operand x = draw.tensor(-100, 100, dims);
    int last = dims.length - 1;
    int at = draw.between(-dims[0], dims[0] - 1);
    int from = draw.between(0, dims[last] - 1);
    int first = Math.floorMod(at, dims[0]);
    OnnxCall cut =
        oracle("Slice")
            .input(x.golden())
            .list(first, from)
            .list(first + 1, dims[last])
            .list(0, last);
    return draw.trial(
        "[%d, ..., %d:]".formatted(at, from),
        on ->
            Ttnn.getitem(on.tensor(0), Index.at(at), Index.ELLIPSIS, Index.range(from, null, null)),
        oracle("Squeeze").input(cut).list(0),
        x);
  }

  private static GoldenTrial split(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.dim(dims.length);
    int size = dims[Math.floorMod(dim, dims.length)];
    int each = draw.between(Math.max(1, size / 4), size);
    return parts(
        draw,
        "split_size=%d dim=%d".formatted(each, dim),
        x -> Ttnn.split(x, each, dim),
        dims,
        dim,
        each);
  }

  private static GoldenTrial chunk(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.dim(dims.length);
    int chunks = draw.between(1, 4);
    int each = Math.ceilDiv(dims[Math.floorMod(dim, dims.length)], chunks);
    return parts(
        draw,
        "chunks=%d dim=%d".formatted(chunks, dim),
        x -> Ttnn.chunk(x, chunks, dim),
        dims,
        dim,
        each);
  }

  private static GoldenTrial parts(
      Draw draw,
      String arguments,
      Function<Tensor, List<Tensor>> ours,
      int[] dims,
      int dim,
      int each) {
    Operand x = draw.tensor(-100, 100, dims);
    int size = dims[Math.floorMod(dim, dims.length)];
    int[] sizes = new int[Math.ceilDiv(size, each)];
    Arrays.fill(sizes, each);
    sizes[sizes.length - 1] = size - (sizes.length - 1) * each;
    OnnxCall golden = oracle("Split").attribute("axis", dim).input(x.golden()).list(sizes);
    List<OnnxValue> results = sizes.length == 1 ? List.of(golden) : golden.results(sizes.length);
    return draw.trials(arguments, on -> ours.apply(on.tensor(0)), results, x);
  }

  private static GoldenTrial pad(Draw draw) {
    int[] dims = draw.shape(1, 5);
    Operand x = draw.tensor(-100, 100, dims);
    boolean front = draw.layout() == Layout.ROW_MAJOR;
    int[][] padding = new int[dims.length][];
    Arrays.setAll(
        padding, i -> new int[] {front ? draw.between(0, 3) : 0, draw.between(0, i < 2 ? 2 : 33)});
    int[] pads =
        IntStream.concat(
                Arrays.stream(padding).mapToInt(pair -> pair[0]),
                Arrays.stream(padding).mapToInt(pair -> pair[1]))
            .toArray();
    int value = draw.between(0, 60);
    OnnxCall golden = oracle("Pad").input(x.golden()).list(pads);
    OnnxCall filled =
        draw.dtype().isFloat()
            ? golden.input((float) value)
            : golden.input(OnnxValue.Given.of(new long[] {value}));
    return draw.trial(
        Arrays.deepToString(padding), on -> Ttnn.pad(on.tensor(0), padding, value), filled, x);
  }

  private static GoldenTrial expand(Draw draw) {
    int[] whole = draw.shape(1, 4);
    int[] from = Arrays.stream(whole).map(size -> draw.flip() ? 1 : size).toArray();
    Operand x = draw.tensor(-100, 100, from);
    int[] asked = new int[whole.length];
    Arrays.setAll(asked, i -> from[i] == whole[i] && draw.flip() ? -1 : whole[i]);
    return draw.trial(
        Arrays.toString(asked),
        on -> Ttnn.expand(on.tensor(0), asked),
        oracle("Expand").input(x.golden()).list(whole),
        x);
  }

  /** Tiled along a dimension of its own, which then joins the one before. */
  private static GoldenTrial repeatInterleave(Draw draw) {
    int[] dims = draw.shape(1, 4);
    Operand x = draw.tensor(0, 100, dims);
    int dim = draw.dim(dims.length);
    int at = Math.floorMod(dim, dims.length);
    int repeats = draw.between(1, 4);
    int[] counts = new int[dims.length + 1];
    Arrays.fill(counts, 1);
    counts[at + 1] = repeats;
    int[] result = dims.clone();
    result[at] *= repeats;
    OnnxCall apart = oracle("Unsqueeze").input(x.golden()).list(at + 1);
    return draw.trial(
        "repeats=%d dim=%d".formatted(repeats, dim),
        on -> Ttnn.repeatInterleave(on.tensor(0), repeats, dim),
        oracle("Reshape").input(oracle("Tile").input(apart).list(counts)).list(result),
        x);
  }

  private static GoldenTrial roll(Draw draw) {
    int[] dims = draw.shape(1, 4);
    Operand x = draw.tensor(-100, 100, dims);
    int dim = draw.dim(dims.length);
    int size = dims[Math.floorMod(dim, dims.length)];
    int shift = draw.between(-2 * size, 2 * size);
    int at = size - Math.floorMod(shift, size);
    OnnxCall back = oracle("Slice").input(x.golden()).list(at).list(size).list(dim);
    OnnxCall front = oracle("Slice").input(x.golden()).list(0).list(at).list(dim);
    return draw.trial(
        "shift=%d dim=%d".formatted(shift, dim),
        on -> Ttnn.roll(on.tensor(0), shift, dim),
        oracle("Concat").attribute("axis", dim).input(back).input(front),
        x);
  }

  private static GoldenTrial squeeze(Draw draw) {
    int[] dims = draw.shape(2, 5);
    int dim = draw.dim(dims.length);
    dims[Math.floorMod(dim, dims.length)] = 1;
    Operand x = draw.tensor(-100, 100, dims);
    return draw.trial(
        "dim=" + dim,
        on -> Ttnn.squeeze(on.tensor(0), dim),
        oracle("Squeeze").input(x.golden()).list(dim),
        x);
  }

  private static GoldenTrial unsqueeze(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    int dim = draw.between(-x.rank() - 1, x.rank());
    return draw.trial(
        "dim=" + dim,
        on -> Ttnn.unsqueeze(on.tensor(0), dim),
        oracle("Unsqueeze").input(x.golden()).list(dim),
        x);
  }

  private static GoldenTrial gather(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.dim(dims.length);
    int at = Math.floorMod(dim, dims.length);
    Operand x = draw.tensor(-100, 100, dims);
    int[] shape = Arrays.stream(dims).map(size -> draw.between(1, size)).toArray();
    shape[at] = draw.between(1, 40);
    Operand index =
        indices(
            draw,
            IntStream.range(0, Draw.volume(shape)).map(i -> draw.between(0, dims[at] - 1)),
            shape);
    return draw.trial(
        "dim=" + dim,
        on -> Ttnn.gather(on.tensor(0), dim, on.tensor(1)),
        oracle("GatherElements").attribute("axis", dim).input(x.golden()).input(index.golden()),
        x,
        index);
  }

  private static Operand indices(Draw draw, IntStream values, int... shape) {
    return Operand.of(values.toArray(), DataType.UINT32, draw.layout(), shape);
  }

  /** Every place once: of equal indices ONNX does not say which one wins. */
  private static GoldenTrial scatter(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.dim(dims.length);
    int at = Math.floorMod(dim, dims.length);
    int[] shape = Arrays.stream(dims).map(size -> draw.between(1, size)).toArray();
    int inner = Draw.volume(Arrays.copyOfRange(shape, at + 1, shape.length));
    int[] order = draw.order(dims[at]);
    IntStream places =
        IntStream.range(0, Draw.volume(shape)).map(i -> order[i / inner % shape[at]]);
    return scattered(draw, dims, dim, indices(draw, places, shape), null);
  }

  private static GoldenTrial scatterAdd(Draw draw) {
    int[] dims = draw.shape(1, 4);
    int dim = draw.dim(dims.length);
    int at = Math.floorMod(dim, dims.length);
    int[] shape = Arrays.stream(dims).map(size -> draw.between(1, size)).toArray();
    IntStream places =
        IntStream.range(0, Draw.volume(shape)).map(i -> draw.between(0, dims[at] - 1));
    return scattered(draw, dims, dim, indices(draw, places, shape), "add");
  }

  private static GoldenTrial scattered(
      Draw draw, int[] dims, int dim, Operand index, String reduce) {
    Operand x = draw.tensor(-100, 100, dims);
    Operand source = draw.tensor(-100, 100, index.shape());
    return draw.trial(
        "dim=" + dim,
        on ->
            reduce == null
                ? Ttnn.scatter(on.tensor(0), dim, on.tensor(1), on.tensor(2))
                : Ttnn.scatterAdd(on.tensor(0), dim, on.tensor(1), on.tensor(2)),
        oracle("ScatterElements")
            .attribute("axis", dim)
            .attribute("reduction", reduce == null ? "none" : reduce)
            .input(x.golden())
            .input(index.golden())
            .input(source.golden()),
        Stream.of(x, index, source).toArray(Operand[]::new));
  }

  /** ONNX has the channels first. */
  private static GoldenTrial fold(Draw draw) {
    int block = draw.between(1, 3);
    int padding = draw.flip() ? block : 0;
    int[] dims = {
      draw.between(1, 2), block * draw.between(1, 5), block * draw.between(1, 5), draw.between(5, 9)
    };
    Operand x = draw.tensor(-100, 100, dims);
    OnnxCall padded =
        oracle("Pad").input(x.golden()).list(0, padding, padding, 0, 0, padding, padding, 0);
    OnnxCall channelsFirst = oracle("Transpose").ints("perm", 0, 3, 1, 2).input(padded);
    OnnxCall deep = oracle("SpaceToDepth").attribute("blocksize", block).input(channelsFirst);
    return draw.trial(
        "block=%d padding=%d".formatted(block, padding),
        on ->
            Ttnn.fold(
                on.tensor(0), block, block, FoldOptions.DEFAULT.withPadding(padding, padding)),
        oracle("Transpose").ints("perm", 0, 2, 3, 1).input(deep),
        x);
  }
}
