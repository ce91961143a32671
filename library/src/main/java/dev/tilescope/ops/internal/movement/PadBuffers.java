package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.movement.PadOperations.PadParams;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;

/**
 * The circular buffers of pad_tile_multicore_program_factory.cpp, of
 * pad_rm_reader_writer_multi_core_default_program_factory.cpp and, where shards stay, of
 * pad_rm_sharded_{height,width}_only_program_factory.cpp.
 */
final class PadBuffers {
  static final String TEXT =
      "Tiles: two in, two out and one of padding. Rows: sixteen times as many as a read of 2 KiB"
          + " brings, one of padding, and one more where rows are not aligned or begin with padding."
          + " Height shards: those of input and result where they lie, and a row of padding.";

  private static final long READS = 16;
  private static final long READ_BYTES = 2048;

  private PadBuffers() {}

  static List<CircularBuffer> of(Call<PadParams> call) {
    TensorSpec output = call.outputSpec();
    if (output.layout() == Layout.ROW_MAJOR) {
      return staysInShards(call) ? shards(call) : rows(call);
    }
    CoreRangeSet cores = CircularBuffers.perPage(call);
    CircularBuffer two = CircularBuffers.doubled(cores, output);
    return List.of(two, two, CircularBuffers.pages(cores, output, 1));
  }

  /** Rows get longer or there are more of them, not both. */
  private static boolean staysInShards(Call<PadParams> call) {
    TensorSpec in = call.spec(0);
    TensorSpec out = call.outputSpec();
    return isHeightSharded(call.input(0))
        && isHeightSharded(call.output())
        && (in.physicalWidth() == out.physicalWidth()
            || in.physicalHeight() == out.physicalHeight());
  }

  private static boolean isHeightSharded(Tensor tensor) {
    return tensor.memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
        && tensor.memoryConfig().bufferType().isL1();
  }

  private static List<CircularBuffer> shards(Call<PadParams> call) {
    CoreRangeSet grid = CircularBuffers.wholeGrid(call.device());
    long row = rowBytes(call.outputSpec());
    return List.of(
        CircularBuffers.backedBy(call.input(0), grid),
        CircularBuffers.backedBy(call.output(), grid),
        CircularBuffer.local(grid, row, row));
  }

  private static long rowBytes(TensorSpec spec) {
    return spec.physicalWidth() * spec.dtype().elementBytes();
  }

  private static List<CircularBuffer> rows(Call<PadParams> call) {
    TensorSpec output = call.outputSpec();
    CoreRangeSet cores = CircularBuffers.sharing(output.physicalHeight(), call);
    var architecture = call.device().board().architecture();
    long row = rounded(rowBytes(output), architecture.l1AlignmentBytes());
    int alignment = architecture.dramAlignmentBytes();
    long aligned = rounded(rowBytes(output), alignment);
    List<CircularBuffer> buffers = new ArrayList<>();
    long perRead = Math.max(1, Math.ceilDiv(READ_BYTES, row));
    buffers.add(CircularBuffer.local(cores, READS * perRead * row, row));
    buffers.add(CircularBuffer.local(cores, aligned, aligned));
    if (call.params().before().getLast() > 0 || row % alignment != 0) {
      buffers.add(CircularBuffer.local(cores, aligned, aligned));
    }
    return buffers;
  }

  private static long rounded(long bytes, int multiple) {
    return Math.max(1, Math.ceilDiv(bytes, multiple)) * multiple;
  }
}
