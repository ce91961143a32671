package dev.tilescope.replay;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Java expressions that make the values of arguments, and the imports they need. A class whose name
 * is taken, by the class that is written or by another import, is written in full.
 */
final class JavaSource {
  private static final int LINE_WIDTH = 100;
  private static final int ARRAY_INDENT = 8;

  private final Map<String, String> imported = new TreeMap<>();
  private final String className;

  /**
   * @param className of the class that is written
   */
  JavaSource(String className) {
    this.className = className;
  }

  /** The lines of the imports of all that was named so far, in the order of their names. */
  List<String> imports() {
    return imported.values().stream()
        .filter(type -> !type.startsWith("java.lang."))
        .map(type -> "import " + type + ";")
        .sorted()
        .toList();
  }

  /** How the source writes a class. */
  String name(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    if (outer != null) {
      return name(outer) + "." + type.getSimpleName();
    }
    return name(type.getName());
  }

  /**
   * @param type a class by its full name, which need not be here
   */
  String name(String type) {
    String simple = type.substring(type.lastIndexOf('.') + 1);
    if (simple.equals(className) || !imported.getOrDefault(simple, type).equals(type)) {
      return type;
    }
    imported.put(simple, type);
    return simple;
  }

  /** An expression for anything but tensors and devices, which have names of their own. */
  String of(String argument, @Nullable Object value) {
    return switch (value) {
      case null -> "null";
      case Boolean flag -> flag.toString();
      case Integer number -> number.toString();
      case Long number -> number + "L";
      case Float number -> literal(number);
      case Double number -> literal(number);
      case String text -> quoted(text);
      case Enum<?> constant -> name(constant.getDeclaringClass()) + "." + constant.name();
      case Shape shape -> shape(shape);
      case int[] numbers -> "new int[] {" + joined(numbers) + "}";
      case int[][] rows ->
          Arrays.stream(rows)
              .map(row -> "{" + joined(row) + "}")
              .collect(Collectors.joining(", ", "new int[][] {", "}"));
      case List<?> items -> list(argument, items);
      case MemoryConfig memory when memory.equals(MemoryConfig.DRAM) ->
          name(MemoryConfig.class) + ".DRAM";
      case MemoryConfig memory when memory.equals(MemoryConfig.L1) ->
          name(MemoryConfig.class) + ".L1";
      case Record record -> record(argument, record);
      default ->
          throw new TilescopeException(
              "%s: a %s cannot be written as Java"
                  .formatted(argument, value.getClass().getSimpleName()));
    };
  }

  String shape(Shape shape) {
    return name(Shape.class) + ".of(" + joined(shape.toArray()) + ")";
  }

  private static String joined(int[] numbers) {
    return Arrays.stream(numbers).mapToObj(Integer::toString).collect(Collectors.joining(", "));
  }

  private String list(String argument, List<?> items) {
    String all = items.stream().map(item -> of(argument, item)).collect(Collectors.joining(", "));
    return items.stream().anyMatch(Objects::isNull)
        ? name(Arrays.class) + ".asList(" + all + ")"
        : name(List.class) + ".of(" + all + ")";
  }

  private String record(String argument, Record record) {
    Class<?> type = record.getClass();
    if (!isPublic(type)) {
      throw new TilescopeException(
          "%s: a %s cannot be written as Java".formatted(argument, type.getSimpleName()));
    }
    List<String> parts = new ArrayList<>();
    for (RecordComponent component : type.getRecordComponents()) {
      parts.add(of(argument + "." + component.getName(), read(component, record)));
    }
    return "new " + name(type) + "(" + String.join(", ", parts) + ")";
  }

  private static boolean isPublic(Class<?> type) {
    Class<?> outer = type.getDeclaringClass();
    return Modifier.isPublic(type.getModifiers()) && (outer == null || isPublic(outer));
  }

  private static @Nullable Object read(RecordComponent component, Record record) {
    try {
      return component.getAccessor().invoke(record);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("the record is public", e);
    }
  }

  /** The elements of an array, between braces. */
  String elements(Object array) {
    return switch (array) {
      case float[] numbers ->
          braced(IntStream.range(0, numbers.length).mapToObj(i -> literal(numbers[i])).toList());
      case int[] numbers -> braced(Arrays.stream(numbers).mapToObj(Integer::toString).toList());
      case double[] numbers -> braced(Arrays.stream(numbers).mapToObj(this::literal).toList());
      case long[] numbers -> braced(Arrays.stream(numbers).mapToObj(n -> n + "L").toList());
      default -> throw new IllegalArgumentException("no array of numbers: " + array);
    };
  }

  /** In lines of a readable width. */
  private static String braced(List<String> numbers) {
    StringBuilder text = new StringBuilder("{");
    int width = LINE_WIDTH;
    for (int i = 0; i < numbers.size(); i++) {
      String number = numbers.get(i) + (i + 1 < numbers.size() ? "," : "");
      boolean fits = width + 1 + number.length() <= LINE_WIDTH;
      text.append(fits ? " " : "\n        ").append(number);
      width = (fits ? width + 1 : ARRAY_INDENT) + number.length();
    }
    return text.append(numbers.isEmpty() ? "}" : "\n      }").toString();
  }

  private String literal(float value) {
    if (Float.isFinite(value)) {
      return value + "f";
    }
    return name(Float.class) + (Float.isNaN(value) ? ".NaN" : infinity(value > 0));
  }

  private String literal(double value) {
    if (Double.isFinite(value)) {
      return Double.toString(value);
    }
    return name(Double.class) + (Double.isNaN(value) ? ".NaN" : infinity(value > 0));
  }

  private static String infinity(boolean isPositive) {
    return isPositive ? ".POSITIVE_INFINITY" : ".NEGATIVE_INFINITY";
  }

  /** A string literal in ASCII, whatever the text holds. */
  static String quoted(String text) {
    StringBuilder literal = new StringBuilder("\"");
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      switch (c) {
        case '"' -> literal.append("\\\"");
        case '\\' -> literal.append("\\\\");
        case '\n' -> literal.append("\\n");
        case '\r' -> literal.append("\\r");
        case '\t' -> literal.append("\\t");
        default -> {
          if (c >= ' ' && c <= '~') {
            literal.append(c);
          } else {
            literal.append("\\u%04x".formatted((int) c));
          }
        }
      }
    }
    return literal.append('"').toString();
  }

  /** Text for a comment: only what cannot end one. */
  static String comment(String text) {
    return text.replaceAll("[^A-Za-z0-9_.:, ()\\[\\]-]", "?");
  }
}
