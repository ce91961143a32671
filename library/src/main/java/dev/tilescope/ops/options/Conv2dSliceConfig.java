package dev.tilescope.ops.options;

import dev.tilescope.ops.internal.mechanism.Check;
import org.jspecify.annotations.Nullable;

/**
 * Whether an image that is too large for L1 is worked on slice by slice: TT-NN's {@code
 * Conv2dSliceConfig}. The modelled programs read the rows that they need from DRAM, however many
 * slices there are, so the whole image goes through them at once.
 *
 * @param numSlices 0 to choose
 */
public record Conv2dSliceConfig(SliceType sliceType, int numSlices) {
  /** What is cut. */
  public enum SliceType {
    DRAM_HEIGHT,
    DRAM_WIDTH,
    /** Nothing: the image is in L1 whole. */
    L1_FULL
  }

  /** Whether images stay in DRAM, from where slices of them are read. */
  public static boolean staysInDram(@Nullable Conv2dSliceConfig config) {
    return config != null && config.sliceType != SliceType.L1_FULL;
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
