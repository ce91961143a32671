package dev.tilescope.capture;

import dev.tilescope.model.TensorRef;
import dev.tilescope.model.TensorSpec;
import java.lang.reflect.Array;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Operation arguments as text, in the forms TT-NN's graph trace uses: {@code std::nullopt} for
 * nothing, {@code Type(field=value,field=value)} for a record without a printed form of its own,
 * {@code {a, b}} for lists inside it, 0 and 1 for its booleans.
 */
final class ArgumentText {
  /** Longer texts are cut: an argument is for reading. */
  static final int MAX_CHARS = 1 << 16;

  private ArgumentText() {}

  static String of(@Nullable Object value) {
    String text =
        switch (value) {
          case Boolean flag -> flag.toString();
          case Collection<?> items -> list(items, "[", "]");
          case null, default -> inner(value);
        };
    return text.length() <= MAX_CHARS
        ? text
        : text.substring(0, MAX_CHARS) + "... (" + text.length() + " characters)";
  }

  static String deviceTensor(TensorSpec spec) {
    return "Tensor(storage=DeviceStorage(),tensor_spec=" + spec + ")";
  }

  static String hostTensor(TensorSpec spec) {
    return "Tensor(storage=HostStorage(),tensor_spec=" + spec + ")";
  }

  private static String inner(@Nullable Object value) {
    return switch (value) {
      case null -> "std::nullopt";
      case Boolean flag -> flag ? "1" : "0";
      case TensorRef tensor ->
          tensor.buffer() == null ? hostTensor(tensor.spec()) : deviceTensor(tensor.spec());
      case Collection<?> items -> list(items, "{", "}");
      case Record structure when !printsItself(structure) -> reflected(structure);
      case Object array when array.getClass().isArray() -> list(elements(array), "[", "]");
      default -> String.valueOf(value);
    };
  }

  private static boolean printsItself(Record structure) {
    try {
      return structure.getClass().getMethod("toString").getDeclaringClass() != Record.class
          && !isGenerated(structure);
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  /** A record's generated toString is final; one written by hand is not. */
  private static boolean isGenerated(Record structure) throws NoSuchMethodException {
    int modifiers = structure.getClass().getMethod("toString").getModifiers();
    return java.lang.reflect.Modifier.isFinal(modifiers);
  }

  private static String reflected(Record structure) {
    StringBuilder text = new StringBuilder(structure.getClass().getSimpleName()).append('(');
    RecordComponent[] components = structure.getClass().getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      text.append(i == 0 ? "" : ",").append(snakeCase(components[i].getName())).append('=');
      text.append(inner(component(structure, components[i])));
    }
    return text.append(')').toString();
  }

  private static @Nullable Object component(Record structure, RecordComponent component) {
    try {
      var accessor = component.getAccessor();
      accessor.setAccessible(true);
      return accessor.invoke(structure);
    } catch (ReflectiveOperationException | RuntimeException e) {
      return "<" + component.getType().getSimpleName() + ">";
    }
  }

  private static String snakeCase(String camelCase) {
    return camelCase.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toLowerCase(java.util.Locale.ROOT);
  }

  private static String list(Collection<?> items, String open, String close) {
    List<String> texts = new ArrayList<>(items.size());
    items.forEach(item -> texts.add(inner(item)));
    return open + String.join(", ", texts) + close;
  }

  private static List<Object> elements(Object array) {
    List<Object> items = new ArrayList<>();
    for (int i = 0; i < Array.getLength(array); i++) {
      items.add(Array.get(array, i));
    }
    return items;
  }
}
