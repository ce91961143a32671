package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The hash by which TT-NN's tools know a configuration, bit for bit. */
final class ConfigurationHash {
  private static final Pattern SHAPE = Pattern.compile("Shape\\(\\[([0-9,\\s]+)\\]\\)");
  private static final Pattern INTEGER_LIST =
      Pattern.compile("\\[\\s*-?\\d+(\\s*,\\s*-?\\d+)*\\s*\\]");
  private static final Pattern SHARD = Pattern.compile("PlacementShard\\((\\d+)\\)");

  private ConfigurationHash() {}

  /** SHA-256 of operation, arguments, hardware and mesh as sorted JSON. */
  static String of(String operation, Recorded arguments, Recorded machineInfo) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("operation", Recorded.of(operation));
    fields.put("arguments", normalised(arguments));
    fields.put("hardware", hardware(machineInfo));
    fields.put("mesh", mesh(machineInfo));
    return sha256(PythonJson.of(new Fields(fields)));
  }

  /** What of a machine makes a configuration another one. */
  static String identity(Recorded machineInfo) {
    return PythonJson.of(Recorded.list(List.of(hardware(machineInfo), mesh(machineInfo))));
  }

  static String sha256(String text) {
    return HexFormat.of()
        .formatHex(TensorValues.sha256().digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static Recorded normalised(Recorded value) {
    return switch (value) {
      case Nothing _, Flag _, Numeral _ -> value;
      case Text(String text) -> new Text(Configuration.withoutAddresses(text));
      case Sequence(List<Recorded> items) ->
          Recorded.list(items.stream().map(ConfigurationHash::normalised).toList());
      case Fields fields -> normalisedFields(fields);
    };
  }

  private static Fields normalisedFields(Fields fields) {
    LinkedHashMap<String, Recorded> kept = new LinkedHashMap<>();
    fields
        .values()
        .forEach((name, value) -> {
          boolean nothing = value instanceof Nothing;
          if (name.equals("shard_spec") && nothing) {
            kept.put(name, Recorded.of("None"));
          } else if (!(name.equals("hash") && isInteger(value))
              && !(name.equals("allowed_worker_cores") && nothing)) {
            Recorded dims = shape(value);
            kept.put(name, dims == null ? normalised(value) : dims);
          }
        });
    return new Fields(kept);
  }

  /** To Python a boolean is an integer as well. */
  private static boolean isInteger(Recorded value) {
    return value instanceof Flag || (value instanceof Numeral numeral && numeral.isWhole());
  }

  private static @Nullable Recorded shape(Recorded value) {
    boolean typed = value instanceof Fields fields && "Shape".equals(fields.text("type"));
    String printed = typed ? ((Fields) value).text("value") : null;
    Matcher dims = SHAPE.matcher(printed == null ? "" : printed);
    return dims.matches() ? integers(dims.group(1)) : null;
  }

  private static Recorded integers(String list) {
    return Recorded.list(Arrays.stream(list.split(",")).map(n -> new Numeral(n.strip())).toList());
  }

  private static Recorded hardware(Recorded machineInfo) {
    Fields machine = fieldsOf(machineInfo);
    Recorded board = machine.get("board_type");
    if (!isSaid(board)) {
      return Recorded.NOTHING;
    }
    Recorded series = or(machine.get("device_series"), Recorded.NOTHING);
    if (series instanceof Sequence(List<Recorded> all)) {
      series = all.isEmpty() ? Recorded.NOTHING : all.getFirst();
    }
    return Recorded.list(
        List.of(
            or(board, Recorded.NOTHING), series, or(machine.get("card_count"), Recorded.of(1))));
  }

  private static Recorded mesh(Recorded machineInfo) {
    Fields machine = fieldsOf(machineInfo);
    Recorded legacy = legacyMesh(machine.items("tensor_placements"));
    if (legacy != null) {
      return legacy;
    }
    Recorded shape = meshShape(machine.get("mesh_device_shape"));
    if (shape != null) {
      return mesh(shape, Recorded.NOTHING, Recorded.NOTHING);
    }
    List<Long> count =
        RecordedTensor.wholeNumbers(List.of(or(machine.get("device_count"), Recorded.NOTHING)));
    if (count.isEmpty() || count.getFirst() <= 0) {
      return Recorded.NOTHING;
    }
    LinkedHashMap<String, Recorded> fields =
        new LinkedHashMap<>(mesh(Recorded.NOTHING, Recorded.NOTHING, Recorded.NOTHING).values());
    fields.put("device_count", Recorded.of(count.getFirst()));
    return new Fields(fields);
  }

  /**
   * Older master files have the placements of all tensors in one list, of which the first counts.
   */
  private static @Nullable Recorded legacyMesh(List<Recorded> placements) {
    Fields first = fieldsOf(placements.isEmpty() ? Recorded.NOTHING : placements.getFirst());
    Recorded shape = meshShape(first.get("mesh_device_shape"));
    if (shape == null) {
      return null;
    }
    String placement = first.text("placement");
    Matcher shard = SHARD.matcher(placement == null ? "" : placement);
    return shard.find()
        ? mesh(shape, Recorded.of("shard"), new Numeral(shard.group(1)))
        : mesh(shape, Recorded.of("replicate"), Recorded.NOTHING);
  }

  private static Fields mesh(Recorded shape, Recorded placement, Recorded shardDim) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("mesh_shape", shape);
    fields.put("placement_type", placement);
    fields.put("shard_dim", shardDim);
    return new Fields(fields);
  }

  /** A list of integers, or the text of one; null for none. */
  private static @Nullable Recorded meshShape(@Nullable Recorded value) {
    if (value instanceof Text(String text) && INTEGER_LIST.matcher(text).matches()) {
      return integers(text.substring(1, text.length() - 1));
    }
    return value instanceof Sequence(List<Recorded> dims) && !dims.isEmpty() ? value : null;
  }

  private static Fields fieldsOf(Recorded value) {
    return value instanceof Fields fields ? fields : new Fields(new LinkedHashMap<>());
  }

  /** As Python asks: neither missing nor null nor empty. */
  private static boolean isSaid(@Nullable Recorded value) {
    return value != null && !(value instanceof Nothing) && !value.equals(Recorded.of(""));
  }

  private static Recorded or(@Nullable Recorded value, Recorded otherwise) {
    return value == null ? otherwise : value;
  }
}
