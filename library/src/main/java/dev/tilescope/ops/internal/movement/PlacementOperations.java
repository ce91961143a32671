package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.ShardCosts;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.LayoutOperations.Target;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Sharding;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The same tensor in another place. Above 300 lines because the seven operations share their
 * declaration and little else.
 */
public final class PlacementOperations {
  private PlacementOperations() {}

  public record InterleavedToShardedParams(
      MemoryConfig outputMemConfig, DataType outputDtype, boolean keepL1Aligned)
      implements Target {}

  public record ShardedToInterleavedParams(MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  public record ReshardParams(MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  public record CopyParams(MemoryConfig outputMemConfig, DataType outputDtype) implements Target {}

  public record CloneParams(
      MemoryConfig outputMemConfig,
      DataType outputDtype,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements Target {}

  public record MoveParams(MemoryConfig outputMemConfig, DataType outputDtype) implements Target {}

  public static final DeviceOperation<InterleavedToShardedParams> TO_SHARDED_ON_DEVICE =
      PlacementOperations.<InterleavedToShardedParams>declare(
              "InterleavedToShardedDeviceOperation", "interleaved_to_sharded")
          .circularBuffers(PlacementBuffers.TO_SHARDED, PlacementBuffers::toSharded)
          .declare();
  public static final DeviceOperation<ShardedToInterleavedParams> TO_INTERLEAVED_ON_DEVICE =
      PlacementOperations.<ShardedToInterleavedParams>declare(
              "ShardedToInterleavedDeviceOperation", "sharded_to_interleaved")
          .circularBuffers(PlacementBuffers.TO_INTERLEAVED, PlacementBuffers::toInterleaved)
          .declare();
  public static final DeviceOperation<ReshardParams> RESHARD_ON_DEVICE =
      PlacementOperations.<ReshardParams>declare("ReshardDeviceOperation", "reshard")
          .circularBuffers(PlacementBuffers.RESHARD, PlacementBuffers::reshard)
          .declare();
  public static final DeviceOperation<CopyParams> COPY_ON_DEVICE =
      PlacementOperations.<CopyParams>declare("CopyDeviceOperation", "copy")
          .circularBuffers(PlacementBuffers.COPY, PlacementBuffers::copy)
          .declare();
  public static final DeviceOperation<CloneParams> CLONE_ON_DEVICE =
      PlacementOperations.<CloneParams>declare("CloneOperation", "clone")
          .circularBuffers(PlacementBuffers.CLONE, PlacementBuffers::clone)
          .declare();
  public static final DeviceOperation<MoveParams> MOVE_ON_DEVICE =
      PlacementOperations.<MoveParams>declare("MoveDeviceOperation", "move")
          .circularBuffers(
              "Two pages to pass through; where old and new place overlap, room for all a core"
                  + " moves; shards in L1 are used where they lie.",
              PlacementOperations::movingBuffers)
          .declare();

  public record ToMemoryConfigArguments(
      Tensor tensor,
      MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {}

  @Form("inputTensor, shardedMemoryConfig, outputDtype")
  public record ToShardedArguments(
      Tensor inputTensor,
      MemoryConfig shardedMemoryConfig,
      @Nullable DataType outputDtype,
      @Default("false") boolean keepL1Aligned,
      @Nullable Tensor preallocatedOutput) {}

  public record ToInterleavedArguments(
      Tensor inputTensor, @Nullable MemoryConfig memoryConfig, @Nullable DataType outputDtype) {}

  public record ReshardArguments(
      Tensor inputTensor, MemoryConfig outputMemoryConfig, @Nullable Tensor outputTensor) {}

  public record CloneArguments(
      Tensor input,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public record CopyArguments(Tensor inputA, Tensor inputB) {}

  @Form("inputTensor, memoryConfig")
  public record AssignArguments(
      Tensor inputTensor,
      @Nullable Tensor inputB,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable Tensor outputTensor) {}

  public record MoveArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  public record ReallocateArguments(Tensor tensor, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<ToMemoryConfigArguments, Tensor> TO_MEMORY_CONFIG =
      Operation.of(
          "ttnn::to_memory_config",
          ToMemoryConfigArguments.class,
          PlacementOperations::toMemoryConfig,
          TO_SHARDED_ON_DEVICE,
          TO_INTERLEAVED_ON_DEVICE,
          RESHARD_ON_DEVICE,
          COPY_ON_DEVICE);
  public static final Operation<ToShardedArguments, Tensor> INTERLEAVED_TO_SHARDED =
      Operation.of(
          "ttnn::interleaved_to_sharded",
          ToShardedArguments.class,
          PlacementOperations::toSharded,
          TO_SHARDED_ON_DEVICE);
  public static final Operation<ToInterleavedArguments, Tensor> SHARDED_TO_INTERLEAVED =
      Operation.of(
          "ttnn::sharded_to_interleaved",
          ToInterleavedArguments.class,
          PlacementOperations::toInterleaved,
          TO_INTERLEAVED_ON_DEVICE);
  public static final Operation<ReshardArguments, Tensor> RESHARD =
      Operation.of(
          "ttnn::reshard", ReshardArguments.class, PlacementOperations::reshard, RESHARD_ON_DEVICE);
  public static final Operation<CloneArguments, Tensor> CLONE =
      Operation.of(
          "ttnn::clone", CloneArguments.class, PlacementOperations::cloned, CLONE_ON_DEVICE);
  public static final Operation<CopyArguments, Tensor> COPY =
      Operation.of("ttnn::copy", CopyArguments.class, PlacementOperations::copied, COPY_ON_DEVICE)
          .overwriting("input_b");
  public static final Operation<AssignArguments, Tensor> ASSIGN =
      Operation.of(
              "ttnn::assign", AssignArguments.class, PlacementOperations::assigned, COPY_ON_DEVICE)
          .overwritingIf("input_b", Objects::nonNull, "input_b");
  public static final Operation<MoveArguments, Tensor> MOVE =
      Operation.of(
          "ttnn::move",
          MoveArguments.class,
          a -> moved("input_tensor", a.inputTensor(), a.memoryConfig()),
          MOVE_ON_DEVICE);
  public static final Operation<ReallocateArguments, Tensor> REALLOCATE =
      Operation.of(
          "ttnn::reallocate",
          ReallocateArguments.class,
          a -> moved("tensor", a.tensor(), a.memoryConfig()),
          MOVE_ON_DEVICE);

  @DoorMethod(
      operation = "ttnn::interleaved_to_sharded",
      value = "The same with shards of a shape on a grid.",
      orElse = "false")
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
    return INTERLEAVED_TO_SHARDED.call(
        new ToShardedArguments(
            input,
            MemoryConfig.sharded(shardScheme, BufferType.L1, shards),
            outputDtype,
            keepL1Aligned,
            null));
  }

  @DoorMethod(
      operation = "ttnn::create_sharded_memory_config",
      value = "Shards of a tensor of this shape, in L1, spread evenly over the cores.",
      orElse = "null, false")
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

  private static <P extends Record & Target> Declaration<P> declare(String name, String primitive) {
    return DeviceOperation.<P>named(name, primitive)
        .takes(Input.of("input_tensor"))
        .validation(
            call -> Check.sameKind("dtype", call.spec(0).dtype(), call.params().outputDtype()))
        .output(call ->
            call.spec(0)
                .withMemoryConfig(call.params().outputMemConfig())
                .withDtype(call.params().outputDtype()))
        .cost(ShardCosts::of)
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
    return moved(input, memory, dtype, into).withTilePadding(input.tilePadding());
  }

  private static Tensor moved(
      Tensor input, MemoryConfig memory, DataType dtype, @Nullable Tensor into) {
    boolean from = input.memoryConfig().isSharded();
    boolean to = memory.isSharded();
    if (from && to && input.dtype() == dtype) {
      return RESHARD_ON_DEVICE.runInto(into, new ReshardParams(memory, dtype), input);
    } else if (from && !to) {
      return TO_INTERLEAVED_ON_DEVICE.runInto(
          into, new ShardedToInterleavedParams(memory, dtype), input);
    } else if (!from && to) {
      InterleavedToShardedParams params = new InterleavedToShardedParams(memory, dtype, false);
      return TO_SHARDED_ON_DEVICE.runInto(into, params, input);
    }
    return COPY_ON_DEVICE.runInto(into, new CopyParams(memory, dtype), input);
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
    TensorSpec sharded = input.spec().withMemoryConfig(a.shardedMemoryConfig());
    Check.that(
        sharded.memoryConfig().shardSpec() != null,
        "interleaved_to_sharded does not support ND sharding. Please use ttnn.to_memory_config or"
            + " ttnn.copy instead. Got %s",
        a.shardedMemoryConfig());
    InterleavedToShardedParams params =
        new InterleavedToShardedParams(
            a.shardedMemoryConfig(), type(a.outputDtype(), input), a.keepL1Aligned());
    return TO_SHARDED_ON_DEVICE
        .runInto(a.preallocatedOutput(), params, input)
        .withTilePadding(input.tilePadding());
  }

  private static Tensor toInterleaved(ToInterleavedArguments a) {
    Tensor input = a.inputTensor();
    MemoryConfig memory = a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig();
    Check.that(!memory.isSharded(), "memory_config: an interleaved one is needed, got %s", memory);
    checkSharded(input);
    return TO_INTERLEAVED_ON_DEVICE
        .run(new ShardedToInterleavedParams(memory, type(a.outputDtype(), input)), input)
        .withTilePadding(input.tilePadding());
  }

  private static Tensor reshard(ReshardArguments a) {
    Check.that(
        a.outputMemoryConfig().isSharded(),
        "output_memory_config: shards are needed, got %s; use Ttnn.shardedToInterleaved",
        a.outputMemoryConfig());
    checkSharded(a.inputTensor());
    ReshardParams params = new ReshardParams(a.outputMemoryConfig(), a.inputTensor().dtype());
    return RESHARD_ON_DEVICE
        .runInto(a.outputTensor(), params, a.inputTensor())
        .withTilePadding(a.inputTensor().tilePadding());
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
    return CLONE_ON_DEVICE.run(
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
    return COPY_ON_DEVICE.runInto(
        target, new CopyParams(target.memoryConfig(), target.dtype()), a.inputA());
  }

  /** A copy in a place of its own, or over a tensor that is there. */
  private static Tensor assigned(AssignArguments a) {
    Tensor over = a.inputB();
    if (over != null) {
      return copied(new CopyArguments(a.inputTensor(), over));
    }
    MemoryConfig memory = Placement.of(a.memoryConfig(), a.outputTensor(), a.inputTensor());
    return COPY_ON_DEVICE.runInto(
        a.outputTensor(),
        new CopyParams(memory, type(a.dtype(), a.inputTensor())),
        a.inputTensor());
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
      Tensor target =
          made.own(DeviceTensors.create(spec, distribution, device, MOVE_ON_DEVICE.name()));
      Tensor ghost = Tensor.onDevice(input.spec(), old.ghost(), distribution, values);
      Buffer place = target.requireBuffer(argument);
      boolean inPlace = old.type() == place.type() && old.address() == place.address();
      return made.handOver(
          inPlace && values != null && target.hasValues()
              ? kept(values, target, place)
              : MOVE_ON_DEVICE.runInto(target, new MoveParams(memory, input.dtype()), ghost));
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
}
