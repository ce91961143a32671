package dev.tilescope.analysis;

import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
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
            .map(TraceNode::event)
            .filter(e -> e instanceof FunctionStart start && !start.arguments().isEmpty())
            .map(e -> (FunctionStart) e)
            .map(start -> new Call(start.name(), start.arguments()))
            .toList());
  }
}
