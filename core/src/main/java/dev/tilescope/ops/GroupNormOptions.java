package dev.tilescope.ops;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.mechanism.Options;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * The keyword arguments of {@code group_norm}.
 *
 * @param inputMask 1 where a channel of the group's tiles is the group's own, else 0: {@code [1,
 *     groups, 32, tiles of a group * 32]}; a mask that selects anything else is refused. Null to
 *     have the program make it
 * @param weight a factor for each channel; null for 1
 * @param bias a summand for each channel; null for 0
 * @param reciprocals 1, 1/2, 1/3, ... in float32 for each core, sharded in L1; with useWelford only
 * @param memoryConfig of the result; null for that of the input
 * @param dtype of the result; null for that of the input
 * @param coreGrid the cores to work on; null for those of the shards, of the reciprocals, or all
 * @param inplace whether the result is written over the input, which must then be sharded and
 *     row-major; as in TT-NN all other inputs need {@code withInplace(false)}
 * @param outputLayout of the result; null for that of the input
 * @param numOutBlocks in how many parts a core takes its rows of tiles, -1 to leave it to the
 *     program; with a coreGrid only. Traced: the modelled program holds one row at a time anyway
 * @param negativeMask 1 less what inputMask is; lets a program on row-major shards use one buffer
 *     for a row in and out
 * @param useWelford mean and variance in one pass. Makes a program of its own; values and modelled
 *     time are the same. Without effect, as in TT-NN, where positions do not fill their tiles
 */
public record GroupNormOptions(
    float epsilon,
    @Nullable Tensor inputMask,
    @Nullable Tensor weight,
    @Nullable Tensor bias,
    @Nullable Tensor reciprocals,
    @Nullable MemoryConfig memoryConfig,
    @Nullable DataType dtype,
    @Nullable CoreGrid coreGrid,
    boolean inplace,
    @Nullable Layout outputLayout,
    @Nullable Integer numOutBlocks,
    @Nullable ComputeKernelConfig computeKernelConfig,
    @Nullable Tensor negativeMask,
    boolean useWelford)
    implements Options, Withers.OfGroupNormOptions {
  public static final GroupNormOptions DEFAULT =
      new GroupNormOptions(
          1e-12f, null, null, null, null, null, null, null, true, null, null, null, null, false);

  public GroupNormOptions withScale(@Nullable Tensor newWeight, @Nullable Tensor newBias) {
    return withWeight(newWeight).withBias(newBias);
  }
}
