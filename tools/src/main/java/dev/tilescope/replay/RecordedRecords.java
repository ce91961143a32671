package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Text;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Modifier;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Configurations, which are records: {@code {"type": NAME, "fields": {PART: VALUE...}}} as our
 * traces have them, the parts beside the type as TT-NN's {@code to_json} has them, or a text {@code
 * NAME(PART=VALUE,...)}. Parts that are missing have the default of the record.
 *
 * <p>The record is one that the argument can be; a name in the file only chooses among the kinds of
 * a sealed type.
 */
final class RecordedRecords {
  private RecordedRecords() {}

  static Object read(String argument, Class<?> type, Recorded value) {
    Fields fields = fields(argument, type, value);
    Class<?> kind = kind(argument, type, fields);
    if (kind.isEnum()) {
      return kind.getEnumConstants()[0];
    }
    if (!kind.isRecord()) {
      throw new TilescopeException(
          "%s: a %s cannot be made from a trace".formatted(argument, type.getSimpleName()));
    }
    Fields parts = fields.get("fields") instanceof Fields inner ? inner : fields;
    RecordComponent[] components = kind.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] values = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      values[i] = part(argument, kind, components[i], parts);
    }
    return make(argument, kind, types, values);
  }

  private static Fields fields(String argument, Class<?> type, Recorded value) {
    if (value instanceof Fields fields
        && fields.text("repr") == null
        && fields.text("value") == null) {
      return fields;
    }
    if (value instanceof Fields fields && fields.get("fields") instanceof Fields) {
      return fields;
    }
    Fields parsed = ConfigText.parts(RecordedValue.text(argument, value));
    if (parsed == null) {
      throw RecordedValue.mismatch(argument, type, value);
    }
    return parsed;
  }

  /** The record itself, or the one of a sealed type that the name stands for. */
  private static Class<?> kind(String argument, Class<?> type, Fields fields) {
    if (!type.isSealed()) {
      return type;
    }
    String name = fields.text("type") instanceof String text ? text : "";
    List<Class<?>> kinds = kinds(type);
    for (Class<?> kind : kinds) {
      String family = type.getSimpleName().replaceFirst("ProgramConfig$", "");
      String full = family + kind.getSimpleName() + "ProgramConfig";
      if (name.equals(kind.getSimpleName())
          || name.equals(full)
          || name.equals(type.getSimpleName() + kind.getSimpleName())
          || name.equals(type.getSimpleName() + "." + kind.getSimpleName())) {
        return kind;
      }
    }
    throw new TilescopeException(
        "%s: \"%s\" is no %s; known are %s"
            .formatted(
                argument,
                name,
                type.getSimpleName(),
                kinds.stream().map(Class::getSimpleName).toList()));
  }

  private static List<Class<?>> kinds(Class<?> type) {
    if (!type.isSealed()) {
      return List.of(type);
    }
    List<Class<?>> kinds = new ArrayList<>();
    for (Class<?> permitted : type.getPermittedSubclasses()) {
      kinds.addAll(kinds(permitted));
    }
    return kinds;
  }

  private static @Nullable Object part(
      String argument, Class<?> kind, RecordComponent component, Fields parts) {
    String wanted = ConfigText.plain(component.getName());
    for (var part : parts.values().entrySet()) {
      if (ConfigText.plain(part.getKey()).equals(wanted)) {
        Recorded value = part.getValue();
        String name = argument + "." + part.getKey();
        return value instanceof Text(String text) && component.getType() == int[].class
            ? ConfigText.integers(text)
            : RecordedValue.of(name, component.getGenericType(), value);
      }
    }
    return fallback(kind, component);
  }

  /** That of the constant {@code DEFAULT}; null where there is none. */
  private static @Nullable Object fallback(Class<?> kind, RecordComponent component) {
    try {
      var constant = kind.getDeclaredField("DEFAULT");
      return Modifier.isPublic(constant.getModifiers())
          ? component.getAccessor().invoke(constant.get(null))
          : null;
    } catch (ReflectiveOperationException e) {
      return null;
    }
  }

  private static Object make(String argument, Class<?> kind, Class<?>[] types, Object[] values) {
    for (int i = 0; i < types.length; i++) {
      if (values[i] == null && types[i].isPrimitive()) {
        throw new TilescopeException(
            "%s: the file does not say %s of the %s"
                .formatted(
                    argument, kind.getRecordComponents()[i].getName(), kind.getSimpleName()));
      }
    }
    try {
      return kind.getDeclaredConstructor(types).newInstance(values);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof TilescopeException cause) {
        throw cause;
      }
      throw new TilescopeException(
          "%s: no %s can be made of what the file has: %s"
              .formatted(argument, kind.getSimpleName(), e.getCause()),
          e);
    } catch (ReflectiveOperationException e) {
      throw new TilescopeException(
          "%s: a %s cannot be made from a trace".formatted(argument, kind.getSimpleName()), e);
    }
  }
}
