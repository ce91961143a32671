package dev.tilescope.internal.cli;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How a program is served to Tracy while it runs: options that become variables for it. */
final class TracyLiveOptions {
  /** What to do with events that come faster than Tracy takes them. */
  enum Backlog {
    keep,
    drop,
    wait
  }

  @Option(
      names = "--tracy-bind",
      paramLabel = "ADDRESS",
      description =
          "Listen for Tracy on this address; 0.0.0.0 lets other machines connect. Default:"
              + " 127.0.0.1.")
  @Nullable String bind;

  @Option(
      names = {"--on-demand", "--tracy-on-demand"},
      description = "Show Tracy what happens after it connects, not the run from its start.")
  boolean onDemand;

  @Option(
      names = "--tracy-wait",
      description = "The program does not end before Tracy has connected.")
  boolean awaitsTracy;

  @Option(
      names = "--tracy-broadcast",
      description = "Make the program known in the local network, for Tracy's list.")
  boolean broadcast;

  @Option(
      names = "--tracy-backlog",
      paramLabel = "WHAT",
      description =
          "If events come faster than Tracy takes them: keep them on disk (default), drop some, or"
              + " let the program wait.")
  @Nullable Backlog backlog;

  @Option(
      names = "--tracy-samples",
      paramLabel = "N",
      description = "Show Tracy the Java call stacks, N times a second.")
  @Nullable Integer samples;

  /** The variables that say the same to the program. */
  Map<String, String> variables() {
    Map<String, String> variables = new HashMap<>();
    put(variables, "TILESCOPE_TRACY_BIND", bind);
    put(variables, "TILESCOPE_TRACY_ON_DEMAND", onDemand ? "1" : null);
    put(variables, "TRACY_NO_EXIT", awaitsTracy ? "1" : null);
    put(variables, "TILESCOPE_TRACY_BROADCAST", broadcast ? "1" : null);
    put(variables, "TILESCOPE_TRACY_BACKLOG", backlog == null ? null : backlog.name());
    put(variables, "TILESCOPE_TRACY_SAMPLES", samples == null ? null : samples.toString());
    return variables;
  }

  private static void put(Map<String, String> variables, String name, @Nullable String value) {
    if (value != null) {
      variables.put(name, value);
    }
  }
}
