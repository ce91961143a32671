package dev.tilescope.internal.board;

import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.LayerNormProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuse;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCast1D;
import dev.tilescope.ops.options.MatmulProgramConfig.MultiCoreReuseMultiCastDramSharded;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A {@code program_config} of a matrix product or of a norm as {@code ops_perf_results} files have
 * it, with semicolons for commas.
 */
record BoardProgramConfig(String text) {
  private static final Pattern GRID =
      Pattern.compile("grid_size=\\(?(?:x=)?(\\d+)[;-](?:y=)?(\\d+)");
  private static final Pattern FUSED = Pattern.compile("fused_activation=.*?UnaryOpType::(\\w+)");

  /** Null where the operation chose one. */
  @Nullable MatmulProgramConfig config() {
    if (text.startsWith("MatmulMultiCoreReuseMultiCastDRAMShardedProgramConfig")) {
      return new MultiCoreReuseMultiCastDramSharded(
          number("in0_block_w"), number("per_core_M"), number("per_core_N"), fused());
    }
    CoreGrid cores = grid();
    if (cores == null) {
      return null;
    }
    if (text.startsWith("MatmulMultiCoreReuseProgramConfig")) {
      return MultiCoreReuse.on(cores)
          .withIn0BlockW(number("in0_block_w"))
          .withOutSubblock(number("out_subblock_h"), number("out_subblock_w"))
          .withPerCore(number("per_core_M"), number("per_core_N"));
    }
    if (text.startsWith("MatmulMultiCoreReuseMultiCastProgramConfig")) {
      return MultiCoreReuseMultiCast.on(cores)
          .withIn0BlockW(number("in0_block_w"))
          .withOutSubblock(number("out_subblock_h"), number("out_subblock_w"))
          .withOutBlock(number("out_block_h"), number("out_block_w"))
          .withPerCore(number("per_core_M"), number("per_core_N"))
          .withTransposeMcast(number("transpose_mcast") == 1)
          .withFuseBatch(number("fuse_batch") == 1)
          .withFusedActivation(fused());
    }
    if (text.startsWith("MatmulMultiCoreReuseMultiCast1DProgramConfig")) {
      return MultiCoreReuseMultiCast1D.on(cores)
          .withIn0BlockW(number("in0_block_w"))
          .withOutSubblock(number("out_subblock_h"), number("out_subblock_w"))
          .withOutBlock(number("out_block_h"), number("out_block_w"))
          .withPerCore(number("per_core_M"), number("per_core_N"))
          .withFuseBatch(number("fuse_batch") == 1)
          .withMcastIn0(number("mcast_in0") == 1)
          .withFusedActivation(fused());
    }
    return null;
  }

  /** Null for one that does not work on shards. */
  @Nullable LayerNormProgramConfig ofNorm() {
    CoreGrid cores = grid();
    return cores == null || !text.startsWith("LayerNormShardedMultiCoreProgramConfig")
        ? null
        : new LayerNormProgramConfig.ShardedMultiCore(
            cores,
            number("subblock_w"),
            number("block_h"),
            number("block_w"),
            number("inplace") == 1);
  }

  private @Nullable CoreGrid grid() {
    Matcher grid = GRID.matcher(text);
    return grid.find()
        ? new CoreGrid(Integer.parseInt(grid.group(2)), Integer.parseInt(grid.group(1)))
        : null;
  }

  private @Nullable String fused() {
    Matcher found = FUSED.matcher(text);
    return found.find() ? found.group(1).toLowerCase(Locale.ROOT) : null;
  }

  private int number(String field) {
    Matcher found = Pattern.compile("\\b" + field + "=(\\d+)").matcher(text);
    if (!found.find()) {
      throw new NotComparable("no " + field);
    }
    return Integer.parseInt(found.group(1));
  }
}
