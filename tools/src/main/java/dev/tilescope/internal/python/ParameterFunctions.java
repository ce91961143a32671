package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.args.OperationTracer;
import dev.tilescope.args.TraceOptions;
import dev.tilescope.internal.python.Functions.Function;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** One file for each call of an operation, with its arguments and its result. */
final class ParameterFunctions {
  private ParameterFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("parameters.begin", ParameterFunctions::begin),
        entry("parameters.end", _ -> end()),
        entry("parameters.sweep_source", ParameterFunctions::sweepSource));
  }

  private static @Nullable Object begin(Arguments a) {
    TraceOptions options = TraceOptions.DEFAULT.withDirectory(Path.of(a.text(0)));
    OperationTracer.enable(a.truth(1) ? options.withValues() : options);
    return null;
  }

  /** How many calls have a file. */
  private static long end() {
    OperationTracer.Summary summary = OperationTracer.disable();
    return summary == null ? 0 : summary.written();
  }

  private static @Nullable Object sweepSource(Arguments a) {
    OperationTracer.setSweepSourceHash(a.has(0) ? a.text(0) : null);
    return null;
  }
}
