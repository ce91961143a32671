package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.ScatterKind;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.WorkShares;
import dev.tilescope.ops.internal.movement.LookupOperations.GatherParams;
import dev.tilescope.ops.internal.movement.LookupOperations.ScatterParams;
import java.util.List;
import java.util.stream.Stream;

/** The buffers of gather_program_factory.cpp and scatter_program_factory.cpp. */
final class LookupBuffers {
  static final String GATHER_TEXT =
      "A row of the input, in tiles or as it is, and a page of indices and of results, on as many"
          + " cores as there are rows, row by row; with more than 60 tiles in a row two tiles of the"
          + " input on as many cores as rows of indices have tiles.";
  static final String SCATTER_TEXT =
      "Dataflow buffers of a row of the input, of indices, of the source and of the result, and one of"
          + " float32 where bfloat16 is reduced; in parts where four rows do not fit L1.";

  /** {@code GATHER_WT_THRESHOLD}: longer rows are cut between cores. */
  private static final int LONGEST_ROW_TILES = 60;

  private static final int ROUNDED_TO = 32;

  private LookupBuffers() {}

  static List<CircularBuffer> gather(Call<GatherParams> call) {
    return call.spec(0).layout() == Layout.TILE ? gatherTiles(call) : gatherRows(call);
  }

  private static List<CircularBuffer> gatherTiles(Call<GatherParams> call) {
    TensorSpec index = call.spec(1);
    long input = Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
    long across = Math.max(1, index.physicalWidth() / TensorSpec.TILE_SIDE);
    boolean isCut = Math.max(input, across) > LONGEST_ROW_TILES;
    long units = isCut ? across : index.physicalHeight() / TensorSpec.TILE_SIDE;
    CoreRangeSet cores = CircularBuffers.sharingByRows(units, call);
    return List.of(
        CircularBuffers.tiles(cores, call.spec(0), isCut ? 2 : input),
        CircularBuffers.tiles(cores, index, 1),
        CircularBuffers.tiles(cores, call.outputSpec(), 1));
  }

  private static List<CircularBuffer> gatherRows(Call<GatherParams> call) {
    TensorSpec index = call.spec(1);
    long width = Math.max(1, index.physicalWidth());
    boolean isCut = width > (long) LONGEST_ROW_TILES * TensorSpec.TILE_SIDE;
    WorkShares shares = WorkShares.byRows(isCut ? width : index.physicalHeight(), call);
    long part = isCut ? shares.most() : width;
    long row = call.spec(0).physicalWidth() * call.spec(0).dtype().elementBytes();
    return List.of(
        CircularBuffer.local(shares.cores(), isCut ? 2 * row : row, Math.max(1, row)),
        elements(shares.cores(), index, part),
        elements(shares.cores(), call.outputSpec(), part));
  }

  private static CircularBuffer elements(CoreRangeSet cores, TensorSpec spec, long count) {
    long bytes = Math.max(1, count * spec.dtype().elementBytes());
    return CircularBuffer.local(cores, bytes, bytes);
  }

  static List<CircularBuffer> scatter(Call<ScatterParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.spec(0).physicalHeight(), call);
    long most = longestPart(call);
    Stream<TensorSpec> rows =
        Stream.of(call.spec(0), call.spec(1), call.spec(2), call.outputSpec());
    return CircularBuffers.dataflow(
        Stream.concat(rows, sums(call))
            .map(spec -> rounded(cores, spec, Math.min(most, spec.physicalWidth())))
            .toList());
  }

  /** scatter_reduce_bfloat16_program_factory.cpp reduces bfloat16 in a row of float32. */
  private static Stream<TensorSpec> sums(Call<ScatterParams> call) {
    boolean reduces = call.params().reduction() != ScatterKind.REPLACE;
    return reduces && call.spec(0).dtype() == DataType.BFLOAT16
        ? Stream.of(call.spec(0).withDtype(DataType.FLOAT32))
        : Stream.empty();
  }

  /** {@code calculate_optimal_chunk_size}, as if all elements had four bytes. */
  private static long longestPart(Call<?> call) {
    long each = CircularBuffers.freeBytes(call.device()) / 4 / 4 * 9 / 10 - ROUNDED_TO;
    return Math.max(1, Math.ceilDiv(each, ROUNDED_TO)) * ROUNDED_TO;
  }

  private static CircularBuffer rounded(CoreRangeSet cores, TensorSpec spec, long count) {
    long bytes = Math.max(1, Math.ceilDiv(count * spec.dtype().elementBytes(), ROUNDED_TO));
    return CircularBuffer.local(cores, bytes * ROUNDED_TO, bytes * ROUNDED_TO);
  }
}
