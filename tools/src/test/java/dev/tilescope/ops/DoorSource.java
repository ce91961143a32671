package dev.tilescope.ops;

import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.internal.mechanism.ArgumentSlots;
import dev.tilescope.ops.internal.mechanism.CallForm;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.OperationName;
import dev.tilescope.ttnn.TtnnFunctions;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The source of a door: a class of static methods, one for each {@link CallForm} of each operation
 * of a module of TT-NN's and one for each {@link DoorMethod}, with what the declarations say as
 * Javadoc.
 */
final class DoorSource {
  private static final String HEAD =
      """
      package dev.tilescope.ops;

      %s

      /**
       * %s
       *
       * <p>Generated from the declarations, which each method names in its one line: to change one,
       * change its declaration and run {@code mvn -Pgenerate}.
       */
      public final class %s%s {
        private %s() {}
      %s}
      """;

  private final String door;
  private final Operations declared;
  private final JavaTypeText types = new JavaTypeText("dev.tilescope.ops");
  private final StringBuilder methods = new StringBuilder();

  private DoorSource(String door, Operations declared) {
    this.door = door;
    this.declared = declared;
  }

  /**
   * @param about what the door is, a sentence or two in Javadoc's form
   * @param more source of members that are no operations
   */
  static String of(String door, Operations declared, String about, String more) {
    DoorSource source = new DoorSource(door, declared);
    source.methods.append(more);
    declared.byName().values().stream()
        .filter(found -> found.operation().name().door().equals(door))
        .forEach(source::add);
    source.addOthers();
    String parent = door.equals("Ttnn") ? " extends " + source.types.text(TtnnFunctions.class) : "";
    return HEAD.formatted(source.types.imports(), about, door, parent, door, source.methods);
  }

  private void add(Operations.Declared found) {
    for (String name : found.operation().methods()) {
      found.operation().forms().forEach(form -> method(name, found, form));
    }
    OperationText text = OperationTexts.of(found.name());
    Operations.methodsByHand(found).forEach(method -> method(found.name(), text, method));
  }

  /** Methods that stand for no operation, but for a function that TT-NN has beside them. */
  private void addOthers() {
    for (Operations.Family family : declared.families()) {
      Arrays.stream(family.declaring().getDeclaredMethods())
          .filter(method -> method.isAnnotationPresent(DoorMethod.class))
          .filter(method -> !declared.byName().containsKey(dotted(method)))
          .filter(method -> OperationName.of(named(method)).door().equals(door))
          .sorted(Comparator.comparing(Method::toString))
          .forEach(this::other);
    }
  }

  private void other(Method method) {
    String name = dotted(method);
    method(name, OperationTexts.of(name), method);
  }

  private static String dotted(Method method) {
    return OperationName.of(named(method)).dotted();
  }

  private static String named(Method method) {
    return method.getAnnotation(DoorMethod.class).operation();
  }

  private void method(String name, Operations.Declared found, CallForm form) {
    Operation<?, ?> operation = found.operation();
    Field constant = constant(found);
    Type result = ((ParameterizedType) constant.getGenericType()).getActualTypeArguments()[1];
    boolean isVoid = result == Boolean.class || result == Path.class;
    Map<String, String> texts = new LinkedHashMap<>();
    form.parameters().forEach(p -> texts.put(p.name(), argumentText(found, p)));
    document(found.name(), OperationTexts.of(found.name()), texts, isVoid);
    String call = CallSource.of(operation, form, types);
    methods.append(
        "public static %s %s(%s) {%n%s%s.%s.call(%s);%n}%n"
            .formatted(
                isVoid ? "void" : types.text(result),
                name,
                form.parameters().stream().map(types::parameter).collect(Collectors.joining(", ")),
                isVoid ? "" : "return ",
                types.text(found.family().declaring()),
                constant.getName(),
                call));
  }

  private static Field constant(Operations.Declared found) {
    for (Field field : found.family().declaring().getDeclaredFields()) {
      try {
        if (field.getType() == Operation.class && field.get(null) == found.operation()) {
          return field;
        }
      } catch (IllegalAccessException e) {
        throw new AssertionError("constants of operations are public", e);
      }
    }
    throw new AssertionError(found.name() + " is no constant of its family");
  }

  private void method(String name, OperationText text, Method method) {
    List<Parameter> all = List.of(method.getParameters());
    for (String rest : method.getAnnotation(DoorMethod.class).orElse()) {
      int given = all.size() - rest.split(",", -1).length;
      method(name, text, method, all.subList(0, given), ", " + rest);
    }
    method(name, text, method, all, "");
  }

  private void method(
      String name, OperationText text, Method method, List<Parameter> given, String rest) {
    Map<String, String> texts = new LinkedHashMap<>();
    for (Parameter parameter : given) {
      String argument = ArgumentText.snakeCase(parameter.getName());
      texts.put(parameter.getName(), OperationTexts.argument(name, "", argument));
    }
    boolean isVoid = method.getReturnType() == void.class;
    DoorMethod said = method.getAnnotation(DoorMethod.class);
    String result = said.returns().isEmpty() ? text.result() : said.returns();
    document(
        name,
        new OperationText(
            said.value().isEmpty() ? text.summary() : said.value(),
            result,
            text.refusals(),
            Map.of()),
        texts,
        isVoid);
    methods.append(
        "public static %s %s(%s) {%n%s%s.%s(%s%s);%n}%n"
            .formatted(
                types.text(method.getGenericReturnType()),
                method.getName(),
                given.stream().map(types::parameter).collect(Collectors.joining(", ")),
                isVoid ? "" : "return ",
                types.text(method.getDeclaringClass()),
                method.getName(),
                given.stream().map(Parameter::getName).collect(Collectors.joining(", ")),
                rest));
  }

  static String argumentText(Operations.Declared found, CallForm.Parameter parameter) {
    String text = said(found, parameter);
    return found.slots().slots().stream()
        .filter(slot -> slot.isNamed(parameter.name()) && slot.fallback() != null)
        .findFirst()
        .map(slot -> text + " (default " + ArgumentSlots.fallbackText(slot) + ")")
        .orElse(text);
  }

  /** What operations.txt says of it; empty if nothing. */
  static String said(Operations.Declared found, CallForm.Parameter parameter) {
    return OperationTexts.argument(
        found.name(),
        parameter.component().getDeclaringRecord().getSimpleName(),
        ArgumentText.snakeCase(parameter.name()));
  }

  private void document(
      String name, OperationText text, Map<String, String> arguments, boolean isVoid) {
    methods.append("\n/**\n * ").append(javadoc(text.summary())).append('\n');
    methods.append(" *\n * <p>TT-NN's {@code ").append(name).append("}.\n *\n");
    arguments.forEach((argument, said) -> tag("@param " + argument, said));
    if (!isVoid) {
      tag("@return", text.result());
    }
    if (!text.refusals().isEmpty()) {
      types.text(TilescopeException.class);
      tag("@throws TilescopeException", "if " + text.refusals());
    }
    methods.append(" */\n");
  }

  private void tag(String tag, String text) {
    methods.append(" * ").append(tag).append(' ').append(javadoc(text)).append('\n');
  }

  /** Code words between backticks, and what HTML would take for its own. */
  static String javadoc(String text) {
    StringBuilder html = new StringBuilder();
    String[] parts = text.split("`", -1);
    for (int i = 0; i < parts.length; i++) {
      html.append(i % 2 == 1 ? "{@code " + parts[i] + "}" : escaped(parts[i]));
    }
    return html.toString();
  }

  private static String escaped(String text) {
    return text.replace("&", "&amp;")
        .replace("<", "&lt;")
        .replace(">", "&gt;")
        .replace("@", "&#64;");
  }
}
