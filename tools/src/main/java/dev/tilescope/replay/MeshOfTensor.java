package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * How a tensor lies on a mesh, in the two forms of master files.
 *
 * @param placements as recorded
 */
record MeshOfTensor(
    List<Recorded> placements, List<Long> distribution, List<Long> shape, List<Long> deviceIds) {
  /** Of a tensor's {@code mesh_device}; null if that says nothing. */
  static @Nullable MeshOfTensor of(@Nullable Recorded meshDevice) {
    return meshDevice instanceof Fields fields && !fields.values().isEmpty()
        ? new MeshOfTensor(
            fields.items("placements"),
            RecordedTensor.wholeNumbers(fields.items("distribution_shape")),
            RecordedTensor.wholeNumbers(fields.items("shape")),
            RecordedTensor.wholeNumbers(fields.items("device_ids")))
        : null;
  }

  /** {@code tensor_placement}, whose values are texts as Python prints lists. */
  Fields placement() {
    List<Long> mesh = meshShape();
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("placement", Recorded.of(pythonList(placements)));
    fields.put("distribution_shape", Recorded.of(distribution.toString()));
    fields.put("mesh_device_shape", Recorded.of((mesh.isEmpty() ? shape : mesh).toString()));
    return new Fields(fields);
  }

  /** What it tells of the machine. */
  Fields machine() {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    List<Long> mesh = meshShape();
    if (!deviceIds.isEmpty()) {
      fields.put("device_ids", numbers(deviceIds));
    }
    long devices = devices(mesh);
    if (devices > 0) {
      fields.put("device_count", Recorded.of(devices));
    }
    if (!mesh.isEmpty()) {
      fields.put("mesh_device_shape", numbers(mesh));
    }
    return new Fields(fields);
  }

  /** Of two dimensions: as recorded, or what the distribution and the devices suggest. */
  private List<Long> meshShape() {
    if (isGrid(shape)) {
      return shape;
    }
    if (isGrid(distribution)) {
      return distribution;
    }
    if (distribution.size() == 1 && distribution.getFirst() > 0) {
      return List.of(1L, distribution.getFirst());
    }
    long devices = devices(shape);
    return devices > 0 ? List.of(1L, devices) : List.of();
  }

  private long devices(List<Long> mesh) {
    if (!deviceIds.isEmpty()) {
      return deviceIds.size();
    }
    long inMesh = product(mesh);
    return inMesh > 0 ? inMesh : product(distribution);
  }

  private static boolean isGrid(List<Long> dims) {
    return dims.size() == 2 && dims.stream().allMatch(dim -> dim > 0);
  }

  /** Zero for no dimensions. */
  private static long product(List<Long> dims) {
    return dims.isEmpty() ? 0 : dims.stream().reduce(1L, (a, b) -> a * b);
  }

  private static Recorded numbers(List<Long> values) {
    return Recorded.list(values.stream().map(Recorded::of).toList());
  }

  private static String pythonList(List<Recorded> items) {
    return items.stream()
        .map(item -> item instanceof Text(String text) ? pythonText(text) : PythonJson.of(item))
        .collect(Collectors.joining(", ", "[", "]"));
  }

  private static String pythonText(String text) {
    boolean single = text.contains("'") && !text.contains("\"");
    String escaped = text.replace("\\", "\\\\");
    return single ? "\"" + escaped + "\"" : "'" + escaped.replace("'", "\\'") + "'";
  }
}
