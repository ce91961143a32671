package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.ValuesAndIndices;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Reductions over any dimensions, running sums, places and orders. */
final class ReductionCases {
  private static final List<DataType> WORDS = List.of(DataType.INT32, DataType.UINT32);

  static final List<GoldenCase> CASES =
      List.of(
          reduction("sum", "ReduceSum", Ttnn::sum).alsoIn(WORDS),
          reduction("mean", "ReduceMean", Ttnn::mean),
          reduction("max", "ReduceMax", Ttnn::max).alsoIn(WORDS),
          reduction("min", "ReduceMin", Ttnn::min).alsoIn(WORDS),
          GoldenCase.of("var", draw -> variance(draw, false)),
          GoldenCase.of("std", draw -> variance(draw, true)),
          GoldenCase.of("prod", ReductionCases::prod),
          GoldenCase.of("cumsum", ReductionCases::cumsum).tiled().alsoIn(WORDS),
          plain("argmax", ReductionCases::argmax),
          plain("topk", ReductionCases::topk).tiled(),
          plain("sort", ReductionCases::sort));

  private ReductionCases() {}

  private interface Reduction {
    Tensor apply(Tensor input, List<Integer> dims, boolean keepdim, ReduceOptions options);
  }

  /** Types whose order the device can tell: no block floats. */
  private static GoldenCase plain(
      String name, java.util.function.Function<Draw, GoldenTrial> draw) {
    GoldenCase all = GoldenCase.of(name, draw);
    return new GoldenCase(
        all.operation(), List.of(DataType.FLOAT32, DataType.BFLOAT16), all.layouts(), all.draw());
  }

  /** Some dimensions in any order, now and then counted from the end. */
  private static List<Integer> dims(Draw draw, int rank) {
    int count = draw.between(1, rank);
    return IntStream.of(Arrays.copyOf(draw.order(rank), count))
        .map(dim -> draw.flip() ? dim : dim - rank)
        .boxed()
        .toList();
  }

  private static OnnxCall reduced(
      String operator, OnnxValue input, List<Integer> dims, boolean keepdim) {
    return oracle(operator)
        .attribute("keepdims", keepdim ? 1 : 0)
        .input(input)
        .list(dims.stream().mapToInt(Integer::intValue).toArray());
  }

  private static GoldenCase reduction(String name, String operator, Reduction ours) {
    return GoldenCase.of(
        name,
        draw -> {
          Operand x = draw.tensor(0, 4, draw.shape(1, 4));
          List<Integer> dims = dims(draw, x.rank());
          boolean keepdim = draw.flip();
          return draw.trial(
              "dim=" + dims + " keepdim=" + keepdim,
              on -> ours.apply(on.tensor(0), dims, keepdim, ReduceOptions.DEFAULT),
              reduced(operator, x.golden(), dims, keepdim),
              x);
        });
  }

  /** The mean of squared distances to the mean, corrected for the count. */
  private static GoldenTrial variance(Draw draw, boolean root) {
    Operand x = draw.tensor(draw.shape(1, 4));
    List<Integer> dims = dims(draw, x.rank());
    int[] shape = x.shape();
    int count =
        dims.stream()
            .mapToInt(dim -> shape[Math.floorMod(dim, shape.length)])
            .reduce(1, (a, b) -> a * b);
    boolean correction = count > 1 && draw.flip();
    boolean keepdim = draw.flip();
    OnnxCall distance =
        oracle("Sub").input(x.golden()).input(reduced("ReduceMean", x.golden(), dims, true));
    OnnxCall squares = oracle("Mul").input(distance).input(distance);
    OnnxCall variance =
        oracle("Div")
            .input(reduced("ReduceSum", squares, dims, keepdim))
            .input((float) (correction ? count - 1 : count));
    ReduceOptions options = ReduceOptions.DEFAULT.withCorrection(correction);
    return draw.trial(
        "dim=%s keepdim=%s correction=%s".formatted(dims, keepdim, correction),
        on ->
            root
                ? Ttnn.std(on.tensor(0), dims, keepdim, options)
                : Ttnn.var(on.tensor(0), dims, keepdim, options),
        root ? variance.then("Sqrt") : variance,
        x);
  }

  private static GoldenTrial prod(Draw draw) {
    Operand x = draw.tensor(0.5, 1.5, draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    boolean keepdim = draw.flip();
    return draw.trial(
        "dim=" + dim + " keepdim=" + keepdim,
        on -> Ttnn.prod(on.tensor(0), dim, keepdim, null),
        reduced("ReduceProd", x.golden(), List.of(dim), keepdim),
        x);
  }

  private static GoldenTrial cumsum(Draw draw) {
    Operand x = draw.tensor(0, 4, draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    boolean reverse = draw.flip();
    return draw.trial(
        "dim=" + dim + " reverse=" + reverse,
        on -> Ttnn.cumsum(on.tensor(0), dim, null, reverse, null),
        oracle("CumSum")
            .attribute("reverse", reverse ? 1 : 0)
            .input(x.golden())
            .input(OnnxValue.Given.of(new long[] {dim})),
        x);
  }

  private static GoldenTrial argmax(Draw draw) {
    Operand x = draw.tensor(draw.shape(2, 4));
    int dim = draw.dim(x.rank());
    boolean keepdim = draw.flip();
    return draw.trial(
        "dim=" + dim + " keepdim=" + keepdim,
        on -> Ttnn.argmax(on.tensor(0), dim, keepdim, null),
        oracle("ArgMax")
            .attribute("axis", dim)
            .attribute("keepdims", keepdim ? 1 : 0)
            .input(x.golden()),
        x);
  }

  private static GoldenTrial topk(Draw draw) {
    Operand x = draw.tensor(draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    int k = draw.between(1, x.shape()[Math.floorMod(dim, x.rank())]);
    return ordered(draw, x, dim, k, draw.flip(), true);
  }

  private static GoldenTrial sort(Draw draw) {
    Operand x = draw.tensor(draw.shape(1, 4));
    int dim = draw.dim(x.rank());
    int length = x.shape()[Math.floorMod(dim, x.rank())];
    return ordered(draw, x, dim, length, draw.flip(), false);
  }

  private static GoldenTrial ordered(
      Draw draw, Operand x, int dim, int k, boolean descending, boolean topk) {
    OnnxCall golden =
        oracle("TopK")
            .attribute("axis", dim)
            .attribute("largest", descending ? 1 : 0)
            .attribute("sorted", 1)
            .input(x.golden())
            .list(k);
    return draw.trials(
        "dim=%d k=%d descending=%s".formatted(dim, k, descending),
        on -> {
          ValuesAndIndices found =
              topk
                  ? Ttnn.topk(on.tensor(0), k, dim, descending, true, null)
                  : Ttnn.sort(on.tensor(0), dim, descending, false, null);
          return Stream.of(found.values(), found.indices()).toList();
        },
        golden.results(2),
        x);
  }
}
