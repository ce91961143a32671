package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.MemoryUse;
import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DeviceInfo;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** A board with several chips: one event for a buffer, circular buffers on every chip. */
class MeshTraceTest {
  private static Report traced() {
    try (MeshDevice device = MeshDevice.open("n300");
        Tensor input = Programs.random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.relu(input).close();
      Ttnn.add(input, input).close();
      return capture.end();
    }
  }

  @Test
  void aBufferBelongsToTheMeshAndATensorListsItsChips() {
    Report report = traced();
    assertThat(report.devices()).extracting(DeviceInfo::deviceId).containsExactly(0, 1);
    assertThat(Programs.events(report, TraceEvent.BufferAllocate.class))
        .allSatisfy(node -> assertThat(node.buffer().deviceId()).isZero());
    assertThat(Programs.events(report, TraceEvent.Tensor.class))
        .allSatisfy(node -> {
          long address = node.tensor().address();
          assertThat(node.tensor().deviceTensors())
              .containsExactly(new DeviceTensor(0, 0, address), new DeviceTensor(1, 0, address));
        });
  }

  @Test
  void aLaunchOnTheMeshReleasesTheCircularBuffersOfEveryChip() {
    Report report = traced();
    assertThat(Programs.events(report, TraceEvent.CircularBufferAllocate.class))
        .extracting(TraceEvent.CircularBufferAllocate::deviceId)
        .contains(0, 1);
    assertThat(PeakByDevice.of(report.trace()).devices().getLast())
        .satisfies(chip -> {
          assertThat(chip.deviceId()).isEqualTo(1);
          assertThat(chip.l1().programBytes()).as("those of the add alone").isEqualTo(3 * 2 * 2048);
        });
  }

  @Test
  void aBufferOfTheMeshCountsOnEveryChip() {
    Report report = traced();
    List<PeakByDevice.DevicePeak> chips = PeakByDevice.of(report.trace()).devices();
    assertThat(chips).extracting(PeakByDevice.DevicePeak::deviceId).containsExactly(0, 1);
    assertThat(chips.getLast().l1())
        .usingRecursiveComparison()
        .ignoringFields("counter")
        .isEqualTo(chips.getFirst().l1());
    assertThat(chips.getLast().dram()).isEqualTo(chips.getFirst().dram());
    assertThat(chips.getLast().l1().live()).as("the input and a result").hasSize(2);
    assertThat(MemoryUse.of(report).cores().devices())
        .extracting(cores -> Objects.requireNonNull(cores.fullest()).totalBytes())
        .containsExactly(12_288L + 2 * 2_048, 12_288L + 2 * 2_048);
  }
}
