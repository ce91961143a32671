package dev.tilescope.internal.serve.http;

import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What the page asks: parameters, typed and bounded on the way in.
 *
 * @param path after {@code /TOKEN/api/}
 * @param parameters of the query string, decoded
 * @param body of a POST, at most {@link #MAX_BODY_BYTES}; empty otherwise
 */
public record Request(String path, Map<String, String> parameters, String body) {
  public static final int MAX_BODY_BYTES = 1 << 16;
  private static final int MAX_ROWS = 2_000;

  public Request {
    parameters = Map.copyOf(parameters);
  }

  public static Map<String, String> parse(@Nullable String query) {
    Map<String, String> found = new HashMap<>();
    if (query != null) {
      for (String pair : query.split("&", -1)) {
        int equals = pair.indexOf('=');
        if (equals > 0) {
          found.put(decoded(pair.substring(0, equals)), decoded(pair.substring(equals + 1)));
        }
      }
    }
    return found;
  }

  private static String decoded(String text) {
    try {
      return URLDecoder.decode(text, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException e) {
      throw Refusal.badRequest("the address is not well-formed: " + e.getMessage());
    }
  }

  public @Nullable String optional(String name) {
    return parameters.get(name);
  }

  public String text(String name, String otherwise) {
    return parameters.getOrDefault(name, otherwise);
  }

  public String text(String name) {
    String value = parameters.get(name);
    if (value == null) {
      throw Refusal.badRequest("parameter %s is missing".formatted(name));
    }
    return value;
  }

  public boolean has(String name) {
    return parameters.containsKey(name);
  }

  public boolean flag(String name) {
    return "1".equals(parameters.get(name));
  }

  public long number(String name) {
    return number(name, text(name));
  }

  public long number(String name, long otherwise) {
    String value = parameters.get(name);
    return value == null ? otherwise : number(name, value);
  }

  private static long number(String name, String value) {
    try {
      return Long.parseLong(value);
    } catch (NumberFormatException e) {
      throw Refusal.badRequest(
          "parameter %s is %s; expected a whole number".formatted(name, value));
    }
  }

  /** A number that an {@code int} holds. */
  public int integer(String name) {
    return integer(name, number(name));
  }

  public int integer(String name, int otherwise) {
    return integer(name, number(name, otherwise));
  }

  private static int integer(String name, long value) {
    if (value != (int) value) {
      throw Refusal.badRequest("parameter %s is %d, which is too large".formatted(name, value));
    }
    return (int) value;
  }

  /** A row to begin with. */
  public int from() {
    return (int) within(number("from", 0), 0, Integer.MAX_VALUE);
  }

  /** How many rows, at most {@link #MAX_ROWS}. */
  public int count(int otherwise) {
    return (int) within(number("count", otherwise), 0, MAX_ROWS);
  }

  /** One of the words of an enum, in lower case with dashes. */
  public <E extends Enum<E>> E choice(String name, E otherwise) {
    String value = parameters.get(name);
    if (value == null) {
      return otherwise;
    }
    List<E> all = List.of(otherwise.getDeclaringClass().getEnumConstants());
    return all.stream()
        .filter(e -> word(e).equals(value))
        .findFirst()
        .orElseThrow(() ->
            Refusal.badRequest(
                "parameter %s is %s; expected one of %s"
                    .formatted(name, value, all.stream().map(Request::word).toList())));
  }

  private static String word(Enum<?> constant) {
    return constant.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  private static long within(long value, long least, long most) {
    return Math.max(least, Math.min(most, value));
  }
}
