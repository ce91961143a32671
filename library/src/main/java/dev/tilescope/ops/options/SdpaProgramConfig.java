package dev.tilescope.ops.options;

import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import org.jspecify.annotations.Nullable;

/**
 * How attention is cut over the cores: TT-NN's {@code SDPAProgramConfig}. It changes the circular
 * buffers and the modelled time, not the values.
 *
 * @param qChunkSize queries that a core takes at once
 * @param kChunkSize keys that a core takes at once; 0 in decoding to have it chosen
 * @param expApproxMode a faster, less exact exponential; null for TT-NN's choice
 * @param maxCoresPerHeadBatch in decoding, how many cores may share the keys of one head and user
 */
public record SdpaProgramConfig(
    CoreGrid computeWithStorageGridSize,
    int qChunkSize,
    int kChunkSize,
    @Nullable Boolean expApproxMode,
    int maxCoresPerHeadBatch) {
  private static final int CORES_PER_HEAD = 16;

  public SdpaProgramConfig {
    check("q_chunk_size", qChunkSize);
    check("k_chunk_size", kChunkSize);
    if (maxCoresPerHeadBatch < 1) {
      throw new TilescopeException(
          "program_config: max_cores_per_head_batch must be >= 1, got " + maxCoresPerHeadBatch);
    }
  }

  /** With TT-NN's defaults for the rest. */
  public static SdpaProgramConfig of(CoreGrid grid, int qChunkSize, int kChunkSize) {
    return new SdpaProgramConfig(grid, qChunkSize, kChunkSize, null, CORES_PER_HEAD);
  }

  private static void check(String name, int size) {
    if (size < 0 || size % TensorSpec.TILE_SIDE != 0) {
      throw new TilescopeException(
          "program_config: %s must be a multiple of 32, got %d".formatted(name, size));
    }
  }
}
