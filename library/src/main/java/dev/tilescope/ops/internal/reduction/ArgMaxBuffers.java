package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.WorkShares;
import dev.tilescope.ops.internal.reduction.ArgMaxOperations.ArgMaxParams;
import java.util.ArrayList;
import java.util.List;

/**
 * The circular buffers of argmax_single_core_program_factory.cpp, which takes tiles, and of
 * argmax_multi_core_program_factory.cpp, which cuts rows.
 */
final class ArgMaxBuffers {
  static final String TEXT =
      "Tiles: one of the input and a row of the result on one core. Rows: a core's piece of a row,"
          + " a row of the result, and that many winners and their places of each core, on as many"
          + " cores as a row has aligned pieces.";

  private static final int ROUNDED_BYTES = 32;

  /** Pieces are cut as if all elements had two bytes. */
  private static final int COUNTED_BYTES = 2;

  private ArgMaxBuffers() {}

  /** Pieces of a row, aligned as the input is. */
  static WorkShares pieces(Call<ArgMaxParams> call) {
    long row = Math.max(1, call.spec(0).shape().dim(-1));
    return WorkShares.of(Math.ceilDiv(row, pieceElements(call)), call);
  }

  private static int pieceElements(Call<ArgMaxParams> call) {
    return CircularBuffers.alignmentBytes(call, 0) / COUNTED_BYTES;
  }

  static List<CircularBuffer> of(Call<ArgMaxParams> call) {
    return call.spec(0).layout() == Layout.TILE ? tiles(call) : rows(call);
  }

  private static List<CircularBuffer> tiles(Call<ArgMaxParams> call) {
    CoreRangeSet core = CircularBuffers.sharing(1, call);
    return List.of(
        CircularBuffers.tiles(core, call.spec(0), 1),
        CircularBuffers.pages(core, call.outputSpec(), 1));
  }

  private static List<CircularBuffer> rows(Call<ArgMaxParams> call) {
    WorkShares pieces = pieces(call);
    int inBytes = call.spec(0).dtype().elementBytes();
    int cores = pieces.cores().size();
    long elements = pieceElements(call);
    List<CircularBuffer> buffers = new ArrayList<>();
    add(buffers, pieces.first(), pieces.most() * elements * inBytes, 1);
    add(buffers, pieces.rest(), pieces.least() * elements * inBytes, 1);
    long results = results(call);
    long placeBytes = results * call.outputSpec().dtype().elementBytes();
    add(buffers, pieces.cores(), placeBytes, 1);
    add(buffers, pieces.cores(), placeBytes, cores);
    add(buffers, pieces.cores(), results * inBytes, cores);
    return buffers;
  }

  /** What one row of the result has. */
  private static long results(Call<ArgMaxParams> call) {
    Shape shape = call.spec(0).shape();
    boolean isOne = call.params().dim() == null || call.params().keepdim() || shape.rank() < 2;
    return isOne ? 1 : shape.dim(-2);
  }

  private static void add(List<CircularBuffer> buffers, CoreRangeSet cores, long bytes, int times) {
    if (cores.size() > 0) {
      long rounded = Math.ceilDiv(bytes, ROUNDED_BYTES) * ROUNDED_BYTES * times;
      buffers.add(CircularBuffer.local(cores, rounded, rounded));
    }
  }
}
