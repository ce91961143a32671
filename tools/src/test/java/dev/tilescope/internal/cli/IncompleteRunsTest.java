package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.serve.PageServer;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Logs and tables that lack a part: every command gives the rest and says what is missing. */
@Timeout(300)
class IncompleteRunsTest {
  private static final int OPERATIONS = 12;

  @TempDir private Path folder = Path.of("");
  private final StringWriter out = new StringWriter();
  private final StringWriter err = new StringWriter();

  private void record(String board, Consumer<MeshDevice> program) {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"))));
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(1_000_000);
    try (MeshDevice device = MeshDevice.open(Board.named(board), options)) {
      program.accept(device);
    } finally {
      Profiler.stop();
    }
  }

  private static void compute(MeshDevice device) {
    try (Tensor a = Ttnn.rand(Shape.of(64, 64), device)) {
      for (int i = 0; i < OPERATIONS; i++) {
        Ttnn.relu(a).close();
      }
    }
  }

  private String run(Object... words) {
    out.getBuffer().setLength(0);
    err.getBuffer().setLength(0);
    int exit =
        new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(err))
            .run(Stream.of(words).map(Object::toString).toArray(String[]::new));
    assertThat(exit).as("%s: %s", List.of(words), err).isZero();
    return out.toString() + err;
  }

  private Path table() throws IOException {
    try (Stream<Path> files = Files.walk(folder.resolve("reports"))) {
      return files
          .filter(file -> file.getFileName().toString().startsWith("ops_perf_results"))
          .findFirst()
          .orElseThrow();
    }
  }

  /** What every command says of the run. */
  private String everyCommand() throws Exception {
    String said = run("explain", folder.resolve(".logs"));
    said += run("profile", "--process-logs-only", folder);
    said += run("perf", table());
    said += run("timeline", folder, "-o", folder.resolve("timeline.json"));
    served(folder);
    return said + run("explain", folder);
  }

  private static void served(Path run) throws Exception {
    try (PageServer server = PageServer.start(List.of(run), List.of(), 0)) {
      URI question = URI.create(server.url() + "api/performance/about");
      int status =
          HttpClient.newHttpClient()
              .send(HttpRequest.newBuilder(question).build(), BodyHandlers.ofString())
              .statusCode();
      assertThat(status).isEqualTo(200);
    }
  }

  @Test
  void aTraceThatWasNeverReplayedHasRowsWithoutTimes() throws Exception {
    record(
        "n150",
        device -> {
          compute(device);
          MeshTrace trace = MeshTrace.beginCapture(device);
          compute(device);
          trace.endCapture();
        });
    assertThat(everyCommand()).contains("no device time, as those recorded into a metal trace");
  }

  @Test
  void ofALogThatLostMostOfItsRowsTheRestIsReported() throws Exception {
    record("n150", IncompleteRunsTest::compute);
    Path log = folder.resolve(".logs/profile_log_device.csv");
    List<String> rows = Files.readAllLines(log);
    Files.write(log, rows.subList(0, 2 + rows.size() * 18 / 100));
    assertThat(everyCommand())
        .contains("Dropped: ", "Missing", "times of the operations that it is about");
  }

  @Test
  void operationsOfTheHostAloneAreATable() throws Exception {
    Path csv = folder.resolve("ops_perf_results_host.csv");
    Files.writeString(
        csv,
        "OP CODE,OP TYPE,GLOBAL CALL COUNT,DEVICE ID,ATTRIBUTES,HOST START TS,"
            + "HOST DURATION [ns],OP TO OP LATENCY [ns],DEVICE KERNEL DURATION [ns]\n"
            + "(torch) softmax,python_fallback,1,,,10,5000000,,\n"
            + "(torch) add,python_fallback,2,,,20,1000000,,\n");
    assertThat(run("perf", csv)).contains("2 host operations");
    assertThat(run("explain", csv)).contains("0 programs", "fallback to the host", "6.0 ms");
    served(csv);
  }

  @Test
  void aDeviceThatStopsEarlyIsNamedAndTheOthersCount() throws Exception {
    record("n300", IncompleteRunsTest::compute);
    run("profile", "--process-logs-only", folder);
    Path csv = table();
    List<String> rows = Files.readAllLines(csv);
    int device = List.of(rows.getFirst().split(",")).indexOf("DEVICE ID");
    int half = rows.size() / 2;
    Files.write(
        csv,
        Stream.concat(
                rows.stream().limit(half),
                rows.stream().skip(half).filter(row -> !row.split(",", -1)[device].equals("1")))
            .toList());
    assertThat(run("perf", csv)).contains("ran on 1 of 2 devices");
    assertThat(run("explain", csv)).contains("Missing", "ran on 1 of 2 devices", "touches times");
    served(csv);
  }
}
