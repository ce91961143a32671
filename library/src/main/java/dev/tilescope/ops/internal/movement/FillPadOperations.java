package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What the rest of the last tiles holds. Tensors keep one value for all of it, which no operation
 * reads: only who takes whole tiles from the device sees it.
 */
public final class FillPadOperations {
  /** A core writes a tile of marks number by number before it begins. */
  private static final long MASK_CYCLES = 4L * TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE;

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
              "Two tiles in, a tile of marks for each edge that has padding, two tiles out, on as"
                  + " many cores as there are tiles at those edges; shards are filled where they"
                  + " lie.",
              FillPadOperations::circularBuffers)
          .cost(call ->
              Costs.computing(
                      MASK_CYCLES,
                      CircularBuffers.wholeGrid(call).size(),
                      Costs.inputs(call),
                      call.outputSpec())
                  .withIdealComputeCycles(0))
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

  /** fill_pad_program_factory.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<FillPadParams> call) {
    MemoryConfig memory = call.spec(0).memoryConfig();
    boolean inPlace = memory.isSharded() && memory.bufferType().isL1();
    CoreRangeSet cores =
        inPlace
            ? CircularBuffers.backedBy(call.input(0)).cores()
            : CircularBuffers.sharing(edgeTiles(call.spec(0).shape()), call);
    DataType dtype = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, dtype, 2));
    for (int length : new int[] {last(call, 1), last(call, 2)}) {
      if (!isWhole(length)) {
        buffers.add(CircularBuffers.tiles(cores, dtype, 1));
      }
    }
    buffers.add(CircularBuffers.tiles(cores, dtype, 2));
    return buffers;
  }

  /** A dimension, counted from the last. */
  private static int last(Call<FillPadParams> call, int at) {
    Shape shape = call.spec(0).shape();
    return shape.rank() < at ? 1 : shape.dim(-at);
  }

  /** Tiles of the last column and of the last row that are partly padding, of all matrices. */
  private static long edgeTiles(Shape shape) {
    long width = shape.rank() < 1 ? 1 : shape.dim(-1);
    long height = shape.rank() < 2 ? 1 : shape.dim(-2);
    long matrices = shape.volume() / Math.max(1, width * height);
    long across = Math.ceilDiv(width, TensorSpec.TILE_SIDE);
    long down = Math.ceilDiv(height, TensorSpec.TILE_SIDE);
    long inner = width % TensorSpec.TILE_SIDE == 0 ? across : across - 1;
    long innerDown = height % TensorSpec.TILE_SIDE == 0 ? down : down - 1;
    return matrices * (across * down - inner * innerDown);
  }

  private static boolean isWhole(int length) {
    return length % TensorSpec.TILE_SIDE == 0;
  }
}
