package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The same program gives the same addresses, times and numbers. */
class DeterminismTest {
  private record Run(
      int deviceId, List<Long> addresses, long modelledNanos, int programs, List<Float> values) {}

  @ParameterizedTest
  @ValueSource(strings = {"n150", "p150", "t3000", "e150"})
  void aProgramRunsTheSameOnEveryFreshDevice(String board) {
    Run first = run(board);
    assertThat(run(board)).isEqualTo(first);
    assertThat(first.modelledNanos()).isPositive();
    assertThat(first.addresses()).doesNotContain(0L);
  }

  @Test
  void theSeedDecidesTheNumbers() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      float[] one = Ttnn.toArray(Ttnn.rand(Shape.of(50), DataType.FLOAT32, device, 1));
      float[] same = Ttnn.toArray(Ttnn.rand(Shape.of(50), DataType.FLOAT32, device, 1));
      float[] two = Ttnn.toArray(Ttnn.rand(Shape.of(50), DataType.FLOAT32, device, 2));
      assertThat(same).isEqualTo(one);
      assertThat(two).isNotEqualTo(one);
      assertThat(one).startsWith(0.74974823f, 0.37239337f, 0.43828386f);
    }
  }

  private static Run run(String board) {
    try (MeshDevice device = MeshDevice.open(board)) {
      List<Long> addresses = new ArrayList<>();
      Tensor x =
          note(
              addresses,
              Ttnn.rand(
                  Shape.of(2, 70, 64),
                  device,
                  RandOptions.DEFAULT.withMemoryConfig(MemoryConfig.L1).withLow(-1).withSeed(7)));
      Tensor w = note(addresses, Ttnn.rand(Shape.of(64, 96), DataType.BFLOAT16, device, 8));
      Tensor product = note(addresses, Ttnn.matmul(x, w));
      Ttnn.deallocate(x);
      Tensor soft = note(addresses, Ttnn.softmax(Ttnn.gelu(product)));
      Tensor moved = note(addresses, Ttnn.toMemoryConfig(soft, MemoryConfig.L1));
      Tensor rows = note(addresses, Ttnn.toLayout(Ttnn.transpose(moved, 1, 2), Layout.ROW_MAJOR));
      List<Float> values = new ArrayList<>();
      for (float value : Ttnn.toArray(rows)) {
        values.add(value);
      }
      device
          .liveBuffers()
          .forEach(buffer -> addresses.add(buffer.address() + buffer.maxSizePerBankBytes()));
      return new Run(
          device.id(), addresses, device.modelledNanos(), device.programCacheEntries(), values);
    }
  }

  private static Tensor note(List<Long> addresses, Tensor tensor) {
    addresses.add(tensor.requireBuffer("tensor").address());
    return tensor;
  }
}
