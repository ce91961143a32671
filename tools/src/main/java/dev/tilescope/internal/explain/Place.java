package dev.tilescope.internal.explain;

import dev.tilescope.internal.words.VisibleText;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Where a finding is to be seen; what is not known is 0, -1 or empty.
 *
 * @param row of the performance CSV, as {@code tilescope perf} numbers them
 * @param operation its number in the report
 * @param node its counter in the trace; -1 if not known
 * @param name of the operation or program
 * @param source {@code file:line}
 */
public record Place(int row, int operation, int node, String name, String source) {
  static Place ofRow(int row, String name) {
    return new Place(row, 0, -1, name, "");
  }

  static Place ofOperation(int operation, String name, String source) {
    return new Place(0, operation, -1, name, source);
  }

  Place withSource(IntFunction<String> sourceOf) {
    return operation > 0 && source.isEmpty()
        ? new Place(row, operation, node, name, sourceOf.apply(operation))
        : this;
  }

  /** {@code row 33, #47 ttnn::linear, node 753 (bert.py:31)}. */
  @Override
  public String toString() {
    List<String> words = new ArrayList<>();
    if (row > 0) {
      words.add("row " + row);
    }
    if (operation > 0) {
      words.add("#" + operation);
    }
    if (node >= 0) {
      words.add("node " + node);
    }
    return (String.join(", ", words)
            + " "
            + VisibleText.of(name)
            + (source.isEmpty() ? "" : " (" + VisibleText.of(source) + ")"))
        .strip();
  }
}
