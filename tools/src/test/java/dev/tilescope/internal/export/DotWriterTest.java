package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.graph.RecordedTrace;
import dev.tilescope.model.Trace;
import java.io.IOException;
import org.junit.jupiter.api.Test;

class DotWriterTest {
  @Test
  void nodesClustersAndEdgesHaveTtnnsNamesAndColours() throws IOException {
    Trace trace = new RecordedTrace().start("outer", 1).start("inner").end().end(2).trace();
    assertThat(dot(trace))
        .isEqualTo(
            """
            digraph {
              graph [ordering=in, rankdir=TB, ranksep=0.1]
              node [style=filled, shape=box, fontsize=10, height=0.2, margin=0, border=1, \
            fontname="Linux libertine", fillcolor="#DCDCDC"]
              node_0 [label="capture_start"]
              subgraph subgraph_0 {
              cluster=true; label="outer"; bgcolor="#ee00ee80"
              node_1 [label="function_start\\nouter"]
              node_2 [label="tensor\\n1"]
              subgraph subgraph_1 {
              cluster=true; label="inner"; bgcolor="#ff000080"
              node_3 [label="function_start\\ninner"]
              node_4 [label="function_end\\ninner"]
              }
              node_5 [label="function_end\\nouter"]
              }
              node_6 [label="tensor\\n2"]
              node_7 [label="capture_end"]
              node_0 -> node_1
              node_1 -> node_3
              node_1 -> node_5
              node_2 -> node_1
              node_3 -> node_4
              node_5 -> node_6
              node_5 -> node_7
            }
            """);
  }

  @Test
  void theSixColoursComeRoundByDepth() throws IOException {
    RecordedTrace recorded = new RecordedTrace();
    for (int i = 0; i < 7; i++) {
      recorded.start("f");
    }
    for (int i = 0; i < 7; i++) {
      recorded.end();
    }
    assertThat(dot(recorded.trace()))
        .containsSubsequence(
            "#ee00ee80",
            "#ff000080",
            "#eeee0080",
            "#00ff0080",
            "#00eeee80",
            "#0000ff80",
            "#ee00ee80");
  }

  @Test
  void aHostileNameStaysInItsQuotes() throws IOException {
    String dot = dot(new RecordedTrace().start("a\"]; x\\ &lt;\n\u001b").end().trace());
    assertThat(dot).contains("label=\"a\\\"]; x\\\\ &amp;lt;\\\\n\\\\u001b\"");
  }

  @Test
  void clustersOfFunctionsThatNeverEndedAreClosed() throws IOException {
    Trace whole = new RecordedTrace().start("a").start("b").end().end().trace();
    String dot = dot(Trace.inOrder(whole.nodes().subList(0, 3)));
    assertThat(dot.chars().filter(c -> c == '{').count())
        .isEqualTo(dot.chars().filter(c -> c == '}').count());
  }

  private static String dot(Trace trace) throws IOException {
    StringBuilder out = new StringBuilder();
    DotWriter.write(trace, out);
    return out.toString();
  }
}
