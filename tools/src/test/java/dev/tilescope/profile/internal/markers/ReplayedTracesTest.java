package dev.tilescope.profile.internal.markers;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.device.marker.MarkerOptions;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the 16 bits in markers stand for, also when they have gone round. */
class ReplayedTracesTest {
  private static final int COUNTERS = 1 << 16;

  @TempDir private Path folder = Path.of("");
  private final List<String> warnings = new ArrayList<>();
  private long traceId;

  /** Session and row count of each replay on the first core's BRISC. */
  private Set<Long> sessions() throws IOException {
    return Files.readAllLines(folder.resolve(DeviceLogs.LOG)).stream()
        .filter(row -> row.contains(",BRISC-FW,ZONE_START"))
        .map(row -> row.split(",", -1))
        .filter(cells -> cells[8].equals(Long.toString(traceId)))
        .map(cells -> Long.valueOf(cells[9]))
        .collect(Collectors.toCollection(HashSet::new));
  }

  @Test
  void replaysAreCountedRightAfterTheCounterHasGoneRound() throws IOException {
    int replays = COUNTERS + 5;
    DeviceLogs logs = start();
    try (MeshDevice device = open();
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Ttnn.relu(a).close();
      MeshTrace trace = MeshTrace.beginCapture(device);
      Ttnn.relu(a).close();
      trace.endCapture();
      traceId = trace.id();
      for (int i = 0; i < replays; i++) {
        trace.execute();
      }
      trace.release();
    } finally {
      logs.close();
    }
    assertThat(warnings).as("the first read, and all").hasSize(2);
    assertThat(sessions())
        .as("what there was room for, and what came after the read")
        .containsAll(LongStream.rangeClosed(1, 900).boxed().toList())
        .containsAll(LongStream.rangeClosed(COUNTERS, replays).boxed().toList())
        .doesNotContain(COUNTERS - 1L);
  }

  @Test
  void aReadForgetsTheProgramsOfTracesThatAreGone() throws IOException {
    DeviceLogs logs = start();
    try (MeshDevice device = open();
        Tensor a = Programs.random(device, MemoryConfig.DRAM, 32, 32)) {
      Ttnn.relu(a).close();
      for (int i = 0; i < 3; i++) {
        MeshTrace trace = MeshTrace.beginCapture(device);
        Ttnn.relu(a).close();
        trace.endCapture();
        traceId = trace.id();
        trace.execute();
        trace.release();
        logs.read(device);
        assertThat(sessions()).as("named in the read after its release").containsExactly(1L);
      }
    } finally {
      logs.close();
    }
  }

  private static MeshDevice open() {
    return MeshDevice.open(
        Board.named("n150"), DeviceOptions.DEFAULT.withTraceRegionBytes(1_000_000));
  }

  private DeviceLogs start() {
    return DeviceLogs.start(
        new DeviceLogs.Options(
            folder, folder, MarkerOptions.DEFAULT, false, false, true, true, warnings::add));
  }
}
