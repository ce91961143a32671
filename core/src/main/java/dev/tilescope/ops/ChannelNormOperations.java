package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.kernel.NormKernels;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Normalisation by channel: of batches {@code [N, C, H, W]}, and of groups of channels. Longer than
 * most: three device operations with many optional tensors, each checked by name.
 */
abstract class ChannelNormOperations extends OrderOperations {
  private static final List<DataType> PLAIN_FLOATS = List.of(DataType.BFLOAT16, DataType.FLOAT32);

  record BatchNormParams(
      float eps, MemoryConfig memoryConfig, @Nullable ComputeKernelConfig computeKernelConfig) {}

  record RunningStatisticsParams(
      float momentum, @Nullable ComputeKernelConfig computeKernelConfig) {}

  record GroupNormParams(
      float eps,
      int numGroups,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      Layout outputLayout,
      @Nullable CoreGrid coreGrid,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  static final DeviceOperation<BatchNormParams> BATCH_NORM =
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

  static final DeviceOperation<RunningStatisticsParams> RUNNING_STATISTICS =
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

  static final DeviceOperation<GroupNormParams> GROUP_NORM =
      DeviceOperation.<GroupNormParams>named("GroupNormDeviceOperation", "group_norm")
          .takes(
              Input.of("input_tensor").dtypes(PLAIN_FLOATS),
              Input.optional("weight").dtypes(PLAIN_FLOATS),
              Input.optional("bias").dtypes(PLAIN_FLOATS))
          .validation(ChannelNormOperations::checkGroupNorm)
          .output(call -> {
            GroupNormParams params = call.params();
            return new TensorSpec(
                call.spec(0).shape(),
                params.outputDtype(),
                params.outputLayout(),
                params.outputMemConfig());
          })
          .circularBuffers(
              "A row of tiles each for the input, the differences, the scaled row and the result,"
                  + " weight and bias if given, the mask of a group; a few single tiles for mean,"
                  + " variance, scaler and epsilon. Row-major sides pass through a row more.",
              ChannelNormOperations::groupNormBuffers)
          .cost(ChannelNormOperations::groupNormCost)
          .kernel(ChannelNormOperations::computeGroupNorm)
          .golden(ChannelNormOperations::goldenGroupNorm)
          .declare();

  record BatchNormArguments(Tensor input, BatchNormOptions options) {}

  record GroupNormArguments(Tensor inputTensor, int numGroups, GroupNormOptions options) {}

  private static final Operation<BatchNormArguments, Tensor> BATCH_NORM_OPERATION =
      Operation.of(
          "ttnn::batch_norm",
          BatchNormArguments.class,
          ChannelNormOperations::batchNorm,
          BATCH_NORM,
          RUNNING_STATISTICS);
  private static final Operation<GroupNormArguments, Tensor> GROUP_NORM_OPERATION =
      Operation.of(
          "ttnn::group_norm",
          GroupNormArguments.class,
          ChannelNormOperations::groupNorm,
          GROUP_NORM);

  /** Channels of {@code [N, C, H, W]} to mean 0 and variance 1. */
  public static Tensor batchNorm(Tensor input, BatchNormOptions options) {
    return BATCH_NORM_OPERATION.call(new BatchNormArguments(input, options));
  }

  /** Groups of neighbouring channels of {@code [N, 1, H*W, C]} to mean 0 and variance 1. */
  public static Tensor groupNorm(Tensor input, int numGroups, GroupNormOptions options) {
    return GROUP_NORM_OPERATION.call(new GroupNormArguments(input, numGroups, options));
  }

  private static Input plain(Input input) {
    return input.dtypes(PLAIN_FLOATS).in(Layout.TILE);
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
    try (Tensor mean = meanOfChannels(input, reducing);
        Tensor var = varianceOfChannels(input, mean, reducing)) {
      Tensor result = normalized(a, mean, var, memory);
      try {
        updateRunning(options, mean, var);
        return result;
      } catch (Throwable failure) {
        if (result != options.output()) {
          result.close();
        }
        throw failure;
      }
    }
  }

  private static Tensor normalized(
      BatchNormArguments a, Tensor mean, Tensor variance, MemoryConfig memory) {
    BatchNormOptions options = a.options();
    return BATCH_NORM.runInto(
        options.output(),
        new BatchNormParams(options.eps(), memory, options.computeKernelConfig()),
        a.input(),
        mean,
        variance,
        options.weight(),
        options.bias());
  }

  private static Tensor meanOfChannels(Tensor input, ReduceOptions options) {
    return Chain.from(input)
        .then(t -> mean(t, List.of(2, 3), true, options))
        .then(t -> mean(t, List.of(0), true, options))
        .end();
  }

  /** Of distances to the mean, so that a mean far from zero costs no precision. */
  private static Tensor varianceOfChannels(Tensor input, Tensor mean, ReduceOptions options) {
    return Chain.from(input)
        .then(t -> subtract(t, mean))
        .then(t -> square(t))
        .then(t -> meanOfChannels(t, options))
        .end();
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
      RUNNING_STATISTICS.runAllInto(
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
    Check.dtype("input", input, PLAIN_FLOATS);
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
    checkEpsilon("eps", options.eps());
    checkChannels("running_mean", options.runningMean(), input.shape().dim(1));
    checkChannels("running_var", options.runningVar(), input.shape().dim(1));
    checkChannels("weight", options.weight(), input.shape().dim(1));
    checkChannels("bias", options.bias(), input.shape().dim(1));
  }

  private static void checkEpsilon(String argument, float value) {
    Check.that(
        value >= 0 && Float.isFinite(value),
        "%s: must be finite and >= 0, got %s",
        argument,
        value);
  }

  private static void checkChannels(String argument, @Nullable Tensor tensor, int channels) {
    if (tensor != null) {
      tensor.requireBuffer(argument);
      Check.layout(argument, tensor, Layout.TILE);
      Check.dtype(argument, tensor, PLAIN_FLOATS);
      Check.that(
          tensor.shape().equals(Shape.of(1, channels, 1, 1)),
          "%s: shape must be Shape([1, %d, 1, 1]), got %s",
          argument,
          channels,
          tensor.shape());
    }
  }

  private static void checkBatchNorm(Call<BatchNormParams> call) {
    Check.that(
        !call.input(0).memoryConfig().isSharded(),
        "input: an interleaved tensor is needed, got %s; use Ttnn.toMemoryConfig",
        call.input(0).memoryConfig().memoryLayout());
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

  private static <P extends Record> CostModel.Work perTile(Call<P> call, int steps) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(
        (long) steps * Costs.CYCLES_PER_ELEMENTWISE_TILE, cores, Costs.inputs(call), output);
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

  private static Tensor groupNorm(GroupNormArguments a) {
    GroupNormOptions options = a.options();
    Tensor input = a.inputTensor();
    MemoryConfig memory = options.memoryConfig();
    DataType dtype = options.dtype();
    Layout layout = options.outputLayout();
    return GROUP_NORM.run(
        new GroupNormParams(
            options.epsilon(),
            a.numGroups(),
            memory == null ? input.memoryConfig() : memory,
            dtype == null ? input.dtype() : dtype,
            layout == null ? input.layout() : layout,
            options.coreGrid(),
            options.computeKernelConfig()),
        input,
        options.weight(),
        options.bias());
  }

  private static void checkGroupNorm(Call<GroupNormParams> call) {
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.rank() == 4 && shape.dim(1) == 1,
        "input_tensor: shape must be [N, 1, H*W, C], got %s",
        shape);
    int channels = shape.dim(3);
    int groups = call.params().numGroups();
    Check.that(
        groups > 0 && channels > 0 && channels % groups == 0,
        "num_groups: must divide the %d channels, got %d",
        channels,
        groups);
    checkEpsilon("epsilon", call.params().eps());
    DataType dtype = call.params().outputDtype();
    Check.that(dtype.isFloat(), "dtype: a floating-point type is needed, got %s", dtype);
    for (int i = 1; i <= 2; i++) {
      if (call.has(i)) {
        Check.that(
            call.spec(i).shape().volume() == channels,
            "%s: one element for each of %d channels is needed, got %s",
            GROUP_NORM.inputs().get(i).name(),
            channels,
            call.spec(i).shape());
      }
    }
    CoreGrid grid = call.params().coreGrid();
    if (grid != null) {
      CoreGrid whole = deviceGrid(call.device());
      Check.that(
          grid.x() <= whole.x() && grid.y() <= whole.y(),
          "core_grid: the device has %s, got %s",
          whole,
          grid);
    }
  }

  private static CoreRangeSet groupNormCores(Call<GroupNormParams> call) {
    CoreGrid grid = call.params().coreGrid();
    if (grid != null) {
      return CoreRangeSet.grid(grid.x(), grid.y());
    }
    long rows = call.spec(0).withLayout(Layout.TILE).physicalHeight() / TensorSpec.TILE_SIDE;
    return CircularBuffers.sharing(rows, call.device());
  }

  private static List<CircularBuffer> groupNormBuffers(Call<GroupNormParams> call) {
    CoreRangeSet cores = groupNormCores(call);
    TensorSpec in = call.spec(0);
    long width = Math.max(1, in.withLayout(Layout.TILE).physicalWidth() / TensorSpec.TILE_SIDE);
    List<CircularBuffer> buffers = new ArrayList<>();
    int rows = in.layout() == Layout.TILE ? 3 : 4;
    for (int i = 0; i < rows; i++) {
      buffers.add(CircularBuffers.rowOfTiles(cores, in.dtype(), width, call.device()));
    }
    rows = call.outputSpec().layout() == Layout.TILE ? 1 : 2;
    for (int i = 0; i < rows; i++) {
      DataType dtype = call.outputSpec().dtype();
      buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
    }
    for (int i = 1; i <= 2; i++) {
      if (call.has(i)) {
        DataType dtype = call.spec(i).dtype();
        buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
      }
    }
    long group = Math.ceilDiv(width, call.params().numGroups());
    buffers.add(CircularBuffers.tiles(cores, DataType.BFLOAT16, 2 * group));
    for (int i = 0; i < 6; i++) {
      buffers.add(CircularBuffers.tiles(cores, in.dtype(), 1));
    }
    return buffers;
  }

  private static CostModel.Work groupNormCost(Call<GroupNormParams> call) {
    return Costs.of(
        8L * Costs.CYCLES_PER_ELEMENTWISE_TILE,
        groupNormCores(call).size(),
        Costs.inputs(call),
        call.outputSpec());
  }

  private static void computeGroupNorm(Call<GroupNormParams> call) {
    Shape shape = call.spec(0).shape();
    NormKernels.groupNorm(
        call.floats(0),
        call.floatsOrNull(1),
        call.floatsOrNull(2),
        call.params().eps(),
        call.out().floats(),
        shape.dim(0),
        shape.dim(2),
        shape.dim(3),
        call.params().numGroups());
  }

  private static double[] goldenGroupNorm(GoldenCall<GroupNormParams> call) {
    Shape shape = call.output().shape();
    int channels = shape.dim(3);
    int depth = channels / call.params().numGroups();
    double[] in = call.values(0);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int c = i % channels;
      int first = i / (shape.dim(2) * channels) * shape.dim(2) * channels + c / depth * depth;
      double mean = 0;
      double variance = 0;
      for (int pass = 0; pass < 2; pass++) {
        for (int at = 0; at < shape.dim(2) * depth; at++) {
          double x = in[first + at / depth * channels + at % depth];
          double share = 1.0 / (shape.dim(2) * depth);
          mean += pass == 0 ? x * share : 0;
          variance += pass == 1 ? (x - mean) * (x - mean) * share : 0;
        }
      }
      double weight = call.has(1) ? call.values(1)[c] : 1;
      double bias = call.has(2) ? call.values(2)[c] : 0;
      out[i] = (in[i] - mean) / Math.sqrt(variance + call.params().eps()) * weight + bias;
    }
    return out;
  }
}
