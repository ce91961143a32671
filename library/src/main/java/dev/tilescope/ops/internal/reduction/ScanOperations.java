package dev.tilescope.ops.internal.reduction;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PlacementOperations;
import dev.tilescope.ops.internal.movement.PlacementOperations.CloneArguments;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Running sums and products along one dimension. */
public final class ScanOperations {
  private ScanOperations() {}

  /** Programs that sum along tiles take tensors of this rank and more. */
  private static final int SCAN_RANK = 4;

  public enum AccumulationOp {
    CUMSUM,
    CUMPROD
  }

  public record AccumulationParams(
      int dim, DataType dtype, boolean flip, MemoryConfig outputMemConfig, AccumulationOp op) {}

  public static final DeviceOperation<AccumulationParams> ACCUMULATION_ON_DEVICE =
      DeviceOperation.<AccumulationParams>named("AccumulationDeviceOperation", "accumulation")
          .takes(Input.of("input").dtypes(ReductionOperations.REDUCED).in(Layout.TILE))
          .into("out")
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Dataflow buffers: four tiles in, the running one, four out, on as many cores as there are"
                  + " tiles to go through.",
              ScanOperations::scanBuffers)
          .cost(call -> ReductionOperations.reduceCost(call, scanCores(call)))
          .kernel(ScanOperations::computeScan)
          .golden(ScanOperations::goldenScan)
          .declare();

  @Form("input, dim, dtype, reverseOrder, memoryConfig")
  public record ScanArguments(
      Tensor input,
      int dim,
      @Nullable DataType dtype,
      @Default("false") boolean reverseOrder,
      @Nullable Tensor out,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<ScanArguments, Tensor> CUMSUM =
      scanning("ttnn::cumsum", AccumulationOp.CUMSUM);
  public static final Operation<ScanArguments, Tensor> CUMPROD =
      scanning("ttnn::cumprod", AccumulationOp.CUMPROD);

  public record MorehCumsumArguments(
      Tensor input, int dim, @Nullable Tensor output, @Nullable MemoryConfig memoryConfig) {}

  public record MorehCumsumBackwardArguments(
      Tensor outputGrad,
      int dim,
      @Nullable Tensor inputGrad,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<MorehCumsumArguments, Tensor> MOREH_CUMSUM =
      Operation.of(
              "ttnn::moreh_cumsum",
              MorehCumsumArguments.class,
              a -> moreh(a.input(), a.dim(), false, a.output(), a.memoryConfig()),
              ACCUMULATION_ON_DEVICE)
          .through("PermuteDeviceOperation", "CopyDeviceOperation");
  public static final Operation<MorehCumsumBackwardArguments, Tensor> MOREH_CUMSUM_BACKWARD =
      Operation.of(
              "ttnn::moreh_cumsum_backward",
              MorehCumsumBackwardArguments.class,
              a -> moreh(a.outputGrad(), a.dim(), true, a.inputGrad(), a.memoryConfig()),
              ACCUMULATION_ON_DEVICE)
          .through("PermuteDeviceOperation", "CopyDeviceOperation");

  private static Tensor moreh(
      Tensor input,
      int dim,
      boolean reverse,
      @Nullable Tensor into,
      @Nullable MemoryConfig memory) {
    return CUMSUM.call(new ScanArguments(input, dim, null, reverse, into, memory));
  }

  private static Operation<ScanArguments, Tensor> scanning(String name, AccumulationOp op) {
    return Operation.of(name, ScanArguments.class, a -> scanned(op, a), ACCUMULATION_ON_DEVICE)
        .through("PermuteDeviceOperation", "CopyDeviceOperation");
  }

  private static Tensor scanned(AccumulationOp op, ScanArguments a) {
    Tensor input = a.input();
    ACCUMULATION_ON_DEVICE.requireUsable(input);
    if (Shapes.isScalar("dim", List.of(a.dim()), input.shape())) {
      return Temporaries.through(
          input,
          t ->
              PlacementOperations.CLONE.call(
                  new CloneArguments(
                      t, a.dtype(), Placement.of(a.memoryConfig(), a.out(), t), null)),
          t -> Relayout.copied(t, a.out()));
    }
    Check.layout("input", input, Layout.TILE);
    Check.interleaved("input", input.memoryConfig());
    DataType dtype = a.dtype() == null ? input.dtype() : a.dtype();
    Check.that(
        ReductionOperations.REDUCED.contains(dtype),
        "dtype: one of %s is needed, got %s",
        ReductionOperations.REDUCED,
        dtype);
    Shape shape = input.shape();
    int rank = Math.max(SCAN_RANK, shape.rank());
    int dim = Shapes.dimension("dim", a.dim(), shape) + rank - shape.rank();
    boolean inside = rank - dim < SCAN_RANK;
    int[] swap = IntStream.range(0, rank).map(i -> i == 0 ? dim : i == dim ? 0 : i).toArray();
    Tensor into = a.out();
    MemoryConfig memory = Placement.of(a.memoryConfig(), into, input);
    if (into != null) {
      Check.target("out", into, input.spec().withDtype(dtype).withMemoryConfig(memory));
    }
    Tensor direct = inside || rank != shape.rank() || memory.isSharded() ? null : into;
    AccumulationParams params =
        new AccumulationParams(
            inside ? 0 : dim, dtype, a.reverseOrder(), Placement.interleaved(memory), op);
    try (Temporaries made = Temporaries.besides(input, into)) {
      return made.handOver(
          made.step(
              input,
              when(dtype != input.dtype(), t -> TypecastOperations.typecast(t, dtype)),
              t -> Relayout.shaped(t, widened(shape, rank)),
              when(inside, t -> MovementSteps.permute(t, swap)),
              t -> ACCUMULATION_ON_DEVICE.runInto(direct, params, t),
              when(inside, t -> MovementSteps.permute(t, swap)),
              t -> Relayout.shaped(t, shape.toArray()),
              t -> Relayout.placed(t, memory),
              t -> Relayout.copied(t, into)));
    }
  }

  private static int[] widened(Shape shape, int rank) {
    int[] dims = new int[rank];
    Arrays.setAll(dims, i -> i < rank - shape.rank() ? 1 : shape.dim(i - rank));
    return dims;
  }

  private static CoreRangeSet scanCores(Call<AccumulationParams> call) {
    int length = call.spec(0).shape().dim(call.params().dim());
    return CircularBuffers.sharing(length == 0 ? 0 : call.spec(0).pageCount() / length, call);
  }

  /** accumulation_program_factory.cpp. */
  private static List<CircularBuffer> scanBuffers(Call<AccumulationParams> call) {
    CoreRangeSet cores = scanCores(call);
    DataType result = call.outputSpec().dtype();
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, call.spec(0).dtype(), 4),
            CircularBuffers.tiles(cores, result.isFloat() ? DataType.FLOAT32 : result, 1),
            CircularBuffers.tiles(cores, result, 4)));
  }

  private static void computeScan(Call<AccumulationParams> call) {
    AccumulationParams params = call.params();
    boolean flip = params.flip();
    Lines lines = Lines.along(call.spec(0).shape().toArray(), params.dim());
    boolean sums = params.op() == AccumulationOp.CUMSUM;
    switch (call.out()) {
      case Values.Floats(float[] out) when sums ->
          ReductionKernels.cumulativeSum(call.floats(0), lines, flip, out);
      case Values.Floats(float[] out) ->
          ReductionKernels.cumulativeProduct(call.floats(0), lines, flip, out);
      case Values.Integers(int[] out) when sums ->
          ReductionKernels.cumulativeSum(call.integers(0), lines, flip, out);
      case Values.Integers(int[] out) ->
          ReductionKernels.cumulativeProduct(call.integers(0), lines, flip, out);
    }
  }

  private static double[] goldenScan(GoldenCall<AccumulationParams> call) {
    int[] dims = call.output().shape().toArray();
    int dim = call.params().dim();
    boolean sums = call.params().op() == AccumulationOp.CUMSUM;
    int stride = Shapes.strides(dims)[dim];
    double[] in = call.values(0);
    double[] out = new double[in.length];
    for (int i = 0; i < in.length; i++) {
      int position = i / stride % dims[dim];
      int from = call.params().flip() ? position : 0;
      int to = call.params().flip() ? dims[dim] - 1 : position;
      out[i] = sums ? 0 : 1;
      for (int p = from; p <= to; p++) {
        double next = in[i + (p - position) * stride];
        out[i] = sums ? out[i] + next : out[i] * next;
      }
      out[i] = ReductionOperations.wrapped(out[i], call.output().dtype());
    }
    return out;
  }
}
