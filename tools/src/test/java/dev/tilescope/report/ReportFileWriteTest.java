package dev.tilescope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tilescope.internal.io.AtomicFiles;
import dev.tilescope.model.BufferPage;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.BufferDetail;
import dev.tilescope.model.Report.Completeness;
import dev.tilescope.model.Report.LiveBuffer;
import dev.tilescope.model.Report.Metadata;
import dev.tilescope.model.Report.OperationCall;
import dev.tilescope.model.Report.PageSnapshot;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.BufferDescription;
import dev.tilescope.model.TraceEvent.TensorDescription;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileWriteTest {
  @TempDir Path folder;

  private static final Report SMALL =
      Report.of(
          Trace.inOrder(
              List.of(
                  new TraceNode(0, 0, 0, Ints.of(1), new TraceEvent.CaptureStart()),
                  new TraceNode(1, 0, 0, Ints.EMPTY, new TraceEvent.CaptureEnd(5)))));

  @Test
  void aReportHasSortedKeysTwoSpacesAndNullParamsOnMarkers() {
    StringWriter text = new StringWriter();
    ReportFile.write(SMALL, text);
    assertThat(text)
        .hasToString(
            """
            {
              "devices": [],
              "graph": [
                {
                  "arguments": [],
                  "connections": [
                    1
                  ],
                  "counter": 0,
                  "input_tensors": [],
                  "node_type": "capture_start",
                  "params": null,
                  "stacking_level": 0
                },
                {
                  "arguments": [],
                  "connections": [],
                  "counter": 1,
                  "duration_ns": 5,
                  "input_tensors": [],
                  "node_type": "capture_end",
                  "params": null,
                  "stacking_level": 0
                }
              ],
              "metadata": {
                "capture_timestamp_ns": 0,
                "rank": 0,
                "world_size": 1
              },
              "version": 1
            }\
            """);
  }

  @Test
  void eightParamsAreIntegersAndAllOthersStrings() {
    assertThat(params(new TraceEvent.FunctionStart("f", 2, List.of(), Ints.EMPTY)))
        .isEqualTo("{\"inputs\":\"2\",\"name\":\"f\"}");
    assertThat(
            params(
                new TraceEvent.Tensor(
                    new TensorDescription(
                        7,
                        Shape.of(1, 32),
                        DataType.BFLOAT16,
                        Layout.TILE,
                        "mc",
                        64,
                        0,
                        4096L,
                        BufferType.L1,
                        List.of(new DeviceTensor(1, 0, 4096), new DeviceTensor(2, 0, 64))))))
        .isEqualTo(
            "{\"address\":4096,\"buffer_type\":1,\"device_id\":0,\"device_tensors\":"
                + "\"[{\\\"address\\\":4096,\\\"device_id\\\":1,\\\"mesh_device_id\\\":0},"
                + "{\\\"address\\\":64,\\\"device_id\\\":2,\\\"mesh_device_id\\\":0}]\","
                + "\"dtype\":\"DataType::BFLOAT16\",\"layout\":\"Layout::TILE\","
                + "\"memory_config\":\"mc\",\"shape\":\"Shape([1, 32])\",\"size\":64,"
                + "\"tensor_id\":7}");
    assertThat(
            params(
                new TraceEvent.CircularBufferAllocate(3, 0, 4096, CoreRangeSet.grid(8, 8), true)))
        .isEqualTo(
            "{\"address\":0,\"core_range_set\":\"{[(x=0,y=0) - (x=7,y=7)]}\",\"device_id\":3,"
                + "\"globally_allocated\":\"1\",\"size\":4096}");
    assertThat(params(new TraceEvent.DataflowBufferAllocate(3, 0, 64, CoreRangeSet.EMPTY, false)))
        .isEqualTo(
            "{\"address\":0,\"borrows_memory\":\"0\",\"core_range_set\":\"{}\",\"device_id\":3,"
                + "\"size\":64}");
    assertThat(params(new TraceEvent.Failure("exception", "no", "f")))
        .isEqualTo(
            "{\"error_message\":\"no\",\"error_operation\":\"f\",\"error_type\":\"exception\"}");
  }

  @Test
  void bufferTypeTextSaysWhereTheBufferResidesAndNdShardingHasNoWord() {
    assertThat(
            params(
                new TraceEvent.BufferAllocate(
                    new BufferDescription(
                        0, BufferType.L1_SMALL, TensorMemoryLayout.ND_SHARDED, 9, 8, 4, 2, 1))))
        .isEqualTo(
            "{\"address\":9,\"buffer_type\":3,\"device_id\":0,\"layout\":\"UNKNOWN\","
                + "\"max_size_per_bank\":1,\"num_cores\":2,\"page_size\":4,\"size\":8,"
                + "\"type\":\"L1\"}");
    assertThat(
            params(
                new TraceEvent.Buffer(
                    new BufferDescription(
                        0, BufferType.TRACE, TensorMemoryLayout.INTERLEAVED, 9, 8, 4, 2, 1))))
        .isEqualTo(
            "{\"buffer_type\":4,\"device_id\":0,\"layout\":\"INTERLEAVED\",\"size\":8,"
                + "\"type\":\"DRAM\"}");
  }

  @Test
  void ourOwnKeysAppearOnlyWhenTheySaySomething() {
    StringWriter text = new StringWriter();
    Trace trace =
        new Trace(
            List.of(
                new TraceNode(0, 0, 0, Ints.EMPTY, new TraceEvent.CaptureStart()),
                new TraceNode(1, 1, 2, Ints.EMPTY, new TraceEvent.FunctionEnd("f", 0, 70))),
            Ints.of(1, 0));
    ReportFile.write(
        new Report(
            trace,
            List.of(),
            new Metadata(9, 8, 1, 2, "a run"),
            "yaml: 1",
            null,
            null,
            List.of(),
            new Completeness(5, 2, Map.of("full", 3L), 3, List.of("g")),
            List.of()),
        text);
    assertThat(text.toString())
        .contains("\"modelled_device_ns\": 70,\n      \"node_type\"")
        .contains("\"stacking_level\": 1,\n      \"thread\": 2\n")
        .contains("\"chronology\": [\n    1,\n    0\n  ],\n  \"cluster_descriptor\": \"yaml: 1\"")
        .contains("\"dropped\": {\n      \"full\": 3\n    },\n    \"events_kept\": 2,")
        .contains("\"unclosed_operations\": [\n      \"g\"\n    ]")
        .contains("\"total_duration_ns\": 8")
        .doesNotContain("duration_ns\": 0");
  }

  @Test
  void keysThatAreNumbersAreSortedAsText() {
    TreeMap<Integer, List<LiveBuffer>> perOperation = new TreeMap<>();
    LiveBuffer live = new LiveBuffer(0, 64, 32, BufferType.L1, TensorMemoryLayout.BLOCK_SHARDED);
    perOperation.put(9, List.of(live));
    perOperation.put(10, List.of());
    TreeMap<Long, List<PageSnapshot>> byAddress = new TreeMap<>();
    BufferPage page = new BufferPage(0, 64, 1, 2, 3, 4, 5, 6, BufferType.L1);
    byAddress.put(64L, List.of(new PageSnapshot(7, List.of(page))));
    StringWriter text = new StringWriter();
    ReportFile.write(
        new Report(
            SMALL.trace(),
            List.of(),
            Metadata.UNKNOWN,
            null,
            null,
            new BufferDetail(List.of(page), perOperation, byAddress),
            List.of(),
            SMALL.completeness(),
            List.of()),
        text);
    assertThat(text.toString())
        .contains("\"per_operation_buffers\": {\n    \"10\": [],\n    \"9\": [")
        .contains("\"buffer_layout\": 4")
        .contains("\"64\": [\n      {\n        \"alloc_counter\": 7,\n        \"pages\": [");
  }

  @Test
  void callsGoToASidecarInCallOrderAndWithoutCallsThereIsNone() throws IOException {
    Map<String, String> arguments = new LinkedHashMap<>();
    arguments.put("zeta", "1");
    arguments.put("alpha", "2");
    Report report =
        withCalls(
            SMALL,
            List.of(
                new OperationCall(
                    "ttnn.add",
                    arguments,
                    List.of(1L),
                    List.of(),
                    List.of("  File \"Model.java\", line 3, in run"))));
    Path file = folder.resolve("new/folders/r.v2.json");
    ReportFile.write(report, file);
    Path sidecar = folder.resolve("new/folders/r.v2.python_io.json");
    assertThat(sidecar)
        .hasContent(
            """
            [
              {
                "name": "ttnn.add",
                "arguments": {
                  "zeta": "1",
                  "alpha": "2"
                },
                "input_tensor_ids": [
                  1
                ],
                "python_stack_trace": [
                  "  File \\"Model.java\\", line 3, in run"
                ]
              }
            ]\
            """);
    ReportFile.write(SMALL, file);
    assertThat(sidecar).doesNotExist();
    assertThat(filesIn(file.getParent())).containsExactly("r.v2.json");
  }

  @Test
  void aDirectoryIsNeverReplaced() throws IOException {
    Path target = Files.createDirectory(folder.resolve("r.json"));
    assertFailure(target, "not a regular file");
    assertThat(target).isEmptyDirectory();
  }

  @Test
  void aFileWhereAFolderIsNeededIsNamed() throws IOException {
    Files.writeString(folder.resolve("taken"), "x");
    assertFailure(folder.resolve("taken/r.json"), "taken is a file, not a directory");
  }

  @Test
  void aDeviceIsNeverReplaced() {
    assertFailure(Path.of("/dev/null"), "not a regular file");
  }

  @Test
  void aFullDiskLeavesTheExistingFileAndNoTemporaryOne() throws IOException {
    Path file = folder.resolve("r.json");
    Files.writeString(file, "precious");
    IOException full = new IOException("No space left on device");
    try (AtomicFiles files = new AtomicFiles()) {
      files.stage(folder.resolve("first.json"), out -> {});
      files.stage(
          file,
          out -> {
            throw new java.io.UncheckedIOException(full);
          });
    } catch (IOException e) {
      assertThat(e).isSameAs(full);
    }
    assertThat(file).hasContent("precious");
    assertThat(filesIn(folder)).containsExactly("r.json");
  }

  @Test
  void aLinkKeepsPointingWhereItPointed() throws IOException {
    Path real = Files.writeString(folder.resolve("real.json"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link.json"), real);
    ReportFile.write(SMALL, link);
    assertThat(link).isSymbolicLink();
    assertThat(Files.readString(real)).contains("\"version\": 1");
  }

  private void assertFailure(Path target, String reason) {
    ReportWriteException e =
        catchThrowableOfType(ReportWriteException.class, () -> ReportFile.write(SMALL, target));
    assertThat(e).hasMessageContaining(target.toString()).hasMessageContaining(reason);
    assertThat(e.getMessage()).contains("choose a path");
    assertThat(e.report()).isSameAs(SMALL);
  }

  private static String params(TraceEvent event) {
    StringWriter text = new StringWriter();
    try (var json = dev.tilescope.internal.json.JsonWriter.compact(text)) {
      new NodeWriter(json).write(new TraceNode(0, 1, 0, Ints.EMPTY, event));
    }
    String all = text.toString();
    int from = all.indexOf("\"params\":") + 9;
    return all.substring(from, all.lastIndexOf(",\"stacking_level\""));
  }

  private static Report withCalls(Report r, List<OperationCall> calls) {
    return new Report(
        r.trace(),
        r.devices(),
        r.metadata(),
        r.clusterDescriptor(),
        r.meshCoordinateMapping(),
        r.pages(),
        calls,
        r.completeness(),
        r.damage());
  }

  private static List<String> filesIn(Path directory) throws IOException {
    try (Stream<Path> files = Files.list(directory)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }
}
