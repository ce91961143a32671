package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.SmallVector;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Dimensions in another order, and dimensions repeated. A little above 300 lines, a third of which
 * are overloads and their records.
 */
public final class MovementOperations {
  private MovementOperations() {}

  public record PermuteParams(@SmallVector List<Integer> dims, MemoryConfig outputMemConfig) {}

  public record RepeatParams(List<Integer> repeatDims, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<PermuteParams> PERMUTE_ON_DEVICE =
      permutation("PermuteDeviceOperation", "permute")
          .circularBuffers(PermutationBuffers.PERMUTE, PermutationBuffers::permute)
          .cost(PermutationCosts::permute)
          .declare();

  public static final DeviceOperation<PermuteParams> TRANSPOSE_ON_DEVICE =
      permutation("TransposeDeviceOperation", "transpose")
          .circularBuffers(PermutationBuffers.TRANSPOSE, PermutationBuffers::transpose)
          .cost(PermutationCosts::transpose)
          .declare();

  public static final DeviceOperation<RepeatParams> REPEAT_ON_DEVICE =
      DeviceOperation.<RepeatParams>named("RepeatDeviceOperation", "repeat")
          .takes(Input.of("input_tensor"))
          .into("optional_output_tensor")
          .output(call ->
              call.spec(0)
                  .withShape(repeated(call.spec(0).shape(), call.params().repeatDims()))
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(PermutationBuffers.REPEAT, PermutationBuffers::repeat)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(MovementOperations::computeRepeat)
          .golden(MovementOperations::goldenRepeat)
          .declare();

  @Form("inputTensor, dims...")
  public record PermuteArguments(
      Tensor inputTensor,
      int[] dims,
      @Nullable MemoryConfig memoryConfig,
      @Default("0") double padValue) {}

  public record TransposeArguments(
      Tensor inputTensor,
      int dim1,
      int dim2,
      @Nullable MemoryConfig memoryConfig,
      @Default("0") double padValue) {}

  @Form("inputTensor, repeatDims...")
  @Form("inputTensor, repeatDims, memoryConfig, optionalOutputTensor")
  public record RepeatArguments(
      Tensor inputTensor,
      int[] repeatDims,
      @Nullable MemoryConfig memoryConfig,
      @Default("auto") String implementation,
      @Nullable Tensor optionalOutputTensor) {}

  @Form("inputTensor, outputShape...")
  public record ExpandArguments(
      Tensor inputTensor, int[] outputShape, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<PermuteArguments, Tensor> PERMUTE =
      Operation.of(
          "ttnn::permute",
          PermuteArguments.class,
          MovementOperations::permute,
          PERMUTE_ON_DEVICE,
          PlacementOperations.TO_SHARDED_ON_DEVICE,
          PlacementOperations.TO_INTERLEAVED_ON_DEVICE,
          PlacementOperations.RESHARD_ON_DEVICE,
          PlacementOperations.COPY_ON_DEVICE);
  public static final Operation<TransposeArguments, Tensor> TRANSPOSE =
      Operation.of(
          "ttnn::transpose",
          TransposeArguments.class,
          MovementOperations::transpose,
          TRANSPOSE_ON_DEVICE,
          PERMUTE_ON_DEVICE);
  public static final Operation<RepeatArguments, Tensor> REPEAT =
      Operation.of(
          "ttnn::repeat", RepeatArguments.class, MovementOperations::repeat, REPEAT_ON_DEVICE);
  public static final Operation<ExpandArguments, Tensor> EXPAND =
      Operation.of(
          "ttnn::expand", ExpandArguments.class, MovementOperations::expand, REPEAT_ON_DEVICE);

  private static Declaration<PermuteParams> permutation(String name, String primitive) {
    return DeviceOperation.<PermuteParams>named(name, primitive)
        .takes(Input.of("input_tensor"))
        .output(call ->
            call.spec(0)
                .withShape(permuted(call.spec(0).shape(), call.params().dims()))
                .withMemoryConfig(call.params().outputMemConfig()))
        .engine(Engine.MOVES)
        .kernel(MovementOperations::computePermute)
        .golden(MovementOperations::goldenPermute);
  }

  private static Tensor permute(PermuteArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    List<Integer> order = order(input, a.dims());
    if (isIdentity(order)) {
      return a.memoryConfig() == null
          ? input
          : MovementSteps.toMemoryConfig(input, a.memoryConfig());
    }
    return run(PERMUTE_ON_DEVICE, input, order, a.memoryConfig());
  }

  private static boolean isIdentity(List<Integer> order) {
    for (int i = 0; i < order.size(); i++) {
      if (order.get(i) != i) {
        return false;
      }
    }
    return true;
  }

  /** Rows are moved whole or by the general operation; tiles have one of their own. */
  private static Tensor transpose(TransposeArguments a) {
    Tensor input = a.inputTensor();
    int first = Shapes.dimension("dim1", a.dim1(), input.shape());
    int second = Shapes.dimension("dim2", a.dim2(), input.shape());
    int[] dims = new int[input.shape().rank()];
    Arrays.setAll(dims, i -> i == first ? second : i == second ? first : i);
    boolean ofTiles = input.layout() == Layout.TILE;
    return run(
        ofTiles ? TRANSPOSE_ON_DEVICE : PERMUTE_ON_DEVICE,
        input,
        order(input, dims),
        a.memoryConfig());
  }

  private static Tensor run(
      DeviceOperation<PermuteParams> operation,
      Tensor input,
      List<Integer> order,
      @Nullable MemoryConfig asked) {
    MemoryConfig memory = Placement.of(asked, input, permuted(input.shape(), order));
    return operation.run(new PermuteParams(order, memory), input);
  }

  private static List<Integer> order(Tensor input, int[] dims) {
    int rank = input.shape().rank();
    boolean[] used = new boolean[rank];
    List<Integer> order = new ArrayList<>(dims.length);
    for (int dim : dims) {
      int index = Shapes.dimension("dims", dim, input.shape());
      Check.that(
          !used[index], "dims: dimension %d appears twice in %s", dim, Arrays.toString(dims));
      used[index] = true;
      order.add(index);
    }
    Check.that(
        dims.length == rank,
        "The number of dimensions in the tensor input does not match the length of the desired"
            + " ordering: dims needs one entry for each of the %d dimensions of %s, got %s",
        rank,
        input.shape(),
        Arrays.toString(dims));
    return List.copyOf(order);
  }

  private static Shape permuted(Shape shape, List<Integer> dims) {
    return Shape.of(dims.stream().mapToInt(shape::dim).toArray());
  }

  private static Tensor repeat(RepeatArguments a) {
    Check.that(
        List.of("auto", "native", "codegen").contains(a.implementation()),
        "implementation: \"auto\", \"native\" or \"codegen\" is expected, got \"%s\"",
        a.implementation());
    Tensor input = a.inputTensor();
    int[] repeats = a.repeatDims();
    Check.that(
        repeats.length >= input.shape().rank(),
        "repeat_dims: at least one entry for each dimension of %s is needed, got %s",
        input.shape(),
        Arrays.toString(repeats));
    List<Integer> counts = new ArrayList<>();
    for (int count : repeats) {
      Check.that(count >= 0, "repeat_dims: counts must be >= 0, got %s", Arrays.toString(repeats));
      counts.add(count);
    }
    checkRepeated(input.shape(), repeats);
    MemoryConfig memory = Placement.of(a.memoryConfig(), input, repeated(input.shape(), counts));
    return REPEAT_ON_DEVICE.runInto(
        a.optionalOutputTensor(), new RepeatParams(List.copyOf(counts), memory), input);
  }

  private static Tensor expand(ExpandArguments a) {
    Shape from = a.inputTensor().shape();
    int[] to = a.outputShape();
    int added = to.length - from.rank();
    Check.that(
        added >= 0,
        "output_shape: at least the %d dimensions of %s are needed, got %s",
        from.rank(),
        from,
        Arrays.toString(to));
    int[] counts = new int[to.length];
    for (int i = 0; i < to.length; i++) {
      int size = i < added ? 1 : from.dim(i - added);
      boolean keeps = to[i] == size || (to[i] == -1 && i >= added);
      Check.that(
          keeps || (size == 1 && to[i] >= 0),
          "output_shape: only dimensions of size 1 of %s can be expanded, got %s",
          from,
          Arrays.toString(to));
      counts[i] = keeps ? 1 : to[i];
    }
    return MovementSteps.repeat(a.inputTensor(), counts, a.memoryConfig());
  }

  private static void checkRepeated(Shape shape, int[] repeats) {
    Check.that(
        repeats.length <= Shape.MAX_DEVICE_RANK,
        "repeat_dims: at most %d entries are taken, got %s",
        Shape.MAX_DEVICE_RANK,
        Arrays.toString(repeats));
    for (int i = 1; i <= shape.rank(); i++) {
      Check.that(
          (long) shape.dim(-i) * repeats[repeats.length - i] <= Integer.MAX_VALUE,
          "repeat_dims: %s times %s has a dimension above 2^31-1",
          Arrays.toString(repeats),
          shape);
    }
  }

  private static Shape repeated(Shape shape, List<Integer> counts) {
    int[] dims = withRank(shape, counts.size());
    Arrays.setAll(dims, i -> dims[i] * counts.get(i));
    return Shape.of(dims);
  }

  /** The dimensions with ones in front. */
  private static int[] withRank(Shape shape, int rank) {
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    System.arraycopy(shape.toArray(), 0, dims, rank - shape.rank(), shape.rank());
    return dims;
  }

  private static void computePermute(Call<PermuteParams> call) {
    int[] order = call.params().dims().stream().mapToInt(Integer::intValue).toArray();
    Moves.permute(call.values(0), call.spec(0).shape().toArray(), order, call.out());
  }

  private static void computeRepeat(Call<RepeatParams> call) {
    int[] counts = call.params().repeatDims().stream().mapToInt(Integer::intValue).toArray();
    int[] dims = withRank(call.spec(0).shape(), counts.length);
    Moves.repeat(call.values(0), dims, counts, call.out());
  }

  private static double[] goldenPermute(GoldenCall<PermuteParams> call) {
    List<Integer> order = call.params().dims();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] source = new int[index.length];
          for (int d = 0; d < index.length; d++) {
            source[order.get(d)] = index[d];
          }
          return Elements.at(call.input(0), source);
        });
  }

  private static double[] goldenRepeat(GoldenCall<RepeatParams> call) {
    Shape from = call.input(0).spec().shape();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] source = new int[from.rank()];
          for (int d = 1; d <= source.length; d++) {
            source[source.length - d] = index[index.length - d] % from.dim(-d);
          }
          return Elements.at(call.input(0), source);
        });
  }
}
