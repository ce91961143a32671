package dev.tilescope.report;

import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.report.internal.Param;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Reads the object of one node into {@link NodeFields}, taking every generation's spelling. */
final class NodeReader {
  private final JsonReader reader;
  private final TolerantValueReader values;
  private final NodeFields fields;

  NodeReader(JsonReader reader, TolerantValueReader values, NodeFields fields) {
    this.reader = reader;
    this.values = values;
    this.fields = fields;
  }

  /** The cursor must be on an object. */
  void read() {
    fields.clear();
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      field(name);
    }
  }

  private void field(String name) {
    switch (name) {
      case "arguments" -> fields.arguments = values.texts(name);
      case "connections" -> fields.connections = values.positions("connection");
      case "counter" -> fields.counter = values.number(name, NodeFields.ABSENT);
      case "duration_ns" -> fields.durationNanos = values.number(name, 0);
      case "input_tensors" -> fields.inputTensors = values.positions("input tensor");
      case "modelled_device_ns" -> fields.modelledDeviceNanos = values.number(name, 0);
      case "name" -> fields.name = values.text(name);
      case "node_type" -> fields.nodeType = values.text(name);
      case "params" -> params();
      case "stacking_level" -> fields.level = values.int32(name, -1);
      case "thread" -> fields.thread = values.int32(name, 0);
      default -> reader.skip();
    }
  }

  private void params() {
    if (reader.kind() != JsonKind.OBJECT) {
      if (reader.kind() != JsonKind.NULL) {
        values.problem("params must be an object or null, got " + reader.kind().phrase());
        reader.skip();
      }
      return;
    }
    reader.enterObject();
    for (String key = reader.nextField(); key != null; key = reader.nextField()) {
      Param param = Param.meantBy(key);
      if (param == null) {
        reader.skip();
      } else {
        param(param);
      }
    }
  }

  private void param(Param param) {
    switch (param.form()) {
      case NUMBER -> fields.set(param, values.number(param.key(), NodeFields.ABSENT));
      case FLAG -> fields.set(param, values.flag(param.key()) ? 1 : 0);
      case TEXT -> fields.set(param, values.text(param.key()));
      case SHAPE -> fields.set(param, shape());
      case DEVICE_TENSORS -> fields.deviceTensors = deviceTensors();
    }
  }

  private @Nullable String shape() {
    return reader.kind() == JsonKind.ARRAY
        ? values.longs("dimension").toString()
        : values.text(Param.SHAPE.key());
  }

  /** Today a string that holds JSON; once a real list. */
  private List<DeviceTensor> deviceTensors() {
    if (reader.kind() != JsonKind.STRING) {
      return deviceTensors(values);
    }
    String json = reader.text();
    try (JsonReader inner = JsonReader.of(json, "device_tensors")) {
      DamageLog log = new DamageLog("device_tensors");
      List<DeviceTensor> parts = deviceTensors(new TolerantValueReader(inner, log));
      log.entries().forEach(entry -> values.problem(entry.where() + ": " + entry.what()));
      return parts;
    } catch (JsonException e) {
      values.problem("device_tensors is not JSON: " + e.problem());
      return List.of();
    }
  }

  private static List<DeviceTensor> deviceTensors(TolerantValueReader values) {
    List<DeviceTensor> parts = new ArrayList<>();
    values.array(
        "device_tensors",
        () -> {
          Part part = new Part();
          values.object("device tensor", name -> part.take(name, values));
          if (part.deviceId >= 0 && part.address >= 0) {
            parts.add(part.built());
          } else {
            values.problem("device tensor without device_id and address, dropped");
          }
        });
    return List.copyOf(parts);
  }

  private static final class Part {
    int deviceId = -1;
    int meshDeviceId = -1;
    long address = -1;

    void take(String name, TolerantValueReader values) {
      switch (name) {
        case "device_id" -> deviceId = values.int32(name, -1);
        case "mesh_device_id" -> meshDeviceId = values.int32(name, -1);
        case "address" -> address = values.number(name, -1);
        default -> values.skip();
      }
    }

    DeviceTensor built() {
      return new DeviceTensor(deviceId, meshDeviceId < 0 ? deviceId : meshDeviceId, address);
    }
  }
}
