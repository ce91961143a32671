package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.elementwise.ArithmeticOperations;
import dev.tilescope.ops.internal.elementwise.BinaryOperations.BinaryArguments;
import dev.tilescope.ops.internal.elementwise.MathOperations;
import dev.tilescope.ops.internal.elementwise.UnaryOperations.UnaryArguments;
import dev.tilescope.ops.internal.kernel.NormKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.reduction.ReductionOperations;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceArguments;
import dev.tilescope.ops.options.BatchNormOptions;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation of the channels of batches {@code [N, C, H, W]}. A little above 300 lines: many
 * optional tensors, each checked by name.
 */
public final class ChannelNormOperations {
  private ChannelNormOperations() {}

  public record BatchNormParams(
      float eps, MemoryConfig memoryConfig, @Nullable ComputeKernelConfig computeKernelConfig) {}

  public record RunningStatisticsParams(
      float momentum, @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<BatchNormParams> BATCH_NORM_ON_DEVICE =
      DeviceOperation.<BatchNormParams>named("BatchNormOperation", "batch_norm")
          .takes(
              plain(Input.of("input")),
              plain(Input.of("running_mean")),
              plain(Input.of("running_var")),
              plain(Input.optional("weight")),
              plain(Input.optional("bias")))
          .into("output")
          .validation(ChannelNormOperations::checkBatchNorm)
          .output(call -> call.spec(0).withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Two tiles each for the input, mean, variance, epsilon, weight, bias, the denominator"
                  + " and a product on the way, and the result.",
              ChannelNormOperations::batchNormBuffers)
          .cost(call -> perTile(call, 4))
          .kernel(ChannelNormOperations::computeBatchNorm)
          .golden(ChannelNormOperations::goldenBatchNorm)
          .declare();

  public static final DeviceOperation<RunningStatisticsParams> RUNNING_STATISTICS_ON_DEVICE =
      DeviceOperation.<RunningStatisticsParams>named("RunningStatistics", "running_statistics")
          .takes(
              plain(Input.of("batch_mean")),
              plain(Input.of("batch_var")),
              plain(Input.optional("running_mean")),
              plain(Input.optional("running_var")))
          .into("running statistics")
          .outputs(call -> {
            List<TensorSpec> updated = new ArrayList<>();
            for (int i = 2; i <= 3; i++) {
              if (call.has(i)) {
                updated.add(call.spec(i));
              }
            }
            return updated;
          })
          .circularBuffers(
              "Two tiles each for the batch's statistics, the running ones and their new values,"
                  + " the momentum, one less it, and two products on the way.",
              ChannelNormOperations::statisticsBuffers)
          .cost(call -> perTile(call, 3))
          .kernel(ChannelNormOperations::computeStatistics)
          .goldens(ChannelNormOperations::goldenStatistics)
          .declare();

  public record BatchNormArguments(Tensor input, BatchNormOptions options) {}

  public static final Operation<BatchNormArguments, Tensor> BATCH_NORM =
      Operation.of(
              "ttnn::batch_norm",
              BatchNormArguments.class,
              ChannelNormOperations::batchNorm,
              BATCH_NORM_ON_DEVICE,
              RUNNING_STATISTICS_ON_DEVICE)
          .overwritingIf("training", Boolean.TRUE::equals, "running_mean", "running_var");

  private static Input plain(Input input) {
    return input.dtypes(GroupNormOperations.PLAIN_FLOATS).in(Layout.TILE);
  }

  /** The result first: running statistics may be the weight of another channel. */
  private static Tensor batchNorm(BatchNormArguments a) {
    BatchNormOptions options = a.options();
    Tensor input = a.input();
    checkArguments(input, options);
    MemoryConfig asked = options.memoryConfig();
    MemoryConfig memory = asked == null ? input.memoryConfig() : asked;
    if (!options.training()) {
      return normalized(
          a,
          Objects.requireNonNull(options.runningMean()),
          Objects.requireNonNull(options.runningVar()),
          memory);
    }
    ReduceOptions reducing = new ReduceOptions(memory, options.computeKernelConfig(), 1, true);
    try (Temporaries made = Temporaries.besides(input, options.output())) {
      Tensor mean = made.own(meanOfChannels(input, reducing));
      Tensor var = made.own(varianceOfChannels(input, mean, reducing));
      Tensor result = made.own(normalized(a, mean, var, memory));
      updateRunning(options, mean, var);
      return made.handOver(result);
    }
  }

  private static Tensor normalized(
      BatchNormArguments a, Tensor mean, Tensor variance, MemoryConfig memory) {
    BatchNormOptions options = a.options();
    return BATCH_NORM_ON_DEVICE.runInto(
        options.output(),
        new BatchNormParams(options.eps(), memory, options.computeKernelConfig()),
        a.input(),
        mean,
        variance,
        options.weight(),
        options.bias());
  }

  private static Tensor meanOfChannels(Tensor input, ReduceOptions options) {
    return Temporaries.through(
        input, t -> mean(t, List.of(2, 3), options), t -> mean(t, List.of(0), options));
  }

  /** Of distances to the mean, so that a mean far from zero costs no precision. */
  private static Tensor varianceOfChannels(Tensor input, Tensor mean, ReduceOptions options) {
    return Temporaries.through(
        input,
        t ->
            ArithmeticOperations.SUBTRACT.call(new BinaryArguments(t, mean, BinaryOptions.DEFAULT)),
        t -> MathOperations.SQUARE.call(new UnaryArguments(t, UnaryOptions.DEFAULT)),
        t -> meanOfChannels(t, options));
  }

  private static Tensor mean(Tensor input, List<Integer> dims, ReduceOptions options) {
    return ReductionOperations.MEAN.call(new ReduceArguments(input, dims, true, options));
  }

  private static void updateRunning(BatchNormOptions options, Tensor mean, Tensor var) {
    List<Tensor> running = new ArrayList<>();
    if (options.runningMean() != null) {
      running.add(options.runningMean());
    }
    if (options.runningVar() != null) {
      running.add(options.runningVar());
    }
    if (!running.isEmpty()) {
      RUNNING_STATISTICS_ON_DEVICE.runAllInto(
          running,
          new RunningStatisticsParams(options.momentum(), options.computeKernelConfig()),
          mean,
          var,
          options.runningMean(),
          options.runningVar());
    }
  }

  /** Before anything runs: afterwards a running statistic may have changed already. */
  private static void checkArguments(Tensor input, BatchNormOptions options) {
    input.requireBuffer("input");
    Check.layout("input", input, Layout.TILE);
    Check.dtype("input", input, GroupNormOperations.PLAIN_FLOATS);
    Check.that(
        input.shape().rank() == 4 && input.shape().volume() > 0,
        "input: elements in shape [N, C, H, W] are needed, got %s",
        input.shape());
    Check.that(
        options.training() || options.runningMean() != null,
        "running_mean: it is needed unless training=true");
    Check.that(
        options.training() || options.runningVar() != null,
        "running_var: it is needed unless training=true");
    Check.that(
        options.momentum() >= 0 && options.momentum() <= 1,
        "momentum: must be 0..1, got %s",
        options.momentum());
    GroupNormOperations.checkEpsilon("eps", options.eps());
    checkChannels("running_mean", options.runningMean(), input.shape().dim(1));
    checkChannels("running_var", options.runningVar(), input.shape().dim(1));
    checkChannels("weight", options.weight(), input.shape().dim(1));
    checkChannels("bias", options.bias(), input.shape().dim(1));
  }

  private static void checkChannels(String argument, @Nullable Tensor tensor, int channels) {
    if (tensor != null) {
      tensor.requireBuffer(argument);
      Check.layout(argument, tensor, Layout.TILE);
      Check.dtype(argument, tensor, GroupNormOperations.PLAIN_FLOATS);
      Check.that(
          tensor.shape().equals(Shape.of(1, channels, 1, 1)),
          "%s: shape must be Shape([1, %d, 1, 1]), got %s",
          argument,
          channels,
          tensor.shape());
    }
  }

  private static void checkBatchNorm(Call<BatchNormParams> call) {
    Check.interleaved("input", call.input(0).memoryConfig());
    Check.that(
        !call.params().memoryConfig().isSharded(),
        "memory_config: the result is interleaved, got %s",
        call.params().memoryConfig().memoryLayout());
  }

  private static List<CircularBuffer> batchNormBuffers(Call<BatchNormParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call.device());
    DataType inner = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Tensor in : call.given()) {
      buffers.add(CircularBuffers.tiles(cores, in.dtype(), 2));
    }
    for (int i = 0; i < 3; i++) {
      buffers.add(CircularBuffers.tiles(cores, inner, 2));
    }
    buffers.add(CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2));
    return buffers;
  }

  private static <P extends Record> Work perTile(Call<P> call, int steps) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(TileWork.elementwise(steps), cores, Costs.inputs(call), output);
  }

  private static void computeBatchNorm(Call<BatchNormParams> call) {
    Shape shape = call.spec(0).shape();
    NormKernels.batchNorm(
        call.floats(0),
        call.floats(1),
        call.floats(2),
        call.floatsOrNull(3),
        call.floatsOrNull(4),
        call.params().eps(),
        call.out().floats(),
        shape.dim(0),
        shape.dim(1),
        shape.dim(2) * shape.dim(3));
  }

  private static double[] goldenBatchNorm(GoldenCall<BatchNormParams> call) {
    Shape shape = call.output().shape();
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int c = i / (shape.dim(2) * shape.dim(3)) % shape.dim(1);
      double deviation = Math.sqrt(call.values(2)[c] + call.params().eps());
      double normal = (call.values(0)[i] - call.values(1)[c]) / deviation;
      double weight = call.has(3) ? call.values(3)[c] : 1;
      double bias = call.has(4) ? call.values(4)[c] : 0;
      out[i] = normal * weight + bias;
    }
    return out;
  }

  private static List<CircularBuffer> statisticsBuffers(Call<RunningStatisticsParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call.device());
    List<CircularBuffer> buffers = new ArrayList<>();
    call.given().forEach(in -> buffers.add(CircularBuffers.tiles(cores, in.dtype(), 2)));
    for (int i = 0; i < 4; i++) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(0).dtype(), 2));
    }
    call.outputs().forEach(out -> buffers.add(CircularBuffers.tiles(cores, out.dtype(), 2)));
    return buffers;
  }

  private static void computeStatistics(Call<RunningStatisticsParams> call) {
    float momentum = call.params().momentum();
    int output = 0;
    for (int i = 2; i <= 3; i++) {
      if (call.has(i)) {
        float[] batch = call.floats(i - 2);
        float[] running = call.floats(i);
        float[] out = call.out(output++).floats();
        for (int c = 0; c < out.length; c++) {
          out[c] = (1 - momentum) * running[c] + momentum * batch[c];
        }
      }
    }
  }

  private static List<double[]> goldenStatistics(GoldenCall<RunningStatisticsParams> call) {
    double momentum = call.params().momentum();
    List<double[]> updated = new ArrayList<>();
    for (int i = 2; i <= 3; i++) {
      if (call.has(i)) {
        double[] out = call.values(i).clone();
        for (int c = 0; c < out.length; c++) {
          out[c] += momentum * (call.values(i - 2)[c] - out[c]);
        }
        updated.add(out);
      }
    }
    return updated;
  }
}
