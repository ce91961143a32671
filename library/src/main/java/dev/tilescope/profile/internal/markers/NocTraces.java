package dev.tilescope.profile.internal.markers;

import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.NocEvent;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.device.marker.ZoneLocations;
import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.ProgramRef;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Writes a file for each operation on a chip, {@code noc_trace_dev<chip>_<operation>_ID<id>.json},
 * and for each replay of one that is part of a trace, {@code ..._traceID<trace << 32 |
 * replay>.json}: its transfers and the zones of the kernels that move data, as an array in the
 * order of core, RISC and time. Keys are in the order of the alphabet, as TT-Metal's are.
 *
 * <pre>
 * {"op_name": "Add", "proc": "BRISC", "run_host_id": 1024, "src_device_id": 0, "sx": 1, "sy": 1,
 *   "timestamp": 10100, "zone": "BRISC-KERNEL", "zone_phase": "ZONE_START"}
 * {"dx": 0, "dy": 5, "noc": "NOC_0", "num_bytes": 2048, "op_name": "Add", "proc": "NCRISC",
 *   "run_host_id": 1024, "src_device_id": 0, "sx": 1, "sy": 1, "timestamp": 10120, "type": "READ",
 *   "vc": -1}
 * </pre>
 *
 * <p>A multicast has {@code mcast_start_x}, {@code mcast_start_y}, {@code mcast_end_x} and {@code
 * mcast_end_y} in place of {@code dx} and {@code dy}.
 */
final class NocTraces implements MarkerSink {
  private static final Pattern FILE =
      Pattern.compile("noc_trace_dev\\d+(_[\\w.-]+)?_ID\\d+(_traceID\\d+)?\\.json");
  private static final Pattern NOT_IN_NAMES = Pattern.compile("[^\\w.-]");

  /** The profiler's own, of which kernels know nothing. */
  private static final String PROFILERS = "PROFILER-";

  private record Entry(
      CoreCoord core, Risc risc, Packet packet, int zoneId, long cycles, long data) {}

  private static final Comparator<Entry> ORDER =
      Comparator.comparingInt((Entry entry) -> entry.core.x())
          .thenComparingInt(entry -> entry.core.y())
          .thenComparing(Entry::risc)
          .thenComparingLong(Entry::cycles)
          .thenComparingInt(Entry::zoneId);

  private final Path folder;
  private final int chipId;
  private final int mostNames;
  private final ReplayedTraces traces;
  private final Supplier<ClockSync.ToFirst> clock;

  /** Of programs whose markers are still on the chip; launches come from any thread. */
  private final Map<Integer, String> names = new ConcurrentHashMap<>();

  private final Map<RunKey, List<Entry>> byRun = new TreeMap<>(RunKey.ORDER);
  private CoreCoord core = new CoreCoord(0, 0);
  private Risc risc = Risc.BRISC;
  private ClockSync.ToFirst toFirst = ClockSync.ToFirst.ITSELF;

  /**
   * @param mostPrograms that the chip has room for
   * @param traces knows the names of programs that are part of a trace
   * @param clock how the chip's cycles become those of the first chip
   */
  NocTraces(
      Path folder,
      int chipId,
      int mostPrograms,
      ReplayedTraces traces,
      Supplier<ClockSync.ToFirst> clock) {
    this.folder = folder;
    this.chipId = chipId;
    this.mostNames = mostPrograms;
    this.traces = traces;
    this.clock = clock;
  }

  void launched(ProgramRef program) {
    if (names.size() < mostNames) {
      names.put((int) program.number(), program.name());
    }
  }

  /** Removes what an earlier run left, and nothing else that is there. */
  static void removeOld(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> files = Files.list(folder)) {
        for (Path file : files.filter(NocTraces::isTrace).toList()) {
          Files.deleteIfExists(file);
        }
      }
    }
  }

  private static boolean isTrace(Path file) {
    return FILE.matcher(file.getFileName().toString()).matches();
  }

  @Override
  public void stream(CoreCoord physical, Risc of) {
    core = physical;
    risc = of;
  }

  @Override
  public void marker(
      int programNumber,
      Replay replay,
      Packet packet,
      int zoneId,
      long cycles,
      long data,
      long moreData) {
    if (programNumber != 0 && isTraced(packet, zoneId)) {
      byRun
          .computeIfAbsent(new RunKey(programNumber, replay), _ -> new ArrayList<>())
          .add(new Entry(core, risc, packet, zoneId, cycles, data));
    }
  }

  private boolean isTraced(Packet packet, int zoneId) {
    return switch (packet) {
      case ZONE_START, ZONE_END -> isTracedZone(zoneName(zoneId));
      case TS_DATA -> zoneId == ZoneLocations.NOC_EVENTS;
      case ZONE_TOTAL, TS_EVENT, TS_DATA_16B -> false;
    };
  }

  private boolean isTracedZone(String name) {
    boolean movesData = risc == Risc.BRISC || risc == Risc.NCRISC;
    return !name.endsWith("-FW")
        && !name.startsWith(PROFILERS)
        && (movesData || !name.endsWith("-KERNEL"));
  }

  private static String zoneName(int zoneId) {
    return ZoneLocations.of(zoneId).map(ZoneLocations.Location::name).orElse("");
  }

  /** Files are not forced to disk one by one: there are as many as operations. */
  @Override
  public void endOfRead() throws IOException {
    toFirst = clock.get();
    try (AtomicFiles files = new AtomicFiles()) {
      for (Map.Entry<RunKey, List<Entry>> run : byRun.entrySet()) {
        int program = run.getKey().programNumber();
        String name = names.getOrDefault(program, traces.nameOf(program));
        long id = OperationId.of(program, chipId);
        Path file = files.reserve(folder.resolve(fileName(name, id, run.getKey().replay())));
        try (JsonWriter json = JsonWriter.pretty(Files.newOutputStream(file))) {
          write(run.getValue(), name, id, json);
        }
      }
      files.publish();
    } finally {
      byRun.keySet().forEach(run -> names.remove(run.programNumber()));
      byRun.clear();
    }
  }

  private String fileName(String name, long id, Replay replay) {
    String operation = name.isEmpty() ? "" : "_" + NOT_IN_NAMES.matcher(name).replaceAll("_");
    String ofTrace =
        replay.isNone() ? "" : "_traceID" + (replay.traceId() << Integer.SIZE | replay.session());
    return "noc_trace_dev" + chipId + operation + "_ID" + id + ofTrace + ".json";
  }

  private void write(List<Entry> entries, String name, long id, JsonWriter json) {
    entries.sort(ORDER);
    json.beginArray();
    for (Entry entry : entries) {
      json.beginObject();
      if (entry.packet == Packet.TS_DATA) {
        transfer(entry, name, id, NocEvent.of(entry.data), json);
      } else {
        place(entry, name, id, json);
        json.field("zone", zoneName(entry.zoneId)).field("zone_phase", entry.packet.name());
      }
      json.endObject();
    }
    json.endArray();
  }

  private void transfer(Entry entry, String name, long id, NocEvent event, JsonWriter json) {
    boolean isMulticast = event.type() == NocEvent.Type.WRITE_MULTICAST;
    if (!isMulticast) {
      json.field("dx", event.x()).field("dy", event.y());
    } else {
      json.field("mcast_end_x", event.lastX()).field("mcast_end_y", event.lastY());
      json.field("mcast_start_x", event.x()).field("mcast_start_y", event.y());
    }
    json.field("noc", "NOC_" + event.noc()).field("num_bytes", event.bytes());
    place(entry, name, id, json);
    json.field("type", event.type().name()).field("vc", event.channel());
  }

  private void place(Entry entry, String name, long id, JsonWriter json) {
    json.field("op_name", name).field("proc", entry.risc.name()).field("run_host_id", id);
    json.field("src_device_id", chipId).field("sx", entry.core.x()).field("sy", entry.core.y());
    json.field("timestamp", toFirst.cycles(entry.cycles));
  }
}
