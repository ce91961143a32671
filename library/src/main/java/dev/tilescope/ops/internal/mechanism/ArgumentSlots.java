package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.tensor.Tensor;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.lang.reflect.Field;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.RecordComponent;
import java.lang.reflect.Type;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The arguments of an operation by name, with their types and defaults, read from its record: the
 * names in TT-NN's spelling, the parts of {@link ArgumentGroup} in the place of the record that
 * holds them, as {@link ArgumentReader} announces them.
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
      return name.equalsIgnoreCase(ArgumentText.snakeCase(component));
    }

    /**
     * The value that a text stands for.
     *
     * @param text as {@link ArgumentValue} has it; words between commas for a list that is not of
     *     integers
     */
    public Object parse(String text) {
      return genericType instanceof ParameterizedType list
              && list.getActualTypeArguments()[0] != Integer.class
          ? Arrays.stream(text.split(",", -1)).map(String::strip).toList()
          : ArgumentValue.parse(name, type(), text);
    }

    /** A tensor to write to is given by name, never by its place. */
    public boolean isTarget() {
      return Targets.isTarget(name);
    }
  }

  /** Stands for an argument that is not given, because null may be given. */
  public static final Object NOT_GIVEN = new Object();

  /** How a record is made: of values in the order of slots, and of records that are made so. */
  private record Making(MethodHandle constructor, List<Optional<Making>> parts) {
    static Making of(Class<?> record) {
      List<Class<?>> types = new ArrayList<>();
      List<Optional<Making>> parts = new ArrayList<>();
      for (RecordComponent component : record.getRecordComponents()) {
        types.add(component.getType());
        parts.add(
            ArgumentGroup.class.isAssignableFrom(component.getType())
                ? Optional.of(of(component.getType()))
                : Optional.empty());
      }
      try {
        MethodHandle constructor =
            MethodHandles.publicLookup()
                .findConstructor(record, MethodType.methodType(void.class, types))
                .asType(MethodType.genericMethodType(types.size()))
                .asSpreader(Object[].class, types.size());
        return new Making(constructor, parts);
      } catch (ReflectiveOperationException e) {
        throw new AssertionError("arguments are public records", e);
      }
    }

    Object make(Iterator<@Nullable Object> values) {
      Object[] arguments = new Object[parts.size()];
      for (int i = 0; i < arguments.length; i++) {
        Optional<Making> part = parts.get(i);
        arguments[i] = part.isPresent() ? part.get().make(values) : values.next();
      }
      try {
        return (Object) constructor.invokeExact(arguments);
      } catch (RuntimeException | Error e) {
        throw e;
      } catch (Throwable e) {
        throw new AssertionError("a record's constructor throws nothing checked", e);
      }
    }
  }

  private final Class<? extends Record> type;
  private final List<Slot> slots = new ArrayList<>();
  private final Map<String, Integer> indices = new HashMap<>();
  private volatile @Nullable Making making;

  public ArgumentSlots(Class<? extends Record> type) {
    this.type = type;
    add(type, null);
    for (int i = 0; i < slots.size(); i++) {
      indices.put(slots.get(i).name(), i);
    }
  }

  public List<Slot> slots() {
    return slots;
  }

  /**
   * Where an argument stands.
   *
   * @throws TilescopeException if there is none of that name
   */
  public int index(String operation, String name) {
    Integer index = indices.get(name);
    if (index == null) {
      throw new TilescopeException(
          "%s takes no argument \"%s\"; it takes %s".formatted(operation, name, names()));
    }
    return index;
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
   * @param given by slot; those that are {@link #NOT_GIVEN} have their defaults
   */
  public Record build(String operation, @Nullable Object[] given) {
    Object[] values = new Object[given.length];
    for (int i = 0; i < values.length; i++) {
      values[i] = given[i] == NOT_GIVEN ? fallback(operation, slots.get(i)) : given[i];
    }
    return type.cast(making().make(Arrays.asList(values).iterator()));
  }

  private Making making() {
    Making known = making;
    if (known == null) {
      known = Making.of(type);
      making = known;
    }
    return known;
  }

  private static @Nullable Object fallback(String operation, Slot slot) {
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
      if (ArgumentGroup.class.isAssignableFrom(component.getType())) {
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
    String name = ArgumentText.name(component);
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

  private static @Nullable Object defaultsOf(Class<?> group) {
    return Options.class.isAssignableFrom(group) ? constantOf(group) : null;
  }

  private static Object constantOf(Class<?> options) {
    try {
      Field field = options.getDeclaredField("DEFAULT");
      return field.get(null);
    } catch (ReflectiveOperationException e) {
      throw new AssertionError(options + " needs a constant DEFAULT", e);
    }
  }

  /** A default as Python writes it; null for an argument that must be given. */
  public static @Nullable String fallbackText(Slot slot) {
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
