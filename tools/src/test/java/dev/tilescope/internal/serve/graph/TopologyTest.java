package dev.tilescope.internal.serve.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.ClusterDescriptor;
import dev.tilescope.internal.serve.Client;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class TopologyTest {
  @TempDir private Path folder = Path.of("");

  @Test
  void theFilesThatReportsCarryAreUnderstood() {
    ClusterDescriptor cluster = ClusterDescriptor.of(Board.named("t3000"));
    ClusterFile file = ClusterFile.of(cluster.yaml(), cluster.meshCoordinateMapping());
    assertThat(file.places()).hasSize(8);
    assertThat(file.architectures().values()).containsOnly("wormhole_b0");
    assertThat(file.boards().values()).containsOnly("n300");
    assertThat(file.links()).hasSize(20);
    assertThat(file.hosted()).hasSize(4);
    assertThat(file.remote()).isZero();
  }

  @Test
  void flowStyleAndBlockStyleSayTheSame() {
    String flow =
        """
        arch: {0: wormhole_b0, 1: wormhole_b0}
        chips: {0: [0,0,0,0], 1: [1, 0, 0, 0]}
        ethernet_connections: [[{chip: 0, chan: 8}, {chip: 1, chan: 0}]]
        chips_with_mmio: [{0: 0}]
        """;
    String block =
        """
        arch:
          0: wormhole_b0
          1: wormhole_b0
        chips:
          0: [0, 0, 0, 0]
          1: [1, 0, 0, 0]
        ethernet_connections:
          - - chip: 0
              chan: 8
            - chip: 1
              chan: 0
        chips_with_mmio:
          - 0: 0
        """;
    ClusterFile one = ClusterFile.of(flow, "");
    ClusterFile other = ClusterFile.of(block, "");
    assertThat(one.links()).containsExactly(new ClusterFile.Link(0, 8, 1, 0));
    assertThat(other.links()).isEqualTo(one.links());
    assertThat(other.architectures()).isEqualTo(one.architectures());
    assertThat(other.places().keySet()).isEqualTo(one.places().keySet());
    assertThat(other.hosted()).isEqualTo(one.hosted());
  }

  @Test
  void whatIsNoClusterDescriptorSaysNothing() {
    for (String text : new String[] {"", "\0\1\2", "chips: [", "a: ".repeat(100_000), "{:[}"}) {
      assertThat(ClusterFile.of(text, text).links()).isEmpty();
      assertThat(ClusterFile.of(text, text).places()).isEmpty();
    }
  }

  @Test
  void chipsAreThoseOfTheTableTheFilesAndTheBuffers() throws Exception {
    Files.writeString(
        folder.resolve("cluster_descriptor.yaml"), "chips: {0: [0,0,0,0], 1: [1,0,0,0]}\n");
    Path database =
        FlowDatabase.of(
            folder.resolve("db.sqlite"),
            db -> {
              db.call("ttnn.add");
              db.run("INSERT INTO devices VALUES (0, 9, 8)");
              db.run("INSERT INTO buffers VALUES (1, 0, 64, 2048, 1, 0), (1, 0, 96, 512, 1, 0)");
              db.run("INSERT INTO buffers VALUES (1, 5, 64, 100, 0, 0)");
            });
    try (Client asked = Client.of(database)) {
      String topology = asked.json("topology");
      assertThat(topology).contains("\"chipsInAll\":3", "\"facts\":[9,8,-1,");
      assertThat(topology)
          .contains("\"whole\":false,\"l1\":2560,", "\"whole\":false,\"l1\":0,", "\"dram\":100,");
    }
  }

  @Test
  void everyChipShowsWhatTheAccountSaysOfIt() throws Exception {
    Path database =
        FlowDatabase.of(
            folder.resolve("db.sqlite"),
            db -> {
              db.call("ttnn.add");
              db.run("INSERT INTO devices VALUES (0, 9, 8), (1, 9, 8), (2, 9, 8)");
              db.run(
                  "CREATE TABLE tilescope_memory_peaks (device_id int, mesh_device_id int,"
                      + " l1_bytes_per_core int, l1_program_bytes int, rank int)");
              db.run("INSERT INTO tilescope_memory_peaks VALUES (0, 0, 2048, 512, 0)");
              db.run("INSERT INTO tilescope_memory_peaks VALUES (1, 0, 2048, 512, 0)");
            });
    try (Client asked = Client.of(database)) {
      assertThat(asked.json("topology").split("\"l1\":2048,", -1))
          .as("chip 0 and chip 1, and not chip 2, which did nothing")
          .hasSize(3);
    }
  }
}
