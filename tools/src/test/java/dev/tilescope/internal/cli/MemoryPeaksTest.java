package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.analysis.OperationNumbers;
import dev.tilescope.internal.store.ImportOptions;
import dev.tilescope.internal.store.Query;
import dev.tilescope.internal.store.ReportImport;
import dev.tilescope.memory.CoreIndex;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.Report;
import dev.tilescope.report.ReportFile;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What decides whether a program fits is the same of a report file and of its database. */
class MemoryPeaksTest {
  @TempDir private Path folder = Path.of("");

  @ParameterizedTest
  @ValueSource(
      strings = {"bert", "resnet50 --no-dispatch", "llama --no-dispatch", "bert --device t3000"})
  void aDatabaseSaysWhatItsReportSays(String demo) {
    List<String> words = new ArrayList<>(List.of("demo"));
    words.addAll(List.of(demo.split(" ")));
    words.addAll(List.of("--report", folder.toString()));
    StringWriter out = new StringWriter();
    assertThat(
            new Main(Commands.ALL, new PrintWriter(out), new PrintWriter(out))
                .run(words.toArray(String[]::new)))
        .as(out.toString())
        .isZero();
    Path file = folder.resolve("report.json");
    Path imported = folder.resolve("db");
    ReportImport.run(file, imported, ImportOptions.DEFAULT, (_, _, _) -> {});
    Report report = ReportFile.read(file);
    OperationNumbers numbers = OperationNumbers.of(report.trace());
    List<List<String>> expected = new ArrayList<>();
    for (DevicePeaks.Device device : DevicePeaks.of(report).devices()) {
      expected.add(row(device, numbers).stream().map(String::valueOf).toList());
    }
    assertThat(expected).isNotEmpty();
    assertThat(rows(imported.resolve("db.sqlite"))).containsExactlyInAnyOrderElementsOf(expected);
  }

  private static List<@Nullable Object> row(DevicePeaks.Device device, OperationNumbers numbers) {
    Peaks peaks = device.peaks();
    CoreCoord core = CoreIndex.core(Math.max(0, peaks.l1Core()));
    List<@Nullable Object> row = new ArrayList<>();
    row.add((long) device.deviceId());
    row.add(peaks.l1BytesPerCore());
    row.add(peaks.l1ProgramBytes());
    row.add(peaks.l1Core() < 0 ? null : (Long) (long) core.x());
    row.add(peaks.l1Core() < 0 ? null : (Long) (long) core.y());
    addPlace(row, peaks.l1Node(), numbers);
    row.add(peaks.l1HeadroomBytes() < 0 ? null : (Long) peaks.l1HeadroomBytes());
    addPlace(row, peaks.l1HeadroomNode(), numbers);
    row.add(peaks.dramBytesPerBank());
    addPlace(row, peaks.dramNode(), numbers);
    return row;
  }

  private static void addPlace(List<@Nullable Object> row, long node, OperationNumbers numbers) {
    row.add(node < 0 ? null : (Long) (long) numbers.at((int) node));
    row.add(node < 0 ? null : (Long) node);
  }

  private static List<List<String>> rows(Path database) {
    List<List<String>> rows = new ArrayList<>();
    Query.ask(
        database,
        "SELECT device_id, l1_bytes_per_core, l1_program_bytes, l1_core_x, l1_core_y,"
            + " l1_operation_id, l1_node, l1_headroom_bytes, l1_headroom_operation_id,"
            + " l1_headroom_node, dram_bytes_per_bank, dram_operation_id, dram_node"
            + " FROM tilescope_memory_peaks",
        new Query.Answer() {
          @Override
          public void columns(List<String> names) {}

          @Override
          public void row(List<@Nullable Object> values) {
            rows.add(values.stream().map(String::valueOf).toList());
          }
        });
    return rows;
  }
}
