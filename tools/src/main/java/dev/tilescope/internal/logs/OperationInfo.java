package dev.tilescope.internal.logs;

import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.profile.internal.table.Column;
import dev.tilescope.profile.internal.table.Column.Tensor;
import dev.tilescope.profile.internal.table.Column.Tensor.Part;
import dev.tilescope.profile.internal.table.Column.Tensor.Side;
import dev.tilescope.profile.internal.table.OpsColumn;
import dev.tilescope.profile.internal.table.OpsRow;
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
record OperationInfo(long id, long deviceId, long hash, OpsRow cells) {
  boolean runsOnDevice() {
    return cells.text(OpsColumn.OP_TYPE).equals(OpsRow.DEVICE_OPERATION);
  }

  boolean hasComputeKernel() {
    return cells.has(OpsColumn.COMPUTE_KERNEL_SOURCE)
        && !cells.text(OpsColumn.COMPUTE_KERNEL_SOURCE).equals("[]");
  }

  static OperationInfo read(JsonReader json) {
    return new Reading(json).read();
  }

  /** One pass over the JSON of a message. */
  private static final class Reading {
    private final JsonReader json;
    private final OpsRow cells = new OpsRow();
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
      if (id == Marker.NONE || !cells.has(OpsColumn.OP_CODE)) {
        throw json.error("expected global_call_count and op_code of an operation");
      }
      return new OperationInfo(id, deviceId, hash, cells);
    }

    private void field(String name) {
      switch (name) {
        case "global_call_count" -> id = json.longValue();
        case "op_code" -> put(OpsColumn.OP_CODE);
        case "op_type" -> put(OpsColumn.OP_TYPE);
        case "attributes" -> put(OpsColumn.ATTRIBUTES);
        case "parallelization_strategy" -> put(OpsColumn.PARALLELIZATION_STRATEGY);
        case "device_id" -> device();
        case "op_hash" -> hash();
        case "program_cache_hit" -> put(OpsColumn.PROGRAM_CACHE_HIT);
        case "input_tensors", "optional_input_tensors" -> inputs = tensors(Side.INPUT, inputs);
        case "output_tensors" -> outputs = tensors(Side.OUTPUT, outputs);
        case "kernel_info" -> kernelInfo();
        case "performance_model" -> performanceModel();
        default -> json.skip();
      }
    }

    private void put(Column column) {
      cells.read(column, PythonText.cell(json));
    }

    private void device() {
      if (json.kind() != JsonKind.NULL) {
        deviceId = json.longValue();
        cells.put(OpsColumn.DEVICE_ID, deviceId);
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
      cells.put(OpsColumn.PROGRAM_HASH, text);
    }

    private int tensors(Side side, int before) {
      int index = before;
      json.enterArray();
      while (json.nextElement()) {
        tensor(side, index++);
      }
      return index;
    }

    private void tensor(Side side, int index) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "shape" -> shape(side, index);
          case "layout" -> put(new Tensor(side, index, Part.LAYOUT));
          case "dtype" -> put(new Tensor(side, index, Part.DATATYPE));
          case "storage_type" -> cells.put(new Tensor(side, index, Part.MEMORY), memory());
          default -> json.skip();
        }
      }
    }

    private void shape(Side side, int index) {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "W", "Z", "Y", "X" -> put(new Tensor(side, index, Part.valueOf(name)));
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
          case "compute_kernels" ->
              kernels(OpsColumn.COMPUTE_KERNEL_SOURCE, OpsColumn.COMPUTE_KERNEL_HASH);
          case "datamovement_kernels" ->
              kernels(OpsColumn.DATA_MOVEMENT_KERNEL_SOURCE, OpsColumn.DATA_MOVEMENT_KERNEL_HASH);
          case "kernel_sizes" -> kernelSizes();
          default -> json.skip();
        }
      }
    }

    private void kernels(OpsColumn source, OpsColumn hash) {
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
          cells.put(OpsColumn.MATH_FIDELITY, fidelity);
        }
      }
      cells.put(source, PythonText.list(sources));
      cells.put(hash, PythonText.list(names));
    }

    private void kernelSizes() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        String kernel = name.replace("_max_kernel_size", "").replace('_', ' ');
        put(new Column.KernelSize(kernel.toUpperCase(Locale.ROOT)));
      }
    }

    private void performanceModel() {
      json.enterObject();
      for (String name = json.nextField(); name != null; name = json.nextField()) {
        switch (name) {
          case "ideal_ns" -> put(OpsColumn.PM_IDEAL);
          case "compute_ns" -> put(OpsColumn.PM_COMPUTE);
          case "bandwidth_ns" -> put(OpsColumn.PM_BANDWIDTH);
          case "input_bws" -> put(OpsColumn.PM_REQ_I_BW);
          case "output_bws" -> put(OpsColumn.PM_REQ_O_BW);
          default -> json.skip();
        }
      }
    }
  }
}
