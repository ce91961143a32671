package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.Conv3dConfig;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.SdpaProgramConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What programs for single models, convolutions over volumes and joint attention refuse. */
class NamedModelBadInputTest {
  private MeshDevice device;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor tiles(int... shape) {
    return tensor(Layout.TILE, shape);
  }

  private Tensor rows(int... shape) {
    return tensor(Layout.ROW_MAJOR, shape);
  }

  private Tensor tensor(Layout layout, int... shape) {
    return Ttnn.zeros(Shape.of(shape), DataType.BFLOAT16, layout, device, MemoryConfig.DRAM);
  }

  private static OperationCall call(String name, Object... arguments) {
    return OperationCall.of("experimental." + name).with(arguments);
  }

  private void refused(OperationCall call, String start) {
    int before = device.liveBuffers().size();
    Throwable failure = catchThrowable(call::run);
    assertThat(failure).isInstanceOf(TilescopeException.class);
    assertThat(failure.getMessage()).startsWith(start);
    assertThat(device.liveBuffers()).hasSize(before);
  }

  private OperationCall conv3d(Tensor input, Tensor weight, int channels, Integer... kernel) {
    return OperationCall.of("experimental.conv3d")
        .with(input, weight, DataType.BFLOAT16, channels, List.of(kernel));
  }

  @Test
  void headsOfOtherModelsThanTheProgramsOwn() {
    refused(call("nlp_create_qkv_heads_falcon7b", tiles(1, 1, 32, 4608)), "input: [batch, 1,");
    refused(
        call("concatenate_heads", tiles(6, 16, 384, 64), new CoreCoord(8, 8)),
        "Input batch size must be between 7 to 9");
    refused(
        call("concatenate_heads", tiles(7, 16, 384, 64), new CoreCoord(12, 9)),
        "compute_with_storage_grid_size: Unsupported grid shape");
  }

  @Test
  void statesOfOtherWidthsThanThirtyTwoForEachUnit() {
    refused(call("hc_sum_reduce", tiles(1, 1, 32, 512)), "input: 32 states");
    refused(
        call("repeat_and_interleave_eltwise_mul", tiles(1, 1, 32, 64), tiles(1, 1, 32, 5120)),
        "a: 32 or 163840 columns");
    refused(
        call("prefix_scan", tiles(1, 1, 32, 32), tiles(1, 1, 32, 32), rows(1, 1, 1, 32)),
        "a: it must be sharded");
  }

  @Test
  void aGridWithoutTwoNumbersForEachPoint() {
    refused(
        call("multi_scale_deformable_attn", rows(1, 4, 4, 8), rows(1, 8, 1, 2), rows(1, 4, 2)),
        "value's last dim (D) must be a positive multiple of 16");
    refused(
        call("multi_scale_deformable_attn", rows(1, 4, 4, 16), rows(1, 7, 1, 2), rows(1, 4, 2)),
        "grid: ");
  }

  @Test
  void convolutionsThatDoNotFitTheVolume() {
    Tensor volume = rows(1, 3, 4, 4, 32);
    refused(conv3d(volume, tiles(864, 32), 32, 3, 3), "kernel_size: three numbers");
    refused(conv3d(volume, tiles(32, 32), 32, 3, 3, 3), "weight_tensor: Weight patch size");
    refused(conv3d(volume, tiles(1600, 32), 32, 2, 5, 5), "Effective kernel size exceeds padded H");
    refused(
        conv3d(volume, tiles(32, 32), 32, 1, 1, 1).withArgument("padding_mode", "reflect"),
        "Padding mode must be zeros or replicate");
    refused(
        conv3d(volume, tiles(32, 32), 32, 1, 1, 1)
            .withArgument("config", Conv3dConfig.DEFAULT.withCOutBlock(48)),
        "C_out_block must be a multiple of 32");
    refused(
        conv3d(volume, tiles(32, 32), 32, 1, 1, 1)
            .withArgument(
                "config", Conv3dConfig.DEFAULT.withComputeWithStorageGridSize(new CoreGrid(20, 1))),
        "Requested grid size (1, 20) exceeds");
    refused(
        conv3d(volume, tiles(32, 32), 32, 1, 1, 1).withArgument("halo_buffer", volume),
        "halo_buffer: ");
    refused(
        call("prepare_conv3d_weights", rows(32, 16, 1, 1, 1)),
        "device: the one of the coming convolution");
  }

  @Test
  void sequencesThatCannotSeeEachOther() {
    Tensor own = tiles(1, 2, 64, 32);
    Tensor other = tiles(1, 3, 32, 32);
    OperationCall call =
        OperationCall.of("transformer.joint_scaled_dot_product_attention")
            .withArgument("program_config", SdpaProgramConfig.of(new CoreGrid(8, 8), 32, 32));
    refused(
        call.with(own, own, own, other, other, other).withArgument("joint_strategy", "rear"),
        "joint_tensor_q: ");
    refused(
        call.with(own, own, own, own, own, own).withArgument("joint_strategy", "front"),
        "Joint strategy must be 'rear'");
  }
}
