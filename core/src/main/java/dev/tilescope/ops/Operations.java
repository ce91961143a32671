package dev.tilescope.ops;

import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import dev.tilescope.ops.OperationDescription.TensorArgument;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.lang.reflect.Parameter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Every declared operation.
 *
 * <p>There is no list to keep: an operation is declared by a static field of its family, alone or
 * in a map or list, and the families are what {@link Ttnn} inherits from and the modules beside it
 * ({@code ttnn.transformer} is {@code Transformer}).
 */
public final class Operations {
  /** TT-NN's modules with operations of their own, by the class that has their methods. */
  private static final List<String> MODULES = List.of("Transformer", "Experimental", "KvCache");

  /**
   * An operation and where it was found.
   *
   * @param key of the map that holds it; null for one that has a field of its own
   */
  record Declared(Operation<?, ?> operation, Class<?> family, @Nullable Object key) {
    String name() {
      return operation.name().replace("::", ".");
    }

    ArgumentSlots slots() {
      return new ArgumentSlots(operation.arguments());
    }
  }

  private static final class Found {
    static final List<Declared> ALL = scan();
    static final Set<DeviceOperation<?>> PARTS =
        ALL.stream()
            .flatMap(found -> found.operation().parts().stream())
            .collect(Collectors.toCollection(LinkedHashSet::new));

    static DeviceOperation<?> part(String name) {
      return PARTS.stream().filter(part -> part.name().equals(name)).findFirst().orElseThrow();
    }
  }

  private Operations() {}

  /** All operations, by name. */
  public static List<OperationDescription> all() {
    return declared().stream().map(Operations::describe).toList();
  }

  /** The device operations that operations come to, by name. */
  public static List<OnDevice> deviceOperations() {
    return Found.PARTS.stream()
        .sorted(Comparator.comparing(DeviceOperation::name))
        .map(Operations::describe)
        .toList();
  }

  /** The operation of that name: {@code ttnn.add}, {@code ttnn::add} or {@code add}. */
  public static Optional<OperationDescription> named(String name) {
    return find(name).map(Operations::describe);
  }

  static Optional<Declared> find(String name) {
    String wanted = name.strip().replace("::", ".");
    String full = wanted.startsWith("ttnn.") ? wanted : "ttnn." + wanted;
    return declared().stream().filter(found -> found.name().equals(full)).findFirst();
  }

  static List<Declared> declared() {
    return Found.ALL;
  }

  /** The classes that declare operations, each after the one it extends. */
  static List<Class<?>> families() {
    Set<Class<?>> families = new LinkedHashSet<>(line(Ttnn.class));
    MODULES.forEach(name -> module(name).ifPresent(found -> families.addAll(line(found))));
    return List.copyOf(families);
  }

  private static List<Class<?>> line(Class<?> last) {
    List<Class<?>> line = new ArrayList<>();
    for (Class<?> c = last; c != Object.class; c = c.getSuperclass()) {
      line.addFirst(c);
    }
    return line;
  }

  private static Optional<Class<?>> module(String name) {
    try {
      return Optional.of(Class.forName(Operations.class.getPackageName() + "." + name));
    } catch (ClassNotFoundException e) {
      return Optional.empty();
    }
  }

  private static List<Declared> scan() {
    List<Declared> found = new ArrayList<>();
    for (Class<?> family : families()) {
      for (Field field : family.getDeclaredFields()) {
        if (Modifier.isStatic(field.getModifiers())) {
          collect(read(field), (key, operation) -> found.add(new Declared(operation, family, key)));
        }
      }
    }
    found.sort(Comparator.comparing(Declared::name));
    return List.copyOf(found);
  }

  private static @Nullable Object read(Field field) {
    try {
      field.setAccessible(true);
      return field.get(null);
    } catch (IllegalAccessException e) {
      throw new AssertionError("families are in this package", e);
    }
  }

  private static void collect(
      @Nullable Object value, BiConsumer<@Nullable Object, Operation<?, ?>> sink) {
    switch (value) {
      case Operation<?, ?> operation -> sink.accept(null, operation);
      case Map<?, ?> map ->
          map.forEach((key, item) -> collect(item, (none, each) -> sink.accept(key, each)));
      case Collection<?> items -> items.forEach(item -> collect(item, sink));
      case null, default -> {}
    }
  }

  private static OperationDescription describe(Declared found) {
    return new OperationDescription(
        found.name(),
        found.family().getSimpleName().replaceAll("Operations$", ""),
        methods(found),
        found.slots().slots().stream()
            .map(slot -> new Argument(slot.name(), ArgumentSlots.fallbackText(slot)))
            .toList(),
        parts(found.operation()).map(Operations::describe).toList());
  }

  /** What a call may come to, by way of other operations too. */
  private static Stream<DeviceOperation<?>> parts(Operation<?, ?> operation) {
    return Stream.concat(
        operation.parts().stream(), operation.partsOfOthers().stream().map(Found::part));
  }

  private static OnDevice describe(DeviceOperation<?> operation) {
    return new OnDevice(
        operation.name(),
        operation.inputs().stream()
            .map(in -> new TensorArgument(in.name(), in.isOptional(), in.dtypes(), in.layout()))
            .toList(),
        operation.circularBufferText());
  }

  /** The methods of the operation's own name, or the one that takes its key. */
  private static List<String> methods(Declared found) {
    List<Method> ofFamily =
        Arrays.stream(found.family().getDeclaredMethods())
            .filter(method -> Modifier.isPublic(method.getModifiers()))
            .sorted(Comparator.comparing(Method::getParameterCount).thenComparing(Method::toString))
            .toList();
    String name = methodName(found, ofFamily);
    boolean separate =
        found.name().endsWith("_")
            && ofFamily.stream().anyMatch(m -> m.getName().equals(name + "InPlace"));
    String wanted = separate ? name + "InPlace" : name;
    List<String> named =
        ofFamily.stream().filter(m -> m.getName().equals(wanted)).map(m -> text(m, null)).toList();
    return named.isEmpty()
        ? ofFamily.stream()
            .filter(
                m -> m.getParameterCount() > 0 && m.getParameterTypes()[0].isInstance(found.key()))
            .map(m -> text(m, found.key()))
            .toList()
        : named.stream().distinct().toList();
  }

  private static String text(Method method, @Nullable Object key) {
    Class<?> owner = method.getDeclaringClass();
    String prefix = door(owner).getSimpleName();
    return Arrays.stream(method.getParameters())
        .map(parameter -> text(parameter, key))
        .collect(Collectors.joining(", ", prefix + "." + method.getName() + "(", ")"));
  }

  /** The class that users call the methods of a family by. */
  private static Class<?> door(Class<?> family) {
    return family.isAssignableFrom(Ttnn.class)
        ? Ttnn.class
        : MODULES.stream()
            .flatMap(name -> module(name).stream())
            .filter(family::isAssignableFrom)
            .findFirst()
            .orElse(family);
  }

  private static String text(Parameter parameter, @Nullable Object key) {
    return key instanceof Enum<?> constant && parameter.getType().isInstance(key)
        ? constant.getDeclaringClass().getSimpleName() + "." + constant.name()
        : parameter.getName();
  }

  /**
   * A name that ends in an underscore is that of an operation in place, which says so in Java where
   * another does not work in place.
   */
  private static String methodName(Declared found, List<Method> ofFamily) {
    String last = found.name().substring(found.name().lastIndexOf('.') + 1);
    String plain = last.replaceFirst("^__(.*)__$", "$1");
    String inPlace = camelCase(plain.replaceFirst("_$", "_in_place"));
    boolean says = ofFamily.stream().anyMatch(method -> method.getName().equals(inPlace));
    return says ? inPlace : camelCase(plain.replaceFirst("_$", ""));
  }

  private static String camelCase(String snakeCase) {
    StringBuilder name = new StringBuilder();
    for (String word : snakeCase.split("_", -1)) {
      name.append(
          name.isEmpty() || word.isEmpty()
              ? word
              : word.substring(0, 1).toUpperCase(Locale.ROOT) + word.substring(1));
    }
    return name.toString();
  }
}
