package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A tensor of a trace, ready to be made again: what the file says of it, without a device.
 *
 * @param distribution over a mesh
 * @param meshDevices of the mesh it was on, or that it has parts for
 * @param statesLayout whether the file says the layout, which older ones do not
 * @param statesMemory whether the file says where it was, which older ones do not
 * @param parts the values of the file, one set for each device or one for all; null if it has none,
 *     or not all
 * @param after what the call made of it; null if it did not change it, or the file does not say
 * @param absentFile the file that should have them; null if none is named
 * @param seeded where those come from that the file lacks
 */
record TensorPlan(
    TensorSpec spec,
    boolean isOnDevice,
    Distribution distribution,
    int meshDevices,
    boolean statesLayout,
    boolean statesMemory,
    @Nullable List<Values> parts,
    @Nullable TensorPlan after,
    @Nullable String absentFile,
    @Nullable SeededValues seeded) {

  static boolean isTensor(Recorded value) {
    return value instanceof Fields fields && "ttnn.Tensor".equals(fields.text("type"));
  }

  /**
   * As it was before the call, if the file has that, else as it was afterwards.
   *
   * @param argument for messages
   */
  static TensorPlan of(String argument, Recorded value) {
    if (!(value instanceof Fields fields) || !isTensor(value)) {
      throw new TilescopeException(argument + ": a tensor is expected, the file has " + value);
    }
    TensorPlan after = of(argument, fields, fields, null);
    return fields.get(ValueFields.VALUES_BEFORE) instanceof Fields before
        ? of(argument, fields, before, after)
        : after;
  }

  /**
   * @param holder the object that has the values
   */
  private static TensorPlan of(
      String argument, Fields fields, Fields holder, @Nullable TensorPlan after) {
    Shape shape = shape(argument, fields);
    DataType dtype = dtype(argument, fields);
    Layout layout = layout(fields, dtype);
    MemoryConfig memory = memory(fields.get("memory_config"));
    String storage = fields.text("storage_type");
    Distribution distribution = distribution(fields);
    DeviceValues held = new DeviceValues(argument, holder, shape, dtype);
    int meshDevices = Math.max(meshDevices(fields), held.devices());
    requireParts(held, distribution, meshDevices);
    return new TensorPlan(
        new TensorSpec(shape, dtype, layout, memory == null ? MemoryConfig.DRAM : memory),
        storage == null || storage.contains("DEVICE"),
        distribution,
        meshDevices,
        fields.text("layout") != null,
        memory != null,
        held.parts(),
        after,
        held.absentFile(),
        null);
  }

  private static void requireParts(DeviceValues held, Distribution distribution, int meshDevices) {
    if (held.devices() > 1 && held.devices() < meshDevices) {
      throw new TilescopeException(
          "%s: it lies over %d devices, the file has the values of %d"
              .formatted(held.argument(), meshDevices, held.devices()));
    }
    if (held.devices() > 1 && distribution.isReplicated()) {
      throw new TilescopeException(
          "%s: the placements say that all devices have the same values, the file has those of %d"
              .formatted(held.argument(), held.devices()));
    }
  }

  /** The logical shape; in the files with values that of the array is the same. */
  private static Shape shape(String argument, Fields fields) {
    Recorded shape = fields.get("original_shape");
    return shape(argument, shape == null ? fields.get("shape") : shape);
  }

  static Shape shape(String argument, @Nullable Recorded value) {
    return switch (value) {
      case Sequence(List<Recorded> items) ->
          Shape.of(items.stream().mapToInt(item -> dimension(argument, item)).toArray());
      case Text(String text) -> Shape.of(ConfigText.integers(text));
      case Fields fields when fields.text("value") instanceof String text ->
          Shape.of(ConfigText.integers(text));
      case Fields fields when fields.text("repr") instanceof String text ->
          Shape.of(ConfigText.integers(text));
      case null -> throw noShape(argument, value);
      case Nothing _, Flag _, Numeral _, Fields _ -> throw noShape(argument, value);
    };
  }

  private static TilescopeException noShape(String argument, @Nullable Recorded value) {
    return new TilescopeException(argument + ": a shape is expected, the file has " + value);
  }

  private static int dimension(String argument, Recorded item) {
    if (item instanceof Numeral numeral && numeral.isWhole() && numeral.text().length() < 11) {
      long size = Long.parseLong(numeral.text());
      if (size == (int) size) {
        return (int) size;
      }
    }
    throw new TilescopeException(
        argument + ": dimensions are integers below 2^31, the file has " + item);
  }

  /** In files with values {@code dtype} is that of the array: float32 for a bfloat16. */
  private static DataType dtype(String argument, Fields fields) {
    String original = fields.text("original_dtype");
    String name = original == null ? fields.text("dtype") : original;
    if (name == null) {
      throw new TilescopeException(argument + ": the file does not say the tensor's dtype");
    }
    return ConfigText.constant(DataType.class, name);
  }

  private static Layout layout(Fields fields, DataType dtype) {
    String layout = fields.text("layout");
    if (layout != null) {
      return ConfigText.constant(Layout.class, layout);
    }
    return dtype.isBlockFloat() ? Layout.TILE : Layout.ROW_MAJOR;
  }

  /** Null if there is none. */
  static @Nullable MemoryConfig memory(@Nullable Recorded value) {
    return switch (value) {
      case null -> null;
      case Nothing() -> null;
      case Text(String text) -> text.equals("None") ? null : ConfigText.memory(text);
      case Fields fields -> memoryOfFields(fields);
      case Flag _, Numeral _, Sequence _ ->
          throw new TilescopeException(
              "memory_config: an object or MemoryConfig(...) is expected, the file has " + value);
    };
  }

  private static MemoryConfig memoryOfFields(Fields fields) {
    for (String form : List.of("repr", "value")) {
      String text = fields.text(form);
      if (text != null) {
        return ConfigText.memory(text);
      }
    }
    return ConfigText.memory(
        "%s %s %s %s"
            .formatted(
                fields.text("memory_layout"),
                fields.text("buffer_type"),
                fields.text("shard_spec"),
                fields.text("nd_shard_spec")));
  }

  private static Distribution distribution(Fields fields) {
    List<Placement> placements = new ArrayList<>();
    if (fields.get("mesh_device") instanceof Fields mesh) {
      for (Recorded item : mesh.items("placements")) {
        boolean shards = item instanceof Text(String text) && text.startsWith("PlacementShard");
        placements.add(shards ? shard((Text) item) : new Placement.Replicate());
      }
    }
    Distribution all = new Distribution(placements);
    return all.isReplicated() ? Distribution.REPLICATED : all;
  }

  private static Placement shard(Text placement) {
    int[] dims = ConfigText.integers(placement.value());
    if (dims.length != 1) {
      throw new TilescopeException(
          "placements: PlacementShard(DIMENSION) is expected, as PlacementShard(3), the file has "
              + placement.value());
    }
    return new Placement.Shard(dims[0]);
  }

  private static int meshDevices(Fields fields) {
    return fields.get("mesh_device") instanceof Fields mesh
        ? Math.max(1, mesh.items("device_ids").size())
        : 1;
  }

  TensorPlan withSeed(SeededValues seed) {
    return new TensorPlan(
        spec,
        isOnDevice,
        distribution,
        meshDevices,
        statesLayout,
        statesMemory,
        null,
        after,
        absentFile,
        seed);
  }

  /** Whether the file has the values of the first device alone, though others have others. */
  boolean lacksDevices() {
    return !distribution.isReplicated()
        && (parts == null ? meshDevices > 1 : parts.size() < meshDevices);
  }

  /** Those of the file, or in their place those of the seed; one for each device, or for all. */
  List<Values> chosenParts() {
    if (parts != null) {
      return parts;
    }
    if (seeded == null) {
      throw new IllegalStateException("a seed is chosen before a tensor is made");
    }
    return List.of(seeded.of(spec.shape(), spec.dtype()));
  }

  /** The tensor itself; one of a mesh whose parts are not known has the same on every device. */
  Tensor make(MeshDevice device) {
    requireMesh(device);
    List<Tensor> hosts = chosenParts().stream().map(this::onHost).toList();
    Tensor host = hosts.getFirst();
    if (!distribution.isReplicated()) {
      List<Values> held = hosts.stream().map(Tensor::values).toList();
      int devices = device.chips().size();
      host =
          Tensor.onHost(
              host.spec(),
              distribution,
              held.size() == 1 ? Collections.nCopies(devices, held.getFirst()) : held);
    }
    return isOnDevice ? Ttnn.toDevice(host, device, spec.memoryConfig()) : host;
  }

  /** The first part alone, on the host. */
  Tensor onHost() {
    return onHost(chosenParts().getFirst());
  }

  private Tensor onHost(Values part) {
    return part instanceof Values.Floats(float[] floats)
        ? Ttnn.fromArray(floats, spec.shape(), spec.dtype(), spec.layout())
        : Ttnn.fromArray(part.integers(), spec.shape(), spec.dtype(), spec.layout());
  }

  private void requireMesh(MeshDevice device) {
    boolean isSpread = !distribution.isReplicated();
    if (isSpread && meshDevices != device.chips().size()) {
      throw new TilescopeException(
          "device: the tensor lies over %d devices, %s has %d; choose a board with as many"
              .formatted(meshDevices, device.board().name(), device.chips().size()));
    }
  }
}
