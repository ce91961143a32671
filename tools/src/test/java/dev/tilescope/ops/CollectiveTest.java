package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.BinaryOptions;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A t3000 is a mesh of two rows and four columns. */
class CollectiveTest {
  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("t3000");
  }

  @AfterEach
  void close() {
    mesh.close();
  }

  /** 0, 1, 2, ... in a tensor of this shape. */
  private static Tensor counting(int... dims) {
    float[] values = new float[(int) Shape.of(dims).volume()];
    for (int i = 0; i < values.length; i++) {
      values[i] = i;
    }
    return Ttnn.fromArray(values, Shape.of(dims), DataType.FLOAT32, Layout.ROW_MAJOR);
  }

  private static float[] part(Tensor tensor, int device) {
    List<Values> parts = tensor.requireParts("tensor");
    return parts.get(parts.size() == 1 ? 0 : device).floats();
  }

  @Test
  void shardsComeBackTogetherAsTheyWere() {
    Tensor whole = counting(16, 8);
    for (MeshMapper mapper :
        List.of(
            MeshMapper.shard(0),
            MeshMapper.shard(-1),
            MeshMapper.shard2d(0, 1),
            MeshMapper.shard2d(1, 0),
            MeshMapper.shard2d(0, 0),
            MeshMapper.shard2d(null, 1),
            MeshMapper.replicate())) {
      Tensor parts = Ttnn.distributeTensor(whole, mapper, mesh);
      Tensor back = Ttnn.aggregateTensor(parts, mapper);
      assertThat(back.shape()).as("%s", mapper).isEqualTo(whole.shape());
      assertThat(back.values().floats()).as("%s", mapper).isEqualTo(whole.values().floats());
    }
  }

  @Test
  void aSingleNumberIsNotReducedOverDevices() {
    assertThatThrownBy(() -> Ttnn.allReduce(Ttnn.rand(Shape.of(), mesh)))
        .isInstanceOf(TilescopeException.class)
        .hasMessageStartingWith("input_tensor: ");
  }

  @Test
  void eachDeviceOfTheMeshHasItsPieceRowByRow() {
    Tensor parts = Ttnn.distributeTensor(counting(2, 4), MeshMapper.shard2d(0, 1), mesh);
    assertThat(parts.shape()).isEqualTo(Shape.of(1, 1));
    assertThat(parts.distribution())
        .isEqualTo(Distribution.of(new Placement.Shard(0), new Placement.Shard(1)));
    for (int device = 0; device < 8; device++) {
      assertThat(part(parts, device)).containsExactly(device);
    }
  }

  @Test
  void anOperationComputesOnEveryDevicesOwnPart() {
    Tensor parts = Ttnn.distributeTensor(counting(8, 3), MeshMapper.shard(0), mesh);
    Tensor same = Ttnn.toDevice(counting(1, 3), mesh);
    Tensor sum = Ttnn.add(Ttnn.multiply(parts, 2f), same);
    for (int device = 0; device < 8; device++) {
      float first = 6f * device;
      assertThat(part(sum, device)).containsExactly(first, first + 3, first + 6);
    }
  }

  @Test
  void allGatherGivesEveryDeviceTheWhole() {
    Tensor parts = Ttnn.distributeTensor(counting(3, 16), MeshMapper.shard(1), mesh);
    Tensor whole = Ttnn.allGather(parts, 1);
    assertThat(whole.shape()).isEqualTo(Shape.of(3, 16));
    assertThat(whole.distribution().isReplicated()).isTrue();
    assertThat(Ttnn.toArray(whole)).isEqualTo(counting(3, 16).values().floats());
  }

  @Test
  void anEmptyTensorLikeAnotherIsSharedOutAsThatIs() {
    Tensor parts = Ttnn.distributeTensor(counting(2, 4), MeshMapper.shard2d(0, 1), mesh);
    assertThat(Ttnn.emptyLike(parts).distribution().placements())
        .isEqualTo(parts.distribution().placements());
  }

  @Test
  void aMeshThatWasReshapedGathersAlongItsNewAxes() {
    mesh.reshape(1, 8);
    Tensor parts = Ttnn.distributeTensor(counting(2, 8), MeshMapper.shard2d(0, 1), mesh);
    mesh.reshape(4, 2);
    Tensor pairs = Ttnn.distributeTensor(counting(4, 2), MeshMapper.shard2d(0, 1), mesh);
    assertThat(part(parts, 3)).containsExactly(3, 11);
    assertThat(part(Ttnn.allGather(pairs, 0, 0, null), 5)).containsExactly(1, 3, 5, 7);
    assertThat(mesh).hasToString("MeshDevice(4x2 grid, 8 devices)");
  }

  @Test
  void aMeshIsReshapedToAsManyDevicesAsItHas() {
    assertThatThrownBy(() -> mesh.reshape(3, 3))
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining("has 8, got 3 x 3");
  }

  @Test
  void allGatherAlongAnAxisLeavesTheOtherSharedOut() {
    Tensor parts = Ttnn.distributeTensor(counting(2, 4), MeshMapper.shard2d(0, 1), mesh);
    Tensor rows = Ttnn.allGather(parts, 1, 1, null);
    assertThat(rows.distribution())
        .isEqualTo(Distribution.of(new Placement.Shard(0), new Placement.Replicate()));
    assertThat(part(rows, 0)).containsExactly(0, 1, 2, 3);
    assertThat(part(rows, 7)).containsExactly(4, 5, 6, 7);
    Tensor columns = Ttnn.allGather(parts, 0, 0, null);
    assertThat(part(columns, 0)).containsExactly(0, 4);
    assertThat(part(columns, 7)).containsExactly(3, 7);
  }

  @Test
  void reduceScatterGivesEveryDeviceItsPieceOfTheSum() {
    Tensor parts = Ttnn.distributeTensor(counting(8, 8), MeshMapper.shard(0), mesh);
    Tensor pieces = Ttnn.reduceScatter(parts, 1);
    assertThat(pieces.shape()).isEqualTo(Shape.of(1, 1));
    for (int device = 0; device < 8; device++) {
      assertThat(part(pieces, device)).containsExactly(8 * 28 + 8f * device);
    }
  }

  @Test
  void allReduceGivesEveryDeviceTheSum() {
    for (int width : new int[] {3, 256}) {
      Tensor parts = Ttnn.distributeTensor(counting(8, width), MeshMapper.shard(0), mesh);
      Tensor sum = Ttnn.allReduce(parts);
      float[] expected = new float[width];
      for (int column = 0; column < width; column++) {
        expected[column] = 28f * width + 8 * column;
      }
      assertThat(sum.distribution().isReplicated()).isTrue();
      assertThat(Ttnn.toArray(sum)).isEqualTo(expected);
    }
  }

  @Test
  void meshPartitionUndoesAllGather() {
    Tensor parts = Ttnn.distributeTensor(counting(16, 5), MeshMapper.shard(0), mesh);
    Tensor again = Ttnn.meshPartition(Ttnn.allGather(parts, 0), 0, null, null);
    for (int device = 0; device < 8; device++) {
      assertThat(part(again, device)).isEqualTo(part(parts, device));
    }
  }

  @Test
  void pointToPointBringsWhatOneDeviceHasToAnother() {
    Tensor parts = Ttnn.distributeTensor(counting(16, 4), MeshMapper.shard(0), mesh);
    Tensor sent = Ttnn.pointToPoint(parts, new int[] {0, 1}, new int[] {0, 3});
    for (int device = 0; device < 8; device++) {
      assertThat(part(sent, device)).isEqualTo(device == 3 ? part(parts, 1) : new float[8]);
    }
    assertThat(mesh.liveBuffers())
        .as("packets are freed")
        .filteredOn(buffer -> buffer.madeBy().equals("PointToPointOp"))
        .containsExactly(sent.buffer());
  }

  @Test
  void pointToPointLeavesOtherDevicesWhatTheyHave() {
    Tensor parts = Ttnn.distributeTensor(counting(16, 4), MeshMapper.shard(0), mesh);
    Tensor into = Ttnn.toDevice(counting(2, 4), mesh);
    Ttnn.pointToPoint(parts, new int[] {1, 2}, new int[] {0, 2}, into, null, null);
    for (int device = 0; device < 8; device++) {
      assertThat(part(into, device)).isEqualTo(device == 2 ? part(parts, 6) : part(parts, 0));
    }
  }

  @Test
  void pointToPointCopiesOnOneDeviceAndLeavesATensorOverItselfAlone() {
    Tensor tensor = Ttnn.toDevice(counting(2, 4), mesh);
    int[] here = {1, 1};
    int programs = mesh.programCacheEntries();
    assertThat(Ttnn.pointToPoint(tensor, here, here, tensor, null, null)).isSameAs(tensor);
    assertThat(mesh.programCacheEntries()).isEqualTo(programs);
    Tensor copy = Ttnn.pointToPoint(tensor, here, here);
    assertThat(part(copy, 5)).isEqualTo(part(tensor, 0));
    assertThat(part(copy, 0)).containsOnly(0);
  }

  @Test
  void devicesThatNoRowOrColumnJoinsSendNothing() {
    Tensor tensor = Ttnn.toDevice(counting(2, 4), mesh);
    refused(
        () -> Ttnn.pointToPoint(tensor, new int[] {0, 1}, new int[] {1, 2}),
        "receiver_coord: device 1 and device 6 are in no row or column together");
    refused(
        () -> Ttnn.pointToPoint(tensor, new int[] {0, 4}, new int[] {0, 0}),
        "sender_coord: the mesh has 2 rows and 4 columns of devices, got [0, 4]");
    Tensor odd = Ttnn.toDevice(counting(2, 5), mesh);
    refused(
        () -> Ttnn.pointToPoint(odd, new int[] {0, 1}, new int[] {0, 0}),
        "input_tensor: Tensor page size must be 16 byte aligned, got 20 B");
  }

  @Test
  void oneDeviceAloneHasNothingToExchange() {
    try (MeshDevice single = MeshDevice.open("n150")) {
      Tensor tensor = Ttnn.toDevice(counting(2, 3), single);
      float[] values = counting(2, 3).values().floats();
      assertThat(Ttnn.toArray(Ttnn.allGather(tensor, 0))).isEqualTo(values);
      assertThat(Ttnn.toArray(Ttnn.reduceScatter(tensor, 1))).isEqualTo(values);
      assertThat(Ttnn.toArray(Ttnn.allReduce(tensor))).isEqualTo(values);
    }
  }

  @Test
  void bufferBytesAreThoseOfOnePart() {
    Tensor parts = Ttnn.distributeTensor(counting(64, 32), MeshMapper.shard(0), mesh);
    assertThat(parts.spec().bufferBytes()).isEqualTo(8 * 32 * 4);
    assertThat(parts.deviceTensors()).hasSize(8);
  }

  @Test
  void whatCannotBeSharedOutIsRefused() {
    refused(
        () -> Ttnn.distributeTensor(counting(3, 4), MeshMapper.shard(0), mesh),
        "mesh_mapper: dimension 0 of Shape([3, 4]) cannot be cut into 8 equal pieces");
    refused(
        () -> Ttnn.distributeTensor(counting(3, 4), MeshMapper.shard(2), mesh),
        "mesh_mapper: 2 is not a dimension of Shape([3, 4])");
    Tensor tensor = Ttnn.toDevice(counting(3, 4), mesh);
    refused(() -> Ttnn.reduceScatter(tensor, 1), "dim: dimension 1 of Shape([3, 4]) cannot be");
    refused(() -> Ttnn.allGather(tensor, 5), "dim: 5 is not a dimension of Shape([3, 4])");
    refused(() -> Ttnn.allGather(tensor, 0, 2, null), "cluster_axis: 0 or 1 is needed, got 2");
    Tensor parts = Ttnn.distributeTensor(counting(8, 4), MeshMapper.shard(0), mesh);
    refused(() -> Ttnn.toArray(parts), "put it together with a mesh composer");
  }

  @Test
  void whatWasTheSameOnAllDevicesTakesResultsThatDiffer() {
    Tensor parts = Ttnn.distributeTensor(counting(8, 4), MeshMapper.shard(0), mesh);
    Tensor tiles = Ttnn.toLayout(parts, Layout.TILE);
    Tensor into = Ttnn.toLayout(Ttnn.toDevice(counting(1, 4), mesh), Layout.TILE);
    Ttnn.add(tiles, tiles, BinaryOptions.DEFAULT.withOutputTensor(into));
    assertThat(part(into, 0)).containsExactly(0, 2, 4, 6);
    assertThat(part(into, 1)).containsExactly(8, 10, 12, 14);
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
