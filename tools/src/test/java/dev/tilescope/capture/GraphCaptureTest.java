package dev.tilescope.capture;

import static dev.tilescope.capture.Programs.events;
import static dev.tilescope.capture.Programs.random;
import static dev.tilescope.capture.Programs.startedFunctions;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Ints;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.model.TraceEvent;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulOptions;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.report.ReportFile;
import dev.tilescope.report.ReportWriteException;
import dev.tilescope.tensor.Tensor;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class GraphCaptureTest {
  private static final int[] SMALL = {1, 3, 32, 32};

  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
    assertThat(Tracker.on()).as("a listener was left behind").isFalse();
  }

  @Test
  void anAddNestsPrimitiveDeviceOperationAndAllocation() {
    Report report = Programs.tracedAdd(RunMode.NORMAL, MemoryConfig.L1, false, SMALL, SMALL);
    assertThat(startedFunctions(report))
        .containsExactly(
            "ttnn::add",
            "ttnn::prim::binary_ng",
            "BinaryNgDeviceOperation",
            "tt::tt_metal::create_device_tensor");
    assertThat(nodes(report, TraceEvent.FunctionStart.class).map(TraceNode::level))
        .containsExactly(1, 2, 3, 4);
  }

  private static Stream<TraceNode> nodes(Report report, Class<? extends TraceEvent> kind) {
    return report.trace().nodes().stream().filter(node -> kind.isInstance(node.event()));
  }

  /** The example of graph-report 1.5, node by node. */
  @Test
  void connectionsFollowTheRulesOfTheFormat() {
    Report report = Programs.tracedAdd(RunMode.NO_DISPATCH, MemoryConfig.L1, false, SMALL, SMALL);
    List<TraceNode> nodes = report.trace().nodes();
    assertThat(nodes)
        .extracting(node -> node.event().getClass().getSimpleName())
        .containsExactly(
            "CaptureStart", // 0
            "FunctionStart", // 1 ttnn::add
            "Tensor", // 2
            "Buffer", // 3
            "Tensor", // 4
            "Buffer", // 5
            "FunctionStart", // 6 prim
            "Tensor", // 7
            "Tensor", // 8
            "FunctionStart", // 9 device operation
            "Tensor", // 10
            "Tensor", // 11
            "FunctionStart", // 12 create_device_tensor
            "Buffer", // 13
            "BufferAllocate", // 14
            "FunctionEnd", // 15
            "Tensor", // 16
            "CircularBufferDeallocateAll", // 17
            "CircularBufferAllocate", // 18
            "CircularBufferAllocate", // 19
            "CircularBufferAllocate", // 20
            "FunctionEnd", // 21
            "Tensor", // 22
            "FunctionEnd", // 23
            "Tensor", // 24
            "FunctionEnd", // 25
            "Tensor", // 26
            "BufferDeallocate", // 27
            "CaptureEnd"); // 28
    assertThat(connections(nodes, 0)).isEqualTo(Ints.of(1, 27));
    assertThat(connections(nodes, 1)).isEqualTo(Ints.of(3, 5, 6, 25));
    assertThat(connections(nodes, 2)).isEqualTo(Ints.of(1));
    assertThat(connections(nodes, 3)).isEqualTo(Ints.of(2, 7, 10));
    assertThat(connections(nodes, 9)).isEqualTo(Ints.of(12, 17, 18, 19, 20, 21));
    assertThat(connections(nodes, 12)).isEqualTo(Ints.of(13, 14, 15));
    assertThat(connections(nodes, 13)).isEqualTo(Ints.of(16, 22, 24, 26));
    assertThat(connections(nodes, 14)).isEqualTo(Ints.of(13));
    assertThat(connections(nodes, 15)).isEqualTo(Ints.of(16));
    assertThat(connections(nodes, 16)).isEqualTo(Ints.EMPTY);
    assertThat(connections(nodes, 17)).isEqualTo(Ints.of(9));
    assertThat(connections(nodes, 18)).isEqualTo(Ints.EMPTY);
    assertThat(connections(nodes, 25)).isEqualTo(Ints.of(26, 28));
    assertThat(connections(nodes, 27)).isEqualTo(Ints.of(13));
    assertThat(((TraceEvent.FunctionStart) nodes.get(9).event()).inputTensors())
        .isEqualTo(Ints.of(10, 11));
    assertThat(nodes)
        .extracting(TraceNode::level)
        .startsWith(0, 1, 1, 1, 1, 1, 2, 2, 2, 3, 3, 3, 4);
    assertThat(nodes.get(16).level()).isEqualTo(4);
    assertThat(nodes.get(17).level()).isEqualTo(3);
    assertThat(nodes.get(27).level()).isZero();
  }

  private static Ints connections(List<TraceNode> nodes, int counter) {
    return nodes.get(counter).connections();
  }

  @Test
  void aFunctionsEndPointsAtTheFunctionThatFollows() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor b = Ttnn.relu(a);
      Tensor c = Ttnn.relu(b);
      Report report = capture.end();
      int second =
          nodes(report, TraceEvent.FunctionStart.class)
              .filter(start -> start.level() == 1)
              .skip(1)
              .findFirst()
              .orElseThrow()
              .counter();
      TraceNode firstEnd =
          nodes(report, TraceEvent.FunctionEnd.class)
              .filter(end -> end.level() == 1)
              .findFirst()
              .orElseThrow();
      assertThat(firstEnd.connections().stream().boxed()).endsWith(second);
      c.close();
      b.close();
    }
  }

  @Test
  void circularBuffersAreReportedOnACacheMissOnly() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        Tensor b = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.add(a, b).close();
      Ttnn.add(a, b).close();
      Report report = capture.end();
      assertThat(events(report, CircularBufferAllocate.class)).hasSize(3);
      assertThat(events(report, TraceEvent.CircularBufferDeallocateAll.class)).hasSize(2);
      assertThat(events(report, CircularBufferAllocate.class))
          .extracting(CircularBufferAllocate::address)
          .containsExactly(105664L, 109760L, 113856L);
    }
  }

  @Test
  void noDispatchReportsCircularBuffersEachTimeAtAddressZero() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Ttnn.add(a, a).close();
      Ttnn.add(a, a).close();
      Report report = capture.end();
      assertThat(events(report, CircularBufferAllocate.class))
          .hasSize(6)
          .allSatisfy(cb -> assertThat(cb.address()).isZero());
      assertThat(device.programCacheEntries()).as("programs cached by rand alone").isEqualTo(1);
    }
  }

  @Test
  void noDispatchTakesNoMemoryAndTensorsOfAnySize() {
    long before = device.statistics(dev.tilescope.model.BufferType.DRAM).allocatedBytes();
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Shape shape = Shape.of(1_000_000, 1_000_000);
      Tensor a = Ttnn.empty(shape, DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.DRAM);
      Tensor product = Ttnn.matmul(a, a);
      assertThat(product.shape()).isEqualTo(shape);
      assertThatThrownBy(product::values).hasMessageContaining("NO_DISPATCH");
      Report report = capture.end();
      assertThat(events(report, TraceEvent.BufferAllocate.class))
          .allSatisfy(node -> assertThat(node.buffer().address()).isZero())
          .extracting(node -> node.buffer().sizeBytes())
          .containsExactly(2_000_000_000_000L, 2_000_000_000_000L);
      product.close();
      a.close();
    }
    assertThat(device.statistics(dev.tilescope.model.BufferType.DRAM).allocatedBytes())
        .isEqualTo(before);
  }

  @Test
  void aNestedCaptureSeesItsOwnEventsNumberedFromZero() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture outer = GraphCapture.begin(RunMode.NORMAL)) {
      Ttnn.relu(a).close();
      GraphCapture inner = GraphCapture.begin(RunMode.NO_DISPATCH);
      Tensor b = Ttnn.exp(a);
      assertThat(b.hasValues()).as("a nested capture never changes what runs").isTrue();
      Report nested = inner.end();
      b.close();
      Report whole = outer.end();
      assertThat(startedFunctions(nested)).startsWith("ttnn::exp").doesNotContain("ttnn::relu");
      assertThat(startedFunctions(whole)).contains("ttnn::relu", "ttnn::exp");
      assertThat(nested.trace().event(0)).isInstanceOf(TraceEvent.CaptureStart.class);
    }
  }

  @Test
  void normalInsideNoDispatchStaysBlocked() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH);
        GraphCapture _ = GraphCapture.begin(RunMode.NORMAL)) {
      assertThat(Ttnn.relu(a).hasValues()).isFalse();
    }
    assertThat(Tracker.dispatchBlocked()).isFalse();
  }

  @Test
  void anExceptionBecomesOneErrorNodeAndEveryFunctionIsClosed() {
    try (Tensor a = random(device, MemoryConfig.L1, 32, 64);
        Tensor b = random(device, MemoryConfig.L1, 64, 32);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      MatmulOptions thirds =
          MatmulOptions.DEFAULT.withProgramConfig(
              MatmulProgramConfig.MultiCoreReuseMultiCast.on(new CoreGrid(1, 1)).withIn0BlockW(3));
      assertThatThrownBy(() -> Ttnn.matmul(a, b, thirds)).isInstanceOf(TilescopeException.class);
      Report report = capture.end();
      assertThat(events(report, TraceEvent.Failure.class))
          .singleElement()
          .satisfies(failure -> {
            assertThat(failure.type()).isEqualTo(TilescopeException.class.getName());
            assertThat(failure.message()).contains("Kt (2) must be divisible by in0_block_w (3)");
            assertThat(failure.operation()).isEqualTo("MatmulDeviceOperation");
          });
      assertThat(events(report, TraceEvent.FunctionEnd.class))
          .hasSameSizeAs(events(report, TraceEvent.FunctionStart.class));
      assertThat(report.completeness().unclosedOperations()).isEmpty();
    }
  }

  @Test
  void anOperationThatBeganBeforeTheCaptureIsCountedNotRecorded() {
    var signature = dev.tilescope.model.Signature.of("ttnn::early");
    try (GraphCapture _ = GraphCapture.begin(RunMode.NORMAL)) {
      Tracker.functionStart(signature);
      GraphCapture late = GraphCapture.begin(RunMode.NORMAL);
      Tracker.functionEnd(signature, List.of(), 0);
      Report report = late.end();
      assertThat(startedFunctions(report)).isEmpty();
      assertThat(report.completeness().dropped())
          .containsEntry("its function began before the capture", 1L);
    }
  }

  @Test
  void anOperationThatNeverEndedIsNamed() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tracker.functionStart(dev.tilescope.model.Signature.of("ttnn::hangs"));
      Report report = capture.end();
      assertThat(report.completeness().unclosedOperations()).containsExactly("ttnn::hangs");
      assertThat(startedFunctions(report)).containsExactly("ttnn::hangs");
    }
  }

  @Test
  void callsCarryNamedArgumentsAndTensorIds() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      Tensor b = Ttnn.softmax(a, -1, null);
      Report report = capture.end();
      assertThat(report.calls())
          .singleElement()
          .satisfies(call -> {
            assertThat(call.name()).isEqualTo("ttnn::softmax");
            assertThat(call.arguments())
                .containsEntry("dim", "-1")
                .containsEntry("memory_config", "std::nullopt")
                .containsOnlyKeys(
                    "input_tensor",
                    "dim",
                    "memory_config",
                    "compute_kernel_config",
                    "numeric_stable");
            assertThat(call.arguments().get("input_tensor")).startsWith("Tensor(storage=Device");
            assertThat(call.inputTensorIds()).containsExactly(a.tensorId());
            assertThat(call.outputTensorIds()).containsExactly(b.tensorId());
          });
      b.close();
    }
  }

  @Test
  void listsAreInBracesAsTtnnPrintsVectors() {
    try (GraphCapture capture = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor full = Ttnn.full(Shape.of(SMALL), 1, device);
      Tensor both = Ttnn.concat(List.of(full, full), 0);
      List<TraceEvent.FunctionStart> starts = events(capture.end(), TraceEvent.FunctionStart.class);
      assertThat(starts)
          .filteredOn(start -> start.name().equals("FullDeviceOperation"))
          .singleElement()
          .satisfies(start -> assertThat(start.arguments().get(1)).isEqualTo("{}"));
      assertThat(starts)
          .filteredOn(start -> start.name().equals("ConcatDeviceOperation"))
          .singleElement()
          .satisfies(
              start -> assertThat(start.arguments().get(1)).startsWith("{Tensor(").endsWith(")}"));
      both.close();
      full.close();
    }
  }

  @Test
  void bufferDetailShowsLiveBuffersAfterEachOperationAndTheirPages() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withBufferDetail())) {
      Tensor b = Ttnn.relu(a);
      Tensor c = Ttnn.relu(b);
      Report report = capture.end();
      var detail = java.util.Objects.requireNonNull(report.pages());
      assertThat(detail.perOperation()).hasSize(2);
      assertThat(detail.perOperation().firstEntry().getValue())
          .extracting(Report.LiveBuffer::address)
          .contains(a.requireBuffer("a").address(), b.requireBuffer("b").address())
          .doesNotContain(c.requireBuffer("c").address());
      assertThat(detail.pagesByAddress()).containsKey(b.requireBuffer("b").address());
      assertThat(detail.pagesByAddress().get(b.requireBuffer("b").address()).getFirst().pages())
          .hasSize(3);
      assertThat(detail.livePages()).hasSize(9);
      c.close();
      b.close();
    }
  }

  @Test
  void bufferDetailOfNoDispatchTakesTensorsOfAnySize() {
    CaptureOptions options = CaptureOptions.of(RunMode.NO_DISPATCH).withBufferDetail();
    try (GraphCapture capture = GraphCapture.begin(options)) {
      random(device, MemoryConfig.L1, 1_000_000, 1_000_000).close();
      Report report = capture.end();
      assertThat(events(report, TraceEvent.BufferAllocate.class)).hasSize(1);
      assertThat(java.util.Objects.requireNonNull(report.pages()).pagesByAddress()).isEmpty();
    }
  }

  /** The second device has the number of the first, but its own memory. */
  @Test
  void bufferDetailSeesADeviceThatWasOpenedAgain() {
    device.close();
    try (GraphCapture capture =
        GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withBufferDetail())) {
      for (int i = 0; i < 2; i++) {
        try (MeshDevice opened = MeshDevice.open("n300")) {
          random(opened, MemoryConfig.L1, SMALL);
        }
      }
      Report report = capture.end();
      assertThat(java.util.Objects.requireNonNull(report.pages()).perOperation().values())
          .hasSize(2)
          .allSatisfy(live -> assertThat(live).isNotEmpty());
      assertThat(report.devices()).extracting(d -> d.deviceId()).containsExactly(0, 1);
    }
  }

  @Test
  void aMeshIsDescribedWithAllItsChips() {
    try (MeshDevice mesh = MeshDevice.open("t3000");
        GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
      // Circular buffers of programs would name each chip by itself.
      Ttnn.empty(Shape.of(SMALL), DataType.BFLOAT16, Layout.TILE, mesh, MemoryConfig.L1).close();
      assertThat(mesh.chipIds()).hasSize(8);
      assertThat(capture.end().devices())
          .extracting(described -> described.deviceId())
          .containsExactlyElementsOf(mesh.chipIds());
    }
  }

  @Test
  void aReportReadFromItsFileAndWrittenAgainIsTheSameFile(@TempDir Path folder) throws IOException {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture =
            GraphCapture.begin(
                CaptureOptions.of(RunMode.NORMAL).withStackTraces().withBufferDetail())) {
      Ttnn.softmax(a).close();
      Path first = folder.resolve("deep/er/report.json");
      Path second = folder.resolve("again.json");
      Report report = capture.endToFile(first);
      Report read = ReportFile.read(first);
      ReportFile.write(read, second);
      assertThat(second).hasSameTextualContentAs(first);
      assertThat(folder.resolve("again.python_io.json"))
          .hasSameTextualContentAs(folder.resolve("deep/er/report.python_io.json"));
      assertThat(read.trace().size()).isEqualTo(report.trace().size());
      assertThat(read.calls()).isEqualTo(report.calls());
      assertThat(read.devices()).isEqualTo(report.devices());
      assertThat(read.pages()).isEqualTo(report.pages());
      assertThat(read.completeness()).isEqualTo(report.completeness());
    }
  }

  @Test
  void aReportThatCannotBeWrittenIsNotLost(@TempDir Path folder) throws IOException {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL)) {
      GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
      Ttnn.relu(a).close();
      Path taken = Files.createDirectory(folder.resolve("report.json"));
      ReportWriteException failure =
          catchThrowableOfType(ReportWriteException.class, () -> capture.endToFile(taken));
      assertThat(failure).hasMessageContaining(taken.toString()).hasMessageContaining("directory");
      assertThat(startedFunctions(failure.report())).contains("ttnn::relu");
      assertThat(capture.report()).isEqualTo(failure.report());
      try (var left = Files.list(folder)) {
        assertThat(left).containsExactly(taken);
      }
    }
  }

  @Test
  void endingTwiceSaysWhereTheReportIs() {
    GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
    assertThatThrownBy(capture::report).hasMessageContaining("still open");
    capture.end();
    assertThatThrownBy(capture::end).hasMessageContaining("already ended");
    capture.close();
  }

  @Test
  void whatDoesNotFitTheBoundsIsDroppedAndCounted() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture =
            GraphCapture.begin(
                CaptureOptions.of(RunMode.NORMAL).withJournal(null).withBounds(0, 64 << 10))) {
      for (int i = 0; i < 200; i++) {
        Ttnn.relu(a).close();
      }
      Report report = capture.end();
      long dropped =
          report.completeness().dropped().get("the capture's memory bounds were reached");
      assertThat(dropped).isPositive();
      assertThat(report.completeness().eventsSeen())
          .isEqualTo(report.completeness().eventsKept() + dropped);
      assertThat(report.trace().size()).isGreaterThan(100);
    }
  }

  @Test
  void aFullJournalGoesOnOnTheHeap() {
    try (Tensor a = random(device, MemoryConfig.L1, SMALL);
        GraphCapture capture =
            GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL).withBounds(256 << 10, 64 << 20))) {
      for (int i = 0; i < 2_000; i++) {
        Ttnn.relu(a).close();
      }
      Report report = capture.end();
      assertThat(report.completeness().dropped()).isEmpty();
      assertThat(report.calls()).hasSize(2_000);
    }
  }

  @Test
  void theJournalVanishesWithTheCapture() {
    GraphCapture capture = GraphCapture.begin(RunMode.NORMAL);
    Path journal = java.util.Objects.requireNonNull(capture.journal());
    assertThat(journal).exists();
    capture.end();
    assertThat(journal).doesNotExist();
  }
}
