package dev.tilescope.ops.options;

import dev.tilescope.device.Board;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.TilescopeException;

/**
 * A rectangle of cores from the corner (0, 0), as users give it to operations. Prints as TT-NN
 * does, {@code ttnn.CoreGrid(x=8, y=8)}.
 *
 * @param y rows
 * @param x columns
 */
public record CoreGrid(int y, int x) {
  public CoreGrid {
    if (x < 1 || y < 1) {
      throw new TilescopeException(
          "core_grid: x and y must be >= 1, got x=%d, y=%d".formatted(x, y));
    }
  }

  /** All cores of a device that compute. */
  public static CoreGrid of(MeshDevice device) {
    Board.Grid grid = device.board().compute();
    return new CoreGrid(grid.height(), grid.width());
  }

  /** The number of cores. */
  public long size() {
    return (long) x * y;
  }

  @Override
  public String toString() {
    return "ttnn.CoreGrid(x=" + x + ", y=" + y + ")";
  }
}
