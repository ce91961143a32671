package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Nothing;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The runs of a configuration in a master file. */
final class Executions {
  private static final List<String> IDENTITY = List.of("source", "machine_info", "trace_uid");

  private Executions() {}

  /** The configuration with one more execution, or with a larger count if it has it already. */
  static Fields added(Fields configuration, Fields execution) {
    List<Recorded> executions = new ArrayList<>(configuration.items("executions"));
    for (int i = 0; i < executions.size(); i++) {
      if (executions.get(i) instanceof Fields known && isSame(known, execution)) {
        executions.set(i, merged(known, execution));
        return MasterFile.with(configuration, "executions", Recorded.list(executions));
      }
    }
    executions.add(execution);
    return MasterFile.with(configuration, "executions", Recorded.list(executions));
  }

  private static boolean isSame(Fields known, Fields execution) {
    return IDENTITY.stream()
        .allMatch(name -> text(known.get(name)).equals(text(execution.get(name))));
  }

  private static String text(@Nullable Recorded value) {
    return PythonJson.of(value == null ? Recorded.NOTHING : value);
  }

  /** The larger count: a folder that is indexed twice was still run once. */
  private static Fields merged(Fields known, Fields execution) {
    long count =
        Math.max(
            MasterFile.wholeNumber(known.get("count")),
            MasterFile.wholeNumber(execution.get("count")));
    Fields merged = MasterFile.with(known, "count", Recorded.of(count));
    Recorded arguments = execution.get("pytest_args");
    return arguments == null || arguments instanceof Nothing
        ? merged
        : MasterFile.with(merged, "pytest_args", arguments);
  }
}
