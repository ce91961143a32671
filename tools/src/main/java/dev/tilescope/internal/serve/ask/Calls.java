package dev.tilescope.internal.serve.ask;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.serve.data.Words;
import dev.tilescope.internal.serve.http.Answer;
import dev.tilescope.internal.serve.http.Request;
import dev.tilescope.replay.Recorded;
import dev.tilescope.replay.RecordedTensor;
import dev.tilescope.replay.RecordedText;
import dev.tilescope.replay.TraceDamage;
import dev.tilescope.replay.TraceFile;
import dev.tilescope.replay.TraceFolder;
import dev.tilescope.replay.TraceFolder.Entry;
import dev.tilescope.replay.TracedCall;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Traced calls of operations: a list by the names of files, of which only those in sight are read,
 * and one call with its arguments.
 */
final class Calls {
  private static final int ROWS = 100;
  private static final int LINE_CHARS = 600;
  private static final int VALUE_CHARS = 20_000;

  /** A folder may be written to while it is looked at. */
  private record Listed(long modifiedMillis, TraceFolder folder) {}

  private final Map<Path, Listed> listed = new LinkedHashMap<>();

  private synchronized TraceFolder open(Path path) {
    long modified = path.toFile().lastModified();
    Listed known = listed.get(path);
    if (known == null || known.modifiedMillis != modified) {
      known = new Listed(modified, TraceFolder.open(path));
      listed.put(path, known);
    }
    return known.folder;
  }

  /** {@code calls?from&count&filter}. */
  Answer list(Path path, Request request) {
    String filter = request.text("filter", "").toLowerCase(Locale.ROOT).replace('.', '_');
    TraceFolder folder = open(path);
    List<Entry> wanted =
        folder.entries().stream()
            .filter(e -> e.operation().toLowerCase(Locale.ROOT).contains(filter))
            .toList();
    int from = Math.min(request.from(), wanted.size());
    int to = Math.min(wanted.size(), from + request.count(ROWS));
    return Answer.object(json -> {
      json.field("all", wanted.size());
      json.objects("rows", wanted.subList(from, to), entry -> row(json, folder, entry));
    });
  }

  private static void row(JsonWriter json, TraceFolder folder, Entry entry) {
    json.field("number", entry.number());
    TraceDamage damage = new TraceDamage();
    TracedCall call = folder.metadata(entry, damage);
    if (call == null) {
      json.field("name", Words.cut(entry.operation(), LINE_CHARS));
      json.field("damage", Words.cut(damage.told().getFirst(), LINE_CHARS));
    } else {
      json.field("name", Words.cut(call.name(), LINE_CHARS));
      json.field("arguments", Words.cut(String.join(", ", arguments(call).values()), LINE_CHARS));
      json.field("result", Words.cut(result(call), LINE_CHARS));
      json.field("failed", call.failure() != null);
      json.optional("parent", call.parent());
    }
  }

  private static SequencedMap<String, String> arguments(TracedCall call) {
    SequencedMap<String, String> texts = new LinkedHashMap<>();
    List<Recorded> args = call.args();
    for (int i = 0; i < args.size(); i++) {
      texts.put("arg" + i, RecordedText.of(args.get(i)));
    }
    call.kwargs().forEach((name, value) -> texts.put(name, name + "=" + RecordedText.of(value)));
    return texts;
  }

  private static String result(TracedCall call) {
    String failure = call.failure();
    Recorded value = call.returnValue();
    return failure != null ? "failed: " + failure : value == null ? "None" : RecordedText.of(value);
  }

  /** {@code call?number}: one call. */
  Answer one(Path path, Request request) {
    Entry entry = open(path).entry(request.number("number"));
    TracedCall call = TraceFile.readSummary(entry.file());
    return Answer.object(json -> {
      json.field("number", entry.number()).field("name", Words.cut(call.name(), LINE_CHARS));
      json.field("file", String.valueOf(entry.file()));
      json.optional("parent", call.parent());
      String failure = call.failure();
      if (failure != null) {
        json.field("failure", Words.cut(failure, VALUE_CHARS));
      }
      json.name("arguments").beginArray();
      List<Recorded> args = call.args();
      for (int i = 0; i < args.size(); i++) {
        value(json, "arg" + i, args.get(i));
      }
      call.kwargs().forEach((name, value) -> value(json, Words.cut(name, LINE_CHARS), value));
      json.endArray();
      json.array("results", call.results(), value -> value(json, "", value));
    });
  }

  private static void value(JsonWriter json, String name, Recorded value) {
    json.beginObject()
        .field("name", name)
        .field("text", Words.cut(RecordedText.of(value), VALUE_CHARS));
    RecordedTensor tensor = RecordedTensor.of(value);
    if (tensor != null) {
      optional(json, "layout", tensor.layout() == null ? null : tensor.layout().name());
      optional(json, "dtype", tensor.dtypeName());
      optional(json, "storage", tensor.storage());
      optional(json, "values", tensor.valuesText());
    }
    json.endObject();
  }

  private static void optional(JsonWriter json, String name, @Nullable String text) {
    if (text != null) {
      json.field(name, Words.cut(text, VALUE_CHARS));
    }
  }
}
