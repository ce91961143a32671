package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.kernel.ReductionKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Sums along dimensions before the last two, which add whole tiles to each other. */
public final class FastReduceOperations {
  private FastReduceOperations() {}

  private static final List<DataType> SUMMED =
      List.of(DataType.BFLOAT16, DataType.BFLOAT8_B, DataType.FLOAT32);

  public record FastReduceParams(
      int dim, MemoryConfig outputMemConfig, @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<FastReduceParams> FAST_REDUCE_NC_ON_DEVICE =
      DeviceOperation.<FastReduceParams>named("FastReduceNCDeviceOperation", "fast_reduce_nc")
          .takes(Input.of("input").dtypes(SUMMED).in(Layout.TILE))
          .into("output")
          .output(FastReduceOperations::output)
          .circularBuffers(
              "Twice up to eight tiles in, a tile of zeros, one of sums, two tiles out, on as many cores as"
                  + " there are tiles out.",
              FastReduceOperations::circularBuffers)
          .cost(call -> ReductionOperations.reduceCost(call, cores(call)))
          .kernel(call ->
              ReductionKernels.reduce(
                  ReductionKind.SUM,
                  call.floats(0),
                  Lines.along(call.spec(0).shape().toArray(), call.params().dim()),
                  call.out().floats()))
          .golden(FastReduceOperations::golden)
          .declare();

  public record FastReduceArguments(
      Tensor input,
      List<Integer> dims,
      @Nullable Tensor output,
      @Default("dram") MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public static final Operation<FastReduceArguments, Tensor> FAST_REDUCE_NC =
      Operation.of(
          "ttnn::experimental::fast_reduce_nc",
          FastReduceArguments.class,
          FastReduceOperations::fastReduce,
          FAST_REDUCE_NC_ON_DEVICE);

  private static Tensor fastReduce(FastReduceArguments a) {
    Tensor input = a.input();
    FAST_REDUCE_NC_ON_DEVICE.requireUsable(input);
    Check.that(!a.dims().isEmpty(), "fast_reduce_nc dims should not be empty");
    List<Integer> dims = a.dims().stream().sorted().toList();
    try (Temporaries made = Temporaries.besides(input, a.output())) {
      Tensor at = input;
      for (int i = dims.size() - 1; i > 0; i--) {
        int dim = checked(dims.get(i), input);
        at = made.step(at, t -> FAST_REDUCE_NC_ON_DEVICE.run(params(a, dim), t));
      }
      return made.handOver(
          FAST_REDUCE_NC_ON_DEVICE.runInto(
              a.output(), params(a, checked(dims.getFirst(), input)), at));
    }
  }

  private static FastReduceParams params(FastReduceArguments a, int dim) {
    return new FastReduceParams(dim, a.memoryConfig(), a.computeKernelConfig());
  }

  private static int checked(int dim, Tensor input) {
    int most = Shape.MAX_DEVICE_RANK - 2;
    Check.that(dim >= 0 && dim <= most, "dim must be between 0 and %d.", most);
    int rank = input.shape().rank();
    Check.that(dim < rank, "dim must be smaller than input tensor rank %d.", rank);
    Check.that(
        dim < rank - 2,
        "dims: one before the last two of %s is needed, got %d",
        input.shape(),
        dim);
    return dim;
  }

  private static TensorSpec output(Call<FastReduceParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    dims[call.params().dim()] = 1;
    return new TensorSpec(
        Shape.of(dims), call.spec(0).dtype(), Layout.TILE, call.params().outputMemConfig());
  }

  private static CoreRangeSet cores(Call<FastReduceParams> call) {
    return CircularBuffers.sharingByRows(call.outputSpec().pageCount(), call);
  }

  /**
   * fast_reduce_nc_program_factory.cpp, which reads as many tiles at once as divide their number.
   */
  private static List<CircularBuffer> circularBuffers(Call<FastReduceParams> call) {
    CoreRangeSet cores = cores(call);
    DataType dtype = call.spec(0).dtype();
    int summed = call.spec(0).shape().dim(call.params().dim());
    long together = CircularBuffers.largestBlock(Math.max(1, summed), MOST_TOGETHER);
    return List.of(
        CircularBuffers.tiles(cores, dtype, 2 * together),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, 1),
        CircularBuffers.tiles(cores, dtype, 1),
        CircularBuffers.tiles(cores, dtype, 2));
  }

  private static final int MOST_TOGETHER = 8;

  private static double[] golden(GoldenCall<FastReduceParams> call) {
    int[] dims = call.input(0).spec().shape().toArray();
    int dim = call.params().dim();
    int inner = Shapes.strides(dims)[dim];
    double[] in = call.values(0);
    double[] out = call.newOutput();
    for (int i = 0; i < in.length; i++) {
      out[i / (inner * dims[dim]) * inner + i % inner] += in[i];
    }
    return out;
  }
}
