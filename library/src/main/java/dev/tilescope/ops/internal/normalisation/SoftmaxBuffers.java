package dev.tilescope.ops.internal.normalisation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.normalisation.SoftmaxOperations.SoftmaxParams;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.ShardBlocks;
import dev.tilescope.ops.options.SoftmaxProgramConfig;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dataflow buffers of softmax, in the order of TT-NN's {@code softmax_program_factory_*.cpp}.
 *
 * <p>{@code SoftmaxDeviceOperation::select_program_factory} takes the attention-optimized program
 * for the last dimension of a tensor of rank 4, which {@code prim::softmax} makes of a lower rank;
 * the general ones, small or large, for all else.
 */
final class SoftmaxBuffers {
  static final String TEXT =
      "Dataflow buffers. Along the last dimension of four: a row of tiles in and one of"
          + " exponentials, two blocks out, a tile each for maximum, sum and their scalers; with a"
          + " mask its row and one of masked values; if that takes 90 % of L1, 80 tiles for each"
          + " row. Other dimensions: the whole line of tiles four times within 512 KiB, else two"
          + " tiles. Sharded programs use the shards where they lie.";

  /** {@code use_large_kernel}: where the sum of the small program exceeds this part of L1. */
  private static final double PART_OF_L1 = 0.9;

  private static final int LARGE_ROW_TILES = 80;

  /** {@code single_tile_cb_count}, which the factory calls approximate. */
  private static final int SINGLE_TILES = 5;

  /** {@code L1_512KB} in softmax_device_operation.cpp. */
  private static final long SMALL_PROGRAM_BYTES = 512 << 10;

  private final Call<SoftmaxParams> call;
  private final DataType dtype;
  private final boolean wide;
  private final DataType inner;
  private final CoreRangeSet cores;
  private final List<CircularBuffer> buffers = new ArrayList<>();

  private SoftmaxBuffers(Call<SoftmaxParams> call, CoreRangeSet cores) {
    this.call = call;
    this.dtype = call.spec(0).dtype();
    this.wide = isWide(dtype, call.params().computeKernelConfig());
    this.inner = wide ? DataType.FLOAT32 : DataType.BFLOAT16;
    this.cores = cores;
  }

  static List<CircularBuffer> of(Call<SoftmaxParams> call) {
    if (call.params().programConfig() instanceof SoftmaxProgramConfig.ShardedMultiCore config) {
      CoreGrid grid = config.blocks().grid();
      return new SoftmaxBuffers(call, CoreRangeSet.grid(grid.x(), grid.y()))
          .sharded(config.blocks());
    }
    SoftmaxBuffers program = new SoftmaxBuffers(call, cores(call));
    return isForAttention(call) ? program.attention() : program.general();
  }

  /** Row-wise in the attention-optimized program, column-wise in the general ones. */
  static CoreRangeSet cores(Call<SoftmaxParams> call) {
    TensorSpec spec = call.spec(0);
    long tileRows = spec.physicalHeight() / TensorSpec.TILE_SIDE;
    if (isForAttention(call)) {
      return CircularBuffers.sharingByRows(tileRows, call);
    }
    long tiles = tileRows * (spec.physicalWidth() / TensorSpec.TILE_SIDE);
    return CircularBuffers.sharing(Math.max(1, tiles / lineTiles(call)), call);
  }

  /** float32 is accumulated as it is unless something else is asked. */
  static boolean isWide(DataType dtype, @Nullable ComputeKernelConfig config) {
    return config == null ? dtype == DataType.FLOAT32 : config.fp32DestAccEn();
  }

  private static boolean isForAttention(Call<SoftmaxParams> call) {
    int rank = call.spec(0).shape().rank();
    return call.params().dim() == rank - 1 && rank <= 4;
  }

  /** Tiles along the dimension that is summed over; one tile if it is neither of the last two. */
  private static long lineTiles(Call<SoftmaxParams> call) {
    Shape shape = call.spec(0).shape();
    int fromEnd = shape.rank() - call.params().dim();
    return fromEnd > 2 ? 1 : Math.max(1, Math.ceilDiv(shape.dim(-fromEnd), TensorSpec.TILE_SIDE));
  }

  private long width() {
    return Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
  }

  private void add(DataType type, long tiles) {
    buffers.add(CircularBuffers.tiles(cores, type, tiles));
  }

  private void addInner(int count) {
    for (int i = 0; i < count; i++) {
      add(inner, 1);
    }
  }

  private DataType maskType() {
    return call.has(1) ? call.spec(1).dtype() : DataType.BFLOAT16;
  }

  private DataType scalerType() {
    return dtype == DataType.FLOAT32 ? DataType.FLOAT32 : DataType.BFLOAT16;
  }

  /** Of softmax_program_factory_attention_optimized.cpp. */
  private List<CircularBuffer> attention() {
    long block = block();
    long row = Math.ceilDiv(width(), block) * block;
    boolean stable = call.params().numericStable();
    int logicalWidth = call.spec(0).shape().dim(-1);
    boolean masked = call.has(1) || width() * TensorSpec.TILE_SIDE > logicalWidth;
    long in = stable && !masked ? row : 2 * block;
    boolean large = tooLarge(in, row, block, stable && masked);
    long rowOrPart = large ? LARGE_ROW_TILES / block * block : row;
    add(dtype, large ? rowOrPart : in);
    add(call.outputSpec().dtype(), 2 * block);
    addInner(large ? 4 : 1);
    add(scalerType(), 1);
    addInner(1);
    add(inner, rowOrPart);
    if (call.has(1)) {
      add(inner, large ? rowOrPart : row + block);
      add(DataType.BFLOAT16, 1);
      add(maskType(), rowOrPart);
    }
    add(maskType(), 1);
    addInner(stable ? 1 : 0);
    if (large || stable && masked) {
      add(inner, rowOrPart);
    }
    return CircularBuffers.dataflow(buffers);
  }

  /** {@code cb_size_sum_bytes} against the part of L1 at which the factory changes kernels. */
  private boolean tooLarge(long in, long row, long block, boolean copied) {
    long innerBytes = inner.tileBytes();
    long bytes =
        in * dtype.tileBytes()
            + (row + SINGLE_TILES + (copied ? row : 0)) * innerBytes
            + 2 * block * call.outputSpec().dtype().tileBytes();
    if (call.has(1)) {
      bytes +=
          (row + block) * innerBytes + DataType.BFLOAT16.tileBytes() + row * maskType().tileBytes();
    }
    return bytes > call.device().info().workerL1Bytes() * PART_OF_L1;
  }

  /** What the registers hold, or the largest divisor of the row that needs no more rounds. */
  private long block() {
    int most = wide ? 4 : 8;
    long divisor = CircularBuffers.largestBlock(width(), most);
    return Math.ceilDiv(width(), most) == width() / divisor ? divisor : most;
  }

  /** Of softmax_program_factory_general_{w,h}_{small,large}.cpp and general_c_large.cpp. */
  private List<CircularBuffer> general() {
    int fromEnd = call.spec(0).shape().rank() - call.params().dim();
    if (fromEnd > 2) {
      return overChannels(cores, dtype, wide ? DataType.FLOAT32 : dtype);
    }
    long line = lineTiles(call);
    DataType scaler = dtype == DataType.BFLOAT8_B ? DataType.BFLOAT16 : dtype;
    boolean small = fitsSmall(call.device(), line, dtype, scaler, inner);
    return alongLines(cores, small ? line : 0, dtype, scaler, inner);
  }

  /** {@code is_softmax_general_w_small_available}, which counts one scaler less than there are. */
  static boolean fitsSmall(
      MeshDevice device, long line, DataType dtype, DataType scaler, DataType inner) {
    long bytes =
        2 * line * dtype.tileBytes() + 2L * scaler.tileBytes() + (2 * line + 3) * inner.tileBytes();
    return device.info().addressAtFirstL1CbBuffer() + bytes <= SMALL_PROGRAM_BYTES;
  }

  /**
   * Programs along the width or the height.
   *
   * @param line how many tiles are held; 0 if they pass in pieces
   */
  static List<CircularBuffer> alongLines(
      CoreRangeSet cores, long line, DataType dtype, DataType scaler, DataType inner) {
    long tiles = line == 0 ? 2 : line;
    CircularBuffer one = CircularBuffers.tiles(cores, scaler, 1);
    CircularBuffer oneInner = CircularBuffers.tiles(cores, inner, 1);
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, dtype, tiles),
            one,
            one,
            one,
            CircularBuffers.tiles(cores, dtype, tiles),
            CircularBuffers.tiles(cores, inner, tiles),
            oneInner,
            oneInner,
            CircularBuffers.tiles(cores, inner, Math.max(1, line)),
            oneInner));
  }

  /** Programs along a dimension before the last two, which add whole tiles. */
  static List<CircularBuffer> overChannels(CoreRangeSet cores, DataType dtype, DataType held) {
    CircularBuffer one = CircularBuffers.tiles(cores, held, 1);
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, dtype, 2),
            CircularBuffers.tiles(cores, dtype, 2),
            one,
            one,
            CircularBuffers.tiles(cores, held, 2),
            CircularBuffers.tiles(cores, dtype, 1),
            one));
  }

  /** Of softmax_program_factory_attention_optimized_sharded.cpp. */
  private List<CircularBuffer> sharded(ShardBlocks blocks) {
    buffers.add(CircularBuffers.backedBy(call.input(0), cores));
    add(scalerType(), 1);
    addInner(1);
    if (call.has(1)) {
      add(inner, blocks.blockW());
      add(DataType.BFLOAT16, 1);
      add(maskType(), blocks.blockW());
    }
    buffers.add(CircularBuffers.backedBy(call.output(), cores));
    add(inner, blocks.blockW());
    addInner(1);
    if (call.params().numericStable()) {
      addInner(1);
      add(inner, blocks.blockW());
    }
    return CircularBuffers.dataflow(buffers);
  }
}
