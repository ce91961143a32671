package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.Program;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The headroom is what the modelled device itself goes by. */
class HeadroomTest {
  private static final long ALIGNMENT_BYTES = 32;

  @Test
  void circularBuffersMayTakeExactlyTheHeadroomAndNothingMore() {
    for (int seed = 0; seed < 20; seed++) {
      Random random = new Random(seed);
      try (MeshDevice device = MeshDevice.open(seed % 2 == 0 ? "n150" : "p150")) {
        long least = ALIGNMENT_BYTES * (1 + random.nextInt(1000));
        long headroom = headroomAfter(random, device, least);
        assertThat(headroom).isPositive();
        device.launch(program(least + headroom), "all");
        assertThatThrownBy(() -> device.launch(program(least + headroom + ALIGNMENT_BYTES), "more"))
            .as("seed %d", seed)
            .hasMessageStartingWith("Statically allocated circular buffers in program");
      }
    }
  }

  /** Buffers that stay, some from before the capture, and a program beside them. */
  private static long headroomAfter(Random random, MeshDevice device, long circularBytes) {
    allocate(random, device);
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      allocate(random, device);
      allocate(random, device);
      device.launch(program(circularBytes), "some");
      return DevicePeaks.of(capture.end()).devices().getFirst().peaks().l1HeadroomBytes();
    }
  }

  private static void allocate(Random random, MeshDevice device) {
    Shape shape = Shape.of(32 * (1 + random.nextInt(40)), 32 * (1 + random.nextInt(40)));
    Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
  }

  private static Program program(long circularBytes) {
    CircularBuffer buffer =
        CircularBuffer.local(CoreRangeSet.grid(2, 3), circularBytes, ALIGNMENT_BYTES);
    return new Program("Test", List.of(buffer), 2, 3, new Work(100, 0, 0, false, false, 1, 1));
  }
}
