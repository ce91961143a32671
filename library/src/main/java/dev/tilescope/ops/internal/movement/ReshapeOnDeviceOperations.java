package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeParams;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Reshapes into four dimensions, with a program of their own. Rows whose widths are no multiples of
 * 8 go through the host on a board; here the program of {@code ttnn.reshape} moves them.
 */
public final class ReshapeOnDeviceOperations {
  private static final int ROW_MAJOR_WIDTH = 8;

  private ReshapeOnDeviceOperations() {}

  public static final DeviceOperation<ReshapeParams> RESHAPE_ROWS_ON_DEVICE =
      DeviceOperation.<ReshapeParams>named("ReshapeDeviceOperation", "reshape_on_device")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().logicalOutputShape())
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(
              "Two tiles on one core; of rows as many of the longer ones as a core moves.",
              ReshapeOnDeviceOperations::rowBuffers)
          .cost(ReshapeCosts::of)
          .engine(Engine.MOVES)
          .kernel(call -> call.values(0).copyTo(call.out()))
          .golden(call -> call.values(0).clone())
          .declare();

  public record ReshapeOnDeviceArguments(
      Tensor inputTensor, int w, int z, int y, int x, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<ReshapeOnDeviceArguments, Tensor> RESHAPE_ON_DEVICE =
      Operation.of(
          "ttnn::reshape_on_device",
          ReshapeOnDeviceArguments.class,
          ReshapeOnDeviceOperations::reshapeOnDevice,
          RESHAPE_ROWS_ON_DEVICE,
          ShapeOperations.RESHAPE_ON_DEVICE);

  private static Tensor reshapeOnDevice(ReshapeOnDeviceArguments a) {
    Tensor input = a.inputTensor();
    RESHAPE_ROWS_ON_DEVICE.requireUsable(input);
    Shape shape = Shapes.reshaped(input.shape(), new int[] {a.w(), a.z(), a.y(), a.x()});
    if (ShapeOperations.isView(input.spec(), shape)) {
      return input.view(input.spec().withShape(shape));
    }
    MemoryConfig place = Placement.of(a.memoryConfig(), input, shape);
    ReshapeParams params = new ReshapeParams(shape, place);
    if (input.layout() == Layout.TILE) {
      return RESHAPE_ROWS_ON_DEVICE.run(params, input);
    }
    int before = input.shape().dim(-1);
    int after = shape.dim(-1);
    if (before % ROW_MAJOR_WIDTH != 0 || after % ROW_MAJOR_WIDTH != 0) {
      return ShapeOperations.RESHAPE_ON_DEVICE.run(params, input);
    }
    Check.that(
        Math.max(before, after) % Math.min(before, after) == 0,
        "Last dimension of the old shape (%d) should be divisible by the last dimension of the new"
            + " shape (%d) or vice versa; Ttnn.reshape takes any",
        before,
        after);
    return RESHAPE_ROWS_ON_DEVICE.run(params, input);
  }

  /**
   * As reshape_tile_program_factory.cpp and reshape_rm_program_factory.cpp, without the few bytes
   * that the first has where DRAM is aligned to more than a row of a face.
   */
  private static List<CircularBuffer> rowBuffers(Call<ReshapeParams> call) {
    TensorSpec in = call.spec(0);
    TensorSpec out = call.outputSpec();
    if (in.layout() == Layout.TILE) {
      return List.of(CircularBuffers.doubled(CoreRangeSet.grid(1, 1), in));
    }
    CoreRangeSet grid = CircularBuffers.wholeGrid(call.device());
    TensorSpec longer = in.pageBytes() > out.pageBytes() ? in : out;
    long rows = Math.max(1, Math.ceilDiv(longer.pageCount(), grid.size()));
    return List.of(CircularBuffer.local(grid, rows * longer.pageBytes(), out.pageBytes()));
  }
}
