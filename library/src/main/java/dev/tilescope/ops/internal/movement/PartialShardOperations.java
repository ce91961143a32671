package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Board;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** One of several slices of a tensor into shards, and back to its place. */
public final class PartialShardOperations {
  private PartialShardOperations() {}

  public record ToShardedPartialParams(
      CoreCoord gridSize,
      ShardSpec shardSpec,
      int numSlices,
      int sliceIndex,
      MemoryConfig outputMemConfig,
      DataType outputDtype)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new ToShardedPartialParams(
          gridSize, shardSpec, numSlices, 0, outputMemConfig, outputDtype);
    }
  }

  public record ToInterleavedPartialParams(
      int numSlices, int sliceIndex, MemoryConfig outputMemConfig, DataType outputDtype)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new ToInterleavedPartialParams(numSlices, 0, outputMemConfig, outputDtype);
    }
  }

  public static final DeviceOperation<ToShardedPartialParams> TO_SHARDED_PARTIAL_ON_DEVICE =
      DeviceOperation.<ToShardedPartialParams>named(
              "InterleavedToShardedPartialDeviceOperation", "interleaved_to_sharded_partial")
          .takes(Input.of("input_tensor").in(Layout.TILE))
          .validation(PartialShardOperations::checkFrom)
          .output(PartialShardOperations::slice)
          .circularBuffers(
              PlacementBuffers.TO_SHARDED, call -> PlacementBuffers.toSharded(call, false))
          .cost(call ->
              Costs.work(
                  0,
                  call.params().shardSpec().grid().size(),
                  List.of(call.outputSpec().withMemoryConfig(call.spec(0).memoryConfig())),
                  call.outputSpec()))
          .engine(Engine.MOVES)
          .kernel(call -> {
            int first = call.params().sliceIndex() * call.out().size();
            copy(call.values(0), first, call.out(), 0, call.out().size());
          })
          .golden(PartialShardOperations::goldenSlice)
          .declare();

  public static final DeviceOperation<ToInterleavedPartialParams> TO_INTERLEAVED_PARTIAL_ON_DEVICE =
      DeviceOperation.<ToInterleavedPartialParams>named(
              "ShardedToInterleavedPartialDeviceOperation", "sharded_to_interleaved_partial")
          .takes(Input.of("input_tensor").in(Layout.TILE), Input.of("cache_tensor"))
          .into("cache_tensor")
          .validation(PartialShardOperations::checkInto)
          .output(call -> call.spec(1))
          .circularBuffers(PlacementBuffers.TO_INTERLEAVED, PlacementBuffers::toInterleaved)
          .cost(call ->
              Costs.work(
                  0,
                  Objects.requireNonNull(call.spec(0).memoryConfig().grid()).size(),
                  List.of(call.spec(0)),
                  call.spec(0).withMemoryConfig(call.spec(1).memoryConfig())))
          .engine(Engine.MOVES)
          .kernel(PartialShardOperations::putBack)
          .golden(PartialShardOperations::goldenPutBack)
          .declare();

  public record ToShardedPartialArguments(
      Tensor inputTensor,
      CoreCoord grid,
      int[] shardShape,
      int numSlices,
      int sliceIndex,
      TensorMemoryLayout shardScheme,
      ShardOrientation shardOrientation,
      @Nullable DataType outputDtype) {}

  public record ToInterleavedPartialArguments(
      Tensor inputTensor,
      Tensor cacheTensor,
      int numSlices,
      int sliceIndex,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType outputDtype) {}

  public static final Operation<ToShardedPartialArguments, Tensor> INTERLEAVED_TO_SHARDED_PARTIAL =
      Operation.of(
          "ttnn::interleaved_to_sharded_partial",
          ToShardedPartialArguments.class,
          PartialShardOperations::toSharded,
          TO_SHARDED_PARTIAL_ON_DEVICE);
  public static final Operation<ToInterleavedPartialArguments, Tensor>
      SHARDED_TO_INTERLEAVED_PARTIAL =
          Operation.of(
                  "ttnn::sharded_to_interleaved_partial",
                  ToInterleavedPartialArguments.class,
                  PartialShardOperations::toInterleaved,
                  TO_INTERLEAVED_PARTIAL_ON_DEVICE)
              .overwriting("cache_tensor");

  private static Tensor toSharded(ToShardedPartialArguments a) {
    Tensor input = a.inputTensor();
    TO_SHARDED_PARTIAL_ON_DEVICE.requireUsable(input);
    checkSlices(a.numSlices(), a.sliceIndex());
    Check.that(
        a.shardShape().length == 2 && a.shardShape()[0] > 0 && a.shardShape()[1] > 0,
        "shard_shape: a height and a width are needed, got %s",
        Arrays.toString(a.shardShape()));
    Board.Grid device = input.device().board().compute();
    CoreCoord grid = a.grid();
    Check.that(
        grid.x() <= device.width() && grid.y() <= device.height(),
        "Grid size for sharding must be less than or equal to total grid available, %dx%d, got"
            + " %dx%d",
        device.width(),
        device.height(),
        grid.x(),
        grid.y());
    int cores = (int) Math.min(cores(a), Integer.MAX_VALUE);
    Check.that(
        cores >= 1 && cores <= grid.x() * grid.y(),
        "grid: shards of %s need %d cores, got %dx%d",
        Arrays.toString(a.shardShape()),
        cores,
        grid.x(),
        grid.y());
    CoreRangeSet set =
        a.shardOrientation() == ShardOrientation.ROW_MAJOR
            ? CoreRangeSet.rowMajor(cores, grid.x(), grid.y())
            : CoreRangeSet.columnMajor(cores, grid.x(), grid.y());
    ShardSpec shards =
        new ShardSpec(set, a.shardShape()[0], a.shardShape()[1], a.shardOrientation());
    ToShardedPartialParams params =
        new ToShardedPartialParams(
            grid,
            shards,
            a.numSlices(),
            a.sliceIndex(),
            MemoryConfig.sharded(a.shardScheme(), BufferType.L1, shards),
            a.outputDtype() == null ? input.dtype() : a.outputDtype());
    return TO_SHARDED_PARTIAL_ON_DEVICE.run(params, input);
  }

  private static long cores(ToShardedPartialArguments a) {
    TensorSpec spec = a.inputTensor().spec();
    long down = Math.ceilDiv(spec.physicalHeight() / a.numSlices(), (long) a.shardShape()[0]);
    long across = Math.ceilDiv(spec.physicalWidth(), (long) a.shardShape()[1]);
    return switch (a.shardScheme()) {
      case HEIGHT_SHARDED -> down;
      case WIDTH_SHARDED -> across;
      case BLOCK_SHARDED -> down * across;
      case INTERLEAVED, ND_SHARDED ->
          throw Check.failed("shard_scheme: shards are needed, got %s", a.shardScheme());
    };
  }

  private static Tensor toInterleaved(ToInterleavedPartialArguments a) {
    Tensor input = a.inputTensor();
    Tensor cache = a.cacheTensor();
    TO_INTERLEAVED_PARTIAL_ON_DEVICE.requireUsable(input, cache);
    checkSlices(a.numSlices(), a.sliceIndex());
    ToInterleavedPartialParams params =
        new ToInterleavedPartialParams(
            a.numSlices(),
            a.sliceIndex(),
            a.memoryConfig() == null ? input.memoryConfig() : a.memoryConfig(),
            a.outputDtype() == null ? input.dtype() : a.outputDtype());
    return TO_INTERLEAVED_PARTIAL_ON_DEVICE.runInto(cache, params, input, cache);
  }

  private static void checkSlices(int count, int index) {
    Check.that(
        index >= 0 && index < count,
        "Slice index and num_slices don't match! Index = %d num_slices = %d",
        index,
        count);
  }

  private static void checkFrom(Call<ToShardedPartialParams> call) {
    Check.interleaved("input_tensor", call.spec(0).memoryConfig());
    Check.sameKind("output_dtype", call.spec(0).dtype(), call.params().outputDtype());
    checkWhole("input_tensor", call.spec(0), call.params().numSlices());
  }

  private static void checkWhole(String name, TensorSpec spec, int slices) {
    Check.that(
        spec.shape().equals(spec.paddedShape())
            && spec.physicalHeight() % ((long) slices * TensorSpec.TILE_SIDE) == 0,
        "%s: %d slices of whole tiles are needed, got %s",
        name,
        slices,
        spec.shape());
  }

  private static TensorSpec slice(Call<ToShardedPartialParams> call) {
    TensorSpec in = call.spec(0);
    int rows = (int) (in.physicalHeight() / call.params().numSlices());
    return in.withShape(Shape.of(1, 1, rows, (int) in.physicalWidth()))
        .withMemoryConfig(call.params().outputMemConfig())
        .withDtype(call.params().outputDtype());
  }

  private static void checkInto(Call<ToInterleavedPartialParams> call) {
    Check.that(
        call.spec(0).memoryConfig().shardSpec() != null, "Input tensor must have a shard spec");
    Check.interleaved("cache_tensor", call.spec(1).memoryConfig());
    Check.sameKind("output_dtype", call.spec(0).dtype(), call.spec(1).dtype());
    checkWhole("cache_tensor", call.spec(1), call.params().numSlices());
    Check.that(
        call.spec(0).shape().volume() * call.params().numSlices() == call.spec(1).shape().volume(),
        "input_tensor: one of %d slices of %s is needed, got %s",
        call.params().numSlices(),
        call.spec(1).shape(),
        call.spec(0).shape());
  }

  private static void putBack(Call<ToInterleavedPartialParams> call) {
    if (call.values(1) != call.out()) {
      call.values(1).copyTo(call.out());
    }
    int size = call.values(0).size();
    copy(call.values(0), 0, call.out(), call.params().sliceIndex() * size, size);
  }

  private static void copy(Values from, int first, Values to, int at, int count) {
    switch (to) {
      case Values.Floats(float[] out) -> System.arraycopy(from.floats(), first, out, at, count);
      case Values.Integers(int[] out) -> System.arraycopy(from.integers(), first, out, at, count);
    }
  }

  private static double[] goldenSlice(GoldenCall<ToShardedPartialParams> call) {
    double[] in = call.values(0);
    int size = in.length / call.params().numSlices();
    int first = call.params().sliceIndex() * size;
    return Arrays.copyOfRange(in, first, first + size);
  }

  private static double[] goldenPutBack(GoldenCall<ToInterleavedPartialParams> call) {
    double[] out = call.values(1).clone();
    double[] in = call.values(0);
    for (int i = 0; i < in.length; i++) {
      out[call.params().sliceIndex() * in.length + i] = in[i];
    }
    return out;
  }
}
