package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.BufferType;
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
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.ShardCosts;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A slice of images that is read into shards in L1, where each pixel is a row whose channels are
 * padded as the shards need it.
 */
public final class PaddedSliceOperations {
  private PaddedSliceOperations() {}

  /** Rows of tiles that are read ahead, and untilized. */
  private static final int ROWS_AHEAD = 4;

  /** Rows that are read at a time where they are not aligned. */
  private static final int STAGED_ROWS = 2;

  public record PaddedSliceParams(
      List<Integer> paddedSliceStart,
      List<Integer> paddedSliceEnd,
      List<Integer> step,
      MemoryConfig outputMemConfig) {
    private int size(int dim) {
      return paddedSliceEnd.get(dim) - paddedSliceStart.get(dim);
    }

    private int[] sizes() {
      return new int[] {size(0), size(1), size(2), size(3)};
    }
  }

  public static final DeviceOperation<PaddedSliceParams> PADDED_SLICE_ON_DEVICE =
      DeviceOperation.<PaddedSliceParams>named("PaddedSliceDeviceOperation", "padded_slice")
          .takes(Input.of("input_tensor"))
          .output(PaddedSliceOperations::output)
          .circularBuffers(
              "The result where it lies and a row of padding; of tiles four rows of them, and the"
                  + " same untilized; of rows the padding if they need some, and two rows where"
                  + " they are not aligned as in DRAM.",
              call -> new Buffers(call).all())
          .cost(ShardCosts::of)
          .kernel(PaddedSliceOperations::compute)
          .golden(PaddedSliceOperations::golden)
          .declare();

  public record PaddedSliceArguments(
      Tensor inputTensor,
      int[] paddedSliceStart,
      int[] paddedSliceEnd,
      int @Nullable [] paddedSliceStep,
      MemoryConfig memoryConfig) {}

  public static final Operation<PaddedSliceArguments, Tensor> PADDED_SLICE =
      Operation.of(
          "ttnn::experimental::padded_slice",
          PaddedSliceArguments.class,
          PaddedSliceOperations::slice,
          PADDED_SLICE_ON_DEVICE);

  /** A slice of images `[N, H, W, C]` in shards, as `[1, 1, N*H*W, C]`. */
  public static Tensor paddedSlice(Tensor images, int[] start, int[] end, MemoryConfig memory) {
    return PADDED_SLICE.call(new PaddedSliceArguments(images, start, end, null, memory));
  }

  private static Tensor slice(PaddedSliceArguments a) {
    Tensor input = a.inputTensor();
    input.requireBuffer("input_tensor");
    Check.rankIs("input_tensor", input, 4);
    Check.interleaved("input_tensor", input.memoryConfig());
    MemoryConfig memory = a.memoryConfig();
    Check.that(
        memory.shardSpec() != null && memory.bufferType() == BufferType.L1,
        "memory_config: shards in L1 are needed; use slice for others, got %s",
        memory);
    int[] step = a.paddedSliceStep();
    Check.that(
        step == null || Arrays.stream(step).allMatch(each -> each == 1),
        "padded_slice_step: only steps of 1 are taken, got %s",
        Arrays.toString(step));
    checkBounds(input.shape(), a.paddedSliceStart(), a.paddedSliceEnd());
    return PADDED_SLICE_ON_DEVICE.run(
        new PaddedSliceParams(
            listed(a.paddedSliceStart()), listed(a.paddedSliceEnd()), List.of(1, 1, 1, 1), memory),
        input);
  }

  private static void checkBounds(Shape shape, int[] start, int[] end) {
    boolean inside = start.length == 4 && end.length == 4;
    for (int i = 0; inside && i < 4; i++) {
      inside = start[i] >= 0 && start[i] < end[i] && end[i] <= shape.dim(i);
    }
    Check.that(
        inside,
        "padded_slice_start: a start before an end in each of the four dimensions of %s is needed,"
            + " got %s to %s",
        shape,
        Arrays.toString(start),
        Arrays.toString(end));
  }

  private static List<Integer> listed(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static TensorSpec output(Call<PaddedSliceParams> call) {
    PaddedSliceParams params = call.params();
    long rows = (long) params.size(0) * params.size(1) * params.size(2);
    Check.that(rows <= Integer.MAX_VALUE, "padded_slice_end: %d rows are above 2^31-1", rows);
    DataType dtype = call.spec(0).dtype();
    return new TensorSpec(
        Shape.of(1, 1, (int) rows, params.size(3)),
        dtype.isBlockFloat() ? DataType.BFLOAT16 : dtype,
        Layout.ROW_MAJOR,
        params.outputMemConfig());
  }

  /** As padded_slice_rm_program_factory.cpp and padded_slice_tile_program_factory.cpp make them. */
  private record Buffers(Call<PaddedSliceParams> call) {
    List<CircularBuffer> all() {
      return call.spec(0).layout() == Layout.TILE ? ofTiles() : ofRows();
    }

    private ShardSpec shards() {
      return Objects.requireNonNull(call.params().outputMemConfig().shardSpec());
    }

    private CoreRangeSet cores() {
      return shards().grid();
    }

    private int rowBytes() {
      return shards().width() * call.outputSpec().dtype().elementBytes();
    }

    private CircularBuffer row(long bytes, int count) {
      return CircularBuffer.local(cores(), bytes * count, bytes);
    }

    private List<CircularBuffer> ofTiles() {
      long across = 0;
      for (int part = 0; part < coresChannels(); part++) {
        int from = part * shards().width() / TensorSpec.TILE_SIDE;
        int to = Math.ceilDiv((part + 1) * shards().width(), TensorSpec.TILE_SIDE);
        across = Math.max(across, to - from);
      }
      long tiles = ROWS_AHEAD * across;
      return List.of(
          CircularBuffers.tiles(cores(), call.spec(0), tiles),
          CircularBuffers.tiles(cores(), call.outputSpec().dtype(), tiles),
          CircularBuffers.backedBy(call.output()),
          row(rowBytes(), 1));
    }

    private List<CircularBuffer> ofRows() {
      List<CircularBuffer> buffers = new ArrayList<>();
      buffers.add(CircularBuffers.backedBy(call.output()));
      long givenBytes = (long) call.spec(0).shape().dim(3) * call.spec(0).dtype().elementBytes();
      if (rowBytes() > givenBytes / coresChannels()) {
        buffers.add(row(rowBytes(), 1));
      }
      int alignment = CircularBuffers.alignmentBytes(call, 0);
      if (rowBytes() % alignment != 0) {
        buffers.add(
            row(Math.ceilDiv(givenBytes + alignment, (long) alignment) * alignment, STAGED_ROWS));
      }
      return buffers;
    }

    private int coresChannels() {
      TensorMemoryLayout layout = call.params().outputMemConfig().memoryLayout();
      var last = cores().boundingBox().end();
      boolean turned = shards().orientation() == ShardOrientation.COL_MAJOR;
      return switch (layout) {
        case WIDTH_SHARDED -> cores().size();
        case BLOCK_SHARDED -> 1 + (turned ? last.y() : last.x());
        case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED -> 1;
      };
    }
  }

  private static void compute(Call<PaddedSliceParams> call) {
    PaddedSliceParams params = call.params();
    Moves.slice(
        call.values(0),
        call.spec(0).shape().toArray(),
        params.paddedSliceStart().stream().mapToInt(Integer::intValue).toArray(),
        new int[] {1, 1, 1, 1},
        call.out(),
        params.sizes());
  }

  private static double[] golden(GoldenCall<PaddedSliceParams> call) {
    PaddedSliceParams params = call.params();
    return Elements.of(
        Shape.of(params.sizes()),
        index -> {
          int[] at = index.clone();
          for (int i = 0; i < at.length; i++) {
            at[i] += params.paddedSliceStart().get(i);
          }
          return Elements.at(call.input(0), at);
        });
  }
}
