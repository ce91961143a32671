package dev.tilescope.args;

import dev.tilescope.internal.track.AutoStart;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * Turns the tracer on for a program that knows nothing of it.
 *
 * <pre>
 * TILESCOPE_TRACE_PARAMS=1              on; 0 is off, whatever else is said
 * TILESCOPE_TRACE_PARAMS_WITH_VALUES=1  on, with values
 * TTNN_OPERATION_TRACE_DIR=DIR          on, and files go there
 * TILESCOPE_TRACE_PARAMS_OPERATIONS     names, separated by commas; * is anything
 * TILESCOPE_TRACE_PARAMS_LIMIT          the most calls
 * TILESCOPE_TRACE_PARAMS_MAX_VALUES     the most values of a tensor
 * TILESCOPE_TRACE_PARAMS_NPY_ABOVE      tensors of more elements go to .npy files
 * </pre>
 *
 * <p>Each {@code TILESCOPE_} variable is also a system property, e.g. {@code
 * tilescope.trace-params-with-values}; the variable goes first.
 */
public final class TraceFromEnvironment implements AutoStart {
  private static final String PREFIX = "TILESCOPE_TRACE_PARAMS";

  @Override
  public void startIfAsked() {
    try {
      TraceOptions options = asked(TraceFromEnvironment::lookUp);
      if (options != null) {
        OperationTracer.enable(options);
      }
    } catch (TilescopeException e) {
      Notice.print("parameters are not traced: " + e.getMessage());
    }
  }

  private static @Nullable String lookUp(String variable) {
    String value = System.getenv(variable);
    String property = variable.toLowerCase(Locale.ROOT).replace('_', '-').replaceFirst("-", ".");
    return value == null && variable.startsWith(PREFIX) ? System.getProperty(property) : value;
  }

  /** What the variables ask for; null for nothing. */
  static @Nullable TraceOptions asked(Function<String, @Nullable String> variables) {
    String on = variables.apply(PREFIX);
    boolean isValues = isOn(variables.apply(PREFIX + "_WITH_VALUES"));
    String directory = variables.apply(TraceDirectory.TTNN_VARIABLE);
    boolean isDirectory = directory != null && !directory.isBlank();
    if (on == null ? !isValues && !isDirectory : !isOn(on)) {
      return null;
    }
    TraceOptions options = TraceOptions.DEFAULT;
    options = isValues ? options.withValues() : options;
    options = options.withOperations(names(variables.apply(PREFIX + "_OPERATIONS")));
    options = options.withLimit(number(variables, "_LIMIT", options.limit()));
    options = options.withMaxValues(number(variables, "_MAX_VALUES", options.maxValues()));
    return options.withNpyAbove(number(variables, "_NPY_ABOVE", options.npyAbove()));
  }

  private static boolean isOn(@Nullable String value) {
    return value != null && !List.of("0", "false", "off", "no").contains(value.strip());
  }

  private static List<String> names(@Nullable String text) {
    return text == null
        ? List.of()
        : Arrays.stream(text.split(",", -1)).map(String::strip).filter(n -> !n.isEmpty()).toList();
  }

  private static long number(
      Function<String, @Nullable String> variables, String suffix, long fallback) {
    String text = variables.apply(PREFIX + suffix);
    if (text == null || text.isBlank()) {
      return fallback;
    }
    try {
      return Long.parseLong(text.strip());
    } catch (NumberFormatException e) {
      throw new TilescopeException(
          "%s: a number is expected, got \"%s\"".formatted(PREFIX + suffix, text), e);
    }
  }
}
