package dev.tilescope.ops;

import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import dev.tilescope.ops.OperationDescription.TensorArgument;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.CallForm;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Every declared operation, described and by name. They are listed in {@link OperationList}. */
public final class Operations {
  /**
   * Operations that are declared together.
   *
   * @param declaring the class that has them as constants
   */
  record Family(Class<?> declaring, List<Operation<?, ?>> operations) {
    static Family of(Class<?> declaring, Operation<?, ?>... operations) {
      return new Family(declaring, List.of(operations));
    }

    String title() {
      return declaring.getSimpleName().replaceAll("Operations$", "");
    }
  }

  /** An operation of the list. */
  record Declared(Operation<?, ?> operation, Family family, ArgumentSlots slots) {
    /** As TT-NN's users write it. */
    String name() {
      return operation.name().dotted();
    }
  }

  /** Made when it is first asked for: a call through a door needs none of it. */
  private static final class Listed {
    static final Operations ALL = new Operations(OperationList.FAMILIES);
  }

  private final List<Family> families;
  private final Map<String, Declared> byName = new TreeMap<>();
  private final Map<String, DeviceOperation<?>> partsByName = new HashMap<>();
  private final Set<DeviceOperation<?>> parts = new LinkedHashSet<>();

  Operations(List<Family> families) {
    this.families = families;
    for (Family family : families) {
      for (Operation<?, ?> operation : family.operations()) {
        Declared declared =
            new Declared(operation, family, new ArgumentSlots(operation.arguments()));
        byName.put(declared.name(), declared);
        parts.addAll(operation.parts());
      }
    }
    parts.forEach(part -> partsByName.put(part.name(), part));
  }

  /** All operations, by name. */
  public static List<OperationDescription> all() {
    return declared().stream().map(Listed.ALL::describe).toList();
  }

  /** The device operations that operations come to, by name. */
  public static List<OnDevice> deviceOperations() {
    return Listed.ALL.onDevice();
  }

  /** The operation of that name: {@code ttnn.add}, {@code ttnn::add} or {@code add}. */
  public static Optional<OperationDescription> named(String name) {
    return find(name).map(Listed.ALL::describe);
  }

  static Optional<Declared> find(String name) {
    String wanted = name.strip().replace("::", ".");
    String full = wanted.startsWith("ttnn.") ? wanted : "ttnn." + wanted;
    return Optional.ofNullable(Listed.ALL.byName.get(full));
  }

  static Collection<Declared> declared() {
    return Listed.ALL.byName.values();
  }

  List<Family> families() {
    return families;
  }

  Map<String, Declared> byName() {
    return byName;
  }

  List<OnDevice> onDevice() {
    return parts.stream()
        .sorted(Comparator.comparing(DeviceOperation::name))
        .map(Operations::describe)
        .toList();
  }

  OperationDescription describe(Declared found) {
    return new OperationDescription(
        found.name(),
        found.family().title(),
        methods(found),
        found.slots().slots().stream()
            .map(slot -> new Argument(slot.name(), ArgumentSlots.fallbackText(slot)))
            .toList(),
        parts(found.operation()).map(Operations::describe).toList());
  }

  /** What a call may come to, by way of other operations too. */
  private Stream<DeviceOperation<?>> parts(Operation<?, ?> operation) {
    return Stream.concat(
        operation.parts().stream(),
        operation.partsOfOthers().stream()
            .map(name -> Objects.requireNonNull(partsByName.get(name), name)));
  }

  private static OnDevice describe(DeviceOperation<?> operation) {
    return new OnDevice(
        operation.name(),
        operation.inputs().stream()
            .map(in -> new TensorArgument(in.name(), in.isOptional(), in.dtypes(), in.layout()))
            .toList(),
        operation.circularBufferText());
  }

  /** How it is called from Java, those that differ in types alone once. */
  private static List<String> methods(Declared found) {
    Operation<?, ?> operation = found.operation();
    Stream<String> forms =
        operation.methods().stream()
            .flatMap(method -> operation.forms().stream().map(form -> method + names(form)));
    Stream<String> others = methodsByHand(found).flatMap(Operations::texts);
    return Stream.concat(forms, others)
        .map(text -> operation.name().door() + "." + text)
        .distinct()
        .toList();
  }

  private static String names(CallForm form) {
    return form.parameters().stream()
        .map(CallForm.Parameter::name)
        .collect(Collectors.joining(", ", "(", ")"));
  }

  /** The methods of its family that were written for it. */
  static Stream<Method> methodsByHand(Declared found) {
    return Arrays.stream(found.family().declaring().getDeclaredMethods())
        .filter(method -> isFor(found, method.getAnnotation(DoorMethod.class)))
        .sorted(Comparator.comparingInt(Method::getParameterCount).thenComparing(Method::toString));
  }

  private static boolean isFor(Declared found, @Nullable DoorMethod annotation) {
    return annotation != null && annotation.operation().equals(found.operation().name().traced());
  }

  private static Stream<String> texts(Method method) {
    int all = method.getParameterCount();
    Stream<Integer> shorter =
        Arrays.stream(method.getAnnotation(DoorMethod.class).orElse())
            .map(rest -> all - rest.split(",", -1).length);
    return Stream.concat(shorter, Stream.of(all))
        .map(count ->
            Arrays.stream(method.getParameters())
                .limit(count)
                .map(Parameter::getName)
                .collect(Collectors.joining(", ", method.getName() + "(", ")")));
  }
}
