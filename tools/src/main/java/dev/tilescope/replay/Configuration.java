package dev.tilescope.replay;

import dev.tilescope.args.ValueFields;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What of a call makes it the same test as another: its operation and arguments, without what
 * differs from run to run. This is TT-NN's conversion of a trace file for its master file.
 *
 * @param arguments {@code arg0}, {@code arg1}, ... and those by name
 * @param mesh of the first tensor on one: {@code mesh_device_shape}, {@code device_count}, {@code
 *     device_ids}; empty if there is none
 */
record Configuration(
    String operation, Fields arguments, Fields mesh, @Nullable String sweepSourceHash) {
  private static final Pattern ADDRESS = Pattern.compile(" at 0x[0-9a-fA-F]+");

  /** Handles of a run, not parameters. */
  private static final Set<String> RUNTIME_ARGUMENTS =
      Set.of("multi_device_global_semaphore", "barrier_semaphore");

  /** They say how values were recorded; with values, {@code shape} and {@code dtype} do as well. */
  private static final Set<String> ABOUT_VALUES =
      Set.of(
          ValueFields.VALUES,
          ValueFields.TRUNCATED,
          ValueFields.VALUES_FILE,
          ValueFields.DEVICE_VALUES,
          ValueFields.VALUES_BEFORE);

  private static final Set<String> SHAPE_AND_TYPE = Set.of("shape", "dtype");

  static Configuration of(TracedCall call) {
    Conversion conversion = new Conversion();
    LinkedHashMap<String, Recorded> arguments = new LinkedHashMap<>();
    int position = 0;
    for (Recorded value : call.args()) {
      arguments.put("arg" + position++, conversion.of(value));
    }
    call.kwargs()
        .forEach((name, value) -> {
          if (!RUNTIME_ARGUMENTS.contains(name)) {
            arguments.put(name, conversion.of(value));
          }
        });
    String sweep = call.document().text("sweep_source_hash");
    return new Configuration(
        call.name(),
        (Fields) ShardSpecText.parsedIn(new Fields(arguments)),
        conversion.mesh,
        sweep == null || sweep.isEmpty() ? null : sweep);
  }

  static String withoutAddresses(String text) {
    return ADDRESS.matcher(text).replaceAll("");
  }

  /** Of one call, since its first tensor on a mesh speaks for all. */
  private static final class Conversion {
    private Fields mesh = new Fields(new LinkedHashMap<>());

    Recorded of(Recorded value) {
      return switch (value) {
        case Nothing _, Flag _ -> value;
        case Numeral numeral -> finite(numeral);
        case Text(String text) -> text(text);
        case Sequence(List<Recorded> items) -> Recorded.list(items.stream().map(this::of).toList());
        case Fields fields -> fields(fields);
      };
    }

    private static Recorded finite(Numeral numeral) {
      double value = numeral.isWhole() ? 0 : numeral.asDouble();
      if (Double.isNaN(value)) {
        return Recorded.of("nan");
      }
      return Double.isInfinite(value) ? Recorded.of(value > 0 ? "inf" : "-inf") : numeral;
    }

    /** Strict files say {@code "Infinity"} where Python's say {@code Infinity}. */
    private static Recorded text(String text) {
      return Recorded.of(
          switch (text) {
            case "Infinity" -> "inf";
            case "-Infinity" -> "-inf";
            case "NaN" -> "nan";
            default -> withoutAddresses(text);
          });
    }

    private Recorded fields(Fields fields) {
      LinkedHashMap<String, Recorded> kept = new LinkedHashMap<>();
      boolean tensor = RecordedTensor.of(fields) != null;
      MeshOfTensor spread = MeshOfTensor.of(fields.get("mesh_device"));
      if (spread != null && mesh.values().isEmpty()) {
        mesh = spread.machine();
      }
      for (Map.Entry<String, Recorded> field : fields.values().entrySet()) {
        String name = field.getKey();
        boolean dropped =
            (spread != null && name.equals("mesh_device"))
                || (tensor && ABOUT_VALUES.contains(name))
                || (SHAPE_AND_TYPE.contains(name) && repeatsOriginal(fields, name, tensor));
        if (!dropped) {
          kept.put(name, of(field.getValue()));
        }
      }
      if (spread != null && !spread.placements().isEmpty()) {
        kept.put("tensor_placement", spread.placement());
      }
      return new Fields(kept);
    }

    private static boolean hasValues(Fields tensor) {
      return tensor.get(ValueFields.VALUES) != null || tensor.get(ValueFields.VALUES_FILE) != null;
    }

    private static boolean repeatsOriginal(Fields fields, String name, boolean tensor) {
      Recorded original = fields.get("original_" + name);
      return original != null
          && (original.equals(fields.get(name)) || (tensor && hasValues(fields)));
    }
  }
}
