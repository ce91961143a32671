package dev.tilescope.torch;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.GeluVariant;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.ops.options.PoolOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import dev.tilescope.torch.PyTorchCase.Draw;
import dev.tilescope.torch.PyTorchCase.Trial;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** The operations that PyTorch has a function for and ONNX has not, and a few that both have. */
final class PyTorchCases {
  private static final float EPSILON = 1e-5f;
  private static final String XIELU =
      "torch.where(torch.gt(x0, 0), torch.add(torch.mul(torch.mul(x0, x0), 0.8), torch.mul(x0, 0.5)),"
          + " torch.add(torch.mul(torch.sub(torch.expm1(x0), x0), 0.8), torch.mul(x0, 0.5)))";
  private static final List<DataType> SIGNED = List.of(DataType.INT32);

  static final List<PyTorchCase> CASES =
      Stream.of(functions(), questions(), ofTwo(), ofIntegers(), ofRows(), images(), conversions())
          .flatMap(List::stream)
          .toList();

  private PyTorchCases() {}

  private static List<PyTorchCase> functions() {
    return List.of(
        unary("deg2rad", Ttnn::deg2rad, "torch.deg2rad(x0)", -400, 400),
        unary("rad2deg", Ttnn::rad2deg, "torch.rad2deg(x0)", -7, 7),
        unary("erfc", Ttnn::erfc, "torch.erfc(x0)", -3, 3),
        unary("exp2", Ttnn::exp2, "torch.exp2(x0)", -3, 3),
        unary("expm1", Ttnn::expm1, "torch.expm1(x0)", -3, 3),
        unary("trunc", Ttnn::trunc, "torch.trunc(x0)", -9, 9),
        unary("frac", Ttnn::frac, "torch.frac(x0)", -9, 9),
        unary("i0", Ttnn::i0, "torch.i0(x0)", -4, 4),
        unary("i1", Ttnn::i1, "torch.special_i1(x0)", -4, 4),
        unary("tanhshrink", Ttnn::tanhshrink, "torch.sub(x0, torch.tanh(x0))", -4, 4),
        unary("threshold", x -> Ttnn.threshold(x, 1, -2), "torch.threshold(x0, 1, -2)", -4, 4),
        unary("gelu", PyTorchCases::tanhGelu, "torch.gelu(x0, approximate=\"tanh\")", -4, 4),
        unary("silu", Ttnn::silu, "torch.silu(x0)", -6, 6),
        poles("erfinv", Ttnn::erfinv, "torch.erfinv(x0)", -0.9, 0.9),
        poles("lgamma", Ttnn::lgamma, "torch.lgamma(x0)", 2.5, 20),
        poles("digamma", Ttnn::digamma, "torch.digamma(x0)", 0.6, 20),
        poles("polygamma", x -> Ttnn.polygamma(x, 2), "torch.polygamma(2, x0)", 0.6, 20),
        poles("multigammaln", Ttnn::multigammaln, "torch.mvlgamma(x0, 4)", 2.6, 20),
        matrices("tril", x -> Ttnn.tril(x, 1, null), "torch.tril(x0, 1)"),
        matrices("triu", x -> Ttnn.triu(x, -1, null), "torch.triu(x0, -1)"),
        unary("xielu", Ttnn::xielu, XIELU, -4, 4),
        // Rounded after each step, which bfloat4_b has too few bits for.
        unary(
                "polyval",
                x -> Ttnn.polyval(x, List.of(1f, 2f, 3f)),
                "torch.add(torch.mul(torch.add(x0, 2), x0), 3)",
                0.5,
                4)
            .in(PyTorchCase.WITH_BFLOAT8),
        unary(
            "fill_implicit_tile_padding",
            x -> Ttnn.fillImplicitTilePadding(tiled(x), 9),
            "torch.clone(x0)",
            -4,
            4),
        poles("log1p", Ttnn::log1p, "torch.log1p(x0)", -0.6, 5),
        poles("log2", Ttnn::log2, "torch.log2(x0)", 0.6, 50),
        poles("log10", Ttnn::log10, "torch.log10(x0)", 0.6, 50),
        poles("logit", Ttnn::logit, "torch.logit(x0)", 0.05, 0.95));
  }

  private static List<PyTorchCase> questions() {
    return List.of(
        extremes("isfinite", Ttnn::isfinite, "torch.isfinite(x0)"),
        extremes("isposinf", Ttnn::isposinf, "torch.isposinf(x0)"),
        extremes("isneginf", Ttnn::isneginf, "torch.isneginf(x0)"),
        unary("signbit", Ttnn::signbit, "torch.signbit(x0)", -4, 4),
        unary(
            "heaviside",
            x -> Ttnn.heaviside(x, 0.5),
            "torch.heaviside(x0, torch.full_like(x0, 0.5))",
            -4,
            4));
  }

  private static List<PyTorchCase> ofTwo() {
    return List.of(
        binary("atan2", Ttnn::atan2, "torch.atan2(x0, x1)", -4, 4),
        binary("hypot", Ttnn::hypot, "torch.hypot(x0, x1)", -4, 4),
        binary("addalpha", (a, b) -> Ttnn.addalpha(a, b, 2), "torch.add(x0, x1, alpha=2)", 1, 4),
        binary("subalpha", (a, b) -> Ttnn.subalpha(a, b, 2), "torch.sub(x0, x1, alpha=2)", 1, 4),
        binary("isclose", Ttnn::isclose, "torch.isclose(x0, x1)", -4, 4),
        binary("ldexp", Ttnn::ldexp, "torch.ldexp(x0, x1)", -3, 3),
        binary("logaddexp", Ttnn::logaddexp, "torch.logaddexp(x0, x1)", -4, 4),
        binary("logaddexp2", Ttnn::logaddexp2, "torch.logaddexp2(x0, x1)", -4, 4),
        binary("xlogy", Ttnn::xlogy, "torch.xlogy(x0, x1)", 0.5, 9),
        binary("remainder", Ttnn::remainder, "torch.remainder(x0, x1)", 1, 3),
        binary("fmod", Ttnn::fmod, "torch.fmod(x0, x1)", 1, 3),
        binary("pow", Ttnn::pow, "torch.pow(torch.abs(x0), x1)", 1, 3, Ttnn::abs),
        new PyTorchCase("ttnn::nextafter", List.of(DataType.FLOAT32), PyTorchCases::nextafter),
        vectors("outer", Ttnn::outer, "torch.outer(x0, x1)"),
        backward("tanh_bw", Ttnn::tanhBw, "torch.tanh_backward(x0, torch.tanh(x1))"),
        backward("gelu_bw", Ttnn::geluBw, "torch.gelu_backward(x0, x1)"),
        backward(
            "experimental::gelu_bw",
            (gradient, x) -> List.of(Experimental.geluBw(gradient, x)),
            "torch.gelu_backward(x0, x1)"),
        new PyTorchCase("ttnn::snake_beta", PyTorchCase.FLOATS, PyTorchCases::snakeBeta),
        gated("glu", Ttnn::glu, "torch.sigmoid"),
        gated("reglu", Ttnn::reglu, "torch.relu"),
        gated("geglu", Ttnn::geglu, "torch.gelu"),
        gated("swiglu", Ttnn::swiglu, "torch.silu"),
        new PyTorchCase("ttnn::addcdiv", PyTorchCase.WITH_BFLOAT8, PyTorchCases::addcdiv),
        new PyTorchCase("ttnn::lerp", PyTorchCase.WITH_BFLOAT8, PyTorchCases::lerp));
  }

  private static List<PyTorchCase> ofIntegers() {
    return List.of(
        integers("gcd", Ttnn::gcd, "torch.gcd(x0, x1)", 200),
        integers("lcm", Ttnn::lcm, "torch.lcm(x0, x1)", 200),
        integers(
            "bitwise_right_shift",
            Ttnn::bitwiseRightShift,
            "torch.bitwise_right_shift(x0, x1)",
            31),
        integers(
            "bitwise_left_shift", Ttnn::bitwiseLeftShift, "torch.bitwise_left_shift(x0, x1)", 9));
  }

  private static List<PyTorchCase> ofRows() {
    return List.of(
        new PyTorchCase("ttnn::cumprod", PyTorchCase.FLOATS, PyTorchCases::cumprod),
        new PyTorchCase(
            "ttnn::experimental::fast_reduce_nc", PyTorchCase.FLOATS, PyTorchCases::fastReduced),
        new PyTorchCase("ttnn::layer_norm", PyTorchCase.WITH_BFLOAT8, PyTorchCases::layerNorm),
        new PyTorchCase("ttnn::rms_norm", PyTorchCase.WITH_BFLOAT8, PyTorchCases::rmsNorm),
        new PyTorchCase("ttnn::matmul", PyTorchCase.WITH_BFLOAT8, PyTorchCases::attention));
  }

  private static List<PyTorchCase> images() {
    return List.of(
        new PyTorchCase("ttnn::adaptive_avg_pool2d", PyTorchCase.FLOATS, d -> adaptive(d, false)),
        new PyTorchCase("ttnn::adaptive_max_pool2d", PyTorchCase.FLOATS, d -> adaptive(d, true)));
  }

  /** PyTorch rounds to bfloat16 (15) and gives float32 (6). */
  private static List<PyTorchCase> conversions() {
    UnaryOperator<Tensor> thereAndBack = x -> Ttnn.fromTorch(Ttnn.toTorch(x));
    return List.of(
        new PyTorchCase("ttnn::from_torch", PyTorchCase.FLOATS, d -> rounded(d, x -> x)),
        new PyTorchCase("ttnn::to_torch", PyTorchCase.FLOATS, d -> rounded(d, thereAndBack)));
  }

  private static Tensor tanhGelu(Tensor input) {
    return Ttnn.gelu(input, GeluVariant.TANH, UnaryOptions.DEFAULT);
  }

  private static Trial trial(
      String expression, Function<List<Tensor>, Tensor> ours, TorchTensor... inputs) {
    return new Trial(List.of(inputs), expression, ours, true, false);
  }

  private static PyTorchCase unary(
      String name, UnaryOperator<Tensor> ours, String expression, double low, double high) {
    return poles(name, ours, expression, low, high).in(PyTorchCase.WITH_BLOCKS);
  }

  /** A function that is infinite near its range: bfloat4_b, whose zeros are many, is left out. */
  private static PyTorchCase poles(
      String name, UnaryOperator<Tensor> ours, String expression, double low, double high) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.WITH_BFLOAT8,
        draw ->
            trial(
                expression, in -> ours.apply(in.getFirst()), draw.tensor(low, high, draw.shape())));
  }

  private static PyTorchCase matrices(String name, UnaryOperator<Tensor> ours, String expression) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.WITH_BLOCKS,
        draw ->
            trial(
                expression,
                in -> ours.apply(in.getFirst()),
                draw.tensor(-4, 4, draw.between(1, 3), draw.between(1, 40), draw.between(20, 50))));
  }

  private static PyTorchCase extremes(String name, UnaryOperator<Tensor> ours, String expression) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.FLOATS,
        draw -> trial(expression, in -> ours.apply(in.getFirst()), draw.extremes(draw.shape())));
  }

  private static PyTorchCase binary(
      String name, BinaryOperator<Tensor> ours, String expression, double low, double high) {
    return binary(name, ours, expression, low, high, x -> x);
  }

  /**
   * @param first done to the first tensor before
   */
  private static PyTorchCase binary(
      String name,
      BinaryOperator<Tensor> ours,
      String expression,
      double low,
      double high,
      UnaryOperator<Tensor> first) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.WITH_BFLOAT8,
        draw -> {
          int[] shape = draw.shape();
          return trial(
              expression,
              in -> ours.apply(first.apply(in.getFirst()), in.getLast()),
              draw.tensor(-4, 4, shape),
              draw.tensor(low, high, draw.smaller(shape)));
        });
  }

  private static PyTorchCase integers(
      String name, BinaryOperator<Tensor> ours, String expression, int most) {
    return new PyTorchCase(
        "ttnn::" + name,
        SIGNED,
        draw -> {
          int[] shape = draw.shape();
          return trial(
              expression,
              in -> ours.apply(in.getFirst(), in.getLast()),
              draw.tensor(-9000, 9000, shape),
              draw.tensor(0, most, draw.smaller(shape)));
        });
  }

  /** In float32 alone: rounded to another type, the next number is the number itself. */
  private static Trial nextafter(Draw draw) {
    int[] shape = draw.shape();
    return new Trial(
        List.of(draw.tensor(-4, 4, shape), draw.tensor(-4, 4, draw.smaller(shape))),
        "torch.nextafter(x0, x1)",
        in -> Ttnn.nextafter(in.getFirst(), in.getLast()),
        true,
        true);
  }

  private static PyTorchCase vectors(String name, BinaryOperator<Tensor> ours, String expression) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.FLOATS,
        draw ->
            trial(
                expression,
                in -> ours.apply(in.getFirst(), in.getLast()),
                draw.tensor(-4, 4, draw.between(1, 40)),
                draw.tensor(-4, 4, draw.between(1, 40))));
  }

  private static PyTorchCase backward(
      String name, BiFunction<Tensor, Tensor, List<Tensor>> ours, String expression) {
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.FLOATS,
        draw -> {
          int[] shape = draw.shape();
          return trial(
              expression,
              in -> ours.apply(tiled(in.getFirst()), tiled(in.getLast())).getFirst(),
              draw.tensor(-4, 4, shape),
              draw.tensor(-3, 3, shape));
        });
  }

  private static PyTorchCase gated(String name, UnaryOperator<Tensor> ours, String gate) {
    String expression =
        "torch.mul((torch.chunk(x0, 2, -1))[0], %s((torch.chunk(x0, 2, -1))[1]))".formatted(gate);
    return new PyTorchCase(
        "ttnn::" + name,
        PyTorchCase.FLOATS,
        draw ->
            trial(
                expression,
                in -> ours.apply(tiled(in.getFirst())),
                draw.tensor(-4, 4, 1, draw.between(1, 2), draw.between(1, 40), 64)));
  }

  private static Trial snakeBeta(Draw draw) {
    int[] shape = {draw.between(1, 3), draw.between(1, 40), draw.between(1, 40)};
    return trial(
        "torch.add(x0, torch.div(torch.square(torch.sin(torch.mul(x1, x0))), x2))",
        in -> Ttnn.snakeBeta(tiled(in.get(0)), tiled(in.get(1)), tiled(in.get(2))),
        draw.tensor(-2, 2, shape),
        draw.tensor(1, 2, shape[2]),
        draw.tensor(1, 2, shape[2]));
  }

  private static Trial cumprod(Draw draw) {
    int[] shape = draw.shape();
    return trial(
        "torch.cumprod(x0, 0)",
        in -> Ttnn.cumprod(tiled(in.getFirst()), 0),
        draw.tensor(0.75, 1.25, shape));
  }

  private static Trial fastReduced(Draw draw) {
    int[] shape = {draw.between(1, 3), draw.between(1, 3), draw.between(1, 40), 33};
    return trial(
        "torch.sum(x0, [0, 1], True)",
        in -> Experimental.fastReduceNc(tiled(in.getFirst()), List.of(0, 1)),
        draw.tensor(-2, 2, shape));
  }

  private static Trial addcdiv(Draw draw) {
    int[] shape = draw.shape();
    return trial(
        "torch.addcdiv(x0, x1, x2, value=0.5)",
        in -> Ttnn.addcdiv(in.get(0), in.get(1), in.get(2), 0.5, UnaryOptions.DEFAULT),
        draw.tensor(-4, 4, shape),
        draw.tensor(-4, 4, shape),
        draw.tensor(1, 4, shape));
  }

  private static Trial lerp(Draw draw) {
    int[] shape = draw.shape();
    return trial(
        "torch.lerp(x0, x1, 0.25)",
        in -> Ttnn.lerp(in.get(0), in.get(1), 0.25),
        draw.tensor(-4, 4, shape),
        draw.tensor(-4, 4, shape));
  }

  private static Tensor tiled(Tensor tensor) {
    return Ttnn.toLayout(tensor, Layout.TILE);
  }

  private static Trial layerNorm(Draw draw) {
    int[] shape = draw.shape();
    int width = shape[shape.length - 1];
    return trial(
        "torch.layer_norm(x0, [%d], None, None, %s)".formatted(width, EPSILON),
        in -> Ttnn.layerNorm(tiled(in.getFirst()), NormOptions.DEFAULT.withEpsilon(EPSILON)),
        draw.tensor(-3, 5, shape));
  }

  private static Trial rmsNorm(Draw draw) {
    int[] shape = draw.shape();
    int width = shape[shape.length - 1];
    return trial(
        "torch.rms_norm(x0, [%d], None, %s)".formatted(width, EPSILON),
        in -> Ttnn.rmsNorm(tiled(in.getFirst()), NormOptions.DEFAULT.withEpsilon(EPSILON)),
        draw.tensor(-3, 5, shape));
  }

  /** Products and a softmax between them. */
  private static Trial attention(Draw draw) {
    int[] shape = {draw.between(1, 3), draw.between(2, 40), draw.between(20, 60)};
    return trial(
        "torch.scaled_dot_product_attention(x0, x1, x2)",
        PyTorchCases::attention,
        draw.tensor(-2, 2, shape),
        draw.tensor(-2, 2, shape),
        draw.tensor(-2, 2, shape));
  }

  private static Tensor attention(List<Tensor> in) {
    List<Tensor> tiles = in.stream().map(PyTorchCases::tiled).toList();
    int width = in.getFirst().shape().dim(-1);
    Tensor scores =
        Ttnn.matmul(tiles.get(0), tiles.get(1), MatmulOptions.DEFAULT.withTransposeB(true));
    Tensor weights = Ttnn.softmax(Ttnn.multiply(scores, (float) (1 / Math.sqrt(width))));
    return Ttnn.matmul(weights, tiles.get(2));
  }

  /** PyTorch has the channels first. */
  private static Trial adaptive(Draw draw, boolean max) {
    int n = draw.between(1, 2);
    int h = draw.between(5, 12);
    int w = draw.between(5, 12);
    int c = draw.between(1, 40);
    int[] size = {draw.between(1, 5), draw.between(1, 5)};
    String image = "torch.permute(torch.reshape(x0, [%d, %d, %d, %d]), [0, 3, 1, 2])";
    String pooled =
        (max
                ? "(torch.adaptive_max_pool2d(%s, [%d, %d]))[0]"
                : "torch.adaptive_avg_pool2d(%s, [%d, %d])")
            .formatted(image.formatted(n, h, w, c), size[0], size[1]);
    PoolOptions options = PoolOptions.DEFAULT.withDtype(draw.dtype());
    return trial(
        "torch.reshape(torch.permute(%s, [0, 2, 3, 1]), [1, 1, -1, %d])".formatted(pooled, c),
        in ->
            max
                ? Ttnn.adaptiveMaxPool2d(in.getFirst(), n, h, w, c, size, options)
                : Ttnn.adaptiveAvgPool2d(in.getFirst(), n, h, w, c, size, options),
        draw.tensor(-4, 4, 1, 1, n * h * w, c));
  }

  private static Trial rounded(Draw draw, UnaryOperator<Tensor> ours) {
    boolean half = draw.dtype() == DataType.BFLOAT16;
    return new Trial(
        List.of(draw.tensor(-100, 100, draw.shape())),
        half ? "torch.to(torch.to(x0, 15), 6)" : "torch.clone(x0)",
        in -> ours.apply(in.getFirst()),
        false,
        true);
  }
}
