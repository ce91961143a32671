package dev.tilescope.internal.store;

import dev.tilescope.memory.CoreIndex;
import java.util.BitSet;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Texts such as <code>{[(x=0,y=0) - (x=7,y=7)]}</code>, each read once. */
final class CoreTexts {
  private static final int REMEMBERED = 1 << 12;
  private static final int MAX_RANGES = 1 << 12;
  private static final Pattern RANGE =
      Pattern.compile(
          "\\[\\(x=(\\d{1,6}),\\s?y=(\\d{1,6})\\) - \\(x=(\\d{1,6}),\\s?y=(\\d{1,6})\\)\\]");

  /**
   * @param count null if the text is of another form
   * @param indexes of the cores that can be real
   */
  record Cores(@Nullable Long count, int[] indexes) {}

  private static final Cores UNKNOWN = new Cores(null, new int[0]);

  private final Map<String, Cores> known = new HashMap<>();

  Cores of(@Nullable Object value) {
    if (!(value instanceof String text)) {
      return UNKNOWN;
    }
    Cores cores = known.get(text);
    if (cores == null) {
      cores = parse(text);
      if (known.size() >= REMEMBERED) {
        known.clear();
      }
      known.put(text, cores);
    }
    return cores;
  }

  private static Cores parse(String text) {
    long count = 0;
    boolean any = false;
    BitSet indexes = new BitSet();
    Matcher matcher = RANGE.matcher(text);
    for (int i = 0; i < MAX_RANGES && matcher.find(); i++) {
      int[] ends =
          IntStream.rangeClosed(1, 4).map(g -> Integer.parseInt(matcher.group(g))).toArray();
      count += Math.max(0, ends[2] - ends[0] + 1L) * Math.max(0, ends[3] - ends[1] + 1L);
      CoreIndex.add(indexes, ends[0], ends[1], ends[2], ends[3]);
      any = true;
    }
    return any || text.equals("{}") ? new Cores(count, indexes.stream().toArray()) : UNKNOWN;
  }
}
