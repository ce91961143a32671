package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.Layout;
import dev.tilescope.ops.Experimental;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MinimalMatmulConfig;
import dev.tilescope.ops.options.MinimalMatmulOptions;
import dev.tilescope.ops.options.SparseMatmulOptions;
import dev.tilescope.ops.options.UnaryWithParam;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;

/** Matrix products, and what is computed along a whole dimension. */
final class MatmulCases {
  static final List<GoldenCase> CASES =
      List.of(
          GoldenCase.of("matmul", MatmulCases::matmul).tiled(),
          GoldenCase.of("linear", MatmulCases::linear).tiled(),
          GoldenCase.of("experimental::minimal_matmul", MatmulCases::minimalMatmul).tiled(),
          GoldenCase.of("experimental::minimal_matmul_split", MatmulCases::splitMatmul).tiled(),
          GoldenCase.of("sparse_matmul", MatmulCases::sparseMatmul).tiled(),
          GoldenCase.of("softmax", MatmulCases::softmax).tiled());

  /** In float32 blocks of 8 x 8 x 8 tiles are too large for L1. */
  private static final MinimalMatmulOptions SMALL_BLOCKS =
      MinimalMatmulOptions.DEFAULT.withConfig(
          new MinimalMatmulConfig(2, 2, 2, 1, 1, new CoreGrid(8, 8)));

  private MatmulCases() {}

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

  private static GoldenTrial minimalMatmul(Draw draw) {
    int inner = draw.between(1, 90);
    int columns = draw.between(1, 90);
    Operand a = draw.tensor(2, draw.between(1, 70), inner);
    Operand b = draw.tensor(1, inner, columns);
    Operand bias = draw.tensor(1, columns);
    boolean gelu = draw.flip();
    OnnxCall sum =
        oracle("Add")
            .input(oracle("MatMul").input(a.golden()).input(b.golden()))
            .input(bias.golden());
    MinimalMatmulOptions options =
        SMALL_BLOCKS.withFusedActivation(gelu ? UnaryWithParam.of("gelu") : null);
    return draw.trial(
        gelu ? "fused_activation=gelu" : "",
        on ->
            Experimental.minimalMatmul(
                on.tensor(0), on.tensor(1), options.withBiasTensor(on.tensor(2))),
        gelu ? sum.then("Gelu") : sum,
        a,
        b,
        bias);
  }

  private static GoldenTrial splitMatmul(Draw draw) {
    int inner = draw.between(1, 90);
    int chunks = draw.between(1, 3);
    Operand a = draw.tensor(draw.between(1, 70), inner);
    Operand b = draw.tensor(inner, 32 * chunks);
    return draw.trials(
        "chunks=" + chunks,
        on -> Experimental.minimalMatmulSplit(on.tensor(0), on.tensor(1), chunks, -1, SMALL_BLOCKS),
        IntStream.range(0, chunks)
            .<OnnxValue>mapToObj(chunk ->
                oracle("Slice")
                    .input(oracle("MatMul").input(a.golden()).input(b.golden()))
                    .list(32 * chunk)
                    .list(32 * chunk + 32)
                    .list(1))
            .toList(),
        a,
        b);
  }

  /** Where what is drawn is negative, nothing is multiplied. */
  private static GoldenTrial sparseMatmul(Draw draw) {
    int experts = draw.between(1, 6);
    int rows = draw.between(7, 70);
    int inner = draw.between(1, 90);
    int columns = draw.between(7, 70);
    Operand a = draw.tensor(experts, rows, inner);
    Operand b = draw.tensor(experts, inner, columns);
    Operand sparsity = draw.tensor(-1.0, 1.0, experts, 1, 1);
    MultiCoreReuseMultiCast1D config =
        MultiCoreReuseMultiCast1D.on(new CoreGrid(8, 8)).withPerCore(Math.ceilDiv(rows, 32), 1);
    return draw.trial(
        "experts=" + experts,
        on -> sparseMatmul(on.tensor(0), on.tensor(1), on.tensor(2), config),
        oracle("Mul")
            .input(oracle("MatMul").input(a.golden()).input(b.golden()))
            .input(oracle("Relu").input(sparsity.golden()).then("Sign")),
        a,
        b,
        sparsity);
  }

  private static Tensor sparseMatmul(
      Tensor a, Tensor b, Tensor drawn, MultiCoreReuseMultiCast1D config) {
    try (Tensor positive = Ttnn.relu(drawn);
        Tensor sparsity = Ttnn.toLayout(positive, Layout.ROW_MAJOR)) {
      return Ttnn.sparseMatmul(
          a, b, sparsity, config, SparseMatmulOptions.DEFAULT.withIsInputASparse(true));
    }
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
}
