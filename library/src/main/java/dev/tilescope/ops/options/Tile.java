package dev.tilescope.ops.options;

import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import org.jspecify.annotations.Nullable;

/**
 * The size of a tile, as users ask for it. The modelled device has tiles of 32 x 32 only. Prints as
 * TT-NN does.
 */
public record Tile(int height, int width) {
  public static final Tile DEFAULT = new Tile(TensorSpec.TILE_SIDE, TensorSpec.TILE_SIDE);

  /**
   * @param asked null for the default
   */
  public static void check(String argument, @Nullable Tile asked) {
    Check.that(
        asked == null || asked.equals(DEFAULT),
        "%s: the modelled device has tiles of %dx%d only, got %dx%d",
        argument,
        DEFAULT.height,
        DEFAULT.width,
        asked == null ? 0 : asked.height,
        asked == null ? 0 : asked.width);
  }

  @Override
  public String toString() {
    return "{tile_shape={%d, %d},face_shape={%d, %d},num_faces=%d}"
        .formatted(
            height,
            width,
            Math.min(height, 16),
            Math.min(width, 16),
            Math.max(1, height / 16) * Math.max(1, width / 16));
  }
}
