package dev.tilescope.args;

import dev.tilescope.args.CallRecord.Argument;
import dev.tilescope.args.CallRecord.Content;
import dev.tilescope.args.CallRecord.Mapping;
import dev.tilescope.args.CallRecord.Mesh;
import dev.tilescope.args.CallRecord.OtherObject;
import dev.tilescope.args.CallRecord.OverwrittenSnapshot;
import dev.tilescope.args.CallRecord.Snapshot;
import dev.tilescope.args.CallRecord.TensorSnapshot;
import dev.tilescope.args.CallRecord.TorchSnapshot;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.tensor.TorchDtype;
import dev.tilescope.tensor.Values;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.RecordComponent;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The file of a call: what today's TT-NN writes, with the fields of its earlier dialects.
 *
 * <pre>
 * operation_id, operation_number   the same number twice: today's name and the documents'
 * parent_operation_id              the call that made this one; absent if none
 * timestamp                        YYYYMMDD_HHMMSS_microseconds, local time, as in the file's name
 * operation_name                   ttnn.add
 * args                             [{position, value}]: tensors, and numbers beside them
 * kwargs                           {name: value}: the others, unless they are null
 * sweep_source_hash                the configuration that a sweep was at; absent if none
 * exception                        {type, message} of a call that failed
 * return_value                     absent if there is none
 * num_tensors                      tensors in arguments and result together, one passed twice is two
 * </pre>
 *
 * <p>Values: numbers, booleans, strings and null as such; infinities and NaN as strings; lists as
 * arrays; maps as objects; enums {@code {type, repr}}; devices {@code {type, repr, value, shape,
 * device_ids}}; memory configurations and compute kernel configurations as TT-NN's tools write
 * them; other records {@code {type, repr, fields}}; anything else {@code {type, value}}.
 *
 * <p>Tensors: {@code type, original_shape, original_dtype, mesh_device, shape, dtype, [values],
 * layout, storage_type, memory_config}. With values, {@code dtype} is NumPy's name of what is in
 * {@code values}, and {@link ValuesJson} says what stands there for those that are many or differ
 * from device to device. An argument that the operation writes to has its values from before the
 * call too, in an object {@code values_before} of the same fields.
 *
 * <p>Above 300 lines: a method for each form of a value, and the grammar of all of them.
 */
final class CallJson {
  private static final String HASH_SEED = "tilescope";
  private static final int HEAD_LENGTH = 160;

  /** Where big tensors go. */
  interface SideFiles {
    /**
     * @return the name of the file
     */
    String write(Elements elements);
  }

  private final JsonWriter json;
  private final ValuesJson values;
  private int tensors;

  CallJson(JsonWriter json, TraceOptions options, SideFiles sideFiles) {
    this.json = json;
    this.values = new ValuesJson(json, options, sideFiles);
  }

  void write(CallRecord call) {
    json.beginObject()
        .field("operation_id", call.number())
        .field("operation_number", call.number());
    if (call.parent() > 0) {
      json.field("parent_operation_id", call.parent());
    }
    json.field("timestamp", call.time());
    content(call.content());
    json.endObject();
  }

  private void content(Content call) {
    json.field("operation_name", call.operation());
    int positional = positional(call);
    writeArgs(call.arguments().subList(0, positional));
    writeKwargs(call.arguments().subList(positional, call.arguments().size()));
    if (call.sweepSourceHash() != null) {
      json.field("sweep_source_hash", call.sweepSourceHash());
    }
    Throwable failure = call.failure();
    if (failure != null) {
      json.name("exception").beginObject().field("type", failure.getClass().getSimpleName());
      json.field("message", Objects.requireNonNullElse(failure.getMessage(), "")).endObject();
    }
    if (call.hasResult()) {
      json.name("return_value");
      value(call.result());
    }
    json.field("num_tensors", tensors);
  }

  /** What {@link #write} begins with, up to the content. */
  static byte[] head(CallRecord call) {
    StringBuilder text = new StringBuilder(HEAD_LENGTH);
    text.append("{\n  \"operation_id\": ").append(call.number());
    text.append(",\n  \"operation_number\": ").append(call.number());
    if (call.parent() > 0) {
      text.append(",\n  \"parent_operation_id\": ").append(call.parent());
    }
    text.append(",\n  \"timestamp\": \"").append(call.time()).append('"');
    return text.toString().getBytes(StandardCharsets.ISO_8859_1);
  }

  /** If nobody said: tensors come first, and numbers that stand where a tensor could. */
  private static int positional(Content call) {
    List<Argument> arguments = call.arguments();
    if (call.positional() >= 0) {
      return Math.min(call.positional(), arguments.size());
    }
    int count = 0;
    while (count < arguments.size() && isPositional(arguments.get(count).value(), count)) {
      count++;
    }
    return count;
  }

  private static boolean isPositional(@Nullable Object value, int position) {
    return switch (value) {
      case TensorSnapshot tensor -> true;
      case OverwrittenSnapshot tensor -> true;
      case TorchSnapshot tensor -> true;
      case List<?> list -> !list.isEmpty() && list.getFirst() instanceof TensorSnapshot;
      case Number number -> position > 0;
      case null, default -> false;
    };
  }

  private void writeArgs(List<Argument> arguments) {
    json.name("args").beginArray();
    for (int i = 0; i < arguments.size(); i++) {
      json.beginObject().field("position", i).name("value");
      value(arguments.get(i).value());
      json.endObject();
    }
    json.endArray();
  }

  private void writeKwargs(List<Argument> arguments) {
    json.name("kwargs").beginObject();
    for (Argument argument : arguments) {
      if (argument.value() != null) {
        json.name(argument.name());
        value(argument.value());
      }
    }
    json.endObject();
  }

  private void value(@Nullable Object value) {
    switch (value) {
      case null -> json.nullValue();
      case Boolean flag -> json.value(flag);
      case Float number when Float.isFinite(number) -> json.number(number.toString());
      case Float number -> json.value(number.doubleValue());
      case Double number -> json.value(number);
      case Number number -> json.number(number.toString());
      case String text -> json.value(text);
      case TorchDtype dtype -> other(new OtherObject("dtype", dtype.toString()));
      case Enum<?> constant -> enumeration(constant);
      case List<?> items -> {
        json.beginArray();
        items.forEach(this::value);
        json.endArray();
      }
      case Snapshot snapshot -> snapshot(snapshot);
      case Shape shape -> dims(shape);
      case MemoryConfig config -> {
        json.beginObject().field("type", "MemoryConfig").field("value", config.toString());
        memoryConfig(config);
        json.endObject();
      }
      case ComputeKernelConfig config -> computeKernelConfig(config);
      case CoreGrid grid -> other(new OtherObject("CoreGrid", grid.toString()));
      case Record record -> record(record);
      default -> other(new OtherObject(value.getClass().getSimpleName(), value.toString()));
    }
  }

  private void snapshot(Snapshot snapshot) {
    switch (snapshot) {
      case TensorSnapshot tensor -> tensor(tensor, null);
      case OverwrittenSnapshot(TensorSnapshot tensor, List<Values> before) ->
          tensor(tensor, before);
      case TorchSnapshot tensor -> torch(tensor);
      case Mesh mesh -> mesh(mesh);
      case Mapping(var entries) -> {
        json.beginObject();
        entries.forEach((name, item) -> {
          json.name(name);
          value(item);
        });
        json.endObject();
      }
      case OtherObject other -> other(other);
    }
  }

  private void other(OtherObject other) {
    json.beginObject().field("type", other.type()).field("value", other.text()).endObject();
  }

  private void enumeration(Enum<?> constant) {
    String type = constant.getDeclaringClass().getSimpleName();
    String text = constant.toString();
    String repr = text.startsWith(type + ".") ? text : type + "." + constant.name();
    json.beginObject().field("type", type).field("repr", repr).endObject();
  }

  private void mesh(Mesh mesh) {
    String text =
        "MeshDevice(%dx%d grid, %d devices)"
            .formatted(mesh.rows(), mesh.columns(), mesh.deviceIds().size());
    json.beginObject().field("type", "MeshDevice").field("repr", text).field("value", text);
    meshShape(mesh);
    json.endObject();
  }

  private void meshShape(Mesh mesh) {
    json.name("shape").beginArray().value(mesh.rows()).value(mesh.columns()).endArray();
    json.name("device_ids").beginArray();
    mesh.deviceIds().forEach(json::value);
    json.endArray();
  }

  private void record(Record record) {
    json.beginObject()
        .field("type", record.getClass().getSimpleName())
        .field("repr", record.toString())
        .name("fields")
        .beginObject();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      json.name(component.getName());
      value(new Freezer(false).freeze(read(record, component)));
    }
    json.endObject().endObject();
  }

  private static @Nullable Object read(Record record, RecordComponent component) {
    try {
      component.getAccessor().setAccessible(true);
      return component.getAccessor().invoke(record);
    } catch (IllegalAccessException | InvocationTargetException | RuntimeException e) {
      return new OtherObject(component.getType().getSimpleName(), "not readable: " + e);
    }
  }

  private void memoryConfig(MemoryConfig config) {
    json.field("memory_layout", "TensorMemoryLayout." + config.memoryLayout().name())
        .field("buffer_type", "BufferType." + config.bufferType().name())
        .field("shard_spec", config.shardSpec() == null ? "None" : config.shardSpec().toString());
    if (config.ndShardSpec() != null) {
      json.field("nd_shard_spec", config.ndShardSpec().toString());
    }
    json.field("is_sharded", config.isSharded())
        .field("interleaved", !config.isSharded())
        .field("hash", Objects.hash(HASH_SEED, config.toString()) & 0x7FFF_FFFFL);
  }

  /** TT-NN's tools write the first flag as Python's text. */
  private void computeKernelConfig(ComputeKernelConfig config) {
    json.beginObject()
        .field("type", "WormholeComputeKernelConfig")
        .field("math_fidelity", config.mathFidelity().toString())
        .field("math_approx_mode", config.mathApproxMode() ? "True" : "False")
        .field("fp32_dest_acc_en", config.fp32DestAccEn())
        .field("packer_l1_acc", config.packerL1Acc())
        .field("dst_full_sync_en", config.dstFullSyncEn())
        .field("throttle_level", throttle(config.throttleLevel()))
        .endObject();
  }

  private static String throttle(int level) {
    return "ThrottleLevel." + (level == 0 ? "NO_THROTTLE" : "LEVEL_" + level);
  }

  private void tensor(TensorSnapshot tensor, @Nullable List<Values> before) {
    tensors++;
    String dtype = "DataType." + tensor.dtype().name();
    List<Values> parts = tensor.parts();
    json.beginObject().field("type", "ttnn.Tensor").name("original_shape");
    dims(tensor.shape());
    json.field("original_dtype", dtype).name("mesh_device");
    placement(tensor);
    json.name("shape");
    dims(tensor.shape());
    json.field("dtype", parts == null ? dtype : Elements.of(tensor, parts.getFirst()).type());
    if (parts != null) {
      values.write(tensor, parts);
    }
    if (before != null) {
      json.name(ValueFields.VALUES_BEFORE).beginObject();
      values.write(tensor, before);
      json.endObject();
    }
    json.field("layout", "Layout." + tensor.spec().layout().name())
        .field("storage_type", tensor.mesh() == null ? "StorageType.HOST" : "StorageType.DEVICE")
        .name("memory_config")
        .beginObject();
    memoryConfig(tensor.spec().memoryConfig());
    json.endObject().endObject();
  }

  private void placement(TensorSnapshot tensor) {
    Mesh mesh = tensor.mesh();
    json.beginObject().name("placements").strings(tensor.placements());
    json.name("distribution_shape").beginArray();
    if (mesh == null) {
      json.value(1).endArray();
    } else {
      json.value(mesh.rows()).value(mesh.columns()).endArray();
      meshShape(mesh);
    }
    json.endObject();
  }

  private void torch(TorchSnapshot tensor) {
    tensors++;
    Elements elements = Elements.of(tensor);
    json.beginObject().field("type", "torch.Tensor").name("shape");
    dims(tensor.shape());
    json.field("dtype", elements == null ? tensor.dtype().toString() : elements.type());
    values.write(elements);
    json.endObject();
  }

  private void dims(Shape shape) {
    json.beginArray();
    for (int dim = 0; dim < shape.rank(); dim++) {
      json.value(shape.dim(dim));
    }
    json.endArray();
  }
}
