package dev.tilescope.internal.perf;

import dev.tilescope.internal.perf.Fidelity.Verdict;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What to try on a product of matrices, in tt-perf-report's sentences, which tools compare. */
public final class MatmulAdvice {
  private static final double IDLE_FLOPS_PERCENT = 40;
  private static final int FULL_GRID_CORES = 64;

  private MatmulAdvice() {}

  /** Nothing for other operations. */
  public static List<String> of(PerfOperation operation) {
    if (!operation.isMatmul()) {
      return List.of();
    }
    return switch (operation.bound()) {
      case DRAM, BOTH -> dram(operation);
      case FLOP -> flop(operation);
      case SLOW -> slow(operation);
      case NONE, HOST -> List.of();
    };
  }

  private static List<String> dram(PerfOperation operation) {
    List<String> advice = new ArrayList<>();
    if (!operation.isDramSharded()) {
      advice.add(
          "Try a DRAM-sharded program config"
              + " (MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig) to improve throughput"
              + " further");
    }
    Fidelity fidelity = Fidelity.of(operation);
    boolean tooLow =
        fidelity.verdict() == Verdict.TOO_LOW && operation.flopsPercent() < IDLE_FLOPS_PERCENT;
    if (fidelity.advice() != null && (tooLow || fidelity.verdict() == Verdict.TOO_HIGH)) {
      advice.add(fidelity.advice());
    }
    return advice;
  }

  private static List<String> flop(PerfOperation operation) {
    List<String> advice = new ArrayList<>();
    Integer cores = operation.cores();
    if (cores != null && cores < FULL_GRID_CORES) {
      advice.add("Increase grid size (currently using " + cores + ")");
    }
    Fidelity fidelity = Fidelity.of(operation);
    if (fidelity.advice() != null && fidelity.verdict() == Verdict.TOO_HIGH) {
      advice.add(fidelity.advice());
    }
    return advice;
  }

  private static List<String> slow(PerfOperation operation) {
    List<String> advice = new ArrayList<>();
    String memory = operation.row().input0().memory();
    if (memory != null && !memory.contains("L1")) {
      advice.add("If possible place input 0 in L1 (currently in " + memory + ")");
    }
    Integer inner = operation.innerBlockTiles();
    Integer height = operation.subblockHeightTiles();
    Integer width = operation.subblockWidthTiles();
    if (inner == null && height == null && width == null) {
      advice.add(
          "No program_config specified, try using one to override in0_block_w and"
              + " out_subblock_h/w");
      return advice;
    }
    advice.addAll(onBlocks(inner, height, width));
    String fidelity = Fidelity.of(operation).advice();
    if (fidelity != null) {
      advice.add(fidelity);
    }
    return advice;
  }

  private static List<String> onBlocks(
      @Nullable Integer inner, @Nullable Integer height, @Nullable Integer width) {
    List<String> advice = new ArrayList<>();
    if (inner == null) {
      advice.add("No inner dim block size found");
    } else if (inner < 2) {
      advice.add("in0_block_w=" + inner + " is small, try in0_block_w=2 or above");
    }
    if (height == null || width == null) {
      advice.add("No output subblock size found");
    } else if ((long) height * width < 2) {
      advice.add(
          "Output subblock %dx%d is small, try out_subblock_h * out_subblock_w >= 2 if possible"
              .formatted(height, width));
    }
    if (advice.isEmpty()) {
      advice.add(
          "in0_block_w=%d and output subblock %dx%d look good 🤷".formatted(inner, height, width));
    }
    return advice;
  }
}
