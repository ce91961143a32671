package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.tensor.Tensor;
import java.lang.reflect.RecordComponent;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A way to call an operation from Java: which of its arguments are given, and as what.
 *
 * <p>Every operation can be called with the arguments that must be given, with those and its
 * options, and with all; {@link Form} adds others. Where an argument is a {@link TensorOrNumber}
 * there is a form for either, as long as one of the arguments is a tensor.
 */
public record CallForm(List<Parameter> parameters) {
  /** How an argument is given. */
  public enum As {
    ITSELF,
    TENSOR,
    NUMBER,
    /** One integer for a list of one. */
    INTEGER,
    /** As many as there are, at the end. */
    SEVERAL
  }

  /**
   * @param component of the record of arguments, or of the options in it
   * @param ofOptions the component of the arguments that holds the options; null for one of the
   *     arguments themselves
   */
  public record Parameter(RecordComponent component, @Nullable RecordComponent ofOptions, As as) {
    public String name() {
      return component.getName();
    }

    private Parameter as(As other) {
      return new Parameter(component, ofOptions, other);
    }

    private boolean isArray() {
      return as == As.SEVERAL && component.getType().isArray();
    }

    private boolean isEither() {
      return as == As.ITSELF && component.isAnnotationPresent(TensorOrNumber.class);
    }

    private boolean isAlike() {
      return component.getAnnotation(TensorOrNumber.class).alike();
    }
  }

  /** All of them, those with fewer arguments first. */
  static List<CallForm> of(Class<? extends Record> arguments) {
    Map<List<String>, CallForm> forms = new LinkedHashMap<>();
    for (List<Parameter> each : unresolved(arguments)) {
      for (List<Parameter> resolved : resolved(each)) {
        forms.putIfAbsent(types(resolved), new CallForm(List.copyOf(resolved)));
      }
    }
    return forms.values().stream()
        .sorted(Comparator.comparingInt(form -> form.parameters().size()))
        .toList();
  }

  /** What tells methods of one name from each other; several integers are an array of them. */
  private static List<String> types(List<Parameter> parameters) {
    return parameters.stream()
        .map(p -> (p.isArray() ? As.ITSELF : p.as()) + " " + p.component().getType())
        .toList();
  }

  private static Collection<List<Parameter>> unresolved(Class<? extends Record> arguments) {
    List<Parameter> all =
        Arrays.stream(arguments.getRecordComponents())
            .map(component -> new Parameter(component, null, As.ITSELF))
            .toList();
    List<List<Parameter>> forms = new ArrayList<>();
    for (Form form : arguments.getAnnotationsByType(Form.class)) {
      forms.add(
          Arrays.stream(form.value().split(",", -1))
              .map(text -> parameter(arguments, text.strip()))
              .toList());
    }
    forms.add(all.stream().filter(CallForm::isRequired).toList());
    forms.add(all.stream().filter(p -> isRequired(p) || isOptions(p.component())).toList());
    forms.add(all);
    return forms;
  }

  private static boolean isOptions(RecordComponent component) {
    return Options.class.isAssignableFrom(component.getType());
  }

  private static boolean isRequired(Parameter parameter) {
    RecordComponent component = parameter.component();
    return !isOptions(component)
        && !component.isAnnotationPresent(Default.class)
        && !ArgumentSlots.isNullable(component);
  }

  private static Parameter parameter(Class<?> arguments, String text) {
    if (text.endsWith("...")) {
      return named(arguments, text.substring(0, text.length() - 3).strip()).as(As.SEVERAL);
    }
    String[] words = text.split(":", -1);
    Parameter named = named(arguments, words[0].strip());
    return words.length == 1 ? named : named.as(words[1].equals("int") ? As.INTEGER : As.NUMBER);
  }

  private static Parameter named(Class<?> arguments, String name) {
    for (RecordComponent component : arguments.getRecordComponents()) {
      if (component.getName().equals(name)) {
        return new Parameter(component, null, As.ITSELF);
      }
    }
    for (RecordComponent options : arguments.getRecordComponents()) {
      for (RecordComponent part : isOptions(options) ? parts(options) : new RecordComponent[0]) {
        if (part.getName().equals(name)) {
          return new Parameter(part, options, As.ITSELF);
        }
      }
    }
    throw new IllegalArgumentException(arguments.getSimpleName() + " has no " + name);
  }

  private static RecordComponent[] parts(RecordComponent options) {
    return options.getType().getRecordComponents();
  }

  /** With a tensor or a number where either may be. */
  private static List<List<Parameter>> resolved(List<Parameter> form) {
    List<List<Parameter>> all = List.of(List.of());
    for (Parameter parameter : form) {
      List<List<Parameter>> longer = new ArrayList<>();
      for (List<Parameter> before : all) {
        for (As as :
            parameter.isEither() ? List.of(As.TENSOR, As.NUMBER) : List.of(parameter.as())) {
          if (fits(before, parameter, as)) {
            longer.add(appended(before, parameter.as(as)));
          }
        }
      }
      all = longer;
    }
    return all.stream().filter(CallForm::hasTensor).toList();
  }

  private static boolean fits(List<Parameter> before, Parameter parameter, As as) {
    return !parameter.isEither()
        || !parameter.isAlike()
        || before.stream()
            .allMatch(p -> p.as() == as || (p.as() != As.TENSOR && p.as() != As.NUMBER));
  }

  private static List<Parameter> appended(List<Parameter> before, Parameter last) {
    List<Parameter> longer = new ArrayList<>(before);
    longer.add(last);
    return longer;
  }

  private static boolean hasTensor(List<Parameter> form) {
    return form.stream().noneMatch(p -> p.as() == As.NUMBER)
        || form.stream()
            .anyMatch(p -> p.as() == As.TENSOR || p.component().getType() == Tensor.class);
  }
}
