package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.ops.options.CreateHeadsDecodeOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DecodeHeadsTest {
  private static final CreateHeadsDecodeOptions ALL = CreateHeadsDecodeOptions.DEFAULT;
  private static final int USERS = 8;
  private static final int ROW = 4 * 32;

  private MeshDevice device;
  private Tensor sharded;

  @BeforeEach
  void open() {
    device = MeshDevice.open("n150");
    float[] values = new float[USERS * ROW];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    Tensor host = Ttnn.fromArray(values, Shape.of(1, 1, USERS, ROW), DataType.FLOAT32, Layout.TILE);
    sharded =
        Ttnn.toDevice(
            host,
            device,
            MemoryConfig.sharded(
                TensorMemoryLayout.WIDTH_SHARDED,
                BufferType.L1,
                new ShardSpec(CoreRangeSet.grid(4, 1), 32, 32, ShardOrientation.ROW_MAJOR)));
  }

  @AfterEach
  void close() {
    device.close();
  }

  private Tensor offset(int... values) {
    return Ttnn.toDevice(
        Ttnn.fromArray(values, Shape.of(values.length), DataType.UINT32, Layout.ROW_MAJOR), device);
  }

  private List<Tensor> heads(CreateHeadsDecodeOptions options) {
    return Experimental.nlpCreateQkvHeadsDecode(sharded, 2, options.withNumKvHeads(1));
  }

  @Test
  void aSliceOfTheUsersHasTheHeadsThatAllHave() {
    List<Tensor> all = heads(ALL);
    List<Tensor> some = heads(ALL.withBatch(offset(3), 4));
    assertThat(some.getFirst().shape()).isEqualTo(Shape.of(1, 4, 2, 32));
    for (int i = 0; i < 3; i++) {
      float[] whole = Ttnn.toArray(all.get(i));
      int user = whole.length / USERS;
      assertThat(Ttnn.toArray(some.get(i)))
          .isEqualTo(Arrays.copyOfRange(whole, 3 * user, 7 * user));
      assertThat(some.get(i).memoryConfig().shardSpec().grid().size()).isEqualTo(4);
    }
  }

  @Test
  void slicesAgreeWithTheReference() {
    Comparison.enable(0.9999, true);
    try {
      heads(ALL.withBatch(offset(0), 4));
      heads(ALL.withBatch(offset(4), 4));
    } finally {
      Comparison.disable();
    }
  }

  @Test
  void headsAreWrittenIntoTensorsThatExist() {
    List<Tensor> all = heads(ALL);
    float[] expected = Ttnn.toArray(all.getFirst());
    List<Tensor> into = heads(ALL);
    assertThat(heads(ALL.withOutputTensors(into))).isEqualTo(into);
    assertThat(Ttnn.toArray(into.getFirst())).isEqualTo(expected);
    refused(
        device,
        () -> heads(ALL.withOutputTensors(into.subList(0, 2))),
        "output_tensors: queries, keys and values are needed, got 2 tensors");
    List<Tensor> turned = List.of(into.get(1), into.get(0), into.get(2));
    refused(device, () -> heads(ALL.withOutputTensors(turned)), "output_tensors: the result is");
  }

  @Test
  void slicesThatAreNotThereAreRefused() {
    Tensor one = offset(1);
    Tensor past = offset(5);
    Tensor two = offset(1, 2);
    refused(device, () -> heads(ALL.withBatch(one, null)), "slice_size: it goes with batch_offset");
    refused(device, () -> heads(ALL.withBatch(null, 2)), "slice_size: it goes with batch_offset");
    refused(device, () -> heads(ALL.withBatch(one, 9)), "slice_size: 1..8 is needed");
    refused(device, () -> heads(ALL.withBatch(one, 0)), "slice_size: 1..8 is needed");
    refused(
        device,
        () -> heads(ALL.withBatch(past, 4)),
        "batch_offset: 4 users from 0..4 on are there, got 5");
    refused(device, () -> heads(ALL.withBatch(two, 4)), "batch_offset: one number is needed");
    Tensor plain = Ttnn.toMemoryConfig(sharded, MemoryConfig.DRAM);
    refused(
        device,
        () ->
            Experimental.nlpCreateQkvHeadsDecode(plain, 2, ALL.withNumKvHeads(1).withBatch(one, 2)),
        "batch_offset: users are picked from a WIDTH_SHARDED input_tensor");
  }
}
