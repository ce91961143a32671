package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.Programs;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** {@code tilescope profile} of a program with metal traces, and what reads its report. */
class ProfileTracesTest {
  @TempDir private Path folder;
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  /** Two traces on a mesh, one of them replayed three times with the other between. */
  static final class Traced {
    public static void main(String[] args) {
      try (MeshDevice device =
              MeshDevice.open(
                  Board.named("t3000"), DeviceOptions.DEFAULT.withTraceRegionBytes(1_000_000));
          Tensor a = Programs.random(device, MemoryConfig.DRAM, 64, 64)) {
        Ttnn.matmul(a, a).close();
        Ttnn.relu(a).close();
        MeshTrace first = recorded(device, () -> Ttnn.matmul(a, a).close());
        MeshTrace second = recorded(device, () -> Ttnn.relu(a).close());
        first.execute();
        second.execute();
        first.execute();
        first.execute();
      }
    }

    private static MeshTrace recorded(MeshDevice device, Runnable operations) {
      MeshTrace trace = MeshTrace.beginCapture(device);
      operations.run();
      return trace.endCapture();
    }
  }

  private int run(Object... words) {
    return new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
        .run(Arrays.stream(words).map(Object::toString).toArray(String[]::new));
  }

  private Path report() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ops_perf_results"))
          .findFirst()
          .orElseThrow();
    }
  }

  private List<String> cells(String column) throws IOException {
    List<String> rows = Files.readAllLines(report());
    int index = List.of(rows.getFirst().split(",")).indexOf(column);
    return rows.stream().skip(1).map(row -> row.split(",", -1)[index]).toList();
  }

  @Test
  void theReportHasARowForEachReplayOnEachChipAndIsReadByPerfAndTimeline() throws IOException {
    assertThat(run("profile", "-p", "-r", "-o", folder, "-m", Traced.class.getName()))
        .as(err.toString())
        .isZero();
    assertThat(err.toString()).contains("%d rows".formatted(8 * (3 + 2 + 4)));
    assertThat(cells("METAL TRACE REPLAY SESSION ID"))
        .filteredOn(session -> !session.isEmpty())
        .hasSize(8 * 4)
        .contains("1", "2", "3");
    assertThat(run("perf", "--no-color", report())).as(err.toString()).isZero();
    assertThat(out.toString().lines().filter(line -> line.contains("Matmul")))
        .as("compiled, recorded, and three replays, over all chips")
        .hasSizeGreaterThanOrEqualTo(5);
    Path timeline = folder.resolve("timeline.json");
    assertThat(run("timeline", folder, "-o", timeline)).as(err.toString()).isZero();
    assertThat(Files.readString(timeline))
        .contains("trace:0 replay:3")
        .contains("trace:1 replay:1");
  }

  @Test
  void wholeTracesHaveARowForEachReplayOnEachChip() throws IOException {
    int exit =
        run(
            "profile",
            "-p",
            "-r",
            "--device-trace-profiler",
            "-o",
            folder,
            "-m",
            Traced.class.getName());
    assertThat(exit).as(err.toString()).isZero();
    assertThat(err.toString())
        .contains("Devices recorded whole traces only: the report has a row for each replay.");
    assertThat(cells("METAL TRACE ID")).hasSize(8 * 4);
    assertThat(cells("DEVICE TRACE FIRMWARE DURATION [ns]"))
        .hasSize(8 * 4)
        .allMatch(nanos -> Long.parseLong(nanos) > 0);
  }
}
