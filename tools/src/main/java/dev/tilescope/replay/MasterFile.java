package dev.tilescope.replay;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Text;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * The master file of TT-NN's model tracing: every configuration that operations were called with,
 * once, and which runs called it how often.
 *
 * <pre>
 * {"operations": {NAME: {"configurations": [
 *    {"config_id", "config_hash", "arguments", "executions": [
 *        {"source", "machine_info", "count", "trace_uid", "pytest_args"}], ["sweep_source_hash"]}]}},
 *  "metadata": {"models", "unique_operations", "total_configurations", "operations_summary",
 *               "last_updated"}}
 * </pre>
 *
 * <p>Configurations are the same if operation, arguments, hardware and mesh are; executions are if
 * source, machine and trace are, and then the larger count is kept: indexing a folder twice changes
 * nothing. Fields that are not named here are kept. One thread.
 */
public final class MasterFile {
  private static final DateTimeFormatter TIME = DateTimeFormatter.ofPattern("yyyy-MM-dd HH:mm:ss");

  /** TT-NN's tools know this operation by the name of what wraps it. */
  private static final String WRAPPED = "ttnn.avg_pool2d";

  private static final String WRAPPER = "ttnn.global_avg_pool2d";

  /** Where a configuration is. */
  private record Place(String operation, int index) {}

  private final Fields document;
  private final TreeMap<String, List<Recorded>> configurations =
      new TreeMap<>(PythonJson::compareCodePoints);
  private final Map<String, Place> places = new HashMap<>();
  private final List<Recorded> models = new ArrayList<>();
  private long lastId;

  private MasterFile(Fields document) {
    this.document = document;
    models.addAll(fields(document, "metadata").items("models"));
    fields(document, "operations")
        .values()
        .forEach((name, operation) -> configurations.put(name, load(name, operation)));
  }

  public static MasterFile empty() {
    return new MasterFile(new Fields(new LinkedHashMap<>()));
  }

  /** The file if it exists. A damaged one is an error, since writing would lose what it holds. */
  public static MasterFile readOrEmpty(Path file) {
    if (!Files.exists(file)) {
      return empty();
    }
    return TraceFile.open(
        file,
        reader -> {
          TraceFile.requireObject(reader);
          Fields document = (Fields) RecordedJson.read(reader);
          reader.requireEnd();
          if (!(document.get("operations") instanceof Fields)) {
            throw new TilescopeException(
                file
                    + ":1:1: expected a master file, found an object without operations; name"
                    + " another file to write to");
          }
          return new MasterFile(document);
        });
  }

  private List<Recorded> load(String name, Recorded operation) {
    List<Recorded> loaded = new ArrayList<>();
    List<Recorded> all =
        operation instanceof Fields fields ? fields.items("configurations") : List.of();
    for (Recorded configuration : all) {
      Recorded parsed = ShardSpecText.parsedIn(configuration);
      if (parsed instanceof Fields fields) {
        register(fields, new Place(name, loaded.size()));
      }
      loaded.add(parsed);
    }
    return loaded;
  }

  private void register(Fields configuration, Place place) {
    lastId = Math.max(lastId, wholeNumber(configuration.get("config_id")));
    Recorded machine = new Nothing();
    for (Recorded execution : configuration.items("executions")) {
      if (execution instanceof Fields fields && fields.get("machine_info") instanceof Fields info) {
        machine = info;
        break;
      }
    }
    Recorded arguments = configuration.get("arguments");
    if (arguments != null) {
      places.putIfAbsent(key(place.operation, machine, arguments, null), place);
    }
    String sweep = configuration.text("sweep_source_hash");
    if (sweep != null) {
      places.putIfAbsent(key(place.operation, machine, Recorded.NOTHING, sweep), place);
    }
  }

  /** Equal for calls of one configuration; those of a sweep say themselves which they are. */
  private static String key(
      String operation, Recorded machine, Recorded arguments, @Nullable String sweep) {
    return operation
        + '\n'
        + ConfigurationHash.identity(machine)
        + '\n'
        + (sweep == null ? ConfigurationHash.sha256(PythonJson.of(arguments)) : "sweep " + sweep);
  }

  /** Notes calls of a run; true if their configuration is new. */
  boolean add(Configuration called, long count, TraceRun run) {
    String operation =
        called.operation().equals(WRAPPED) && configurations.containsKey(WRAPPER)
            ? WRAPPER
            : called.operation();
    Fields machine = machineOf(called, run);
    Fields execution = execution(machine, count, run);
    String sweep = called.sweepSourceHash();
    Place place = places.get(key(operation, machine, called.arguments(), sweep));
    if (place != null) {
      List<Recorded> all = configurations.getOrDefault(place.operation, new ArrayList<>());
      all.set(place.index, Executions.added((Fields) all.get(place.index), execution));
      return false;
    }
    List<Recorded> all = configurations.computeIfAbsent(operation, _ -> new ArrayList<>());
    Fields added = configuration(operation, called, machine, execution);
    all.add(added);
    register(added, new Place(operation, all.size() - 1));
    return true;
  }

  /** A run is named once, however many calls it has. */
  void addModel(String source) {
    if (!models.contains(new Text(source))) {
      models.add(new Text(source));
    }
  }

  static Fields machineOf(Configuration called, TraceRun run) {
    LinkedHashMap<String, Recorded> machine = new LinkedHashMap<>(run.machineInfo().values());
    machine.putAll(called.mesh().values());
    return new Fields(machine);
  }

  private static Fields execution(Fields machine, long count, TraceRun run) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("source", Recorded.of(run.source()));
    fields.put("machine_info", machine);
    fields.put("count", Recorded.of(count));
    fields.put("trace_uid", run.traceUid());
    fields.put("pytest_args", run.pytestArgs());
    return new Fields(fields);
  }

  private Fields configuration(
      String operation, Configuration called, Fields machine, Fields execution) {
    LinkedHashMap<String, Recorded> fields = new LinkedHashMap<>();
    fields.put("config_id", Recorded.of(lastId + 1));
    fields.put(
        "config_hash", Recorded.of(ConfigurationHash.of(operation, called.arguments(), machine)));
    fields.put("arguments", called.arguments());
    fields.put("executions", Recorded.list(List.of(execution)));
    if (called.sweepSourceHash() != null) {
      fields.put("sweep_source_hash", Recorded.of(called.sweepSourceHash()));
    }
    return new Fields(fields);
  }

  public int operations() {
    return configurations.size();
  }

  public int configurations() {
    return configurations.values().stream().mapToInt(List::size).sum();
  }

  /** Writes the file as Python's {@code json.dump(indent=2, sort_keys=True)} does, whole. */
  public void write(Path file, LocalDateTime now) {
    byte[] text = PythonJson.indented(document(now)).getBytes(StandardCharsets.UTF_8);
    try {
      AtomicFiles.write(file, out -> write(text, out));
    } catch (IOException e) {
      throw new TilescopeException(
          file
              + ": cannot be written: "
              + FileTrouble.writing(e)
              + "; name a file in a folder you may write to",
          e);
    }
  }

  private static void write(byte[] text, OutputStream out) {
    try {
      out.write(text);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private Fields document(LocalDateTime now) {
    Fields before = fields(document, "operations");
    LinkedHashMap<String, Recorded> operations = new LinkedHashMap<>();
    LinkedHashMap<String, Recorded> summary = new LinkedHashMap<>();
    configurations.forEach((name, all) -> {
      operations.put(name, with(fields(before, name), "configurations", Recorded.list(all)));
      summary.put(name, Recorded.of(all.size()));
    });
    Fields metadata = with(fields(document, "metadata"), "models", Recorded.list(models));
    metadata = with(metadata, "unique_operations", Recorded.of(operations()));
    metadata = with(metadata, "total_configurations", Recorded.of(configurations()));
    metadata = with(metadata, "operations_summary", new Fields(summary));
    metadata = with(metadata, "last_updated", Recorded.of(TIME.format(now)));
    return with(with(document, "operations", new Fields(operations)), "metadata", metadata);
  }

  static Fields with(Fields fields, String name, Recorded value) {
    LinkedHashMap<String, Recorded> changed = new LinkedHashMap<>(fields.values());
    changed.put(name, value);
    return new Fields(changed);
  }

  private static Fields fields(Fields parent, String name) {
    return parent.get(name) instanceof Fields child ? child : new Fields(new LinkedHashMap<>());
  }

  static long wholeNumber(@Nullable Recorded value) {
    List<Long> number =
        value instanceof Numeral ? RecordedTensor.wholeNumbers(List.of(value)) : List.of();
    return number.isEmpty() ? 0 : number.getFirst();
  }
}
