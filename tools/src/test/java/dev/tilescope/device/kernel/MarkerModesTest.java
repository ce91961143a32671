package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.ONE_CORE;
import static dev.tilescope.device.kernel.Tiles.filled;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static dev.tilescope.device.kernel.Tiles.values;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.marker.DeviceProfiling;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.device.marker.MarkerWords.Packet;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.TensorSpec;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Kernels on devices that profile whole replays, or accumulate. */
@ResourceLock("device profiling")
class MarkerModesTest {
  private MeshDevice device;

  private void open(MarkerOptions.Mode mode) {
    MarkerOptions options = MarkerOptions.DEFAULT.withMode(mode);
    DeviceProfiling.on(new DeviceProfiling.Settings(options, null));
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    DeviceProfiling.off();
    if (device != null) {
      device.close();
    }
  }

  private KernelProgram copy() {
    TensorSpec spec = matrix(1, 4);
    Buffer source = filled(device, spec, values(spec, 1, 9));
    return KernelRunTest.copy(Risc.BRISC, source, device.allocate(spec, "test"), 4);
  }

  private static KernelProgram onBrisc(DataMovementKernel kernel) {
    return KernelProgram.builder("modes").dataMovement("k", Risc.BRISC, ONE_CORE, kernel).build();
  }

  @Test
  void aReplayOfKernelsIsTwoZonesFromTheFirstToTheLast() {
    open(MarkerOptions.Mode.TRACES);
    KernelProgram copy = copy();
    long cycles = device.launch(copy).cycles();
    assertThat(Decoded.take(device)).as("outside of any trace").isEmpty();
    MeshTrace trace = MeshTrace.beginCapture(device);
    device.launch(copy);
    device.launch(copy);
    trace.endCapture();
    trace.execute();
    trace.execute();
    List<Decoded> markers = Decoded.take(device);
    assertThat(markers)
        .extracting(m -> m.risc() + " " + m.program() + " " + m.name() + " " + m.packet())
        .containsExactly(
            "TENSIX_RISC_AGG 1 TRACE-FW ZONE_START",
            "TENSIX_RISC_AGG 1 TRACE-FW ZONE_END",
            "TENSIX_RISC_AGG 1 TRACE-KERNEL ZONE_START",
            "TENSIX_RISC_AGG 1 TRACE-KERNEL ZONE_END",
            "TENSIX_RISC_AGG 2 TRACE-FW ZONE_START",
            "TENSIX_RISC_AGG 2 TRACE-FW ZONE_END",
            "TENSIX_RISC_AGG 2 TRACE-KERNEL ZONE_START",
            "TENSIX_RISC_AGG 2 TRACE-KERNEL ZONE_END");
    long kernels = markers.get(3).cycles() - markers.get(2).cycles();
    assertThat(kernels).as("both kernels, and what is between").isEqualTo(2 * cycles + 720);
  }

  @Test
  void zonesOfManyRunsFollowOneAnotherWithoutTheirPrograms() {
    open(MarkerOptions.Mode.ACCUMULATED);
    KernelProgram copy = copy();
    for (int i = 0; i < 100; i++) {
      device.launch(copy);
    }
    List<Decoded> markers = Decoded.take(device);
    assertThat(markers).extracting(Decoded::program).containsOnly(0L);
    assertThat(count(markers, "BRISC-FW", Packet.ZONE_START)).isEqualTo(100);
    assertThat(count(markers, "BRISC-FW", Packet.ZONE_END)).isEqualTo(100);
    assertThat(count(markers, "ReadFromDRAM", Packet.ZONE_START))
        .as("a kernel's own zones need not fit into what is left of L1")
        .isEqualTo(97)
        .isEqualTo(count(markers, "ReadFromDRAM", Packet.ZONE_END));
    assertThat(count(markers, "PROFILER-DRAM-PUSH", Packet.ZONE_START))
        .as("20 words a run, 500 words in L1")
        .isEqualTo(4);
    assertThat(Decoded.take(device)).isEmpty();
  }

  @Test
  void aKernelThatFailsLeavesNoZoneOpenAmongTheOthers() {
    open(MarkerOptions.Mode.ACCUMULATED);
    KernelProgram sound = onBrisc(context -> context.riscWait(10));
    KernelProgram failing =
        onBrisc(context -> {
          try (var _ = context.deviceZone("UNFINISHED")) {
            throw new IllegalStateException("on purpose");
          }
        });
    device.launch(sound);
    assertThatThrownBy(() -> device.launch(failing)).hasMessageContaining("on purpose");
    device.launch(sound);
    assertThatThrownBy(() -> device.launch(failing)).hasMessageContaining("on purpose");
    List<Decoded> markers = Decoded.take(device);
    for (String zone : List.of("BRISC-FW", "BRISC-KERNEL", "NCRISC-FW", "TRISC-FW")) {
      assertThat(count(markers, zone, Packet.ZONE_START))
          .as(zone)
          .isPositive()
          .isEqualTo(count(markers, zone, Packet.ZONE_END));
    }
    assertThat(count(markers, "UNFINISHED", Packet.ZONE_START)).isZero();
  }

  @Test
  void dataAndSumsAreNotAccumulated() {
    open(MarkerOptions.Mode.ACCUMULATED);
    device.launch(
        onBrisc(context -> {
          context.deviceRecordEvent(7);
          context.deviceTimestampedData("DATA", 42);
        }));
    List<Decoded> markers = Decoded.take(device);
    assertThat(markers).filteredOn(m -> m.packet() == Packet.TS_EVENT).hasSize(1);
    assertThat(markers).noneMatch(m -> m.packet() == Packet.TS_DATA);
  }

  private static long count(List<Decoded> markers, String name, Packet packet) {
    return markers.stream().filter(m -> m.name().equals(name) && m.packet() == packet).count();
  }
}
