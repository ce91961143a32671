package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TensorMemoryLayout;
import org.jspecify.annotations.Nullable;

/** How a convolution is done: TT-NN's {@code Conv2dConfig}. */
public record Conv2dConfig(
    @Nullable DataType weightsDtype,
    @Nullable String activation,
    boolean deallocateActivation,
    int actBlockHOverride,
    @Nullable TensorMemoryLayout shardLayout,
    Layout outputLayout,
    boolean enableActDoubleBuffer,
    boolean enableWeightsDoubleBuffer,
    PaddingMode paddingMode)
    implements Withers.OfConv2dConfig {
  public static final Conv2dConfig DEFAULT =
      new Conv2dConfig(null, null, false, 0, null, Layout.TILE, false, false, PaddingMode.ZEROS);

  public Conv2dConfig withDoubleBuffers(boolean act, boolean weights) {
    return withEnableActDoubleBuffer(act).withEnableWeightsDoubleBuffer(weights);
  }

  @Override
  public String toString() {
    return "Conv2dConfig(weights_dtype=%s,activation=%s,deallocate_activation=%d,act_block_h_override=%d,shard_layout=%s,output_layout=%s,enable_act_double_buffer=%d,enable_weights_double_buffer=%d,padding_mode=%s)"
        .formatted(
            weightsDtype == null ? "std::nullopt" : weightsDtype,
            activation == null ? "std::nullopt" : activation,
            deallocateActivation ? 1 : 0,
            actBlockHOverride,
            shardLayout == null ? "std::nullopt" : shardLayout,
            outputLayout,
            enableActDoubleBuffer ? 1 : 0,
            enableWeightsDoubleBuffer ? 1 : 0,
            paddingMode);
  }
}
