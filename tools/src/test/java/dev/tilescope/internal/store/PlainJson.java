package dev.tilescope.internal.store;

import dev.tilescope.internal.json.JsonReader;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * JSON as lists, maps in file order, strings, longs, doubles and booleans, with {@link #NONE} for
 * null; and what Python makes of such values.
 */
final class PlainJson {
  static final Object NONE =
      new Object() {
        @Override
        public String toString() {
          return "None";
        }
      };

  private PlainJson() {}

  /** Python would have raised an exception here. */
  static final class Refused extends RuntimeException {
    private static final long serialVersionUID = 1;

    Refused(String why) {
      super(why);
    }
  }

  static Object parse(String text) {
    try (JsonReader in = JsonReader.of(text, "plain")) {
      Object value = value(in);
      in.requireEnd();
      return value;
    }
  }

  private static Object value(JsonReader in) {
    return switch (in.kind()) {
      case OBJECT -> {
        Map<String, Object> map = new LinkedHashMap<>();
        in.enterObject();
        for (String name = in.nextField(); name != null; name = in.nextField()) {
          map.put(name, value(in));
        }
        yield map;
      }
      case ARRAY -> {
        List<Object> list = new ArrayList<>();
        in.enterArray();
        while (in.nextElement()) {
          list.add(value(in));
        }
        yield list;
      }
      case STRING -> in.text();
      case INTEGER -> in.longValue();
      case DECIMAL -> in.doubleValue();
      case BOOLEAN -> in.booleanValue();
      case NULL -> {
        in.skip();
        yield NONE;
      }
      case END -> throw in.error("no value");
    };
  }

  /** {@code json.dumps(value)}. */
  static String dumps(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(e -> quoted(e.getKey().toString()) + ": " + dumps(e.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(PlainJson::dumps).collect(Collectors.joining(", ", "[", "]"));
      case String text -> quoted(text);
      case Double number -> real(number);
      case Object other when other == NONE -> "null";
      default -> value.toString();
    };
  }

  private static String quoted(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      int known = "\"\\\n\r\t\b\f".indexOf(c);
      if (known >= 0) {
        out.append('\\').append("\"\\nrtbf".charAt(known));
      } else if (c < ' ' || c > '~') {
        out.append("\\u%04x".formatted((int) c));
      } else {
        out.append(c);
      }
    }
    return out.append('"').toString();
  }

  /** {@code str(value)}: a text is itself, and quoted inside a list or object. */
  static String str(Object value) {
    return value instanceof String text ? text : repr(value);
  }

  private static String repr(Object value) {
    return switch (value) {
      case Map<?, ?> map ->
          map.entrySet().stream()
              .map(e -> repr(e.getKey()) + ": " + repr(e.getValue()))
              .collect(Collectors.joining(", ", "{", "}"));
      case List<?> list ->
          list.stream().map(PlainJson::repr).collect(Collectors.joining(", ", "[", "]"));
      case String text when text.contains("'") && !text.contains("\"") -> '"' + text + '"';
      case String text -> "'" + text.replace("\\", "\\\\").replace("'", "\\'") + "'";
      case Boolean truth -> truth ? "True" : "False";
      case Double number -> real(number);
      default -> value.toString();
    };
  }

  /** Up to 1e16, from where Python writes an exponent again. */
  private static String real(double number) {
    if (number != 0 && Math.abs(number) < 1e-4) {
      String text = Double.toString(number).replace(".0E", "e").replace('E', 'e');
      return text.replaceAll("e-(\\d)$", "e-0$1");
    }
    return number == Math.rint(number)
        ? (long) number + ".0"
        : new BigDecimal(Double.toString(number)).toPlainString();
  }

  static boolean truthy(@Nullable Object value) {
    return switch (value) {
      case null -> false;
      case Boolean truth -> truth;
      case Long number -> number != 0;
      case Double number -> number != 0;
      case String text -> !text.isEmpty();
      case List<?> list -> !list.isEmpty();
      case Map<?, ?> map -> !map.isEmpty();
      default -> value != NONE;
    };
  }

  /** {@code int(value)}. */
  static long integer(Object value) {
    return switch (value) {
      case Long number -> number;
      case Double number -> number.longValue();
      case Boolean truth -> truth ? 1 : 0;
      case String text when text.strip().matches("[+-]?\\d{1,18}") -> Long.parseLong(text.strip());
      default -> throw new Refused("int of " + dumps(value));
    };
  }

  @SuppressWarnings("unchecked")
  static Map<String, Object> map(@Nullable Object value) {
    if (value instanceof Map<?, ?> map) {
      return (Map<String, Object>) map;
    }
    throw new Refused("not an object: " + value);
  }

  @SuppressWarnings("unchecked")
  static List<Object> list(@Nullable Object value) {
    if (value instanceof List<?> list) {
      return (List<Object>) list;
    }
    throw new Refused("not a list: " + value);
  }

  /** A list that may be missing. */
  static List<Object> list(Map<String, Object> of, String key) {
    return of.containsKey(key) ? list(of.get(key)) : List.of();
  }
}
