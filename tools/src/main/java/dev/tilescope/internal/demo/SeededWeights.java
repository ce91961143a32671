package dev.tilescope.internal.demo;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.Ttnn;
import dev.tilescope.ops.options.CoreGrid;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.Tensor;

/** Random parameters in DRAM: the same ones for the same sequence of calls. */
final class SeededWeights {
  private static final int GRID_SIDE = 8;

  private final MeshDevice device;
  private long seed;

  SeededWeights(MeshDevice device) {
    this.device = device;
  }

  /** A matrix that keeps the size of what it is applied to. */
  Tensor matrix(DataType dtype, int in, int out) {
    double bound = Math.sqrt(3.0 / in);
    return uniform(Shape.of(in, out), dtype, Layout.TILE, -bound, bound);
  }

  Tensor row(DataType dtype, int width, double low, double high) {
    return uniform(Shape.of(1, width), dtype, Layout.TILE, low, high);
  }

  Tensor table(int rows, int width) {
    return uniform(Shape.of(rows, width), DataType.BFLOAT16, Layout.ROW_MAJOR, -1, 1);
  }

  Tensor uniform(Shape shape, DataType dtype, Layout layout, double low, double high) {
    return uniform(shape, dtype, layout, MemoryConfig.DRAM, low, high);
  }

  Tensor uniform(
      Shape shape, DataType dtype, Layout layout, MemoryConfig memory, double low, double high) {
    return Ttnn.rand(
        shape,
        device,
        RandOptions.DEFAULT
            .withDtype(dtype)
            .withLayout(layout)
            .withMemoryConfig(memory)
            .withLow(low)
            .withHigh(high)
            .withSeed(++seed));
  }

  /** At most 8 by 8 cores, as TT-NN's demos of these models take. */
  static CoreGrid grid(MeshDevice device) {
    var cores = device.board().compute();
    return new CoreGrid(Math.min(GRID_SIDE, cores.height()), Math.min(GRID_SIDE, cores.width()));
  }
}
