package dev.tilescope.serve;

import dev.tilescope.json.JsonWriter;
import java.util.Arrays;
import java.util.function.Consumer;

/** Fields of answers that are lists. */
public final class JsonLists {
  private JsonLists() {}

  /**
   * @param write writes one element
   */
  public static <T> JsonWriter array(
      JsonWriter json, String name, Iterable<T> elements, Consumer<T> write) {
    json.name(name).beginArray();
    elements.forEach(write);
    return json.endArray();
  }

  /**
   * @param fields writes the fields of one object
   */
  public static <T> JsonWriter objects(
      JsonWriter json, String name, Iterable<T> elements, Consumer<T> fields) {
    return array(
        json,
        name,
        elements,
        element -> {
          json.beginObject();
          fields.accept(element);
          json.endObject();
        });
  }

  public static JsonWriter numbers(JsonWriter json, String name, long... numbers) {
    json.name(name).beginArray();
    Arrays.stream(numbers).forEach(json::value);
    return json.endArray();
  }
}
