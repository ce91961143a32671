package dev.tilescope.device.kernel;

import static dev.tilescope.device.kernel.Tiles.BYTES;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Board;
import dev.tilescope.device.Buffer;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.KernelRun;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.marker.Risc;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.TensorSpec;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Programs with kernels of their own in metal traces. */
class KernelTraceTest {
  private static final int TILES = 20;

  private static byte[] bytes(int seed) {
    byte[] bytes = new byte[TILES * BYTES];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  @ParameterizedTest
  @ValueSource(strings = {"n150", "n300", "p150"})
  void kernelsRunAgainOnWhatTheirBuffersHold(String board) {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(1 << 20);
    try (MeshDevice device = MeshDevice.open(Board.named(board), options)) {
      TensorSpec spec = Tiles.matrix(1, TILES);
      Buffer source = device.allocate(spec, "test");
      Buffer middle = device.allocate(spec, "test");
      Buffer destination = device.allocate(spec, "test");
      KernelProgram there = KernelRunTest.copy(Risc.BRISC, source, middle, TILES);
      KernelProgram onwards = KernelRunTest.copy(Risc.NCRISC, middle, destination, TILES);
      device.launch(there);
      device.launch(onwards);
      MeshTrace trace = MeshTrace.beginCapture(device);
      assertThat(device.launch(there)).isEqualTo(KernelRun.BLOCKED);
      device.launch(onwards);
      trace.endCapture();
      for (int seed = 1; seed <= 3; seed++) {
        source.enqueueWrite(bytes(seed));
        trace.execute();
        assertThat(destination.enqueueRead(device.chips().size() - 1)).isEqualTo(bytes(seed));
      }
      assertThat(trace.contents().operations())
          .extracting("name")
          .containsExactly("CopyTiles", "CopyTiles");
    }
  }

  @Test
  void aKernelThatWritesOverTheTraceIsFoundOut() {
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(1 << 20);
    try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
      TensorSpec spec = Tiles.matrix(1, TILES);
      Buffer source = device.allocate(spec, "test");
      Buffer destination = device.allocate(spec, "test");
      KernelProgram copy = KernelRunTest.copy(Risc.BRISC, source, destination, TILES);
      device.launch(copy);
      MeshTrace trace = MeshTrace.beginCapture(device);
      device.launch(copy);
      trace.endCapture();
      long address = trace.contents().addressBytes();
      source.enqueueWrite(bytes(1));
      device.launch(
          copy.withRuntimeArgs("copy", new CoreCoord(0, 0), source.address(), address, TILES));

      assertThatThrownBy(trace::execute)
          .hasMessageContaining("cannot be replayed: its commands in DRAM were overwritten");
    }
  }
}
