package dev.tilescope.internal.monitor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.PeakByDevice;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.track.TraceListener;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.internal.watch.MonitorSnapshot.DeviceMemory;
import dev.tilescope.model.BufferRef;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.nio.file.Path;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The life of a metal trace as the guide to trace buffers tells it, on eight devices. */
class TraceLifecycleTest {
  private static final int EXECUTIONS = 1000;

  @TempDir private Path temporary;
  private Publishing publishing;

  @BeforeEach
  void publish() {
    publishing = new Publishing(temporary);
  }

  @AfterEach
  void end() {
    publishing.close();
  }

  /** Counts what is allocated and freed. */
  private static final class MemoryEvents implements TraceListener {
    final AtomicInteger count = new AtomicInteger();

    @Override
    public void bufferAllocated(BufferRef buffer) {
      count.incrementAndGet();
    }

    @Override
    public void bufferDeallocated(BufferRef buffer) {
      count.incrementAndGet();
    }
  }

  private static Tensor model(Tensor input) {
    Tensor one = Ttnn.add(input, 1f);
    Tensor two = Ttnn.relu(one);
    one.deallocate();
    return two;
  }

  private static long allocatedBytes(MeshDevice device) {
    long perBank = device.statistics(BufferType.TRACE).allocatedBytes();
    return perBank * device.board().dramViews();
  }

  private long monitored() {
    return publishing.device().region(BufferType.TRACE).usedBytes();
  }

  @Test
  void traceMemoryComesWithTheCaptureStaysFlatAndGoesWithTheRelease() {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
    try (MeshDevice device = MeshDevice.open(Board.named("t3000"), options);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor input =
          Ttnn.toDevice(
              Ttnn.fromArray(new float[1024], Shape.of(32, 32), DataType.BFLOAT16, Layout.TILE),
              device);
      model(input).deallocate();
      assertThat(allocatedBytes(device)).isZero();
      assertThat(monitored()).isZero();

      MeshTrace trace = MeshTrace.beginCapture(device);
      Tensor output = model(input);
      trace.endCapture();
      long taken = allocatedBytes(device);
      assertThat(taken).isPositive();
      assertThat(monitored()).isEqualTo(taken);
      assertThat(publishing.device().chipIds()).hasSize(8);
      assertThat(trace.contents().chipIds()).hasSize(8);

      assertThat(eventsWhileExecuting(trace)).isZero();
      assertThat(allocatedBytes(device)).isEqualTo(taken);
      assertThat(Ttnn.toArray(output)).containsOnly(1f);

      trace.release();
      assertThat(allocatedBytes(device)).isZero();
      assertThat(monitored()).isZero();
      assertSamePeak(capture.end(), publishing.device(), device, taken);
    }
  }

  private static int eventsWhileExecuting(MeshTrace trace) {
    MemoryEvents events = new MemoryEvents();
    Tracker.add(events);
    try {
      for (int i = 0; i < EXECUTIONS; i++) {
        trace.execute(false);
      }
      trace.device().synchronize();
    } finally {
      Tracker.remove(events);
    }
    return events.count.get();
  }

  static long bytesPerBank(Report report, PeakByDevice.Peak peak) {
    return peak.live().stream()
        .map(buffer -> report.trace().event(buffer.counter()))
        .mapToLong(event -> ((TraceEvent.BufferEvent) event).buffer().maxSizePerBankBytes())
        .sum();
  }

  private static void assertSamePeak(
      Report report, DeviceMemory monitored, MeshDevice device, long taken) {
    PeakByDevice.Peak peak =
        PeakByDevice.of(report.trace()).devices().getFirst().buffers().get(BufferType.TRACE);
    assertThat(bytesPerBank(report, peak) * device.board().dramViews()).isEqualTo(taken);
    assertThat(monitored.region(BufferType.TRACE).peakBytes()).isEqualTo(taken);
    assertThat(report.metalTraces()).hasSize(1);
  }
}
