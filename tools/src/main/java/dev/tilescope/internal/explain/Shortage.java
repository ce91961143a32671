package dev.tilescope.internal.explain;

import dev.tilescope.model.TraceEvent.Failure;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What a run that ran out of memory said.
 *
 * @param neededBytes of a bank; -1 if the text does not say
 * @param freeBytes of a bank
 * @param largestBytes the largest free block of a bank
 */
record Shortage(Failure failure, long neededBytes, long freeBytes, long largestBytes) {
  private static final Pattern WORDS =
      Pattern.compile(
          "each bank needs to store (\\d{1,18}) B.{0,200}free: (\\d{1,18}) B,"
              + " largest free block: (\\d{1,18}) B",
          Pattern.DOTALL);

  /** The first of them; null if nothing failed for want of memory. */
  static @Nullable Shortage first(List<Failure> failures) {
    return failures.stream().map(Shortage::of).filter(Objects::nonNull).findFirst().orElse(null);
  }

  private static @Nullable Shortage of(Failure failure) {
    String text = failure.message().toLowerCase(Locale.ROOT);
    if (!text.contains("out of memory") && !text.contains("clash with l1")) {
      return null;
    }
    Matcher words = WORDS.matcher(failure.message());
    return words.find()
        ? new Shortage(failure, number(words, 1), number(words, 2), number(words, 3))
        : new Shortage(failure, -1, 0, 0);
  }

  private static long number(Matcher words, int group) {
    return Long.parseLong(words.group(group));
  }

  /** There was enough, but not in one piece. */
  boolean isFragmented() {
    return neededBytes > largestBytes && freeBytes >= neededBytes;
  }
}
