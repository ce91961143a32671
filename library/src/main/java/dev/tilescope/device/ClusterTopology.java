package dev.tilescope.device;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * The chips of a mesh and the Ethernet links between them.
 *
 * @param chips by id
 * @param links each once, from the lower chip id, sorted
 */
record ClusterTopology(List<Chip> chips, List<Link> links) {
  /** A Galaxy has four links to each neighbour, and eight chips on each of its boards. */
  private static final int GRID_LINKS = 4;

  private static final int GRID_CHIPS_PER_BOARD = 8;

  /**
   * One chip.
   *
   * @param x its column in the mesh
   * @param y its row in the mesh
   * @param board the number of the board it sits on
   * @param mmio true if the host reaches it by PCIe, false if only through another chip
   */
  record Chip(int id, int x, int y, int board, int asicLocation, boolean mmio) {}

  record Link(int chip, int channel, int toChip, int toChannel) {}

  ClusterTopology {
    chips = List.copyOf(chips);
    links =
        links.stream()
            .sorted(Comparator.comparingInt(Link::chip).thenComparingInt(Link::channel))
            .toList();
  }

  static ClusterTopology of(Board board) {
    return switch (board.name()) {
      case "n300" -> n300();
      case "t3000" -> t3000();
      default -> grid(board);
    };
  }

  /** Ids of the chips that a link leads to, in order. */
  List<Integer> neighbours(int chip) {
    return links.stream()
        .filter(link -> link.chip == chip || link.toChip == chip)
        .map(link -> link.chip == chip ? link.toChip : link.chip)
        .distinct()
        .sorted()
        .toList();
  }

  /** The chip of a board that has PCIe. */
  Chip mmioChipOf(int board) {
    return chips.stream()
        .filter(chip -> chip.board == board && chip.mmio)
        .findFirst()
        .orElseThrow();
  }

  private static ClusterTopology n300() {
    List<Link> links = new ArrayList<>();
    connect(links, 0, 8, 1, 0, 2);
    return new ClusterTopology(
        List.of(new Chip(0, 0, 0, 0, 0, true), new Chip(1, 1, 0, 0, 1, false)), links);
  }

  /** Four n300 boards in a ring: chips 0 to 3 have PCIe, 4 to 7 are their partners. */
  private static ClusterTopology t3000() {
    List<Chip> chips =
        List.of(
            new Chip(0, 1, 0, 0, 0, true),
            new Chip(1, 1, 1, 1, 0, true),
            new Chip(2, 2, 1, 2, 0, true),
            new Chip(3, 2, 0, 3, 0, true),
            new Chip(4, 0, 1, 1, 1, false),
            new Chip(5, 0, 0, 0, 1, false),
            new Chip(6, 3, 0, 3, 1, false),
            new Chip(7, 3, 1, 2, 1, false));
    List<Link> links = new ArrayList<>();
    connect(links, 0, 0, 3, 0, 2);
    connect(links, 0, 8, 5, 0, 2);
    connect(links, 0, 14, 1, 14, 2);
    connect(links, 1, 6, 2, 6, 2);
    connect(links, 1, 8, 4, 0, 2);
    connect(links, 2, 8, 7, 0, 2);
    connect(links, 2, 14, 3, 14, 2);
    connect(links, 3, 8, 6, 0, 2);
    connect(links, 4, 6, 5, 6, 2);
    connect(links, 6, 6, 7, 6, 2);
    return new ClusterTopology(chips, links);
  }

  /**
   * Every chip with PCIe, numbered row by row, linked to its neighbours: channels 0 to 3 go north,
   * 4 to 7 east, 8 to 11 south, 12 to 15 west.
   */
  private static ClusterTopology grid(Board board) {
    List<Chip> chips = new ArrayList<>();
    List<Link> links = new ArrayList<>();
    int columns = board.meshColumns();
    for (int id = 0; id < board.chips(); id++) {
      int x = id % columns;
      int y = id / columns;
      int location = board.chips() == 1 ? 0 : id % GRID_CHIPS_PER_BOARD + 1;
      chips.add(new Chip(id, x, y, id / GRID_CHIPS_PER_BOARD, location, true));
      if (x + 1 < columns) {
        connect(links, id, 4, id + 1, 12, GRID_LINKS);
      }
      if (y + 1 < board.meshRows()) {
        connect(links, id, 8, id + columns, 0, GRID_LINKS);
      }
    }
    return new ClusterTopology(chips, links);
  }

  /** Adds links over so many consecutive channels. */
  private static void connect(
      List<Link> links, int chip, int channel, int toChip, int toChannel, int count) {
    for (int i = 0; i < count; i++) {
      links.add(new Link(chip, channel + i, toChip, toChannel + i));
    }
  }
}
