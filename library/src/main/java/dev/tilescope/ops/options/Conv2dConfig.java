package dev.tilescope.ops.options;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import org.jspecify.annotations.Nullable;

/** How a convolution is done: TT-NN's {@code Conv2dConfig}. */
public record Conv2dConfig(
    @Nullable DataType weightsDtype,
    @Nullable String activation,
    boolean deallocateActivation,
    boolean reallocateHaloOutput,
    int actBlockHOverride,
    int actBlockWDiv,
    boolean reshardIfNotOptimal,
    boolean overrideShardingConfig,
    @Nullable TensorMemoryLayout shardLayout,
    @Nullable CoreRangeSet coreGrid,
    boolean transposeShards,
    Layout outputLayout,
    boolean enableActDoubleBuffer,
    boolean enableWeightsDoubleBuffer,
    boolean fullInnerDim,
    boolean enableActivationReuse,
    @Nullable Boolean forceSplitReader,
    PaddingMode paddingMode)
    implements Withers.OfConv2dConfig {
  public static final Conv2dConfig DEFAULT =
      new Conv2dConfig(
          null,
          null,
          false,
          true,
          0,
          1,
          false,
          false,
          null,
          null,
          false,
          Layout.TILE,
          false,
          false,
          false,
          false,
          null,
          PaddingMode.ZEROS);

  public Conv2dConfig withDoubleBuffers(boolean act, boolean weights) {
    return withEnableActDoubleBuffer(act).withEnableWeightsDoubleBuffer(weights);
  }

  @Override
  public String toString() {
    return ("Conv2dConfig(weights_dtype=%s,activation=%s,deallocate_activation=%d,"
            + "reallocate_halo_output=%d,act_block_h_override=%d,act_block_w_div=%d,"
            + "reshard_if_not_optimal=%d,override_sharding_config=%d,shard_layout=%s,core_grid=%s,"
            + "transpose_shards=%d,output_layout=%s,enable_act_double_buffer=%d,"
            + "enable_weights_double_buffer=%d,full_inner_dim=%d,enable_activation_reuse=%d,"
            + "force_split_reader=%s,padding_mode=%s)")
        .formatted(
            orNone(weightsDtype),
            orNone(activation),
            bit(deallocateActivation),
            bit(reallocateHaloOutput),
            actBlockHOverride,
            actBlockWDiv,
            bit(reshardIfNotOptimal),
            bit(overrideShardingConfig),
            orNone(shardLayout),
            orNone(coreGrid),
            bit(transposeShards),
            outputLayout,
            bit(enableActDoubleBuffer),
            bit(enableWeightsDoubleBuffer),
            bit(fullInnerDim),
            bit(enableActivationReuse),
            forceSplitReader == null ? "std::nullopt" : bit(forceSplitReader),
            paddingMode);
  }

  private static int bit(boolean value) {
    return value ? 1 : 0;
  }

  private static Object orNone(@Nullable Object value) {
    return value == null ? "std::nullopt" : value;
  }
}
