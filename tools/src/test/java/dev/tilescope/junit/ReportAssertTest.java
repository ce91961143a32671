package dev.tilescope.junit;

import static dev.tilescope.capture.Programs.random;
import static dev.tilescope.junit.TilescopeAssertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ReportAssertTest {
  private static final int[] SIDES = {64, 64};
  private static final Report ADD =
      Programs.tracedAdd(RunMode.NORMAL, MemoryConfig.L1, false, SIDES, SIDES);

  @Test
  void whatHoldsPasses() {
    assertThat(ADD)
        .hasPeakL1AtMost("1MiB")
        .hasPeakL1AtMost(0, "1MiB")
        .hasPeakDramAtMost("1MiB")
        .hasPeakDramAtMost(0, "1MiB")
        .hasPeakAtMost(BufferType.L1, "24KiB")
        .hasPeakAtMost(BufferType.L1, 0, "24KiB")
        .hasPeakAtMost(BufferType.TRACE, "0")
        .hasOperationCount(1)
        .hasOperationCount("ttnn::add", 1)
        .hasOperationCount("BinaryNgDeviceOperation", 1)
        .ranWithout("ttnn::to_layout", "ttnn::multiply")
        .hasNoFallback()
        .hasNoLeak();
  }

  @Test
  void aPeakOfAKindOfBufferNamesItsBuffers() {
    assertThatThrownBy(() -> assertThat(ADD).hasPeakAtMost(BufferType.L1, "24575"))
        .isInstanceOf(AssertionError.class)
        .hasMessageContaining(
            "peak L1 buffers of device 0 is 24.0 KiB (24,576 bytes) as TT-NN counts, 1 bytes over")
        .hasMessageContaining("8,192 bytes  L1 at 0x")
        .hasMessageContaining("from before the capture")
        .hasMessageContaining("made by ttnn::add > ");
  }

  @Test
  void peaksCountProgramMemoryToo() {
    assertThatThrownBy(() -> assertThat(ADD).hasPeakL1AtMost("24KiB"))
        .hasMessageContaining("circular buffers and other program memory on one core");
    assertThatThrownBy(() -> assertThat(ADD).hasPeakDramAtMost("1B"))
        .hasMessageContaining("peak DRAM of device 0");
  }

  @Test
  void wrongCountsSayWhatRanInstead() {
    assertThatThrownBy(() -> assertThat(ADD).hasOperationCount(2))
        .hasMessageContaining("expected 2 operations, but 1 were called\n       1  ttnn::add");
    assertThatThrownBy(() -> assertThat(ADD).hasOperationCount("ttnn::multiply", 1))
        .hasMessageContaining("expected ttnn::multiply 1 times, but it ran 0 times")
        .hasMessageContaining("1  ttnn::add");
    assertThatThrownBy(() -> assertThat(ADD).ranWithout("ttnn::multiply", "ttnn.add"))
        .hasMessageContaining("but they ran:\n  ttnn.add at node 1");
  }

  @Test
  void mistakesOfTheAssertionAreNoFailuresOfTheReport() {
    assertThatThrownBy(() -> assertThat(ADD).hasPeakL1AtMost("much"))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("'much' is not a size");
    assertThatThrownBy(() -> assertThat((Report) null).hasNoLeak())
        .isInstanceOf(AssertionError.class);
    assertThatThrownBy(() -> assertThat(ADD).hasPeakL1AtMost(3, "1MiB"))
        .hasMessageContaining("device 3 is not in this capture, which saw devices [0]");
  }

  @Test
  void descriptionsOfTheCallerAreKept() {
    assertThatThrownBy(() -> assertThat(ADD).as("one %s", "layer").hasOperationCount(2))
        .hasMessageStartingWith("[one layer] ");
  }

  @ParameterizedTest
  @EnumSource
  void whatIsKeptIsALeak(RunMode mode) {
    Report report = traced(mode, (device, a) -> Ttnn.relu(a));
    assertThatThrownBy(() -> assertThat(report).hasNoLeak())
        .hasMessageContaining(
            "allocated and not freed:\n  2.0 KiB (2,048 bytes) in 1 buffers, DRAM")
        .hasMessageContaining("made by ttnn::relu > ");
  }

  @ParameterizedTest
  @EnumSource
  void aTensorThatGoesThroughTheHostIsAFallback(RunMode mode) {
    Report report =
        traced(
            mode,
            (device, a) -> {
              Tensor onHost = Ttnn.toLayout(Ttnn.fromDevice(a), Layout.ROW_MAJOR);
              Ttnn.relu(a).close();
              Ttnn.toDevice(onHost, device);
            });
    assertThatThrownBy(() -> assertThat(report).hasNoFallback())
        .hasMessageContaining("expected no fallback to the host, but found 1:\n  ttnn::from_device")
        .hasMessageContaining("> ttnn::to_layout (node ")
        .hasMessageContaining("> ttnn::to_device (node ");
  }

  @Test
  void tensorsThatAreCopiedInPlaceAreFollowedToo() {
    Report report =
        traced(
            RunMode.NORMAL,
            (device, a) -> {
              Tensor onHost = Ttnn.fromDevice(a);
              Ttnn.copyDeviceToHostTensor(a, onHost);
              Ttnn.copyHostToDeviceTensor(onHost, a);
            });
    assertThatThrownBy(() -> assertThat(report).hasNoFallback())
        .hasMessageContaining("ttnn::copy_device_to_host_tensor (node ")
        .hasMessageContaining("> ttnn::copy_host_to_device_tensor (node ");
  }

  @Test
  void asManyValuesThatComeBackAtOnceAreAFallback() {
    Report report =
        traced(
            RunMode.NORMAL,
            (device, a) -> {
              float[] values = Ttnn.toArray(a);
              Ttnn.toDevice(tensor(values, 16, 64), device);
            });
    assertThatThrownBy(() -> assertThat(report).hasNoFallback())
        .hasMessageContaining("ttnn::to_array (node 1) > ttnn::from_array (node ");
  }

  @Test
  void theNextInputIsNoFallback() {
    Report report =
        traced(
            RunMode.NORMAL,
            (device, a) -> {
              Ttnn.toDevice(tensor(new float[1024], 32, 32), device);
              Ttnn.toArray(Ttnn.relu(a));
              Ttnn.toDevice(tensor(new float[2048], 32, 64), device);
              Ttnn.toArray(Ttnn.relu(a));
              Ttnn.relu(a);
              Ttnn.toDevice(tensor(new float[1024], 32, 32), device);
            });
    assertThat(report).hasNoFallback();
  }

  private static Tensor tensor(float[] values, int... shape) {
    return Ttnn.fromArray(values, Shape.of(shape), DataType.BFLOAT16, Layout.TILE);
  }

  private static Report traced(RunMode mode, BiConsumer<MeshDevice, Tensor> program) {
    try (MeshDevice device = MeshDevice.open("n150");
        Tensor a = random(device, MemoryConfig.DRAM, 32, 32);
        GraphCapture capture = GraphCapture.begin(mode)) {
      program.accept(device, a);
      return capture.end();
    }
  }
}
