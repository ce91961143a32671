package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Check;
import org.jspecify.annotations.Nullable;

/**
 * How an image that is too large for L1 is worked on slice by slice: TT-NN's {@code
 * Conv2dSliceConfig}.
 *
 * @param numSlices 0 for as few as fit L1
 */
public record Conv2dSliceConfig(SliceType sliceType, int numSlices) {
  /** What is cut. */
  public enum SliceType {
    DRAM_HEIGHT,
    DRAM_WIDTH,
    /** Nothing: the image is in L1 whole. */
    L1_FULL
  }

  public static void check(String argument, @Nullable Conv2dSliceConfig config) {
    if (config != null) {
      Check.that(
          config.numSlices >= 0, "%s: num_slices must be >= 0, got %d", argument, config.numSlices);
    }
  }

  @Override
  public String toString() {
    return "Conv2dSliceConfig(slice_type=%s,num_slices=%d)".formatted(sliceType, numSlices);
  }
}
