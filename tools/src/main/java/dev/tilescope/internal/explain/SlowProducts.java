package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.Bound;
import dev.tilescope.internal.perf.MatmulAdvice;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Products of matrices that are near no peak, and those that DRAM holds up. */
final class SlowProducts implements Detector {
  /** From here on a product counts as bound, as {@link Bound} has it. */
  private static final double NEAR_PEAK_PERCENT = 65;

  /** How much of what is missing counts where blocks are large enough. */
  private static final double LARGE_BLOCKS = 0.1;

  /** The same where nothing tells how large they are. */
  private static final double UNKNOWN_BLOCKS = 0.2;

  private static final double LONG_NANOS = 20_000;
  private static final double IDLE_PERCENT = 10;
  private static final double IDLE = 0.7;

  /** Bits of a number of BFLOAT8_B, its share of the exponents included. */
  private static final double BLOCK_FLOAT_BITS = 8.5;

  @Override
  public List<Finding> in(Run run) {
    Stakes blocks = new Stakes(run, Topic.SMALL_BLOCKS);
    Stakes dram = new Stakes(run, Topic.DRAM_BOUND);
    for (Work work : run.works()) {
      if (work.operation().isMatmul()) {
        blocks.add(work, beyondBlocks(work));
        dram.add(work, lighterWeights(work, run));
      }
    }
    List<Finding> found = new ArrayList<>();
    if (!blocks.isEmpty()) {
      Work first = blocks.first();
      found.addAll(blocks.found(slow(first), advice(first)));
    }
    if (!dram.isEmpty()) {
      Work first = dram.first();
      found.addAll(
          dram.found(
              String.format(
                  Locale.ROOT,
                  "%s waits for DRAM (%.0f %% of its peak) for weights of %s",
                  first.operation().name(),
                  first.operation().dramPercent(),
                  first.row().input1().dataType()),
              "keep the weights as BFLOAT8_B, about half the bytes"));
    }
    return found;
  }

  private static String advice(Work work) {
    List<String> advice = MatmulAdvice.of(work.operation());
    return advice.isEmpty()
        ? "try a program config with more cores and larger blocks"
        : String.join("; ", advice);
  }

  private static String slow(Work work) {
    double dram = work.operation().dramPercent();
    return String.format(
        Locale.ROOT,
        "%s reaches %.0f %% of the peak of its %d cores%s",
        work.operation().name(),
        work.operation().flopsPercent(),
        work.cores(),
        dram > 0 ? String.format(Locale.ROOT, " and %.0f %% of DRAM's", dram) : "");
  }

  private static double beyondBlocks(Work work) {
    double flops = work.operation().flopsPercent();
    double dram = work.operation().dramPercent();
    double reached = Math.max(Double.isNaN(dram) ? 0 : dram, flops);
    boolean hasSmall =
        isBelow(work.operation().innerBlockTiles(), 2)
            || isBelow(work.operation().subblockHeightTiles(), 2)
                && isBelow(work.operation().subblockWidthTiles(), 2);
    boolean isNamed = work.operation().innerBlockTiles() != null;
    if (!(flops > 0) || reached >= NEAR_PEAK_PERCENT) {
      return 0;
    }
    double saved = (work.nanos() - FewCores.LAUNCH_NANOS) * (1 - reached / NEAR_PEAK_PERCENT);
    // Blocks that are large enough, or unknown, are one reason of several.
    return saved
        * Math.max(hasSmall ? 1 : isNamed ? LARGE_BLOCKS : UNKNOWN_BLOCKS, idle(work, reached));
  }

  /**
   * A long product that hardly gets anywhere has a config that does not suit it, whatever it is.
   */
  private static double idle(Work work, double reached) {
    return work.nanos() > LONG_NANOS ? IDLE * Math.max(0, 1 - reached / IDLE_PERCENT) : 0;
  }

  private static boolean isBelow(@Nullable Integer tiles, int least) {
    return tiles != null && tiles < least;
  }

  private static double lighterWeights(Work work, Run run) {
    boolean isBound =
        work.operation().bound() == Bound.DRAM || work.operation().bound() == Bound.BOTH;
    boolean isWide = "BFLOAT16".equals(work.row().input1().dataType());
    if (!isBound || !isWide || !work.row().input1().isInDram()) {
      return 0;
    }
    return run.dramNanos(work.row().input1().bytes()) * (1 - BLOCK_FLOAT_BITS / 16);
  }
}
