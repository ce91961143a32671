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
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The operations of a report by number: what they are called and where they were called. Recorded
 * calls belong to starts of the same name in turn, as the importer gives them out.
 */
final class OperationSteps {
  private static final Set<String> FREEING =
      Set.of("ttnn::deallocate", "ttnn.deallocate", "Tensor::deallocate");

  private final OperationNumbers numbers;
  private final List<Step> steps = new ArrayList<>();

  OperationSteps(Report report) {
    numbers = OperationNumbers.of(report.trace());
    Map<String, Deque<OperationCall>> calls = new HashMap<>();
    report
        .calls()
        .forEach(call -> calls.computeIfAbsent(call.name(), _ -> new ArrayDeque<>()).add(call));
    for (TraceNode node : report.trace().nodes()) {
      String name = node.event() instanceof FunctionStart start ? start.name() : "ttnn::deallocate";
      Deque<OperationCall> recorded =
          node.event() instanceof FunctionStart ? calls.get(name) : null;
      OperationCall call = recorded == null ? null : recorded.poll();
      if (numbers.holding(node.counter()) > steps.size()) {
        steps.add(new Step(steps.size() + 1, name, source(call)));
      }
    }
  }

  private static String source(@Nullable OperationCall call) {
    SourceLine line = call == null ? null : SourceLine.of(String.join("\n", call.stackFrames()));
    return line == null ? "" : line.toString();
  }

  OperationNumbers numbers() {
    return numbers;
  }

  /** The operation that holds a node, or the next one, or the last one; null if there are none. */
  Step at(int counter) {
    return of(numbers.at(counter));
  }

  Step of(int number) {
    return number == 0 ? new Step(0, "", "") : steps.get(number - 1);
  }

  static boolean isFreeing(String name) {
    return FREEING.contains(name);
  }

  /** The last operation that does more than free; 0 if there is none. */
  int lastWorking() {
    int last = steps.size();
    while (last > 0 && isFreeing(of(last).name())) {
      last--;
    }
    return last;
  }
}
