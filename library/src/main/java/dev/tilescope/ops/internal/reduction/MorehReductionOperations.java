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
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.BiFunction;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Sums and means as Moreh's programs make them, one dimension after the other from the last. */
public final class MorehReductionOperations {
  private MorehReductionOperations() {}

  /** What both have. */
  interface Reduced {
    int dim();

    boolean keepdim();

    MemoryConfig memoryConfig();

    ComputeKernelConfig computeKernelConfig();
  }

  public record MorehSumParams(
      int dim, boolean keepdim, MemoryConfig memoryConfig, ComputeKernelConfig computeKernelConfig)
      implements Reduced {}

  public record MorehMeanParams(
      int dim,
      boolean keepdim,
      @Nullable Integer divisor,
      MemoryConfig memoryConfig,
      ComputeKernelConfig computeKernelConfig)
      implements Reduced {}

  public static final DeviceOperation<MorehSumParams> MOREH_SUM_ON_DEVICE =
      DeviceOperation.<MorehSumParams>named("MorehSumOperation", "moreh_sum")
          .takes(
              Input.of("input").dtypes(List.of(DataType.BFLOAT16, DataType.INT32)).in(Layout.TILE))
          .into("output")
          .output(MorehReductionOperations::result)
          .circularBuffers(
              "Dataflow buffers on as many cores as there are rows, columns or tiles to sum: two"
                  + " tiles in and two out, and one each of what is summed up, of ones or zeros, of"
                  + " the mask and of what it leaves.",
              MorehReductionOperations::sumBuffers)
          .cost(call -> ReductionOperations.reduceCost(call, cores(call)))
          .kernel(call -> reduce(call, ReductionKind.SUM))
          .golden(call -> sums(call, 1))
          .declare();

  public static final DeviceOperation<MorehMeanParams> MOREH_MEAN_ON_DEVICE =
      DeviceOperation.<MorehMeanParams>named("MorehMeanOperation", "moreh_mean")
          .takes(Input.of("input").dtypes(List.of(DataType.BFLOAT16)).in(Layout.TILE))
          .validation(
              call -> Check.that(call.params().divisor() == null, "divisor not supported yet."))
          .into("output")
          .output(MorehReductionOperations::result)
          .circularBuffers(
              "Dataflow buffers as for sums, of which one tile of results along the last two"
                  + " dimensions.",
              MorehReductionOperations::meanBuffers)
          .cost(call -> ReductionOperations.reduceCost(call, cores(call)))
          .kernel(call -> reduce(call, ReductionKind.MEAN))
          .golden(call -> sums(call, call.input(0).spec().shape().dim(call.params().dim())))
          .declare();

  public record MorehSumArguments(
      Tensor input,
      @Nullable List<Integer> dim,
      @Default("false") boolean keepdim,
      @Nullable Tensor output,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public record MorehMeanArguments(
      Tensor input,
      @Nullable List<Integer> dim,
      @Default("false") boolean keepdim,
      @Nullable Integer divisor,
      @Nullable Tensor output,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<MorehSumArguments, Tensor> MOREH_SUM =
      Operation.of(
          "ttnn::moreh_sum",
          MorehSumArguments.class,
          MorehReductionOperations::sum,
          MOREH_SUM_ON_DEVICE);
  public static final Operation<MorehMeanArguments, Tensor> MOREH_MEAN =
      Operation.of(
          "ttnn::moreh_mean",
          MorehMeanArguments.class,
          MorehReductionOperations::mean,
          MOREH_MEAN_ON_DEVICE);

  private static Tensor sum(MorehSumArguments a) {
    MOREH_SUM_ON_DEVICE.requireUsable(a.input());
    MemoryConfig memory = MorehOperations.placed(a.memoryConfig(), a.input());
    ComputeKernelConfig compute = MorehOperations.computing(a.computeKernelConfig());
    return oneByOne(
        a.input(),
        a.dim(),
        a.output(),
        (dim, into) ->
            t ->
                MOREH_SUM_ON_DEVICE.runInto(
                    into, new MorehSumParams(dim, a.keepdim(), memory, compute), t));
  }

  private static Tensor mean(MorehMeanArguments a) {
    MOREH_MEAN_ON_DEVICE.requireUsable(a.input());
    MemoryConfig memory = MorehOperations.placed(a.memoryConfig(), a.input());
    ComputeKernelConfig compute = MorehOperations.computing(a.computeKernelConfig());
    return oneByOne(
        a.input(),
        a.dim(),
        a.output(),
        (dim, into) ->
            t ->
                MOREH_MEAN_ON_DEVICE.runInto(
                    into, new MorehMeanParams(dim, a.keepdim(), a.divisor(), memory, compute), t));
  }

  private static Tensor oneByOne(
      Tensor input,
      @Nullable List<Integer> dim,
      @Nullable Tensor output,
      BiFunction<Integer, @Nullable Tensor, UnaryOperator<Tensor>> along) {
    Check.rankAtLeast("input", input, 2);
    List<Integer> dims = lastFirst(dim, input.shape());
    try (Temporaries made = Temporaries.besides(input, output)) {
      Tensor at = input;
      for (int i = 0; i < dims.size(); i++) {
        at = made.step(at, along.apply(dims.get(i), i == dims.size() - 1 ? output : null));
      }
      return made.handOver(at);
    }
  }

  /** All of them if none are named. */
  private static List<Integer> lastFirst(@Nullable List<Integer> dim, Shape shape) {
    List<Integer> dims =
        new ArrayList<>(
            dim == null || dim.isEmpty()
                ? IntStream.range(0, shape.rank()).boxed().toList()
                : dim.stream().map(each -> Shapes.dimension("dim", each, shape)).toList());
    dims.sort(Comparator.reverseOrder());
    return dims;
  }

  private static boolean isInTiles(int dim, Shape shape) {
    return dim >= shape.rank() - 2;
  }

  /** A dimension that lies in tiles keeps its place, with size 1, whatever keepdim says. */
  private static <P extends Record & Reduced> TensorSpec result(Call<P> call) {
    Shape shape = call.spec(0).shape();
    int dim = call.params().dim();
    boolean stays = call.params().keepdim() || isInTiles(dim, shape);
    int[] dims =
        IntStream.range(0, shape.rank())
            .filter(i -> stays || i != dim)
            .map(i -> i == dim ? 1 : shape.dim(i))
            .toArray();
    return new TensorSpec(
        Shape.of(dims), call.spec(0).dtype(), Layout.TILE, call.params().memoryConfig());
  }

  /** As many as there are tiles of the result. */
  private static <P extends Record & Reduced> CoreRangeSet cores(Call<P> call) {
    return CircularBuffers.sharing(
        Math.max(1, call.outputSpec().withMemoryConfig(MemoryConfig.DRAM).pageCount()), call);
  }

  private static <P extends Record & Reduced> void reduce(Call<P> call, ReductionKind kind) {
    Lines lines = Lines.along(call.spec(0).shape().toArray(), call.params().dim());
    switch (call.out()) {
      case Values.Floats(float[] out) -> ReductionKernels.reduce(kind, call.floats(0), lines, out);
      case Values.Integers(int[] out) ->
          ReductionKernels.reduce(kind, call.integers(0), lines, false, out);
    }
  }

  private static <P extends Record & Reduced> double[] sums(GoldenCall<P> call, int divisor) {
    int[] dims = call.input(0).spec().shape().toArray();
    int dim = call.params().dim();
    int inner = Shapes.strides(dims)[dim];
    double[] in = call.values(0);
    double[] out = call.newOutput();
    for (int i = 0; i < in.length; i++) {
      out[i / (inner * dims[dim]) * inner + i % inner] += in[i] / divisor;
    }
    return out;
  }

  /** The moreh_sum factories: _w and _h, _nc, and those for integers. */
  private static List<CircularBuffer> sumBuffers(Call<MorehSumParams> call) {
    Shape shape = call.spec(0).shape();
    int dim = call.params().dim();
    if (call.spec(0).dtype() == DataType.INT32 || !isInTiles(dim, shape)) {
      boolean masked = call.spec(0).dtype() == DataType.INT32 && isInTiles(dim, shape);
      return tiles(call, masked ? List.of(2, 1, 1, 2) : List.of(2, 1, 2));
    }
    List<CircularBuffer> buffers =
        new ArrayList<>(tiles(call, List.of(2, dim == shape.rank() - 1 ? 2 : 1, 1, 1, 2)));
    buffers.add(3, summedUp(call));
    return CircularBuffers.dataflow(buffers);
  }

  /** The moreh_mean factories. */
  private static List<CircularBuffer> meanBuffers(Call<MorehMeanParams> call) {
    if (!isInTiles(call.params().dim(), call.spec(0).shape())) {
      return tiles(call, List.of(2, 1, 1, 1, 2));
    }
    List<CircularBuffer> buffers = new ArrayList<>(tiles(call, List.of(2, 1, 1, 1, 1)));
    buffers.add(3, summedUp(call));
    return CircularBuffers.dataflow(buffers);
  }

  private static <P extends Record & Reduced> CircularBuffer summedUp(Call<P> call) {
    boolean wide = call.params().computeKernelConfig().fp32DestAccEn();
    DataType dtype = wide ? DataType.FLOAT32 : DataType.BFLOAT16;
    return CircularBuffers.tiles(cores(call), dtype, 1);
  }

  private static <P extends Record & Reduced> List<CircularBuffer> tiles(
      Call<P> call, List<Integer> counts) {
    CoreRangeSet cores = cores(call);
    DataType dtype = call.spec(0).dtype();
    return CircularBuffers.dataflow(
        counts.stream().map(count -> CircularBuffers.tiles(cores, dtype, count)).toList());
  }
}
