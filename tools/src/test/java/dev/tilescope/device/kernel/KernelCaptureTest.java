package dev.tilescope.device.kernel;

import static dev.tilescope.capture.Programs.events;
import static dev.tilescope.device.kernel.Tiles.BYTES;
import static dev.tilescope.device.kernel.Tiles.filled;
import static dev.tilescope.device.kernel.Tiles.matrix;
import static dev.tilescope.device.kernel.Tiles.values;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import java.util.Arrays;
import org.junit.jupiter.api.Test;

/** A captured program with kernels is like any other. */
class KernelCaptureTest {
  private static final TensorSpec SPEC = matrix(1, 3);

  @Test
  void itsCircularBuffersAndBinariesAreAnnounced() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer source = filled(device, SPEC, values(SPEC, 1, 9));
      Buffer destination = device.allocate(SPEC, "test");
      Report report =
          captured(RunMode.NORMAL, device, KernelRunTest.copy(Risc.BRISC, source, destination, 3));
      assertThat(events(report, CircularBufferAllocate.class))
          .singleElement()
          .matches(node -> node.address() == 105_664 && node.sizeBytes() == 3L * BYTES);
      assertThat(events(report, BufferAllocate.class))
          .singleElement()
          .matches(node -> node.buffer().sizeBytes() == 2048);
    }
  }

  @Test
  void whileDispatchIsBlockedNothingIsRunReadOrWritten() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      Buffer source = filled(device, SPEC, values(SPEC, 1, 9));
      Buffer destination = device.allocate(SPEC, "test");
      byte[] ones = new byte[3 * BYTES];
      Arrays.fill(ones, (byte) 1);
      destination.enqueueWrite(ones);
      KernelProgram program = KernelRunTest.copy(Risc.BRISC, source, destination, 3);
      Report report = captured(RunMode.NO_DISPATCH, device, program);
      assertThat(events(report, CircularBufferAllocate.class))
          .singleElement()
          .matches(node -> node.address() == 0);
      assertThat(destination.enqueueRead()).isEqualTo(ones);
      assertThat(device.modelledNanos()).isZero();
    }
  }

  private static Report captured(RunMode mode, MeshDevice device, KernelProgram program) {
    GraphCapture capture = GraphCapture.begin(mode);
    device.launch(program);
    return capture.end();
  }
}
