package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.ClusterTopology.Chip;
import dev.tilescope.device.ClusterTopology.Link;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterDescriptorTest {
  private static String golden(String name) throws IOException {
    try (InputStream file = ClusterDescriptorTest.class.getResourceAsStream(name)) {
      return new String(Objects.requireNonNull(file, name).readAllBytes(), StandardCharsets.UTF_8);
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"e150", "n150", "n300", "t3000", "p100", "p150"})
  void descriptorsEqualTheirGoldenFiles(String board) throws IOException {
    assertThat(ClusterDescriptor.of(Board.named(board)).yaml())
        .isEqualTo(golden("cluster-" + board + ".yaml"));
  }

  @Test
  void meshCoordinatesAreRowAndColumn() throws IOException {
    assertThat(ClusterDescriptor.of(Board.named("t3000")).meshCoordinateMapping())
        .isEqualTo(golden("mesh-t3000.yaml"));
    assertThat(ClusterDescriptor.of(Board.named("n300")).meshCoordinateMapping())
        .isEqualTo("chips:\n  0: [0, 0]\n  1: [0, 1]\n");
    assertThat(ClusterDescriptor.of(Board.named("galaxy")).meshCoordinateMapping())
        .startsWith("chips:\n  0: [0, 0]\n  1: [0, 1]\n")
        .endsWith("\n  31: [7, 3]\n");
  }

  @Test
  void everyMeshIsFilledAndNoChannelIsUsedTwice() {
    for (Board board : Board.all()) {
      ClusterTopology topology = ClusterTopology.of(board);
      Set<String> places = new TreeSet<>();
      for (Chip chip : topology.chips()) {
        assertThat(chip.x()).isLessThan(board.meshColumns());
        assertThat(chip.y()).isLessThan(board.meshRows());
        assertThat(places.add(chip.x() + "," + chip.y())).isTrue();
      }
      assertThat(places).hasSize(board.chips());
      List<String> ends = new ArrayList<>();
      for (Link link : topology.links()) {
        assertThat(link.chip()).isLessThan(link.toChip());
        ends.add(link.chip() + ":" + link.channel());
        ends.add(link.toChip() + ":" + link.toChannel());
      }
      assertThat(ends).as(board.name()).doesNotHaveDuplicates();
    }
  }

  @Test
  void linksJoinNeighboursOfTheMesh() {
    for (Board board : Board.all()) {
      ClusterTopology topology = ClusterTopology.of(board);
      for (Link link : topology.links()) {
        Chip from = topology.chips().get(link.chip());
        Chip to = topology.chips().get(link.toChip());
        assertThat(Math.abs(from.x() - to.x()) + Math.abs(from.y() - to.y()))
            .as(board.name() + " " + link)
            .isEqualTo(1);
      }
    }
  }

  @Test
  void t3000ChipsWithPcieHaveThreeNeighboursAndTheOthersTwo() {
    ClusterTopology topology = ClusterTopology.of(Board.named("t3000"));
    for (Chip chip : topology.chips()) {
      assertThat(neighbours(topology, chip.id())).hasSize(chip.mmio() ? 3 : 2);
    }
  }

  @Test
  void aGalaxyHasFourLinksToEachNeighbourAndPcieEverywhere() {
    Board galaxy = Board.named("galaxy");
    ClusterTopology topology = ClusterTopology.of(galaxy);
    assertThat(topology.links()).hasSize((8 * 3 + 7 * 4) * 4);
    assertThat(topology.chips()).allMatch(Chip::mmio);
    assertThat(neighbours(topology, 0)).containsExactly(1, 4);
    String yaml = ClusterDescriptor.of(galaxy).yaml();
    assertThat(yaml)
        .contains("\n  - - {chip: 0, chan: 4}\n    - {chip: 1, chan: 12}\n")
        .contains("\n    - board_type: ubb_wormhole\n    - chips: [8, 9, 10, 11, 12, 13, 14, 15]\n")
        .contains("31: \"0x0020\"}")
        .contains("31: \"0000:20:00.0\"}");
  }

  private static Set<Integer> neighbours(ClusterTopology topology, int chip) {
    Set<Integer> found = new TreeSet<>();
    for (Link link : topology.links()) {
      if (link.chip() == chip) {
        found.add(link.toChip());
      } else if (link.toChip() == chip) {
        found.add(link.chip());
      }
    }
    return found;
  }
}
