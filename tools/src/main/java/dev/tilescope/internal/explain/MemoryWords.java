package dev.tilescope.internal.explain;

import dev.tilescope.internal.export.PeakSentences;
import dev.tilescope.memory.FullMoment;
import java.util.List;

/** What holds each memory at its fullest, in the words of "Explain the peak". */
final class MemoryWords {
  private static final int SENTENCES = 3;
  private static final int DEVICES = 2;

  private MemoryWords() {}

  static List<String> of(Run run) {
    return run.moments().stream()
        .filter(moment -> moment.amount().bytes() > 0)
        .limit(DEVICES)
        .flatMap(moment -> few(moment).stream())
        .toList();
  }

  private static List<String> few(FullMoment moment) {
    List<String> all = PeakSentences.of(moment);
    return all.subList(0, Math.min(SENTENCES, all.size()));
  }
}
