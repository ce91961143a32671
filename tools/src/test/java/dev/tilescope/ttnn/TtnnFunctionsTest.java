package dev.tilescope.ttnn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.BankStatistics;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.Event;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.journal.HostEvents;
import dev.tilescope.journal.HostJournal;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.HostThread;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What somebody who comes from TT-NN types, and what it does here. */
class TtnnFunctionsTest {
  private static final DeviceOptions WITH_TRACES =
      DeviceOptions.DEFAULT.withTraceRegionBytes(1_000_000).withCommandQueues(2);

  @TempDir Path folder;

  private static List<String> operations(Report report) {
    return report.trace().nodes().stream()
        .filter(node -> node.level() == 1 && node.event() instanceof FunctionStart)
        .map(node -> ((FunctionStart) node.event()).name())
        .toList();
  }

  @Test
  void aDeviceIsOpenedAndClosedByTheNamesOfTtnn() {
    MeshDevice device = Ttnn.openDevice("n150");
    MeshDevice mesh = Ttnn.openMeshDevice("t3000", DeviceOptions.DEFAULT.withL1SmallBytes(32768));
    assertThat(device.board().name()).isEqualTo("n150");
    assertThat(mesh.chips()).hasSize(8);
    assertThat(mesh.options().l1SmallBytes()).isEqualTo(32768);
    assertThat(Ttnn.getMemoryView(device, BufferType.L1).allocatedBytes()).isZero();
    Ttnn.synchronizeDevice(device);
    Ttnn.closeDevice(device);
    Ttnn.closeMeshDevice(mesh);
    assertThatThrownBy(() -> Ttnn.ones(Shape.of(32, 32), device)).hasMessageContaining("closed");
  }

  @Test
  void aTraceIsKnownByItsNumberFromItsBeginningToItsRelease() {
    MeshDevice device = Ttnn.openDevice("n150", WITH_TRACES);
    Tensor input = Ttnn.full(Shape.of(32, 32), -1, device);
    Ttnn.relu(input).close();

    long traceId = Ttnn.beginTraceCapture(device, 0);
    Tensor output = Ttnn.relu(input);
    Ttnn.endTraceCapture(device, traceId, 0);
    assertThat(Ttnn.getTraceBuffersSize(device)).isPositive();
    Ttnn.copy(Ttnn.full(Shape.of(32, 32), 3, device), input);
    Ttnn.executeTrace(device, traceId, 0, false);
    Ttnn.synchronizeDevice(device, 0);
    assertThat(Ttnn.toArray(output)[0]).isEqualTo(3);

    Ttnn.releaseTrace(device, traceId);
    assertThat(Ttnn.getTraceBuffersSize(device)).isZero();
    assertThatThrownBy(() -> Ttnn.executeTrace(device, traceId, 0, true))
        .hasMessageContaining("Trace instance %d must exist".formatted(traceId));
    Ttnn.closeDevice(device);
  }

  @Test
  void aTraceOfAnotherDeviceIsNotEnded() {
    MeshDevice device = Ttnn.openDevice("n150", WITH_TRACES);
    MeshDevice other = Ttnn.openDevice("n150", WITH_TRACES);
    long traceId = Ttnn.beginTraceCapture(device, 0);
    assertThatThrownBy(() -> Ttnn.endTraceCapture(other, traceId, 0))
        .hasMessageContaining("Trace instance %d must exist on Mesh device".formatted(traceId));
    Ttnn.endTraceCapture(device, traceId, 0);
    Ttnn.closeDevice(device);
    Ttnn.closeDevice(other);
  }

  @Test
  void oneQueueWaitsForAnEventOfTheOther() {
    MeshDevice device = Ttnn.openDevice("n150", WITH_TRACES);
    Tensor input = Ttnn.ones(Shape.of(32, 32), device);
    Ttnn.relu(input).close();
    Runnable second = () -> device.commandQueue(1).run(() -> Ttnn.relu(input).close());
    assertThatThrownBy(second::run).hasMessageContaining("currently in use by cq 0");
    Event event = Ttnn.recordEvent(device, 0);
    Ttnn.waitForEvent(1, event);
    second.run();
    Ttnn.closeDevice(device);
  }

  @Test
  void capturesNestAndTheOneThatBeganLastEndsFirst() {
    MeshDevice device = Ttnn.openDevice("n150");
    Tensor input = Ttnn.ones(Shape.of(32, 32), device);
    Ttnn.beginGraphCapture(RunMode.NORMAL);
    Ttnn.relu(input);
    Ttnn.beginGraphCapture(CaptureOptions.of(RunMode.NORMAL).withStackTraces(5));
    Ttnn.gelu(input);
    Path file = folder.resolve("inner.json");
    assertThat(operations(Ttnn.endGraphCaptureToFile(file))).containsExactly("ttnn::gelu");
    assertThat(operations(Ttnn.endGraphCapture())).containsExactly("ttnn::relu", "ttnn::gelu");
    assertThat(operations(ReportFile.read(file))).containsExactly("ttnn::gelu");
    Ttnn.closeDevice(device);
  }

  @Test
  void aThreadEndsItsOwnCaptureAndIsToldWhenThereIsNone() throws Exception {
    try (GraphCapture own = Ttnn.beginGraphCapture(RunMode.NORMAL);
        ExecutorService other = Executors.newSingleThreadExecutor()) {
      other
          .submit(() ->
              assertThatThrownBy(Ttnn::endGraphCapture)
                  .hasMessageContaining("this thread began no graph capture that is open")
                  .hasMessageContaining("Ttnn.beginGraphCapture"))
          .get();
      assertThat(own.isOpen()).isTrue();
      Ttnn.endGraphCapture();
      assertThat(own.isOpen()).isFalse();
    }
  }

  @Test
  void marksForTheProfilerAreThoseOfTheProfiler() {
    Profiler.start(ProfilerOptions.DEFAULT.withFolder(folder).withJvmEvents(false));
    Ttnn.signpost("Warmup");
    Ttnn.signpost("Measurement", "ten runs");
    Ttnn.tracyMessage("plain");
    Ttnn.tracyMessage("red", 0xFF0000);
    Ttnn.startTracyZone("my_file.py", "MY_CUSTOM_ZONE", 42);
    assertThat(Ttnn.stopTracyZone("MY_CUSTOM_ZONE", 0x00FF00)).isFalse();
    assertThat(Ttnn.stopTracyZone()).isTrue();
    List<String> messages = new ArrayList<>();
    HostJournal.read(
        Objects.requireNonNull(Profiler.stop()).journal(),
        new HostEvents() {
          @Override
          public void message(HostThread thread, long nanos, String text, int rgb) {
            messages.add(text + " %06x".formatted(rgb));
          }
        });
    assertThat(messages)
        .containsExactly(
            "`TT_SIGNPOST: Warmup` f0f8ff",
            "`TT_SIGNPOST: Measurement\nten runs` f0f8ff",
            "plain f0f8ff",
            "red ff0000");
  }

  @Test
  void whatADeviceHoldsIsPrinted() {
    PrintStream before = System.out;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    MeshDevice device = Ttnn.openDevice("n150");
    Ttnn.ones(Shape.of(32, 32), device);
    BankStatistics dram = Ttnn.getMemoryView(device, BufferType.DRAM);
    BankStatistics l1 = Ttnn.getMemoryView(device, BufferType.L1);
    assertThat(dram.allocatedBytes()).isGreaterThanOrEqualTo(2048);
    System.setOut(new PrintStream(printed, true, StandardCharsets.UTF_8));
    try {
      Ttnn.dumpDeviceMemoryState(device, "after ");
    } finally {
      System.setOut(before);
      Ttnn.closeDevice(device);
    }
    assertThat(printed.toString(StandardCharsets.UTF_8).lines())
        .containsExactly("after DRAM: " + dram, "after L1: " + l1);
  }
}
