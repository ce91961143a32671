package dev.tilescope.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** The account of a trace against what the modelled device's allocator says of itself. */
class AccountAgainstAllocatorTest {
  private static final int PROGRAMS = 500;
  private static final int STEPS = 12;

  @Test
  void peaksOfRandomProgramsAreThoseOfTheAllocator() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      for (int seed = 0; seed < PROGRAMS; seed++) {
        compare(new Random(seed), device);
      }
    }
  }

  private static void compare(Random random, MeshDevice device) {
    List<Tensor> live = new ArrayList<>();
    long mostL1 = 0;
    long mostDram = 0;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      for (int step = 0; step < STEPS; step++) {
        change(random, device, live);
        mostL1 = Math.max(mostL1, allocated(device, BufferType.L1));
        mostDram = Math.max(mostDram, allocated(device, BufferType.DRAM));
      }
      List<DevicePeaks.Device> devices = DevicePeaks.of(capture.end()).devices();
      Peaks peaks = devices.isEmpty() ? Peaks.NONE : devices.getFirst().peaks();
      assertThat(peaks.l1BytesPerCore()).isEqualTo(mostL1);
      assertThat(peaks.dramBytesPerBank()).isEqualTo(mostDram);
    }
    live.forEach(Tensor::close);
  }

  private static long allocated(MeshDevice device, BufferType type) {
    return device.statistics(type).allocatedBytes();
  }

  private static void change(Random random, MeshDevice device, List<Tensor> live) {
    if (!live.isEmpty() && random.nextInt(3) == 0) {
      live.remove(random.nextInt(live.size())).close();
      return;
    }
    Shape shape = Shape.of(32 * (1 + random.nextInt(20)), 32 * (1 + random.nextInt(20)));
    MemoryConfig memory = random.nextBoolean() ? MemoryConfig.L1 : MemoryConfig.DRAM;
    DataType dtype = random.nextBoolean() ? DataType.BFLOAT16 : DataType.BFLOAT8_B;
    live.add(Ttnn.empty(shape, dtype, Layout.TILE, device, memory));
  }
}
