package dev.tilescope.internal.explain;

import dev.tilescope.analysis.Fragmentation.RegionFragmentation;
import dev.tilescope.analysis.Fragmentation.Sample;
import dev.tilescope.internal.words.ByteText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Free memory in pieces: there is enough, and no place for one large tensor. */
final class BrokenSpace implements Detector {
  private static final double LEAST_RATIO = 0.2;

  /** Nothing matters more than that the run failed, and of why it did, this is the reason. */
  private static final double FAILED = 3;

  private static final String ADVICE =
      "make the tensors that stay before those that go, and the largest first; ttnn.reallocate"
          + " moves one that is in the way";

  @Override
  public List<Finding> in(Run run) {
    List<Finding> found = new ArrayList<>();
    Shortage shortage = run.shortage();
    if (shortage != null && shortage.isFragmented()) {
      found.add(ofFailure(shortage));
    }
    for (RegionFragmentation region : run.free()) {
      Sample worst = region.worst();
      if (worst != null && worst.ratio() >= LEAST_RATIO && region.boundsKnown()) {
        found.add(finding(region, worst));
      }
    }
    return found;
  }

  private static Finding ofFailure(Shortage shortage) {
    return new Finding.OfMemory(
        Topic.FRAGMENTATION,
        String.format(
            Locale.ROOT,
            "the run failed for want of memory, with enough free but in pieces: a bank needed %s"
                + " and had %s free, the largest piece %s",
            ByteText.brief(shortage.neededBytes()),
            ByteText.brief(shortage.freeBytes()),
            ByteText.brief(shortage.largestBytes())),
        ADVICE,
        List.of(Place.ofOperation(0, shortage.failure().operation(), "")),
        1,
        FAILED,
        "a bank",
        shortage.neededBytes(),
        shortage.freeBytes());
  }

  private static Finding finding(RegionFragmentation region, Sample worst) {
    String memory = region.region().type() + " of device " + region.region().deviceId();
    long all = worst.usedBytes() + worst.freeBytes();
    double used = (double) worst.usedBytes() / Math.max(1, all);
    return new Finding.OfMemory(
        Topic.FRAGMENTATION,
        String.format(
            Locale.ROOT,
            "the free space of %s is in pieces: %s are free and the largest piece is %s",
            memory,
            ByteText.brief(worst.freeBytes()),
            ByteText.brief(worst.largestGapBytes())),
        ADVICE,
        List.of(),
        1,
        worst.ratio() * Math.min(1, 0.2 + 1.6 * used),
        memory,
        worst.freeBytes() - worst.largestGapBytes(),
        worst.usedBytes());
  }
}
