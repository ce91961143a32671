package dev.tilescope.ops.internal.collective;

import dev.tilescope.device.Board;
import dev.tilescope.device.CostModel;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.options.LinkOptions;
import dev.tilescope.ops.options.Topology;
import org.jspecify.annotations.Nullable;

/**
 * The links that a collective uses, and the cores that feed them.
 *
 * @param topology what the wiring allows of what was asked for
 * @param numWorkersPerLink in each direction; null to have the program choose
 * @param grid the cores that may feed them; null for the whole compute grid
 */
record Links(
    int numLinks,
    Topology topology,
    @Nullable Integer numWorkersPerLink,
    @Nullable CoreRangeSet grid) {
  static final Links DEFAULT = new Links(1, Topology.LINEAR, null, null);

  /** A chip has neighbours on four sides, which share its Ethernet cores. */
  private static final int SIDES = 4;

  private static final int DIRECTIONS = 2;

  /** A mesh of this many chips is a Galaxy, whose rows and columns close to rings. */
  private static final int GALAXY_CHIPS = 32;

  static Links of(
      MeshDevice device,
      int clusterAxis,
      LinkOptions options,
      @Nullable Topology topology,
      @Nullable CoreRangeSet grid) {
    checkSubdevice(options.subdeviceId());
    checkPositive("chunks_per_sync", options.chunksPerSync());
    checkPositive("num_buffers_per_channel", options.numBuffersPerChannel());
    int links = checkPositive("num_links", options.numLinks());
    checkPositive("num_workers_per_link", options.numWorkersPerLink());
    int most = Math.max(1, device.board().ethernetCores() / SIDES);
    Check.that(
        links <= most,
        "num_links: %s has %d for each neighbour, got %d",
        device.board().name(),
        most,
        links);
    boolean ring = topology == Topology.RING && closes(device.board(), clusterAxis);
    Integer workers = options.numWorkersPerLink();
    Links made = new Links(links, ring ? Topology.RING : Topology.LINEAR, workers, grid);
    made.checkCores(device);
    return made;
  }

  private static void checkSubdevice(@Nullable Integer id) {
    if (id != null && id != 0) {
      throw new TilescopeException(
          "subdevice_id: the modelled device has one sub-device, 0, got " + id);
    }
  }

  private static int checkPositive(String argument, @Nullable Integer value) {
    if (value == null) {
      return 1;
    }
    Check.atLeast(argument, value, 1);
    return value;
  }

  /** All devices of a mesh with two rows or more lie on a loop; two devices need none. */
  private static boolean closes(Board board, int clusterAxis) {
    return switch (clusterAxis) {
      case 0 -> board.chips() >= GALAXY_CHIPS && board.meshRows() > 2;
      case 1 -> board.chips() >= GALAXY_CHIPS && board.meshColumns() > 2;
      default -> board.meshRows() > 1 && board.meshColumns() > 1;
    };
  }

  private void checkCores(MeshDevice device) {
    Board.Grid compute = device.board().compute();
    CoreRangeSet available = grid == null ? CircularBuffers.wholeGrid(device) : grid;
    for (CoreRange range : available.ranges()) {
      Check.that(
          range.end().x() < compute.width() && range.end().y() < compute.height(),
          "sub_core_grids: the compute grid has %s cores, got %s",
          compute,
          range);
    }
    Check.that(
        (long) DIRECTIONS * numLinks * workers() <= available.size(),
        "num_workers_per_link: %d for each of %d links in two directions need more than the %d"
            + " cores there are",
        workers(),
        numLinks,
        available.size());
  }

  boolean isRing() {
    return topology == Topology.RING;
  }

  private int workers() {
    return numWorkersPerLink == null ? 1 : numWorkersPerLink;
  }

  /** Workers for each link in each direction. */
  CoreRangeSet cores(MeshDevice device) {
    int count = DIRECTIONS * numLinks * workers();
    return grid == null
        ? CircularBuffers.sharing(count, device)
        : CoreSets.rowByRow(grid, 0, count);
  }

  /**
   * How long it takes until every device of a group has got the parts of all others: in a ring they
   * come from two sides.
   */
  long cycles(Board board, int devices, long partBytes) {
    int sides = isRing() ? 2 : 1;
    long bytes = Math.ceilDiv((devices - 1L) * partBytes, (long) sides * numLinks);
    return CostModel.linkCycles(board, bytes, isRing() ? devices / 2 : devices - 1);
  }
}
