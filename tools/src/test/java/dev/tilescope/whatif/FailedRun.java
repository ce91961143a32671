package dev.tilescope.whatif;

import dev.tilescope.capture.CaptureOptions;
import dev.tilescope.capture.GraphCapture;
import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.OutOfMemoryException;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Report;
import dev.tilescope.model.RunMode;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;
import java.util.List;

/**
 * Out of memory with plenty free. Each weight comes as FLOAT32 and is cast to BFLOAT16, which
 * leaves a hole below it of twice its size; the weights grow, so that none fits into a hole of
 * those before; and what comes last and is largest fits into none.
 */
public final class FailedRun {
  /** Of each of twelve banks 1 MiB is for buffers: 512 tiles of BFLOAT16. */
  static final Board SMALL = Board.named("n150").withDramView(1_048_640 + (1 << 20));

  /** In tiles of each bank. */
  static final List<Integer> WEIGHTS = List.of(4, 12, 36, 90);

  private static final int CACHE = 200;

  private FailedRun() {}

  public static Report report() {
    try (MeshDevice device = MeshDevice.open(SMALL, DeviceOptions.DEFAULT);
        GraphCapture capture = GraphCapture.begin(CaptureOptions.of(RunMode.NORMAL))) {
      WEIGHTS.forEach(tiles -> load(tiles, device));
      try {
        cache(device);
      } catch (OutOfMemoryException e) {
        return capture.end();
      }
      throw new AssertionError("it fits");
    }
  }

  static void load(int tiles, MeshDevice device) {
    Tensor staged = empty(tiles, DataType.FLOAT32, device);
    Ttnn.typecast(staged, DataType.BFLOAT16);
    staged.deallocate();
  }

  static Tensor cache(MeshDevice device) {
    return empty(CACHE, DataType.BFLOAT16, device);
  }

  /** As many tiles in each bank. */
  private static Tensor empty(int tiles, DataType dtype, MeshDevice device) {
    return Ttnn.empty(Shape.of(32 * tiles, 32 * 12), dtype, Layout.TILE, device, MemoryConfig.DRAM);
  }
}
