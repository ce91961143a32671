package dev.tilescope.ops;

import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.CallForm;
import dev.tilescope.ops.internal.mechanism.CallForm.Parameter;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Options;
import java.lang.reflect.RecordComponent;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The source of an operation's arguments, made of the parameters of a form and of defaults. */
final class CallSource {
  private final Operation<?, ?> operation;
  private final List<Parameter> given;
  private final JavaTypeText types;

  private CallSource(Operation<?, ?> operation, CallForm form, JavaTypeText types) {
    this.operation = operation;
    this.given = form.parameters();
    this.types = types;
  }

  static String of(Operation<?, ?> operation, CallForm form, JavaTypeText types) {
    CallSource source = new CallSource(operation, form, types);
    Class<?> arguments = operation.arguments();
    return Arrays.stream(arguments.getRecordComponents())
        .map(source::value)
        .collect(Collectors.joining(", ", "new " + types.text(arguments) + "(", ")"));
  }

  private String value(RecordComponent component) {
    for (Parameter parameter : given) {
      if (parameter.ofOptions() == null && parameter.name().equals(component.getName())) {
        return expression(parameter);
      }
    }
    return Options.class.isAssignableFrom(component.getType())
        ? options(component)
        : fallback(component);
  }

  private String expression(Parameter parameter) {
    boolean isList = parameter.component().getType() == List.class;
    return switch (parameter.as()) {
      case ITSELF, TENSOR, NUMBER -> parameter.name();
      case INTEGER -> (isList ? list() + ".of(%s)" : "new int[] {%s}").formatted(parameter.name());
      case SEVERAL -> isList ? list() + ".of(" + parameter.name() + ")" : parameter.name();
    };
  }

  private String list() {
    return types.text(List.class);
  }

  private String options(RecordComponent component) {
    String changes =
        given.stream()
            .filter(p -> isPartOf(component, p))
            .map(p -> "." + wither(p.name()) + "(" + expression(p) + ")")
            .collect(Collectors.joining());
    return types.text(component.getType()) + ".DEFAULT" + changes;
  }

  /** Two looks at a record give two objects for a component. */
  private static boolean isPartOf(RecordComponent options, Parameter parameter) {
    RecordComponent held = parameter.ofOptions();
    return held != null && held.getName().equals(options.getName());
  }

  static String wither(String component) {
    return "with" + component.substring(0, 1).toUpperCase(Locale.ROOT) + component.substring(1);
  }

  private String fallback(RecordComponent component) {
    Object value =
        new ArgumentSlots(operation.arguments())
            .slots().stream()
                .filter(slot -> slot.isNamed(component.getName()))
                .findFirst()
                .orElseThrow()
                .fallback();
    return literal(value, component.getType());
  }

  private String literal(@Nullable Object value, Class<?> type) {
    return switch (value) {
      case null -> "null";
      case String text -> '"' + text + '"';
      case Enum<?> constant -> types.text(constant.getDeclaringClass()) + "." + constant.name();
      case MemoryConfig memory when memory.equals(MemoryConfig.DRAM) ->
          types.text(MemoryConfig.class) + ".DRAM";
      case Double number when type == float.class -> number + "f";
      case Double number when type == double.class && number == Math.rint(number) ->
          Long.toString(number.longValue());
      case Float number ->
          number == Math.rint(number) ? Integer.toString(number.intValue()) : number + "f";
      case Number number -> number.toString();
      case Boolean flag -> flag.toString();
      default -> throw new AssertionError(operation + " has a default of " + value.getClass());
    };
  }
}
