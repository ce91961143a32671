package dev.tilescope.analysis;

import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;

/**
 * The numbers by which users know operations: {@code operations.operation_id} of the database that
 * {@code tilescope import} makes of the trace, from 1 in the order of the nodes.
 *
 * <p>An operation is a call at the top of the trace that is no helper ({@link HelperCalls}), or a
 * deallocation outside of every call. Starts and ends are paired by a stack, as the importer does.
 */
public final class OperationNumbers {
  /** By counter: the operation that holds the node; below 0, minus the one that comes next. */
  private final int[] numbers;

  private final HelperCalls helpers = new HelperCalls();
  private int count;
  private int depth;
  private int operationDepth = -1;

  private OperationNumbers(Trace trace) {
    numbers = new int[trace.size()];
    for (int counter = 0; counter < numbers.length; counter++) {
      numbers[counter] = visit(trace.event(counter));
    }
  }

  public static OperationNumbers of(Trace trace) {
    return new OperationNumbers(trace);
  }

  private int visit(TraceEvent event) {
    return switch (event) {
      case FunctionStart start -> start(start.name());
      case FunctionEnd _ -> end();
      case BufferDeallocate _ when depth == 0 -> ++count;
      case TraceEvent.BufferEvent _, TraceEvent.ProgramEvent _, TraceEvent.MemoryNeutral _ ->
          here();
    };
  }

  private int start(String name) {
    boolean outside = operationDepth < 0;
    if (!helpers.isHelper(name, outside) && outside) {
      operationDepth = depth;
      count++;
    }
    depth++;
    return here();
  }

  /** An end without a start ends nothing. */
  private int end() {
    int number = here();
    depth = Math.max(0, depth - 1);
    if (depth == operationDepth) {
      operationDepth = -1;
    }
    return number;
  }

  private int here() {
    return operationDepth < 0 ? -(count + 1) : count;
  }

  /** How many operations there are. */
  public int count() {
    return count;
  }

  /** The operation that a node lies in; 0 if it lies in none. */
  public int holding(int counter) {
    return Math.max(0, numbers[counter]);
  }

  /** The operation that a call is, or is called by; 0 for a helper outside of operations. */
  public int of(Operation call) {
    return holding(call.start().counter());
  }

  /**
   * The operation that a node lies in, or the next one, or the last one at the end of the trace; 0
   * if there are none.
   */
  public int at(int counter) {
    return Math.min(count, Math.abs(numbers[counter]));
  }
}
