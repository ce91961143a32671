package dev.tilescope.replay;

import dev.tilescope.internal.json.JsonReader;
import dev.tilescope.internal.json.JsonWriter;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;

/** Recorded values from JSON and to it. */
final class RecordedJson {
  private RecordedJson() {}

  /** Reads the value under the cursor. */
  static Recorded read(JsonReader reader) {
    return switch (reader.kind()) {
      case OBJECT -> readFields(reader);
      case ARRAY -> readSequence(reader);
      case STRING -> new Text(reader.text());
      case INTEGER, DECIMAL -> new Numeral(numberText(reader));
      case BOOLEAN -> new Flag(reader.booleanValue());
      case NULL, END -> Recorded.NOTHING;
    };
  }

  private static Fields readFields(JsonReader reader) {
    LinkedHashMap<String, Recorded> values = new LinkedHashMap<>();
    reader.enterObject();
    for (String name = reader.nextField(); name != null; name = reader.nextField()) {
      values.put(name, read(reader));
    }
    return new Fields(values);
  }

  private static Sequence readSequence(JsonReader reader) {
    List<Recorded> items = new ArrayList<>();
    reader.enterArray();
    while (reader.nextElement()) {
      items.add(read(reader));
    }
    return new Sequence(items);
  }

  /** In the spellings of {@link Numeral}, of which the JSON library takes more. */
  private static String numberText(JsonReader reader) {
    String text = reader.scalarText();
    return switch (text) {
      case "+INF", "+Infinity" -> "Infinity";
      case "-INF" -> "-Infinity";
      default -> text;
    };
  }

  /** Writes the value under the cursor as it is read, so that its size does not matter. */
  static void copy(JsonReader reader, JsonWriter writer) {
    switch (reader.kind()) {
      case OBJECT -> {
        writer.beginObject();
        reader.enterObject();
        for (String name = reader.nextField(); name != null; name = reader.nextField()) {
          writer.name(name);
          copy(reader, writer);
        }
        writer.endObject();
      }
      case ARRAY -> {
        writer.beginArray();
        reader.enterArray();
        while (reader.nextElement()) {
          copy(reader, writer);
        }
        writer.endArray();
      }
      case STRING, INTEGER, DECIMAL, BOOLEAN, NULL, END -> write(read(reader), writer);
    }
  }

  /** Strict JSON: what is no finite number becomes a string. */
  static void write(Recorded value, JsonWriter writer) {
    switch (value) {
      case Nothing() -> writer.nullValue();
      case Flag(boolean flag) -> writer.value(flag);
      case Numeral numeral -> writeNumber(numeral, writer);
      case Text(String text) -> writer.value(text);
      case Sequence(List<Recorded> items) -> {
        writer.beginArray();
        items.forEach(item -> write(item, writer));
        writer.endArray();
      }
      case Fields fields -> {
        writer.beginObject();
        fields
            .values()
            .forEach((name, item) -> {
              writer.name(name);
              write(item, writer);
            });
        writer.endObject();
      }
    }
  }

  private static void writeNumber(Numeral numeral, JsonWriter writer) {
    switch (numeral.text()) {
      case "NaN", "Infinity", "-Infinity" -> writer.value(numeral.text());
      default -> writer.number(numeral.text());
    }
  }
}
