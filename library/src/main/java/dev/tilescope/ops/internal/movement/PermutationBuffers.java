package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.movement.MovementOperations.PermuteParams;
import dev.tilescope.ops.internal.movement.MovementOperations.RepeatParams;
import java.util.ArrayList;
import java.util.List;

/** The buffers of permute, transpose and repeat, as their factories in TT-NN declare them. */
final class PermutationBuffers {
  static final String PERMUTE =
      "Dataflow buffers of two pages. Tiles: one, with a second if the last two dimensions change"
          + " places, three if the last one leaves both; a line of a tile for padding. Rows whose"
          + " last dimension moves: three of two blocks of 32x32.";

  static final String TRANSPOSE =
      "Two tiles in and two out if the last two dimensions change places; else two tiles, and a"
          + " quarter of one for padding.";

  static final String REPEAT =
      "A dataflow buffer of a page and 128 bytes on every core, two of them for interleaved rows.";

  /** Half the side of a tile: faces are what rows of tiles are moved by. */
  private static final int FACE_SIDE = TensorSpec.TILE_SIDE / 2;

  /** {@code READ_ALIGNMENT} of repeat_program_factory_common.hpp, before a page and behind it. */
  private static final int AROUND_A_PAGE_BYTES = 2 * 64;

  private PermutationBuffers() {}

  /** {@code PermuteDeviceOperation::select_program_factory}. */
  static List<CircularBuffer> permute(Call<PermuteParams> call) {
    List<Integer> dims = call.params().dims();
    int last = dims.size() - 1;
    boolean ofTiles = call.spec(0).layout() == Layout.TILE;
    if (dims.size() < 2 || !ofTiles && dims.get(last) == last) {
      return CircularBuffers.dataflow(
          List.of(CircularBuffers.doubled(sharingInput(call), call.spec(0))));
    }
    return CircularBuffers.dataflow(
        !ofTiles
            ? blocksOfRows(call)
            : dims.get(last) < last - 1 ? generalTiles(call) : tiles(call));
  }

  private static CoreRangeSet sharingInput(Call<?> call) {
    return CircularBuffers.sharing(call.spec(0).pageCount(), call);
  }

  /** {@code MultiCoreBlockedGeneric} of permute_rm_program_factory.cpp. */
  private static List<CircularBuffer> blocksOfRows(Call<PermuteParams> call) {
    Shape shape = call.spec(0).shape();
    int newWidth = call.outputSpec().shape().dim(-1);
    long rows = shape.volume() / Math.max(1, shape.dim(-1));
    long blocks = rows / Math.max(1, newWidth) * tiled(newWidth) * tiled(shape.dim(-1));
    CircularBuffer block =
        CircularBuffers.tiles(CircularBuffers.sharing(blocks, call), call.spec(0).dtype(), 2);
    return List.of(block, block, block);
  }

  /** {@code MultiCoreTileInvariant} and {@code MultiCoreTileRowInvariant}. */
  private static List<CircularBuffer> tiles(Call<PermuteParams> call) {
    List<Integer> dims = call.params().dims();
    int last = dims.size() - 1;
    boolean turned = dims.get(last) == last - 1;
    boolean tilesStay = turned ? dims.get(last - 1) == last : dims.get(last - 1) == last - 1;
    CoreRangeSet cores =
        tilesStay ? CircularBuffers.perPage(call) : withPadding(call, call.spec(0).pageCount());
    List<CircularBuffer> buffers = new ArrayList<>();
    CircularBuffer tiles = CircularBuffers.doubled(cores, call.spec(0));
    buffers.add(tiles);
    if (!tilesStay) {
      addPadding(buffers, call, cores);
    }
    if (turned) {
      buffers.add(tiles);
    }
    return buffers;
  }

  /** {@code MultiCoreTiledGeneric}, whose tiles are longer where reads must be aligned. */
  private static List<CircularBuffer> generalTiles(Call<PermuteParams> call) {
    Shape shape = call.spec(0).shape();
    int newWidth = call.outputSpec().shape().dim(-1);
    long blocks = tiled(newWidth) * tiled(shape.dim(-1));
    long others = shape.volume() / Math.max(1, (long) newWidth * shape.dim(-1));
    CoreRangeSet cores = withPadding(call, blocks * others);
    long extra = Math.max(0, CircularBuffers.alignmentBytes(call, 0) - lineBytes(call));
    long entryBytes = call.outputSpec().pageBytes() + extra;
    CircularBuffer tiles = CircularBuffer.local(cores, 2 * entryBytes, entryBytes);
    List<CircularBuffer> buffers = new ArrayList<>(List.of(tiles, tiles, tiles));
    addPadding(buffers, call, cores);
    return buffers;
  }

  /** Cores for the work itself, or for the tiles that get padding if those are more. */
  private static CoreRangeSet withPadding(Call<?> call, long work) {
    TensorSpec output = call.outputSpec();
    long padded = output.pageCount() / Math.max(1, tiled(output.shape().dim(-2)));
    return CircularBuffers.sharing(Math.max(work, padded), call);
  }

  private static void addPadding(
      List<CircularBuffer> buffers, Call<PermuteParams> call, CoreRangeSet cores) {
    if (call.outputSpec().shape().dim(-2) % TensorSpec.TILE_SIDE != 0) {
      buffers.add(CircularBuffer.local(cores, lineBytes(call), lineBytes(call)));
    }
  }

  /** Of a face. */
  private static long lineBytes(Call<?> call) {
    return (long) FACE_SIDE * call.spec(0).dtype().elementBytes();
  }

  private static long tiled(int elements) {
    return Math.ceilDiv(elements, TensorSpec.TILE_SIDE);
  }

  /** {@code TransposeDeviceOperation::select_program_factory} for tiles. */
  static List<CircularBuffer> transpose(Call<PermuteParams> call) {
    List<Integer> dims = call.params().dims();
    int last = dims.size() - 1;
    if (last < 1) {
      return List.of(CircularBuffers.doubled(sharingInput(call), call.spec(0)));
    }
    if (dims.get(last) == last - 1) {
      CircularBuffer tiles = CircularBuffers.doubled(sharingInput(call), call.spec(0));
      return List.of(tiles, tiles);
    }
    if (dims.get(last - 1) == last - 1) {
      return List.of(CircularBuffers.doubled(sharingInput(call), call.spec(0)));
    }
    CoreRangeSet cores = withPadding(call, call.spec(0).pageCount());
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.doubled(cores, call.spec(0)));
    if (call.outputSpec().shape().dim(-2) % TensorSpec.TILE_SIDE != 0) {
      long faceBytes = FACE_SIDE * lineBytes(call);
      buffers.add(CircularBuffer.local(cores, faceBytes, faceBytes));
    }
    return buffers;
  }

  /** repeat_program_factory_higher_dim.cpp and repeat_program_factory_last_dim.cpp. */
  static List<CircularBuffer> repeat(Call<RepeatParams> call) {
    TensorSpec input = call.spec(0);
    List<Integer> times = call.params().repeatDims();
    boolean widens = !times.isEmpty() && times.getLast() > 1;
    long pageBytes = CircularBuffers.pages(CircularBuffers.wholeGrid(call), input, 1).pageBytes();
    long entryBytes = AROUND_A_PAGE_BYTES + (widens ? pageBytes * aligning(pageBytes) : pageBytes);
    CircularBuffer page =
        CircularBuffer.local(CircularBuffers.wholeGrid(call), entryBytes, entryBytes);
    boolean interleavedRows =
        input.layout() == Layout.ROW_MAJOR
            && !input.memoryConfig().isSharded()
            && !call.outputSpec().memoryConfig().isSharded();
    return CircularBuffers.dataflow(interleavedRows ? List.of(page, page) : List.of(page));
  }

  /** How many rows side by side end at a multiple of 16 bytes. */
  private static long aligning(long rowBytes) {
    return 16 / Math.min(16, Long.lowestOneBit(rowBytes | 16));
  }
}
