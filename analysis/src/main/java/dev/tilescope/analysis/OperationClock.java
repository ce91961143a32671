package dev.tilescope.analysis;

import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.graph.CallTree;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * Time as a count of operations. Step {@code n} begins when the {@code n}-th operation that the
 * program itself called begins, and lasts until the next one does.
 *
 * <p>Calls that only free a tensor begin no step: freeing two tensors after their last use must not
 * make the second one late. A position is a place in the trace's chronology.
 */
public final class OperationClock {
  private final CallTree tree;
  private final int[] positions;
  private final int[] rootByCounter;
  private final List<Operation> roots;
  private final List<Operation> operations;
  private final int[] stepByRoot;
  private final int[] stepStarts;
  private final int lastPosition;
  private final OperationNumbers numbers;

  private OperationClock(Trace trace, CallTree tree) {
    this.tree = tree;
    roots = tree.roots();
    positions = positions(trace);
    lastPosition = trace.size() - 1;
    numbers = OperationNumbers.of(trace);
    rootByCounter = rootByCounter(trace.size(), roots);
    operations = working(roots);
    stepStarts = operations.stream().mapToInt(this::startOf).toArray();
    stepByRoot = new int[roots.size()];
    Arrays.setAll(stepByRoot, i -> isFreeing(roots.get(i)) ? -1 : stepAt(startOf(roots.get(i))));
  }

  public static OperationClock of(Trace trace, CallTree tree) {
    return new OperationClock(trace, tree);
  }

  private static int[] positions(Trace trace) {
    Ints chronology = trace.chronology();
    int[] positions = new int[trace.size()];
    for (int i = 0; i < positions.length; i++) {
      positions[chronology.isEmpty() ? i : chronology.get(i)] = i;
    }
    return positions;
  }

  /** A root's own nodes and what follows its end, such as its outputs, belong to the root. */
  private static int[] rootByCounter(int nodes, List<Operation> roots) {
    int[] owner = new int[nodes];
    int root = -1;
    for (int counter = 0; counter < nodes; counter++) {
      if (root + 1 < roots.size() && roots.get(root + 1).start().counter() == counter) {
        root++;
      }
      owner[counter] = root;
    }
    return owner;
  }

  private List<Operation> working(List<Operation> all) {
    List<Operation> working = new ArrayList<>(all);
    working.removeIf(OperationClock::isFreeing);
    working.sort(Comparator.comparingInt(this::startOf));
    return List.copyOf(working);
  }

  private static boolean isFreeing(Operation operation) {
    return FreeingCalls.contain(operation.name());
  }

  private int startOf(Operation operation) {
    return positions[operation.start().counter()];
  }

  /** The operations that begin a step, in the order of time. */
  public List<Operation> operations() {
    return operations;
  }

  /** What users call the operations: steps are counted, and never shown. */
  public OperationNumbers numbers() {
    return numbers;
  }

  /** The number of a step's operation; 0 before the first, and for a call that is none. */
  public int numberOf(int step) {
    return step < 0 ? 0 : numbers.of(operations.get(step));
  }

  /** When a node was recorded. */
  public int positionOf(int counter) {
    return positions[counter];
  }

  /** What happened at a node. */
  Moment moment(int counter) {
    int position = positions[counter];
    return new Moment(counter, position, stepAt(position), tree.enclosing(counter));
  }

  /** The step that a position lies in; -1 before the first operation. */
  public int stepAt(int position) {
    int found = Arrays.binarySearch(stepStarts, position);
    return found >= 0 ? found : -found - 2;
  }

  /** Like {@link #stepAt}, with the part of the step that has passed; never below 0. */
  public double timeAt(int position) {
    int step = stepAt(position);
    if (step < 0) {
      return 0;
    }
    int from = stepStarts[step];
    int to = step + 1 < stepStarts.length ? stepStarts[step + 1] : lastPosition + 1;
    return step + (double) (position - from) / (to - from);
  }

  /** The step of the call that a node belongs to; -1 if to none, or to one that only frees. */
  int stepOfCall(int counter) {
    int root = rootByCounter[counter];
    return root < 0 ? -1 : stepByRoot[root];
  }

  /** When the operation of a step returned; the end of the trace if it never did. */
  int endOfStep(int step) {
    TraceNode end = operations.get(step).end();
    return end == null ? lastPosition : positions[end.counter()];
  }
}
