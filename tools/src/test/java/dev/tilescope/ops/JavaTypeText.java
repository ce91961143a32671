package dev.tilescope.ops;

import dev.tilescope.ops.internal.mechanism.CallForm;
import dev.tilescope.tensor.Tensor;
import java.lang.reflect.AnnotatedType;
import java.lang.reflect.GenericArrayType;
import java.lang.reflect.Parameter;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.WildcardType;
import java.util.Arrays;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Types as Java's sources name them, and the imports that takes. */
final class JavaTypeText {
  private final String home;
  private final Set<String> imports = new TreeSet<>();

  /**
   * @param home the package of the source, whose types need no import
   */
  JavaTypeText(String home) {
    this.home = home;
  }

  String imports() {
    return imports.stream().map(name -> "import " + name + ";").collect(Collectors.joining("\n"));
  }

  String parameter(CallForm.Parameter parameter) {
    boolean isNullable =
        parameter.component().getAnnotatedType().isAnnotationPresent(Nullable.class);
    String type =
        switch (parameter.as()) {
          case ITSELF -> annotated(text(parameter.component().getGenericType()), isNullable);
          case TENSOR -> annotated(text(Tensor.class), isNullable);
          case NUMBER -> annotated("Number", isNullable);
          case INTEGER -> "int";
          case SEVERAL -> element(parameter.component().getGenericType()) + "...";
        };
    return type + " " + parameter.name();
  }

  String parameter(Parameter parameter) {
    AnnotatedType type = parameter.getAnnotatedType();
    boolean isNullable = type.isAnnotationPresent(Nullable.class);
    String text = annotated(text(parameter.getParameterizedType()), isNullable);
    return (parameter.isVarArgs() ? text.replaceFirst("\\[]$", "...") : text)
        + " "
        + parameter.getName();
  }

  String annotated(String type, boolean isNullable) {
    if (!isNullable) {
      return type;
    }
    imports.add(Nullable.class.getName());
    return type.endsWith("[]")
        ? type.substring(0, type.length() - 2) + " @Nullable []"
        : "@Nullable " + type;
  }

  private String element(Type list) {
    return list instanceof ParameterizedType of
        ? text(of.getActualTypeArguments()[0])
        : text(((Class<?>) list).getComponentType());
  }

  String text(Type type) {
    return switch (type) {
      case Class<?> plain when plain.isArray() -> text(plain.getComponentType()) + "[]";
      case Class<?> plain -> named(plain);
      case ParameterizedType of ->
          text(of.getRawType())
              + Arrays.stream(of.getActualTypeArguments())
                  .map(this::text)
                  .collect(Collectors.joining(", ", "<", ">"));
      case GenericArrayType of -> text(of.getGenericComponentType()) + "[]";
      case WildcardType _ -> "?";
      default -> type.getTypeName();
    };
  }

  /** A nested type is imported as what it is, so that calls stay short. */
  private String named(Class<?> type) {
    String name = type.getCanonicalName();
    boolean isInSight =
        type.isPrimitive()
            || type.getPackageName().equals("java.lang")
            || name.equals(home + "." + type.getSimpleName());
    if (!isInSight) {
      imports.add(name);
    }
    return type.getSimpleName();
  }
}
