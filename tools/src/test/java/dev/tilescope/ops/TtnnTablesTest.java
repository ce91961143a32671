package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.analysis.OutputTensors;
import dev.tilescope.analysis.PeakL1;
import dev.tilescope.analysis.ResourceUsagePerCore;
import dev.tilescope.capture.Programs;
import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** The numbers that TT-NN's own tests in C++ expect, table by table. */
class TtnnTablesTest {
  private static final Board N150 = Board.named("n150");

  /** 3x1x1024x1024 in shards of six rows of tiles, which test_graph_add.cpp takes by columns. */
  private static MemoryConfig sixteenShards(ShardOrientation orientation) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(4, 4), 6 * 32, 32 * 32, orientation));
  }

  /** test_graph_add.cpp. */
  @ParameterizedTest
  @CsvSource({
    "1x3x32x32, 1x3x32x32, 30720, 12288, 2048, 6144",
    "4x3x32x32, 1x3x32x32, 67584, 12288, 2048, 24576",
  })
  void addsTakeWhatTheGraphTestsFind(
      String left, String right, long peak, long circular, long perCore, long output) {
    for (RunMode mode : RunMode.values()) {
      assertAdd(
          Programs.tracedAdd(mode, MemoryConfig.L1, false, dims(left), dims(right)),
          peak,
          circular,
          perCore,
          output);
    }
  }

  @ParameterizedTest
  @EnumSource(RunMode.class)
  void anAddOfShardsTakesWhatTheGraphTestsFind(RunMode mode) {
    int[] shape = {3, 1, 1024, 1024};
    MemoryConfig shards = sixteenShards(ShardOrientation.COL_MAJOR);
    long bytes = 2L * 3 * 1024 * 1024;
    assertAdd(
        Programs.tracedAdd(mode, shards, false, shape, shape), 20_054_016, 0, bytes / 16, bytes);
  }

  private static void assertAdd(
      Report report, long peak, long circular, long perCore, long output) {
    ResourceUsagePerCore usage = ResourceUsagePerCore.of(report.trace());
    assertThat(PeakL1.of(report.trace()).bytes()).isEqualTo(peak);
    assertThat(usage.peakCbBytes()).isEqualTo(circular);
    assertThat(usage.peakL1Bytes()).isEqualTo(perCore);
    assertThat(OutputTensors.of(report.trace()).outputs())
        .singleElement()
        .satisfies(tensor -> assertThat(tensor.bufferBytes()).isEqualTo(output));
  }

  private static int[] dims(String shape) {
    return Stream.of(shape.split("x")).mapToInt(Integer::parseInt).toArray();
  }

  /** test_tensor_layout.cpp. */
  @ParameterizedTest
  @CsvSource({
    "5x4x3x2, BFLOAT16, TILE, 640, 32",
    "6x5x4x3, BFLOAT16, ROW_MAJOR, 120, 3",
    "6x5x4x3, UINT32, ROW_MAJOR, 120, 3",
    "6x5x4x8, BFLOAT16, ROW_MAJOR, 120, 8",
    "1x1x1x1, BFLOAT16, TILE, 32, 32",
    "1x1x1x1, BFLOAT16, ROW_MAJOR, 1, 1",
    "1x1x1x1, UINT32, ROW_MAJOR, 1, 1",
    "1, BFLOAT16, ROW_MAJOR, 1, 1",
    "1, UINT32, ROW_MAJOR, 1, 1",
    "1, BFLOAT16, TILE, 32, 32",
  })
  void shapesHaveThePhysicalSizesOfTheLayoutTests(
      String shape, DataType dtype, Layout layout, long height, long width) {
    TensorSpec spec = new TensorSpec(Shape.of(dims(shape)), dtype, layout, MemoryConfig.DRAM);
    assertThat(spec.physicalHeight()).isEqualTo(height);
    assertThat(spec.physicalWidth()).isEqualTo(width);
  }

  @ParameterizedTest
  @CsvSource({"BFLOAT16, ROW_MAJOR, 1", "UINT32, ROW_MAJOR, 1", "BFLOAT16, TILE, 32"})
  void scalarsHaveThePhysicalSizesOfTheLayoutTests(DataType dtype, Layout layout, long side) {
    TensorSpec spec = new TensorSpec(Shape.of(), dtype, layout, MemoryConfig.DRAM);
    assertThat(spec.physicalHeight()).isEqualTo(side);
    assertThat(spec.physicalWidth()).isEqualTo(side);
  }

  /** test_l1_banking_allocator.cpp: buffers of one page each, of 32, 64 and 128 KiB in turn. */
  @Test
  void l1IsFilledFromTheTop() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      long top = device.info().workerL1Bytes();
      long limit = top - device.info().addressAtFirstL1CbBuffer();
      long taken = 0;
      for (int i = 0; taken + bytes(i) < limit; i++) {
        taken += bytes(i);
        assertThat(onePage(device, bytes(i)).requireBuffer("tensor").address())
            .isEqualTo(top - taken);
      }
      assertThat(taken).isGreaterThan(1_000_000);
    }
  }

  private static long bytes(int turn) {
    return 32L * 1024 << turn % 3;
  }

  private static Tensor onePage(MeshDevice device, long bytes) {
    Shape row = Shape.of(1, Math.toIntExact(bytes / 4));
    return Ttnn.empty(row, DataType.UINT32, Layout.ROW_MAJOR, device, MemoryConfig.L1);
  }

  @Test
  void aPageLargerThanABankIsRefused() {
    try (MeshDevice device = MeshDevice.open("n150")) {
      long limit = device.info().workerL1Bytes() - device.info().addressAtFirstL1CbBuffer();
      assertThatThrownBy(() -> onePage(device, limit + 64)).hasMessageContaining("Out of Memory");
    }
  }

  /**
   * test_graph_query_op_constraints.cpp: more than 1024 bytes of each kind, and the spec of the
   * result. Sharded operations have no buffers of their own.
   */
  @ParameterizedTest
  @CsvSource({
    "ttnn.relu, 4x2x160x224:l1",
    "ttnn.softmax, 4x2x160x224:l1",
    "ttnn.add, 4x2x160x224:l1 4x2x160x224:l1",
    "ttnn.add, 4x2x160x224:l1 1x1x160x224:l1",
    "ttnn.multiply, 4x2x160x224:l1 1x1x160x224:l1",
  })
  void interleavedOperationsReportRealUse(String operation, String inputs) {
    List<QueryTensor> tensors = Stream.of(inputs.split(" ")).map(QueryTensor::parse).toList();
    Fit fit = OperationQuery.call(N150, operation, tensors, Map.of());
    assertThat(fit.fits()).isTrue();
    assertThat(fit.circularBufferPeakBytes()).isGreaterThan(1024);
    assertThat(fit.l1BufferPeakBytes()).isGreaterThan(1024);
    assertThat(fit.l1OutputBytes()).isGreaterThan(1024);
    assertThat(fit.outputs()).containsExactly(tensors.getFirst().spec());
  }

  /**
   * The comments there say 49152 and 8192, as of November 2025. The first is what the operation
   * takes beside its input of 24576 bytes on a core; the second is stale: it is of one result, and
   * build_success_response sums all three.
   */
  @Test
  void splitHeadsTakeWhatTheQueryTestSays() {
    Fit fit =
        OperationQuery.call(
            N150,
            "ttnn.transformer.split_query_key_value_and_split_heads",
            List.of(QueryTensor.parse("1x1024x768:l1")),
            Map.of("num_heads", "4"));
    assertThat(fit.l1PeakBytes() - 24_576).isEqualTo(49_152);
    assertThat(fit.l1OutputBytes()).isEqualTo(3 * 8192);
    assertThat(fit.outputs().stream().map(TensorSpec::shape))
        .containsExactly(
            Shape.of(1, 4, 1024, 64), Shape.of(1, 4, 64, 1024), Shape.of(1, 4, 1024, 64));
  }
}
