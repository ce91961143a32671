package dev.tilescope.ops;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import java.lang.reflect.Field;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an operation by name, with their types and defaults, read from its record: the
 * names in TT-NN's spelling, the parts of {@link Options} in the place of the record that holds
 * them, as {@link ArgumentReader} announces them.
 */
final class ArgumentSlots {
  /**
   * @param isNullable whether it may be null
   * @param fallback the value of an argument that is not given, if it need not be
   */
  record Slot(
      String name,
      Class<?> type,
      boolean isNullable,
      boolean isRequired,
      @Nullable Object fallback) {}

  private final Class<? extends Record> type;
  private final List<Slot> slots = new ArrayList<>();

  ArgumentSlots(Class<? extends Record> type) {
    this.type = type;
    add(type, null);
  }

  List<Slot> slots() {
    return slots;
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

  private static Slot slot(RecordComponent component, @Nullable Object defaults) {
    String name = ArgumentReader.snakeCase(component.getName());
    Class<?> type = component.getType();
    boolean isNullable = component.getAnnotatedType().isAnnotationPresent(Nullable.class);
    Default written = component.getAnnotation(Default.class);
    if (defaults != null) {
      return new Slot(name, type, isNullable, false, read(component, defaults));
    }
    if (written != null) {
      Object value = ArgumentValue.parse(name, type, written.value());
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
  static @Nullable String fallbackText(Slot slot) {
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

  @Override
  public String toString() {
    return type.getSimpleName();
  }
}
