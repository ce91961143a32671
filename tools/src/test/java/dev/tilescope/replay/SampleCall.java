package dev.tilescope.replay;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.OperationCall;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.io.IOException;
import java.lang.reflect.RecordComponent;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Makes a call and writes the file that a tracer would write of it, by the rules of the format
 * alone: the tests of reading do not depend on the writer.
 *
 * @param arguments by TT-NN's names
 */
record SampleCall(String operation, Map<String, @Nullable Object> arguments) {
  static SampleCall of(String operation, @Nullable Object... namesAndValues) {
    Map<String, @Nullable Object> arguments = new LinkedHashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      arguments.put((String) namesAndValues[i], namesAndValues[i + 1]);
    }
    return new SampleCall(operation, arguments);
  }

  /** Arguments are written before the call, so that an operation in place can be told. */
  TracedCall traced(long number, boolean withValues) {
    LinkedHashMap<String, Recorded> document = new LinkedHashMap<>();
    document.put("operation_id", Recorded.of(number));
    document.put("operation_name", new Text(operation));
    document.put("args", new Sequence(List.of()));
    LinkedHashMap<String, Recorded> kwargs = new LinkedHashMap<>();
    arguments.forEach((name, value) -> kwargs.put(name, recorded(value, withValues)));
    document.put("kwargs", new Fields(kwargs));
    try {
      OperationCall call = OperationCall.of(operation);
      for (var argument : arguments.entrySet()) {
        call = call.withArgument(argument.getKey(), argument.getValue());
      }
      document.put("return_value", recorded(call.run(), withValues));
    } catch (RuntimeException e) {
      document.put(
          "exception",
          fields("type", e.getClass().getSimpleName(), "message", String.valueOf(e.getMessage())));
    }
    return new TracedCall(number + ".json", new Fields(document));
  }

  Path write(Path folder, long number, boolean withValues) throws IOException {
    return write(folder, traced(number, withValues));
  }

  static Path write(Path folder, TracedCall call) throws IOException {
    Path file =
        folder.resolve(
            "%d_%s_20260116_100125_580236.json"
                .formatted(call.number(), call.name().replace('.', '_')));
    try (JsonWriter writer = JsonWriter.pretty(Files.newOutputStream(file))) {
      RecordedJson.write(call.document(), writer);
    }
    return file;
  }

  static Fields fields(String... namesAndTexts) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    for (int i = 0; i < namesAndTexts.length; i += 2) {
      fields.put(namesAndTexts[i], new Text(namesAndTexts[i + 1]));
    }
    return new Fields(fields);
  }

  static Recorded recorded(@Nullable Object value, boolean withValues) {
    return switch (value) {
      case null -> Recorded.NOTHING;
      case Tensor tensor -> tensor(tensor, withValues);
      case MeshDevice device -> fields("type", "MeshDevice", "repr", device.toString());
      case Boolean flag -> new Flag(flag);
      case Number number -> new Numeral(number.toString());
      case String text -> new Text(text);
      case Enum<?> constant -> {
        String type = constant.getDeclaringClass().getSimpleName();
        yield fields("type", type, "repr", constant.toString().replace("::", "."));
      }
      case Shape shape -> integers(shape.toArray());
      case int[] numbers -> integers(numbers);
      case int[][] rows -> Recorded.list(Arrays.stream(rows).map(SampleCall::integers).toList());
      case List<?> items ->
          Recorded.list(items.stream().map(item -> recorded(item, withValues)).toList());
      case Record record -> record(record);
      default -> throw new AssertionError("no sample has a " + value.getClass());
    };
  }

  private static Recorded integers(int[] numbers) {
    return Recorded.list(Arrays.stream(numbers).mapToObj(Recorded::of).toList());
  }

  private static Recorded record(Record record) {
    LinkedHashMap<String, Recorded> parts = new LinkedHashMap<>();
    for (RecordComponent component : record.getClass().getRecordComponents()) {
      try {
        parts.put(component.getName(), recorded(component.getAccessor().invoke(record), false));
      } catch (ReflectiveOperationException e) {
        throw new AssertionError(e);
      }
    }
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("type", new Text(record.getClass().getSimpleName()));
    fields.put("repr", new Text(record.toString()));
    fields.put("fields", new Fields(parts));
    return new Fields(fields);
  }

  private static Recorded tensor(Tensor tensor, boolean withValues) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    Recorded shape = integers(tensor.shape().toArray());
    fields.put("type", new Text("ttnn.Tensor"));
    fields.put("original_shape", shape);
    fields.put("original_dtype", new Text("DataType." + tensor.dtype().name()));
    fields.put("shape", shape);
    fields.put("dtype", new Text("float32"));
    if (withValues) {
      fields.put("values", nested(tensor, 0, new int[1]));
    }
    fields.put("layout", new Text("Layout." + tensor.layout().name()));
    fields.put(
        "storage_type", new Text("StorageType." + (tensor.isOnDevice() ? "DEVICE" : "HOST")));
    fields.put("memory_config", new Text(tensor.memoryConfig().toString()));
    return new Fields(fields);
  }

  private static Recorded nested(Tensor tensor, int axis, int[] next) {
    if (axis == tensor.shape().rank()) {
      return number(tensor.values(), next[0]++);
    }
    List<Recorded> items = new ArrayList<>();
    for (int i = 0; i < tensor.shape().dim(axis); i++) {
      items.add(nested(tensor, axis + 1, next));
    }
    return new Sequence(items);
  }

  private static Recorded number(Values values, int index) {
    return switch (values) {
      case Values.Floats(float[] array) when !Float.isFinite(array[index]) ->
          new Text(Float.toString(array[index]));
      case Values.Floats(float[] array) -> new Numeral(Double.toString(array[index]));
      case Values.Integers(int[] array) -> new Numeral(Integer.toString(array[index]));
    };
  }
}
