package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.MatmulOptions;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The table of golden cases. An element-wise operation is one line: its name, the method, the ONNX
 * operator. Any other is {@code GoldenCase.of(name, draw -> ...)}: draw the operands, then return
 * {@code draw.trial(...)} with the call and the oracle's graph.
 */
final class OperationGoldenCases {
  private static final List<DataType> ALL_TYPES =
      Stream.concat(GoldenCase.FLOATS.stream(), GoldenCase.INTEGERS.stream()).toList();

  static final List<GoldenCase> CASES =
      List.of(
          unary("relu", Ttnn::relu, "Relu"),
          unary("gelu", Ttnn::gelu, "Gelu"),
          unary("exp", Ttnn::exp, "Exp"),
          unary("sqrt", Ttnn::sqrt, "Sqrt", 0, 50),
          binary("add", Ttnn::add, "Add").alsoIn(GoldenCase.INTEGERS),
          binary("subtract", Ttnn::subtract, "Sub").alsoIn(List.of(DataType.INT32)),
          binary("multiply", Ttnn::multiply, "Mul").alsoIn(GoldenCase.INTEGERS),
          binary("divide", Ttnn::divide, "Div"),
          withScalar("add", Ttnn::add, "Add"),
          withScalar("subtract", Ttnn::subtract, "Sub"),
          withScalar("multiply", Ttnn::multiply, "Mul"),
          withScalar("divide", Ttnn::divide, "Div"),
          GoldenCase.of("matmul", OperationGoldenCases::matmul).tiled(),
          GoldenCase.of("linear", OperationGoldenCases::linear).tiled(),
          GoldenCase.of("softmax", OperationGoldenCases::softmax).tiled(),
          moving("permute", OperationGoldenCases::permute),
          moving("transpose", OperationGoldenCases::transpose),
          moving("reshape", OperationGoldenCases::reshape),
          moving("repeat", OperationGoldenCases::repeat),
          moving("typecast", OperationGoldenCases::typecast),
          moving("to_layout", OperationGoldenCases::toLayout),
          moving("to_memory_config", OperationGoldenCases::toMemoryConfig),
          GoldenCase.of("from_array", OperationGoldenCases::fromArray),
          GoldenCase.of("full", OperationGoldenCases::full),
          constant("zeros", Ttnn::zeros, 0),
          constant("ones", Ttnn::ones, 1),
          GoldenCase.of("arange", OperationGoldenCases::arange).rowMajor());

  private OperationGoldenCases() {}

  /** The operations that have a case, by their names in traces. */
  static Set<String> covered() {
    Set<String> names = new TreeSet<>();
    CASES.forEach(golden -> names.add(golden.operation()));
    return names;
  }

  // ---- families

  private static GoldenCase unary(String name, UnaryOperator<Tensor> ours, String operator) {
    return unary(name, ours, operator, -6, 6);
  }

  private static GoldenCase unary(
      String name, UnaryOperator<Tensor> ours, String operator, double low, double high) {
    return unary(name, ours, x -> oracle(operator).input(x), low, high);
  }

  /** For a function that is several operators in ONNX, or one with attributes. */
  private static GoldenCase unary(
      String name,
      UnaryOperator<Tensor> ours,
      Function<OnnxValue, OnnxValue> golden,
      double low,
      double high) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand x = draw.tensor(low, high, draw.shape(1, 4));
          return draw.trial(ours, golden.apply(x.golden()), x);
        });
  }

  /** Second inputs are fit to divide by. */
  private static GoldenCase binary(String name, BinaryOperator<Tensor> ours, String operator) {
    return GoldenCase.of(
        name,
        draw -> {
          List<int[]> shapes = draw.broadcastPair();
          Operand a = draw.tensor(shapes.getFirst());
          Operand b = draw.divisor(shapes.getLast());
          return draw.trial(ours, oracle(operator).input(a.golden()).input(b.golden()), a, b);
        });
  }

  private interface WithScalar {
    Tensor apply(Tensor a, float scalar);
  }

  private static GoldenCase withScalar(String name, WithScalar ours, String operator) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand a = draw.tensor(draw.shape(1, 4));
          float scalar = draw.scalar(1, 4) * (draw.flip() ? 1 : -1);
          return draw.trial(
              "scalar=" + scalar,
              on -> ours.apply(on.tensor(0), scalar),
              oracle(operator).input(a.golden()).input(scalar),
              a);
        });
  }

  /** An operation that does not look at what it moves. */
  private static GoldenCase moving(String name, Function<Draw, GoldenTrial> draw) {
    return GoldenCase.of(name, draw).alsoIn(GoldenCase.INTEGERS);
  }

  private interface Constant {
    Tensor apply(
        Shape shape, DataType dtype, Layout layout, MeshDevice device, MemoryConfig memory);
  }

  private static GoldenCase constant(String name, Constant ours, float value) {
    return GoldenCase.of(
        name,
        draw -> {
          int[] shape = draw.shape(1, 4);
          return draw.trial(
              Arrays.toString(shape),
              on ->
                  ours.apply(
                      Shape.of(shape), draw.dtype(), draw.layout(), on.device(), MemoryConfig.DRAM),
              expand(value, shape));
        });
  }

  private static OnnxValue expand(float value, int... shape) {
    return oracle("Expand").input(value).list(shape);
  }

  // ---- matrix products and softmax

  private static GoldenTrial matmul(Draw draw) {
    Product product = Product.drawn(draw);
    return draw.trial(
        product.arguments(),
        on -> Ttnn.matmul(on.tensor(0), on.tensor(1), product.options()),
        product.golden(),
        product.a(),
        product.b());
  }

  private static GoldenTrial linear(Draw draw) {
    Product product = Product.drawn(draw);
    int width = product.columns();
    Operand bias = draw.tensor(draw.one(List.of(new int[] {width}, new int[] {1, width})));
    OnnxCall sum = oracle("Add").input(product.golden()).input(bias.golden());
    String activation = draw.one(List.of("none", "relu", "gelu"));
    MatmulOptions options =
        activation.equals("none")
            ? product.options()
            : product.options().withActivation(activation);
    OnnxValue golden =
        switch (activation) {
          case "relu" -> sum.then("Relu");
          case "gelu" -> sum.then("Gelu");
          default -> sum;
        };
    return draw.trial(
        product.arguments() + " activation=" + activation,
        on -> Ttnn.linear(on.tensor(0), on.tensor(1), on.tensor(2), options),
        golden,
        product.a(),
        product.b(),
        bias);
  }

  private static GoldenTrial softmax(Draw draw) {
    Operand x = draw.tensor(-5, 5, draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    return draw.trial(
        "dim=" + dim,
        on -> Ttnn.softmax(on.tensor(0), dim, null),
        oracle("Softmax").attribute("axis", dim).input(x.golden()),
        x);
  }

  // ---- movement

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
    DataType to = draw.one(ALL_TYPES);
    return draw.trial(
        "dtype=" + to.name(),
        on -> Ttnn.typecast(on.tensor(0), to),
        oracle("Cast").attribute("to", onnxType(to)).input(x.golden()),
        x);
  }

  /** Block floats are checked by their nearness to float32. */
  private static OnnxType onnxType(DataType dtype) {
    return switch (dtype) {
      case FLOAT32, BFLOAT8_B, BFLOAT4_B -> OnnxType.FLOAT;
      case BFLOAT16 -> OnnxType.BFLOAT16;
      case UINT32 -> OnnxType.UINT32;
      case INT32 -> OnnxType.INT32;
      case UINT16 -> OnnxType.UINT16;
      case UINT8 -> OnnxType.UINT8;
    };
  }

  private static GoldenTrial toLayout(Draw draw) {
    Layout to = draw.one(List.of(Layout.values()));
    return same(draw, "layout=" + to.name(), x -> Ttnn.toLayout(x, to));
  }

  private static GoldenTrial toMemoryConfig(Draw draw) {
    return same(draw, "memory_config=L1", x -> Ttnn.toMemoryConfig(x, MemoryConfig.L1));
  }

  /** An operation that gives its input elsewhere or otherwise arranged. */
  private static GoldenTrial same(Draw draw, String arguments, UnaryOperator<Tensor> ours) {
    Operand x = draw.tensor(-100, 100, draw.shape(1, 4));
    return draw.trial(
        arguments, on -> ours.apply(on.tensor(0)), oracle("Identity").input(x.golden()), x);
  }

  // ---- creation

  /** The one case whose values are not rounded beforehand: rounding is what it checks. */
  private static GoldenTrial fromArray(Draw draw) {
    int[] shape = draw.shape(1, 4);
    float[] values = new float[Draw.volume(shape)];
    for (int i = 0; i < values.length; i++) {
      values[i] = draw.scalar(-100, 100);
    }
    return draw.trial(
        Arrays.toString(shape),
        on -> Ttnn.fromArray(values, Shape.of(shape), draw.dtype(), draw.layout()),
        oracle("Cast").attribute("to", onnxType(draw.dtype())).input(values, shape));
  }

  private static GoldenTrial full(Draw draw) {
    int[] shape = draw.shape(1, 4);
    float value = draw.scalar(-100, 100);
    return draw.trial(
        Arrays.toString(shape) + " fill_value=" + value,
        on ->
            Ttnn.full(
                Shape.of(shape),
                value,
                draw.dtype(),
                draw.layout(),
                on.device(),
                MemoryConfig.DRAM),
        expand(value, shape));
  }

  private static GoldenTrial arange(Draw draw) {
    int start = draw.between(-50, 50);
    int end = start + draw.between(1, 100);
    int step = draw.between(1, 3);
    return draw.trial(
        "start=%d end=%d step=%d".formatted(start, end, step),
        on -> Ttnn.arange(start, end, step, draw.dtype(), on.device()),
        oracle("Range").input(start).input(end).input(step));
  }
}
