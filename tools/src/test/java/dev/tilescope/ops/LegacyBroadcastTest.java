package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The older path: repeat the smaller operand, then an operation on equal shapes. */
class LegacyBroadcastTest {
  private static final BinaryOptions LEGACY = BinaryOptions.DEFAULT.withUseLegacy(true);

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  @ParameterizedTest
  @CsvSource({
    "'4,3,32,32', '4,3,32,32', 0",
    "'4,3,32,32', '1,3,32,32', 1",
    "'1,3,32,32', '4,3,32,32', 1",
    "'4,1,5,7', '1,3,1,7', 2",
    "'5,1', '1,7', 2",
    "'2,5,7', '7', 1",
    "'7', '2,5,7', 1",
    "'0,7', '1,7', 1",
    "'1,7', '0,7', 1",
    "'0,7', '0,7', 0",
  })
  void bothWaysOfBroadcastingAgree(String left, String right, int repeats) {
    Tensor a = random(left, 1);
    Tensor b = random(right, 2);
    Tensor direct = Ttnn.subtract(a, b);
    List<String> calls;
    Tensor legacy;
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      legacy = Ttnn.subtract(a, b, LEGACY);
      calls = Programs.startedFunctions(capture.end());
    }
    assertThat(legacy.spec()).isEqualTo(direct.spec());
    assertThat(Ttnn.toArray(legacy)).isEqualTo(Ttnn.toArray(direct));
    assertThat(calls.stream().filter("ttnn::repeat"::equals)).hasSize(repeats);
    assertThat(calls).contains("ttnn::prim::binary").doesNotContain("ttnn::prim::binary_ng");
  }

  @Test
  void whatWasRepeatedIsFreedAgain() {
    Tensor a = Ttnn.toMemoryConfig(random("4,1,5,7", 1), MemoryConfig.L1);
    Tensor b = Ttnn.toMemoryConfig(random("1,3,1,7", 2), MemoryConfig.L1);
    long before = device.statistics(BufferType.L1).allocatedBytes();
    Ttnn.add(a, b, LEGACY).close();
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isEqualTo(before);
    Tensor wrong = Ttnn.zeros(Shape.of(1), DataType.FLOAT32, a.layout(), device, MemoryConfig.L1);
    long withWrong = device.statistics(BufferType.L1).allocatedBytes();
    assertThatThrownBy(() -> Ttnn.add(a, b, LEGACY.withOutputTensor(wrong)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("output_tensor: the result is Shape([4, 3, 5, 7]) ");
    assertThat(device.statistics(BufferType.L1).allocatedBytes()).isEqualTo(withWrong);
  }

  private Tensor random(String dims, long seed) {
    int[] shape = Arrays.stream(dims.split(",")).mapToInt(Integer::parseInt).toArray();
    return Ttnn.rand(Shape.of(shape), DataType.FLOAT32, device, seed);
  }
}
