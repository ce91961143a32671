package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** Operations that keep a tensor's values and change how, or where, they are stored. */
abstract class LayoutOperations extends TransferOperations {
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

  record ToLayoutArguments(Tensor tensor, Layout layout) {}

  record ToMemoryConfigArguments(Tensor tensor, MemoryConfig memoryConfig) {}

  private static final Operation<ToLayoutArguments, Tensor> TO_LAYOUT_OPERATION =
      Operation.of(
          "ttnn::to_layout",
          ToLayoutArguments.class,
          LayoutOperations::toLayout,
          TILIZE,
          TILIZE_WITH_PADDING,
          UNTILIZE,
          UNTILIZE_WITH_UNPADDING);
  private static final Operation<ToMemoryConfigArguments, Tensor> TO_MEMORY_CONFIG_OPERATION =
      Operation.of(
          "ttnn::to_memory_config",
          ToMemoryConfigArguments.class,
          LayoutOperations::toMemoryConfig,
          TO_SHARDED,
          TO_INTERLEAVED,
          RESHARD,
          COPY);

  /** A tensor that has the layout already is returned as it is. */
  public static Tensor toLayout(Tensor tensor, Layout layout) {
    return TO_LAYOUT_OPERATION.call(new ToLayoutArguments(tensor, layout));
  }

  /** A tensor that is placed so already is returned as it is. */
  public static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memoryConfig) {
    return TO_MEMORY_CONFIG_OPERATION.call(new ToMemoryConfigArguments(tensor, memoryConfig));
  }

  private static DeviceOperation<LayoutParams> relayout(String name, Layout to) {
    return DeviceOperation.<LayoutParams>named(
            name + "DeviceOperation", ArgumentReader.snakeCase(name))
        .takes(Input.of("tensor"))
        .output(
            call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()).withLayout(to))
        .circularBuffers("A row of tiles in and one out.", LayoutOperations::rowsOfTiles)
        .cost(call -> cost(call, Costs.CYCLES_PER_ELEMENTWISE_TILE))
        .kernel(call -> call.values(0).copyTo(call.out()))
        .golden(call -> call.values(0).clone())
        .declare();
  }

  private static DeviceOperation<LayoutParams> move(String name) {
    return DeviceOperation.<LayoutParams>named(
            name + "DeviceOperation", ArgumentReader.snakeCase(name))
        .takes(Input.of("tensor"))
        .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemConfig()))
        .circularBuffers(
            "Two pages to pass through; a side that is sharded in L1 is used where it lies.",
            LayoutOperations::throughL1)
        .cost(call -> cost(call, 0))
        .engine(Engine.MOVES)
        .kernel(call -> call.values(0).copyTo(call.out()))
        .golden(call -> call.values(0).clone())
        .declare();
  }

  private static Tensor toLayout(ToLayoutArguments a) {
    Tensor input = a.tensor();
    Layout layout = a.layout();
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

  private static Tensor toMemoryConfig(ToMemoryConfigArguments a) {
    Tensor input = a.tensor();
    MemoryConfig memoryConfig = a.memoryConfig();
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
  private static List<CircularBuffer> rowsOfTiles(Call<LayoutParams> call) {
    TensorSpec tiled = call.spec(0).withLayout(Layout.TILE);
    CoreRangeSet cores =
        CircularBuffers.sharing(tiled.physicalHeight() / TensorSpec.TILE_SIDE, call.device());
    long width = tiled.physicalWidth() / TensorSpec.TILE_SIDE;
    return List.of(
        CircularBuffers.rowOfTiles(cores, call.spec(0).dtype(), width, call.device()),
        CircularBuffers.rowOfTiles(cores, call.outputSpec().dtype(), width, call.device()));
  }

  /** Two pages to pass through; a sharded side is read or written where it lies. */
  private static List<CircularBuffer> throughL1(Call<LayoutParams> call) {
    Tensor output = call.output();
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

  private static CostModel.Work cost(Call<LayoutParams> call, long cyclesPerTile) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(cyclesPerTile, cores, Costs.inputs(call), output);
  }
}
