package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeParams;
import java.util.ArrayList;
import java.util.List;

/** The circular buffers of reshape_tiled_program_factory.cpp and reshape_rm_program_factory.cpp. */
final class ReshapeBuffers {
  static final String TEXT =
      "Tiles: one in, one out and the pieces that make up the page with most of them, 16 bytes each,"
          + " on as many cores as there are pages. Rows: two of the input and one of the result, each"
          + " with 64 bytes and more to spare, eight where rows are no multiple of 16 bytes, twice"
          + " where rows fit into one another, on every core.";

  private static final int PIECE_BYTES = 16;

  /** {@code noc_page_alignment_bytes}. */
  private static final int ALIGNMENT_BYTES = 16;

  /** {@code small_dest_write_slots}. */
  private static final long WRITES = 8;

  private ReshapeBuffers() {}

  static List<CircularBuffer> of(Call<ReshapeParams> call) {
    return call.spec(0).layout() == Layout.TILE ? tiles(call) : rows(call);
  }

  private static List<CircularBuffer> tiles(Call<ReshapeParams> call) {
    TensorSpec in = call.spec(0);
    CoreRangeSet cores = CircularBuffers.perPage(call);
    long pieces = ReshapePieces.most(in.shape(), call.outputSpec().shape());
    long aligned = pieces + pieces % call.device().board().architecture().l1AlignmentBytes();
    long mapBytes = Math.max(1, aligned) * PIECE_BYTES;
    return List.of(
        CircularBuffer.local(cores, mapBytes, mapBytes),
        CircularBuffers.tiles(cores, in, 1),
        CircularBuffers.tiles(cores, call.outputSpec(), 1));
  }

  private static List<CircularBuffer> rows(Call<ReshapeParams> call) {
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    long from = rowBytes(call.spec(0));
    long to = rowBytes(call.outputSpec());
    boolean isAligned = to % ALIGNMENT_BYTES == 0;
    boolean isNested = from % to == 0 || to % from == 0;
    boolean inDram = call.output().memoryConfig().bufferType().isDram();
    int kernels = isNested && (isAligned || !inDram) ? 2 : 1;
    long source = whole64(from) + 128;
    long slot = whole64(to) + 80;
    long slots = isAligned && from % ALIGNMENT_BYTES == 0 ? 1 : slots(call, source, slot, kernels);
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < kernels; i++) {
      buffers.add(CircularBuffer.local(cores, 2 * source, source));
      buffers.add(CircularBuffer.local(cores, slots * slot, slots * slot));
    }
    return buffers;
  }

  private static long rowBytes(TensorSpec spec) {
    return Math.max(1, spec.physicalWidth() * spec.dtype().elementBytes());
  }

  private static long whole64(long bytes) {
    return (bytes - 1) / 64 * 64;
  }

  /** As many rows of the result as fit, at most eight. */
  private static long slots(Call<?> call, long source, long slot, int kernels) {
    long free = CircularBuffers.freeBytes(call.device()) - 2 * source * kernels;
    return Math.clamp(free / (slot * kernels), 1, WRITES);
  }
}
