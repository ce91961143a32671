package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.AllocationsTable;
import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.analysis.PeakL1;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.capture.Programs;
import dev.tilescope.internal.export.PrettyPrint;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The add that TT-NN's documents trace, traced here: same shape, same bytes, same numbers. */
class DocumentedAddTest {
  private static final int[] ONE = {1, 3, 32, 32};
  private static final int[] FOUR = {4, 3, 32, 32};

  /** The pretty print of TT-NN's document, without the numbers of its tensors. */
  private static final String DOCUMENTED =
      """
      Capture Start
      Begin: ttnn::add
          Begin: ttnn::repeat
              Begin: ttnn::prim::repeat
                  Begin: Device Operation
                      Begin: create_device_tensor
                          Add Device Buffer
                          Allocate Device Buffer
                      End: create_device_tensor
                      Add Tensor
                      Allocate Circular Buffer
                  End: Device Operation
              End: ttnn::prim::repeat
          End: ttnn::repeat
          Begin: ttnn::prim::binary
              Begin: Device Operation
                  Begin: create_device_tensor
                      Add Device Buffer
                      Allocate Device Buffer
                  End: create_device_tensor
                  Add Tensor
                  Allocate Circular Buffer (x3)
              End: Device Operation
          End: ttnn::prim::binary
          Deallocate Device Buffer
      End: ttnn::add
      Deallocate Device Buffer
      Capture End
      """;

  @ParameterizedTest
  @EnumSource(RunMode.class)
  void addOfEqualShapesPeaksAsOnTheBoard(RunMode mode) {
    Report report = Programs.tracedAdd(mode, MemoryConfig.L1, false, ONE, ONE);
    assertThat(PeakL1.of(report.trace()).bytes()).isEqualTo(30_720);
    ResourceUsagePerCore perCore = ResourceUsagePerCore.of(report.trace());
    assertThat(perCore.peakCbBytes()).isEqualTo(12_288);
    assertThat(perCore.peakL1Bytes()).isEqualTo(2_048);
  }

  @ParameterizedTest
  @EnumSource(RunMode.class)
  void addThatBroadcastsPeaksAsOnTheBoard(RunMode mode) {
    Report report = Programs.tracedAdd(mode, MemoryConfig.L1, false, FOUR, ONE);
    assertThat(PeakL1.of(report.trace()).bytes()).isEqualTo(67_584);
    ResourceUsagePerCore perCore = ResourceUsagePerCore.of(report.trace());
    assertThat(perCore.peakCbBytes()).isEqualTo(12_288);
    assertThat(perCore.peakL1Bytes()).isEqualTo(2_048);
  }

  @Test
  void theLegacyAddIsNestedAsTheDocumentPrintsIt() throws IOException {
    Report report = Programs.tracedAdd(RunMode.NO_DISPATCH, MemoryConfig.L1, true, FOUR, ONE);
    StringBuilder printed = new StringBuilder();
    PrettyPrint.brief(report.trace(), printed);
    assertThat(inTheDocumentsWords(printed.toString())).isEqualTo(DOCUMENTED);
  }

  /** Today's labels and names put back; the release at each launch is what the document lacks. */
  private static String inTheDocumentsWords(String printed) {
    List<String> lines = new ArrayList<>();
    for (String line : printed.lines().map(String::stripTrailing).toList()) {
      if (!line.isBlank() && !line.contains("Deallocate All Program-Scope L1")) {
        lines.add(
            line.replace("Function Start: ", "Begin: ")
                .replace("Function End:   ", "End: ")
                .replaceAll("\\w+DeviceOperation", "Device Operation")
                .replace("tt::tt_metal::create_device_tensor", "create_device_tensor")
                .replace("Allocate Dataflow Buffer", "Allocate Circular Buffer")
                .replaceAll("Add Tensor: \\d+", "Add Tensor"));
      }
    }
    return String.join("\n", lines) + "\n";
  }

  @Test
  void theLegacyAddHoldsOneIntermediateAndPeaksOnceBothAreThere() {
    Report report = Programs.tracedAdd(RunMode.NO_DISPATCH, MemoryConfig.L1, true, FOUR, ONE);
    assertThat(PeakL1.of(report.trace()).bytes()).isEqualTo(92_160);
    OutputTensors tensors = OutputTensors.of(report.trace());
    assertThat(tensors.intermediateCount()).isEqualTo(1);
    assertThat(tensors.outputs())
        .singleElement()
        .satisfies(output -> {
          assertThat(output.shape()).isEqualTo(Shape.of(FOUR));
          assertThat(output.bufferBytes()).isEqualTo(24_576);
          assertThat(output.bufferType()).isEqualTo(BufferType.L1);
        });
  }

  @Test
  void kernelBinariesOfACacheMissAreInTheAllocationsTable() {
    Report report = Programs.tracedAdd(RunMode.NORMAL, MemoryConfig.DRAM, true, FOUR, ONE);
    List<Long> sizes =
        AllocationsTable.of(report.trace()).rows().stream()
            .map(row -> row.node().event())
            .filter(TraceEvent.BufferAllocate.class::isInstance)
            .map(event -> ((TraceEvent.BufferAllocate) event).buffer().sizeBytes())
            .toList();
    assertThat(sizes)
        .as("repeated input, binaries of repeat, result, binaries of the binary operation")
        .containsExactly(24_576L, 6_144L, 24_576L, 14_336L);
  }
}
