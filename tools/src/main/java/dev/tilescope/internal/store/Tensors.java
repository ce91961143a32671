package dev.tilescope.internal.store;

import dev.tilescope.internal.io.LongMap;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.report.internal.Param;
import dev.tilescope.report.internal.PythonNumbers;
import dev.tilescope.report.internal.PythonText;
import dev.tilescope.report.internal.RawNode;
import dev.tilescope.report.internal.RawReport;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The tensors of one trace, and who owns which address. */
final class Tensors {
  private static final int POOLED_TEXTS = 1 << 16;

  /** Null where a column is NULL. */
  private record Row(
      Object rawId,
      long id,
      @Nullable Object shape,
      @Nullable Object dtype,
      @Nullable Object layout,
      @Nullable Object memoryConfig,
      @Nullable Long device,
      @Nullable Long address,
      long bufferType,
      @Nullable Long sizeBytes) {}

  private record Placed(long tensor, @Nullable Object device, @Nullable Object address) {}

  /** Told which chip is part of which mesh. */
  interface Meshes {
    void chip(long mesh, long chip);
  }

  private final NodeReading reading;
  private final Meshes meshes;
  private final Set<Object> seen = new HashSet<>();
  private final List<Row> rows = new ArrayList<>();
  private final List<Placed> placed = new ArrayList<>();
  private final LongMap firstAtAddress = new LongMap();

  /** Some ids are texts: then one tensor may come as 5 and again as "5". */
  private boolean textIds;

  private final Map<String, String> pool = new HashMap<>();

  Tensors(NodeReading reading, Meshes meshes) {
    this.reading = reading;
    this.meshes = meshes;
  }

  /** A tensor node was reached; the first node of an id describes it. */
  void add(RawNode node) {
    Object rawId = reading.rawTensorId(node);
    if (rawId == null || !seen.add(rawId)) {
      return;
    }
    textIds |= !(rawId instanceof Long);
    long id = PythonNumbers.toLong(rawId);
    Row row = described(rawId, id, node);
    rows.add(row);
    if (row.address != null) {
      firstAtAddress.putIfAbsent(row.address, id);
    }
    addPlaces(id, node.param(Param.DEVICE_TENSORS));
  }

  private Row described(Object rawId, long id, RawNode node) {
    return new Row(
        rawId,
        id,
        node.has(Param.SHAPE) ? pooled(node.param(Param.SHAPE)) : "",
        dotted(node.param(Param.DTYPE)),
        dotted(node.param(Param.LAYOUT)),
        pooled(reading.memoryConfig(node.param(Param.MEMORY_CONFIG))),
        reading.integer(node, Param.DEVICE_ID),
        reading.integer(node, Param.ADDRESS),
        reading.bufferType(node),
        reading.integer(node, Param.SIZE));
  }

  private @Nullable Object dotted(@Nullable Object name) {
    if (name instanceof String text) {
      return pooled(text.contains("::") ? text.replace("::", ".") : text);
    }
    if (PythonNumbers.truthy(name)) {
      throw new TilescopeException(
          "a tensor's dtype or layout is " + PythonText.str(name) + ", expected a text");
    }
    return name;
  }

  private @Nullable Object pooled(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return value;
    }
    String known = pool.get(text);
    if (known != null) {
      return known;
    }
    if (pool.size() < POOLED_TEXTS) {
      pool.put(text, text);
    }
    return text;
  }

  private void addPlaces(long id, @Nullable Object deviceTensors) {
    if (!PythonNumbers.truthy(deviceTensors)) {
      return;
    }
    Object list =
        deviceTensors instanceof String text
            ? RawReport.parse(text, "device_tensors of tensor " + id)
            : deviceTensors;
    if (!(list instanceof List<?> entries)) {
      throw new TilescopeException("device_tensors of tensor " + id + " is not a list");
    }
    for (Object entry : entries) {
      if (!(entry instanceof Map<?, ?> fields)) {
        throw new TilescopeException("device_tensors of tensor " + id + " holds no objects");
      }
      Object device =
          fields.containsKey("mesh_device_id")
              ? fields.get("mesh_device_id")
              : fields.get("device_id");
      placed.add(new Placed(id, device, fields.get("address")));
      if (device instanceof Long mesh && fields.get("device_id") instanceof Long chip) {
        meshes.chip(mesh, chip);
      }
    }
  }

  /** The tensor that upstream takes for the owner: the first that was ever seen at the address. */
  @Nullable Long firstAt(long address) {
    return firstAtAddress.contains(address) ? firstAtAddress.get(address, 0) : null;
  }

  /** Drops host tensors that no operation refers to. */
  void keepReferenced(LongMap referenced) {
    rows.removeIf(row -> row.device == null && !referenced.contains(row.id));
  }

  LongMap ids() {
    LongMap ids = new LongMap();
    for (Row row : rows) {
      ids.put(row.id, 0);
    }
    return ids;
  }

  /** A tensor that only Python knew, described by the node of its device-side twin. */
  void addTwin(long id, RawNode twin) {
    rows.add(
        new Row(
            id,
            id,
            asText(twin, Param.SHAPE),
            reading.twinText(asText(twin, Param.DTYPE)),
            reading.twinText(asText(twin, Param.LAYOUT)),
            reading.memoryConfig(asText(twin, Param.MEMORY_CONFIG)),
            reading.integer(twin, Param.DEVICE_ID),
            reading.integer(twin, Param.ADDRESS),
            reading.bufferType(twin),
            reading.integer(twin, Param.SIZE)));
  }

  private static String asText(RawNode node, Param param) {
    return node.has(param) ? PythonText.str(node.param(param)) : "";
  }

  void writeTensors(RowSink sink, long rank, Losses losses) {
    for (Row row : rows) {
      losses.attempt(() -> write(row, sink, rank));
    }
  }

  private static void write(Row row, RowSink sink, long rank) {
    RowBatch batch = sink.row(Table.TENSORS).add(RowSink.scalar(row.rawId, "tensor_id"));
    batch.add(RowSink.scalar(row.shape, "a tensor's shape"));
    batch.add(RowSink.scalar(row.dtype, "a tensor's dtype"));
    batch.add(RowSink.scalar(row.layout, "a tensor's layout"));
    batch.add(RowSink.scalar(row.memoryConfig, "a tensor's memory_config")).add(row.device);
    batch.add(row.address).add(row.bufferType).add(rank);
    if (sink.withSize()) {
      batch.add(row.sizeBytes);
    }
  }

  void writePlaces(RowSink sink, LongMap kept, long rank, Losses losses) {
    Set<Placed> written = new HashSet<>();
    long tensor = 0;
    for (Placed place : placed) {
      if (place.tensor != tensor && !textIds) {
        written.clear();
        tensor = place.tensor;
      }
      if (kept.contains(place.tensor) && written.add(place)) {
        losses.attempt(() -> write(place, sink, rank));
      }
    }
  }

  private static void write(Placed place, RowSink sink, long rank) {
    sink.row(Table.DEVICE_TENSORS)
        .add(place.tensor)
        .add(RowSink.scalar(place.device, "a device id in device_tensors"))
        .add(RowSink.scalar(place.address, "an address in device_tensors"))
        .add(rank);
  }
}
