package dev.tilescope.args;

import java.nio.file.Path;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * Where trace files go, in this order:
 *
 * <ol>
 *   <li>what the caller asks for;
 *   <li>the environment variable {@code TTNN_OPERATION_TRACE_DIR}, as it is;
 *   <li>the property {@code tilescope.operation-parameter-log-dir}, as it is;
 *   <li>{@code operation_parameters} in what the property {@code tilescope.root-report-path} or the
 *       variable {@code TILESCOPE_ROOT_REPORT_PATH} names;
 *   <li>{@code generated/ttnn/operation_parameters}.
 * </ol>
 */
final class TraceDirectory {
  static final String TTNN_VARIABLE = "TTNN_OPERATION_TRACE_DIR";

  private TraceDirectory() {}

  static Path of(TraceOptions options) {
    return of(options.directory(), System::getenv, System::getProperty);
  }

  static Path of(
      @Nullable Path asked,
      UnaryOperator<@Nullable String> environment,
      UnaryOperator<@Nullable String> properties) {
    if (asked != null) {
      return asked;
    }
    String direct =
        firstOf(
            environment.apply(TTNN_VARIABLE),
            properties.apply("tilescope.operation-parameter-log-dir"));
    if (direct != null) {
      return Path.of(direct);
    }
    String root =
        firstOf(
            properties.apply("tilescope.root-report-path"),
            environment.apply("TILESCOPE_ROOT_REPORT_PATH"));
    return Path.of(root == null ? "generated/ttnn" : root).resolve("operation_parameters");
  }

  private static @Nullable String firstOf(@Nullable String first, @Nullable String second) {
    return first != null && !first.isBlank()
        ? first
        : second == null || second.isBlank() ? null : second;
  }
}
