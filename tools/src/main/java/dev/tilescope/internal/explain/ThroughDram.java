package dev.tilescope.internal.explain;

import dev.tilescope.device.TimeFamily;
import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.internal.words.ByteText;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Results that the next program takes from DRAM, or page by page, though shards in L1 would fit.
 */
final class ThroughDram implements Detector {
  /** Where the program that takes a result may be. */
  private static final int REACH = 4;

  /** Of each core's L1, so that the programs' circular buffers fit beside it. */
  private static final long ROOM_BYTES = 384 << 10;

  /** What boards reach of DRAM's peak. */
  private static final double REACHED = 0.8;

  /** Of the time that a program spends on interleaved L1, for which it asks page by page. */
  private static final double PAGES = 0.25;

  @Override
  public List<Finding> in(Run run) {
    Stakes dram = new Stakes(run, Topic.THROUGH_DRAM);
    Stakes pages = new Stakes(run, Topic.NOT_SHARDED);
    List<Work> works = run.works();
    for (int i = 0; i < works.size(); i++) {
      Work taker = taker(works, i);
      if (taker != null && fits(works.get(i).result(), run)) {
        add(works.get(i), taker, run, dram, pages);
      }
    }
    List<Finding> found = new ArrayList<>();
    if (!dram.isEmpty()) {
      found.addAll(dram.found(sentence(dram.first(), "goes through DRAM"), ADVICE));
    }
    if (!pages.isEmpty()) {
      found.addAll(pages.found(sentence(pages.first(), "is interleaved over L1"), ADVICE));
    }
    return found;
  }

  private static final String ADVICE =
      "give it a sharded L1 memory config, the same for all programs of the chain";

  private static String sentence(Work work, String how) {
    return "what %s gives, %s, %s to the next program, though its shards fit in L1"
        .formatted(work.name(), ByteText.brief((long) work.result().bytes()), how);
  }

  private static void add(Work maker, Work taker, Run run, Stakes dram, Stakes pages) {
    double bytes = maker.result().bytes();
    if (maker.result().isInDram()) {
      double moved = run.dramNanos(bytes) / REACHED;
      dram.add(maker, Math.min(moved, room(maker)) * certainty(maker, taker));
      dram.add(taker, Math.min(moved, room(taker)) * certainty(maker, taker));
    } else if (isWorkedOnInPlace(taker)) {
      pages.add(taker, room(taker) * PAGES * certainty(maker, taker));
    }
  }

  /**
   * Without a report only the looks of tensors tell who takes what; and what is moved or cast might
   * better not be at all.
   */
  private static double certainty(Work maker, Work taker) {
    return (taker.inputs().isEmpty() ? 0.5 : 1) * (Work.isComputing(maker.name()) ? 1 : 0.5);
  }

  private static double room(Work work) {
    return Math.max(0, work.nanos() - FewCores.LAUNCH_NANOS);
  }

  private static boolean isWorkedOnInPlace(Work work) {
    return work.family() == TimeFamily.ELEMENTWISE || work.family() == TimeFamily.NORM;
  }

  private static boolean fits(PerfTensor result, Run run) {
    return !result.isSharded() && run.workers() > 0 && result.bytes() / run.workers() <= ROOM_BYTES;
  }

  /** The next program that takes what this one gives; null if none nearby does. */
  private static @Nullable Work taker(List<Work> works, int index) {
    Work maker = works.get(index);
    if (!maker.result().isKnown() || !isComputing(maker)) {
      return null;
    }
    for (int i = index + 1; i < Math.min(works.size(), index + 1 + REACH); i++) {
      Work taker = works.get(i);
      boolean takes =
          maker.output() >= 0 && !taker.inputs().isEmpty()
              ? taker.inputs().contains(maker.output())
              : taker.row().inputs().stream().anyMatch(input -> isSame(input, maker.result()));
      if (takes && isComputing(taker)) {
        return taker;
      }
    }
    return null;
  }

  /** A cache is in DRAM for good. */
  private static boolean isComputing(Work work) {
    if (work.name().contains("Cache")) {
      return false;
    }
    return switch (work.family()) {
      case ELEMENTWISE, MATMUL, NORM, ATTENTION, REDUCTION, MOVEMENT -> true;
      case CONVOLUTION, LAYOUT, SHARDS, OTHER -> false;
    };
  }

  private static boolean isSame(PerfTensor one, PerfTensor other) {
    return one.elements() == other.elements()
        && one.x() == other.x()
        && Objects.equals(one.dataType(), other.dataType())
        && Objects.equals(one.memory(), other.memory());
  }
}
