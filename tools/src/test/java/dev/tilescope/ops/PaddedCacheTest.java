package dev.tilescope.ops;

import static dev.tilescope.ops.Refusal.refused;
import static org.assertj.core.api.Assertions.assertThat;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
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
