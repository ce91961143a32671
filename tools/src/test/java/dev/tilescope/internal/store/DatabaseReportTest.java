package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.Report;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.report.ReportChoice;
import dev.tilescope.report.ReportFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Reports come out of a database as they went in, or it is said what is missing. */
class DatabaseReportTest {
  private static final String CALLS =
      "[{\"name\": \"ttnn.a\", \"arguments\": {\"k\": \"1\"}, \"input_tensor_ids\": [1],"
          + " \"python_stack_trace\": [\"  File \\\"x.py\\\", line 3, in f\\n\"]}]";

  @TempDir private Path folder = Path.of("");
  private Path report = Path.of("");

  @BeforeEach
  void writeReport() throws IOException {
    report =
        new TraceText()
            .node("capture_start", "")
            .start("ttnn.a", 2)
            .tensor(1, 64)
            .node("buffer", "size: 4096| type: L1| device_id: 4", 2)
            .allocate(64, "HEIGHT_SHARDED")
            .end("ttnn.a", 6)
            .tensor(2, 128)
            .free(64)
            .node("capture_end", "")
            .write(folder.resolve("r.json"));
    Files.writeString(folder.resolve("r.python_io.json"), CALLS);
  }

  private Path imported(Path source, boolean upstream, Existing existing) {
    ImportOptions options = new ImportOptions("db.sqlite", upstream, existing, false);
    return ReportImport.run(source, folder.resolve("out"), options, (f, d, a) -> {}).database();
  }

  private static Report read(Path database) {
    return DatabaseReport.read(database, ReportChoice.ONLY);
  }

  @Test
  void anImportedReportComesOutWholeWithItsCalls() {
    Report back = read(imported(report, false, Existing.REFUSE));
    assertThat(back).isEqualTo(ReportFile.read(report));
    assertThat(back.calls()).hasSize(1);
    assertThat(back.devices().getFirst().deviceId()).isEqualTo(4);
  }

  @Test
  void aReportOfManyPartsComesOutWhole() {
    TraceText large = new TraceText();
    for (int i = 0; i < 8000; i++) {
      large.start("ttnn.operation_" + i * 7919 % 8000).end("x");
    }
    Path file = large.write(folder.resolve("large.json"));
    Path database = imported(file, false, Existing.REFUSE);
    assertThat(
            DatabaseRows.query(database, "SELECT count(*) > 1, sum(raw_size) FROM tilescope_files"))
        .isEqualTo(List.of(List.of(1L, file.toFile().length())));
    assertThat(read(database)).isEqualTo(ReportFile.read(file));
  }

  @Test
  void aCompressedReportComesOutWhole() throws IOException {
    Path packed = folder.resolve("p.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(report, out);
    }
    assertThat(read(imported(packed, false, Existing.REFUSE)).trace())
        .isEqualTo(ReportFile.read(report).trace());
  }

  @Test
  void readingLeavesTheDirectoryAndTheFileAsTheyWere() throws IOException {
    Path database = imported(report, false, Existing.REFUSE);
    DatabaseRows.query(database, "PRAGMA journal_mode = WAL");
    byte[] before = Files.readAllBytes(database);
    read(database);
    assertThat(Files.readAllBytes(database)).isEqualTo(before);
    try (Stream<Path> files = Files.list(database.resolveSibling(""))) {
      assertThat(files.map(f -> f.getFileName().toString()))
          .containsExactlyInAnyOrder("db.sqlite", "r.tensor_lifetime.json");
    }
  }

  @Test
  void namesThatMeanSomethingInAnAddressAreJustNames() throws IOException {
    Path odd = Files.createDirectory(folder.resolve("a b?mode=memory#%41"));
    Path moved = Files.copy(imported(report, false, Existing.REFUSE), odd.resolve("x.db"));
    assertThat(read(moved)).isEqualTo(ReportFile.read(report));
  }

  @Test
  void oneOfSeveralReportsIsChosenByRankOrName() {
    Path database = imported(report, false, Existing.REFUSE);
    Path other = new TraceText().rank(1).start("b").end("b").write(folder.resolve("s.json"));
    imported(other, false, Existing.APPEND);
    assertThatThrownBy(() -> read(database))
        .hasMessageContainingAll("holds 2 reports", "--rank", "r.json (rank 0), s.json (rank 1)");
    assertThat(DatabaseReport.read(database, new ReportChoice(1, null)))
        .isEqualTo(ReportFile.read(other));
    assertThat(DatabaseReport.read(database, new ReportChoice(null, "r.json")))
        .isEqualTo(ReportFile.read(report));
    assertThatThrownBy(() -> DatabaseReport.read(database, new ReportChoice(2, null)))
        .hasMessageContainingAll("holds no report of rank 2", "it holds r.json");
  }

  @Test
  void upstreamsRowsGiveTheOperationsAndSayWhatIsMissing() {
    Path database = imported(report, true, Existing.REFUSE);
    assertThat(DatabaseRows.query(database, "SELECT 1 FROM sqlite_master WHERE name LIKE 'tile%'"))
        .isEmpty();
    Report back = read(database);
    assertThat(back.trace().nodes().stream().map(n -> n.event().getClass().getSimpleName()))
        .containsExactly(
            "CaptureStart",
            "FunctionStart",
            "Tensor",
            "Buffer",
            "BufferAllocate",
            "FunctionEnd",
            "Tensor",
            "BufferDeallocate",
            "CaptureEnd");
    assertThat(back.trace().event(1))
        .isInstanceOfSatisfying(
            TraceEvent.FunctionStart.class,
            start -> assertThat(start.inputTensors().get(0)).isEqualTo(2));
    assertThat(back.damage().getFirst().what()).contains("only the operations' own parts");
  }

  @Test
  void aFreedBufferIsFoundByItsAddressInUpstreamsRows() {
    Path freed =
        new TraceText()
            .start("a")
            .node("buffer", "size: 4096| type: L1| device_id: 4")
            .node("buffer_allocate", "address: 64| device_id: 4| type: L1| size: 4096", 1)
            .end("a")
            .node("buffer_deallocate", "address: 64| device_id: 4| type: L1", 1)
            .write(folder.resolve("f.json"));
    Report back = read(imported(freed, true, Existing.REFUSE));
    assertThat(back.trace().node(3).connections().get(0)).isEqualTo(2);
    assertThat(back.trace().event(5)).isInstanceOf(TraceEvent.BufferDeallocate.class);
    assertThat(back.trace().node(5).connections().get(0)).isEqualTo(2);
  }

  @Test
  void aPartThatIsNoTraceIsLeftOutAndNamed() {
    Path database = imported(report, true, Existing.REFUSE);
    DatabaseRows.execute(
        database, "UPDATE captured_graph SET captured_graph = '[{]' WHERE operation_id = 1");
    Report back = read(database);
    assertThat(back.trace().size()).isEqualTo(3);
    assertThat(back.damage().get(1).what()).startsWith("operation 1: not a trace");
  }

  @Test
  void aDamagedCopyIsRefused() {
    Path database = imported(report, false, Existing.REFUSE);
    DatabaseRows.execute(database, "UPDATE tilescope_files SET zstd = x'ff' WHERE role = 'report'");
    assertRefused(database, "part 0 of a file in tilescope_files is damaged");
  }

  @Test
  void aDamagedDatabaseIsRefused() throws IOException {
    Path database = imported(report, false, Existing.REFUSE);
    byte[] bytes = Files.readAllBytes(database);
    for (int i = 100; i < bytes.length; i++) {
      bytes[i] = (byte) i;
    }
    assertRefused(Files.write(database, bytes), "cannot be read");
    assertRefused(Files.write(database, java.util.Arrays.copyOf(bytes, 16)), "cannot be read");
  }

  @Test
  void aDatabaseOfSomethingElseOrOfAnOlderTtnnIsRefused() {
    Path foreign = folder.resolve("foreign.db");
    DatabaseRows.execute(foreign, "CREATE TABLE people (name text)");
    assertRefused(foreign, "holds no reports: it has no table operations");
    Path older = folder.resolve("older.db");
    DatabaseRows.execute(older, "CREATE TABLE operations (operation_id int, name text)");
    assertRefused(older, "no column rank");
  }

  @Test
  void aDatabaseWithoutOperationsIsRefused() {
    Path database = imported(report, true, Existing.REFUSE);
    DatabaseRows.execute(database, "DELETE FROM operations");
    assertRefused(database, "holds no operations");
  }

  private static void assertRefused(Path database, String why) {
    assertThatThrownBy(() -> read(database))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll(database.toString(), why);
  }
}
