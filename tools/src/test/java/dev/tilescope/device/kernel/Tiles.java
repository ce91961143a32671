package dev.tilescope.device.kernel;

import dev.tilescope.device.Buffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.tensor.TileImage;
import dev.tilescope.tensor.Values;
import java.util.Random;

/** Matrices of bfloat16 tiles for kernels. */
final class Tiles {
  static final int BYTES = DataType.BFLOAT16.tileBytes();
  static final CoreCoord ORIGIN = new CoreCoord(0, 0);
  static final CoreRangeSet ONE_CORE = CoreRangeSet.grid(1, 1);

  private Tiles() {}

  /** A matrix of so many tiles. */
  static TensorSpec matrix(int tileRows, int tileColumns) {
    return new TensorSpec(
        Shape.of(32 * tileRows, 32 * tileColumns),
        DataType.BFLOAT16,
        Layout.TILE,
        MemoryConfig.DRAM);
  }

  /** Small integers, whose sums and products a bfloat16 holds exactly. */
  static Values values(TensorSpec spec, long seed, int below) {
    Random random = new Random(seed);
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    for (int i = 0; i < values.size(); i++) {
      values.floats()[i] = random.nextInt(below);
    }
    return values;
  }

  static Buffer filled(MeshDevice device, TensorSpec spec, Values values) {
    Buffer buffer = device.allocate(spec, "test");
    buffer.enqueueWrite(TileImage.encode(spec, values));
    return buffer;
  }

  static float[] read(Buffer buffer, TensorSpec spec) {
    return TileImage.decode(spec, buffer.enqueueRead()).floats();
  }
}
