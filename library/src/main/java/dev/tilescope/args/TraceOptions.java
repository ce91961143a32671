package dev.tilescope.args;

import dev.tilescope.model.Changed;
import dev.tilescope.model.TilescopeException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What to trace, and where to.
 *
 * @param directory where files go; null for the one that {@link TraceDirectory} finds
 * @param values whether files have the values of tensors, or only what they are
 * @param maxValues the most values of a tensor that are written; the file says if there are more
 * @param npyAbove tensors of more elements than this go to a {@code .npy} file of their own instead
 * @param operations names to trace, with {@code *} for anything, e.g. {@code ttnn.transformer.*};
 *     none for all
 * @param limit the most calls to trace
 */
public record TraceOptions(
    @Nullable Path directory,
    boolean values,
    long maxValues,
    long npyAbove,
    List<String> operations,
    long limit) {
  /** All calls, without values. */
  public static final TraceOptions DEFAULT =
      new TraceOptions(null, false, Long.MAX_VALUE, Long.MAX_VALUE, List.of(), Long.MAX_VALUE);

  public TraceOptions {
    operations = List.copyOf(operations);
    requireAtLeast("max values", maxValues, 0);
    requireAtLeast("npy above", npyAbove, 0);
    requireAtLeast("limit", limit, 1);
  }

  private static void requireAtLeast(String what, long value, long least) {
    if (value < least) {
      throw new TilescopeException(
          "operation-parameter trace: %s must be at least %d, got %d"
              .formatted(what, least, value));
    }
  }

  public TraceOptions withDirectory(Path value) {
    return Changed.with(this, "directory", value);
  }

  public TraceOptions withValues() {
    return Changed.with(this, "values", true);
  }

  public TraceOptions withMaxValues(long value) {
    return Changed.with(this, "maxValues", value);
  }

  public TraceOptions withNpyAbove(long elements) {
    return Changed.with(this, "npyAbove", elements);
  }

  public TraceOptions withOperations(List<String> value) {
    return Changed.with(this, "operations", value);
  }

  public TraceOptions withLimit(long value) {
    return Changed.with(this, "limit", value);
  }

  /** Whether calls of an operation are traced. */
  boolean wants(String operation) {
    return operations.isEmpty() || operations.stream().anyMatch(p -> matches(p, operation));
  }

  private static boolean matches(String pattern, String operation) {
    String quoted = Pattern.quote(pattern.strip().replace("::", "."));
    return operation.matches(quoted.replace("*", "\\E.*\\Q"));
  }
}
