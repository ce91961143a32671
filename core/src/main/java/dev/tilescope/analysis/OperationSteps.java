package dev.tilescope.analysis;

import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.TraceNode;
import dev.tilescope.model.TraceNode.FunctionStart;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** The operations of a report by number: what they are called and where they were called. */
final class OperationSteps {
  private static final Set<String> FREEING =
      Set.of("ttnn::deallocate", "ttnn.deallocate", "Tensor::deallocate");

  private final OperationNumbers numbers;
  private final List<Step> steps = new ArrayList<>();
  private final List<FunctionStart> calls = new ArrayList<>();

  OperationSteps(Report report) {
    numbers = OperationNumbers.of(report.trace());
    int call = -1;
    for (TraceNode node : report.trace().nodes()) {
      call += node instanceof FunctionStart && node.level() == 1 ? 1 : 0;
      if (numbers.holding(node.counter()) > steps.size()) {
        String name = node instanceof FunctionStart start ? start.name() : "ttnn::deallocate";
        steps.add(new Step(steps.size() + 1, name, source(report.calls(), call)));
      }
    }
  }

  private static String source(List<OperationCall> calls, int call) {
    if (call < 0 || call >= calls.size()) {
      return "";
    }
    SourceLine line = SourceLine.of(String.join("\n", calls.get(call).stackFrames()));
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
