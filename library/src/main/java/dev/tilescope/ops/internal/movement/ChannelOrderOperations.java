package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Images of few channels from channel after channel to pixel after pixel, and back, each core with
 * the pixels that it has.
 */
public final class ChannelOrderOperations {
  private ChannelOrderOperations() {}

  /** What rows are aligned to in L1. */
  private static final int ROW_BYTES = 16;

  public record ConvertToHwcParams(MemoryConfig memoryConfig, DataType dtype) {}

  public record ConvertToChwParams(MemoryConfig memoryConfig, DataType dtype) {}

  public static final DeviceOperation<ConvertToHwcParams> CONVERT_TO_HWC_ON_DEVICE =
      DeviceOperation.<ConvertToHwcParams>named("ConvertToHWCDeviceOperation", "convert_to_hwc")
          .takes(Input.of("input"))
          .validation(ChannelOrderOperations::checkToPixels)
          .output(call ->
              new TensorSpec(
                  pixelsFirst(call.spec(0)),
                  call.params().dtype(),
                  Layout.ROW_MAJOR,
                  call.params().memoryConfig()))
          .circularBuffers(
              "The shards of input and output, two tiles of the input and two turned.",
              ChannelOrderOperations::circularBuffers)
          .cost(ChannelOrderOperations::cost)
          .kernel(ChannelOrderOperations::computeToPixels)
          .golden(ChannelOrderOperations::goldenToPixels)
          .declare();

  public static final DeviceOperation<ConvertToChwParams> CONVERT_TO_CHW_ON_DEVICE =
      DeviceOperation.<ConvertToChwParams>named("ConvertToCHWDeviceOperation", "convert_to_chw")
          .takes(Input.of("input"))
          .validation(ChannelOrderOperations::checkToChannels)
          .output(call ->
              new TensorSpec(
                  channelsFirst(call.spec(0).shape()),
                  call.params().dtype(),
                  Layout.ROW_MAJOR,
                  call.params().memoryConfig()))
          .circularBuffers(
              "The shards of input and output, and two tiles turned.",
              ChannelOrderOperations::circularBuffers)
          .cost(ChannelOrderOperations::cost)
          .kernel(ChannelOrderOperations::computeToChannels)
          .golden(ChannelOrderOperations::goldenToChannels)
          .declare();

  public record ConvertToHwcArguments(
      Tensor input, @Nullable MemoryConfig memoryConfig, @Nullable DataType dtype) {}

  public record ConvertToChwArguments(Tensor input, @Nullable DataType dtype) {}

  public static final Operation<ConvertToHwcArguments, Tensor> CONVERT_TO_HWC =
      Operation.of(
          "ttnn::experimental::convert_to_hwc",
          ConvertToHwcArguments.class,
          ChannelOrderOperations::toPixels,
          CONVERT_TO_HWC_ON_DEVICE);
  public static final Operation<ConvertToChwArguments, Tensor> CONVERT_TO_CHW =
      Operation.of(
          "ttnn::experimental::convert_to_chw",
          ConvertToChwArguments.class,
          ChannelOrderOperations::toChannels,
          CONVERT_TO_CHW_ON_DEVICE);

  private static Tensor toPixels(ConvertToHwcArguments a) {
    Tensor input = a.input();
    MemoryConfig asked = a.memoryConfig();
    Check.that(
        asked != null || input.memoryConfig().bufferType() != BufferType.DRAM,
        "When input tensor is in DRAM, output memory_config must be explicitly specified");
    MemoryConfig memory = asked == null ? besideInput(input.spec()) : asked;
    int unit = ROW_BYTES / input.dtype().elementBytes();
    ShardSpec shards = memory.shardSpec();
    Check.that(shards != null, "Output tensor must be height sharded, got %s", memory);
    Check.that(
        shards == null || shards.width() % unit == 0,
        "Output shard width must be rounded up to next multiple of %d to satisfy alignment"
            + " constraints (width was %d)",
        unit,
        shards == null ? 0 : shards.width());
    DataType dtype = a.dtype() == null ? input.dtype() : a.dtype();
    return CONVERT_TO_HWC_ON_DEVICE.run(new ConvertToHwcParams(memory, dtype), input);
  }

  /** On the cores that have the input, as many pixels each. */
  private static MemoryConfig besideInput(TensorSpec input) {
    ShardSpec shards = requireShards(input, TensorMemoryLayout.WIDTH_SHARDED, "width");
    Check.that(
        input.shape().rank() == 4,
        "Input shape must be rank 4 (was rank %d)",
        input.shape().rank());
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        input.memoryConfig().bufferType(),
        new ShardSpec(
            shards.grid(),
            input.shape().dim(1) * shards.width(),
            pixelsFirst(input).dim(-1),
            shards.orientation()));
  }

  private static ShardSpec requireShards(
      TensorSpec input, TensorMemoryLayout layout, String direction) {
    ShardSpec shards = input.memoryConfig().shardSpec();
    if (shards == null || input.memoryConfig().memoryLayout() != layout) {
      throw Check.failed(
          "Input tensor must be %s sharded, got %s", direction, input.memoryConfig());
    }
    return shards;
  }

  private static Tensor toChannels(ConvertToChwArguments a) {
    Tensor input = a.input();
    ShardSpec shards = requireShards(input.spec(), TensorMemoryLayout.HEIGHT_SHARDED, "height");
    ShardSpec turned =
        new ShardSpec(shards.grid(), input.shape().dim(-1), shards.height(), shards.orientation());
    MemoryConfig memory =
        MemoryConfig.sharded(
            TensorMemoryLayout.WIDTH_SHARDED, input.memoryConfig().bufferType(), turned);
    DataType dtype = a.dtype() == null ? input.dtype() : a.dtype();
    return CONVERT_TO_CHW_ON_DEVICE.run(new ConvertToChwParams(memory, dtype), input);
  }

  private static Shape pixelsFirst(TensorSpec input) {
    Shape shape = input.shape();
    int unit = ROW_BYTES / input.dtype().elementBytes();
    int channels = Math.ceilDiv(shape.dim(2), unit) * unit;
    return Shape.of(1, 1, Math.multiplyExact(shape.dim(1), shape.dim(3)), channels);
  }

  private static Shape channelsFirst(Shape shape) {
    return Shape.of(shape.dim(0), 1, shape.dim(3), shape.dim(2));
  }

  private static void checkToPixels(Call<ConvertToHwcParams> call) {
    TensorSpec input = call.spec(0);
    Shape shape = input.shape();
    Check.that(shape.rank() == 4, "Input shape must be rank 4 (was rank %d)", shape.rank());
    Check.that(
        shape.dim(0) == 1, "Expected input tensor to be shape [1, B, C, HW] (shape was %s)", shape);
    Check.that(
        shape.dim(2) <= TensorSpec.TILE_SIDE,
        "C must be less than or equal to 32 (was %d)",
        shape.dim(2));
    Check.that(
        input.layout() == Layout.ROW_MAJOR,
        "Input tensor must be in row-major layout, got %s",
        input.layout());
    requireShards(input, TensorMemoryLayout.WIDTH_SHARDED, "width");
    Check.sameKind("dtype", input.dtype(), call.params().dtype());
    Check.that(
        call.params().memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
        "Output tensor must be height sharded, got %s",
        call.params().memoryConfig());
  }

  private static void checkToChannels(Call<ConvertToChwParams> call) {
    Shape shape = call.spec(0).shape();
    Check.that(shape.rank() == 4, "Input shape must be rank 4 (was rank %d)", shape.rank());
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) == 1,
        "Expected input tensor to be shape [1, 1, HW, C], got %s",
        shape);
    Check.that(
        shape.dim(3) <= TensorSpec.TILE_SIDE,
        "C must be less than or equal to 32 (was %d)",
        shape.dim(3));
    Check.that(
        shape.dim(2) % TensorSpec.TILE_SIDE == 0,
        "HW must be divisible by tile size, got %d",
        shape.dim(2));
    Check.sameKind("dtype", call.spec(0).dtype(), call.params().dtype());
    ShardSpec shards = requireShards(call.spec(0), TensorMemoryLayout.HEIGHT_SHARDED, "height");
    Check.that(
        shards.height() % TensorSpec.TILE_SIDE == 0,
        "Shard height must be divisible by tile size, got %d",
        shards.height());
  }

  private static List<CircularBuffer> circularBuffers(Call<?> call) {
    CoreRangeSet cores = cores(call);
    return List.of(
        CircularBuffers.backedBy(call.output()),
        CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
        CircularBuffers.tiles(cores, call.spec(0).dtype(), 2));
  }

  private static CoreRangeSet cores(Call<?> call) {
    CoreRangeSet grid = call.output().memoryConfig().grid();
    return grid == null ? CircularBuffers.wholeGrid(call) : grid;
  }

  private static <P extends Record> dev.tilescope.device.Work cost(Call<P> call) {
    return Costs.work(0, cores(call).size(), Costs.inputs(call), call.outputSpec());
  }

  private static void computeToPixels(Call<ConvertToHwcParams> call) {
    Shape shape = call.spec(0).shape();
    int[] channelsLast = {shape.dim(1), shape.dim(3), shape.dim(2)};
    Values turned = Values.zeros(call.spec(0).dtype(), shape.volume());
    int[] dims = {shape.dim(1), shape.dim(2), shape.dim(3)};
    Moves.permute(call.values(0), dims, new int[] {0, 2, 1}, turned);
    int more = call.outputSpec().shape().dim(-1) - shape.dim(2);
    Moves.pad(turned, channelsLast, new int[3], new int[] {0, 0, more}, 0, call.out());
  }

  private static void computeToChannels(Call<ConvertToChwParams> call) {
    Shape shape = call.spec(0).shape();
    int[] dims = {shape.dim(2), shape.dim(3)};
    Moves.permute(call.values(0), dims, new int[] {1, 0}, call.out());
  }

  private static double[] goldenToPixels(GoldenCall<ConvertToHwcParams> call) {
    Shape shape = call.input(0).spec().shape();
    int pixels = shape.dim(3);
    return Elements.of(
        call.output().shape(),
        index ->
            index[3] < shape.dim(2)
                ? Elements.at(call.input(0), 0, index[2] / pixels, index[3], index[2] % pixels)
                : 0);
  }

  private static double[] goldenToChannels(GoldenCall<ConvertToChwParams> call) {
    return Elements.of(
        call.output().shape(), index -> Elements.at(call.input(0), 0, 0, index[3], index[2]));
  }
}
