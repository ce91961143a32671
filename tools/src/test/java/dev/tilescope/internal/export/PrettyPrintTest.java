package dev.tilescope.internal.export;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.TraceScript;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceNode;
import dev.tilescope.report.ReportFile;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class PrettyPrintTest {
  @Test
  void briefIsThePictureOfTheSeedDocument() throws URISyntaxException {
    Trace sample =
        ReportFile.read(Path.of(getClass().getResource("/seeds/add-newer-generation.json").toURI()))
            .trace();
    assertThat(PrettyPrint.brief(sample))
        .isEqualTo(
            """
            Capture Start
            Function Start: ttnn::add
                Function Start: ttnn::repeat
                    Function Start: ttnn::prim::repeat
                        Function Start: Device Operation
                            Function Start: create_device_tensor
                                Add Device Buffer
                                Allocate Device Buffer
                            Function End:   create_device_tensor
                            Add Tensor: 13
                            Allocate Circular Buffer
                        Function End:   Device Operation
                    Function End:   ttnn::prim::repeat
                Function End:   ttnn::repeat
                Function Start: ttnn::prim::binary
                    Function Start: Device Operation
                        Function Start: create_device_tensor
                            Add Device Buffer
                            Allocate Device Buffer
                        Function End:   create_device_tensor
                        Add Tensor: 24
                        Allocate Circular Buffer (x3)
                    Function End:   Device Operation
                Function End:   ttnn::prim::binary
                Deallocate Device Buffer
            Function End:   ttnn::add
            Deallocate Device Buffer
            Capture End
            """);
  }

  @Test
  void everyNodeIsALinePaddedToFiftyColumns() {
    TraceScript script = new TraceScript();
    script.start("f");
    script.tensor(7, 1);
    script.dataflowBuffer(1, false);
    script.scratchpad(1);
    script.start("g".repeat(60));
    script.end(0);
    script.deallocateAll();
    script.end(0);
    List<String> lines = PrettyPrint.of(script.trace()).lines().toList();
    assertThat(lines)
        .containsExactly(
            padded("Capture Start"),
            padded("Function Start: f"),
            padded("    Add Tensor: 7"),
            padded("    Allocate Dataflow Buffer"),
            padded("    Allocate Kernel Scratchpad"),
            "    Function Start: " + "g".repeat(60),
            "    Function End:   " + "g".repeat(60),
            padded("    Deallocate All Program-Scope L1"),
            padded("Function End:   f"),
            padded("Capture End"));
  }

  @Test
  void furtherLinesOfAnErrorStandBelowItsFirst() {
    TraceEvent failure =
        new TraceEvent.Failure("Timeout", "hang:\n  kernel \u001b[31m\nend", "add");
    Trace trace = Trace.inOrder(List.of(new TraceNode(0, 0, 0, Ints.EMPTY, failure)));
    String expected =
        """
        Error: Timeout in add: hang:
              kernel \\u001b[31m
            end
        """;
    assertThat(PrettyPrint.brief(trace)).isEqualTo(expected);
    assertThat(PrettyPrint.of(trace)).isEqualToNormalizingWhitespace(expected);
  }

  @Test
  void aTensorReturnedByEveryEnclosingFunctionIsShownOnceInBrief() {
    TraceScript script = new TraceScript();
    script.start("outer");
    script.tensor(1, 2);
    script.start("inner");
    int innerEnd = script.end(0, 5);
    assertThat(script.tensor(9, 2)).isEqualTo(innerEnd + 1).isEqualTo(5);
    script.end(0, 7);
    script.tensor(9, 2);
    assertThat(PrettyPrint.brief(script.trace()).lines().filter(l -> l.contains("Tensor")))
        .containsExactly("    Add Tensor: 9");
  }

  @Test
  void namesFromFilesCannotDriveTheTerminal() {
    TraceScript script = new TraceScript();
    script.start("\u001b[31m\n\u202eevil é漢");
    assertThat(PrettyPrint.of(script.trace()))
        .contains("Function Start: \\u001b[31m\\n\\u202eevil é漢")
        .doesNotContain("\u001b");
  }

  @Test
  void aTraceNestedAHundredThousandDeepPrintsInBoundedWidth() {
    List<TraceNode> nodes = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      nodes.add(
          new TraceNode(
              i,
              i + 1,
              0,
              Ints.EMPTY,
              new TraceEvent.FunctionStart("f", 0, List.of(), Ints.EMPTY)));
    }
    assertThat(
            PrettyPrint.of(Trace.inOrder(nodes)).lines().mapToInt(String::length).max().orElse(0))
        .isLessThan(1000);
  }

  private static String padded(String line) {
    return line + " ".repeat(50 - line.length());
  }
}
