package dev.tilescope.ops.options;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.TtnnName;
import java.util.List;

/**
 * How a convolution over volumes is cut: TT-NN's {@code Conv3dConfig}. A core makes blocks of the
 * result of these sizes; a block of channels of 0 is the whole of them.
 */
public record Conv3dConfig(
    DataType weightsDtype,
    Layout outputLayout,
    @TtnnName("T_out_block") int tOutBlock,
    @TtnnName("W_out_block") int wOutBlock,
    @TtnnName("H_out_block") int hOutBlock,
    @TtnnName("C_out_block") int cOutBlock,
    @TtnnName("C_in_block") int cInBlock,
    List<Integer> dilation,
    int alignment,
    CoreGrid computeWithStorageGridSize)
    implements Withers.OfConv3dConfig {
  public static final Conv3dConfig DEFAULT =
      new Conv3dConfig(
          DataType.BFLOAT16,
          Layout.ROW_MAJOR,
          1,
          1,
          1,
          0,
          0,
          List.of(1, 1, 1),
          32,
          new CoreGrid(1, 1));

  public Conv3dConfig {
    dilation = List.copyOf(dilation);
  }
}
