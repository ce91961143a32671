package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.movement.SliceOperations.SliceParams;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * The buffer of slice, as slice_program_factory_tile.cpp and slice_program_factory_rm.cpp size it.
 */
final class SliceBuffers {
  static final String TEXT =
      "Two tiles. Of rows twice as many as a read of 4 KiB brings; a row that does not fit L1 twice"
          + " passes in pieces of 8 KiB; with a step two rows of the input. Height shards of rows are"
          + " used where they lie.";

  /** {@code MAX_READ_SIZE}. */
  private static final long READ_BYTES = 4096;

  /** {@code CHUNK_TARGET_BYTES}. */
  private static final long PIECE_BYTES = 8192;

  private static final int ROWS_TOGETHER = 32;

  private SliceBuffers() {}

  /** As {@code SliceDeviceOperation::select_program_factory} chooses. */
  static List<CircularBuffer> of(Call<SliceParams> call) {
    TensorSpec output = call.outputSpec();
    if (output.layout() != Layout.ROW_MAJOR || output.shape().rank() == 0) {
      return CircularBuffers.twoPages(call);
    } else if (call.params().hasSteps()) {
      return List.of(inputRows(call));
    }
    return staysInShards(call) ? shards(call) : List.of(rows(call));
  }

  private static boolean staysInShards(Call<SliceParams> call) {
    long start = (long) call.params().sliceStart().getLast() * call.spec(0).dtype().elementBytes();
    int alignment = call.device().board().architecture().l1AlignmentBytes();
    return start % alignment == 0
        && isHeightSharded(call.input(0))
        && isHeightSharded(call.output());
  }

  private static boolean isHeightSharded(Tensor tensor) {
    return tensor.memoryConfig().memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED
        && tensor.memoryConfig().bufferType().isL1();
  }

  /** slice_program_factory_rm_sharded.cpp: on the cores of the result. */
  private static List<CircularBuffer> shards(Call<SliceParams> call) {
    CircularBuffer output = CircularBuffers.backedBy(call.output());
    return List.of(CircularBuffers.backedBy(call.input(0), output.cores()), output);
  }

  /** slice_program_factory_rm_stride.cpp reads rows of the input as they are. */
  private static CircularBuffer inputRows(Call<SliceParams> call) {
    TensorSpec input = call.spec(0);
    CoreRangeSet cores =
        CircularBuffers.sharing(Math.max(1, call.outputSpec().physicalHeight()), call);
    long bytes =
        roundedUp(input.physicalWidth() * input.dtype().elementBytes(), alignmentBytes(call));
    return CircularBuffer.local(cores, 2 * bytes, Math.max(1, bytes));
  }

  /** {@code compute_cb_size}. */
  private static CircularBuffer rows(Call<SliceParams> call) {
    TensorSpec output = call.outputSpec();
    CoreRangeSet cores = CircularBuffers.perPage(call);
    long alignment = alignmentBytes(call);
    long elementBytes = output.dtype().elementBytes();
    long rowBytes = output.shape().dim(-1) * elementBytes;
    long startBytes = call.params().sliceStart().getLast() * elementBytes;
    boolean misaligned = startBytes % CircularBuffers.alignmentBytes(call, 0) != 0;
    long pageBytes = roundedUp(rowBytes, misaligned ? 2 * alignment : alignment);
    long freeBytes = CircularBuffers.freeBytes(call.device());
    if (!misaligned && 2 * pageBytes > freeBytes) {
      long piece =
          Math.max(alignment, Math.min(PIECE_BYTES, freeBytes / 8) / alignment * alignment);
      return CircularBuffer.local(cores, 2 * 2 * piece, piece);
    }
    long merged = rowsOfARead(output, cores, roundedUp(rowBytes, alignment));
    return CircularBuffer.local(cores, merged * 2 * pageBytes, pageBytes);
  }

  /** Rows that a core reads at once of those that are shared out. */
  static long rowsOfARead(TensorSpec rows, CoreRangeSet cores, long rowBytes) {
    long each = Math.ceilDiv(rows.pageCount(), cores.size());
    return merged(roundedUp(each, ROWS_TOGETHER), rowBytes);
  }

  /** {@code merge_num_sticks_to_read}: most rows that one read brings and that divide all. */
  private static long merged(long rows, long rowBytes) {
    long most = 1;
    for (long count = 1; count <= rows && count * rowBytes <= READ_BYTES; count++) {
      if (rows % count == 0) {
        most = count;
      }
    }
    return most;
  }

  private static long alignmentBytes(Call<SliceParams> call) {
    int output =
        call.device()
            .board()
            .architecture()
            .alignmentBytes(call.outputSpec().memoryConfig().bufferType());
    return Math.max(output, CircularBuffers.alignmentBytes(call, 0));
  }

  private static long roundedUp(long value, long multiple) {
    return Math.ceilDiv(value, multiple) * multiple;
  }
}
