package dev.tilescope.journal;

import dev.tilescope.device.Program;
import dev.tilescope.device.TimeBands;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.profile.BoundedText;
import dev.tilescope.profile.OperationDescription;
import dev.tilescope.profile.OperationDescription.TensorText;
import dev.tilescope.profile.internal.markers.OperationId;
import dev.tilescope.profile.internal.table.OpsRow;
import java.io.StringWriter;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * The messages of device operations: the long one, with JSON, for the first launch of a program on
 * a device, and the short one for those after it.
 *
 * <p>A message has 64 KiB. JSON that is longer is written without white space; then without its
 * kernels; then with the first eight of each list of tensors and without attributes.
 */
final class OperationText {
  private static final int FEW_TENSORS = 8;

  /** What says that nothing of it was measured. */
  private static final String MODELLED = "tilescope_modelled";

  /** With what a board takes of the modelled time. */
  private static final String MODELLED_TEXT =
      "kernels; kernel sizes; device times (a board %s); performance model";

  private static final List<String> DIMENSIONS = List.of("W", "Z", "Y", "X");

  private final OperationDescription operation;
  private final long number;
  private final int chip;
  private final boolean isCacheHit;

  /**
   * @param number of the launch
   */
  OperationText(OperationDescription operation, long number, int chip, boolean isCacheHit) {
    this.operation = operation;
    this.number = number;
    this.chip = chip;
    this.isCacheHit = isCacheHit;
  }

  private long id() {
    return OperationId.of(number, chip);
  }

  /** The text of its zone. */
  String zoneText() {
    return "id:" + id();
  }

  String brief() {
    return "`" + head() + "`";
  }

  private String head() {
    return "TT_DNN_DEVICE_OP: \"%s\", %d, %d, %b, %d"
        .formatted(quoted(operation.name()), operation.hash(), chip, isCacheHit, id());
  }

  /** Back-ticks are the quotes around it. */
  private static String quoted(String text) {
    return text.replace('`', '\'').replace('"', '\'').replace('\n', ' ');
  }

  String full() {
    for (Detail detail : Detail.values()) {
      String text = "`" + head() + " ->\n" + json(detail).replace('`', '\'') + "`";
      if (text.getBytes(StandardCharsets.UTF_8).length <= BoundedText.MOST_BYTES) {
        return text;
      }
    }
    return brief();
  }

  /** How much is said, beginning with the most. */
  private enum Detail {
    PRETTY,
    COMPACT,
    WITHOUT_KERNELS,
    FEW_TENSORS
  }

  private String json(Detail detail) {
    StringWriter text = new StringWriter();
    try (JsonWriter json =
        detail == Detail.PRETTY ? JsonWriter.pretty(text) : JsonWriter.compact(text)) {
      json.beginObject();
      json.field("global_call_count", id());
      json.field("op_code", operation.name().replace(',', ';'));
      attributes(json, detail);
      tensors(json, "input_tensors", operation.inputs(), operation.inputCount(), detail);
      tensors(json, "output_tensors", operation.outputs(), operation.outputCount(), detail);
      json.name("optional_input_tensors").beginArray().endArray();
      json.field("op_type", OpsRow.DEVICE_OPERATION);
      json.field("device_id", chip);
      json.field("op_hash", operation.hash());
      json.field("program_cache_hit", isCacheHit);
      if (detail.compareTo(Detail.WITHOUT_KERNELS) < 0) {
        kernels(json);
      }
      performanceModel(json);
      json.endObject();
    }
    return text.toString();
  }

  private void attributes(JsonWriter json, Detail detail) {
    json.name("attributes").beginObject();
    if (detail != Detail.FEW_TENSORS) {
      operation.attributes().forEach(json::field);
    }
    String band = TimeBands.OF_ANY_BOARD.of(operation.name()).toString();
    json.field(MODELLED, MODELLED_TEXT.formatted(band)).endObject();
  }

  private void tensors(
      JsonWriter json, String name, List<TensorText> tensors, int count, Detail detail) {
    List<TensorText> shown =
        detail == Detail.FEW_TENSORS
            ? tensors.subList(0, Math.min(FEW_TENSORS, tensors.size()))
            : tensors;
    json.array(name, shown, tensor -> tensor(json, tensor));
    if (shown.size() < count) {
      json.field(name + "_original_count", count);
    }
  }

  private void tensor(JsonWriter json, TensorText tensor) {
    json.beginObject().name("shape").beginObject();
    for (int i = 0; i < DIMENSIONS.size(); i++) {
      json.field(DIMENSIONS.get(i), tensor.shape().get(i));
    }
    json.endObject();
    json.field("layout", tensor.layout()).field("dtype", tensor.dtype()).name("storage_type");
    if (tensor.bufferType().isEmpty()) {
      json.value("HOST");
    } else {
      json.beginObject().field("device_id", chip).name("memory_config").beginObject();
      json.field("buffer_type", tensor.bufferType());
      json.field("memory_layout", tensor.memoryLayout()).endObject().endObject();
    }
    json.endObject();
  }

  /** Modelled kernels have no files; their names say what they stand for. */
  private void kernels(JsonWriter json) {
    json.name("kernel_info").beginObject();
    json.name("compute_kernels").beginArray();
    if (operation.computeKernels() > 0) {
      kernel(json, "compute");
      json.field("math_fidelity", operation.mathFidelity()).endObject();
    }
    json.endArray().name("datamovement_kernels").beginArray();
    if (operation.dataMovementKernels() > 1) {
      kernel(json, "reader");
      json.endObject();
    }
    if (operation.dataMovementKernels() > 0) {
      kernel(json, "writer");
      json.endObject();
    }
    json.endArray();
    kernelSizes(json);
    json.endObject();
  }

  private void kernel(JsonWriter json, String role) {
    String source = "modelled/" + operation.name() + "/" + role;
    json.beginObject().field("source", source);
    json.field("name", "%s_%08x".formatted(role, operation.hash()));
  }

  private void kernelSizes(JsonWriter json) {
    json.name("kernel_sizes").beginObject();
    sizes(json, "TENSIX_DM_", Program.DATA_MOVEMENT, operation.dataMovementKernels());
    sizes(json, "TENSIX_COMPUTE_", Program.COMPUTE, operation.computeKernels());
    for (String ethernet : List.of("ACTIVE_ETH_DM_", "IDLE_ETH_DM_")) {
      size(json, ethernet + 0, 0);
      size(json, ethernet + 1, 0);
    }
    json.endObject();
  }

  private void sizes(JsonWriter json, String cores, List<Risc> riscs, int kernels) {
    for (int i = 0; i < riscs.size(); i++) {
      int bytes = Program.kernelBytes(operation.name(), riscs.get(i));
      size(json, cores + i, i < kernels ? bytes : 0);
    }
  }

  private static void size(JsonWriter json, String core, int bytes) {
    json.field(core + "_max_kernel_size", bytes);
  }

  private void performanceModel(JsonWriter json) {
    long ideal = Math.max(operation.idealComputeNanos(), operation.idealBandwidthNanos());
    json.name("performance_model").beginObject();
    json.field("compute_ns", operation.idealComputeNanos());
    json.field("ideal_ns", ideal);
    json.field("bandwidth_ns", operation.idealBandwidthNanos());
    bandwidths(json, "input_bws", operation.inputs(), ideal);
    bandwidths(json, "output_bws", operation.outputs(), ideal);
    json.endObject();
  }

  /** Bytes a nanosecond, in single precision as TT-NN has them. */
  private static void bandwidths(
      JsonWriter json, String name, List<TensorText> tensors, long idealNanos) {
    json.array(
        name,
        tensors.stream().limit(FEW_TENSORS).toList(),
        tensor -> json.value((float) ((double) tensor.bytes() / Math.max(1, idealNanos))));
  }
}
