package dev.tilescope.internal.store;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.internal.store.ImportOptions.Existing;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The database as ttnn-visualizer reads it: columns by name, ids bound as text. */
class ViewerRowsTest {
  @TempDir private Path folder = Path.of("");

  private Path imported(TraceText trace, String... more) {
    return imported(trace.write(folder.resolve("r.json"), more));
  }

  private Path imported(Path report) {
    ImportOptions options = new ImportOptions("db.sqlite", false, Existing.REPLACE, false);
    return ReportImport.run(report, folder.resolve("out"), options, (f, d, a) -> {}).database();
  }

  private static TraceText twoOperations() {
    return new TraceText()
        .start("ttnn.a")
        .allocate(64, "HEIGHT_SHARDED")
        .end("ttnn.a", 3)
        .tensor(1, 64)
        .start("ttnn.b", 5)
        .tensor(1, 64)
        .allocate(128, "BLOCK_SHARDED")
        .end("ttnn.b", 8)
        .tensor(2, 128);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "devices | device_id, num_y_cores, num_x_cores, worker_l1_size, l1_num_banks, cb_limit",
        "operations | operation_id, name, duration",
        "operation_arguments | operation_id, name, value",
        "tensors | tensor_id, shape, dtype, layout, memory_config, device_id, address, buffer_type,"
            + " size",
        "input_tensors | operation_id, input_index, tensor_id",
        "output_tensors | operation_id, output_index, tensor_id",
        "buffers | operation_id, device_id, address, max_size_per_bank, buffer_type, buffer_layout",
        "stack_traces | operation_id, stack_trace, source_file_id",
        "local_tensor_comparison_records | tensor_id, golden_tensor_id, matches, desired_pcc,"
            + " actual_pcc",
        "global_tensor_comparison_records | tensor_id, golden_tensor_id, matches, desired_pcc,"
            + " actual_pcc",
        "report_metadata | key, value",
        "errors | operation_id, operation_name, error_type, error_message, stack_trace",
        "captured_graph | operation_id, captured_graph",
        "device_tensors | tensor_id, device_id, address",
        "tensor_lifetime | tensor_id, producer_operation_id, last_use_operation_id",
        "buffer_chunks | operation_id, device_id, address, bank_id, core_x, core_y, chunk_address",
        "source_files | id, path, contents"
      })
  void everyTableTheViewerReadsHasItsColumns(String table, String columns) {
    Path database = imported(twoOperations());
    String rank = List.of("report_metadata", "source_files").contains(table) ? "" : ", rank";
    assertThat(DatabaseRows.query(database, "SELECT " + columns + rank + " FROM " + table))
        .isNotNull();
  }

  @Test
  void aBarePathWithALineNamesASourceFileToo() throws IOException {
    Path source = Files.writeString(folder.resolve("model.py"), "x = 1\r\ny = 2\n");
    Path report =
        new TraceText()
            .start("a")
            .end("a")
            .write(
                folder.resolve("s.json"),
                ", \"python_io\": [{\"name\": \"a\", \"python_stack_trace\": [\""
                    + source
                    + ":2:5\"]}]");
    Path database =
        ReportImport.run(report, folder.resolve("sources"), ImportOptions.DEFAULT, (f, d, a) -> {})
            .database();
    assertThat(DatabaseRows.query(database, "SELECT contents FROM source_files"))
        .containsExactly(List.of("x = 1\ny = 2\n"));
  }

  @Test
  void recordedCallsBelongToTheCallsOfTheProgramNotToWhatThoseCallInside() {
    Path report =
        new TraceText()
            .start("ttnn::conv2d")
            .start("ttnn::reshape")
            .end("ttnn::reshape")
            .end("ttnn::conv2d")
            .start("ttnn::reshape")
            .end("ttnn::reshape")
            .write(
                folder.resolve("nested.json"),
                ", \"python_io\": [{\"name\": \"ttnn::reshape\", \"arguments\": {\"shape\":"
                    + " \"[2]\"}}]");
    Path database =
        ReportImport.run(report, folder.resolve("nested"), ImportOptions.DEFAULT, (f, d, a) -> {})
            .database();
    assertThat(DatabaseRows.query(database, "SELECT operation_id, name FROM operation_arguments"))
        .containsExactly(List.of(2L, "shape"));
  }

  /** As the guide to graph tracing shows it: {@code function_start} nodes with frames of C++. */
  @Test
  void stacksThatNodesThemselvesSayAreKept() throws IOException {
    String native1 = "/path/to/lib.so(ttnn::add+0x123) [0x7f00]";
    String native2 = "/path/to/lib.so(some_function+0x456) [0x7f01]";
    Path report = folder.resolve("native.json");
    Files.writeString(
        report,
        """
        [{"counter": 0, "node_type": "capture_start", "params": {}, "connections": [1, 4]},
         {"counter": 1, "node_type": "function_start", "params": {"name": "ttnn::add"},
          "stack_trace": ["%s", "%s"], "connections": [2]},
         {"counter": 2, "node_type": "function_end", "params": {"name": "ttnn::add"}, "connections": [3]},
         {"counter": 3, "node_type": "function_start", "params": {"name": "ttnn::mul"},
          "stack_trace": [], "connections": [4]},
         {"counter": 4, "node_type": "function_end", "params": {"name": "ttnn::mul"}, "connections": [5]},
         {"counter": 5, "node_type": "capture_end", "params": {}, "connections": []}]
        """
            .formatted(native1, native2));
    Path database =
        ReportImport.run(report, folder.resolve("native"), ImportOptions.DEFAULT, (f, d, a) -> {})
            .database();
    assertThat(DatabaseRows.query(database, "SELECT operation_id, stack_trace FROM stack_traces"))
        .containsExactly(List.of(1L, native1 + "\n" + native2));
  }

  @Test
  void idsBoundAsTextFindTheirRows() {
    Path database = imported(twoOperations());
    assertThat(
            DatabaseRows.query(database, "SELECT name FROM operations WHERE operation_id = ?", "2"))
        .containsExactly(List.of("ttnn.b"));
    assertThat(one(database, "SELECT count(*) FROM buffers WHERE operation_id = ?", "2"))
        .isEqualTo(2L);
    assertThat(one(database, "SELECT size FROM tensors WHERE tensor_id = ?", "2")).isEqualTo(2048L);
    assertThat(one(database, "SELECT tensor_id FROM input_tensors WHERE operation_id = ?", "2"))
        .isEqualTo(1L);
  }

  private static @Nullable Object one(Path database, String sql, String... parameters) {
    return DatabaseRows.query(database, sql, parameters).getFirst().getFirst();
  }

  @Test
  void theSchemaVersionIsOneTheViewerAccepts() {
    Path database = imported(twoOperations());
    assertThat(one(database, "SELECT value FROM report_metadata WHERE key = 'schema_version'"))
        .isEqualTo("3.3");
  }

  @Test
  void layoutsHaveTheNumbersOfTheViewer() {
    Path database = imported(twoOperations());
    assertThat(
            DatabaseRows.query(
                database,
                "SELECT buffer_layout FROM buffers WHERE operation_id = 2 ORDER BY address"))
        .containsExactly(List.of(2L), List.of(4L));
  }

  @Test
  void everyOperationHasASnapshotOfAllLiveBuffers() {
    Path database = imported(twoOperations().start("ttnn.c").free(64).end("ttnn.c"));
    assertThat(DatabaseRows.query(database, "SELECT operation_id, address FROM buffers"))
        .containsExactly(List.of(1L, 64L), List.of(2L, 64L), List.of(2L, 128L), List.of(3L, 128L));
  }

  @Test
  void capturedGraphsAreJsonThatSqliteAccepts() {
    Path database = imported(twoOperations());
    assertThat(
            DatabaseRows.query(
                database,
                "SELECT json_valid(captured_graph),"
                    + " json_extract(captured_graph, '$[0].node_type'),"
                    + " json_extract(captured_graph, '$[#-1].node_type') FROM captured_graph"))
        .containsOnly(List.of(1L, "capture_start", "capture_end"))
        .hasSize(2);
  }

  @Test
  void anOperationThatNeverEndedIsThereWithItsError() {
    Path database = imported(twoOperations().start("ttnn.crash").tensor(3, 256));
    assertThat(DatabaseRows.query(database, "SELECT operation_id, error_type FROM errors"))
        .containsExactly(List.of(3L, "incomplete_operation"));
    assertThat(one(database, "SELECT name FROM operations WHERE operation_id = ?", "3"))
        .isEqualTo("ttnn.crash");
  }

  @Test
  void anErrorBelongsToTheOperationItHappenedIn() {
    Path database =
        imported(
            twoOperations()
                .start("ttnn.c")
                .node("error", "error_type: E| error_message: no| error_operation: ttnn.c")
                .end("ttnn.c"));
    assertThat(DatabaseRows.query(database, "SELECT operation_id, operation_name FROM errors"))
        .containsExactly(List.of(3L, "ttnn.c"));
  }

  @Test
  void aDeallocationNamesTheTensorThatLivesThereNow() {
    Path database = imported(new TraceText().tensor(1, 64).tensor(2, 64).free(64));
    assertThat(one(database, "SELECT tensor_id FROM input_tensors")).isEqualTo(2L);
  }

  @Test
  void shardSpecsTakeTheFormWhoseDetailsTheViewerShows() {
    String today =
        "MemoryConfig(memory_layout=TensorMemoryLayout::HEIGHT_SHARDED,buffer_type=BufferType::L1,"
            + "shard_spec=ShardSpec{grid=[(x=0,y=0) - (x=7,y=7)], shape=[32, 64],"
            + " orientation=ShardOrientation::ROW_MAJOR})";
    String old = ShardSpecText.forViewer(today);
    assertThat(old)
        .contains(
            "shard_spec=ShardSpec(grid={[(x=0,y=0) - (x=7,y=7)]},shape={32, 64},"
                + "orientation=ShardOrientation::ROW_MAJOR,halo=0)");
    assertThat(ShardSpecText.forViewer(old)).isEqualTo(old);
    assertThat(ShardSpecText.forViewer("MemoryConfig(shard_spec=std::nullopt)"))
        .isEqualTo("MemoryConfig(shard_spec=std::nullopt)");
  }

  /** The pattern is SHARD_SPEC_PATTERN of ttnn_visualizer/utils.py. */
  @Test
  void shardSpecsAsTracesWriteThemAreFoundByTheViewersPattern() {
    Pattern viewers =
        Pattern.compile(
            "shard_spec=ShardSpec\\(grid=\\{(\\[.*?])},shape=\\{(\\d+),\\s*(\\d+)},"
                + "orientation=ShardOrientation::([A-Z_]+),halo=(\\d+)\\)");
    CoreRangeSet cores =
        new CoreRangeSet(List.of(CoreRange.of(0, 0, 7, 3), CoreRange.of(0, 4, 1, 4)));
    String today =
        MemoryConfig.sharded(
                TensorMemoryLayout.HEIGHT_SHARDED,
                BufferType.L1,
                new ShardSpec(cores, 32, 64, ShardOrientation.ROW_MAJOR))
            .toString();
    String upstreams = today.replace("}}, {", "}, {").replace("}}]", "}]");
    for (String text : List.of(today, upstreams)) {
      Matcher spec = viewers.matcher(ShardSpecText.forViewer(text));
      assertThat(spec.find()).as(text).isTrue();
      assertThat(spec.group(1)).isEqualTo("[(x=0,y=0) - (x=7,y=3)], [(x=0,y=4) - (x=1,y=4)]");
      assertThat(spec.group(2) + " x " + spec.group(3)).isEqualTo("32 x 64");
    }
  }

  @Test
  void filesOfOneRankNeverShareOperationIds() throws IOException {
    Path reports = Files.createDirectory(folder.resolve("in"));
    twoOperations().write(reports.resolve("a.json"));
    twoOperations().write(reports.resolve("b.json"));
    twoOperations().rank(1).write(reports.resolve("c.json"));
    assertThat(
            DatabaseRows.query(
                imported(reports), "SELECT rank, operation_id FROM operations ORDER BY rowid"))
        .containsExactly(
            List.of(0L, 1L),
            List.of(0L, 2L),
            List.of(0L, 3L),
            List.of(0L, 4L),
            List.of(1L, 1L),
            List.of(1L, 2L));
  }

  @Test
  void theViewersQueriesUseIndexes() {
    Path database = imported(twoOperations());
    for (String query :
        List.of(
            "SELECT * FROM buffers WHERE operation_id = ?",
            "SELECT * FROM operation_arguments WHERE operation_id = ?",
            "SELECT * FROM input_tensors WHERE tensor_id = ?",
            "SELECT * FROM tensors WHERE tensor_id = ?",
            "SELECT * FROM buffer_chunks WHERE operation_id = ?")) {
      assertThat(DatabaseRows.query(database, "EXPLAIN QUERY PLAN " + query, "1").toString())
          .as(query)
          .contains("USING INDEX");
    }
  }

  @Test
  void bothSeedSamplesGiveTheirOperationsTensorsAndBuffers() throws IOException {
    for (String sample : List.of("add-newer-generation", "add-older-generation")) {
      Path report = folder.resolve("sample.json");
      try (var bytes = ViewerRowsTest.class.getResourceAsStream("/seeds/" + sample + ".json")) {
        Files.write(report, bytes == null ? new byte[0] : bytes.readAllBytes());
      }
      Path database = imported(report);
      assertThat(one(database, "SELECT count(*) FROM operations")).as(sample).isNotEqualTo(0L);
      assertThat(one(database, "SELECT count(*) FROM tensors")).as(sample).isNotEqualTo(0L);
      assertThat(one(database, "SELECT count(*) FROM buffers WHERE buffer_type = 1"))
          .as(sample)
          .isNotEqualTo(0L);
      assertThat(one(database, "SELECT count(*) FROM input_tensors")).as(sample).isNotEqualTo(0L);
    }
  }

  @Test
  void aBareTraceIsAReportOfRankZero() throws IOException {
    Path file = Files.writeString(folder.resolve("t.json"), twoOperations().trace());
    assertThat(one(imported(file), "SELECT max(operation_id) FROM operations")).isEqualTo(2L);
  }
}
