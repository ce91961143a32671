package dev.tilescope.report;

import dev.tilescope.internal.io.PackedFiles;
import dev.tilescope.internal.json.JsonException;
import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.model.Report.OperationCall;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reads the calls of a report: its {@code python_io}, inside it or in the sidecar. */
final class CallReader {
  private final TolerantValueReader values;

  /** A model's layers are called alike, from the same lines. */
  private final SharedValues<Map<String, String>> arguments = new SharedValues<>();

  private final SharedValues<List<String>> stacks = new SharedValues<>();

  CallReader(TolerantValueReader values) {
    this.values = values;
  }

  /** The calls in the sidecar of a report; a damaged one gives those before the damage. */
  static List<OperationCall> besides(Path report, DamageLog damage) {
    Path sidecar = ReportFile.sidecarOf(report);
    if (!Files.isRegularFile(sidecar) || sidecar.equals(report)) {
      return List.of();
    }
    try (InputStream bytes = Files.newInputStream(sidecar)) {
      return from(bytes, sidecar, damage);
    } catch (IOException e) {
      damage.add(String.valueOf(sidecar.getFileName()), ReportReader.reasonOf(e));
      return List.of();
    }
  }

  /** The same from the bytes that a sidecar holds. */
  static List<OperationCall> from(InputStream bytes, Path sidecar, DamageLog damage) {
    String name = String.valueOf(sidecar.getFileName());
    List<OperationCall> read = new ArrayList<>();
    DamageLog log = new DamageLog(name);
    try (JsonReader json = JsonReader.of(PackedFiles.plain(bytes, sidecar), name)) {
      new CallReader(new TolerantValueReader(json, log)).into(read);
      json.requireEnd();
    } catch (JsonException e) {
      log.add(e.where(), e.problem() + "; " + read.size() + " calls were read before");
    } catch (IOException | UncheckedIOException e) {
      log.add(ReportReader.reasonOf(e) + "; " + read.size() + " calls were read before");
    }
    log.entries().forEach(damage::add);
    return read;
  }

  List<OperationCall> calls() {
    List<OperationCall> calls = new ArrayList<>();
    into(calls);
    return calls;
  }

  private void into(List<OperationCall> calls) {
    values.array("python_io", () -> calls.add(call()));
  }

  private OperationCall call() {
    Call call = new Call();
    values.object("python_io record", call::take);
    return new OperationCall(
        call.name,
        Collections.unmodifiableMap(arguments.shared(call.arguments, call.arguments.hashCode())),
        call.inputs,
        call.outputs,
        stacks.shared(call.frames, call.frames.hashCode()));
  }

  private final class Call {
    String name = "";
    final Map<String, String> arguments = new LinkedHashMap<>();
    List<Long> inputs = List.of();
    List<Long> outputs = List.of();
    List<String> frames = List.of();

    void take(String key) {
      switch (key) {
        case "name" -> name = values.text(key, "");
        case "arguments" ->
            values.object(key, argument -> arguments.put(argument, values.text(argument, "None")));
        case "input_tensor_ids" -> inputs = values.longs(key);
        case "output_tensor_ids" -> outputs = values.longs(key);
        case "python_stack_trace" -> frames = values.texts(key);
        default -> values.skip();
      }
    }
  }
}
