package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.report.ReportFile;
import java.net.URISyntaxException;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What TT-NN's utilities answer for the sample trace of its documents, in both generations. */
class SeedSampleTest {
  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void peakL1CountsInputsOutputsAndCircularBuffers(String generation) {
    assertThat(PeakL1.of(sample(generation))).isEqualTo(new PeakL1(96256, 27));
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void thereIsOneIntermediateAndOneOutput(String generation) {
    OutputTensors answer = OutputTensors.of(sample(generation));
    assertThat(answer.intermediateCount()).isEqualTo(1);
    assertThat(answer.outputCount()).isEqualTo(1);
    assertThat(answer.outputs())
        .containsExactly(
            new OutputTensors.Output(24, Shape.of(4, 3, 32, 32), 24576, BufferType.L1));
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void usePerCoreCannotBeToldFromAnOlderTrace(String generation) {
    assertThatThrownBy(() -> ResourceUsagePerCore.of(sample(generation)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("node 11 (buffer_allocate)")
        .hasMessageContaining("older generation");
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void theCalltraceListsEveryCallWithItsDepth(String generation) {
    Calltrace answer = Calltrace.of(sample(generation));
    assertThat(answer.names())
        .containsExactly(
            "ttnn::add",
            "ttnn::repeat",
            generation.equals("newer")
                ? "ttnn::prim::repeat"
                : "ttnn::prim::old_infra_device_operation",
            "Device Operation",
            "create_device_tensor",
            "ttnn::prim::binary",
            "Device Operation",
            "create_device_tensor");
    assertThat(answer.calls().stream().map(Calltrace.Call::depth))
        .containsExactly(0, 1, 2, 3, 4, 1, 2, 3);
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void thePeakOfTheOneDeviceIsThatOfTheTrace(String generation) {
    List<PeakByDevice.DevicePeak> devices = PeakByDevice.of(sample(generation)).devices();
    assertThat(devices).hasSize(1);
    PeakByDevice.Peak l1 = devices.getFirst().l1();
    assertThat(devices.getFirst().deviceId()).isEqualTo(-1);
    assertThat(l1.bytes()).isEqualTo(96256);
    assertThat(l1.programBytes()).isEqualTo(4 * 4096);
    assertThat(l1.operationPath())
        .containsExactly("ttnn::add", "ttnn::prim::binary", "Device Operation");
    assertThat(l1.live().stream().map(PeakByDevice.LiveBuffer::counter))
        .containsExactly(3, 5, 10, 21);
    assertThat(devices.getFirst().dram().bytes()).isZero();
  }

  @ParameterizedTest
  @ValueSource(strings = {"newer", "older"})
  void theAllocationsTableShowsEveryEventInsideAnOperation(String generation) {
    List<AllocationsTable.Row> rows = AllocationsTable.of(sample(generation)).rows();
    assertThat(rows).hasSize(22);
    assertThat(rows.getFirst().currentOperation()).isEqualTo("ttnn::add");
    assertThat(rows.getFirst().totalBufferBytes()).isEqualTo(30720);
    assertThat(rows.get(2).currentOperation())
        .isEqualTo(generation.equals("newer") ? "ttnn::prim::repeat" : "ttnn::prim::old_infra_op");
    AllocationsTable.Row last = rows.getLast();
    assertThat(last.currentOperation()).isEqualTo("ttnn::add");
    assertThat(last.node().counter()).isEqualTo(30);
    assertThat(last.totalCbBytes()).isEqualTo(16384);
    assertThat(last.totalBufferBytes()).isEqualTo(55296);
  }

  private static Trace sample(String generation) {
    try {
      return ReportFile.read(
              Path.of(
                  SeedSampleTest.class
                      .getResource("/seeds/add-" + generation + "-generation.json")
                      .toURI()))
          .trace();
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }
}
