package dev.tilescope.device;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** What is said about buffers that are allocated while a trace is live, in other processes. */
class TraceAllocationsTest {
  private static final String WARNING = "Allocating device buffers is potentially unsafe";

  /** Allocates beside a live trace, twice, and replays it. */
  static final class Program {
    public static void main(String[] arguments) throws InterruptedException {
      DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(1 << 20);
      try (MeshDevice device = MeshDevice.open(Board.named("n150"), options)) {
        Tensor input = Ttnn.zeros(Shape.of(32, 32), device);
        Ttnn.relu(input).deallocate();
        MeshTrace trace = MeshTrace.beginCapture(device);
        Ttnn.relu(input);
        trace.endCapture();
        MeshTrace.corruptibleAllocationScope(() -> Ttnn.zeros(Shape.of(64, 64), device));
        Thread other = new Thread(() -> Ttnn.zeros(Shape.of(32, 32), device).deallocate());
        other.start();
        other.join();
        Tensor beside = Ttnn.zeros(Shape.of(32, 32), device);
        Ttnn.zeros(Shape.of(32, 32), device).deallocate();
        try {
          trace.execute();
          System.out.println("replayed");
        } catch (TilescopeException refused) {
          System.out.println(refused.getMessage());
        }
        beside.deallocate();
        trace.execute();
        System.out.println("replayed at last");
      }
    }
  }

  private static String run(Map<String, String> environment)
      throws IOException, InterruptedException {
    ProcessBuilder builder =
        new ProcessBuilder(
                List.of(
                    Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                    "--add-modules",
                    "jdk.incubator.vector",
                    "-cp",
                    System.getProperty("java.class.path"),
                    Program.class.getName()))
            .redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(printed).isZero();
    return printed;
  }

  @Test
  void everyThreadIsWarnedOnce() throws Exception {
    String printed = run(Map.of());

    assertThat(printed.split(WARNING, -1)).hasSize(3);
    assertThat(printed).contains("replayed\n").contains("replayed at last");
  }

  @Test
  void withTrackingAReplayIsRefusedWhileSuchABufferIsAlive() throws Exception {
    String printed =
        run(Map.of("TT_METAL_TRACE_ALLOC_TRACKING", "1", "TT_METAL_TRACE_ALLOC_TRACEBACKS", "1"));

    assertThat(printed)
        .doesNotContain(WARNING)
        .contains(
            "Found 1 device buffer(s) still alive before trace replay. These will be corrupted on"
                + " replay.")
        .containsPattern("Buffer \\d+ \\[op: FullDeviceOperation\\]")
        .contains("TraceAllocationsTest$Program.main")
        .contains("corruptible_allocation_scope")
        .contains("replayed at last");
  }
}
