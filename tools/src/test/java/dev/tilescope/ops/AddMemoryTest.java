package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent.BufferAllocate;
import dev.tilescope.model.TraceEvent.BufferDeallocate;
import dev.tilescope.model.TraceEvent.CircularBufferAllocate;
import dev.tilescope.model.TraceEvent.CircularBufferDeallocateAll;
import dev.tilescope.model.TraceNode;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The L1 that TT-NN's own tests find an add to take. */
class AddMemoryTest {
  @ParameterizedTest
  @CsvSource({
    "NORMAL, 1, false, 30720",
    "NO_DISPATCH, 1, false, 30720",
    "NORMAL, 4, false, 67584",
    "NO_DISPATCH, 4, false, 67584",
    "NORMAL, 4, true, 92160",
    "NO_DISPATCH, 4, true, 92160",
  })
  void anAddTakesItsTensorsAndThreeDoubledTiles(
      RunMode mode, int batch, boolean legacy, long peakBytes) {
    try (MeshDevice device = MeshDevice.open("n150");
        GraphCapture capture = GraphCapture.begin(mode)) {
      Tensor a = empty(device, batch);
      Tensor b = empty(device, 1);
      Ttnn.add(a, b, BinaryOptions.DEFAULT.withUseLegacy(legacy));
      List<TraceNode> nodes = capture.end().trace().nodes();
      assertThat(peak(nodes)).isEqualTo(peakBytes);
      List<CircularBufferAllocate> circular =
          nodes.stream()
              .map(TraceNode::event)
              .filter(CircularBufferAllocate.class::isInstance)
              .map(CircularBufferAllocate.class::cast)
              .toList();
      assertThat(circular.subList(circular.size() - 3, circular.size()))
          .as("12288 B on each core")
          .allMatch(node -> node.sizeBytes() == 4096);
    }
  }

  /**
   * The circular buffers of binary_ng_program_factory.cpp have pages of tile_size in both layouts.
   */
  @Test
  void rowsOfEveryWidthPassInPiecesOfATile() {
    for (int width : new int[] {32, 4096}) {
      try (MeshDevice device = MeshDevice.open("n150");
          GraphCapture capture = GraphCapture.begin(RunMode.NORMAL)) {
        Shape shape = Shape.of(64, width);
        Tensor rows =
            Ttnn.empty(shape, DataType.BFLOAT16, Layout.ROW_MAJOR, device, MemoryConfig.DRAM);
        Ttnn.add(rows, rows);
        assertThat(capture.end().trace().nodes())
            .extracting(TraceNode::event)
            .filteredOn(CircularBufferAllocate.class::isInstance)
            .extracting(event -> ((CircularBufferAllocate) event).sizeBytes())
            .endsWith(4096L, 4096L, 4096L);
      }
    }
  }

  private static Tensor empty(MeshDevice device, int batch) {
    return Ttnn.empty(
        Shape.of(batch, 3, 32, 32), DataType.BFLOAT16, Layout.TILE, device, MemoryConfig.L1);
  }

  /** L1 buffers over all banks, plus the circular buffers of one core. */
  private static long peak(List<TraceNode> nodes) {
    long buffers = 0;
    long circular = 0;
    long peak = 0;
    for (TraceNode node : nodes) {
      if (node.event() instanceof BufferAllocate(var buffer) && buffer.type() == BufferType.L1) {
        assertThat(buffer.maxSizePerBankBytes()).isEqualTo(2048);
        buffers += buffer.sizeBytes();
      } else if (node.event() instanceof BufferDeallocate(var buffer)
          && buffer.type() == BufferType.L1) {
        buffers -= buffer.sizeBytes();
      } else if (node.event() instanceof CircularBufferAllocate allocate) {
        circular += allocate.sizeBytes();
      } else if (node.event() instanceof CircularBufferDeallocateAll) {
        circular = 0;
      }
      peak = Math.max(peak, buffers + circular);
    }
    return peak;
  }
}
