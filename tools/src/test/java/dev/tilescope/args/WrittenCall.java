package dev.tilescope.args;

import dev.tilescope.internal.json.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a file says of a call: {@link Fields}, lists, {@link Numeral}s, texts, booleans and nulls.
 */
record WrittenCall(Fields document) {
  /** A number as it is written. */
  record Numeral(String text) {}

  /** Named values, in the order of the file. */
  record Fields(Map<String, @Nullable Object> values) {
    @Nullable Object get(String name) {
      return values.get(name);
    }

    @Nullable String text(String name) {
      return values.get(name) instanceof String text ? text : null;
    }

    List<?> items(String name) {
      return values.get(name) instanceof List<?> items ? items : List.of();
    }
  }

  static WrittenCall read(Path file) throws IOException {
    try (JsonReader reader = JsonReader.of(Files.newInputStream(file), file.toString())) {
      WrittenCall call = new WrittenCall((Fields) value(reader));
      reader.requireEnd();
      return call;
    }
  }

  private static @Nullable Object value(JsonReader reader) {
    return switch (reader.kind()) {
      case OBJECT -> fields(reader);
      case ARRAY -> items(reader);
      case INTEGER, DECIMAL -> new Numeral(reader.scalarText());
      case STRING -> reader.text();
      case BOOLEAN -> reader.booleanValue();
      case NULL -> {
        reader.skip();
        yield null;
      }
      case END -> throw reader.error("a value is expected");
    };
  }

  private static Fields fields(JsonReader reader) {
    Map<String, @Nullable Object> values = new LinkedHashMap<>();
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      values.put(name, value(reader));
    }
    return new Fields(values);
  }

  private static List<@Nullable Object> items(JsonReader reader) {
    List<@Nullable Object> items = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      items.add(value(reader));
    }
    return items;
  }

  long number() {
    return wholeNumber("operation_id");
  }

  String name() {
    return String.valueOf(document.text("operation_name"));
  }

  List<@Nullable Object> args() {
    List<@Nullable Object> values = new ArrayList<>();
    document.items("args").forEach(item -> values.add(((Fields) item).get("value")));
    return values;
  }

  Fields kwargs() {
    return (Fields) document.get("kwargs");
  }

  @Nullable Object returnValue() {
    return document.get("return_value");
  }

  @Nullable Long parent() {
    return document.get("parent_operation_id") == null ? null : wholeNumber("parent_operation_id");
  }

  @Nullable String failure() {
    return document.get("exception") instanceof Fields fields ? fields.text("message") : null;
  }

  private long wholeNumber(String name) {
    return Long.parseLong(((Numeral) document.get(name)).text());
  }
}
