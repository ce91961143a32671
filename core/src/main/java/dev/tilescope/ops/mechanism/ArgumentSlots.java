package dev.tilescope.ops.mechanism;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.tensor.Tensor;
import java.lang.reflect.Field;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an operation by name, with their types and defaults, read from its record: the
 * names in TT-NN's spelling, the parts of {@link Options} in the place of the record that holds
 * them, as {@link ArgumentReader} announces them.
 */
public final class ArgumentSlots {
  /**
   * @param genericType with what a list is of
   * @param isNullable whether it may be null
   * @param fallback the value of an argument that is not given, if it need not be
   */
  public record Slot(
      String name,
      Type genericType,
      boolean isNullable,
      boolean isRequired,
      @Nullable Object fallback) {
    public Class<?> type() {
      return genericType instanceof ParameterizedType list
          ? (Class<?>) list.getRawType()
          : (Class<?>) genericType;
    }

    public boolean isTensorList() {
      return genericType instanceof ParameterizedType list
          && list.getActualTypeArguments()[0] == Tensor.class;
    }

    /** An argument of any type is a tensor or a number. */
    public boolean takesTensor() {
      return genericType == Tensor.class || genericType == Object.class;
    }

    /**
     * @param component as Java spells it
     */
    public boolean isNamed(String component) {
      return name.equals(ArgumentText.snakeCase(component));
    }

    /** A tensor to write to is given by name, never by its place. */
    public boolean isTarget() {
      return Targets.isTarget(name);
    }
  }

  private final Class<? extends Record> type;
  private final List<Slot> slots = new ArrayList<>();

  public ArgumentSlots(Class<? extends Record> type) {
    this.type = type;
    add(type, null);
  }

  public List<Slot> slots() {
    return slots;
  }

  /** For messages. */
  public String names() {
    return slots.stream()
        .map(slot -> slot.isRequired() ? slot.name() : slot.name() + "=" + fallbackText(slot))
        .collect(Collectors.joining(", "));
  }

  /**
   * The arguments of a call.
   *
   * @param values by name; those left out have their defaults
   */
  public Record build(String operation, Map<String, @Nullable Object> values) {
    Iterator<Slot> next = slots.iterator();
    return build(type, operation, next, values);
  }

  private static Record build(
      Class<?> record,
      String operation,
      Iterator<Slot> next,
      Map<String, @Nullable Object> values) {
    RecordComponent[] components = record.getRecordComponents();
    Class<?>[] types = new Class<?>[components.length];
    Object[] arguments = new Object[components.length];
    for (int i = 0; i < components.length; i++) {
      types[i] = components[i].getType();
      arguments[i] =
          Options.class.isAssignableFrom(types[i])
              ? build(types[i], operation, next, values)
              : value(operation, next.next(), values);
    }
    try {
      return (Record) record.getDeclaredConstructor(types).newInstance(arguments);
    } catch (InvocationTargetException e) {
      if (e.getCause() instanceof RuntimeException cause) {
        throw cause;
      }
      throw new AssertionError("a record's constructor throws nothing checked", e);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("arguments are records of this package", e);
    }
  }

  private static @Nullable Object value(
      String operation, Slot slot, Map<String, @Nullable Object> values) {
    if (values.containsKey(slot.name())) {
      return values.get(slot.name());
    }
    Check.that(
        !slot.isRequired(),
        "%s: the argument %s is missing%s",
        operation,
        slot.name(),
        slot.takesTensor() || slot.isTensorList() ? "; it is a tensor" : "");
    return slot.fallback();
  }

  private void add(Class<?> record, @Nullable Object defaults) {
    for (RecordComponent component : record.getRecordComponents()) {
      if (Options.class.isAssignableFrom(component.getType())) {
        add(component.getType(), defaultsOf(component.getType()));
      } else {
        slots.add(slot(component, defaults));
      }
    }
  }

  static boolean isNullable(RecordComponent component) {
    return component.getAnnotatedType().isAnnotationPresent(Nullable.class);
  }

  private static Slot slot(RecordComponent component, @Nullable Object defaults) {
    String name = ArgumentText.snakeCase(component.getName());
    Type type = component.getGenericType();
    boolean isNullable = isNullable(component);
    Default written = component.getAnnotation(Default.class);
    if (defaults != null) {
      return new Slot(name, type, isNullable, false, read(component, defaults));
    }
    if (written != null) {
      Object value = ArgumentValue.parse(name, component.getType(), written.value());
      return new Slot(name, type, isNullable, false, value);
    }
    return new Slot(name, type, isNullable, !isNullable, null);
  }

  private static @Nullable Object read(RecordComponent component, Object from) {
    try {
      return component.getAccessor().invoke(from);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError("options are public records", e);
    }
  }

  private static Object defaultsOf(Class<?> options) {
    try {
      Field field = options.getDeclaredField("DEFAULT");
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(options + " needs a constant DEFAULT", e);
    }
  }

  /** A default as Python writes it; null for an argument that must be given. */
  static @Nullable public String fallbackText(Slot slot) {
    if (slot.isRequired()) {
      return null;
    }
    return switch (slot.fallback()) {
      case null -> "None";
      case Boolean flag -> flag ? "True" : "False";
      case String text -> '"' + text + '"';
      case MemoryConfig memory when !memory.isSharded() ->
          memory.bufferType() == BufferType.DRAM ? "DRAM_MEMORY_CONFIG" : "L1_MEMORY_CONFIG";
      case Enum<?> constant -> constant.name().toLowerCase(Locale.ROOT);
      case Object other -> other.toString();
    };
  }
}
