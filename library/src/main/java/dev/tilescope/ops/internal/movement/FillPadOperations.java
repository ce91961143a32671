package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rest of the last tiles holds. Tensors keep one value for all of it, which no operation
 * reads: only who takes whole tiles from the device sees it.
 */
public final class FillPadOperations {
  private FillPadOperations() {}

  public record FillPadParams(Number fillValue, MemoryConfig outputMemConfig)
      implements DeviceOperation.RuntimeValues {
    @Override
    public Record program() {
      return new FillPadParams(0, outputMemConfig);
    }
  }

  public static final DeviceOperation<FillPadParams> FILL_PAD_ON_DEVICE =
      DeviceOperation.<FillPadParams>named("FillPadDeviceOperation", "fill_pad")
          .takes(Input.of("input_tensor"))
          .validation(call ->
              Check.that(
                  call.spec(0).layout() == Layout.TILE,
                  "FillPad should only be used for tile layout"))
          .output(call -> call.spec(0))
          .circularBuffers(
              "Two tiles in, a tile for the right edge, one for the bottom edge, two tiles out, on"
                  + " every core of the grid.",
              call -> {
                CoreRangeSet cores = CircularBuffers.wholeGrid(call);
                DataType dtype = call.spec(0).dtype();
                return List.of(
                    CircularBuffers.tiles(cores, dtype, 2),
                    CircularBuffers.tiles(cores, dtype, 1),
                    CircularBuffers.tiles(cores, dtype, 1),
                    CircularBuffers.tiles(cores, dtype, 2));
              })
          .cost(call ->
              Costs.computing(
                  0, CircularBuffers.wholeGrid(call).size(), Costs.inputs(call), call.outputSpec()))
          .engine(DeviceOperation.Engine.WRITES)
          .kernel(call -> call.values(0).copyTo(call.out()))
          .golden(call -> call.values(0))
          .declare();

  public record FillPadArguments(
      Tensor inputTensor, Number fillValue, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<FillPadArguments, Tensor> FILL_IMPLICIT_TILE_PADDING =
      Operation.of(
              "ttnn::fill_implicit_tile_padding",
              FillPadArguments.class,
              FillPadOperations::fill,
              FILL_PAD_ON_DEVICE)
          .through("TypecastDeviceOperation", "ReshapeViewDeviceOperation")
          .overwriting("input_tensor");

  /**
   * The input itself, written over; block floats by way of bfloat16, more than a cube as a cube.
   */
  private static Tensor fill(FillPadArguments a) {
    Tensor input = a.inputTensor();
    FILL_PAD_ON_DEVICE.requireUsable(input);
    Shape shape = input.shape();
    if (shape.rank() > 1 && isWhole(shape.dim(-1)) && isWhole(shape.dim(-2))) {
      return input;
    }
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    FillPadParams params = new FillPadParams(a.fillValue(), memory);
    boolean isBlock = input.dtype().isBlockFloat();
    boolean isDeep = shape.rank() > 3;
    int matrices = isDeep ? Math.toIntExact(shape.volume() / shape.dim(-1) / shape.dim(-2)) : 1;
    Tensor filled =
        Temporaries.through(
            input,
            when(isBlock, t -> TypecastOperations.typecast(t, DataType.BFLOAT16)),
            when(isDeep, t -> MovementSteps.reshape(t, matrices, shape.dim(-2), shape.dim(-1))),
            t -> FILL_PAD_ON_DEVICE.runInto(t, params, t),
            when(isDeep, t -> MovementSteps.reshape(t, shape.toArray())),
            when(isBlock, t -> TypecastOperations.typecast(t, input.dtype())));
    return filled.withTilePadding(params.fillValue().doubleValue());
  }

  private static boolean isWhole(int length) {
    return length % TensorSpec.TILE_SIDE == 0;
  }
}
