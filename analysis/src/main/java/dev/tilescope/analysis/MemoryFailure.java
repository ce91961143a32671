package dev.tilescope.analysis;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRange;
import java.util.regex.Matcher;
import org.jspecify.annotations.Nullable;

/**
 * Why something did not fit, as TT-NN's error texts say it. Figures are -1 if a text lacks them.
 */
public sealed interface MemoryFailure {
  /**
   * There was no room for a buffer.
   *
   * @param bytes over all banks
   * @param banks over which it was to be spread
   */
  record NoRoom(
      BufferType type,
      long bytes,
      int banks,
      long bytesPerBank,
      long bankBytes,
      long allocatedBytes,
      long freeBytes,
      long largestFreeBytes)
      implements MemoryFailure {
    /** Whether there was enough in all, but not in one piece; null if the text does not say. */
    public @Nullable Boolean isFragmented() {
      return freeBytes < 0 ? null : freeBytes >= bytesPerBank;
    }
  }

  /** Where some banks are smaller, an interleaved buffer came too low. */
  record BelowLimit(long limit, long address) implements MemoryFailure {}

  /** Circular buffers met the lowest buffer in L1. */
  record Clash(@Nullable CoreRange cores, long lowestBuffer, long regionEnd)
      implements MemoryFailure {}

  /** Circular buffers alone are larger than L1. */
  record BeyondL1(@Nullable CoreRange cores, long regionEnd, long l1Bytes)
      implements MemoryFailure {}

  /** All live metal traces together are larger than their region. */
  record TraceRegionFull(long wantedBytes, long regionBytes) implements MemoryFailure {}

  /** A metal trace in DRAM lies where its own capture wrote. */
  record TraceInTheWay(long address) implements MemoryFailure {}

  /** A text that is taken to be one of these, and where in a longer one it stood. */
  record Found(MemoryFailure failure, String sentence) {}

  /** The first one in a text, such as a log; null if there is none. */
  static @Nullable Found in(String text) {
    Found first = null;
    int at = Integer.MAX_VALUE;
    for (MemoryFailureForm form : MemoryFailureForm.ALL) {
      Matcher matcher = form.pattern().matcher(text);
      if (matcher.find() && matcher.start() < at) {
        MemoryFailure failure = form.reading().apply(matcher.toMatchResult());
        if (failure != null) {
          first = new Found(failure, matcher.group());
          at = matcher.start();
        }
      }
    }
    return first;
  }
}
