package dev.tilescope.internal.watch;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.monitor.MemoryFileLayout;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.internal.watch.MonitorSnapshot.LiveBuffer;
import dev.tilescope.internal.watch.MonitorSnapshot.MemoryRegion;
import dev.tilescope.internal.watch.MonitorSnapshot.ProcessMemory;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.Headline;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.BufferType;
import java.io.StringWriter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A snapshot as one line of JSON.
 *
 * <pre>
 * snapshot = {"time_ms", "processes": [process], "problems": [text]}
 * process  = {"pid", "command", "since_ms", "allocations", "frees", "unlisted_buffers",
 *             "unsent_messages", "devices": [device], "biggest": [buffer]}
 * device   = {"id", "chips": [id], "arch", "dram_channels", "l1_bytes_per_core", "regions": [region],
 *             "l1_peak_per_core", "l1_peak_program_bytes", "l1_peak_core": index, "l1_headroom",
 *             "l1_capacity_per_core", "dram_peak_per_bank", "dram_capacity_per_bank"}
 * region   = {"type", "capacity_bytes", "used_bytes", "peak_bytes", "buffers"}
 * buffer   = {"device", "type", "address", "bytes", "made_by", "since_ms"}
 * </pre>
 *
 * <p>Times are milliseconds since 1970; bytes are those of each chip. The index of a core is 64 * y
 * + x. Where the headroom or the fullest core is not known there is no such field; recordings of
 * earlier versions have none of the peaks. Fields of later versions are passed over.
 */
public final class SnapshotJson {
  private SnapshotJson() {}

  /** Without a line end. */
  public static String of(MonitorSnapshot snapshot) {
    StringWriter text = new StringWriter();
    try (JsonWriter json = JsonWriter.compact(text)) {
      json.beginObject().field("time_ms", snapshot.epochMillis());
      json.array("processes", snapshot.processes(), process -> write(json, process))
          .name("problems")
          .strings(snapshot.problems())
          .endObject();
    }
    return text.toString();
  }

  private static void write(JsonWriter json, ProcessMemory process) {
    json.beginObject().field("pid", process.pid()).field("command", process.command());
    json.field("since_ms", process.sinceEpochMillis());
    json.field("allocations", process.allocations()).field("frees", process.frees());
    json.field("unlisted_buffers", process.unlistedBuffers());
    json.field("unsent_messages", process.unsentMessages());
    json.array("devices", process.devices(), device -> write(json, device));
    json.array("biggest", process.biggest(), buffer -> write(json, buffer));
    json.endObject();
  }

  private static void write(JsonWriter json, DeviceMemory device) {
    json.beginObject()
        .field("id", device.id())
        .array("chips", device.chipIds(), json::value)
        .field("arch", device.arch())
        .field("dram_channels", device.dramChannels());
    json.field("l1_bytes_per_core", device.l1BytesPerCore())
        .array(
            "regions",
            device.regions(),
            region -> {
              json.beginObject().field("type", region.type().name());
              json.field("capacity_bytes", region.capacityBytes())
                  .field("used_bytes", region.usedBytes());
              json.field("peak_bytes", region.peakBytes())
                  .field("buffers", region.buffers())
                  .endObject();
            });
    writePeaks(json, device.peaks());
    json.endObject();
  }

  private static void writePeaks(JsonWriter json, Headline peaks) {
    json.field("l1_peak_per_core", peaks.l1().bytes());
    json.field("l1_peak_program_bytes", peaks.programBytes());
    if (peaks.core() != null) {
      json.field("l1_peak_core", CoreIndex.of(peaks.core()));
    }
    if (peaks.headroom() != null) {
      json.field("l1_headroom", peaks.headroom().bytes());
    }
    json.field("l1_capacity_per_core", peaks.l1().capacityBytes());
    json.field("dram_peak_per_bank", peaks.dram().bytes());
    json.field("dram_capacity_per_bank", peaks.dram().capacityBytes());
  }

  private static void write(JsonWriter json, LiveBuffer buffer) {
    json.beginObject().field("device", buffer.deviceId()).field("type", buffer.type().name());
    json.field("address", buffer.address()).field("bytes", buffer.bytes());
    json.field("made_by", buffer.madeBy()).field("since_ms", buffer.sinceEpochMillis());
    json.endObject();
  }

  /**
   * @param source names the line in errors
   * @throws JsonException if it is not such a line
   */
  public static MonitorSnapshot parse(String line, String source) {
    try (JsonReader json = JsonReader.of(line, source)) {
      Fields fields = new Fields();
      List<ProcessMemory> processes = new ArrayList<>();
      List<String> problems = new ArrayList<>();
      fields.read(
          json,
          Map.of(
              "processes", () -> each(json, () -> processes.add(process(json))),
              "problems", () -> problems.addAll(json.strings())));
      json.requireEnd();
      return new MonitorSnapshot(fields.number(json, "time_ms"), processes, problems);
    }
  }

  private static ProcessMemory process(JsonReader json) {
    Fields fields = new Fields();
    List<DeviceMemory> devices = new ArrayList<>();
    List<LiveBuffer> biggest = new ArrayList<>();
    fields.read(
        json,
        Map.of(
            "devices", () -> each(json, () -> devices.add(device(json))),
            "biggest", () -> each(json, () -> biggest.add(buffer(json)))));
    return new ProcessMemory(
        fields.number(json, "pid"),
        fields.text(json, "command"),
        fields.number(json, "since_ms"),
        devices,
        biggest,
        fields.number(json, "allocations"),
        fields.number(json, "frees"),
        fields.number(json, "unlisted_buffers"),
        fields.number(json, "unsent_messages"));
  }

  private static DeviceMemory device(JsonReader json) {
    Fields fields = new Fields();
    List<Integer> chips = new ArrayList<>();
    Map<BufferType, MemoryRegion> regions = new HashMap<>();
    fields.read(
        json,
        Map.of(
            "chips", () -> each(json, () -> chips.add(json.intValue())),
            "regions", () -> each(json, () -> put(regions, region(json)))));
    return new DeviceMemory(
        (int) fields.number(json, "id"),
        chips,
        fields.text(json, "arch"),
        (int) fields.number(json, "dram_channels"),
        fields.number(json, "l1_bytes_per_core"),
        MemoryFileLayout.REGIONS.stream()
            .map(type -> regions.getOrDefault(type, new MemoryRegion(type, 0, 0, 0, 0)))
            .toList(),
        peaks(fields));
  }

  private static Headline peaks(Fields fields) {
    return new Peaks(
            fields.numberOr("l1_peak_per_core", 0),
            fields.numberOr("l1_peak_program_bytes", 0),
            (int) fields.numberOr("l1_peak_core", -1),
            -1,
            fields.numberOr("l1_headroom", -1),
            -1,
            fields.numberOr("dram_peak_per_bank", 0),
            -1)
        .headline(
            (int) fields.numberOr("id", -1),
            fields.numberOr("l1_capacity_per_core", 0),
            fields.numberOr("dram_capacity_per_bank", 0));
  }

  private static void put(Map<BufferType, MemoryRegion> regions, MemoryRegion region) {
    regions.put(region.type(), region);
  }

  private static MemoryRegion region(JsonReader json) {
    Fields fields = new Fields();
    fields.read(json, Map.of());
    return new MemoryRegion(
        fields.type(json),
        fields.number(json, "capacity_bytes"),
        fields.number(json, "used_bytes"),
        fields.number(json, "peak_bytes"),
        fields.number(json, "buffers"));
  }

  private static LiveBuffer buffer(JsonReader json) {
    Fields fields = new Fields();
    fields.read(json, Map.of());
    return new LiveBuffer(
        (int) fields.number(json, "device"),
        fields.type(json),
        fields.number(json, "address"),
        fields.number(json, "bytes"),
        fields.text(json, "made_by"),
        fields.number(json, "since_ms"));
  }

  private static void each(JsonReader json, Runnable element) {
    json.enterArray();
    while (json.nextElement()) {
      element.run();
    }
  }

  /** The scalars of one object. */
  private static final class Fields {
    private final Map<String, Long> numbers = new HashMap<>();
    private final Map<String, String> texts = new HashMap<>();

    /**
     * @param inner readers of fields that are no scalars
     */
    void read(JsonReader json, Map<String, Runnable> inner) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        Runnable reader = inner.get(name);
        if (reader != null) {
          reader.run();
        } else {
          scalar(json, name);
        }
      }
    }

    private void scalar(JsonReader json, String name) {
      switch (json.kind()) {
        case INTEGER -> numbers.put(name, json.longValue());
        case STRING -> texts.put(name, json.text());
        case OBJECT, ARRAY, DECIMAL, BOOLEAN, NULL, END -> json.skip();
      }
    }

    long number(JsonReader json, String name) {
      Long value = numbers.get(name);
      if (value == null || value < 0) {
        throw json.error("\"" + name + "\" must be a whole number from 0, got " + value);
      }
      return value;
    }

    long numberOr(String name, long missing) {
      return numbers.getOrDefault(name, missing);
    }

    String text(JsonReader json, String name) {
      String value = texts.get(name);
      if (value == null) {
        throw json.error("\"" + name + "\" must be a text, and is none or missing");
      }
      return value;
    }

    BufferType type(JsonReader json) {
      String name = text(json, "type");
      return MemoryFileLayout.REGIONS.stream()
          .filter(type -> type.name().equals(name))
          .findFirst()
          .orElseThrow(() -> json.error("\"" + name + "\" is none of DRAM, L1, L1_SMALL, TRACE"));
    }
  }
}
