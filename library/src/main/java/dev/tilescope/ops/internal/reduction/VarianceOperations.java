package dev.tilescope.ops.internal.reduction;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
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
import dev.tilescope.ops.internal.kernel.ReductionKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.reduction.ReductionOperations.ReduceArguments;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.ReduceOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Variance and standard deviation, each in one program, and products. A little long: three device
 * operations with their references.
 */
public final class VarianceOperations {
  private VarianceOperations() {}

  public enum Deviation {
    VAR,
    STD
  }

  /**
   * @param dims how many of the last dimensions are reduced; 1 unless {@code dim} is HW
   */
  public record WelfordReduceParams(
      Deviation mathOp,
      ReduceDim dim,
      int dims,
      float scalar,
      boolean correction,
      MemoryConfig outputMemConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    /** The scalar belongs to the elements, so that it counts squared, or without its sign. */
    float scale() {
      return mathOp == Deviation.VAR ? scalar * scalar : Math.abs(scalar);
    }
  }

  /**
   * @param dim counted from the front; null for all dimensions
   */
  public record ProdParams(@Nullable Integer dim, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<WelfordReduceParams> WELFORD_REDUCE_ON_DEVICE =
      DeviceOperation.<WelfordReduceParams>named("WelfordReduceDeviceOperation", "welford_reduce")
          .takes(Input.of("input_tensor").floats().in(Layout.TILE))
          .validation(
              call -> Check.rankAtLeast("input_tensor", call.input(0), call.params().dims()))
          .output(call ->
              call.spec(0)
                  .withShape(
                      call.params().dim().reduced(call.spec(0).shape(), call.params().dims()))
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two tiles in, the scalar's tile, two tiles out, a tile to transpose in; for whole"
                  + " matrices four tiles of partial means and variances and one of theirs.",
              VarianceOperations::welfordBuffers)
          .cost(call ->
              ReductionOperations.reduceCost(
                  call,
                  ReductionOperations.reduceCores(call, call.params().dim()),
                  ComputeKernelConfig.passes(call.params().computeKernelConfig())))
          .kernel(VarianceOperations::computeVariance)
          .golden(VarianceOperations::goldenVariance)
          .declare();

  public static final DeviceOperation<ProdParams> PROD_ALL_ON_DEVICE =
      product("ProdAllDeviceOperation", "prod_all", call -> Shape.of());
  public static final DeviceOperation<ProdParams> PROD_NC_ON_DEVICE =
      product("ProdNcDeviceOperation", "prod_nc", VarianceOperations::withoutDim);

  public record ProdArguments(
      Tensor inputTensor,
      @Nullable Integer dim,
      @Default("false") boolean keepdim,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<ReduceArguments, Tensor> VAR =
      Operation.of(
              "ttnn::var",
              ReduceArguments.class,
              a -> deviation(Deviation.VAR, a),
              WELFORD_REDUCE_ON_DEVICE)
          .through("PermuteDeviceOperation");
  public static final Operation<ReduceArguments, Tensor> STD =
      Operation.of(
              "ttnn::std",
              ReduceArguments.class,
              a -> deviation(Deviation.STD, a),
              WELFORD_REDUCE_ON_DEVICE)
          .through("PermuteDeviceOperation");
  public static final Operation<ProdArguments, Tensor> PROD =
      Operation.of(
              "ttnn::prod",
              ProdArguments.class,
              VarianceOperations::prod,
              PROD_ALL_ON_DEVICE,
              PROD_NC_ON_DEVICE)
          .through("PermuteDeviceOperation");

  /** One of the last two dimensions as it stands; others are brought to the end first. */
  private static Tensor deviation(Deviation kind, ReduceArguments a) {
    Tensor input = a.inputTensor();
    WELFORD_REDUCE_ON_DEVICE.requireUsable(input);
    Check.floats("input_tensor", input);
    ReduceOptions options = a.options();
    Check.that(
        options.outputLayout() == null,
        "output_layout: sum and mean take one, var and std do not; use Ttnn.toLayout afterwards");
    MemoryConfig memory = options.memoryConfigOr(input.memoryConfig());
    if (Shapes.isScalar("dim", a.dim() == null ? List.of() : a.dim(), input.shape())) {
      return ofOneElement(input, options.correction(), memory);
    }
    List<Integer> dims = ReduceDim.asked(a.dim(), input.shape());
    int rank = input.shape().rank();
    boolean swap = dims.size() == 1 && dims.getFirst() < rank - 2;
    ReduceDim reduced =
        dims.size() > 1 ? ReduceDim.HW : dims.getFirst() == rank - 1 ? ReduceDim.W : ReduceDim.H;
    WelfordReduceParams params =
        new WelfordReduceParams(
            kind,
            reduced,
            dims.size(),
            options.scalar(),
            options.correction(),
            Placement.interleaved(memory),
            options.computeKernelConfig());
    int[] shape = ReduceDim.result(input.shape(), dims, a.keepdim());
    return Temporaries.through(
        input,
        Relayout::interleavedTiles,
        Relayout::atLeastMatrix,
        when(swap, t -> transposed(t, dims.getFirst())),
        when(dims.size() > 1, t -> permuted(t, toTheEnd(rank, dims))),
        t -> WELFORD_REDUCE_ON_DEVICE.run(params, t),
        when(swap, t -> transposed(t, dims.getFirst())),
        t -> Relayout.shaped(t, shape),
        t -> Relayout.placed(t, memory));
  }

  /** One element deviates by nothing, and has no deviation that others could be estimated from. */
  private static Tensor ofOneElement(Tensor input, boolean correction, MemoryConfig memory) {
    return CreationOperations.FULL.call(
        new FullArguments(
            input.shape(),
            correction ? Double.NaN : 0,
            input.dtype(),
            Layout.TILE,
            input.requireBuffer("input_tensor").device(),
            memory,
            null));
  }

  private static Tensor transposed(Tensor tensor, int dim) {
    int rank = tensor.shape().rank();
    int[] order = IntStream.range(0, rank).toArray();
    order[dim] = rank - 2;
    order[rank - 2] = dim;
    return MovementSteps.permute(tensor, order);
  }

  private static Tensor permuted(Tensor tensor, int[] order) {
    boolean moves = !Arrays.equals(order, IntStream.range(0, order.length).toArray());
    return moves ? MovementSteps.permute(tensor, order) : tensor;
  }

  private static int[] toTheEnd(int rank, List<Integer> dims) {
    IntStream kept = IntStream.range(0, rank).filter(i -> !dims.contains(i));
    return IntStream.concat(kept, dims.stream().mapToInt(Integer::intValue)).toArray();
  }

  private static Tensor prod(ProdArguments a) {
    Tensor input = a.inputTensor();
    PROD_ALL_ON_DEVICE.requireUsable(input);
    Check.floats("input_tensor", input);
    Check.rankAtLeast("input_tensor", input, 1);
    Integer dim = a.dim();
    List<Integer> dims = ReduceDim.asked(dim == null ? null : List.of(dim), input.shape());
    MemoryConfig asked = a.memoryConfig();
    MemoryConfig memory = asked == null ? Placement.interleaved(input.memoryConfig()) : asked;
    MemoryConfig onTheWay = Placement.interleaved(memory);
    int[] shape = ReduceDim.result(input.shape(), dims, a.keepdim());
    boolean ofAll = dims.size() == input.shape().rank();
    int front = Math.max(0, 3 - input.shape().rank());
    return Temporaries.through(
        input,
        Relayout::interleavedTiles,
        when(!ofAll, VarianceOperations::atLeastRank3),
        t ->
            ofAll
                ? PROD_ALL_ON_DEVICE.run(new ProdParams(null, onTheWay), t)
                : productAlong(t, dims.getFirst() + front, onTheWay),
        t -> Relayout.shaped(t, shape),
        t -> Relayout.placed(t, memory));
  }

  private static Tensor atLeastRank3(Tensor tensor) {
    Shape shape = tensor.shape();
    return shape.rank() >= 3
        ? tensor
        : MovementSteps.reshape(tensor, 1, shape.dim(0), shape.dim(1));
  }

  /** The program multiplies whole tiles with each other: the dimension must not be inside one. */
  private static Tensor productAlong(Tensor tensor, int dim, MemoryConfig memory) {
    int rank = tensor.shape().rank();
    if (dim < rank - 2) {
      return PROD_NC_ON_DEVICE.run(new ProdParams(dim, memory), tensor);
    }
    int[] there = IntStream.range(0, rank).map(i -> i == 0 ? dim : i <= dim ? i - 1 : i).toArray();
    int[] back = new int[rank];
    Arrays.setAll(back, i -> i == dim ? 0 : i < dim ? i + 1 : i);
    return Temporaries.through(
        tensor,
        t -> MovementSteps.permute(t, there),
        t -> PROD_NC_ON_DEVICE.run(new ProdParams(0, memory), t),
        t -> MovementSteps.permute(t, back));
  }

  private interface ShapeRule {
    Shape of(Call<ProdParams> call);
  }

  private static DeviceOperation<ProdParams> product(
      String name, String primitive, ShapeRule result) {
    return DeviceOperation.<ProdParams>named(name, primitive)
        .takes(Input.of("input_tensor").floats().in(Layout.TILE))
        .output(call ->
            call.spec(0)
                .withShape(result.of(call))
                .withMemoryConfig(call.params().outputMemConfig()))
        .circularBuffers(
            "Two tiles in, one of the running product, two tiles out; the product of all on one"
                + " core, else on as many as there are tiles out.",
            VarianceOperations::productBuffers)
        .cost(call -> ReductionOperations.reduceCost(call, productCores(call)))
        .kernel(call ->
            ReductionKernels.reduce(
                ReductionKind.PRODUCT, call.floats(0), lines(call), call.out().floats()))
        .golden(VarianceOperations::goldenProduct)
        .declare();
  }

  private static Shape withoutDim(Call<ProdParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    Integer dim = call.params().dim();
    dims[dim == null ? 0 : dim] = 1;
    return Shape.of(dims);
  }

  private static Lines lines(Call<ProdParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    Integer dim = call.params().dim();
    return dim == null ? Lines.over(dims, 0, dims.length) : Lines.along(dims, dim);
  }

  private static CoreRangeSet productCores(Call<ProdParams> call) {
    long units = call.params().dim() == null ? 1 : call.outputSpec().pageCount();
    return CircularBuffers.sharing(units, call);
  }

  private static List<CircularBuffer> productBuffers(Call<ProdParams> call) {
    CoreRangeSet cores = productCores(call);
    DataType dtype = call.spec(0).dtype();
    return List.of(
        CircularBuffers.tiles(cores, dtype, 2),
        CircularBuffers.tiles(cores, dtype, 1),
        CircularBuffers.tiles(cores, dtype, 2));
  }

  private static List<CircularBuffer> welfordBuffers(Call<WelfordReduceParams> call) {
    CoreRangeSet cores = ReductionOperations.reduceCores(call, call.params().dim());
    CircularBuffer in = CircularBuffers.tiles(cores, call.spec(0).dtype(), 2);
    CircularBuffer one = CircularBuffers.tiles(cores, DataType.FLOAT32, 1);
    CircularBuffer out = CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2);
    return call.params().dim() != ReduceDim.HW
        ? List.of(in, one, out, one)
        : List.of(in, one, out, one, CircularBuffers.tiles(cores, DataType.FLOAT32, 4), one);
  }

  private static void computeVariance(Call<WelfordReduceParams> call) {
    WelfordReduceParams params = call.params();
    float[] out = call.out().floats();
    ReductionKernels.variance(
        call.floats(0),
        params.dim().lines(call.spec(0).shape(), params.dims()),
        params.correction() ? 1 : 0,
        params.mathOp() == Deviation.STD,
        out);
    ReductionOperations.scale(out, params.scale());
  }

  private static double[] goldenVariance(GoldenCall<WelfordReduceParams> call) {
    WelfordReduceParams params = call.params();
    TensorSpec spec = call.input(0).spec();
    double[] in = call.values(0);
    double[] mean = call.newOutput();
    double[] out = call.newOutput();
    double count = out.length == 0 ? 0 : (double) in.length / out.length;
    for (int i = 0; i < in.length; i++) {
      mean[params.dim().resultIndex(i, spec.shape(), params.dims())] += in[i] / count;
    }
    for (int i = 0; i < in.length; i++) {
      int at = params.dim().resultIndex(i, spec.shape(), params.dims());
      out[at] += (in[i] - mean[at]) * (in[i] - mean[at]);
    }
    double divisor = Math.max(0, params.correction() ? count - 1 : count);
    for (int i = 0; i < out.length; i++) {
      double variance = out[i] / divisor;
      out[i] = params.scale() * (params.mathOp() == Deviation.STD ? Math.sqrt(variance) : variance);
    }
    return out;
  }

  private static double[] goldenProduct(GoldenCall<ProdParams> call) {
    int[] dims = call.input(0).spec().shape().toArray();
    Integer dim = call.params().dim();
    int inner = dim == null ? 1 : Shapes.strides(dims)[dim];
    double[] in = call.values(0);
    double[] out = call.newOutput();
    Arrays.fill(out, 1);
    for (int i = 0; i < in.length; i++) {
      out[dim == null ? 0 : i / (inner * dims[dim]) * inner + i % inner] *= in[i];
    }
    return out;
  }
}
