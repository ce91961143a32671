package dev.tilescope.ops;

import dev.tilescope.model.ArgumentText;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The source of {@code Withers}: for each record of options an interface with its withers. */
final class WitherSource {
  private static final String HEAD =
      """
      package dev.tilescope.ops.options;

      %s

      /**
       * Records of options and configs with one component changed.
       *
       * <p>Generated from the records: to change it, change them and run {@code mvn -Pgenerate}.
       */
      final class Withers {
        private Withers() {}
      %s}
      """;

  /** What a whole number is given for, which no box but its own takes. */
  private static final Map<Class<?>, String> PRIMITIVES =
      Map.of(Float.class, "float", Double.class, "double", Long.class, "long");

  private static final Set<String> PAIRS = Set.of("HW", "MN");

  private final JavaTypeText types = new JavaTypeText("dev.tilescope.ops.options");
  private final StringBuilder body = new StringBuilder();

  private WitherSource() {}

  static String of(List<Class<?>> records) {
    WitherSource source = new WitherSource();
    records.forEach(source::add);
    return HEAD.formatted(source.types.imports(), source.body);
  }

  private void add(Class<?> record) {
    String name = types.text(record);
    body.append("\n/** Withers of {@link %s}. */%ninterface Of%s {%n".formatted(name, name));
    RecordComponent[] components = record.getRecordComponents();
    for (RecordComponent component : components) {
      body.append("%s %s();%n%n".formatted(type(component), component.getName()));
    }
    for (RecordComponent component : components) {
      wither(record, component);
    }
    for (int i = 1; i < components.length; i++) {
      pair(record, components[i - 1], components[i]);
    }
    body.append("}\n");
  }

  /** Height and width of something, or rows and columns, which are seldom changed alone. */
  private void pair(Class<?> record, RecordComponent first, RecordComponent second) {
    String name = first.getName();
    String stem = name.substring(0, name.length() - 1);
    if (PAIRS.contains(name.substring(stem.length()) + second.getName().replace(stem, ""))) {
      body.append(
          "/** The same with another {@code %s} and {@code %s}. */%n"
              .formatted(name, second.getName()));
      body.append(
          "default %s %s(int first, int second) {%n return %s(first).%s(second);%n}%n%n"
              .formatted(
                  record.getSimpleName(),
                  CallSource.wither(stem),
                  CallSource.wither(name),
                  CallSource.wither(second.getName())));
    }
  }

  private void wither(Class<?> record, RecordComponent changed) {
    String text = text(record, ArgumentText.snakeCase(changed.getName()));
    String arguments =
        Arrays.stream(record.getRecordComponents())
            .map(c -> c.getName().equals(changed.getName()) ? "value" : c.getName() + "()")
            .collect(Collectors.joining(", "));
    method(record, changed, type(changed), text, arguments);
    String primitive = PRIMITIVES.get(changed.getType());
    if (primitive != null) {
      method(record, changed, primitive, text, arguments);
    }
    several(record, changed);
  }

  /** What a list is of, one by one: sizes as numbers, functions by their names. */
  private void several(Class<?> record, RecordComponent changed) {
    String wither = CallSource.wither(changed.getName());
    String list = types.text(changed.getGenericType());
    String each = list.equals("List<Integer>") ? "int" : "String";
    String call =
        switch (list) {
          case "List<Integer>" -> types.text(Arrays.class) + ".stream(values).boxed().toList()";
          case "List<UnaryWithParam>" ->
              "UnaryWithParam.named(\"%s\", values)"
                  .formatted(ArgumentText.snakeCase(changed.getName()));
          default -> "";
        };
    if (!call.isEmpty()) {
      body.append(
          "/** The same with another {@code %s}, each by itself. */%ndefault %s %s(%s... values) {%n return %s(%s);%n}%n%n"
              .formatted(changed.getName(), record.getSimpleName(), wither, each, wither, call));
    }
  }

  /** Of a record in another one, that may say it. */
  private static String text(Class<?> record, String argument) {
    Class<?> around = record.getEnclosingClass();
    String text = OperationTexts.argument("", record.getSimpleName(), argument);
    return text.isEmpty() && around != null ? text(around, argument) : text;
  }

  private void method(
      Class<?> record, RecordComponent changed, String type, String text, String arguments) {
    body.append(
        "/**%n * The same with another {@code %s}.%n *%n * @param value %s%n */%n"
            .formatted(changed.getName(), DoorSource.javadoc(text)));
    body.append(
        "default %s %s(%s value) {%n return new %s(%s);%n}%n%n"
            .formatted(
                record.getSimpleName(),
                CallSource.wither(changed.getName()),
                type,
                record.getSimpleName(),
                arguments));
  }

  private String type(RecordComponent component) {
    return types.annotated(
        types.text(component.getGenericType()),
        component.getAnnotatedType().isAnnotationPresent(Nullable.class));
  }
}
