package dev.tilescope.internal.logs;

import dev.tilescope.internal.json.JsonKind;
import dev.tilescope.internal.json.JsonReader;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** JSON values as Python's {@code str()} prints them, which is what the report's cells hold. */
final class PythonText {
  private PythonText() {}

  /** The value under the cursor as a cell: a string is bare, anything inside one is quoted. */
  static String cell(JsonReader json) {
    return json.kind() == JsonKind.STRING ? json.text() : inside(json);
  }

  static String list(List<String> strings) {
    return strings.stream().map(PythonText::quoted).collect(Collectors.joining(", ", "[", "]"));
  }

  private static String inside(JsonReader json) {
    return switch (json.kind()) {
      case OBJECT -> map(json);
      case ARRAY -> array(json);
      case STRING -> quoted(json.text());
      case BOOLEAN -> truth(json.booleanValue());
      case NULL -> "None";
      case INTEGER, DECIMAL -> json.scalarText();
      case END -> throw json.error("expected a value, found the end");
    };
  }

  private static String map(JsonReader json) {
    List<String> entries = new ArrayList<>();
    json.enterObject();
    for (String name = json.nextField(); name != null; name = json.nextField()) {
      entries.add(quoted(name) + ": " + inside(json));
    }
    return "{" + String.join(", ", entries) + "}";
  }

  private static String array(JsonReader json) {
    List<String> elements = new ArrayList<>();
    json.enterArray();
    while (json.nextElement()) {
      elements.add(inside(json));
    }
    return "[" + String.join(", ", elements) + "]";
  }

  static String truth(boolean value) {
    return value ? "True" : "False";
  }

  /** Python prefers single quotes, and takes double ones if that saves it an escape. */
  private static String quoted(String text) {
    char quote = text.indexOf('\'') >= 0 && text.indexOf('"') < 0 ? '"' : '\'';
    StringBuilder quoted = new StringBuilder(text.length() + 2).append(quote);
    text.chars().forEach(c -> escape((char) c, quote, quoted));
    return quoted.append(quote).toString();
  }

  private static void escape(char c, char quote, StringBuilder to) {
    switch (c) {
      case '\\' -> to.append("\\\\");
      case '\n' -> to.append("\\n");
      case '\r' -> to.append("\\r");
      case '\t' -> to.append("\\t");
      default -> {
        if (c == quote) {
          to.append('\\');
        }
        to.append(c);
      }
    }
  }
}
