package dev.tilescope.analysis;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRange;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** How a kind of failure is put into words. */
record MemoryFailureForm(Pattern pattern, Function<MatchResult, @Nullable MemoryFailure> reading) {
  private static final String RANGE =
      "(\\[\\(x=\\d{1,5},y=\\d{1,5}\\) - \\(x=\\d{1,5},y=\\d{1,5}\\)\\])";

  /** Numbers so short that each fits a long. */
  private static final String NUMBER = "(\\d{1,18})";

  static final List<MemoryFailureForm> ALL =
      List.of(
          new MemoryFailureForm(
              "Out of Memory: Not enough space (?:after considering dependencies )?to allocate @"
                  + " B (\\w+)(?: buffer)? across (\\d{1,6}) banks"
                  + "(?:, where each bank needs to store @ B| \\(@ B per bank\\))"
                  + "(?:, (?:but )?bank size is (?:only )?@ B)?"
                  + "(?: \\(allocated: @ B, free: @ B, largest free block: @ B\\))?",
              MemoryFailureForm::noRoom),
          new MemoryFailureForm(
              "Out of Memory: Cannot allocate at an address below @\\. Allocation at @",
              m -> new MemoryFailure.BelowLimit(number(m, 1), number(m, 2))),
          new MemoryFailureForm(
              "Statically allocated circular buffers in program \\d+ clash with L1 buffers on"
                  + " core range RANGE\\. L1 buffer allocated at @ and static circular buffer"
                  + " region ends at @",
              m -> new MemoryFailure.Clash(range(m.group(1)), number(m, 2), number(m, 3))),
          new MemoryFailureForm(
              "Statically allocated circular buffers on core range RANGE grow to @ B which is"
                  + " beyond max L1 size of @ B",
              m -> new MemoryFailure.BeyondL1(range(m.group(1)), number(m, 2), number(m, 3))),
          new MemoryFailureForm(
              "Creating trace buffers of size @B on MeshDevice \\d+, but only @B is allocated for"
                  + " trace region",
              m -> new MemoryFailure.TraceRegionFull(number(m, 1), number(m, 2))),
          new MemoryFailureForm(
              "Trace buffer at address @ overlaps with",
              m -> new MemoryFailure.TraceInTheWay(number(m, 1))));

  /** In the words of a text {@code @} is a number and RANGE are cores. */
  MemoryFailureForm(String words, Function<MatchResult, @Nullable MemoryFailure> reading) {
    this(Pattern.compile(words.replace("@", NUMBER).replace("RANGE", RANGE)), reading);
  }

  private static @Nullable MemoryFailure noRoom(MatchResult m) {
    String type = m.group(2).toUpperCase(Locale.ROOT);
    long perBank = m.group(4) == null ? number(m, 5) : number(m, 4);
    return Arrays.stream(BufferType.values())
        .filter(known -> known.name().equals(type))
        .findFirst()
        .map(known ->
            new MemoryFailure.NoRoom(
                known,
                number(m, 1),
                Math.toIntExact(number(m, 3)),
                perBank,
                number(m, 6),
                number(m, 7),
                number(m, 8),
                number(m, 9)))
        .orElse(null);
  }

  private static long number(MatchResult match, int group) {
    String digits = match.group(group);
    return digits == null ? -1 : Long.parseLong(digits);
  }

  private static CoreRange range(String text) {
    int[] n =
        Arrays.stream(text.replaceAll("\\D+", " ").strip().split(" "))
            .mapToInt(Integer::parseInt)
            .toArray();
    return new CoreRange(
        new CoreCoord(Math.min(n[0], n[2]), Math.min(n[1], n[3])),
        new CoreCoord(Math.max(n[0], n[2]), Math.max(n[1], n[3])));
  }
}
