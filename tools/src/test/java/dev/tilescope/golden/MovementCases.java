package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/** Operations that give the same elements elsewhere, in another order or in another type. */
final class MovementCases {
  static final List<GoldenCase> CASES =
      List.of(
          moving("permute", MovementCases::permute),
          moving("transpose", MovementCases::transpose),
          moving("reshape", MovementCases::reshape),
          moving("reshape_on_device", MovementCases::reshapeOnDevice),
          moving("repeat", MovementCases::repeat),
          moving("typecast", MovementCases::typecast),
          moving("to_layout", MovementCases::toLayout),
          moving("to_memory_config", MovementCases::toMemoryConfig),
          moving("assign", MovementCases::assign),
          GoldenCase.of("experimental::broadcast_to", MovementCases::broadcastTo).tiled());

  private MovementCases() {}

  /** An operation that does not look at what it moves. */
  private static GoldenCase moving(String name, Function<Draw, GoldenTrial> draw) {
    return GoldenCase.of(name, draw).alsoIn(GoldenCase.INTEGERS);
  }

  private static GoldenTrial permute(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    int[] order = draw.order(x.rank());
    return draw.trial(
        "dims=" + Arrays.toString(order),
        on -> Ttnn.permute(on.tensor(0), order),
        oracle("Transpose").ints("perm", order).input(x.golden()),
        x);
  }

  private static GoldenTrial transpose(Draw draw) {
    Operand x = draw.tensor(-100, 100, draw.shape(2, 4));
    int dim1 = draw.dim(x.rank());
    int dim2 = draw.dim(x.rank());
    return draw.trial(
        "dim1=" + dim1 + " dim2=" + dim2,
        on -> Ttnn.transpose(on.tensor(0), dim1, dim2),
        oracle("Transpose").ints("perm", swapped(x.rank(), dim1, dim2)).input(x.golden()),
        x);
  }

  /** The order of dimensions with two exchanged, which may be counted from the end. */
  private static int[] swapped(int rank, int dim1, int dim2) {
    int[] order = IntStream.range(0, rank).toArray();
    order[Math.floorMod(dim1, rank)] = Math.floorMod(dim2, rank);
    order[Math.floorMod(dim2, rank)] = Math.floorMod(dim1, rank);
    return order;
  }

  /** To the same dimensions in another order, or with the last two as one; one of them open. */
  private static GoldenTrial reshape(Draw draw) {
    int[] dims = draw.shape(2, 4);
    Operand x = draw.tensor(-100, 100, dims);
    int[] shuffled = IntStream.of(draw.order(dims.length)).map(dim -> dims[dim]).toArray();
    int[] target = draw.flip() ? shuffled : Arrays.copyOf(dims, dims.length - 1);
    target[draw.between(0, target.length - 1)] = -1;
    return draw.trial(
        "shape=" + Arrays.toString(target),
        on -> Ttnn.reshape(on.tensor(0), target),
        oracle("Reshape").input(x.golden()).list(target),
        x);
  }

  private static GoldenTrial reshapeOnDevice(Draw draw) {
    int[] dims = draw.shape(4, 4);
    int times = 1 << draw.between(0, 3);
    int shorter = draw.between(1, 64);
    dims[3] = draw.flip() ? shorter : shorter * times;
    dims[2] *= times;
    int width = dims[3] == shorter ? shorter * times : shorter;
    Operand x = draw.tensor(-100, 100, dims);
    return draw.trial(
        "x=" + width,
        on -> Ttnn.reshapeOnDevice(on.tensor(0), dims[1], dims[0], -1, width),
        oracle("Reshape").input(x.golden()).list(dims[1], dims[0], -1, width),
        x);
  }

  /** Counts for more dimensions than there are put new ones in front, which ONNX does not. */
  private static GoldenTrial repeat(Draw draw) {
    int[] dims = draw.shape(1, 3);
    Operand x = draw.tensor(-100, 100, dims);
    int[] counts = new int[dims.length + draw.between(0, 1)];
    Arrays.setAll(counts, i -> draw.between(1, 3));
    int[] whole = new int[counts.length];
    Arrays.fill(whole, 1);
    System.arraycopy(dims, 0, whole, counts.length - dims.length, dims.length);
    return draw.trial(
        "repeat_dims=" + Arrays.toString(counts),
        on -> Ttnn.repeat(on.tensor(0), counts),
        oracle("Tile").input(oracle("Reshape").input(x.golden()).list(whole)).list(counts),
        x);
  }

  /** Values that every type holds: beyond its range a cast is not defined in ONNX. */
  private static GoldenTrial typecast(Draw draw) {
    Operand x = draw.tensor(0, 250, draw.shape(1, 4));
    DataType to = draw.one(draw.types());
    boolean takesNearest =
        to == DataType.UINT16 && draw.dtype().isFloat() && !draw.dtype().isBlockFloat();
    OnnxCall cast = oracle("Cast").attribute("to", OnnxType.of(to));
    return draw.trial(
        "dtype=" + to.name(),
        on -> Ttnn.typecast(on.tensor(0), to),
        takesNearest
            ? cast.input(oracle("Floor").input(oracle("Add").input(x.golden()).input(0.5f)))
            : cast.input(x.golden()),
        x);
  }

  private static GoldenTrial toLayout(Draw draw) {
    Layout to = draw.dtype().isBlockFloat() ? Layout.TILE : draw.one(List.of(Layout.values()));
    return same(draw, "layout=" + to.name(), x -> Ttnn.toLayout(x, to));
  }

  private static GoldenTrial toMemoryConfig(Draw draw) {
    return same(draw, "memory_config=L1", x -> Ttnn.toMemoryConfig(x, MemoryConfig.L1));
  }

  private static GoldenTrial assign(Draw draw) {
    return same(draw, "memory_config=L1", x -> Ttnn.assign(x, MemoryConfig.L1));
  }

  private static GoldenTrial broadcastTo(Draw draw) {
    int[] to = draw.shape(1, 4);
    int[] from = Arrays.copyOfRange(to, draw.between(0, to.length - 1), to.length);
    Arrays.setAll(from, i -> draw.flip() ? 1 : from[i]);
    Operand x = draw.tensor(-100, 100, from);
    return draw.trial(
        "output_shape=" + Arrays.toString(to),
        on -> Experimental.broadcastTo(on.tensor(0), Shape.of(to)),
        oracle("Expand").input(x.golden()).list(to),
        x);
  }

  /** An operation that gives its input elsewhere or otherwise arranged. */
  private static GoldenTrial same(Draw draw, String arguments, UnaryOperator<Tensor> ours) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    return draw.trial(
        arguments, on -> ours.apply(on.tensor(0)), oracle("Identity").input(x.golden()), x);
  }
}
