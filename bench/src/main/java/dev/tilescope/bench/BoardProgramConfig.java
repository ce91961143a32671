package dev.tilescope.bench;

import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A matrix product's {@code program_config} as {@code ops_perf_results} files have it, with
 * semicolons for commas.
 */
record BoardProgramConfig(String text) {
  private static final Pattern GRID = Pattern.compile("\\(x=(\\d+);y=(\\d+)\\)");

  /** Null where the operation chose one, or for one that sends no blocks. */
  @Nullable MatmulProgramConfig config() {
    Matcher grid = GRID.matcher(text);
    if (!grid.find()) {
      return null;
    }
    CoreGrid cores = new CoreGrid(Integer.parseInt(grid.group(2)), Integer.parseInt(grid.group(1)));
    if (text.startsWith("MatmulMultiCoreReuseMultiCastProgramConfig")) {
      return MultiCoreReuseMultiCast.on(cores)
          .withIn0BlockW(number("in0_block_w"))
          .withOutSubblock(number("out_subblock_h"), number("out_subblock_w"))
          .withOutBlock(number("out_block_h"), number("out_block_w"))
          .withPerCore(number("per_core_M"), number("per_core_N"))
          .withTransposeMcast(number("transpose_mcast") == 1)
          .withFuseBatch(number("fuse_batch") == 1);
    }
    if (text.startsWith("MatmulMultiCoreReuseMultiCast1DProgramConfig")) {
      return MultiCoreReuseMultiCast1D.on(cores)
          .withIn0BlockW(number("in0_block_w"))
          .withOutSubblock(number("out_subblock_h"), number("out_subblock_w"))
          .withOutBlock(number("out_block_h"), number("out_block_w"))
          .withPerCore(number("per_core_M"), number("per_core_N"))
          .withFuseBatch(number("fuse_batch") == 1)
          .withMcastIn0(number("mcast_in0") == 1);
    }
    return null;
  }

  private int number(String field) {
    Matcher found = Pattern.compile(field + "=(\\d+)").matcher(text);
    if (!found.find()) {
      throw new IllegalArgumentException("no " + field + " in " + text);
    }
    return Integer.parseInt(found.group(1));
  }
}
