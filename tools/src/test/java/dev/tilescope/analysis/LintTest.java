package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.tilescope.analysis.Lint.Finding;
import dev.tilescope.analysis.Lint.Rule;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Report;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LintTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"add-older-generation", "add-newer-generation"})
  void theDocumentedSamplesAreClean(String name) throws URISyntaxException {
    Path file = Path.of(LintTest.class.getResource("/seeds/" + name + ".json").toURI());
    assertThat(Lint.of(ReportFile.read(file)).findings()).isEmpty();
  }

  @Test
  void freeingTwiceIsReportedWithBothNodes() {
    TraceScript script = new TraceScript();
    script.start("ttnn::deallocate");
    int buffer = script.buffer(BufferType.L1, 64);
    script.allocate(buffer, 64);
    int first = script.deallocate(buffer);
    int second = script.deallocate(buffer);
    script.end(1);
    assertThat(findings(script.trace()))
        .containsExactly(
            new Finding(
                Rule.DOUBLE_FREE,
                "",
                second,
                "frees the buffer of node "
                    + buffer
                    + ", which node "
                    + first
                    + " already freed (in operation \"ttnn::deallocate\")"));
  }

  @Test
  void aBufferAllocatedAgainMayBeFreedAgainAndOneFromBeforeTheCaptureOnce() {
    TraceScript script = new TraceScript();
    int buffer = script.buffer(BufferType.L1, 64);
    script.deallocate(buffer);
    script.allocate(buffer, 64);
    script.deallocate(buffer);
    assertThat(findings(script.trace())).isEmpty();
  }

  @Test
  void freeingWhatTheTraceDoesNotHoldIsReported() {
    BufferDescription what = new BufferDescription(0, BufferType.L1, null, 0, 0, -1, 0, -1);
    Trace trace =
        Trace.inOrder(
            List.of(
                new TraceNode(0, 0, 0, Ints.EMPTY, new TraceEvent.CaptureStart()),
                new TraceNode(1, 0, 0, Ints.of(0), new TraceEvent.BufferDeallocate(what)),
                new TraceNode(2, 0, 0, Ints.EMPTY, new TraceEvent.BufferDeallocate(what))));
    assertThat(findings(trace))
        .extracting(Finding::rule, Finding::node)
        .containsExactly(
            tuple(Rule.FREE_OF_UNKNOWN_BUFFER, 1), tuple(Rule.FREE_OF_UNKNOWN_BUFFER, 2));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          {"counter": 1, "node_type": "function_start", "params": {"name": "f"}} | UNCLOSED_OPERATION
          {"counter": 1, "node_type": "function_end", "params": {"name": "f"}}   | STRAY_END
          {"counter": 1, "node_type": "tensor", "connections": [99]}             | DANGLING_CONNECTION
          {"counter": 1, "node_type": "tensor", "connections": [-1]}             | DANGLING_CONNECTION
          {"counter": 5, "node_type": "tensor"}                                  | COUNTER_MISMATCH
          {"counter": 1, "node_type": "teapot"}                                  | UNKNOWN_NODE
          {"counter": 1, "node_type": "tensor", "params": {"size": "big"}}       | DAMAGED_VALUE
          """)
  void eachDefectOfAFileIsOneFindingAtItsNode(String node, Rule rule) throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("r.json"),
            "[{\"counter\":0,\"node_type\":\"capture_start\"},\n" + node + "]");
    List<Finding> findings = Lint.of(ReportFile.read(file)).findings();
    assertThat(findings).hasSize(1);
    assertThat(findings.getFirst().rule()).isEqualTo(rule);
    assertThat(findings.getFirst().node()).isEqualTo(1);
    if (rule != Rule.UNCLOSED_OPERATION && !node.contains("99")) {
      assertThat(findings.getFirst().where()).startsWith("r.json:2:");
    }
  }

  @Test
  void generationsAreToldByTheNewestThingInATrace() throws URISyntaxException {
    Path file = Path.of(LintTest.class.getResource("/seeds/add-older-generation.json").toURI());
    assertThat(Lint.of(ReportFile.read(file)).generation()).isEqualTo(Generation.FIRST);
    TraceScript script = new TraceScript();
    script.start("f", "1");
    script.end(1);
    assertThat(Generation.of(Report.of(script.trace()))).isEqualTo(Generation.ARGUMENTS);
    script.scratchpad(64);
    assertThat(Generation.of(Report.of(script.trace()))).isEqualTo(Generation.PROGRAM_MEMORY);
  }

  private static List<Finding> findings(Trace trace) {
    return new ArrayList<>(Lint.of(Report.of(trace)).findings());
  }
}
