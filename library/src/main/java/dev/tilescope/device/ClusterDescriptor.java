package dev.tilescope.device;

import dev.tilescope.device.ClusterTopology.Chip;
import dev.tilescope.device.ClusterTopology.Link;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * How the chips of a board's mesh are wired, as the YAML texts that TT-NN puts into reports and
 * viewers draw. Identities (unique ids, buses, boards) are made up, but of the right form and the
 * same on every run.
 */
public final class ClusterDescriptor {
  private static final long FIRST_UNIQUE_ID = 1000;

  /** Bits 36 to 55 of a board id name the product; the rest is a serial number. */
  private static final int PRODUCT_SHIFT = 36;

  private static final long FIRST_SERIAL = 0x0100_0005_1170_C0C4L;

  private final Board board;
  private final ClusterTopology topology;
  private final Product product;

  /** What a descriptor says of a product beyond the figures of {@link Board}. */
  private record Product(
      String arch, String boardType, long code, int tensixMask, int dramMask, int ethernetMask) {}

  private ClusterDescriptor(Board board) {
    this.board = board;
    this.topology = ClusterTopology.of(board);
    this.product = product(board);
  }

  public static ClusterDescriptor of(Board board) {
    return new ClusterDescriptor(board);
  }

  private static Product product(Board board) {
    int tensixMask = (1 << board.harvested()) - 1;
    return switch (board.architecture()) {
      case GRAYSKULL -> new Product("grayskull", "e150", 0x3, tensixMask, 0, 0);
      case WORMHOLE_B0 ->
          switch (board.harvested()) {
            case 0 -> new Product("wormhole_b0", "ubb_wormhole", 0x35, tensixMask, 0, 0);
            case 1 -> new Product("wormhole_b0", "n150", 0x18, tensixMask, 0, 0);
            default -> new Product("wormhole_b0", "n300", 0x14, tensixMask, 0, 0);
          };
      case BLACKHOLE ->
          board.ethernetCores() == 0
              ? new Product("blackhole", "p100", 0x36, tensixMask, 8, 0x3FFF)
              : new Product("blackhole", "p150", 0x40, tensixMask, 0, 288);
    };
  }

  /**
   * The cluster descriptor. Keys come in the order in which TT-UMD writes them: arch, chips,
   * chip_unique_ids, ethernet_connections, ethernet_connections_to_remote_devices, chips_with_mmio,
   * io_device_type, harvesting, chip_to_boardtype, chip_to_bus_id, boards, asic_locations,
   * chip_pci_bdfs.
   */
  public String yaml() {
    List<Chip> mmio = topology.chips().stream().filter(Chip::mmio).toList();
    return block("arch", chip -> product.arch)
        + positions()
        + block("chip_unique_ids", chip -> Long.toString(FIRST_UNIQUE_ID + chip.id()))
        + links()
        + "ethernet_connections_to_remote_devices: []\n"
        + "chips_with_mmio:\n"
        + lines(mmio, chip -> "  - " + chip.id() + ": " + mmio.indexOf(chip))
        + "io_device_type: PCIe\n"
        + block("harvesting", chip -> harvesting())
        + flow("chip_to_boardtype", topology.chips(), chip -> product.boardType)
        + flow("chip_to_bus_id", topology.chips(), chip -> "\"0x%04x\"".formatted(bus(chip)))
        + "boards:\n"
        + topology.chips().stream()
            .map(Chip::board)
            .distinct()
            .map(this::board)
            .collect(Collectors.joining())
        + flow("asic_locations", topology.chips(), chip -> Integer.toString(chip.asicLocation()))
        + flow("chip_pci_bdfs", mmio, chip -> "\"0000:%02x:00.0\"".formatted(bus(chip)));
  }

  /** The mesh coordinate, [row, column], of each physical chip. */
  public String meshCoordinateMapping() {
    return block("chips", chip -> "[" + chip.y() + ", " + chip.x() + "]");
  }

  /** Blackhole chips have no built-in coordinates. */
  private String positions() {
    return board.architecture() == Architecture.BLACKHOLE
        ? "chips: {}\n"
        : block("chips", chip -> "[" + chip.x() + ", " + chip.y() + ", 0, 0]");
  }

  private String links() {
    if (topology.links().isEmpty()) {
      return "ethernet_connections: []\n";
    }
    return "ethernet_connections:\n"
        + topology.links().stream().map(this::link).collect(Collectors.joining());
  }

  private String link(Link link) {
    return """
      - - {chip: %d, chan: %d}
        - {chip: %d, chan: %d}
    """
        .formatted(link.chip(), link.channel(), link.toChip(), link.toChannel());
  }

  private String harvesting() {
    return "{noc_translation: true, harvest_mask: %d, dram_harvesting_mask: %d, eth_harvesting_mask: %d, pcie_harvesting_mask: 0, l2cpu_harvesting_mask: 0}"
        .formatted(product.tensixMask, product.dramMask, product.ethernetMask);
  }

  /** The chips of one board share the bus of the one that has PCIe. */
  private int bus(Chip chip) {
    Chip host = chip.mmio() ? chip : topology.mmioChipOf(chip.board());
    return host.id() + 1;
  }

  private String board(int index) {
    List<Chip> chips = topology.chips().stream().filter(chip -> chip.board() == index).toList();
    return """
      - - board_id: %d
        - board_type: %s
        - chips: [%s]
    """
        .formatted(
            FIRST_SERIAL + (product.code << PRODUCT_SHIFT) + index,
            product.boardType,
            chips.stream()
                .map(chip -> Integer.toString(chip.id()))
                .collect(Collectors.joining(", ")));
  }

  private String block(String key, Function<Chip, String> value) {
    return key
        + ":\n"
        + lines(topology.chips(), chip -> "  " + chip.id() + ": " + value.apply(chip));
  }

  private static String lines(List<Chip> chips, Function<Chip, String> line) {
    return chips.stream().map(line).map(text -> text + "\n").collect(Collectors.joining());
  }

  private static String flow(String key, List<Chip> chips, Function<Chip, String> value) {
    return chips.stream()
        .map(chip -> chip.id() + ": " + value.apply(chip))
        .collect(Collectors.joining(", ", key + ": {", "}\n"));
  }
}
