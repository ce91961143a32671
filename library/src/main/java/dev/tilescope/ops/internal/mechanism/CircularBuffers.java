package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.device.Board;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Objects;

/** The circular buffers that operations have in common, and the cores they lie on. */
public final class CircularBuffers {
  private static final long LONGEST_PIECE_BYTES = 64 << 10;
  private static final int PART_OF_ROW_TILES = 80;

  public static final String TWO_PAGES = "One of two pages, on as many cores as there are pages.";

  /** Ends what is said of buffers that {@link #inAndOut} gives. */
  public static final String WHERE_THEY_LIE = "; tensors sharded alike are used where they lie.";

  private CircularBuffers() {}

  /** See {@link #TWO_PAGES}. */
  public static <P extends Record> List<CircularBuffer> twoPages(Call<P> call) {
    return List.of(doubled(perPage(call), call.outputSpec()));
  }

  /** Two pages in, two pages out, or the shards themselves. */
  public static List<CircularBuffer> inAndOut(Call<?> call, CoreRangeSet cores) {
    Tensor output = call.output();
    if (shardedAlike(call.given(), output)) {
      return List.of(backedBy(call.input(0)), backedBy(output));
    }
    return List.of(doubled(cores, call.spec(0)), doubled(cores, output.spec()));
  }

  /** What circular buffers may take of L1 below the lowest tensor. */
  public static long freeBytes(MeshDevice device) {
    long lowest = device.lowestL1Address();
    return lowest < 0
        ? device.info().cbLimitBytes()
        : lowest - device.info().addressAtFirstL1CbBuffer();
  }

  /** Every core that a call may use. */
  public static CoreRangeSet wholeGrid(Call<?> call) {
    CoreRangeSet limit = call.subCoreGrids();
    return limit == null ? wholeGrid(call.device()) : limit;
  }

  /** As many of the cores that a call may use as there are pages to share out. */
  public static CoreRangeSet sharing(long pages, Call<?> call) {
    CoreRangeSet limit = call.subCoreGrids();
    return limit == null
        ? sharing(pages, call.device())
        : CoreLimit.first(limit, Math.clamp(pages, 1, limit.size()));
  }

  /** Every core of the compute grid. */
  public static CoreRangeSet wholeGrid(MeshDevice device) {
    Board.Grid grid = device.board().compute();
    return CoreRangeSet.grid(grid.width(), grid.height());
  }

  /** As many cores as there are pages to share out, taken column by column. */
  public static CoreRangeSet sharing(long pages, MeshDevice device) {
    Board.Grid grid = device.board().compute();
    int cores = Math.clamp(pages, 1, grid.size());
    return CoreRangeSet.columnMajor(cores, grid.width(), grid.height());
  }

  /** The same taken row by row, where a factory asks {@code split_work_to_cores} for that. */
  public static CoreRangeSet sharingByRows(long pages, Call<?> call) {
    CoreRangeSet limit = call.subCoreGrids();
    if (limit != null) {
      return CoreSets.rowByRow(limit, 0, Math.toIntExact(Math.clamp(pages, 1, limit.size())));
    }
    Board.Grid grid = call.device().board().compute();
    int cores = Math.clamp(pages, 1, grid.size());
    return CoreRangeSet.rowMajor(cores, grid.width(), grid.height());
  }

  /** What a Metal 2.0 program declares, which traces call dataflow buffers. */
  public static List<CircularBuffer> dataflow(List<CircularBuffer> buffers) {
    return buffers.stream().map(CircularBuffer::asDataflow).toList();
  }

  /** As many cores as the result has pages. */
  public static CoreRangeSet perPage(Call<?> call) {
    return sharing(call.outputSpec().pageCount(), call);
  }

  /** Of the pages of an input, where it lies. */
  public static int alignmentBytes(Call<?> call, int input) {
    return call.device()
        .board()
        .architecture()
        .alignmentBytes(call.spec(input).memoryConfig().bufferType());
  }

  /** Two pages: one is filled while the other is drained. */
  public static CircularBuffer doubled(CoreRangeSet cores, TensorSpec spec) {
    return pages(cores, spec, 2);
  }

  /** A page that is too long for L1 passes in pieces. */
  public static CircularBuffer pages(CoreRangeSet cores, TensorSpec spec, long count) {
    long pieceBytes = Math.min(spec.pageBytes(), LONGEST_PIECE_BYTES);
    return CircularBuffer.local(cores, count * pieceBytes, pieceBytes);
  }

  /** As far apart as they are where they come from. */
  public static CircularBuffer aligned(CoreRangeSet cores, Tensor tensor, long count) {
    long bytes = tensor.requireBuffer("tensor").alignedPageBytes();
    return CircularBuffer.local(cores, count * bytes, bytes);
  }

  public static CircularBuffer tiles(CoreRangeSet cores, DataType dtype, long count) {
    return CircularBuffer.local(cores, count * dtype.tileBytes(), dtype.tileBytes());
  }

  /** So many tiles of a tensor. */
  public static CircularBuffer tiles(CoreRangeSet cores, TensorSpec spec, long count) {
    int tileBytes = spec.tile().bytes(spec.dtype());
    return CircularBuffer.local(cores, count * tileBytes, tileBytes);
  }

  /**
   * A whole row of tiles if two of them take at most half of what L1 has for circular buffers; a
   * longer row passes in parts.
   */
  public static CircularBuffer rowOfTiles(
      CoreRangeSet cores, DataType dtype, long width, MeshDevice device) {
    boolean fits = 2 * width * dtype.tileBytes() <= device.info().cbLimitBytes() / 2;
    return tiles(cores, dtype, fits ? width : PART_OF_ROW_TILES);
  }

  /** A sharded tensor used in place: the buffer's own bytes, on the cores that hold them. */
  public static CircularBuffer backedBy(Tensor tensor) {
    return backedBy(tensor, Objects.requireNonNull(tensor.memoryConfig().grid()));
  }

  /** The same announced on all cores of a program, of which some hold no shard. */
  public static CircularBuffer backedBy(Tensor tensor, CoreRangeSet cores) {
    var buffer = tensor.requireBuffer("tensor");
    return CircularBuffer.global(
        cores, buffer.maxSizePerBankBytes(), buffer.alignedPageBytes(), buffer.address());
  }

  /** True if every tensor is sharded alike in L1, so that each core can work on its own shards. */
  public static boolean shardedAlike(List<Tensor> inputs, Tensor output) {
    return output.memoryConfig().isSharded()
        && output.memoryConfig().bufferType().isL1()
        && inputs.stream().allMatch(in -> in.memoryConfig().equals(output.memoryConfig()));
  }

  /**
   * How many tiles a block of a row has, if blocks share it evenly.
   *
   * @param width of the row, in tiles
   * @param most tiles that a block may have
   */
  public static long largestBlock(long width, int most) {
    long tiles = most;
    while (width % tiles != 0) {
      tiles--;
    }
    return tiles;
  }
}
