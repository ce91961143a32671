package dev.tilescope.internal.links;

import dev.tilescope.analysis.DeviceOperationNames;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import java.util.List;
import java.util.stream.Collectors;

/**
 * The device operations of a report in the order in which they ran: what rows are linked with.
 *
 * @param calls of the report's tree, one for each
 * @param ran the same as evidence
 * @param numbers of the operations that called them
 */
public record ReportOperations(List<Operation> calls, List<Ran> ran, OperationNumbers numbers) {
  public ReportOperations {
    calls = List.copyOf(calls);
    ran = List.copyOf(ran);
  }

  public static ReportOperations of(Trace trace) {
    return of(trace, CallTree.of(trace));
  }

  public static ReportOperations of(Trace trace, CallTree tree) {
    List<Operation> calls =
        tree.operations().stream()
            .filter(call -> DeviceOperationNames.contain(call.name()))
            .toList();
    return new ReportOperations(
        calls, calls.stream().map(call -> ran(trace, call)).toList(), OperationNumbers.of(trace));
  }

  /** The number of the operation that called a device operation. */
  public int number(int index) {
    return numbers.of(calls.get(index));
  }

  private static Ran ran(Trace trace, Operation call) {
    String details =
        call.arguments().isEmpty() ? "" : DetailText.ofArgument(call.arguments().getFirst());
    return new Ran(
        call.name(),
        texts(trace, call.inputTensors()) + " => " + texts(trace, call.outputs()),
        details,
        Ran.UNKNOWN,
        Ran.UNKNOWN,
        Ran.UNKNOWN,
        call.start().counter());
  }

  private static String texts(Trace trace, Ints counters) {
    return trace.tensors(counters).map(TensorText::of).collect(Collectors.joining(", "));
  }
}
