import dev.tilescope.device.Board;
import dev.tilescope.device.DeviceOptions;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.device.OutOfMemoryException;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.tensor.Tensor;

/** Out of memory with plenty free: weights that grow, and a cache that comes last. */
public class LargestFirst {
  public static void main(String[] arguments) {
    // Banks of 2 MiB instead of 1 GiB keep the example small.
    Board board = Board.named("n150").withDramView(2 << 20);
    try (MeshDevice device = MeshDevice.open(board, DeviceOptions.DEFAULT)) {
      for (int tiles : new int[] {4, 12, 36, 90}) {
        Tensor loaded = empty(tiles, DataType.FLOAT32, device);
        Ttnn.typecast(loaded, DataType.BFLOAT16);
        loaded.deallocate();
      }
      empty(200, DataType.BFLOAT16, device);
    } catch (OutOfMemoryException e) {
      System.out.println(e.getMessage());
    }
  }

  /** With so many tiles in each of the twelve banks. */
  private static Tensor empty(int tiles, DataType dtype, MeshDevice device) {
    return Ttnn.empty(Shape.of(32 * tiles, 32 * 12), dtype, Layout.TILE, device, MemoryConfig.DRAM);
  }
}
