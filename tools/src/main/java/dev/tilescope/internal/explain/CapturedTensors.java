package dev.tilescope.internal.explain;

import dev.tilescope.internal.perf.PerfTensor;
import dev.tilescope.internal.perf.PerfTensor.Extent;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TraceEvent.TensorDescription;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** Tensors of a report as a performance CSV would have them. */
final class CapturedTensors {
  private static final int TILE = 32;
  private static final Pattern LAYOUT = Pattern.compile("memory_layout=TensorMemoryLayout::(\\w+)");
  private static final Pattern BUFFER = Pattern.compile("buffer_type=BufferType::(\\w+)");

  private CapturedTensors() {}

  static PerfTensor of(TensorDescription tensor) {
    return of(
        tensor.shape(),
        tensor.dtype(),
        tensor.layout() == Layout.TILE,
        String.valueOf(tensor.memoryConfig()));
  }

  /** {@link PerfTensor#NONE} where shape or type are not known. */
  static PerfTensor of(
      @Nullable Shape shape, @Nullable DataType type, boolean isTiled, String memoryConfig) {
    if (shape == null || type == null) {
      return PerfTensor.NONE;
    }
    Extent logical = extent(shape);
    return new PerfTensor(
        logical.w(),
        logical.z(),
        isTiled ? up(logical.y()) : logical.y(),
        isTiled ? up(logical.x()) : logical.x(),
        type.name(),
        memory(memoryConfig),
        isTiled ? "TILE" : "ROW_MAJOR",
        logical);
  }

  /** Dimensions before the last three are one, as in a CSV. */
  private static Extent extent(Shape shape) {
    double[] sizes = {1, 1, 1, 1};
    int rank = shape.rank();
    for (int i = 0; i < rank; i++) {
      sizes[Math.max(0, i + sizes.length - rank)] *= shape.dim(i);
    }
    return new Extent(sizes[0], sizes[1], sizes[2], sizes[3]);
  }

  private static double up(double size) {
    return Math.ceil(size / TILE) * TILE;
  }

  /** {@code DEV_0_L1_HEIGHT_SHARDED}; null if the config does not say. */
  private static @Nullable String memory(String config) {
    Matcher layout = LAYOUT.matcher(config);
    Matcher buffer = BUFFER.matcher(config);
    return layout.find() && buffer.find()
        ? "DEV_0_" + buffer.group(1) + "_" + layout.group(1)
        : null;
  }
}
