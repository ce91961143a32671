package dev.tilescope.golden;

import static dev.tilescope.golden.OnnxOracle.oracle;

import dev.tilescope.model.DataType;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.GatheredNormOptions;
import dev.tilescope.ops.options.GroupNormOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/** Norms by channel, and norms of rows in two halves. */
final class NormCases {
  private static final List<DataType> PLAIN = List.of(DataType.FLOAT32, DataType.BFLOAT16);

  static final List<GoldenCase> CASES =
      List.of(
          plain(GoldenCase.of("batch_norm", NormCases::batchNorm).tiled()),
          plain(GoldenCase.of("group_norm", NormCases::groupNorm)),
          plain(GoldenCase.of("rms_norm_post_all_gather", NormCases::gatheredRmsNorm).tiled()));

  private NormCases() {}

  private static GoldenCase plain(GoldenCase all) {
    return new GoldenCase(all.operation(), PLAIN, all.layouts(), all.draw());
  }

  private static OnnxCall flat(Operand operand) {
    return oracle("Reshape").input(operand.golden()).list(-1);
  }

  /** In training, with statistics of the batch; otherwise with those given. */
  private static GoldenTrial batchNorm(Draw draw) {
    int channels = draw.between(1, 5);
    Operand x = draw.tensor(draw.between(1, 3), channels, draw.between(5, 40), draw.between(5, 40));
    int[] each = {1, channels, 1, 1};
    Operand mean = draw.tensor(-1, 1, each);
    Operand var = draw.tensor(0.5, 2, each);
    Operand weight = draw.tensor(0.5, 2, each);
    Operand bias = draw.tensor(-1, 1, each);
    boolean training = draw.flip();
    OnnxCall centered =
        oracle("Sub").input(x.golden()).input(oracle("ReduceMean").input(x.golden()).list(0, 2, 3));
    OnnxCall batchMean =
        oracle("ReduceMean").attribute("keepdims", 0).input(x.golden()).list(0, 2, 3);
    OnnxCall batchVar =
        oracle("ReduceMean")
            .attribute("keepdims", 0)
            .input(oracle("Mul").input(centered).input(centered))
            .list(0, 2, 3);
    return draw.trial(
        "training=" + training,
        on ->
            Ttnn.batchNorm(
                on.tensor(0),
                BatchNormOptions.DEFAULT
                    .withTraining(training)
                    .withRunning(on.tensor(1), on.tensor(2))
                    .withScale(on.tensor(3), on.tensor(4))),
        oracle("BatchNormalization")
            .attribute("epsilon", 1e-5f)
            .input(x.golden())
            .input(flat(weight))
            .input(flat(bias))
            .input(training ? batchMean : flat(mean))
            .input(training ? batchVar : flat(var)),
        x,
        mean,
        var,
        weight,
        bias);
  }

  private static GoldenTrial groupNorm(Draw draw) {
    int groups = draw.between(1, 4);
    int channels = groups * draw.between(1, 9);
    Operand x = draw.tensor(draw.between(1, 2), 1, 32 * draw.between(1, 2), channels);
    Operand weight = draw.tensor(0.5, 2, 1, 1, 1, channels);
    Operand bias = draw.tensor(-1.0, 1.0, 1, 1, 1, channels);
    OnnxCall byChannel =
        oracle("GroupNormalization")
            .attribute("num_groups", groups)
            .attribute("epsilon", 1e-5f)
            .input(oracle("Transpose").ints("perm", 0, 3, 1, 2).input(x.golden()))
            .input(flat(weight))
            .input(flat(bias));
    return draw.trial(
        "groups=" + groups,
        on ->
            Ttnn.groupNorm(
                on.tensor(0),
                groups,
                GroupNormOptions.DEFAULT
                    .withInplace(false)
                    .withEpsilon(1e-5f)
                    .withScale(on.tensor(1), on.tensor(2))),
        byChannel.then("Transpose").ints("perm", 0, 2, 3, 1),
        x,
        weight,
        bias);
  }

  /** Both halves on one device are the norm itself. */
  private static GoldenTrial gatheredRmsNorm(Draw draw) {
    Operand x = draw.tensor(draw.shape(2, 4));
    Operand weight = draw.tensor(0.5, 2, x.shape()[x.rank() - 1]);
    OnnxCall squares = oracle("Mul").input(x.golden()).input(x.golden());
    OnnxCall mean = oracle("Add").input(oracle("ReduceMean").input(squares).list(-1)).input(1e-5f);
    OnnxCall normal = oracle("Div").input(x.golden()).input(mean.then("Sqrt"));
    return draw.trial(
        "",
        on -> {
          Tensor stats = Ttnn.rmsNormPreAllGather(on.tensor(0), draw.dtype(), null);
          try (stats) {
            return Ttnn.rmsNormPostAllGather(
                on.tensor(0),
                stats,
                GatheredNormOptions.DEFAULT.withEpsilon(1e-5f).withWeight(on.tensor(1)));
          }
        },
        oracle("Mul").input(normal).input(weight.golden()),
        x,
        weight);
  }
}
