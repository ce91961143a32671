package dev.tilescope.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.github.luben.zstd.Zstd;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.DeviceTensor;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Report;
import dev.tilescope.model.Report.Damage;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.Trace;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.FunctionEnd;
import dev.tilescope.model.TraceEvent.FunctionStart;
import dev.tilescope.model.TraceNode;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportFileReadTest {
  @TempDir Path folder;

  @Test
  void bothSeedSamplesReadAsTheSameTraceButForOneName() {
    Trace newer = seed("add-newer-generation.json").trace();
    Trace older = seed("add-older-generation.json").trace();
    assertThat(newer.size()).isEqualTo(34);
    for (int i = 0; i < newer.size(); i++) {
      if (i == 7 || i == 16) {
        assertThat(name(newer.node(i))).isEqualTo("ttnn::prim::repeat");
        assertThat(name(older.node(i))).isEqualTo("ttnn::prim::old_infra_device_operation");
        assertThat(newer.node(i).connections()).isEqualTo(older.node(i).connections());
        assertThat(newer.node(i).level()).isEqualTo(older.node(i).level());
      } else {
        assertThat(newer.node(i)).isEqualTo(older.node(i));
      }
    }
  }

  @Test
  void theSeedSampleIsSoundAndItsLevelsFollowFromTheNesting() {
    Report report = seed("add-newer-generation.json");
    assertThat(report.damage()).isEmpty();
    assertThat(report.completeness().unclosedOperations()).isEmpty();
    assertThat(report.trace().nodes().stream().mapToInt(TraceNode::level))
        .containsExactly(
            0, 1, 1, 1, 1, 1, 2, 3, 4, 5, 5, 5, 5, 5, 4, 4, 3, 2, 2, 3, 4, 4, 4, 4, 4, 3, 3, 3, 3,
            2, 1, 1, 0, 0);
    assertThat(report.trace().node(14))
        .isEqualTo(
            new TraceNode(
                14,
                4,
                0,
                Ints.EMPTY,
                new TraceEvent.CircularBufferAllocate(
                    -1,
                    0,
                    4096,
                    new CoreRangeSet(
                        List.of(
                            dev.tilescope.model.CoreRange.of(0, 0, 0, 7),
                            dev.tilescope.model.CoreRange.of(1, 0, 1, 3))),
                    false)));
  }

  @Test
  void everySpellingOfAFactIsUnderstood() {
    String node = "[{\"counter\":0,\"connections\":[],\"node_type\":\"tensor\",\"params\":{%s}}]";
    TraceEvent.TensorDescription expected =
        new TraceEvent.TensorDescription(
            3,
            Shape.of(1, 32),
            DataType.BFLOAT16,
            Layout.TILE,
            null,
            64,
            0,
            16L,
            BufferType.L1,
            List.of(new DeviceTensor(4, 5, 16)));
    String parts = "{\\\"device_id\\\":4,\\\"mesh_device_id\\\":5,\\\"address\\\":16}";
    for (String params :
        List.of(
            "\"shape\":\"Shape([1, 32])\",\"dtype\":\"DataType::BFLOAT16\",\"layout\":"
                + "\"Layout::TILE\",\"size\":64,\"tensor_id\":3,\"device_id\":0,\"address\":16,"
                + "\"buffer_type\":1,\"device_tensors\":\"["
                + parts
                + "]\"",
            "\"shape\":\"ttnn.Shape([1, 32])\",\"dtype\":\"DataType.BFLOAT16\",\"layout\":"
                + "\"Layout.TILE\",\"size\":\"64\",\"tensor_id\":\"3\",\"device_id\":\"0\","
                + "\"addr\":\"16\",\"buffer_type\":\"BufferType::L1\",\"device_tensors\":["
                + parts.replace("\\", "")
                + "]",
            "\"shape\":[1,32],\"dtype\":\"bfloat16\",\"layout\":\"TILE\",\"size\":64.0,"
                + "\"tensor_id\":3,\"device_id\":0,\"address\":16,\"exact_buffer_type\":\"L1\","
                + "\"device_tensors\":[{\"device_id\":\"4\",\"mesh_device_id\":5,\"address\":16}]",
            "\"shape\":\"[1,32]\",\"dtype\":\"BFLOAT16\",\"layout\":\"tile\",\"size\":64,"
                + "\"tensor_id\":3,\"device_id\":0,\"address\":16,\"buffer_type_value\":\"1\","
                + "\"buffer_type\":\"BufferType::L1\",\"device_tensors\":\"["
                + parts
                + "]\"")) {
      Report report = read(node.formatted(params));
      assertThat(report.damage()).isEmpty();
      assertThat(report.trace().node(0))
          .isEqualTo(new TraceNode(0, 0, 0, Ints.EMPTY, new TraceEvent.Tensor(expected)));
    }
  }

  @Test
  void durationMayStandInTheNodeOrInItsParams() {
    Report report =
        read(
            """
            [{"counter":0,"node_type":"function_start","params":{"name":"f"}},
             {"counter":1,"node_type":"function_end","params":{"name":"f","duration_ns":7}},
             {"counter":2,"node_type":"capture_end","params":null,"duration_ns":"9"}]\
            """);
    assertThat(((FunctionEnd) report.trace().event(1)).durationNanos()).isEqualTo(7);
    assertThat(((TraceEvent.CaptureEnd) report.trace().event(2)).durationNanos()).isEqualTo(9);
  }

  @Test
  void booleansComeAsTextNumberOrBoolean() {
    for (String yes : List.of("\"1\"", "\"true\"", "1", "true")) {
      Report report =
          read(
              "[{\"counter\":0,\"node_type\":\"circular_buffer_allocate\",\"params\":"
                  + "{\"size\":1,\"globally_allocated\":"
                  + yes
                  + "}}]");
      assertThat(((TraceEvent.ProgramMemory) report.trace().event(0)).borrowed()).isTrue();
    }
  }

  @Test
  void theMarch2026BufferFormIsUnderstood() {
    Report report =
        read(
            """
            [{"counter":0,"node_type":"buffer_allocate","connections":[],"params":
              {"address":"32","exact_buffer_type":"BufferType::L1_SMALL","buffer_type_value":"3",
               "type":"L1","layout":"HEIGHT_SHARDED","size":"64","page_size":"8","num_cores":"2",
               "device_id":"1"}}]\
            """);
    assertThat(((TraceEvent.BufferEvent) report.trace().event(0)).buffer())
        .isEqualTo(
            new TraceEvent.BufferDescription(
                1, BufferType.L1_SMALL, TensorMemoryLayout.HEIGHT_SHARDED, 32, 64, 8, 2, -1));
  }

  @Test
  void aFunctionThatNeverEndedIsNamedAndItsParentStillCloses() {
    Report report =
        read(
            """
            [{"counter":0,"node_type":"function_start","params":{"name":"outer"}},
             {"counter":1,"node_type":"function_start","params":{"name":"lost"}},
             {"counter":2,"node_type":"function_end","params":{"name":"outer"}},
             {"counter":3,"node_type":"function_start","params":{"name":"next"}}]\
            """);
    assertThat(report.completeness().unclosedOperations()).containsExactly("lost", "next");
    assertThat(report.trace().nodes().stream().mapToInt(TraceNode::level))
        .containsExactly(1, 2, 1, 1);
  }

  @Test
  void aTruncatedFileKeepsTheNodesBeforeTheCut() {
    String whole = text(resource("add-older-generation.json"));
    Report report = read(whole.substring(0, whole.indexOf("\"counter\": 20")));
    assertThat(report.trace().size()).isEqualTo(20);
    assertThat(report.damage().getFirst().what())
        .contains("ends too early")
        .contains("20 nodes were read before");
    assertThat(report.damage()).hasSize(2);
    assertThat(report.damage().get(1).what()).contains("connections point past the last node");
    assertThat(report.completeness().unclosedOperations()).contains("ttnn::add");
  }

  @Test
  void everyCutOfAReportOpensOrIsExplained() {
    String whole = text(resource("add-newer-generation.json"));
    String report = "{\"devices\":[],\"graph\":" + whole + ",\"metadata\":{},\"version\":1}";
    for (int cut = 0; cut < report.length(); cut += 41) {
      try {
        assertThat(read(report.substring(0, cut)).damage()).isNotEmpty();
      } catch (TilescopeException e) {
        assertThat(e.getMessage()).contains("expected the JSON of a graph capture");
      }
    }
  }

  @Test
  void damagedNodesAreCountedAndKeepTheirPositions() {
    Report report =
        read(
            """
            {"version": 1, "metadata": {"rank": "2"}, "devices": 7, "graph": [
              {"counter": 5, "node_type": "capture_start", "connections": [1, 99, -2, "x"]},
              "nonsense",
              {"counter": 2, "node_type": "teleport", "connections": []},
              {"counter": 3, "node_type": "buffer", "params": [], "connections": {}},
              {"counter": 4, "node_type": "function_start"},
              {"counter": 5, "node_type": "function_end", "params": {"name": "f"},
               "stacking_level": -5}
            ]}\
            """);
    assertThat(report.metadata().rank()).isEqualTo(2);
    assertThat(report.trace().nodes())
        .extracting(n -> n.event().getClass().getSimpleName())
        .containsExactly(
            "CaptureStart", "Unknown", "Unknown", "Buffer", "FunctionStart", "FunctionEnd");
    assertThat(report.trace().node(0).connections()).isEqualTo(Ints.of(1));
    assertThat(report.trace().node(2))
        .isEqualTo(new TraceNode(2, 0, 0, Ints.EMPTY, new TraceEvent.Unknown("teleport")));
    assertThat(report.damage().stream().map(Damage::what))
        .anyMatch(w -> w.equals("devices must be an array, got an integer"))
        .anyMatch(w -> w.equals("node 0: counter is 5, renumbered by position"))
        .anyMatch(w -> w.equals("node 0: connection must be >= 0, got -2, dropped"))
        .anyMatch(w -> w.equals("node 0: connection must be a number, got \"x\""))
        .anyMatch(w -> w.equals("node 0: connection 99 is outside 0..5, dropped"))
        .anyMatch(w -> w.equals("node 1: must be an object, got a string"))
        .anyMatch(w -> w.contains("node type \"teleport\" is not known"))
        .anyMatch(w -> w.contains("node 3: params must be an object or null, got an array"))
        .anyMatch(w -> w.contains("node 4: function without a name"))
        .anyMatch(w -> w.contains("node 5: stacking_level is -5"));
    assertThat(report.damage().stream().map(Damage::where))
        .anyMatch(w -> w.equals("r.json:3:3") || w.startsWith("r.json:3:"));
  }

  @Test
  void absurdNumbersAreDamageAndNotACrash() {
    for (String params :
        List.of(
            "\"shape\":\"Shape([99999999999, 2])\"",
            "\"shape\":\"Shape([-1, 2])\"",
            "\"shape\":\"Shape([" + "1,".repeat(64) + "1])\"",
            "\"shape\":\"Shape\"",
            "\"size\":-4",
            "\"size\":99999999999999999999999",
            "\"size\":9223372036854775807",
            "\"size\":1e300",
            "\"size\":{\"a\":[1]}",
            "\"tensor_id\":1.5",
            "\"device_id\":5000000000",
            "\"address\":\"0x10\"",
            "\"dtype\":\"float17\"",
            "\"buffer_type\":77",
            "\"device_tensors\":\"[{\"",
            "\"device_tensors\":[{}]")) {
      Report report =
          read("[{\"counter\":0,\"node_type\":\"tensor\",\"params\":{" + params + "}}]");
      assertThat(report.damage()).as(params).hasSize(1);
      assertThat(report.damage().getFirst().what()).startsWith("node 0: ");
    }
    assertThat(
            read("[{\"counter\":0,\"node_type\":\"scratchpad_allocate\",\"params\":{\"size\":1,"
                    + "\"core_range_set\":\"{[(x=0,y=0) - (x=99999999999,y=7)]}\"}}]")
                .damage())
        .hasSize(1);
  }

  @Test
  void damageEntriesAreBounded() {
    StringBuilder text = new StringBuilder("[{\"counter\":0,\"node_type\":\"capture_start\"}");
    text.append(",7".repeat(5000)).append(']');
    Report report = read(text.toString());
    assertThat(report.damage()).hasSize(DamageLog.MAX_ENTRIES + 1);
    assertThat(report.damage().getLast().what()).isEqualTo("and 4000 more problems");
    assertThat(report.trace().size()).isEqualTo(5001);
  }

  @Test
  void aChronologyThatIsNoPermutationIsIgnored() {
    Report report =
        read(
            "{\"chronology\":[0,0],\"graph\":[{\"counter\":0,\"node_type\":\"capture_start\"},"
                + "{\"counter\":1,\"node_type\":\"capture_end\"}],\"version\":1}");
    assertThat(report.trace().chronology().isEmpty()).isTrue();
    assertThat(report.damage().getFirst().what()).contains("each of the 2 nodes once");
  }

  @Test
  void gzipAndByteOrderMarksAreRecognised() throws IOException {
    String text = "[{\"counter\":0,\"node_type\":\"capture_start\"}]";
    Path zipped = folder.resolve("r.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      out.write(text.getBytes(StandardCharsets.UTF_8));
    }
    assertThat(ReportFile.read(zipped).trace().size()).isEqualTo(1);
    assertThat(read("\ufeff" + text).trace().size()).isEqualTo(1);
  }

  @Test
  void zstdIsRecognisedAndItsSidecarFound() throws IOException {
    Path packed = folder.resolve("z.json.zst");
    String text = "[{\"counter\":0,\"node_type\":\"capture_start\"}]";
    Files.write(packed, Zstd.compress(text.getBytes(StandardCharsets.UTF_8)));
    Files.writeString(folder.resolve("z.python_io.json"), "[{\"name\":\"ttnn.add\"}]");
    Report report = ReportFile.read(packed);
    assertThat(report.trace().size()).isEqualTo(1);
    assertThat(report.calls()).hasSize(1);
  }

  @Test
  void aFileThatUnpacksWithoutEndIsRefused() throws IOException {
    byte[] piece = Zstd.compress(" ".repeat(1 << 26).getBytes(StandardCharsets.US_ASCII));
    Path bomb = folder.resolve("bomb.json");
    try (OutputStream out = Files.newOutputStream(bomb)) {
      for (int i = 0; i < 17; i++) {
        out.write(piece);
      }
    }
    assertThatThrownBy(() -> ReportFile.read(bomb))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContainingAll("bomb.json", "more than 1,073,741,824 bytes", "zstd -d");
  }

  @Test
  void aTruncatedGzipKeepsWhatCameOut() throws IOException {
    Path zipped = folder.resolve("r.json.gz");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(zipped))) {
      String node = "{\"counter\":%d,\"node_type\":\"capture_start\"}";
      StringBuilder text = new StringBuilder("[").append(node.formatted(0));
      for (int i = 1; i < 20_000; i++) {
        text.append(',').append(node.formatted(i));
      }
      out.write(text.append(']').toString().getBytes(StandardCharsets.UTF_8));
    }
    byte[] whole = Files.readAllBytes(zipped);
    Files.write(zipped, java.util.Arrays.copyOf(whole, whole.length / 2));
    Report report = ReportFile.read(zipped);
    assertThat(report.trace().size()).isBetween(1, 19_999);
    assertThat(report.damage().getFirst().what()).contains("ends too early");
  }

  @Test
  void callsAreReadFromTheSidecarOrTheReport() throws IOException {
    String record =
        "[{\"name\":\"ttnn.add\",\"arguments\":{\"b\":1,\"a\":\"x\"},"
            + "\"input_tensor_ids\":[4,\"5\"],\"captured_graph\":[{}]}]";
    String graph = "\"graph\":[{\"counter\":0,\"node_type\":\"capture_start\"}],\"version\":1";
    Files.writeString(folder.resolve("r.python_io.json"), record);
    Report report = read("{" + graph + "}");
    assertThat(report.calls()).hasSize(1);
    assertThat(report.calls().getFirst().arguments().keySet()).containsExactly("b", "a");
    assertThat(report.calls().getFirst().inputTensorIds()).containsExactly(4L, 5L);
    assertThat(read("{" + graph + ",\"python_io\":[]}").calls()).isEmpty();
    Files.writeString(folder.resolve("r.python_io.json"), record.substring(0, 40));
    Report damaged = read("{" + graph + "}");
    assertThat(damaged.calls()).isEmpty();
    assertThat(damaged.damage().getFirst().where()).startsWith("r.python_io.json:1:");
  }

  @Test
  void plainPageListsCountAsOneSnapshot() {
    Report report =
        read(
            "{\"graph\":[{\"counter\":0,\"node_type\":\"capture_start\"}],\"version\":1,"
                + "\"buffer_pages_by_address\":{\"64\":[{\"address\":64,\"page_index\":0},"
                + "{\"address\":64,\"page_index\":1}]}}");
    assertThat(report.pages()).isNotNull();
    assertThat(report.pages().pagesByAddress().get(64L).getFirst().pages()).hasSize(2);
  }

  @Test
  void whatCannotBeReadAtAllIsExplained() throws IOException {
    assertUnreadable("", "empty");
    assertUnreadable("not json", "r.json:1:");
    assertUnreadable("42", "found an integer");
    assertUnreadable("{\"a\": 1}", "holds no \"graph\"");
    assertUnreadable("{\"graph\": [], \"version\": 2}", "report version 2");
    assertUnreadable("[{\"name\":\"ttnn.add\",\"arguments\":{}}]", "is it a sidecar?");
    assertThatThrownBy(() -> ReportFile.read(folder.resolve("absent.json")))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("does not exist");
    Path zstd = folder.resolve("r.json.zst");
    Files.write(zstd, new byte[] {0x28, (byte) 0xb5, 0x2f, (byte) 0xfd, 0});
    assertThatThrownBy(() -> ReportFile.read(zstd))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("zstd");
  }

  @Test
  void deepNestingIsRefusedOrPassedOverWithoutOverflow() {
    assertUnreadable("[".repeat(100_000), "r.json:1:");
    Report report = read("[{\"counter\":0,\"node_type\":\"capture_start\"}," + "[".repeat(100_000));
    assertThat(report.trace().size()).isEqualTo(1);
    assertThat(report.damage()).isNotEmpty();
  }

  @Test
  void aDirectoryIsReadIfItHoldsOneReport() throws IOException {
    assertThatThrownBy(() -> ReportFile.read(folder)).hasMessageContaining("holds no report");
    String text = "[{\"counter\":0,\"node_type\":\"capture_start\"}]";
    for (String other :
        List.of("config.json", "r.python_io.json", "r.tensor_lifetime.json", "notes.txt")) {
      Files.writeString(folder.resolve(other), "[]");
    }
    Files.writeString(folder.resolve("r.json"), text);
    assertThat(ReportFile.read(folder).trace().size()).isEqualTo(1);
    for (int rank : List.of(10, 2, 1)) {
      Files.writeString(folder.resolve("graph_capture_" + rank + "_of_10.json"), text);
    }
    assertThat(ReportFile.list(folder))
        .extracting(f -> f.getFileName().toString())
        .containsExactly(
            "graph_capture_1_of_10.json",
            "graph_capture_2_of_10.json",
            "graph_capture_10_of_10.json");
    assertThatThrownBy(() -> ReportFile.read(folder)).hasMessageContaining("holds 3 reports");
  }

  private void assertUnreadable(String text, String reason) {
    assertThatThrownBy(() -> read(text))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(folder.resolve("r.json").toString())
        .hasMessageContaining(reason);
  }

  private Report read(String text) {
    try {
      return ReportFile.read(Files.writeString(folder.resolve("r.json"), text));
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static Report seed(String name) {
    return ReportFile.read(resource(name));
  }

  private static Path resource(String name) {
    try {
      return Path.of(ReportFileReadTest.class.getResource("/seeds/" + name).toURI());
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException e) {
      throw new java.io.UncheckedIOException(e);
    }
  }

  private static String name(TraceNode node) {
    return node.event() instanceof FunctionStart start
        ? start.name()
        : ((FunctionEnd) node.event()).name();
  }
}
