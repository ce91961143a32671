package dev.tilescope.ops.internal.reduction;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.kernel.BinaryKind;
import dev.tilescope.ops.internal.kernel.Kernels;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.kernel.ReductionKind;
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
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PlacementOperations;
import dev.tilescope.ops.internal.movement.PlacementOperations.CloneArguments;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Sums, means and extrema. A program reduces the last dimension or the one before it; several
 * dimensions take one program each, the last dimension first, and others are transposed into reach.
 * Sums on the way are float32, so that only the result is rounded to the type.
 *
 * <p>Longer than most because four operations have three methods each.
 */
public final class ReductionOperations {
  private ReductionOperations() {}

  static final List<DataType> REDUCED =
      List.of(
          DataType.BFLOAT16,
          DataType.FLOAT32,
          DataType.BFLOAT8_B,
          DataType.BFLOAT4_B,
          DataType.INT32,
          DataType.UINT32);

  /**
   * @param scaler what the results are multiplied with
   */
  public record ReduceParams(
      ReductionKind mathOp,
      ReduceDim dim,
      float scaler,
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<ReduceParams> REDUCE_ON_DEVICE =
      DeviceOperation.<ReduceParams>named("ReduceDeviceOperation", "reduce")
          .takes(Input.of("input_tensor").dtypes(REDUCED))
          .validation(ReductionOperations::check)
          .output(ReductionOperations::output)
          .circularBuffers(
              "Two tiles in, the scaler's tile, two tiles out, on as many cores as there are rows"
                  + " of tiles, or columns; row-major input passes through 32 rows more.",
              ReductionOperations::circularBuffers)
          .cost(call ->
              reduceCost(
                  call,
                  reduceCores(call, call.params().dim()),
                  ComputeKernelConfig.passes(call.params().computeKernelConfig())))
          .kernel(ReductionOperations::compute)
          .golden(ReductionOperations::golden)
          .declare();

  @Form("inputTensor, dim:int, keepdim")
  public record ReduceArguments(
      Tensor inputTensor,
      @Nullable List<Integer> dim,
      @Default("false") boolean keepdim,
      ReduceOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<ReduceArguments, Tensor> SUM =
      reduction("ttnn::sum", ReductionKind.SUM);
  public static final Operation<ReduceArguments, Tensor> MEAN =
      reduction("ttnn::mean", ReductionKind.MEAN);
  public static final Operation<ReduceArguments, Tensor> MAX =
      reduction("ttnn::max", ReductionKind.MAX);
  public static final Operation<ReduceArguments, Tensor> MIN =
      reduction("ttnn::min", ReductionKind.MIN);

  private static Operation<ReduceArguments, Tensor> reduction(String name, ReductionKind kind) {
    return Operation.of(name, ReduceArguments.class, a -> reduce(kind, a), REDUCE_ON_DEVICE)
        .through("TransposeDeviceOperation");
  }

  private static Tensor reduce(ReductionKind asked, ReduceArguments a) {
    Tensor input = a.inputTensor();
    REDUCE_ON_DEVICE.requireUsable(input);
    Check.dtype("input_tensor", input, asked == ReductionKind.MEAN ? Input.FLOATS : REDUCED);
    MemoryConfig memory =
        a.options().memoryConfig() == null ? input.memoryConfig() : a.options().memoryConfig();
    if (Shapes.isScalar("dim", a.dim() == null ? List.of() : a.dim(), input.shape())) {
      return PlacementOperations.CLONE.call(
          new CloneArguments(input, null, memory, a.options().computeKernelConfig()));
    }
    List<Integer> dims = ReduceDim.asked(a.dim(), input.shape());
    float scalar = a.options().scalar();
    checkOutputLayout(asked, a.options().outputLayout());
    Check.that(!Float.isNaN(scalar), "scalar: a number is needed, got NaN");
    ReductionKind kind = scalar < 0 ? mirrored(asked) : asked;
    MemoryConfig onTheWay = Placement.interleaved(memory);
    boolean asItLies = takesRows(input, kind, dims) || takesShards(input, dims);
    int[] shape = ReduceDim.result(input.shape(), dims, a.keepdim());
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor at =
          made.step(input, when(!asItLies, Relayout::interleavedTiles), Relayout::atLeastMatrix);
      int shift = Math.max(0, 2 - input.shape().rank());
      for (int i = dims.size() - 1; i >= 0; i--) {
        int dim = dims.get(i) + shift;
        boolean last = i == 0;
        DataType dtype = last || !adds(kind) ? input.dtype() : wide(input.dtype());
        float scaler = last ? scalar : 1;
        MemoryConfig place =
            last && dims.getFirst() >= input.shape().rank() - 2 ? memory : onTheWay;
        ParamsOf params =
            d -> new ReduceParams(kind, d, scaler, place, dtype, a.options().computeKernelConfig());
        at = made.step(at, t -> reduceOne(t, dim, params));
      }
      return made.handOver(
          made.step(
              at,
              t -> Relayout.shaped(t, shape),
              t -> laidOut(t, a.options().outputLayout()),
              t -> Relayout.placed(t, Placement.cut(memory, t.spec()))));
    }
  }

  private static void checkOutputLayout(ReductionKind kind, @Nullable Layout asked) {
    Check.that(
        asked == null || kind == ReductionKind.SUM || kind == ReductionKind.MEAN,
        "output_layout: sum and mean take one, %s does not, got %s; use Ttnn.toLayout afterwards",
        kind.name().toLowerCase(Locale.ROOT),
        asked == null ? "" : asked);
  }

  private static Tensor laidOut(Tensor tensor, @Nullable Layout asked) {
    return asked == null || tensor.layout() == asked
        ? tensor
        : MovementSteps.toLayout(tensor, asked);
  }

  private interface ParamsOf {
    ReduceParams with(ReduceDim dim);
  }

  private static Tensor reduceOne(Tensor tensor, int dim, ParamsOf params) {
    int rank = tensor.shape().rank();
    if (dim >= rank - 2) {
      return REDUCE_ON_DEVICE.run(params.with(dim == rank - 1 ? ReduceDim.W : ReduceDim.H), tensor);
    }
    return Temporaries.through(
        tensor,
        t -> MovementSteps.transpose(t, dim, -2),
        t -> REDUCE_ON_DEVICE.run(params.with(ReduceDim.H), t),
        t -> MovementSteps.transpose(t, dim, -2));
  }

  /** The greatest of negative multiples is the multiple of the least. */
  private static ReductionKind mirrored(ReductionKind kind) {
    return switch (kind) {
      case MAX -> ReductionKind.MIN;
      case MIN -> ReductionKind.MAX;
      case SUM, MEAN, PRODUCT -> kind;
    };
  }

  private static boolean adds(ReductionKind kind) {
    return switch (kind) {
      case SUM, MEAN, PRODUCT -> true;
      case MAX, MIN -> false;
    };
  }

  private static DataType wide(DataType dtype) {
    return dtype.isFloat() ? DataType.FLOAT32 : dtype;
  }

  /** Sums and means of one of the last two dimensions can be taken of rows as they are. */
  private static boolean takesRows(Tensor input, ReductionKind kind, List<Integer> dims) {
    return input.layout() == Layout.ROW_MAJOR
        && input.dtype().isFloat()
        && !input.memoryConfig().isSharded()
        && input.shape().rank() == 4
        && (kind == ReductionKind.SUM || kind == ReductionKind.MEAN)
        && dims.size() == 1
        && dims.getFirst() >= 2;
  }

  /** The last two dimensions are reduced where the shards of tiles lie. */
  private static boolean takesShards(Tensor input, List<Integer> dims) {
    return input.layout() == Layout.TILE
        && input.memoryConfig().isSharded()
        && input.shape().rank() >= 2
        && dims.getFirst() >= input.shape().rank() - 2;
  }

  /** Shards are cut for the result, on the cores that were asked for. */
  private static TensorSpec output(Call<ReduceParams> call) {
    ReduceParams params = call.params();
    TensorSpec result =
        new TensorSpec(
            params.dim().reduced(call.spec(0).shape(), 1),
            params.outputDtype(),
            call.spec(0).layout(),
            MemoryConfig.DRAM);
    return result.withMemoryConfig(Placement.cut(params.outputMemConfig(), result));
  }

  private static void check(Call<ReduceParams> call) {
    Shape shape = call.spec(0).shape();
    Check.rankAtLeast("input_tensor", call.input(0), 2);
    ReduceParams params = call.params();
    int length = shape.dim(params.dim() == ReduceDim.H ? -2 : -1);
    Check.that(
        length > 0 || adds(params.mathOp()) || params.dim().reduced(shape, 1).volume() == 0,
        "input_tensor: no elements have no extremum, got %s",
        shape);
  }

  /** Rows of tiles, or columns for H, that programs share out. */
  static <P extends Record> CoreRangeSet reduceCores(Call<P> call, ReduceDim dim) {
    TensorSpec tiled = call.spec(0).withLayout(Layout.TILE);
    long rows = tiled.physicalHeight() / TensorSpec.TILE_SIDE;
    long columns = tiled.physicalWidth() / TensorSpec.TILE_SIDE;
    long height = tiled.paddedShape().dim(-2) / TensorSpec.TILE_SIDE;
    long units =
        switch (dim) {
          case W -> rows;
          case H -> height == 0 ? 0 : rows / height * columns;
          case HW -> height == 0 ? 0 : rows / height;
        };
    return CircularBuffers.sharing(units, call);
  }

  private static List<CircularBuffer> circularBuffers(Call<ReduceParams> call) {
    CoreRangeSet cores = reduceCores(call, call.params().dim());
    CircularBuffer in = CircularBuffers.tiles(cores, call.spec(0).dtype(), 2);
    // scaler_cb_data_format of reduce_op_multi_core_w_program_factory.cpp.
    boolean wide = call.spec(0).dtype() == DataType.FLOAT32;
    CircularBuffer scaler =
        CircularBuffers.tiles(cores, wide ? DataType.FLOAT32 : DataType.BFLOAT16, 1);
    CircularBuffer out = CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2);
    return call.spec(0).layout() == Layout.TILE
        ? List.of(in, scaler, out)
        : List.of(CircularBuffers.tiles(cores, call.spec(0).dtype(), 1), in, scaler, out);
  }

  /** Every tile of the input passes through the engine once. */
  static <P extends Record> Work reduceCost(Call<P> call, CoreRangeSet cores) {
    return reduceCost(call, cores, 1);
  }

  /**
   * @param passes of the engine over each tile
   */
  static <P extends Record> Work reduceCost(Call<P> call, CoreRangeSet cores, int passes) {
    long tiles = Math.max(1, call.spec(0).withLayout(Layout.TILE).pageCount());
    return Costs.of(
        new TileWork(1, 0, 0, passes),
        Math.ceilDiv(tiles, cores.size()),
        cores.size(),
        Costs.inputs(call),
        call.outputSpec());
  }

  private static void compute(Call<ReduceParams> call) {
    ReduceParams params = call.params();
    var lines = params.dim().lines(call.spec(0).shape(), 1);
    switch (call.out()) {
      case Values.Floats(float[] out) -> {
        ReductionKernels.reduce(params.mathOp(), call.floats(0), lines, out);
        scale(out, params.scaler());
      }
      case Values.Integers(int[] out) -> {
        boolean unsigned = params.outputDtype() == DataType.UINT32;
        ReductionKernels.reduce(params.mathOp(), call.integers(0), lines, unsigned, out);
        scale(call.out(), params);
      }
    }
  }

  static void scale(float[] values, float scaler) {
    if (scaler != 1) {
      Kernels.binaryScalar(BinaryKind.MULTIPLY, values, scaler, values);
    }
  }

  private static void scale(Values values, ReduceParams params) {
    if (params.scaler() != 1) {
      DataType dtype = params.outputDtype();
      int[] array = values.integers();
      for (int i = 0; i < array.length; i++) {
        double scaled = values.get(dtype, i) * params.scaler();
        array[i] = (int) (long) Rounding.clamped(scaled, dtype);
      }
    }
  }

  private static double[] golden(GoldenCall<ReduceParams> call) {
    ReduceParams params = call.params();
    Shape shape = call.input(0).spec().shape();
    double[] in = call.values(0);
    double[] out = call.newOutput();
    double length = out.length == 0 ? 0 : (double) in.length / out.length;
    Arrays.fill(
        out,
        switch (params.mathOp()) {
          case SUM, MEAN -> 0;
          case PRODUCT -> 1;
          case MAX -> Double.NEGATIVE_INFINITY;
          case MIN -> Double.POSITIVE_INFINITY;
        });
    for (int i = 0; i < in.length; i++) {
      int at = params.dim().resultIndex(i, shape, 1);
      out[at] =
          switch (params.mathOp()) {
            case SUM, MEAN -> out[at] + in[i];
            case PRODUCT -> out[at] * in[i];
            case MAX -> Math.max(out[at], in[i]);
            case MIN -> Math.min(out[at], in[i]);
          };
    }
    for (int i = 0; i < out.length; i++) {
      double value = params.mathOp() == ReductionKind.MEAN ? out[i] / length : out[i];
      out[i] =
          Rounding.clamped(
              wrapped(value, params.outputDtype()) * params.scaler(), params.outputDtype());
    }
    return out;
  }

  /** Sums of integers keep their 32 lowest bits. */
  static double wrapped(double value, DataType dtype) {
    return switch (dtype) {
      case INT32 -> (int) (long) value;
      case UINT32 -> (long) value & 0xFFFF_FFFFL;
      case FLOAT32, BFLOAT16, BFLOAT8_B, BFLOAT4_B, UINT16, UINT8, INT8 -> value;
    };
  }
}
