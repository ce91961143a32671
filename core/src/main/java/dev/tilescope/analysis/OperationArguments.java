package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode.FunctionStart;
import java.util.List;

/** The arguments of every call that has any, in order. */
public record OperationArguments(List<Call> calls) {
  public OperationArguments {
    calls = List.copyOf(calls);
  }

  public record Call(String name, List<String> arguments) {}

  public static OperationArguments of(Trace trace) {
    return new OperationArguments(
        trace.nodes().stream()
            .filter(n -> n instanceof FunctionStart start && !start.arguments().isEmpty())
            .map(n -> (FunctionStart) n)
            .map(start -> new Call(start.name(), start.arguments()))
            .toList());
  }
}
