package dev.tilescope.ops.internal.reduction;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.creation.CreationOperations;
import dev.tilescope.ops.internal.creation.CreationOperations.FullArguments;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
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
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The place of the greatest element. */
public final class ArgMaxOperations {
  private ArgMaxOperations() {}

  private static final List<DataType> PLAIN_FLOATS = List.of(DataType.BFLOAT16, DataType.FLOAT32);
  private static final List<DataType> COMPARED =
      List.of(
          DataType.BFLOAT16, DataType.FLOAT32, DataType.INT32, DataType.UINT32, DataType.UINT16);

  /**
   * @param dim counted from the front; null for the place among all elements
   */
  public record ArgMaxParams(
      @Nullable Integer dim, boolean keepdim, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<ArgMaxParams> ARG_MAX_ON_DEVICE =
      DeviceOperation.<ArgMaxParams>named("ArgMaxDeviceOperation", "argmax")
          .takes(Input.of("input_tensor").dtypes(COMPARED))
          .validation(ArgMaxOperations::checkArgMax)
          .output(call ->
              new TensorSpec(
                  result(call), DataType.UINT32, Layout.ROW_MAJOR, call.params().outputMemConfig()))
          .circularBuffers(ArgMaxBuffers.TEXT, ArgMaxBuffers::of)
          .cost(call -> argMaxCost(call, argMaxCores(call)))
          .kernel(ArgMaxOperations::computeArgMax)
          .golden(ArgMaxOperations::goldenArgMax)
          .declare();

  public static final DeviceOperation<ArgMaxParams> ARG_MAX_NC_ON_DEVICE =
      DeviceOperation.<ArgMaxParams>named("ArgMaxNCDeviceOperation", "argmax_nc")
          .takes(Input.of("input_tensor").dtypes(PLAIN_FLOATS).in(Layout.TILE))
          .validation(ArgMaxOperations::checkArgMax)
          .output(call ->
              new TensorSpec(
                  result(call), DataType.UINT32, Layout.TILE, call.params().outputMemConfig()))
          .circularBuffers(
              "Two tiles in and two of places out, on as many cores as there are tiles out.",
              call -> {
                CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call);
                return List.of(
                    CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
                    CircularBuffers.tiles(cores, DataType.UINT32, 2));
              })
          .cost(call ->
              argMaxCost(call, CircularBuffers.sharing(call.outputSpec().pageCount(), call)))
          .kernel(ArgMaxOperations::computeArgMax)
          .golden(ArgMaxOperations::goldenArgMax)
          .declare();

  @Form("inputTensor, dim, keepdim, memoryConfig")
  public record ArgmaxArguments(
      Tensor inputTensor,
      @Nullable Integer dim,
      @Default("false") boolean keepdim,
      @Nullable CoreRangeSet subCoreGrids,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor)
      implements CoreLimited {}

  public static final Operation<ArgmaxArguments, Tensor> ARGMAX =
      Operation.of(
              "ttnn::argmax",
              ArgmaxArguments.class,
              ArgMaxOperations::argmax,
              ARG_MAX_ON_DEVICE,
              ARG_MAX_NC_ON_DEVICE)
          .through("CopyDeviceOperation");

  private static Tensor argmax(ArgmaxArguments a) {
    Tensor input = a.inputTensor();
    ARG_MAX_ON_DEVICE.requireUsable(input);
    Shape shape = input.shape();
    Tensor into = a.outputTensor();
    MemoryConfig memory = Placement.of(a.memoryConfig(), into, input);
    if (Shapes.isScalar("dim", a.dim() == null ? List.of() : List.of(a.dim()), shape)) {
      Layout layout = into == null ? input.layout() : into.layout();
      return CreationOperations.FULL.call(
          new FullArguments(shape, 0, DataType.UINT32, layout, input.device(), memory, into));
    }
    Integer dim = a.dim() == null ? null : (Integer) Shapes.dimension("dim", a.dim(), shape);
    boolean outside = dim != null && dim < shape.rank() - 2;
    if (outside && PLAIN_FLOATS.contains(input.dtype()) && !input.memoryConfig().isSharded()) {
      int[] result = ReduceDim.result(shape, List.of(dim), a.keepdim());
      if (into != null) {
        TensorSpec spec =
            new TensorSpec(Shape.of(result), DataType.UINT32, Layout.ROW_MAJOR, memory);
        Check.target("output_tensor", into, spec);
      }
      return Temporaries.through(
          input,
          t -> MovementSteps.toLayout(t, Layout.TILE),
          t -> ARG_MAX_NC_ON_DEVICE.run(new ArgMaxParams(dim, true, memory), t),
          t -> MovementSteps.toLayout(t, Layout.ROW_MAJOR),
          t -> Relayout.shaped(t, result),
          t -> Relayout.copied(t, into));
    }
    boolean rowsAcross =
        dim != null && dim == shape.rank() - 2 && PLAIN_FLOATS.contains(input.dtype());
    return Temporaries.through(
        input,
        when(rowsAcross, t -> MovementSteps.toLayout(t, Layout.TILE)),
        t -> ARG_MAX_ON_DEVICE.runInto(into, new ArgMaxParams(dim, a.keepdim(), memory), t));
  }

  private static void checkArgMax(Call<ArgMaxParams> call) {
    Tensor input = call.input(0);
    Shape shape = input.shape();
    Integer dim = call.params().dim();
    Check.rankAtLeast("input_tensor", input, 1);
    Check.interleaved("input_tensor", input.memoryConfig());
    Check.that(
        !call.params().outputMemConfig().isSharded(),
        "memory_config: the result is interleaved, got %s",
        call.params().outputMemConfig().memoryLayout());
    if (input.layout() == Layout.TILE) {
      Check.dtype("input_tensor", input, PLAIN_FLOATS);
      Check.that(dim != null, "dim: a tensor in TILE needs one; use Ttnn.toLayout for the whole");
    } else {
      int along = dim == null ? shape.rank() - 1 : dim;
      Check.that(
          along == shape.rank() - 1,
          "dim: integers in ROW_MAJOR are compared along the last dimension of %s only, got %d",
          shape,
          along);
    }
    long length = dim == null ? shape.volume() : shape.dim(dim);
    Check.that(
        length > 0 || result(call).volume() == 0,
        "input_tensor: no elements have no greatest one, got %s",
        shape);
  }

  private static Shape result(Call<ArgMaxParams> call) {
    Shape shape = call.spec(0).shape();
    Integer dim = call.params().dim();
    List<Integer> dims = ReduceDim.asked(dim == null ? null : List.of(dim), shape);
    return Shape.of(ReduceDim.result(shape, dims, call.params().keepdim()));
  }

  /** Rows of the last dimension are cut between all cores; columns stay on one. */
  private static CoreRangeSet argMaxCores(Call<ArgMaxParams> call) {
    return call.spec(0).layout() == Layout.ROW_MAJOR
        ? CircularBuffers.wholeGrid(call)
        : CircularBuffers.sharing(1, call);
  }

  /** A data-movement processor compares element by element. */
  private static Work argMaxCost(Call<ArgMaxParams> call, CoreRangeSet cores) {
    long elements = Math.max(1, call.spec(0).shape().volume());
    return Costs.work(
        Math.ceilDiv(elements, cores.size()), cores.size(), Costs.inputs(call), call.outputSpec());
  }

  private static void computeArgMax(Call<ArgMaxParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    Integer dim = call.params().dim();
    Lines lines = dim == null ? Lines.over(dims, 0, dims.length) : Lines.along(dims, dim);
    boolean unsigned = call.spec(0).dtype() != DataType.INT32;
    switch (call.values(0)) {
      case Values.Floats(float[] in) -> ReductionKernels.argMax(in, lines, call.out().integers());
      case Values.Integers(int[] in) ->
          ReductionKernels.argMax(in, lines, unsigned, call.out().integers());
    }
  }

  private static double[] goldenArgMax(GoldenCall<ArgMaxParams> call) {
    int[] dims = call.input(0).spec().shape().toArray();
    Integer dim = call.params().dim();
    double[] in = call.values(0);
    double[] out = call.newOutput();
    double[] best = call.newOutput();
    Arrays.fill(best, Double.NEGATIVE_INFINITY);
    int inner = dim == null ? 1 : Shapes.strides(dims)[dim];
    int length = dim == null ? Math.max(1, in.length) : dims[dim];
    for (int i = 0; i < in.length; i++) {
      int at = i / (inner * length) * inner + i % inner;
      if (in[i] > best[at]) {
        best[at] = in[i];
        out[at] = i / inner % length;
      }
    }
    return out;
  }
}
