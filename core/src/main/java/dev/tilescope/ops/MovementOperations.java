package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.Signature;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Arguments;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import dev.tilescope.track.Tracker;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** Operations that move elements and change none: permute, transpose, reshape, repeat. */
final class MovementOperations {
  record PermuteParams(List<Integer> dims, MemoryConfig outputMemConfig) {}

  record ReshapeParams(Shape logicalOutputShape, MemoryConfig outputMemConfig) {}

  record RepeatParams(List<Integer> repeatDims, MemoryConfig outputMemConfig) {}

  static final Signature REPEAT_FUNCTION =
      Signature.of("ttnn::repeat", "input_tensor", "repeat_dims");

  static final DeviceOperation<PermuteParams> PERMUTE =
      permute("PermuteDeviceOperation", "permute");

  static final DeviceOperation<PermuteParams> TRANSPOSE =
      permute("TransposeDeviceOperation", "transpose");

  static final DeviceOperation<ReshapeParams> RESHAPE =
      new DeviceOperation<>(
          Arguments.of("input_tensor"),
          device("ReshapeViewDeviceOperation"),
          primitive("ttnn::prim::reshape_view"),
          call -> {},
          call ->
              call.spec(0)
                  .withShape(call.params().logicalOutputShape())
                  .withMemoryConfig(call.params().outputMemConfig()),
          MovementOperations::twoPages,
          MovementOperations::cost,
          Engine.MOVES,
          (call, out) -> copy(call.input(0).values(), out),
          (params, inputs, output) -> inputs.getFirst().values().clone());

  static final DeviceOperation<RepeatParams> REPEAT =
      new DeviceOperation<>(
          Arguments.of("input_tensor"),
          device("RepeatDeviceOperation"),
          primitive("ttnn::prim::repeat"),
          call -> {},
          call ->
              call.spec(0)
                  .withShape(repeated(call.spec(0).shape(), call.params().repeatDims()))
                  .withMemoryConfig(call.params().outputMemConfig()),
          MovementOperations::twoPages,
          MovementOperations::cost,
          Engine.MOVES,
          (call, out) ->
              repeat(
                  call.input(0).values(),
                  call.spec(0).shape().toArray(),
                  repeated(call.spec(0).shape(), call.params().repeatDims()).toArray(),
                  out),
          MovementOperations::goldenRepeat);

  private MovementOperations() {}

  private static DeviceOperation<PermuteParams> permute(String name, String primitive) {
    return new DeviceOperation<>(
        Arguments.of("input_tensor"),
        device(name),
        primitive("ttnn::prim::" + primitive),
        call -> {},
        call ->
            call.spec(0)
                .withShape(permuted(call.spec(0).shape(), call.params().dims()))
                .withMemoryConfig(call.params().outputMemConfig()),
        MovementOperations::twoPages,
        MovementOperations::cost,
        Engine.MOVES,
        MovementOperations::computePermute,
        MovementOperations::goldenPermute);
  }

  static Tensor permute(Tensor input, int[] dims) {
    return PERMUTE.run(new PermuteParams(order(input, dims), input.memoryConfig()), input);
  }

  static Tensor transpose(Tensor input, int dim1, int dim2) {
    int first = Shapes.dimension("dim1", dim1, input.shape());
    int second = Shapes.dimension("dim2", dim2, input.shape());
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
  static Tensor reshape(Tensor input, int[] dims) {
    if (input.isOnDevice()) {
      input.requireBuffer("input_tensor");
    }
    Shape shape = Shapes.reshaped(input.shape(), dims);
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

  static Tensor repeat(Tensor input, int[] repeats) {
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
    return Tracker.on()
        ? Traced.call(REPEAT_FUNCTION, () -> repeat(input, counts), input, counts)
        : repeat(input, counts);
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
  private static <P extends Record> List<CircularBuffer> twoPages(Call<P> call, Tensor output) {
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
    return List.of(CircularBuffers.doubled(cores, output.spec()));
  }

  private static <P extends Record> CostModel.Work cost(Call<P> call, TensorSpec output) {
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.work(0, cores, Costs.inputs(call), output);
  }

  static void copy(Values from, Values to) {
    switch (from) {
      case Values.Floats(float[] source) ->
          System.arraycopy(source, 0, to.floats(), 0, source.length);
      case Values.Integers(int[] source) ->
          System.arraycopy(source, 0, to.integers(), 0, source.length);
    }
  }

  private static void computePermute(Call<PermuteParams> call, Values out) {
    int[] dims = call.spec(0).shape().toArray();
    int[] order = call.params().dims().stream().mapToInt(Integer::intValue).toArray();
    switch (call.input(0).values()) {
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

  private static double[] goldenPermute(
      PermuteParams params, List<Reference> inputs, TensorSpec output) {
    double[] in = inputs.getFirst().values();
    int[] strides = Shapes.strides(inputs.getFirst().spec().shape().toArray());
    int[] dims = output.shape().toArray();
    int[] outStrides = Shapes.strides(dims);
    double[] out = new double[in.length];
    for (int i = 0; i < out.length; i++) {
      int source = 0;
      for (int d = 0; d < dims.length; d++) {
        source += i / outStrides[d] % dims[d] * strides[params.dims().get(d)];
      }
      out[i] = in[source];
    }
    return out;
  }

  private static double[] goldenRepeat(
      RepeatParams params, List<Reference> inputs, TensorSpec output) {
    Shape from = inputs.getFirst().spec().shape();
    int[] strides = Shapes.strides(from.toArray());
    int[] dims = output.shape().toArray();
    int[] outStrides = Shapes.strides(dims);
    double[] out = new double[(int) output.shape().volume()];
    for (int i = 0; i < out.length; i++) {
      int source = 0;
      for (int d = 1; d <= from.rank(); d++) {
        int index = i / outStrides[dims.length - d] % dims[dims.length - d];
        source += index % from.dim(-d) * strides[from.rank() - d];
      }
      out[i] = inputs.getFirst().values()[source];
    }
    return out;
  }
}
