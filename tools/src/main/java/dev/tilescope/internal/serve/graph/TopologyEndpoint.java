package dev.tilescope.internal.serve.graph;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.MemoryLevels;
import dev.tilescope.internal.serve.data.OpenReport;
import dev.tilescope.internal.serve.data.OperationColumns;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.internal.store.ReadOnlyDatabase;
import dev.tilescope.memory.Headline;
import java.util.Arrays;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * {@code topology}: the chips of a report and how they are wired. A chip is known by the report's
 * table of devices, by the files beside it, or by buffers on it.
 */
final class TopologyEndpoint {
  private static final int MAX_CHIPS = 2_000;
  private static final int MAX_LINKS = 6_000;

  private static final String[] FACTS = {
    "num_y_cores",
    "num_x_cores",
    "num_y_compute_cores",
    "num_x_compute_cores",
    "worker_l1_size",
    "l1_num_banks",
    "l1_bank_size",
    "num_compute_cores",
    "num_storage_cores",
    "total_l1_memory",
    "total_l1_for_tensors",
    "total_l1_for_interleaved_buffers",
    "total_l1_for_sharded_buffers",
    "cb_limit"
  };

  /**
   * @param facts of each device, in the order of {@link #FACTS}; -1 where unknown
   */
  private record Devices(SortedMap<Integer, long[]> facts, SortedMap<Integer, Headline> peaks) {}

  private TopologyEndpoint() {}

  static Answer of(OpenReport report, Request request) {
    int rank = OperationColumns.rankOf(report, request);
    SortedMap<Integer, Headline> peaks = new TreeMap<>();
    MemoryLevels.peaks(report, rank).stream()
        .limit(MAX_CHIPS)
        .forEach(device -> peaks.put(device.deviceId(), device));
    Devices devices = new Devices(report.ask(database -> facts(database, rank)), peaks);
    ClusterFile file = ClusterFile.beside(report.database());
    return Answer.object(json -> write(json, devices, file));
  }

  private static SortedMap<Integer, long[]> facts(ReadOnlyDatabase database, int rank) {
    SortedMap<Integer, long[]> facts = new TreeMap<>();
    database.forEach(
        "SELECT device_id, %s FROM devices WHERE rank = ? AND device_id IS NOT NULL LIMIT %d"
            .formatted(String.join(", ", FACTS), MAX_CHIPS),
        row -> {
          long[] values = new long[FACTS.length];
          for (int i = 0; i < values.length; i++) {
            values[i] = row.getLong(i + 2);
            if (row.wasNull()) {
              values[i] = -1;
            }
          }
          facts.put(row.getInt(1), values);
        },
        rank);
    return facts;
  }

  private static void write(JsonWriter json, Devices devices, ClusterFile file) {
    SortedSet<Integer> chips = new TreeSet<>(file.places().keySet());
    chips.addAll(file.architectures().keySet());
    chips.addAll(devices.facts.keySet());
    chips.addAll(devices.peaks.keySet());
    json.field("described", !file.places().isEmpty() || !file.architectures().isEmpty())
        .field("remote", file.remote())
        .field("chipsInAll", chips.size())
        .field("linksInAll", file.links().size());
    json.name("factNames").strings(Arrays.asList(FACTS));
    json.name("chips").beginArray();
    int side = (int) Math.ceil(Math.sqrt(chips.size()));
    int index = 0;
    for (int chip : chips.stream().limit(MAX_CHIPS).toList()) {
      int[] place = file.places().getOrDefault(chip, new int[] {index % side, index / side});
      index++;
      chip(json, chip, place, devices, file);
    }
    json.endArray();
    links(json, file);
  }

  private static void chip(
      JsonWriter json, int chip, int[] place, Devices devices, ClusterFile file) {
    json.beginObject().field("id", chip).field("x", place[0]).field("y", place[1]);
    json.field("arch", file.architectures().getOrDefault(chip, ""))
        .field("board", file.boards().getOrDefault(chip, ""))
        .field("hosted", file.hosted().contains(chip));
    json.name("facts").longs(devices.facts.getOrDefault(chip, new long[0]));
    Headline peaks = devices.peaks.get(chip);
    if (peaks != null) {
      json.field("whole", peaks.isWhole());
      json.field("l1", peaks.l1().bytes()).field("l1Capacity", peaks.l1().capacityBytes());
      json.field("headroom", peaks.headroom() == null ? -1 : peaks.headroom().bytes());
      json.field("dram", peaks.dram().bytes()).field("dramCapacity", peaks.dram().capacityBytes());
    }
    json.endObject();
  }

  private static void links(JsonWriter json, ClusterFile file) {
    json.array(
        "links",
        file.links().stream().limit(MAX_LINKS).toList(),
        link -> json.longs(link.from(), link.fromChannel(), link.to(), link.toChannel()));
  }
}
