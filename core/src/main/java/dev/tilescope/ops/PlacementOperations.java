package dev.tilescope.ops;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Work;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The same tensor in another place. Above 300 lines because the seven operations share their
 * declaration and little else.
 */
abstract class PlacementOperations extends LayoutOperations {
  private static final String THROUGH_L1 =
      "Two pages to pass through; a side that is sharded in L1 is used where it lies.";

  record InterleavedToShardedParams(
      MemoryConfig outputMemConfig, DataType outputDtype, boolean keepL1Aligned)
      implements Target {}

  record ShardedToInterleavedParams(MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  record ReshardParams(MemoryConfig outputMemConfig, DataType outputDtype) implements Target {}

  record CopyParams(MemoryConfig outputMemConfig, DataType outputDtype) implements Target {}

  record CloneParams(
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements Target {}

  record MoveParams(MemoryConfig outputMemConfig, DataType outputDtype) implements Target {}

  static final DeviceOperation<InterleavedToShardedParams> TO_SHARDED =
      transfer("InterleavedToShardedDeviceOperation", "interleaved_to_sharded");
  static final DeviceOperation<ShardedToInterleavedParams> TO_INTERLEAVED =
      transfer("ShardedToInterleavedDeviceOperation", "sharded_to_interleaved");
  static final DeviceOperation<ReshardParams> RESHARD =
      transfer("ReshardDeviceOperation", "reshard");
  static final DeviceOperation<CopyParams> COPY = transfer("CopyDeviceOperation", "copy");
  static final DeviceOperation<CloneParams> CLONE = transfer("CloneOperation", "clone");
  static final DeviceOperation<MoveParams> MOVE =
      PlacementOperations.<MoveParams>declare("MoveDeviceOperation", "move")
          .circularBuffers(
              "Two pages to pass through; where old and new place overlap, room for all a core"
                  + " moves; shards in L1 are used where they lie.",
              PlacementOperations::movingBuffers)
          .declare();

  record ToMemoryConfigArguments(
      Tensor tensor,
      MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {}

  record ToShardedArguments(
      Tensor inputTensor,
      MemoryConfig shardedMemoryConfig,
      @Nullable DataType outputDtype,
      @Default("false") boolean keepL1Aligned,
      @Nullable Tensor preallocatedOutput) {}

  record ToInterleavedArguments(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType outputDtype) {}

  record ReshardArguments(
      Tensor inputTensor, MemoryConfig outputMemoryConfig, @Nullable Tensor outputTensor) {}

  record CloneArguments(
      Tensor input,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  record CopyArguments(Tensor inputA, Tensor inputB) {}

  record MoveArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  record ReallocateArguments(Tensor tensor, @Nullable MemoryConfig memoryConfig) {}

  private static final Operation<ToMemoryConfigArguments, Tensor> TO_MEMORY_CONFIG_OPERATION =
      Operation.of(
          "ttnn::to_memory_config",
          ToMemoryConfigArguments.class,
          PlacementOperations::toMemoryConfig,
          TO_SHARDED,
          TO_INTERLEAVED,
          RESHARD,
          COPY);
  private static final Operation<ToShardedArguments, Tensor> TO_SHARDED_OPERATION =
      Operation.of(
          "ttnn::interleaved_to_sharded",
          ToShardedArguments.class,
          PlacementOperations::toSharded,
          TO_SHARDED);
  private static final Operation<ToInterleavedArguments, Tensor> TO_INTERLEAVED_OPERATION =
      Operation.of(
          "ttnn::sharded_to_interleaved",
          ToInterleavedArguments.class,
          PlacementOperations::toInterleaved,
          TO_INTERLEAVED);
  private static final Operation<ReshardArguments, Tensor> RESHARD_OPERATION =
      Operation.of("ttnn::reshard", ReshardArguments.class, PlacementOperations::reshard, RESHARD);
  private static final Operation<CloneArguments, Tensor> CLONE_OPERATION =
      Operation.of("ttnn::clone", CloneArguments.class, PlacementOperations::cloned, CLONE);
  private static final Operation<CopyArguments, Tensor> COPY_OPERATION =
      Operation.of("ttnn::copy", CopyArguments.class, PlacementOperations::copied, COPY)
          .overwriting("input_b");
  private static final Operation<MoveArguments, Tensor> MOVE_OPERATION =
      Operation.of(
          "ttnn::move",
          MoveArguments.class,
          a -> moved("input_tensor", a.inputTensor(), a.memoryConfig()),
          MOVE);
  private static final Operation<ReallocateArguments, Tensor> REALLOCATE_OPERATION =
      Operation.of(
          "ttnn::reallocate",
          ReallocateArguments.class,
          a -> moved("tensor", a.tensor(), a.memoryConfig()),
          MOVE);

  /** A tensor that is placed so already is returned as it is. */
  public static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memoryConfig) {
    return toMemoryConfig(tensor, memoryConfig, null, null);
  }

  /**
   * A tensor that is placed so already, and has the type, is returned as it is.
   *
   * @param dtype null for that of the tensor; else another floating-point type
   * @param outputTensor written to instead of a new tensor
   */
  public static Tensor toMemoryConfig(
      Tensor tensor,
      MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {
    return TO_MEMORY_CONFIG_OPERATION.call(
        new ToMemoryConfigArguments(tensor, memoryConfig, dtype, outputTensor));
  }

  public static Tensor interleavedToSharded(Tensor input, MemoryConfig shardedMemoryConfig) {
    return interleavedToSharded(input, shardedMemoryConfig, null);
  }

  public static Tensor interleavedToSharded(
      Tensor input, MemoryConfig shardedMemoryConfig, @Nullable DataType outputDtype) {
    return interleavedToSharded(input, shardedMemoryConfig, outputDtype, false, null);
  }

  /**
   * @param preallocatedOutput written to instead of a new tensor
   */
  public static Tensor interleavedToSharded(
      Tensor input,
      MemoryConfig shardedMemoryConfig,
      @Nullable DataType outputDtype,
      boolean keepL1Aligned,
      @Nullable Tensor preallocatedOutput) {
    return TO_SHARDED_OPERATION.call(
        new ToShardedArguments(
            input, shardedMemoryConfig, outputDtype, keepL1Aligned, preallocatedOutput));
  }

  /** To shards in L1. */
  public static Tensor interleavedToSharded(
      Tensor input,
      CoreRangeSet grid,
      int[] shardShape,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype) {
    return interleavedToSharded(
        input, grid, shardShape, shardScheme, shardOrientation, outputDtype, false);
  }

  /** To shards in L1; traces show the memory config that this comes to. */
  public static Tensor interleavedToSharded(
      Tensor input,
      CoreRangeSet grid,
      int[] shardShape,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype,
      boolean keepL1Aligned) {
    Check.that(
        shardShape.length == 2,
        "shard_shape: a height and a width are needed, got %d numbers",
        shardShape.length);
    Check.that(shardScheme.isSharded(), "shard_scheme: shards are needed, got %s", shardScheme);
    ShardSpec shards = new ShardSpec(grid, shardShape[0], shardShape[1], shardOrientation);
    return interleavedToSharded(
        input,
        MemoryConfig.sharded(shardScheme, BufferType.L1, shards),
        outputDtype,
        keepL1Aligned,
        null);
  }

  /** To interleaved DRAM. */
  public static Tensor shardedToInterleaved(Tensor input) {
    return shardedToInterleaved(input, null, null);
  }

  /**
   * @param memoryConfig null for interleaved DRAM
   */
  public static Tensor shardedToInterleaved(
      Tensor input, @Nullable MemoryConfig memoryConfig, @Nullable DataType outputDtype) {
    return TO_INTERLEAVED_OPERATION.call(
        new ToInterleavedArguments(input, memoryConfig, outputDtype));
  }

  public static Tensor reshard(Tensor input, MemoryConfig outputMemoryConfig) {
    return reshard(input, outputMemoryConfig, null);
  }

  /**
   * @param outputTensor written to instead of a new tensor
   */
  public static Tensor reshard(
      Tensor input, MemoryConfig outputMemoryConfig, @Nullable Tensor outputTensor) {
    return RESHARD_OPERATION.call(new ReshardArguments(input, outputMemoryConfig, outputTensor));
  }

  public static Tensor clone(Tensor input) {
    return clone(input, null, null, null);
  }

  /**
   * @param dtype null for that of the input; else another floating-point type
   * @param memoryConfig null for that of the input
   */
  public static Tensor clone(
      Tensor input,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    return CLONE_OPERATION.call(
        new CloneArguments(input, dtype, memoryConfig, computeKernelConfig));
  }

  /** Writes the first tensor into the second, and returns that. */
  public static Tensor copy(Tensor inputA, Tensor inputB) {
    return COPY_OPERATION.call(new CopyArguments(inputA, inputB));
  }

  public static Tensor move(Tensor input) {
    return move(input, null);
  }

  /** As {@code reallocate}. */
  public static Tensor move(Tensor input, @Nullable MemoryConfig memoryConfig) {
    return MOVE_OPERATION.call(new MoveArguments(input, memoryConfig));
  }

  public static Tensor reallocate(Tensor tensor) {
    return reallocate(tensor, null);
  }

  /**
   * Frees the tensor, allocates it again and moves its values there: memory that has become free
   * meanwhile is used, so that what is free is in one piece. The tensor given and views of it are
   * no longer usable.
   *
   * @param memoryConfig null for that of the tensor
   */
  public static Tensor reallocate(Tensor tensor, @Nullable MemoryConfig memoryConfig) {
    return REALLOCATE_OPERATION.call(new ReallocateArguments(tensor, memoryConfig));
  }

  /** Cores row by row. */
  public static MemoryConfig createShardedMemoryConfig(
      Shape shape, CoreGrid coreGrid, TensorMemoryLayout strategy) {
    return createShardedMemoryConfig(shape, coreGrid, strategy, null, false);
  }

  /**
   * Shards in L1 on a grid of cores from the corner.
   *
   * @param strategy HEIGHT_SHARDED, WIDTH_SHARDED or BLOCK_SHARDED
   * @param orientation null for ROW_MAJOR
   * @param useHeightAndWidthAsShardShape whether the shape is that of a shard; else it is that of
   *     the tensor, which must divide evenly
   */
  public static MemoryConfig createShardedMemoryConfig(
      Shape shape,
      CoreGrid coreGrid,
      TensorMemoryLayout strategy,
      @Nullable ShardOrientation orientation,
      boolean useHeightAndWidthAsShardShape) {
    ShardOrientation order = orientation == null ? ShardOrientation.ROW_MAJOR : orientation;
    if (!useHeightAndWidthAsShardShape) {
      return Sharding.config(shape, coreGrid.x(), coreGrid.y(), strategy, order);
    }
    Check.that(
        shape.rank() == 2, "shape: a height and a width of a shard are needed, got %s", shape);
    Check.that(strategy.isSharded(), "strategy: shards are needed, got %s", strategy);
    return MemoryConfig.sharded(
        strategy,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(coreGrid.x(), coreGrid.y()), shape.dim(0), shape.dim(1), order));
  }

  private static <P extends Record & Target> DeviceOperation<P> transfer(
      String name, String primitive) {
    return PlacementOperations.<P>declare(name, primitive)
        .circularBuffers(THROUGH_L1, PlacementOperations::throughL1)
        .declare();
  }

  private static <P extends Record & Target> Declaration<P> declare(String name, String primitive) {
    return DeviceOperation.<P>named(name, primitive)
        .takes(Input.of("input_tensor"))
        .validation(
            call -> Check.sameKind("dtype", call.spec(0).dtype(), call.params().outputDtype()))
        .output(call ->
            call.spec(0)
                .withMemoryConfig(call.params().outputMemConfig())
                .withDtype(call.params().outputDtype()))
        .cost(PlacementOperations::cost)
        .engine(Engine.MOVES)
        .kernel(call -> call.values(0).copyTo(call.out()))
        .golden(call -> call.values(0).clone());
  }

  private static DataType type(@Nullable DataType asked, Tensor input) {
    return asked == null ? input.dtype() : asked;
  }

  private static Tensor toMemoryConfig(ToMemoryConfigArguments a) {
    Tensor input = a.tensor();
    Tensor into = a.outputTensor();
    MemoryConfig memory = a.memoryConfig();
    DataType dtype = type(a.dtype(), input);
    input.requireBuffer("tensor");
    if (into == null && input.memoryConfig().equals(memory) && input.dtype() == dtype) {
      return input;
    }
    boolean from = input.memoryConfig().isSharded();
    boolean to = memory.isSharded();
    if (from && to && input.dtype() == dtype) {
      return RESHARD.runInto(into, new ReshardParams(memory, dtype), input);
    } else if (from && !to) {
      return TO_INTERLEAVED.runInto(into, new ShardedToInterleavedParams(memory, dtype), input);
    } else if (!from && to) {
      InterleavedToShardedParams params = new InterleavedToShardedParams(memory, dtype, false);
      return TO_SHARDED.runInto(into, params, input);
    }
    return COPY.runInto(into, new CopyParams(memory, dtype), input);
  }

  private static Tensor toSharded(ToShardedArguments a) {
    Tensor input = a.inputTensor();
    Check.that(
        a.shardedMemoryConfig().isSharded(),
        "sharded_memory_config: shards are needed, got %s",
        a.shardedMemoryConfig());
    Check.that(
        !input.memoryConfig().isSharded(),
        "input_tensor: an interleaved tensor is needed, got %s; use Ttnn.reshard",
        input.memoryConfig());
    InterleavedToShardedParams params =
        new InterleavedToShardedParams(
            a.shardedMemoryConfig(), type(a.outputDtype(), input), a.keepL1Aligned());
    return TO_SHARDED.runInto(a.preallocatedOutput(), params, input);
  }

  private static Tensor toInterleaved(ToInterleavedArguments a) {
    Tensor input = a.inputTensor();
    MemoryConfig memory = a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig();
    Check.that(!memory.isSharded(), "memory_config: an interleaved one is needed, got %s", memory);
    checkSharded(input);
    return TO_INTERLEAVED.run(
        new ShardedToInterleavedParams(memory, type(a.outputDtype(), input)), input);
  }

  private static Tensor reshard(ReshardArguments a) {
    Check.that(
        a.outputMemoryConfig().isSharded(),
        "output_memory_config: shards are needed, got %s; use Ttnn.shardedToInterleaved",
        a.outputMemoryConfig());
    checkSharded(a.inputTensor());
    ReshardParams params = new ReshardParams(a.outputMemoryConfig(), a.inputTensor().dtype());
    return RESHARD.runInto(a.outputTensor(), params, a.inputTensor());
  }

  private static void checkSharded(Tensor input) {
    Check.that(
        input.memoryConfig().isSharded(),
        "input_tensor: a sharded tensor is needed, got %s; use Ttnn.toMemoryConfig",
        input.memoryConfig());
  }

  private static Tensor cloned(CloneArguments a) {
    Tensor input = a.input();
    MemoryConfig memory = a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig();
    return CLONE.run(
        new CloneParams(memory, type(a.dtype(), input), a.computeKernelConfig()), input);
  }

  private static Tensor copied(CopyArguments a) {
    Tensor target = a.inputB();
    target.requireBuffer("input_b");
    Check.that(
        target.shape().equals(a.inputA().shape()) && target.layout() == a.inputA().layout(),
        "input_b: %s %s is needed to hold the copy, got %s %s",
        a.inputA().shape(),
        a.inputA().layout(),
        target.shape(),
        target.layout());
    return COPY.runInto(target, new CopyParams(target.memoryConfig(), target.dtype()), a.inputA());
  }

  /** The new place is found when the old one is free, as TT-NN does it. */
  private static Tensor moved(String argument, Tensor input, @Nullable MemoryConfig asked) {
    Buffer old = input.requireBuffer(argument);
    MemoryConfig memory = asked == null ? input.memoryConfig() : asked;
    TensorSpec spec = input.spec().withMemoryConfig(memory);
    Sharding.check(spec);
    MeshDevice device = old.device();
    Distribution distribution = input.distribution();
    List<Values> values = input.hasValues() ? input.requireParts(argument) : null;
    input.deallocate();
    try (Temporaries made = Temporaries.besides()) {
      Tensor target = made.own(DeviceTensors.create(spec, distribution, device, MOVE.name()));
      Tensor ghost = Tensor.onDevice(input.spec(), old.ghost(), distribution, values);
      Buffer place = target.requireBuffer(argument);
      boolean inPlace = old.type() == place.type() && old.address() == place.address();
      return made.handOver(
          inPlace && values != null && target.hasValues()
              ? kept(values, target, place)
              : MOVE.runInto(target, new MoveParams(memory, input.dtype()), ghost));
    }
  }

  /** The values of a tensor that was given the place it had. */
  private static Tensor kept(List<Values> values, Tensor target, Buffer place) {
    if (place.device().recording() != null) {
      return Tensor.onDevice(target.spec(), place, target.distribution(), values);
    }
    List<Values> room = target.requireParts("tensor");
    for (int i = 0; i < room.size(); i++) {
      values.get(i).copyTo(room.get(i));
    }
    return target;
  }

  /** Two pages to pass through; a sharded side is read or written where it lies. */
  private static <P extends Record & Target> List<CircularBuffer> throughL1(Call<P> call) {
    Tensor output = call.output();
    List<CircularBuffer> buffers = new ArrayList<>(2);
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call);
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

  private static List<CircularBuffer> movingBuffers(Call<MoveParams> call) {
    Buffer from = call.input(0).requireBuffer("input_tensor");
    Buffer to = call.output().requireBuffer("output_tensor");
    boolean apart =
        from.type() != to.type()
            || from.address() + from.maxSizePerBankBytes() <= to.address()
            || to.address() + to.maxSizePerBankBytes() <= from.address();
    if (apart || call.spec(0).memoryConfig().isSharded()) {
      return throughL1(call);
    }
    TensorSpec spec = call.outputSpec();
    CoreRangeSet cores = CircularBuffers.sharing(spec.pageCount(), call);
    long pages = Math.max(1, Math.ceilDiv(spec.pageCount(), cores.size()));
    boolean fits = pages * spec.pageBytes() <= CircularBuffers.freeBytes(call.device());
    return fits ? List.of(CircularBuffers.pages(cores, spec, pages)) : throughL1(call);
  }

  private static <P extends Record & Target> Work cost(Call<P> call) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call).size();
    return Costs.work(0, cores, Costs.inputs(call), output);
  }
}
