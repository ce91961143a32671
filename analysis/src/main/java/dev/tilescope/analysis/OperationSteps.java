package dev.tilescope.analysis;

import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a report by number: what they are called and where they were called. Recorded
 * calls belong to starts of the same name in turn, as the importer gives them out.
 */
public final class OperationSteps {
  private final OperationNumbers numbers;
  private final List<String> names = new ArrayList<>();
  private final List<@Nullable OperationCall> calls = new ArrayList<>();

  private OperationSteps(Report report) {
    numbers = OperationNumbers.of(report.trace());
    Map<String, Deque<OperationCall>> waiting = new HashMap<>();
    report
        .calls()
        .forEach(call -> waiting.computeIfAbsent(call.name(), _ -> new ArrayDeque<>()).add(call));
    for (TraceNode node : report.trace().nodes()) {
      boolean isCall = node.event() instanceof FunctionStart;
      String name =
          node.event() instanceof FunctionStart start ? start.name() : FreeingCalls.UNCALLED;
      boolean begins = numbers.holding(node.counter()) > names.size();
      Deque<OperationCall> recorded =
          isCall && HelperCalls.mayBeRecorded(name, !begins) ? waiting.get(name) : null;
      OperationCall call = recorded == null ? null : recorded.poll();
      if (begins) {
        names.add(name);
        calls.add(call);
      }
    }
  }

  private static String source(@Nullable OperationCall call) {
    return call == null ? "" : SourceLine.textOf(String.join("\n", call.stackFrames()));
  }

  OperationNumbers numbers() {
    return numbers;
  }

  public static OperationSteps of(Report report) {
    return new OperationSteps(report);
  }

  /** The operation that holds a node, or the next one, or the last one. */
  public Step at(int counter) {
    return of(numbers.at(counter));
  }

  Step of(int number) {
    return number == 0
        ? new Step(0, "", "")
        : new Step(number, names.get(number - 1), source(calls.get(number - 1)));
  }

  /** The last operation that does more than free; 0 if there is none. */
  int lastWorking() {
    int last = names.size();
    while (last > 0 && FreeingCalls.contain(names.get(last - 1))) {
      last--;
    }
    return last;
  }
}
