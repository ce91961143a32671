package dev.tilescope.internal.links;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.MeshTrace;
import dev.tilescope.internal.demo.Bert;
import dev.tilescope.internal.demo.Llama;
import dev.tilescope.internal.demo.ResNet50;
import dev.tilescope.internal.links.Perturbed.How;
import dev.tilescope.internal.logs.InputProblems;
import dev.tilescope.internal.logs.LogOptions;
import dev.tilescope.internal.logs.LogProcessing;
import dev.tilescope.internal.perf.PerfRow;
import dev.tilescope.internal.perf.PerfTable;
import dev.tilescope.journal.TracyOpsCsv;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.profile.DeviceProfilerOptions;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.ProfilerOptions;
import java.io.IOException;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Rows of profiled runs and the report made meanwhile: the numbers of calls go up in the order of
 * the report's device operations, so that what each row is is known.
 */
class ProfiledRunLinksTest {
  private static final int SEEDS = 3;
  private static final int REPLAYS = 4;

  @TempDir Path folder;

  @AfterEach
  void stop() {
    Profiler.stop();
  }

  private record Run(Report report, List<PerfRow> rows) {}

  private Run profiled(String board, Consumer<MeshDevice> body) throws IOException {
    Profiler.start(
        ProfilerOptions.DEFAULT
            .withFolder(folder)
            .withJvmEvents(false)
            .withTraceTracking(true)
            .withDevice(
                DeviceProfilerOptions.fromEnvironment(Map.of("TT_METAL_DEVICE_PROFILER", "1"))));
    DeviceOptions options = DeviceOptions.DEFAULT.withTraceRegionBytes(30_000_000);
    Report report;
    try (MeshDevice device = MeshDevice.open(Board.named(board), options);
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL))) {
      body.accept(device);
      report = capture.end();
    }
    Profiler.stop();
    TracyOpsCsv.write(folder.resolve(".logs"), TracyOpsCsv.USUAL_CHILDREN);
    Path csv =
        LogProcessing.run(LogOptions.of(folder, folder, "t"), new InputProblems(false)).report();
    return new Run(report, Perturbed.deviceRows(csv));
  }

  @ParameterizedTest
  @CsvSource({"bert, n150", "bert, t3000", "llama, n150", "llama, t3000", "resnet50, n150"})
  void rowsOfDemosAreLinkedWithWhatTheyAre(String model, String board) throws IOException {
    Run run =
        profiled(
            board,
            device -> {
              switch (model) {
                case "bert" -> new Bert(Bert.Size.TINY, device).forward((_, _, _) -> {});
                case "llama" -> new Llama(Llama.Size.TINY, device).forward((_, _, _) -> {});
                default -> new ResNet50(ResNet50.Size.TINY, device).forward((_, _, _) -> {});
              }
            });
    holds(model + " on " + board, run);
  }

  @ParameterizedTest
  @CsvSource({"n150", "t3000"})
  void rowsOfReplaysAreLinkedWithWhatWasRecorded(String board) throws IOException {
    Run run = profiled(board, ProfiledRunLinksTest::replay);
    assertThat(run.rows).anyMatch(row -> row.ran().replay() >= 0);
    holds("replays on " + board, run);
  }

  private static void replay(MeshDevice device) {
    Bert bert = new Bert(Bert.Size.TINY.withBatch(1).withSequence(32), device);
    Bert.Inputs inputs = bert.inputs(1);
    bert.logits(inputs, (_, _, _) -> {}).close();
    MeshTrace trace = MeshTrace.beginCapture(device);
    bert.logits(inputs, (_, _, _) -> {}).close();
    trace.endCapture();
    for (int i = 0; i < REPLAYS; i++) {
      trace.execute();
    }
    trace.release();
  }

  private static void holds(String what, Run run) {
    ReportOperations operations = ReportOperations.of(run.report.trace());
    Map<Integer, Integer> truth = truth(run.rows, operations);
    for (Set<How> how : Perturbed.WAYS) {
      for (int seed = 0; seed < SEEDS; seed++) {
        List<PerfRow> rows = Perturbed.rows(run.rows, how, seed);
        Links links = Links.of(PerfTable.ran(rows), operations.ran());
        String which = what + " " + how + " " + seed;
        Perturbed.holds(which, rows, links, (row, t) -> t.equals(truth.get(row.id())));
        assertThat(links.problem()).as(which).isNull();
        assertThat(links.linked(Link.Confidence.CERTAIN)).as(which).isGreaterThan(rows.size() / 2);
      }
    }
  }

  /** By the id of a row. */
  private static Map<Integer, Integer> truth(List<PerfRow> rows, ReportOperations operations) {
    List<Ran> ran = PerfTable.ran(rows);
    List<Long> calls = ran.stream().map(Ran::call).distinct().sorted().toList();
    assertThat(calls).hasSameSizeAs(operations.ran());
    Map<Integer, Integer> truth = new HashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      int place = calls.indexOf(ran.get(i).call());
      assertThat(operations.ran().get(place).name()).isEqualTo(ran.get(i).name());
      truth.put(rows.get(i).id(), place);
    }
    return truth;
  }
}
