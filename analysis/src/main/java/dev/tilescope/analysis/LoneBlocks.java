package dev.tilescope.analysis;

import dev.tilescope.analysis.Repeats.Run;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Blocks that come again with something else between: single copies of one that repeats elsewhere,
 * and long ones that never stand side by side. They may hold shorter runs, but cut none in two.
 */
final class LoneBlocks {
  /** Shorter patterns come again by chance. */
  private static final int LEAST = 8;

  private final int[] sequence;
  private final @Nullable Run[] holding;
  private final Map<Integer, List<Run>> knownByFirst = new HashMap<>();
  private final Map<Integer, Integer> seen = new HashMap<>();

  private LoneBlocks(int[] sequence, List<Run> runs) {
    this.sequence = sequence;
    this.holding = new Run[sequence.length];
    for (Run run : runs) {
      Arrays.fill(holding, run.from(), run.to(), run);
      if (run.period() > 2) {
        know(run);
      }
    }
  }

  /** The runs with blocks of one copy besides, in order. */
  static List<Run> with(List<Run> runs, int[] sequence) {
    LoneBlocks blocks = new LoneBlocks(sequence, runs);
    for (int at = 0; at < sequence.length; at++) {
      Run run = blocks.holding[at];
      if (run == null || run.from() == at) {
        blocks.visit(at);
      }
    }
    return Arrays.stream(blocks.holding).filter(Objects::nonNull).distinct().toList();
  }

  private void know(Run run) {
    List<Run> known = knownByFirst.computeIfAbsent(sequence[run.from()], _ -> new ArrayList<>());
    if (known.stream().noneMatch(k -> k.period() == run.period() && isAt(k, run.from()))) {
      known.add(run);
    }
  }

  private boolean isAt(Run known, int at) {
    int length = known.period();
    return at + length <= sequence.length
        && Arrays.equals(sequence, at, at + length, sequence, known.from(), known.from() + length);
  }

  private void visit(int at) {
    Optional<Run> known =
        knownByFirst.getOrDefault(sequence[at], List.of()).stream()
            .filter(k -> isAt(k, at) && freeFrom(at, k.period()) == k.period())
            .max(Comparator.comparingInt(Run::period));
    if (known.isPresent()) {
      take(at, known.get().period());
    } else if (freeFrom(at, LEAST) == LEAST) {
      Integer earlier = seen.put(Arrays.hashCode(Arrays.copyOfRange(sequence, at, at + LEAST)), at);
      if (earlier != null) {
        pair(earlier, at);
      }
    }
  }

  /** How much of a length from a place on can be a block; 0 if it would begin inside a run. */
  private int freeFrom(int at, int length) {
    int end = Math.min(at + length, sequence.length);
    int to = at;
    while (to < end) {
      Run run = holding[to];
      if (run != null && (run.from() < at || run.to() > end || run.period() >= length)) {
        break;
      }
      to = run == null ? to + 1 : run.to();
    }
    return to - at;
  }

  private void pair(int earlier, int at) {
    int longest = Math.min(at - earlier, sequence.length - at);
    int same = Arrays.mismatch(sequence, earlier, earlier + longest, sequence, at, at + longest);
    int length = freeFrom(at, same < 0 ? longest : same);
    length = freeFrom(earlier, length);
    if (length >= LEAST && freeFrom(at, length) == length) {
      know(new Run(earlier, length, 1));
      take(earlier, length);
      take(at, length);
    }
  }

  private void take(int at, int length) {
    Arrays.fill(holding, at, at + length, new Run(at, length, 1));
  }
}
