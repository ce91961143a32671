package dev.tilescope.device;

import dev.tilescope.model.Changed;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TilescopeException;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * A product one can open: the figures of each of its chips, with default dispatch cores, and the
 * shape of its mesh.
 *
 * @param noc the whole NoC grid
 * @param harvested rows (Wormhole) or columns (Blackhole) of Tensix cores switched off
 * @param logical the grid of Tensix cores that remain
 * @param compute the grid that programs may use; the rest dispatches
 * @param storageCores cores that only hold data, with one command queue; Grayskull alone has any
 * @param dramViews DRAM banks, which reports call channels
 * @param ethernetCores usable ones
 */
public record Board(
    String name,
    Architecture architecture,
    Grid noc,
    int harvested,
    Grid logical,
    Grid compute,
    int storageCores,
    long workerL1Bytes,
    int dramViews,
    long dramViewBytes,
    int ethernetCores,
    long ethernetL1Bytes,
    int meshRows,
    int meshColumns) {

  /** Columns and rows of cores. */
  public record Grid(int width, int height) {
    public int size() {
      return width * height;
    }

    @Override
    public String toString() {
      return width + "x" + height;
    }
  }

  private static final long GIB = 1L << 30;

  private static final List<Board> ALL =
      List.of(
          new Board(
              "e150",
              Architecture.GRAYSKULL,
              new Grid(13, 12),
              0,
              new Grid(12, 10),
              new Grid(12, 9),
              10,
              1_048_576,
              8,
              GIB,
              0,
              0,
              1,
              1),
          wormhole("n150", 1, new Grid(8, 9), new Grid(8, 8), 1, 1),
          wormhole("n300", 2, new Grid(8, 8), new Grid(8, 8), 1, 2),
          wormhole("t3000", 2, new Grid(8, 8), new Grid(8, 8), 2, 4),
          wormhole("galaxy", 0, new Grid(8, 10), new Grid(8, 9), 8, 4),
          blackhole("p100", 7, 0),
          blackhole("p150", 8, 12));

  private static Board wormhole(
      String name, int harvested, Grid logical, Grid compute, int meshRows, int meshColumns) {
    return new Board(
        name,
        Architecture.WORMHOLE_B0,
        new Grid(10, 12),
        harvested,
        logical,
        compute,
        0,
        1_499_136,
        12,
        GIB,
        16,
        262_144,
        meshRows,
        meshColumns);
  }

  private static Board blackhole(String name, int dramViews, int ethernetCores) {
    return new Board(
        name,
        Architecture.BLACKHOLE,
        new Grid(17, 12),
        2,
        new Grid(12, 10),
        new Grid(11, 10),
        0,
        1_572_864,
        dramViews,
        4_278_190_080L,
        ethernetCores,
        524_288,
        1,
        1);
  }

  /** The same chips in another mesh. */
  public Board withMesh(int rows, int columns) {
    if (rows == meshRows && columns == meshColumns) {
      return this;
    }
    return Changed.with(Changed.with(this, "meshRows", rows), "meshColumns", columns);
  }

  /** The same with another size of each core's L1. */
  public Board withL1(long bytes) {
    return Changed.with(this, "workerL1Bytes", requireSize("L1", bytes));
  }

  /** The same with another size of each DRAM bank. */
  public Board withDramView(long bytes) {
    return Changed.with(this, "dramViewBytes", requireSize("DRAM", bytes));
  }

  private static long requireSize(String memory, long bytes) {
    if (bytes < 1) {
      throw new TilescopeException("board: a bank of " + memory + " has bytes, got " + bytes);
    }
    return bytes;
  }

  /** Every board, oldest architecture first. */
  public static List<Board> all() {
    return ALL;
  }

  /** The board of that name, in any case. */
  public static Board named(String name) {
    String wanted = name.strip().toLowerCase(Locale.ROOT);
    return ALL.stream()
        .filter(board -> board.name.equals(wanted))
        .findFirst()
        .orElseThrow(() -> unknown(name));
  }

  private static TilescopeException unknown(String name) {
    return new TilescopeException(
        ALL.stream()
            .map(Board::name)
            .collect(
                Collectors.joining(", ", "board \"" + name + "\" is not known; name one of ", "")));
  }

  /**
   * Where a logical Tensix core is on NoC 0, with the rows or columns that are switched off taken
   * to be the last ones.
   */
  public CoreCoord physical(CoreCoord core) {
    return switch (architecture) {
      case GRAYSKULL -> new CoreCoord(core.x() + 1, core.y() + (core.y() < 5 ? 1 : 2));
      case WORMHOLE_B0 ->
          new CoreCoord(core.x() + (core.x() < 4 ? 1 : 2), core.y() + (core.y() < 5 ? 1 : 2));
      case BLACKHOLE -> new CoreCoord(core.x() + (core.x() < 7 ? 1 : 3), core.y() + 2);
    };
  }

  /** Chips in the mesh. */
  public int chips() {
    return meshRows * meshColumns;
  }
}
