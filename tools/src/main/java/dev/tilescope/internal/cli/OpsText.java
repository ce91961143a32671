package dev.tilescope.internal.cli;

import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.replay.Recorded;
import dev.tilescope.replay.RecordedText;
import dev.tilescope.replay.TraceFolder.Entry;
import dev.tilescope.replay.TracedCall;
import java.io.PrintWriter;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Traced calls as a table, row by row: widths come from the names of files, so that no call is
 * held.
 */
final class OpsText {
  private static final int MAX_NAME_CHARS = 60;

  /** A call and where it was found. */
  record Row(Entry entry, TracedCall call) {}

  private final PrintWriter out;
  private final String format;
  private int rows;

  OpsText(List<Entry> entries, PrintWriter out) {
    this.out = out;
    int number = entries.isEmpty() ? 1 : Long.toString(entries.getLast().number()).length();
    int name = entries.stream().mapToInt(e -> e.operation().length()).max().orElse(0);
    int numberChars = Math.max(number, "parent".length());
    this.format =
        "%"
            + numberChars
            + "s  %"
            + numberChars
            + "s  %-"
            + Math.max("operation".length(), Math.min(name, MAX_NAME_CHARS))
            + "s  %s";
  }

  void row(Row row) {
    if (rows++ == 0) {
      line("number", "parent", "operation", "arguments -> result");
    }
    TracedCall call = row.call();
    Long parent = call.parent();
    line(
        Long.toString(row.entry().number()),
        parent == null ? "" : parent.toString(),
        call.name(),
        String.join(", ", arguments(call)) + " -> " + outcome(call));
  }

  private void line(String number, String parent, String name, String text) {
    out.println(
        format
            .formatted(number, parent, VisibleText.of(name), VisibleText.of(text))
            .stripTrailing());
  }

  /**
   * @param ifNone what to say if there was no row
   */
  void end(String ifNone) {
    if (rows == 0) {
      out.println(ifNone);
    }
  }

  private static String outcome(TracedCall call) {
    String failure = call.failure();
    return failure == null ? result(call) : "failed: " + failure;
  }

  private static String result(TracedCall call) {
    Recorded value = call.returnValue();
    return value == null ? "None" : RecordedText.of(value);
  }

  static List<String> arguments(TracedCall call) {
    List<String> texts = new ArrayList<>();
    call.args().forEach(value -> texts.add(RecordedText.of(value)));
    call.kwargs().forEach((name, value) -> texts.add(name + "=" + RecordedText.of(value)));
    return texts;
  }

  /** The same rows as an array of objects. */
  static void json(PrintWriter out, Consumer<Consumer<Row>> rows) {
    try (JsonWriter json = JsonWriter.pretty(out)) {
      json.beginArray();
      rows.accept(row -> object(row, json));
      json.endArray();
    }
    out.println();
  }

  private static void object(Row row, JsonWriter json) {
    TracedCall call = row.call();
    json.beginObject()
        .field("number", row.entry().number())
        .field("operation", call.name())
        .name("arguments")
        .strings(arguments(call));
    text("result", call.returnValue() == null ? null : result(call), json);
    Long parent = call.parent();
    if (parent == null) {
      json.name("parent").nullValue();
    } else {
      json.field("parent", parent);
    }
    text("failure", call.failure(), json);
    json.field("file", String.valueOf(row.entry().file().getFileName())).endObject();
  }

  private static void text(String name, @Nullable String text, JsonWriter json) {
    if (text == null) {
      json.name(name).nullValue();
    } else {
      json.field(name, text);
    }
  }
}
