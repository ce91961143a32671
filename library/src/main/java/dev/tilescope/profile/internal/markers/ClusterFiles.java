package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.Architecture;
import dev.tilescope.device.Board;
import dev.tilescope.device.EthernetCores;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.CoreCoord;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;
import java.util.Locale;

/**
 * What readers of NoC traces want to know of the chips: {@code topology.json} and {@code
 * cluster_coordinates.json}, as TT-Metal writes them where no fabric is configured.
 */
final class ClusterFiles {
  static final String TOPOLOGY = "topology.json";
  static final String COORDINATES = "cluster_coordinates.json";

  private ClusterFiles() {}

  static void write(MeshDevice device, LogFolder folder) throws IOException {
    folder.write(TOPOLOGY, out -> topology(device, out));
    folder.write(COORDINATES, out -> coordinates(device, out));
  }

  private static void topology(MeshDevice device, OutputStream out) {
    Board board = device.board();
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().name("mesh_shapes").beginArray();
      json.beginObject().field("mesh_id", 0).name("shape").beginArray();
      json.value(board.meshRows()).value(board.meshColumns());
      json.endArray().endObject().endArray();
      json.field("cluster_type", clusterType(board));
      json.name("device_id_to_fabric_node_id").beginObject();
      for (int chip = 0; chip < device.chips().size(); chip++) {
        CoreCoord place = device.place(chip);
        json.name(Integer.toString(device.chips().get(chip).id()));
        pair(0, place.y() * board.meshColumns() + place.x(), json);
      }
      json.endObject().field("fabric_config", "DISABLED");
      channels(board, json);
      json.endObject();
    }
  }

  private static void channels(Board board, JsonWriter json) {
    json.name("eth_chan_to_coord").beginObject();
    List<CoreCoord> cores = EthernetCores.of(board);
    for (int channel = 0; channel < cores.size(); channel++) {
      json.name(Integer.toString(channel));
      pair(cores.get(channel).x(), cores.get(channel).y(), json);
    }
    json.endObject();
  }

  private static void pair(int first, int second, JsonWriter json) {
    json.beginArray().value(first).value(second).endArray();
  }

  private static String clusterType(Board board) {
    return board.name().equals("t3000") ? "T3K" : board.name().toUpperCase(Locale.ROOT);
  }

  /** Only Wormhole chips know where they are. */
  private static void coordinates(MeshDevice device, OutputStream out) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginObject().name("physical_chip_to_eth_coord");
      if (device.board().architecture() != Architecture.WORMHOLE_B0) {
        json.nullValue().endObject();
        return;
      }
      json.beginObject();
      for (int chip = 0; chip < device.chips().size(); chip++) {
        CoreCoord place = device.place(chip);
        json.name(Integer.toString(device.chips().get(chip).id())).beginObject();
        json.field("rack", 0).field("shelf", 0).field("x", place.x()).field("y", place.y());
        json.endObject();
      }
      json.endObject().endObject();
    }
  }
}
