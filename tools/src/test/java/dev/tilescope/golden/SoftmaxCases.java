package dev.tilescope.golden;

import static dev.tilescope.golden.FunctionCases.plus;
import static dev.tilescope.golden.FunctionCases.times;
import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.NormOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Softmax with all that may come before it, norms of rows, and a product with a summand. */
final class SoftmaxCases {
  private static final float EPSILON = 1e-5f;

  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("softmax_in_place", SoftmaxCases::inPlace).tiled().inBlockFloats(),
          GoldenCase.of("scale_mask_softmax", draw -> masked(draw, Ttnn::scaleMaskSoftmax))
              .tiled()
              .inBlockFloats(),
          GoldenCase.of(
                  "scale_mask_softmax_in_place",
                  draw -> masked(draw, (x, s, m, _) -> Ttnn.scaleMaskSoftmaxInPlace(x, s, m)))
              .tiled()
              .inBlockFloats(),
          GoldenCase.of(
                  "scale_causal_mask_hw_dims_softmax_in_place",
                  draw ->
                      masked(
                          draw, (x, s, m, _) -> Ttnn.scaleCausalMaskHwDimsSoftmaxInPlace(x, s, m)))
              .tiled()
              .inBlockFloats(),
          GoldenCase.of("layer_norm", SoftmaxCases::layerNorm).tiled(),
          GoldenCase.of("rms_norm", SoftmaxCases::rmsNorm).tiled(),
          GoldenCase.of("addmm", SoftmaxCases::addmm).tiled());

  private SoftmaxCases() {}

  private static GoldenTrial inPlace(Draw draw) {
    Operand x = draw.tensor(-5, 5, draw.shape(2, 4));
    return draw.trial(
        t -> Ttnn.softmaxInPlace(t, -1),
        oracle("Softmax").attribute("axis", -1).input(x.golden()),
        x);
  }

  private interface Masked {
    Tensor apply(Tensor input, Float scale, Tensor mask, MemoryConfig memoryConfig);
  }

  private static GoldenTrial masked(Draw draw, Masked ours) {
    int batch = draw.between(1, 3);
    Operand x = draw.tensor(batch, draw.between(1, 3), draw.between(2, 40), draw.between(2, 60));
    Operand mask = draw.tensor(batch, 1, 1, x.shape()[3]);
    float scale = draw.scalar(0.1, 1);
    return draw.trial(
        "scale=" + scale,
        on -> ours.apply(on.tensor(0), scale, on.tensor(1), null),
        plus(times(x.golden(), scale), mask.golden()).then("Softmax"),
        x,
        mask);
  }

  private static OnnxCall meanOfSquares(OnnxValue x) {
    return oracle("ReduceMean").input(times(x, x)).list(-1);
  }

  static OnnxValue rms(OnnxValue x, float epsilon) {
    OnnxCall root = oracle("Add").input(meanOfSquares(x)).input(epsilon).then("Sqrt");
    return oracle("Div").input(x).input(root);
  }

  private static GoldenTrial layerNorm(Draw draw) {
    Operand x = draw.tensor(-3, 5, draw.shape(2, 4));
    int width = x.shape()[x.rank() - 1];
    Operand residual = draw.tensor(x.shape());
    Operand weight = draw.tensor(0.5, 2, width);
    Operand bias = draw.tensor(width);
    return draw.trial(
        "",
        on ->
            Ttnn.layerNorm(
                on.tensor(0),
                NormOptions.DEFAULT
                    .withEpsilon(EPSILON)
                    .withResidualInputTensor(on.tensor(1))
                    .withWeight(on.tensor(2))
                    .withBias(on.tensor(3))),
        oracle("LayerNormalization")
            .attribute("epsilon", EPSILON)
            .input(plus(x.golden(), residual.golden()))
            .input(weight.golden())
            .input(bias.golden()),
        x,
        residual,
        weight,
        bias);
  }

  private static GoldenTrial rmsNorm(Draw draw) {
    Operand x = draw.tensor(-3, 5, draw.shape(2, 4));
    int width = x.shape()[x.rank() - 1];
    Operand residual = draw.tensor(x.shape());
    Operand weight = draw.tensor(0.5, 2, width);
    return draw.trial(
        "",
        on ->
            Ttnn.rmsNorm(
                on.tensor(0),
                NormOptions.DEFAULT
                    .withEpsilon(EPSILON)
                    .withResidualInputTensor(on.tensor(1))
                    .withWeight(on.tensor(2))),
        times(rms(plus(x.golden(), residual.golden()), EPSILON), weight.golden()),
        x,
        residual,
        weight);
  }

  private static GoldenTrial addmm(Draw draw) {
    int rows = draw.between(7, 70);
    int inner = draw.between(1, 90);
    int columns = draw.between(7, 70);
    Operand a = draw.tensor(rows, inner);
    Operand b = draw.tensor(inner, columns);
    Operand added = draw.tensor(rows, columns);
    float alpha = draw.scalar(0.5, 2);
    float beta = draw.scalar(0.5, 2);
    OnnxCall product = oracle("MatMul").input(a.golden()).input(b.golden());
    return draw.trial(
        "alpha=" + alpha + " beta=" + beta,
        on ->
            Ttnn.addmm(
                on.tensor(2), on.tensor(0), on.tensor(1), alpha, beta, MatmulOptions.DEFAULT),
        plus(times(product, alpha), times(added.golden(), beta)),
        a,
        b,
        added);
  }
}
