package dev.tilescope.args;

import dev.tilescope.args.CallRecord.TensorSnapshot;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes the values of tensors: fields of the object that is open.
 *
 * <pre>
 * values          those of the first device, as nested lists
 * truncated       {written, total} if the lists are cut short
 * values_file     in place of both, the .npy file that holds them
 * device_values   of a tensor on a mesh of several devices: "replicated" if all of them have these
 *                 values, else an object for each device after the first, in the order of the mesh,
 *                 row by row: {device, values, ...} with the fields above, or {device, same_as} if
 *                 a device before it has the same values
 * </pre>
 */
final class ValuesJson {
  private final JsonWriter json;
  private final TraceOptions options;
  private final CallJson.SideFiles sideFiles;

  ValuesJson(JsonWriter json, TraceOptions options, CallJson.SideFiles sideFiles) {
    this.json = json;
    this.options = options;
    this.sideFiles = sideFiles;
  }

  /**
   * @param parts one for each device, or one for all
   */
  void write(TensorSnapshot tensor, List<Values> parts) {
    write(Elements.of(tensor, parts.getFirst()));
    boolean isOnMesh = tensor.mesh() != null && tensor.mesh().deviceIds().size() > 1;
    if (parts.size() > 1) {
      devices(tensor, parts);
    } else if (isOnMesh) {
      json.field(ValueFields.DEVICE_VALUES, ValueFields.REPLICATED);
    }
  }

  private void devices(TensorSnapshot tensor, List<Values> parts) {
    json.name(ValueFields.DEVICE_VALUES).beginArray();
    for (int device = 1; device < parts.size(); device++) {
      json.beginObject().field(ValueFields.DEVICE, device);
      int same = firstLike(parts, device);
      if (same < device) {
        json.field(ValueFields.SAME_AS, same);
      } else {
        write(Elements.of(tensor, parts.get(device)));
      }
      json.endObject();
    }
    json.endArray();
  }

  private static int firstLike(List<Values> parts, int device) {
    int first = 0;
    while (!isSame(parts.get(first), parts.get(device))) {
      first++;
    }
    return first;
  }

  private static boolean isSame(Values a, Values b) {
    return switch (a) {
      case Values.Floats(float[] floats) -> Arrays.equals(floats, b.floats());
      case Values.Integers(int[] integers) -> Arrays.equals(integers, b.integers());
    };
  }

  void write(@Nullable Elements elements) {
    if (elements == null) {
      return;
    }
    long count = elements.shape().volume();
    if (count > options.npyAbove()) {
      json.field(ValueFields.VALUES_FILE, sideFiles.write(elements));
      return;
    }
    long written = Math.min(count, options.maxValues());
    json.name(ValueFields.VALUES).rawValue(target -> ElementsJson.write(elements, written, target));
    if (written < count) {
      json.name(ValueFields.TRUNCATED).beginObject();
      json.field("written", written).field("total", count).endObject();
    }
  }
}
