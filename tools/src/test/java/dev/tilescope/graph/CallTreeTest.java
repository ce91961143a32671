package dev.tilescope.graph;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.TraceScript;
import dev.tilescope.graph.CallTree.Operation;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class CallTreeTest {
  @Test
  void operationsNestAndKeepTheirOwnEvents() {
    TraceScript script = new TraceScript();
    script.start("outer");
    int before = script.tensor(1, 2);
    script.start("inner");
    int inside = script.tensor(2, 2);
    script.end(7);
    int after = script.tensor(3, 2);
    int outerEnd = script.end(9);
    script.tensor(4, 2);
    CallTree tree = CallTree.of(script.trace());
    Operation outer = tree.roots().getFirst();
    Operation inner = outer.children().getFirst();
    assertThat(tree.operations()).containsExactly(outer, inner);
    assertThat(outer.events()).isEqualTo(Ints.of(before, after));
    assertThat(inner.events()).isEqualTo(Ints.of(inside));
    assertThat(inner.path()).containsExactly("outer", "inner");
    assertThat(inner.durationNanos()).isEqualTo(7);
    assertThat(tree.enclosing(inside)).isSameAs(inner);
    assertThat(tree.enclosing(after)).isSameAs(outer);
    assertThat(tree.enclosing(outerEnd)).isNull();
    assertThat(tree.enclosing(outerEnd + 1)).isNull();
  }

  @Test
  void anOperationWhoseEndIsMissingIsUnclosedAndItsParentStillCloses() {
    CallTree tree =
        CallTree.of(
            Trace.inOrder(
                List.of(start(0, 1, "outer"), start(1, 2, "lost"), end(2, 1), start(3, 1, "b"))));
    assertThat(tree.roots().stream().map(Operation::name)).containsExactly("outer", "b");
    assertThat(tree.roots().getFirst().end()).isNotNull();
    assertThat(tree.roots().getFirst().children().getFirst().end()).isNull();
    assertThat(tree.roots().getLast().end()).isNull();
  }

  @Test
  void anEndWithoutAStartIsStray() {
    CallTree tree =
        CallTree.of(Trace.inOrder(List.of(end(0, 1), start(1, 1, "a"), end(2, 2), end(3, 1))));
    assertThat(tree.strayEnds()).isEqualTo(Ints.of(0, 2));
    assertThat(tree.roots().getFirst().end()).isNotNull();
  }

  @Test
  void aTraceNestedAHundredThousandDeepIsNoProblem() {
    int depth = 100_000;
    List<TraceNode> nodes = new ArrayList<>();
    for (int i = 0; i < depth; i++) {
      nodes.add(start(i, i + 1, "f"));
    }
    for (int i = depth; i > 0; i--) {
      nodes.add(end(nodes.size(), i));
    }
    CallTree tree = CallTree.of(Trace.inOrder(nodes));
    assertThat(tree.operations().getLast().depth()).isEqualTo(depth - 1);
    assertThat(tree.operations().getLast().path()).hasSize(depth);
    assertThat(tree.strayEnds().isEmpty()).isTrue();
  }

  private static TraceNode start(int counter, int level, String name) {
    return new TraceNode(
        counter, level, 0, Ints.EMPTY, new FunctionStart(name, 0, List.of(), Ints.EMPTY));
  }

  private static TraceNode end(int counter, int level) {
    return new TraceNode(counter, level, 0, Ints.EMPTY, new FunctionEnd("f", 0, 0));
  }
}
