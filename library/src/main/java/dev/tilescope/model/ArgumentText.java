package dev.tilescope.model;

import java.lang.reflect.Array;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.AbstractList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * Operation arguments as text, in the forms TT-NN's graph trace uses: {@code std::nullopt} for
 * nothing, {@code Type(field=value,field=value)} for a record without a printed form of its own,
 * {@code {a, b}} for lists, {@code SmallVector([a, b])} for those that TT-NN keeps in one, 0 and 1
 * for its booleans.
 */
public final class ArgumentText {
  /** Longer texts are cut: an argument is for reading. */
  static final int MAX_CHARS = 1 << 16;

  static final String CUT = "... (cut)";

  private ArgumentText() {}

  public static String of(@Nullable Object value) {
    String text = value instanceof Boolean flag ? flag.toString() : inner(value);
    return text.length() <= MAX_CHARS ? text : cut(text);
  }

  /** What a record is made of: names as TT-NN writes them, and texts. */
  public static SequencedMap<String, String> fields(Record structure) {
    SequencedMap<String, String> fields = new LinkedHashMap<>();
    for (RecordComponent component : structure.getClass().getRecordComponents()) {
      Object value = component(structure, component);
      String vector = smallVector(component, value);
      fields.put(name(component), vector == null ? of(value) : vector);
    }
    return fields;
  }

  /**
   * The first part of a record, or of a record in it, that is of a type.
   *
   * @return null if there is none
   */
  public static <T> @Nullable T find(Record structure, Class<T> type) {
    for (RecordComponent component : structure.getClass().getRecordComponents()) {
      Object value = component(structure, component);
      if (type.isInstance(value)) {
        return type.cast(value);
      }
      T inside = value instanceof Record inner ? find(inner, type) : null;
      if (inside != null) {
        return inside;
      }
    }
    return null;
  }

  private static String cut(String text) {
    boolean splitsPair = Character.isHighSurrogate(text.charAt(MAX_CHARS - 1));
    return text.substring(0, splitsPair ? MAX_CHARS - 1 : MAX_CHARS) + CUT;
  }

  private static String deviceTensor(TensorSpec spec) {
    return "Tensor(storage=DeviceStorage(),tensor_spec=" + spec + ")";
  }

  private static String hostTensor(TensorSpec spec) {
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
      case Object array when array.getClass().isArray() -> list(elements(array), "{", "}");
      default -> printed(value);
    };
  }

  /** Its own code prints it: that code may fail, and a trace must not make the program fail. */
  private static String printed(Object value) {
    try {
      return String.valueOf(value.toString());
    } catch (RuntimeException e) {
      return "<" + value.getClass().getSimpleName() + ">";
    }
  }

  /** A record's generated toString is final; one written by hand is not. */
  private static boolean printsItself(Record structure) {
    try {
      return !Modifier.isFinal(structure.getClass().getMethod("toString").getModifiers());
    } catch (NoSuchMethodException e) {
      return false;
    }
  }

  private static String reflected(Record structure) {
    StringBuilder text = new StringBuilder(structure.getClass().getSimpleName()).append('(');
    RecordComponent[] components = structure.getClass().getRecordComponents();
    for (int i = 0; i < components.length; i++) {
      text.append(i == 0 ? "" : ",").append(name(components[i])).append('=');
      Object value = component(structure, components[i]);
      String vector = smallVector(components[i], value);
      text.append(vector == null ? inner(value) : vector);
    }
    return text.append(')').toString();
  }

  /** Null for what is none. */
  private static @Nullable String smallVector(RecordComponent component, @Nullable Object value) {
    return component.isAnnotationPresent(SmallVector.class) && value instanceof Collection<?> items
        ? list(items, "SmallVector([", "])")
        : null;
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

  private static String name(RecordComponent component) {
    TtnnName given = component.getAnnotation(TtnnName.class);
    return given == null ? snakeCase(component.getName()) : given.value();
  }

  /** The name that TT-NN has for a component: {@code numGroups} is {@code num_groups} there. */
  public static String snakeCase(String camelCase) {
    return camelCase
        .replaceAll(
            "(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])|(?<=[a-z])(?=[0-9]d[A-Z])", "_")
        .toLowerCase(Locale.ROOT);
  }

  private static String list(Collection<?> items, String open, String close) {
    StringBuilder text = new StringBuilder(open);
    for (Object item : items) {
      text.append(text.length() == open.length() ? "" : ", ").append(inner(item));
      if (text.length() > MAX_CHARS) {
        return text.append(CUT).toString();
      }
    }
    return text.append(close).toString();
  }

  private static List<@Nullable Object> elements(Object array) {
    return new AbstractList<>() {
      @Override
      public @Nullable Object get(int index) {
        return Array.get(array, index);
      }

      @Override
      public int size() {
        return Array.getLength(array);
      }
    };
  }
}
