package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.attention.DecodeAttentionOperations.SdpaDecodeParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/** The circular buffers of sdpa_decode_program_factory.cpp. */
final class DecodeAttentionBuffers {
  static final String TEXT =
      "The queries of a user twice, two chunks each of keys and values, a chunk of mask and one of"
          + " scores, two with a window, four of results, eleven columns of statistics, three constants,"
          + " results of the other cores of the same head, a row of positions twice and one of"
          + " pages, a column of sinks. Tiles are half as high with 16 causal heads or fewer. A"
          + " chunk is the largest power of two that divides the keys, 512 at most, or 32 with"
          + " pages.";

  private static final Tile HALF = new Tile(TensorSpec.TILE_SIDE / 2, TensorSpec.TILE_SIDE);

  /** So few heads of bfloat16 are worked on in halves of tiles. */
  private static final int MOST_HEADS_OF_HALF_TILES = 16;

  private static final long COLUMNS_BETWEEN = 11;

  private final Call<SdpaDecodeParams> call;
  private final CoreRangeSet cores;
  private final Tile tile;
  private final List<CircularBuffer> buffers = new ArrayList<>();

  private DecodeAttentionBuffers(Call<SdpaDecodeParams> call) {
    this.call = call;
    cores = AttentionOperations.cores(call.params().programConfig(), call);
    tile = isHalf(call) ? HALF : Tile.DEFAULT;
  }

  private static boolean isHalf(Call<SdpaDecodeParams> call) {
    TensorSpec queries = call.spec(0);
    return call.params().isCausal()
        && queries.shape().dim(2) <= MOST_HEADS_OF_HALF_TILES
        && queries.dtype() == DataType.BFLOAT16;
  }

  static List<CircularBuffer> of(Call<SdpaDecodeParams> call) {
    DecodeAttentionBuffers made = new DecodeAttentionBuffers(call);
    Shape q = call.spec(0).shape();
    long heads = AttentionOperations.tiles(q.dim(2));
    long results = heads * AttentionOperations.tiles(q.dim(3));
    long scores = heads * made.chunk();
    made.addInputs(results, 2 * made.chunk() * AttentionOperations.tiles(q.dim(3)));
    made.addMasks(scores);
    made.addTables();
    made.addConstants();
    made.addBetween(heads, results, scores);
    return made.buffers;
  }

  /** Of keys, in tiles; half the registers if it is not known. */
  private long chunk() {
    int asked = call.params().kChunkSize();
    boolean isWide = call.params().computeKernelConfig().fp32DestAccEn();
    return asked > 0 ? AttentionOperations.tiles(asked) : isWide ? 4 : 8;
  }

  private void addInputs(long queries, long keys) {
    add(call.spec(0).dtype(), queries);
    buffers.add(CircularBuffers.tiles(cores, call.spec(DecodeAttentionOperations.K).dtype(), keys));
    buffers.add(CircularBuffers.tiles(cores, call.spec(DecodeAttentionOperations.V).dtype(), keys));
    add(call.spec(0).dtype(), queries);
  }

  private void addMasks(long scores) {
    boolean isGiven = call.has(DecodeAttentionOperations.MASK);
    DataType type = isGiven ? call.spec(DecodeAttentionOperations.MASK).dtype() : DataType.BFLOAT16;
    add(type, scores);
    if (call.params().slidingWindowSize() > 0) {
      add(type, scores);
    }
  }

  private void addTables() {
    if (call.has(DecodeAttentionOperations.CUR_POS)) {
      Tensor positions = call.input(DecodeAttentionOperations.CUR_POS);
      CircularBuffer row = CircularBuffers.aligned(cores, positions, 1);
      buffers.add(
          positions.memoryConfig().isSharded() ? CircularBuffers.backedBy(positions, cores) : row);
      buffers.add(row);
    }
    if (call.has(DecodeAttentionOperations.PAGES)) {
      Tensor pages = call.input(DecodeAttentionOperations.PAGES);
      buffers.add(
          pages.memoryConfig().isSharded()
              ? CircularBuffers.backedBy(pages, cores)
              : CircularBuffers.aligned(cores, pages, 1));
    }
  }

  /** The scale, a column of ones, and zeros. */
  private void addConstants() {
    DataType type = call.spec(0).dtype() == DataType.FLOAT32 ? DataType.FLOAT32 : DataType.BFLOAT16;
    add(type, 1);
    buffers.add(CircularBuffers.tiles(cores, type, 1));
    add(type, 1);
  }

  private void addBetween(long heads, long results, long scores) {
    add(DataType.BFLOAT16, scores);
    for (int i = 0; i < 4; i++) {
      add(DataType.BFLOAT16, results);
    }
    long columns = COLUMNS_BETWEEN + (call.has(DecodeAttentionOperations.SINK) ? 1 : 0);
    for (long i = 0; i < columns; i++) {
      add(DataType.BFLOAT16, heads);
    }
    long others = DecodeAttentionOperations.coresPerHead(call) - 1L;
    if (others > 0) {
      add(DataType.BFLOAT16, (results + 2 * heads) * others);
    }
    buffers.add(
        call.outputSpec().memoryConfig().isSharded()
            ? CircularBuffers.backedBy(call.output(), cores)
            : CircularBuffers.tiles(cores, call.outputSpec().dtype(), results));
  }

  private void add(DataType type, long tiles) {
    long bytes = tile.bytes(type);
    buffers.add(CircularBuffer.local(cores, tiles * bytes, bytes));
  }
}
