package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.GoldenCall;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Operations that move elements and change none: permute, transpose, reshape, repeat. */
abstract class MovementOperations extends LayoutOperations {
  record PermuteParams(List<Integer> dims, MemoryConfig outputMemConfig) {}

  record ReshapeParams(Shape logicalOutputShape, MemoryConfig outputMemConfig) {}

  record RepeatParams(List<Integer> repeatDims, MemoryConfig outputMemConfig) {}

  private static final String TWO_PAGES = "One of two pages, on as many cores as there are pages.";

  static final DeviceOperation<PermuteParams> PERMUTE =
      permutation("PermuteDeviceOperation", "permute");

  static final DeviceOperation<PermuteParams> TRANSPOSE =
      permutation("TransposeDeviceOperation", "transpose");

  static final DeviceOperation<ReshapeParams> RESHAPE =
      DeviceOperation.<ReshapeParams>named("ReshapeViewDeviceOperation", "reshape_view")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().logicalOutputShape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(TWO_PAGES, MovementOperations::twoPages)
          .cost(MovementOperations::cost)
          .engine(Engine.MOVES)
          .kernel(call -> call.values(0).copyTo(call.out()))
          .golden(call -> call.values(0).clone())
          .declare();

  static final DeviceOperation<RepeatParams> REPEAT =
      DeviceOperation.<RepeatParams>named("RepeatDeviceOperation", "repeat")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(repeated(call.spec(0).shape(), call.params().repeatDims()))
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(TWO_PAGES, MovementOperations::twoPages)
          .cost(MovementOperations::cost)
          .engine(Engine.MOVES)
          .kernel(call ->
              repeat(
                  call.values(0),
                  call.spec(0).shape().toArray(),
                  call.outputSpec().shape().toArray(),
                  call.out()))
          .golden(MovementOperations::goldenRepeat)
          .declare();

  record ReshapeArguments(Tensor inputTensor, int[] shape) {}

  record PermuteArguments(Tensor inputTensor, int[] dims) {}

  record TransposeArguments(Tensor inputTensor, int dim1, int dim2) {}

  record RepeatArguments(Tensor inputTensor, int[] repeatDims) {}

  private static final Operation<ReshapeArguments, Tensor> RESHAPE_OPERATION =
      Operation.of("ttnn::reshape", ReshapeArguments.class, MovementOperations::reshape, RESHAPE);
  private static final Operation<PermuteArguments, Tensor> PERMUTE_OPERATION =
      Operation.of("ttnn::permute", PermuteArguments.class, MovementOperations::permute, PERMUTE);
  private static final Operation<TransposeArguments, Tensor> TRANSPOSE_OPERATION =
      Operation.of(
          "ttnn::transpose", TransposeArguments.class, MovementOperations::transpose, TRANSPOSE);
  private static final Operation<RepeatArguments, Tensor> REPEAT_OPERATION =
      Operation.of("ttnn::repeat", RepeatArguments.class, MovementOperations::repeat, REPEAT);

  /** One dimension may be -1. A view of the same buffer where the pages allow it. */
  public static Tensor reshape(Tensor input, int... shape) {
    return RESHAPE_OPERATION.call(new ReshapeArguments(input, shape));
  }

  public static Tensor permute(Tensor input, int... dims) {
    return PERMUTE_OPERATION.call(new PermuteArguments(input, dims));
  }

  public static Tensor transpose(Tensor input, int dim1, int dim2) {
    return TRANSPOSE_OPERATION.call(new TransposeArguments(input, dim1, dim2));
  }

  public static Tensor repeat(Tensor input, int... repeatDims) {
    return REPEAT_OPERATION.call(new RepeatArguments(input, repeatDims));
  }

  private static DeviceOperation<PermuteParams> permutation(String name, String primitive) {
    return DeviceOperation.<PermuteParams>named(name, primitive)
        .takes(Input.of("input_tensor"))
        .output(call ->
            call.spec(0)
                .withShape(permuted(call.spec(0).shape(), call.params().dims()))
                .withMemoryConfig(call.params().outputMemConfig()))
        .circularBuffers(TWO_PAGES, MovementOperations::twoPages)
        .cost(MovementOperations::cost)
        .engine(Engine.MOVES)
        .kernel(MovementOperations::computePermute)
        .golden(MovementOperations::goldenPermute)
        .declare();
  }

  private static Tensor permute(PermuteArguments a) {
    Tensor input = a.inputTensor();
    return PERMUTE.run(new PermuteParams(order(input, a.dims()), input.memoryConfig()), input);
  }

  private static Tensor transpose(TransposeArguments a) {
    Tensor input = a.inputTensor();
    int first = Shapes.dimension("dim1", a.dim1(), input.shape());
    int second = Shapes.dimension("dim2", a.dim2(), input.shape());
    int[] dims = new int[input.shape().rank()];
    Arrays.setAll(dims, i -> i == first ? second : i == second ? first : i);
    return TRANSPOSE.run(new PermuteParams(order(input, dims), input.memoryConfig()), input);
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
        "dims: one entry for each of the %d dimensions of %s is needed, got %s",
        rank,
        input.shape(),
        Arrays.toString(dims));
    return List.copyOf(order);
  }

  private static Shape permuted(Shape shape, List<Integer> dims) {
    return Shape.of(dims.stream().mapToInt(shape::dim).toArray());
  }

  /** One dimension may be -1: it takes what the others leave. */
  private static Tensor reshape(ReshapeArguments a) {
    Tensor input = a.inputTensor();
    if (input.isOnDevice()) {
      input.requireBuffer("input_tensor");
    }
    Shape shape = Shapes.reshaped(input.shape(), a.shape());
    if (!input.isOnDevice() || isView(input.spec(), shape)) {
      return input.view(input.spec().withShape(shape));
    }
    return RESHAPE.run(new ReshapeParams(shape, input.memoryConfig()), input);
  }

  /** True if the same pages, in the same order, hold the reshaped tensor. */
  private static boolean isView(TensorSpec spec, Shape to) {
    Shape from = spec.shape();
    if (spec.memoryConfig().isSharded() || from.rank() == 0 || to.rank() == 0) {
      return from.equals(to);
    }
    if (from.dim(-1) != to.dim(-1)) {
      return false;
    }
    if (spec.layout() == Layout.ROW_MAJOR) {
      return true;
    }
    int before = from.rank() < 2 ? 1 : from.dim(-2);
    int after = to.rank() < 2 ? 1 : to.dim(-2);
    boolean unpadded = before % TensorSpec.TILE_SIDE == 0 && after % TensorSpec.TILE_SIDE == 0;
    return before == after || unpadded;
  }

  private static Tensor repeat(RepeatArguments a) {
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
    return REPEAT.run(new RepeatParams(List.copyOf(counts), input.memoryConfig()), input);
  }

  /** The input itself if it has the shape, else repeated to it, announced as a call of its own. */
  static Tensor repeatTo(Tensor input, Shape shape) {
    if (input.shape().equals(shape)) {
      return input;
    }
    int[] counts = new int[shape.rank()];
    for (int i = 1; i <= counts.length; i++) {
      int size = i <= input.shape().rank() ? input.shape().dim(-i) : 1;
      counts[counts.length - i] = size == 0 ? 1 : shape.dim(-i) / size;
    }
    return repeat(input, counts);
  }

  private static void checkRepeated(Shape shape, int[] repeats) {
    Check.that(
        repeats.length <= Shape.MAX_RANK,
        "repeat_dims: at most %d entries are taken, got %s",
        Shape.MAX_RANK,
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
    int[] dims = new int[counts.size()];
    for (int i = 1; i <= dims.length; i++) {
      int size = i <= shape.rank() ? shape.dim(-i) : 1;
      dims[dims.length - i] = size * counts.get(dims.length - i);
    }
    return Shape.of(dims);
  }

  /** One circular buffer of two pages, on as many cores as there are pages. */
  private static <P extends Record> List<CircularBuffer> twoPages(Call<P> call) {
    Tensor output = call.output();
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
    return List.of(CircularBuffers.doubled(cores, output.spec()));
  }

  private static <P extends Record> CostModel.Work cost(Call<P> call) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.work(0, cores, Costs.inputs(call), output);
  }

  private static void computePermute(Call<PermuteParams> call) {
    Values out = call.out();
    int[] dims = call.spec(0).shape().toArray();
    int[] order = call.params().dims().stream().mapToInt(Integer::intValue).toArray();
    switch (call.values(0)) {
      case Values.Floats(float[] in) -> Kernels.permute(in, dims, order, out.floats());
      case Values.Integers(int[] in) -> Kernels.permute(in, dims, order, out.integers());
    }
  }

  /** Row by row: the last dimension is copied whole, the others are found by their remainder. */
  private static void repeat(Values in, int[] from, int[] to, Values out) {
    int width = from.length == 0 ? 1 : from[from.length - 1];
    int[] fromStrides = Shapes.strides(from);
    int[] toStrides = Shapes.strides(to);
    int size = out.size();
    for (int at = 0; at < size; at += width) {
      int source = 0;
      for (int i = 1; i <= from.length; i++) {
        int index = at / toStrides[to.length - i] % to[to.length - i] % from[from.length - i];
        source += index * fromStrides[from.length - i];
      }
      switch (in) {
        case Values.Floats(float[] array) ->
            System.arraycopy(array, source, out.floats(), at, width);
        case Values.Integers(int[] array) ->
            System.arraycopy(array, source, out.integers(), at, width);
      }
    }
  }

  private static double[] goldenPermute(GoldenCall<PermuteParams> call) {
    double[] in = call.values(0);
    int[] strides = Shapes.strides(call.input(0).spec().shape().toArray());
    int[] dims = call.output().shape().toArray();
    int[] outStrides = Shapes.strides(dims);
    double[] out = new double[in.length];
    for (int i = 0; i < out.length; i++) {
      int source = 0;
      for (int d = 0; d < dims.length; d++) {
        source += i / outStrides[d] % dims[d] * strides[call.params().dims().get(d)];
      }
      out[i] = in[source];
    }
    return out;
  }

  private static double[] goldenRepeat(GoldenCall<RepeatParams> call) {
    Shape from = call.input(0).spec().shape();
    int[] strides = Shapes.strides(from.toArray());
    int[] dims = call.output().shape().toArray();
    int[] outStrides = Shapes.strides(dims);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int source = 0;
      for (int d = 1; d <= from.rank(); d++) {
        int index = i / outStrides[dims.length - d] % dims[dims.length - d];
        source += index % from.dim(-d) * strides[from.rank() - d];
      }
      out[i] = call.values(0)[source];
    }
    return out;
  }
}
