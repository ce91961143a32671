package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Arguments;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Operations that keep a tensor's values and change how, or where, they are stored. */
final class LayoutOperations {
  record LayoutParams(MemoryConfig outputMemConfig) {}

  static final DeviceOperation<LayoutParams> TILIZE = relayout("Tilize", Layout.TILE);
  static final DeviceOperation<LayoutParams> TILIZE_WITH_PADDING =
      relayout("TilizeWithValPadding", Layout.TILE);
  static final DeviceOperation<LayoutParams> UNTILIZE = relayout("Untilize", Layout.ROW_MAJOR);
  static final DeviceOperation<LayoutParams> UNTILIZE_WITH_UNPADDING =
      relayout("UntilizeWithUnpadding", Layout.ROW_MAJOR);

  static final DeviceOperation<LayoutParams> TO_SHARDED = move("InterleavedToSharded");
  static final DeviceOperation<LayoutParams> TO_INTERLEAVED = move("ShardedToInterleaved");
  static final DeviceOperation<LayoutParams> RESHARD = move("Reshard");
  static final DeviceOperation<LayoutParams> COPY = move("Copy");

  private LayoutOperations() {}

  private static DeviceOperation<LayoutParams> relayout(String name, Layout to) {
    return new DeviceOperation<>(
        Arguments.of("tensor"),
        device(name + "DeviceOperation"),
        primitive("ttnn::prim::" + snakeCase(name)),
        call -> {},
        call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()).withLayout(to),
        LayoutOperations::rowsOfTiles,
        (call, output) -> cost(call, output, Costs.CYCLES_PER_ELEMENTWISE_TILE),
        Engine.COMPUTES,
        (call, out) -> MovementOperations.copy(call.input(0).values(), out),
        (params, inputs, output) -> inputs.getFirst().values().clone());
  }

  private static DeviceOperation<LayoutParams> move(String name) {
    return new DeviceOperation<>(
        Arguments.of("tensor"),
        device(name + "DeviceOperation"),
        primitive("ttnn::prim::" + snakeCase(name)),
        call -> {},
        call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()),
        LayoutOperations::throughL1,
        (call, output) -> cost(call, output, 0),
        Engine.MOVES,
        (call, out) -> MovementOperations.copy(call.input(0).values(), out),
        (params, inputs, output) -> inputs.getFirst().values().clone());
  }

  private static String snakeCase(String name) {
    return name.replaceAll("([a-z])([A-Z])", "$1_$2").toLowerCase(java.util.Locale.ROOT);
  }

  static Tensor toLayout(Tensor input, Layout layout) {
    if (input.isOnDevice()) {
      input.requireBuffer("tensor");
    }
    if (input.layout() == layout) {
      return input;
    }
    if (!input.isOnDevice()) {
      return input.view(input.spec().withLayout(layout));
    }
    TensorSpec tiled = input.spec().withLayout(Layout.TILE);
    boolean padded = !tiled.paddedShape().equals(tiled.shape());
    DeviceOperation<LayoutParams> operation =
        switch (layout) {
          case TILE -> padded ? TILIZE_WITH_PADDING : TILIZE;
          case ROW_MAJOR -> padded ? UNTILIZE_WITH_UNPADDING : UNTILIZE;
        };
    return operation.run(new LayoutParams(input.memoryConfig()), input);
  }

  static Tensor toMemoryConfig(Tensor input, MemoryConfig memoryConfig) {
    input.requireBuffer("tensor");
    if (input.memoryConfig().equals(memoryConfig)) {
      return input;
    }
    boolean from = input.memoryConfig().isSharded();
    boolean to = memoryConfig.isSharded();
    DeviceOperation<LayoutParams> operation =
        from ? (to ? RESHARD : TO_INTERLEAVED) : (to ? TO_SHARDED : COPY);
    return operation.run(new LayoutParams(memoryConfig), input);
  }

  /** One row of tiles in and one out, on as many cores as there are such rows. */
  private static List<CircularBuffer> rowsOfTiles(Call<LayoutParams> call, Tensor output) {
    TensorSpec tiled = call.spec(0).withLayout(Layout.TILE);
    CoreRangeSet cores =
        CircularBuffers.sharing(tiled.physicalHeight() / TensorSpec.TILE_SIDE, call.device());
    long width = tiled.physicalWidth() / TensorSpec.TILE_SIDE;
    return List.of(
        CircularBuffers.rowOfTiles(cores, call.spec(0).dtype(), width, call.device()),
        CircularBuffers.rowOfTiles(cores, output.dtype(), width, call.device()));
  }

  /** Two pages to pass through; a sharded side is read or written where it lies. */
  private static List<CircularBuffer> throughL1(Call<LayoutParams> call, Tensor output) {
    List<CircularBuffer> buffers = new ArrayList<>(2);
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
    for (Tensor side : List.of(call.input(0), output)) {
      if (side.memoryConfig().isSharded() && side.memoryConfig().bufferType().isL1()) {
        buffers.add(CircularBuffers.backedBy(side));
      }
    }
    if (buffers.size() < 2) {
      buffers.add(CircularBuffers.doubled(cores, output.spec()));
    }
    return buffers;
  }

  private static CostModel.Work cost(
      Call<LayoutParams> call, TensorSpec output, long cyclesPerTile) {
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(cyclesPerTile, cores, Costs.inputs(call), output);
  }
}
