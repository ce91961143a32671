package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * The buffers of tilize and untilize, with and without padding, as TT-NN's factories of these names
 * declare them: whole rows of tiles for each core, or square blocks where a row does not fit L1 or
 * blocks keep more cores busy ({@code select_program_factory} of each).
 */
final class RelayoutBuffers {
  /** Which of the four, for they differ in what else they hold and in the order of cores. */
  enum Kind {
    TILIZE(true, false, false),
    TILIZE_WITH_VAL_PADDING(true, false, true),
    UNTILIZE(false, true, false),
    UNTILIZE_WITH_UNPADDING(false, false, false);

    /** Blocks of rows are read by way of a row of their own, for the alignment of DRAM. */
    private final boolean staged;

    /** Cores are taken row by row, and more than one row of tiles is held twice. */
    private final boolean byRows;

    /** The program for whole rows is a Metal 2.0 one. */
    private final boolean dataflow;

    Kind(boolean staged, boolean byRows, boolean dataflow) {
      this.staged = staged;
      this.byRows = byRows;
      this.dataflow = dataflow;
    }

    Layout to() {
      return staged ? Layout.TILE : Layout.ROW_MAJOR;
    }
  }

  static final String TEXT =
      "A row of tiles in and one out, on cores that have equally many rows but the last. Rows of"
          + " more than 32 tiles that do not fit L1, or that leave cores idle, pass in square blocks:"
          + " a row of a block in and one out.";

  /** {@code threshold_row_block}. */
  private static final int LONG_ROW_TILES = 32;

  private final Kind kind;
  private final Call<?> call;
  private final int width;
  private final int height;
  private final long rows;
  private final List<CoreCoord> grid;
  private final Tile tile;

  private RelayoutBuffers(Kind kind, Call<?> call) {
    this.kind = kind;
    this.call = call;
    TensorSpec some = call.outputSpec().layout() == Layout.TILE ? call.outputSpec() : call.spec(0);
    TensorSpec tiled = some.withMemoryConfig(MemoryConfig.DRAM);
    this.tile = some.tile();
    this.width = Math.toIntExact(Math.max(1, tiled.physicalWidth() / tile.width()));
    this.rows = Math.max(1, tiled.physicalHeight() / tile.height());
    int high = tiled.shape().rank() < 2 ? 1 : tiled.shape().dim(-2);
    this.height = Math.max(1, Math.ceilDiv(high, tile.height()));
    this.grid = inOrder(CircularBuffers.wholeGrid(call), kind.byRows);
  }

  static List<CircularBuffer> of(Kind kind, Call<?> call) {
    if (CircularBuffers.shardedAlike(call.given(), call.output())) {
      return CircularBuffers.inAndOut(call, CircularBuffers.wholeGrid(call));
    }
    RelayoutBuffers program = new RelayoutBuffers(kind, call);
    if (kind == Kind.UNTILIZE && call.spec(0).memoryConfig().bufferType().isL1()) {
      ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
      if (shards != null) {
        return program.fromShards(shards);
      }
    }
    return program.passesInBlocks() ? program.blocks() : program.wholeRows();
  }

  /**
   * {@code UntilizeMultiCoreProgramFactory}: shards that divide a tensor evenly are read where they
   * lie, others and all results pass by rows of a shard's tiles, two if there is more than one.
   */
  private List<CircularBuffer> fromShards(ShardSpec shards) {
    TensorSpec input = call.spec(0);
    int tiles = shards.width() / TensorSpec.TILE_SIDE;
    int count = shards.height() > TensorSpec.TILE_SIDE ? 2 * tiles : tiles;
    boolean even =
        input.physicalHeight() % shards.height() == 0
            && input.physicalWidth() % shards.width() == 0;
    return List.of(
        even
            ? CircularBuffers.backedBy(call.input(0))
            : CircularBuffers.tiles(shards.grid(), input.dtype(), count),
        CircularBuffers.tiles(shards.grid(), call.outputSpec().dtype(), count));
  }

  /** Of a program: those of all its buffers. */
  static int cores(List<CircularBuffer> buffers) {
    return buffers.stream()
        .map(CircularBuffer::cores)
        .distinct()
        .mapToInt(CoreRangeSet::size)
        .sum();
  }

  private static List<CoreCoord> inOrder(CoreRangeSet cores, boolean byRows) {
    return byRows
        ? cores.cores().stream()
            .sorted(Comparator.comparingInt(CoreCoord::y).thenComparingInt(CoreCoord::x))
            .toList()
        : cores.cores();
  }

  /** {@code is_enough_space}, {@code compute_ncores} and {@code compute_ncores_wh}. */
  private boolean passesInBlocks() {
    boolean sharded =
        call.spec(0).memoryConfig().isSharded() || call.outputSpec().memoryConfig().isSharded();
    if (sharded || grid.size() < 2) {
      return false;
    }
    boolean longRow = width > LONG_ROW_TILES && (height > LONG_ROW_TILES || width > height);
    return width >= tilesThatFit() || longRow && coresOfRows() < coresOfBlocks(side());
  }

  private int tilesThatFit() {
    return tilesThatFit(kind, call.spec(0).dtype(), call.outputSpec().dtype(), tile, call.device());
  }

  /** Tiles of a row that L1 holds in and out, and staged if rows are. */
  static int tilesThatFit(Kind kind, DataType in, DataType out, Tile tile, MeshDevice device) {
    long free = CircularBuffers.freeBytes(device) - (kind.staged ? 2L * alignment(device) : 0);
    long tileBytes = (long) tile.bytes(in) + tile.bytes(out);
    long stagedBytes = kind.staged ? tile.bytes(in) / tile.height() : 0;
    return (int) Math.max(1, free / (tileBytes + stagedBytes));
  }

  private static int alignment(MeshDevice device) {
    return device.board().architecture().dramAlignmentBytes();
  }

  private CircularBuffer tiles(CoreRangeSet cores, DataType dtype, long count) {
    return CircularBuffer.local(cores, count * tile.bytes(dtype), tile.bytes(dtype));
  }

  private long coresOfRows() {
    return Math.ceilDiv(rows, Math.ceilDiv(rows, grid.size()));
  }

  private long coresOfBlocks(int side) {
    return (long) Math.ceilDiv(width, side) * Math.ceilDiv(height, side);
  }

  /** {@code closest_square_larger_than_b}: the smallest blocks that leave a core over. */
  private int side() {
    long each = Math.ceilDiv((long) width * height, grid.size());
    int side = Math.max(1, (int) Math.ceil(Math.sqrt((double) each)));
    while (coresOfBlocks(side) >= grid.size() && side <= Math.max(width, height)) {
      side++;
    }
    return coresOfBlocks(side) < grid.size() ? side : 1;
  }

  private List<CircularBuffer> wholeRows() {
    boolean sharded =
        call.spec(0).memoryConfig().isSharded() || call.outputSpec().memoryConfig().isSharded();
    return grid.size() == 1 && !sharded ? onOneCore() : rowsOnCores();
  }

  /** The single-core factories: a row in equal blocks, of which L1 holds one in and one out. */
  private List<CircularBuffer> onOneCore() {
    CoreRangeSet core = CoreRangeSet.covering(grid);
    long each = (long) tile.bytes(call.spec(0).dtype()) + tile.bytes(call.outputSpec().dtype());
    int most = (int) Math.max(1, halfOfL1Bytes() / each);
    long tiles = width <= most ? width : CircularBuffers.largestBlock(width, most);
    List<CircularBuffer> pair =
        List.of(
            tiles(core, call.spec(0).dtype(), tiles),
            tiles(core, call.outputSpec().dtype(), tiles));
    return kind.dataflow ? CircularBuffers.dataflow(pair) : pair;
  }

  /** What the single-core factories take of it, above the base of the allocator. */
  private long halfOfL1Bytes() {
    return call.device().board().workerL1Bytes() / 2
        - call.device().info().addressAtFirstL1CbBuffer();
  }

  private List<CircularBuffer> rowsOnCores() {
    int cores = Math.toIntExact(coresOfRows());
    boolean doubled = kind.byRows && rows > cores;
    CoreRangeSet taken = CoreRangeSet.covering(grid.subList(0, cores));
    int tiles = doubled ? 2 * width : width;
    List<CircularBuffer> pair =
        List.of(
            tiles(taken, call.spec(0).dtype(), tiles),
            tiles(taken, call.outputSpec().dtype(), tiles));
    return kind.dataflow ? CircularBuffers.dataflow(pair) : pair;
  }

  /** {@code split_blocks_for_tilize_wh}: blocks in rows, the last of a row narrower. */
  private List<CircularBuffer> blocks() {
    Blocks blocks = fitting(side());
    int across = Math.ceilDiv(width, blocks.side());
    int down = Math.ceilDiv(height, blocks.side());
    int lastTiles = width % blocks.side();
    List<CoreCoord> full = new ArrayList<>();
    List<CoreCoord> last = new ArrayList<>();
    for (int i = 0; i < Math.min(across * down, grid.size()); i++) {
      (lastTiles > 0 && i % across == across - 1 ? last : full).add(grid.get(i));
    }
    List<CircularBuffer> buffers = new ArrayList<>();
    add(buffers, full, blocks.part());
    add(buffers, last, lastTiles);
    return buffers;
  }

  private void add(List<CircularBuffer> buffers, List<CoreCoord> on, int tiles) {
    if (on.isEmpty()) {
      return;
    }
    CoreRangeSet cores = CoreRangeSet.covering(on);
    if (kind.staged) {
      long rowBytes = (long) tile.bytes(call.spec(0).dtype()) / tile.height() * tiles;
      long bytes = rowBytes + 2L * alignment(call.device());
      buffers.add(CircularBuffer.local(cores, bytes, bytes));
    }
    buffers.add(tiles(cores, call.spec(0).dtype(), tiles));
    buffers.add(tiles(cores, call.outputSpec().dtype(), tiles));
  }

  /**
   * @param side of a block, in tiles
   * @param part of its rows that is held at once
   */
  private record Blocks(int side, int part) {}

  /** {@code compute_ncores_wh_sb}: blocks whose rows L1 cannot hold pass in equal parts. */
  private Blocks fitting(int side) {
    int most = tilesThatFit();
    if (side <= most || coresOfBlocks(most) < grid.size()) {
      return side <= most ? new Blocks(side, side) : new Blocks(most, most);
    }
    return IntStream.iterate(most - 1, part -> part >= 1, part -> part - 1)
        .boxed()
        .flatMap(part ->
            IntStream.rangeClosed(2, Math.ceilDiv(width, part))
                .mapToObj(n -> new Blocks(n * part, part)))
        .filter(b -> coresOfBlocks(b.side()) <= grid.size() && width % b.side() < most)
        .max((a, b) -> compare(a, b))
        .orElse(new Blocks(most, most));
  }

  /** More cores are better, then fewer parts. */
  private int compare(Blocks a, Blocks b) {
    int byCores = Long.compare(coresOfBlocks(a.side()), coresOfBlocks(b.side()));
    return byCores != 0 ? byCores : Integer.compare(b.side() / b.part(), a.side() / a.part());
  }
}
