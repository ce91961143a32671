package dev.tilescope.logs;

import dev.tilescope.json.JsonKind;
import dev.tilescope.json.JsonReader;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/**
 * What the host says of an operation, apart from when and as which call it ran: one for each device
 * and program hash.
 *
 * @param id of the call whose message it was
 * @param cells the columns that all its calls share
 */
record OperationInfo(long id, long deviceId, long hash, Map<String, String> cells) {
  static final String COMPUTE_NANOS = "PM COMPUTE [ns]";
  static final String DEVICE_OPERATION = "tt_dnn_device";

  boolean runsOnDevice() {
    return DEVICE_OPERATION.equals(cells.get("OP TYPE"));
  }

  boolean hasComputeKernel() {
    String sources = cells.getOrDefault("COMPUTE KERNEL SOURCE", "[]");
    return !sources.equals("[]");
  }

  static OperationInfo read(JsonReader json) {
    return new Reading(json).read();
  }

  /** One pass over the JSON of a message. */
  private static final class Reading {
    private final JsonReader json;
    private final Map<String, String> cells = new HashMap<>();
    private long id = Marker.NONE;
    private long deviceId = Marker.NONE;
    private long hash = Marker.NONE;
    private int inputs;
    private int outputs;

    Reading(JsonReader json) {
      this.json = json;
    }

    OperationInfo read() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        field(name);
      }
      json.requireEnd();
      if (id == Marker.NONE || !cells.containsKey("OP CODE")) {
        throw json.error("expected global_call_count and op_code of an operation");
      }
      return new OperationInfo(id, deviceId, hash, Map.copyOf(cells));
    }

    private void field(String name) {
      switch (name) {
        case "global_call_count" -> id = json.longValue();
        case "op_code" -> put("OP CODE");
        case "op_type" -> put("OP TYPE");
        case "attributes" -> put("ATTRIBUTES");
        case "parallelization_strategy" -> put("PARALLELIZATION STRATEGY");
        case "device_id" -> device();
        case "op_hash" -> hash();
        case "program_cache_hit" -> put("PROGRAM CACHE HIT");
        case "input_tensors", "optional_input_tensors" -> inputs = tensors("INPUT_", inputs);
        case "output_tensors" -> outputs = tensors("OUTPUT_", outputs);
        case "kernel_info" -> kernelInfo();
        case "performance_model" -> performanceModel();
        default -> json.skip();
      }
    }

    private void put(String column) {
      cells.put(column, PythonText.cell(json));
    }

    private void device() {
      if (json.kind() != JsonKind.NULL) {
        deviceId = json.longValue();
        cells.put("DEVICE ID", Long.toString(deviceId));
      }
    }

    /** Unsigned, of 64 bits. */
    private void hash() {
      String text = json.scalarText();
      try {
        hash = Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw json.error("expected a hash of 64 bits, found " + text);
      }
      cells.put("PROGRAM HASH", text);
    }

    private int tensors(String side, int before) {
      int index = before;
      json.enterArray();
      while (json.nextElement()) {
        tensor(side + index++ + "_");
      }
      return index;
    }

    private void tensor(String prefix) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "shape" -> shape(prefix);
          case "layout" -> put(prefix + "LAYOUT");
          case "dtype" -> put(prefix + "DATATYPE");
          case "storage_type" -> cells.put(prefix + "MEMORY", memory());
          default -> json.skip();
        }
      }
    }

    private void shape(String prefix) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "W", "Z", "Y", "X" -> put(prefix + name + "_PAD[LOGICAL]");
          default -> json.skip();
        }
      }
    }

    private String memory() {
      if (json.kind() != JsonKind.OBJECT) {
        return PythonText.cell(json);
      }
      Map<String, String> parts = new HashMap<>();
      scalars(parts);
      return "DEV_%s_%s_%s"
          .formatted(
              parts.getOrDefault("device_id", ""),
              parts.getOrDefault("buffer_type", ""),
              parts.getOrDefault("memory_layout", ""));
    }

    /** Names and texts of all scalars of an object, and of the objects in it. */
    private void scalars(Map<String, String> to) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (json.kind()) {
          case OBJECT -> scalars(to);
          case ARRAY -> json.skip();
          case STRING, INTEGER, DECIMAL, BOOLEAN, NULL, END -> to.put(name, json.scalarText());
        }
      }
    }

    private void kernelInfo() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "compute_kernels" -> kernels("COMPUTE KERNEL ");
          case "datamovement_kernels" -> kernels("DATA MOVEMENT KERNEL ");
          case "kernel_sizes" -> kernelSizes();
          default -> json.skip();
        }
      }
    }

    private void kernels(String prefix) {
      List<String> sources = new ArrayList<>();
      List<String> names = new ArrayList<>();
      json.enterArray();
      while (json.nextElement()) {
        Map<String, String> kernel = new HashMap<>();
        scalars(kernel);
        sources.add(kernel.getOrDefault("source", ""));
        names.add(kernel.getOrDefault("name", ""));
        String fidelity = kernel.get("math_fidelity");
        if (fidelity != null) {
          cells.put("MATH FIDELITY", fidelity);
        }
      }
      cells.put(prefix + "SOURCE", PythonText.list(sources));
      cells.put(prefix + "HASH", PythonText.list(names));
    }

    private void kernelSizes() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        String kernel = name.replace("_max_kernel_size", "").replace('_', ' ');
        put(kernel.toUpperCase(Locale.ROOT) + OpsPerfColumns.KERNEL_SIZE);
      }
    }

    private void performanceModel() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "ideal_ns" -> put("PM IDEAL [ns]");
          case "compute_ns" -> put(COMPUTE_NANOS);
          case "bandwidth_ns" -> put("PM BANDWIDTH [ns]");
          case "input_bws" -> put("PM REQ I BW");
          case "output_bws" -> put("PM REQ O BW");
          default -> json.skip();
        }
      }
    }
  }
}
