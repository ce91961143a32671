package dev.tilescope.ops;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same elements in the same order under another shape. Where the pages stay as they are the
 * result is a view of the same buffer.
 */
abstract class ShapeOperations extends RandomOperations {
  record ReshapeParams(Shape logicalOutputShape, MemoryConfig outputMemConfig) {}

  static final DeviceOperation<ReshapeParams> RESHAPE =
      DeviceOperation.<ReshapeParams>named("ReshapeViewDeviceOperation", "reshape_view")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().logicalOutputShape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(CircularBuffers.TWO_PAGES, CircularBuffers::twoPages)
          .cost(ReshapeCosts::of)
          .engine(Engine.MOVES)
          .kernel(call -> call.values(0).copyTo(call.out()))
          .golden(call -> call.values(0).clone())
          .declare();

  record ReshapeArguments(Tensor inputTensor, int[] shape, ReshapeOptions options) {}

  record ViewArguments(Tensor inputTensor, int[] shape) {}

  record SqueezeArguments(Tensor inputTensor, int @Nullable [] dim) {}

  record UnsqueezeArguments(Tensor inputTensor, int dim) {}

  record UnsqueezeTo4dArguments(Tensor tensor) {}

  private static final Operation<ReshapeArguments, Tensor> RESHAPE_OPERATION =
      Operation.of("ttnn::reshape", ReshapeArguments.class, ShapeOperations::reshape, RESHAPE);
  private static final Operation<ViewArguments, Tensor> VIEW_OPERATION =
      Operation.of("ttnn::view", ViewArguments.class, ShapeOperations::view);
  private static final Operation<SqueezeArguments, Tensor> SQUEEZE_OPERATION =
      Operation.of("ttnn::squeeze", SqueezeArguments.class, ShapeOperations::squeeze, RESHAPE);
  private static final Operation<UnsqueezeArguments, Tensor> UNSQUEEZE_OPERATION =
      Operation.of(
          "ttnn::unsqueeze", UnsqueezeArguments.class, ShapeOperations::unsqueeze, RESHAPE);
  private static final Operation<UnsqueezeTo4dArguments, Tensor> UNSQUEEZE_TO_4D_OPERATION =
      Operation.of(
          "ttnn::unsqueeze_to_4D",
          UnsqueezeTo4dArguments.class,
          ShapeOperations::unsqueezeTo4D,
          RESHAPE);

  /** One dimension may be -1. A view of the same buffer where the pages allow it. */
  public static Tensor reshape(Tensor input, int... shape) {
    return reshape(input, shape, ReshapeOptions.DEFAULT);
  }

  /**
   * @param shape one dimension may be -1
   * @param memoryConfig null for that of the input
   * @param padValue what tiles are padded with, which changes no element
   */
  public static Tensor reshape(
      Tensor input, int[] shape, @Nullable MemoryConfig memoryConfig, @Nullable Double padValue) {
    return reshape(
        input, shape, ReshapeOptions.DEFAULT.withMemoryConfig(memoryConfig).withPadValue(padValue));
  }

  /**
   * @param shape one dimension may be -1
   */
  public static Tensor reshape(Tensor input, int[] shape, ReshapeOptions options) {
    return RESHAPE_OPERATION.call(new ReshapeArguments(input, shape, options));
  }

  /**
   * @param paddedShape the logical shape with the padding of its layout: no other is known here
   */
  public static Tensor reshape(Tensor input, Shape logicalShape, Shape paddedShape) {
    return reshape(input, logicalShape, paddedShape, ReshapeOptions.DEFAULT);
  }

  /**
   * @param paddedShape the logical shape with the padding of its layout: no other is known here,
   *     and traces show the logical one
   */
  public static Tensor reshape(
      Tensor input, Shape logicalShape, Shape paddedShape, ReshapeOptions options) {
    Shape padded = input.spec().withShape(logicalShape).paddedShape();
    Check.that(
        paddedShape.equals(padded),
        "padded_shape: %s in %s is padded to %s, got %s",
        logicalShape,
        input.layout(),
        padded,
        paddedShape);
    return reshape(input, logicalShape.toArray(), options);
  }

  /** A reshape that is a view, or an error. */
  public static Tensor view(Tensor input, int... shape) {
    return VIEW_OPERATION.call(new ViewArguments(input, shape));
  }

  /** Without its dimensions of size 1. */
  public static Tensor squeeze(Tensor input) {
    return SQUEEZE_OPERATION.call(new SqueezeArguments(input, null));
  }

  /**
   * @param dims those to leave out; one of another size than 1 stays
   */
  public static Tensor squeeze(Tensor input, int... dims) {
    return SQUEEZE_OPERATION.call(new SqueezeArguments(input, dims));
  }

  /** With a dimension of size 1 before the one given; -1 puts it last. */
  public static Tensor unsqueeze(Tensor input, int dim) {
    return UNSQUEEZE_OPERATION.call(new UnsqueezeArguments(input, dim));
  }

  /** With dimensions of size 1 in front, to rank 4. */
  public static Tensor unsqueezeTo4D(Tensor tensor) {
    return UNSQUEEZE_TO_4D_OPERATION.call(new UnsqueezeTo4dArguments(tensor));
  }

  private static Tensor reshape(ReshapeArguments a) {
    Tensor input = a.inputTensor();
    Shape shape = Shapes.reshaped(input.shape(), a.shape());
    MemoryConfig asked = a.options().memoryConfig();
    if (!input.isOnDevice()) {
      Placement.checkNone(asked);
      return input.view(input.spec().withShape(shape));
    }
    input.requireBuffer("input_tensor");
    MemoryConfig memory = asked == null ? input.memoryConfig() : asked;
    if (memory.equals(input.memoryConfig()) && isView(input.spec(), shape)) {
      return input.view(input.spec().withShape(shape));
    }
    MemoryConfig place = Placement.of(asked, input, shape);
    return RESHAPE.run(new ReshapeParams(shape, place), input);
  }

  private static Tensor view(ViewArguments a) {
    Tensor input = a.inputTensor();
    if (input.isOnDevice()) {
      input.requireBuffer("input_tensor");
    }
    Shape shape = Shapes.reshaped(input.shape(), a.shape());
    Check.that(
        !input.isOnDevice() || isView(input.spec(), shape),
        "shape: %s of %s lies in other pages than %s, so it is no view; use Ttnn.reshape",
        shape,
        input.layout(),
        input.shape());
    return input.view(input.spec().withShape(shape));
  }

  /** True if the same pages, in the same order, hold the reshaped tensor. */
  private static boolean isView(TensorSpec spec, Shape to) {
    Shape from = spec.shape();
    if (from.rank() == 0 || to.rank() == 0) {
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

  private static Tensor squeeze(SqueezeArguments a) {
    Shape shape = a.inputTensor().shape();
    int[] dims = a.dim() == null ? new int[0] : a.dim();
    if (Shapes.isScalar("dim", Arrays.stream(dims).boxed().toList(), shape)) {
      return a.inputTensor();
    }
    boolean[] dropped = new boolean[shape.rank()];
    if (a.dim() == null) {
      Arrays.fill(dropped, true);
    } else {
      for (int dim : a.dim()) {
        dropped[Shapes.dimension("dim", dim, shape)] = true;
      }
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < shape.rank(); i++) {
      if (!dropped[i] || shape.dim(i) != 1) {
        kept.add(shape.dim(i));
      }
    }
    return reshape(a.inputTensor(), kept.stream().mapToInt(Integer::intValue).toArray());
  }

  private static Tensor unsqueeze(UnsqueezeArguments a) {
    Shape shape = a.inputTensor().shape();
    int rank = shape.rank();
    int at = a.dim() < 0 ? a.dim() + rank + 1 : a.dim();
    Check.that(
        at >= 0 && at <= rank,
        "dim: %d is no place for a dimension in %s; it must be %d..%d",
        a.dim(),
        shape,
        -rank - 1,
        rank);
    int[] dims = new int[rank + 1];
    Arrays.setAll(dims, i -> i == at ? 1 : shape.dim(i < at ? i : i - 1));
    return reshape(a.inputTensor(), dims);
  }

  private static Tensor unsqueezeTo4D(UnsqueezeTo4dArguments a) {
    Shape shape = a.tensor().shape();
    int missing = 4 - shape.rank();
    Check.that(missing >= 0, "tensor: rank 4 or less is needed, got %s", shape);
    int[] dims = new int[4];
    Arrays.setAll(dims, i -> i < missing ? 1 : shape.dim(i - missing));
    return reshape(a.tensor(), dims);
  }
}
