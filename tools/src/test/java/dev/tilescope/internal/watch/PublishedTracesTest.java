package dev.tilescope.internal.watch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.monitor.MonitorFolder;
import dev.tilescope.model.MetalTrace;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Traces of programs that run, seen from outside. */
class PublishedTracesTest {
  @TempDir private Path temporary;

  /** Holds a trace until it hears a line, and releases it; then it waits for another. */
  static final class Program {
    public static void main(String[] arguments) throws IOException {
      DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(1 << 20);
      try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
        Tensor input = Ttnn.zeros(Shape.of(32, 32), device);
        Ttnn.relu(input).deallocate();
        MeshTrace trace = MeshTrace.beginCapture(device);
        Ttnn.relu(input);
        trace.endCapture();
        System.out.println(trace.contents().commands().length);
        System.in.read();
        trace.release();
        System.out.println("released");
        System.in.read();
      }
    }
  }

  private Map<String, String> environment() {
    return Map.of(
        "TILESCOPE_MONITOR", "1", MonitorFolder.VARIABLE, temporary.resolve("live").toString());
  }

  private Process start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Program.class.getName())
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().putAll(environment());
    return builder.start();
  }

  /** The file is written by another thread of the program, a moment after it spoke. */
  private List<MetalTrace> await(long pid) {
    while (true) {
      try {
        return PublishedTraces.of(pid, environment());
      } catch (TilescopeException notYet) {
        Thread.onSpinWait();
      }
    }
  }

  private long filesOfTraces() throws IOException {
    try (Stream<Path> files = Files.list(temporary.resolve("live"))) {
      return files.filter(file -> file.toString().contains(".trace-")).count();
    }
  }

  @Test
  void aLiveTraceIsSeenUntilItIsReleased() throws Exception {
    Process process = start();
    try (BufferedReader said = process.inputReader()) {
      int bytes = Integer.parseInt(said.readLine());

      List<MetalTrace> traces = await(process.pid());

      assertThat(traces).hasSize(1);
      assertThat(traces.getFirst().commands()).hasSize(bytes);
      assertThat(traces.getFirst().operations())
          .extracting(MetalTrace.Operation::name)
          .containsExactly("UnaryDeviceOperation");
      process.outputWriter().append('\n').flush();
      assertThat(said.readLine()).isEqualTo("released");
      process.outputWriter().append('\n').flush();
      assertThat(process.waitFor()).isZero();
      assertThat(filesOfTraces()).isZero();
      assertThatThrownBy(() -> PublishedTraces.of(process.pid(), environment()))
          .hasMessageContaining("publishes no metal trace");
    } finally {
      process.destroyForcibly();
    }
  }

  @Test
  void whatAKilledProgramLeavesIsRemovedByAMonitor() throws Exception {
    Process process = start();
    try (BufferedReader said = process.inputReader()) {
      said.readLine();
      await(process.pid());
    } finally {
      process.destroyForcibly().waitFor();
    }
    assertThat(filesOfTraces()).isOne();
    assertThat(MonitorReader.ofEnvironment(environment()).snapshot().processes()).isEmpty();
    assertThat(filesOfTraces()).isZero();
  }
}
