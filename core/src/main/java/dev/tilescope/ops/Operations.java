package dev.tilescope.ops;

import dev.tilescope.ops.OperationDescription.Argument;
import dev.tilescope.ops.OperationDescription.OnDevice;
import dev.tilescope.ops.OperationDescription.TensorArgument;
import dev.tilescope.ops.OperationList.Family;
import dev.tilescope.ops.mechanism.ArgumentSlots;
import dev.tilescope.ops.mechanism.CallForm;
import dev.tilescope.ops.mechanism.DeviceOperation;
import dev.tilescope.ops.mechanism.DoorMethod;
import dev.tilescope.ops.mechanism.Operation;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.util.Arrays;
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
  /** An operation of the list. */
  record Declared(Operation<?, ?> operation, Family family, ArgumentSlots slots) {
    /** As TT-NN's users write it. */
    String name() {
      return operation.name().dotted();
    }
  }

  /** Made of the list when it is first asked for. */
  private static final class Found {
    static final Map<String, Declared> BY_NAME = new TreeMap<>();
    static final Map<String, DeviceOperation<?>> PARTS_BY_NAME = new HashMap<>();
    static final Set<DeviceOperation<?>> PARTS = new LinkedHashSet<>();

    static {
      for (Family family : OperationList.FAMILIES) {
        for (Operation<?, ?> operation : family.operations()) {
          Declared declared =
              new Declared(operation, family, new ArgumentSlots(operation.arguments()));
          BY_NAME.put(declared.name(), declared);
          PARTS.addAll(operation.parts());
        }
      }
      PARTS.forEach(part -> PARTS_BY_NAME.put(part.name(), part));
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
    return Optional.ofNullable(Found.BY_NAME.get(full));
  }

  static List<Declared> declared() {
    return List.copyOf(Found.BY_NAME.values());
  }

  private static OperationDescription describe(Declared found) {
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
  private static Stream<DeviceOperation<?>> parts(Operation<?, ?> operation) {
    return Stream.concat(
        operation.parts().stream(),
        operation.partsOfOthers().stream()
            .map(name -> Objects.requireNonNull(Found.PARTS_BY_NAME.get(name), name)));
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
    Stream<String> others = methodsByHand(found).map(Operations::text);
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
        .sorted(Comparator.comparing(Method::getParameterCount).thenComparing(Method::toString));
  }

  private static boolean isFor(Declared found, @Nullable DoorMethod annotation) {
    return annotation != null && annotation.operation().equals(found.operation().name().traced());
  }

  private static String text(Method method) {
    return Arrays.stream(method.getParameters())
        .map(Parameter::getName)
        .collect(Collectors.joining(", ", method.getName() + "(", ")"));
  }
}
