package dev.tilescope.junit;

import dev.tilescope.analysis.DevicePeaks;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.PeaksText;
import dev.tilescope.memory.Peaks;
import dev.tilescope.model.Report;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import org.jspecify.annotations.Nullable;

/** What decides whether a program fits, and how a budget bounds it. */
enum FitBound {
  L1_PER_CORE("peakL1PerCore", "L1 per core", Peaks::l1BytesPerCore, false),
  L1_HEADROOM("l1Headroom", "L1 headroom", Peaks::l1HeadroomBytes, true),
  DRAM_PER_BANK("peakDramPerBank", "DRAM per bank", Peaks::dramBytesPerBank, false);

  private final String attribute;
  private final String words;
  private final ToLongFunction<Peaks> of;
  private final boolean isLeast;

  FitBound(String attribute, String words, ToLongFunction<Peaks> of, boolean isLeast) {
    this.attribute = attribute;
    this.words = words;
    this.of = of;
    this.isLeast = isLeast;
  }

  /** Its name in the annotation. */
  String attribute() {
    return attribute;
  }

  /** Why a report breaks a limit; null if it keeps it. */
  @Nullable String brokenBy(Report report, int device, ByteSize limit) {
    List<String> broken = new ArrayList<>();
    for (DevicePeaks.Device each : DevicePeaks.of(report).devices()) {
      if (device == MemoryBudget.EACH_DEVICE || device == each.deviceId()) {
        String why = excess(of.applyAsLong(each.peaks()), limit);
        if (why != null) {
          broken.add("%s of device %d %s".formatted(words, each.deviceId(), why));
        }
      }
    }
    if (broken.isEmpty()) {
      return null;
    }
    PeaksText.of(report)
        .lines(id -> device == MemoryBudget.EACH_DEVICE || device == id)
        .forEach(line -> broken.add("  " + line));
    return String.join("\n", broken);
  }

  private @Nullable String excess(long bytes, ByteSize limit) {
    if (bytes < 0) {
      return "is not known without addresses; run it in NORMAL mode";
    }
    long over = isLeast ? limit.bytes() - bytes : bytes - limit.bytes();
    return over <= 0
        ? null
        : "is %s, %s %s %s"
            .formatted(
                ByteText.of(bytes), ByteText.of(over), isLeast ? "under" : "over", limit.text());
  }
}
