package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Sequence;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The run that traced calls come from, as executions of a master file name it.
 *
 * @param source the test or program, e.g. {@code models/demos/bert/demo.py [HF_MODEL:name]}
 * @param machineInfo {@code board_type}, {@code device_series}, {@code card_count} and what else is
 *     known
 * @param traceUid text, or nothing
 * @param pytestArgs as recorded, or nothing
 */
public record TraceRun(String source, Fields machineInfo, Recorded traceUid, Recorded pytestArgs) {
  private static final String SIDECAR = "_trace_metadata.json";

  /**
   * The run of a folder, as its {@code _trace_metadata.json} tells, or else named like the folder.
   *
   * @param source instead of what the folder tells; null for that
   * @param machine added to what the folder tells, each field instead of its own
   */
  public static TraceRun of(
      Path folder, @Nullable String source, Map<String, Recorded> machine, TraceDamage damage) {
    Fields sidecar = sidecar(folder.resolve(SIDECAR), damage);
    LinkedHashMap<String, Recorded> info = new LinkedHashMap<>();
    info.putAll(machineOf(sidecar.get("machine_info")).values());
    info.putAll(machineOf(sidecar.get("software_versions")).values());
    info.putAll(machine);
    return new TraceRun(
        source == null ? source(sidecar, folder) : source,
        new Fields(info),
        orNothing(sidecar.get("trace_uid")),
        orNothing(sidecar.get("pytest_args")));
  }

  private static Fields sidecar(Path file, TraceDamage damage) {
    try {
      return Files.exists(file) ? machineOf(TraceFile.open(file, RecordedJson::read)) : empty();
    } catch (TilescopeException e) {
      damage.add(String.valueOf(e.getMessage()));
      return empty();
    }
  }

  private static String source(Fields sidecar, Path folder) {
    String source = sidecar.text("test_source");
    StringBuilder text =
        new StringBuilder(
            source == null
                ? String.valueOf(folder.toAbsolutePath().normalize().getFileName())
                : source);
    for (String model : List.of("HF_MODEL", "LLAMA_DIR")) {
      String name = sidecar.text(model);
      text.append(name == null ? "" : " [" + model + ":" + name + "]");
    }
    return text.toString();
  }

  /** One machine, also of a list of them. */
  private static Fields machineOf(@Nullable Recorded value) {
    Recorded one =
        value instanceof Sequence(List<Recorded> all) && !all.isEmpty() ? all.getFirst() : value;
    return one instanceof Fields fields ? fields : empty();
  }

  private static Fields empty() {
    return new Fields(new LinkedHashMap<>());
  }

  private static Recorded orNothing(@Nullable Recorded value) {
    return value == null ? new Nothing() : value;
  }
}
