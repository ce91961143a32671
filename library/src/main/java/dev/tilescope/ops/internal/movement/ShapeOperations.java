package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.options.ReshapeOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same elements in the same order under another shape. Where the pages stay as they are the
 * result is a view of the same buffer.
 */
public final class ShapeOperations {
  private ShapeOperations() {}

  public record ReshapeParams(Shape logicalOutputShape, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<ReshapeParams> RESHAPE_ON_DEVICE =
      DeviceOperation.<ReshapeParams>named("ReshapeViewDeviceOperation", "reshape_view")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().logicalOutputShape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(ReshapeBuffers.TEXT, ReshapeBuffers::of)
          .cost(ReshapeCosts::of)
          .engine(Engine.MOVES)
          .kernel(call -> call.values(0).copyTo(call.out()))
          .golden(call -> call.values(0).clone())
          .declare();

  @Form("inputTensor, shape...")
  @Form("inputTensor, shape, memoryConfig, padValue")
  public record ReshapeArguments(Tensor inputTensor, int[] shape, ReshapeOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, shape...")
  public record ViewArguments(Tensor inputTensor, int[] shape) {}

  @Form("inputTensor, dim...")
  public record SqueezeArguments(Tensor inputTensor, int @Nullable [] dim) {}

  public record UnsqueezeArguments(Tensor inputTensor, int dim) {}

  public record UnsqueezeTo4dArguments(Tensor tensor) {}

  public static final Operation<ReshapeArguments, Tensor> RESHAPE =
      Operation.of(
          "ttnn::reshape", ReshapeArguments.class, ShapeOperations::reshape, RESHAPE_ON_DEVICE);
  public static final Operation<ViewArguments, Tensor> VIEW =
      Operation.of("ttnn::view", ViewArguments.class, ShapeOperations::view);
  public static final Operation<SqueezeArguments, Tensor> SQUEEZE =
      Operation.of(
          "ttnn::squeeze", SqueezeArguments.class, ShapeOperations::squeeze, RESHAPE_ON_DEVICE);
  public static final Operation<UnsqueezeArguments, Tensor> UNSQUEEZE =
      Operation.of(
          "ttnn::unsqueeze",
          UnsqueezeArguments.class,
          ShapeOperations::unsqueeze,
          RESHAPE_ON_DEVICE);
  public static final Operation<UnsqueezeTo4dArguments, Tensor> UNSQUEEZE_TO_4D =
      Operation.of(
          "ttnn::unsqueeze_to_4D",
          UnsqueezeTo4dArguments.class,
          ShapeOperations::unsqueezeTo4D,
          RESHAPE_ON_DEVICE);

  @DoorMethod(
      operation = "ttnn::reshape",
      value =
          "The same with the padded shape said, which must be the one that follows from the layout.",
      orElse = "ReshapeOptions.DEFAULT")
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
    return RESHAPE.call(new ReshapeArguments(input, logicalShape.toArray(), options));
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
    return RESHAPE_ON_DEVICE.run(new ReshapeParams(shape, place), input);
  }

  static Tensor view(ViewArguments a) {
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
  static boolean isView(TensorSpec spec, Shape to) {
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
        int at = Shapes.dimension("dim", dim, shape);
        Check.that(
            !dropped[at],
            "dim %d appears multiple times in the list of dims %s",
            at,
            Arrays.toString(a.dim()));
        dropped[at] = true;
      }
    }
    List<Integer> kept = new ArrayList<>();
    for (int i = 0; i < shape.rank(); i++) {
      if (!dropped[i] || shape.dim(i) != 1) {
        kept.add(shape.dim(i));
      }
    }
    return MovementSteps.reshape(
        a.inputTensor(), kept.stream().mapToInt(Integer::intValue).toArray());
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
    return MovementSteps.reshape(a.inputTensor(), dims);
  }

  private static Tensor unsqueezeTo4D(UnsqueezeTo4dArguments a) {
    Shape shape = a.tensor().shape();
    int missing = 4 - shape.rank();
    Check.that(missing >= 0, "tensor: rank 4 or less is needed, got %s", shape);
    int[] dims = new int[4];
    Arrays.setAll(dims, i -> i < missing ? 1 : shape.dim(i - missing));
    return MovementSteps.reshape(a.tensor(), dims);
  }
}
