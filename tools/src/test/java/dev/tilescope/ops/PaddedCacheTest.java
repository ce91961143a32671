package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A sequence whose rows the two rows of a mesh share, 32 of each chunk of 64. */
class PaddedCacheTest {
  private MeshDevice mesh;

  @BeforeEach
  void open() {
    mesh = MeshDevice.open("t3000");
  }

  @AfterEach
  void close() {
    mesh.close();
  }

  private Tensor distributed(float first, float second, int rows) {
    float[] values = new float[2 * rows * 32];
    for (int i = 0; i < values.length; i++) {
      values[i] = i < values.length / 2 ? first : second;
    }
    Shape shape = Shape.of(1, 1, 2 * rows, 32);
    Tensor whole = Ttnn.fromArray(values, shape, DataType.BFLOAT16, Layout.TILE);
    return Ttnn.distributeTensor(whole, MeshMapper.shard2d(2, null), mesh);
  }

  /** The first number of each 32 rows of a device. */
  private static float[] blocks(Tensor cache, int device) {
    float[] held = cache.requireParts("cache").get(device).floats();
    float[] blocks = new float[held.length / 1024];
    for (int i = 0; i < blocks.length; i++) {
      blocks[i] = held[i * 1024];
    }
    return blocks;
  }

  @Test
  void rowsGoBehindThoseThatAreThereOnEachDevice() {
    Tensor cache = distributed(0, 0, 96);
    Experimental.updatePaddedKvCache(cache, distributed(1, 2, 32), 0, 0, 1, 0, 0);
    assertThat(blocks(cache, 0)).containsExactly(1, 0, 0);
    assertThat(blocks(cache, 4)).containsExactly(2, 0, 0);
    Experimental.updatePaddedKvCache(cache, distributed(3, 4, 32), 0, 0, 1, 32, 0);
    assertThat(blocks(cache, 3)).containsExactly(1, 3, 0);
    assertThat(blocks(cache, 7)).containsExactly(4, 0, 0);
  }

  @Test
  void rowsBehindASequenceAreClearedOnTheDevicesThatHaveThem() {
    Tensor cache = distributed(1, 2, 96);
    OperationCall.of("ttnn.experimental.deepseek_prefill.zero_padded_kv_cache")
        .with(cache, 0, 0, 1, 80, 64, 0, 64)
        .run();
    float[] first = cache.requireParts("cache").get(1).floats();
    for (int row = 0; row < 96; row++) {
      assertThat(first[row * 32]).as("row %d", row).isEqualTo(row >= 48 && row < 64 ? 0 : 1);
    }
    assertThat(blocks(cache, 5)).containsExactly(2, 0, 2);
  }

  /** The first row of the mesh has positions 0 to 31 and 64 to 95, the second the others. */
  @Test
  void rowsAreTurnedByTheAnglesOfTheirPositionsOnEachDevice() {
    float[] angles = new float[128 * 32];
    float[] turning = new float[1024];
    for (int i = 0; i < angles.length; i++) {
      angles[i] = i / 32;
    }
    for (int i = 0; i < 32; i++) {
      turning[i * 32 + (i ^ 1)] = i % 2 == 0 ? 1 : -1;
    }
    Tensor cos = shared(slabs(angles), 128);
    Tensor sin = shared(new float[angles.length], 128);
    Tensor matrix =
        Ttnn.distributeTensor(
            Ttnn.fromArray(turning, Shape.of(1, 1, 32, 32), DataType.FLOAT32, Layout.TILE),
            MeshMapper.replicate(),
            mesh);
    float[] ones = new float[64 * 32];
    Arrays.fill(ones, 1);
    Tensor turned =
        (Tensor)
            OperationCall.of("ttnn.experimental.deepseek_prefill.rotary_embedding_indexed")
                .with(shared(ones, 64), cos, sin, matrix, 32, 0)
                .run();
    List<Values> parts = turned.requireParts("turned");
    for (int row = 0; row < 32; row++) {
      assertThat(parts.get(2).floats()[row * 32]).as("row %d, above", row).isEqualTo(64 + row);
      assertThat(parts.get(6).floats()[row * 32]).as("row %d, below", row).isEqualTo(32 + row);
    }
  }

  /** In the order in which devices have them: a device's slabs one behind the other. */
  private static float[] slabs(float[] sequence) {
    float[] ordered = new float[sequence.length];
    int slab = 32 * 32;
    for (int i = 0; i < sequence.length / slab; i++) {
      int to = i % 2 * (sequence.length / slab / 2) + i / 2;
      System.arraycopy(sequence, i * slab, ordered, to * slab, slab);
    }
    return ordered;
  }

  private Tensor shared(float[] values, int rows) {
    return Ttnn.distributeTensor(
        Ttnn.fromArray(values, Shape.of(1, 1, rows, 32), DataType.FLOAT32, Layout.TILE),
        MeshMapper.shard2d(2, null),
        mesh);
  }

  @Test
  void aSequenceThatFitsNoLongerIsRefused() {
    Tensor cache = distributed(0, 0, 64);
    Tensor rows = distributed(1, 2, 32);
    refused(
        mesh,
        () -> Experimental.updatePaddedKvCache(cache, rows, 0, 0, 1, 96, 0),
        "kv_actual_global (96) + chunk_global (64) would overflow global cache capacity (128)");
    Tensor shared =
        Ttnn.zerosLike(
            Ttnn.toDevice(
                Ttnn.fromArray(
                    new float[2048], Shape.of(1, 1, 64, 32), DataType.BFLOAT16, Layout.TILE),
                mesh));
    refused(
        mesh,
        () -> Experimental.updatePaddedKvCache(shared, rows, 0, 0, 1, 0, 0),
        "cache: devices that share a sequence need a cache of their own each");
  }
}
