package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree;
import dev.tilescope.model.Trace;
import java.util.List;

/** Every call in the order of its start, with its depth; 0 is what the program itself called. */
public record Calltrace(List<Call> calls) {
  public Calltrace {
    calls = List.copyOf(calls);
  }

  public record Call(String name, int depth, int counter) {}

  public static Calltrace of(Trace trace) {
    return new Calltrace(
        CallTree.of(trace).operations().stream()
            .map(o -> new Call(o.name(), o.depth(), o.start().counter()))
            .toList());
  }

  public List<String> names() {
    return calls.stream().map(Call::name).toList();
  }
}
