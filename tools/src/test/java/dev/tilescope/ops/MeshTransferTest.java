package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.options.AsTensorOptions;
import dev.tilescope.ops.options.FromTorchOptions;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.ops.options.ToTorchOptions;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.TorchTensor;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Onto the devices of a mesh and off it, with mappers and composers. */
class MeshTransferTest {
  private static final List<MeshMapper> MAPPERS =
      List.of(
          MeshMapper.replicate(),
          MeshMapper.shard(0),
          MeshMapper.shard(-1),
          MeshMapper.shard2d(0, 1),
          MeshMapper.shard2d(null, 0));

  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("t3000");
  }

  @AfterEach
  void close() {
    mesh.close();
  }

  private static float[] random(int count) {
    Random random = new Random(7);
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = random.nextFloat() * (i % 7 == 0 ? 100 : 1);
    }
    return values;
  }

  private FromTorchOptions onMesh(MeshMapper mapper) {
    return FromTorchOptions.DEFAULT.withDevice(mesh).withMeshMapper(mapper);
  }

  @Test
  void arraysComeBackFromTheMeshAsTheyWere() {
    TorchTensor whole = TorchTensor.of(random(16 * 24), Shape.of(16, 24));
    for (MeshMapper mapper : MAPPERS) {
      Tensor parts = Ttnn.fromTorch(whole, onMesh(mapper));
      TorchTensor back = Ttnn.toTorch(parts, ToTorchOptions.DEFAULT.withMeshComposer(mapper));
      assertThat(back.shape()).as("%s", mapper).isEqualTo(whole.shape());
      assertThat(back.toFloats()).as("%s", mapper).isEqualTo(whole.toFloats());
      Tensor host = Ttnn.fromDevice(parts);
      ToTorchOptions named = ToTorchOptions.DEFAULT.withMeshComposer(mapper).withDevice(mesh);
      assertThat(Ttnn.toTorch(host, named).toFloats()).isEqualTo(whole.toFloats());
    }
  }

  @Test
  void allocatedMemoryTakesAPartForEachDevice() {
    Tensor memory =
        Ttnn.allocateTensorOnDevice(
            new TensorSpec(Shape.of(1, 32), DataType.FLOAT32, Layout.TILE, MemoryConfig.DRAM),
            mesh);
    TorchTensor whole = TorchTensor.of(random(8 * 32), Shape.of(8, 32));
    Tensor parts = Ttnn.fromTorch(whole, onMesh(MeshMapper.shard(0)).withLayout(Layout.TILE));
    Ttnn.copyHostToDeviceTensor(Ttnn.fromDevice(parts), memory);
    ToTorchOptions joined = ToTorchOptions.DEFAULT.withMeshComposer(MeshMapper.shard(0));
    assertThat(Ttnn.toTorch(Ttnn.add(memory, memory), joined).toFloats()[255])
        .isEqualTo(2 * whole.toFloats()[255]);
    FromTorchOptions tiled = FromTorchOptions.DEFAULT.withLayout(Layout.TILE);
    Tensor same = Ttnn.fromTorch(TorchTensor.of(random(32), Shape.of(1, 32)), tiled);
    Ttnn.copyHostToDeviceTensor(same, memory);
    assertThat(Ttnn.toTorch(memory, joined).toFloats()).endsWith(random(32));
  }

  @Test
  void replicasAreJoinedOneAfterTheOther() {
    TorchTensor row = TorchTensor.of(new float[] {1, 2}, Shape.of(1, 2));
    Tensor same = Ttnn.fromTorch(row, onMesh(MeshMapper.replicate()));
    TorchTensor all =
        Ttnn.toTorch(same, ToTorchOptions.DEFAULT.withMeshComposer(MeshMapper.shard(0)));
    assertThat(all.shape()).isEqualTo(Shape.of(8, 2));
    assertThat(all.toFloats()).startsWith(1, 2, 1, 2).endsWith(1, 2);
  }

  @Test
  void blocksOfABlockFloatStayWithinTheirPart() {
    float[] values = random(8 * 32);
    TorchTensor whole = TorchTensor.of(values, Shape.of(1, 8 * 32)).reshaped(Shape.of(32, 8));
    Tensor parts = Ttnn.fromTorch(whole, onMesh(MeshMapper.shard(1)).withDtype(DataType.BFLOAT4_B));
    float[] column = new float[32];
    for (int i = 0; i < 32; i++) {
      column[i] = values[i * 8 + 3];
    }
    Tensor alone =
        Ttnn.fromTorch(
            TorchTensor.of(column, Shape.of(32, 1)),
            FromTorchOptions.DEFAULT.withDtype(DataType.BFLOAT4_B));
    assertThat(parts.requireParts("tensor").get(3).floats()).isEqualTo(alone.values().floats());
  }

  @Test
  void asTensorCutsConvertsAndKeepsParts(@TempDir Path folder) {
    float[] values = random(16 * 64);
    Tensor host = Ttnn.fromArray(values, Shape.of(16, 64), DataType.FLOAT32, Layout.ROW_MAJOR);
    AsTensorOptions options =
        AsTensorOptions.DEFAULT
            .withDevice(mesh, MemoryConfig.DRAM)
            .withLayout(Layout.TILE)
            .withMeshMapper(MeshMapper.shard2d(0, 1))
            .withPreprocess(new AsTensorOptions.Preprocess("as it is", tensor -> tensor))
            .withCacheFileName(folder.resolve("weights").toString());
    for (int run = 0; run < 2; run++) {
      Tensor parts = Ttnn.asTensor(host, options);
      assertThat(parts.shape()).isEqualTo(Shape.of(8, 16));
      Tensor back = Ttnn.aggregateTensor(parts, MeshMapper.shard2d(0, 1));
      assertThat(back.values().floats()).isEqualTo(values);
    }
    Tensor otherwise = Ttnn.asTensor(host, options.withMeshMapper(MeshMapper.shard2d(1, 0)));
    assertThat(otherwise.shape()).isEqualTo(Shape.of(4, 32));
  }

  @Test
  void randomNumbersDoNotDependOnTheMesh() {
    Shape shape = Shape.of(64, 96);
    float[] whole = Ttnn.toArray(Ttnn.rand(shape, DataType.FLOAT32, mesh, 5));
    for (MeshMapper mapper : MAPPERS) {
      Tensor parts =
          Ttnn.rand(
              shape,
              mesh,
              RandOptions.DEFAULT.withDtype(DataType.FLOAT32).withSeed(5).withMeshMapper(mapper));
      assertThat(Ttnn.aggregateTensor(parts, mapper).values().floats())
          .as("%s", mapper)
          .isEqualTo(whole);
      parts.close();
    }
  }

  @Test
  void withoutDispatchPartsHaveTheirShapes() {
    TorchTensor whole = TorchTensor.of(random(16 * 24), Shape.of(16, 24));
    MeshMapper mapper = MeshMapper.shard2d(0, 1);
    try (GraphCapture _ = GraphCapture.begin(RunMode.NO_DISPATCH)) {
      Tensor parts = Ttnn.fromTorch(whole, onMesh(mapper));
      assertThat(parts.shape()).isEqualTo(Shape.of(8, 6));
      ToTorchOptions composed = ToTorchOptions.DEFAULT.withMeshComposer(mapper);
      assertThat(Ttnn.toTorch(parts, composed).shape()).isEqualTo(Shape.of(16, 24));
      assertThat(Ttnn.aggregateTensor(parts, mapper).shape()).isEqualTo(Shape.of(16, 24));
    }
  }

  @Test
  void whatIsNotModelledIsRefused() {
    TorchTensor whole = TorchTensor.of(random(6), Shape.of(2, 3));
    FromTorchOptions plain = FromTorchOptions.DEFAULT;
    refused(() -> Ttnn.fromTorch(whole, plain.withColTilize(true)), "col_tilize: tiles that lie");
    refused(
        () -> Ttnn.fromTorch(whole, plain.withMeshMapper(MeshMapper.shard(0))),
        "mesh_mapper: it cuts for the mesh of a device");
    refused(
        () -> Ttnn.fromTorch(whole, onMesh(MeshMapper.shard(0))),
        "mesh_mapper: dimension 0 of Shape([2, 3]) cannot be cut into 8 equal pieces");
    Tensor host = Ttnn.fromTorch(whole, plain.withTile(Tile.DEFAULT).withEnableBfloatOpt(true));
    refused(
        () -> Ttnn.toTorch(host, ToTorchOptions.DEFAULT.withMeshComposer(MeshMapper.shard(0))),
        "mesh_composer: a host tensor does not say what mesh it was cut for");
    refused(
        () -> Ttnn.asTensor(host, AsTensorOptions.DEFAULT.withMeshMapper(MeshMapper.shard(0))),
        "mesh_mapper: it cuts for the mesh of a device");
    refused(
        () ->
            Ttnn.rand(
                Shape.of(4, 4),
                mesh,
                RandOptions.DEFAULT
                    .withDtype(DataType.FLOAT32)
                    .withMeshMapper(MeshMapper.shard(0))),
        "dim: dimension 0 of Shape([4, 4]) cannot be shared out evenly to 8 devices");
  }

  private static void refused(Runnable call, String message) {
    assertThatThrownBy(call::run)
        .isInstanceOf(TilescopeException.class)
        .hasMessageContaining(message);
  }
}
