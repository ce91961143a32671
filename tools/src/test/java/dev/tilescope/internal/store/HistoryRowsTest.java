package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.Architecture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.ModelledTime;
import dev.tilescope.device.TimeBands;
import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.report.ReportFile;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows of allocations, circular buffers, device operations and facts, in small traces. */
class HistoryRowsTest {
  private static final String LIVES =
      "SELECT allocation_id, first_operation_id, first_node, last_operation_id, last_node"
          + " FROM tilescope_allocations ORDER BY 1";
  private static final String PROGRAM =
      "device_id: 4| size: 4096| core_range_set: {[(x=0,y=0) - (x=1,y=3)]}";

  @TempDir private Path folder = Path.of("");

  private ImportSummary run(Path report, Existing existing, boolean keepGoing) {
    ImportOptions options = new ImportOptions("db.sqlite", false, existing, keepGoing);
    return ReportImport.run(report, folder.resolve("out"), options, (f, d, a) -> {});
  }

  private Path imported(TraceText trace, String... more) {
    Path report = trace.write(folder.resolve("r.json"), more);
    return run(report, Existing.REPLACE, false).database();
  }

  private static List<String> rows(Path database, String sql) {
    return DatabaseRows.query(database, sql).stream().map(HistoryRowsTest::text).toList();
  }

  private static String text(List<@Nullable Object> row) {
    return row.toString();
  }

  /** Adds a buffer, connected to the tensor at this place, and its allocation. */
  private static TraceText buffer(TraceText trace, int at, int tensor) {
    return trace
        .node("buffer", "device_id: 4| buffer_type: 1| size: 131072", tensor)
        .node(
            "buffer_allocate",
            "address: 64| device_id: 4| buffer_type: 1| layout: INTERLEAVED| size: 131072|"
                + " max_size_per_bank: 2048| page_size: 1024| num_cores: 0",
            at);
  }

  private static TraceText freed(TraceText trace, int buffer) {
    return trace.node("buffer_deallocate", "address: 64| device_id: 4", buffer);
  }

  @Test
  void aBufferInsideOneOperationHasARowWithEverything() {
    TraceText trace = buffer(new TraceText().start("ttnn.a"), 1, 3).tensor(7, 64);
    Path database = imported(freed(trace, 1).end("ttnn.a"));
    assertThat(rows(database, "SELECT * FROM tilescope_allocations"))
        .containsExactly("[1, 0, 64, 131072, 2048, 1024, 0, 1, 0, 7, 1, 2, 1, 4, 1, 0, 0]");
    assertThat(rows(database, "SELECT count(*) FROM buffers")).containsExactly("[0]");
  }

  @Test
  void whatHappensBetweenOperationsBelongsToTheNextOneAndAfterThemToTheLast() {
    TraceText trace = new TraceText().start("Tensor::to_device");
    buffer(trace, 1, 9).end("Tensor::to_device").start("ttnn.a").end("ttnn.a");
    freed(trace.start("Tensor::deallocate"), 1).end("Tensor::deallocate");
    buffer(trace.start("Tensor::to_device"), 10, 99).end("Tensor::to_device");
    Path database = imported(trace);
    assertThat(rows(database, LIVES)).containsExactly("[1, 1, 2, 1, 7]", "[2, 1, 11, null, null]");
  }

  @Test
  void withoutAnyOperationThereIsNoneToName() {
    TraceText trace = buffer(new TraceText().start("Tensor::to_device"), 1, 9);
    Path database = imported(freed(trace, 1).end("Tensor::to_device"));
    assertThat(rows(database, LIVES)).containsExactly("[1, null, 2, null, 3]");
  }

  @Test
  void freeingIsNoUse() {
    TraceText trace = buffer(new TraceText().start("ttnn.a"), 1, 4).end("ttnn.a").tensor(7, 64);
    trace.start("ttnn.b").end("ttnn.b").start("ttnn.deallocate", 8).tensor(7, 64);
    Path database = imported(freed(trace, 1).end("ttnn.deallocate"));
    assertThat(
            rows(
                database,
                "SELECT last_use_operation_id, last_operation_id FROM tilescope_allocations"))
        .containsExactly("[1, 3]");
  }

  @Test
  void idsGoOnOverFilesAndAppends() throws IOException {
    Path reports = Files.createDirectory(folder.resolve("in"));
    for (int rank = 0; rank < 2; rank++) {
      buffer(new TraceText().rank(rank).start("ttnn.a"), 1, 9)
          .end("ttnn.a")
          .write(reports.resolve("graph_capture_" + (rank + 1) + "_of_2.json"));
    }
    run(reports, Existing.REFUSE, false);
    Path database = run(reports, Existing.APPEND, false).database();
    assertThat(
            rows(
                database,
                "SELECT allocation_id, first_operation_id, rank FROM tilescope_allocations"))
        .containsExactly("[1, 1, 0]", "[2, 1, 1]", "[3, 2, 0]", "[4, 2, 1]");
    assertThat(rows(database, "SELECT operation_id, rank FROM tilescope_operation_facts"))
        .containsExactly("[1, 0]", "[1, 1]", "[2, 0]", "[2, 1]");
  }

  @Test
  void aFreeOnAnotherThreadIsTakenInItsTurnAndNotWhereItStands() {
    TraceText trace = new TraceText().thread(1).start("ttnn.b");
    freed(trace, 4).end("ttnn.b").thread(0).start("ttnn.a");
    buffer(trace, 4, 99).end("ttnn.a");
    Path database = imported(trace, ", \"chronology\": [0, 3, 4, 5, 1, 2, 6]");
    assertThat(rows(database, LIVES)).containsExactly("[1, 2, 5, 1, 1]");
    assertThat(
            rows(
                database,
                "SELECT operation_id, first_node, last_node, node_count, peak_l1_bytes_per_bank"
                    + " FROM tilescope_operation_facts ORDER BY 1"))
        .containsExactly("[1, 0, 2, 3, 2048]", "[2, 3, 6, 4, 2048]");
  }

  @Test
  void anOrderThatIsNoneIsRefusedOrCountedAndNotFollowed() {
    TraceText trace = buffer(new TraceText().start("ttnn.a"), 1, 9).end("ttnn.a");
    Path report = trace.write(folder.resolve("r.json"), ", \"chronology\": [0, 0, 2, \"x\"]");
    assertThatThrownBy(() -> run(report, Existing.REFUSE, false))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("chronology must name each node once");
    ImportSummary summary = run(report, Existing.REFUSE, true);
    assertThat(summary.dropped()).isEqualTo(1);
    assertThat(rows(summary.database(), LIVES)).containsExactly("[1, 1, 2, null, null]");
  }

  @Test
  void programMemoryIsHeldUntilTheDevicesNextProgramAndBorrowedMemoryIsNotCounted() {
    TraceText trace =
        new TraceText()
            .start("ttnn.a")
            .start("FirstDeviceOperation")
            .node("circular_buffer_allocate", PROGRAM + "| address: 1024| globally_allocated: 0")
            .node("circular_buffer_allocate", PROGRAM + "| address: 64| globally_allocated: 1")
            .node("scratchpad_allocate", PROGRAM + "| address: 9216")
            .end("FirstDeviceOperation")
            .start("SecondDeviceOperation")
            .node("circular_buffer_deallocate_all", "device_id: 4")
            .node("dataflow_buffer_allocate", PROGRAM + "| address: 2048| borrows_memory: 0")
            .end("SecondDeviceOperation")
            .end("ttnn.a");
    Path database = imported(trace);
    assertThat(
            rows(
                database,
                "SELECT device_operation_index, kind, address, globally_allocated, num_cores,"
                    + " first_node, last_node FROM tilescope_circular_buffers"))
        .containsExactly(
            "[0, circular_buffer, 1024, 0, 8, 2, 7]",
            "[0, circular_buffer, 64, 1, 8, 3, 7]",
            "[0, scratchpad, 9216, 0, 8, 4, 7]",
            "[1, dataflow_buffer, 2048, 0, 8, 8, null]");
    assertThat(
            rows(
                database,
                "SELECT name, device_id, peak_cb_bytes_per_core, peak_l1_bytes"
                    + " FROM tilescope_device_operations"))
        .containsExactly(
            "[FirstDeviceOperation, 0, 8192, 8192]", "[SecondDeviceOperation, 0, 4096, 8192]");
  }

  @Test
  void whatStoodBeforeTheCaptureCountsFromTheBeginning() {
    TraceText trace = new TraceText().start("ttnn.a").end("ttnn.a").start("ttnn.b");
    trace.node("buffer", "device_id: 4| buffer_type: 0| size: 5000", 99).end("ttnn.b");
    Path database = imported(trace);
    assertThat(
            rows(database, "SELECT operation_id, peak_dram_bytes FROM tilescope_operation_facts"))
        .containsExactly("[1, 5000]", "[2, 5000]");
    assertThat(rows(database, LIVES)).containsExactly("[1, null, null, null, null]");
  }

  @Test
  void damagedNodesLeaveNoHalfRows() {
    TraceText trace = new TraceText().start("ttnn.a").start("XDeviceOperation");
    trace.node("circular_buffer_allocate", "device_id: 4| size: much");
    trace.node("circular_buffer_deallocate_all", "device_id: none");
    buffer(trace, 4, 6).node("tensor", "tensor_id: seven| address: far").end("XDeviceOperation");
    trace.node("buffer_deallocate", "address: 64| max_size_per_bank: -", 4).end("ttnn.a");
    trace.start("ttnn.crash").start("YDeviceOperation");
    Path report = trace.write(folder.resolve("r.json"));
    assertThatThrownBy(() -> run(report, Existing.REFUSE, false)).hasMessageContaining("node 2");
    Path database = run(report, Existing.REFUSE, true).database();
    assertThat(rows(database, "SELECT count(*) FROM tilescope_circular_buffers"))
        .containsExactly("[0]");
    assertThat(rows(database, "SELECT * FROM tilescope_allocations"))
        .containsExactly("[1, 0, 64, 131072, 2048, 1024, 0, 1, 0, null, 1, 5, 1, 8, 1, 0, 0]");
    assertThat(
            rows(
                database,
                "SELECT operation_id, last_node, device_operations"
                    + " FROM tilescope_operation_facts"))
        .containsExactly("[1, 9, 1]", "[2, null, 1]");
    assertThat(rows(database, "SELECT name, duration FROM tilescope_device_operations"))
        .containsExactly("[XDeviceOperation, null]", "[YDeviceOperation, null]");
  }

  @Test
  void aMeshGivesBackWhatItsChipsHold() {
    try (MeshDevice device = MeshDevice.open("n300");
        Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.exp(Ttnn.add(a, a)).close();
      ReportFile.write(capture.end(), folder.resolve("r.json"));
    }
    Path database = run(folder.resolve("r.json"), Existing.REFUSE, false).database();
    assertThat(
            rows(
                database,
                "SELECT DISTINCT device_id, last_node IS NULL, operation_id"
                    + " FROM tilescope_circular_buffers ORDER BY 3, 1"))
        .containsExactly("[0, 0, 1]", "[1, 0, 1]", "[0, 1, 2]", "[1, 1, 2]");
  }

  @Test
  void modelledTimesCarryTheBandOfTheReportsBoard() {
    try (MeshDevice device = MeshDevice.open("p150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
      Ttnn.matmul(a, a).close();
      ReportFile.write(capture.end(), folder.resolve("r.json"));
    }
    Path database = run(folder.resolve("r.json"), Existing.REFUSE, false).database();
    List<List<@Nullable Object>> programs =
        DatabaseRows.query(
            database,
            "SELECT name, modelled_nanos, modelled_low_nanos, modelled_high_nanos"
                + " FROM tilescope_device_operations");
    assertThat(programs).hasSizeGreaterThan(1);
    for (List<@Nullable Object> program : programs) {
      ModelledTime time =
          TimeBands.of(Architecture.BLACKHOLE)
              .time(String.valueOf(program.get(0)), Long.parseLong(String.valueOf(program.get(1))));
      assertThat(text(program.subList(2, 4)))
          .isEqualTo("[%d, %d]".formatted(time.lowNanos(), time.highNanos()));
    }
    String sums =
        "SELECT sum(modelled_nanos), sum(modelled_low_nanos), sum(modelled_high_nanos) FROM ";
    assertThat(rows(database, sums + "tilescope_operation_facts"))
        .isEqualTo(rows(database, sums + "tilescope_device_operations"));
  }

  @Test
  void rowsOfBuffersAreThoseAllocationsThatOutliveTheirOperation() {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor a = Programs.random(device, MemoryConfig.L1, 64, 64);
      Tensor b = Ttnn.add(a, a);
      Ttnn.matmul(b, b).close();
      a.close();
      ReportFile.write(capture.end(), folder.resolve("r.json"));
    }
    Path database = run(folder.resolve("r.json"), Existing.REFUSE, false).database();
    List<String> alive =
        rows(
            database,
            "SELECT o.operation_id, device_id, address, max_size_per_bank, buffer_type,"
                + " buffer_layout FROM operations o JOIN tilescope_allocations a"
                + " ON a.first_operation_id <= o.operation_id"
                + " AND ifnull(a.last_operation_id, 99) > o.operation_id");
    assertThat(alive).isNotEmpty();
    assertThat(
            rows(
                database,
                "SELECT operation_id, device_id, address, max_size_per_bank, buffer_type,"
                    + " buffer_layout FROM buffers"))
        .containsExactlyInAnyOrderElementsOf(alive);
  }

  @Test
  void upstreamsRowsComeWithoutOurs() {
    Path report =
        buffer(new TraceText().start("ttnn.a"), 1, 9).end("ttnn.a").write(folder.resolve("r.json"));
    ImportOptions options = new ImportOptions("db.sqlite", true, Existing.REFUSE, false);
    Path database =
        ReportImport.run(report, folder.resolve("out"), options, (f, d, a) -> {}).database();
    assertThat(rows(database, "SELECT name FROM sqlite_master WHERE name LIKE '%tilescope%'"))
        .isEmpty();
  }
}
