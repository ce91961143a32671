package dev.tilescope.ops.internal.attention;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.attention.RotaryOperations.RotaryEmbeddingLlamaParams;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import java.util.ArrayList;
import java.util.List;

/**
 * The dataflow buffers of rotary_embedding_llama, as
 * rotary_embedding_llama_multi_core_program_factory and
 * rotary_embedding_llama_sharded_program_factory declare them.
 */
final class LlamaRotaryBuffers {
  static final String TEXT =
      "Dataflow buffers on every core: two rows of tiles of the input, of cos and of sin for each row"
          + " a core has, once if those are more than eight with all heads; the tile of the matrix,"
          + " three rows between, two out and one of zeros. In decode mode the shards themselves.";

  /** More rows of tiles than this, with those of all heads, are read again and again. */
  private static final long MOST_ROWS = 8;

  private LlamaRotaryBuffers() {}

  static List<CircularBuffer> of(Call<RotaryEmbeddingLlamaParams> call) {
    return CircularBuffers.dataflow(call.params().isDecodeMode() ? decode(call) : prefill(call));
  }

  static List<CircularBuffer> prefill(Call<?> call) {
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    long width = RotaryOperations.width(call);
    DataType type = call.spec(0).dtype();
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      buffers.add(
          CircularBuffers.tiles(cores, call.spec(i).dtype(), 2 * width * rows(call, cores)));
    }
    addBetween(buffers, call, cores);
    buffers.add(CircularBuffers.tiles(cores, type, 2 * width));
    buffers.add(CircularBuffers.tiles(cores, type, width));
    return buffers;
  }

  /** Of tiles, that are held at once. */
  private static long rows(Call<?> call, CoreRangeSet cores) {
    Shape input = call.spec(0).shape();
    long length = AttentionOperations.tiles(input.dim(2));
    long batches = Math.min(input.dim(0), cores.size());
    long parts = Math.min(cores.size() / batches, length);
    long each = Math.ceilDiv(length, parts);
    boolean ownAngles = call.spec(1).shape().dim(1) == input.dim(1);
    return ownAngles || each * input.dim(1) > MOST_ROWS ? 1 : each;
  }

  private static List<CircularBuffer> decode(Call<RotaryEmbeddingLlamaParams> call) {
    CoreRangeSet cores = RotaryOperations.cores(call);
    List<CircularBuffer> buffers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      buffers.add(CircularBuffers.backedBy(call.input(i)));
    }
    addBetween(buffers, call, cores);
    buffers.add(CircularBuffers.backedBy(call.output()));
    return buffers;
  }

  /** The matrix, and a row of what is turned, times cosines and times sines. */
  private static void addBetween(List<CircularBuffer> buffers, Call<?> call, CoreRangeSet cores) {
    buffers.add(CircularBuffers.tiles(cores, call.spec(3).dtype(), 1));
    for (int i = 0; i < 3; i++) {
      buffers.add(CircularBuffers.tiles(cores, call.spec(i).dtype(), RotaryOperations.width(call)));
    }
  }
}
