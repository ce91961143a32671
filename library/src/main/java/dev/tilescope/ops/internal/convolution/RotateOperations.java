package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Image;
import dev.tilescope.ops.internal.kernel.ImageKernels;
import dev.tilescope.ops.internal.kernel.Turn;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Turning of NHWC images about a point, which keep their size. */
public final class RotateOperations {
  private RotateOperations() {}

  /** Of channels that one reduction takes. */
  private static final int MOST_TILES = 8;

  /**
   * @param center x and y in pixels; null for the middle
   */
  public record RotateParams(
      float angle,
      @Nullable List<Float> center,
      float fill,
      boolean expand,
      String interpolationMode,
      MemoryConfig memoryConfig) {
    boolean isNearest() {
      return interpolationMode.equals("nearest");
    }

    Turn turn(Shape image) {
      return new Turn(
          Math.toRadians(angle),
          center == null ? image.dim(2) / 2.0 : center.getFirst(),
          center == null ? image.dim(1) / 2.0 : center.getLast(),
          fill,
          isNearest());
    }
  }

  public static final DeviceOperation<RotateParams> ROTATE_ON_DEVICE =
      DeviceOperation.<RotateParams>named("RotateDeviceOperation", "rotate")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.BFLOAT16, DataType.FLOAT32))
                  .in(Layout.ROW_MAJOR))
          .validation(RotateOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "A page of the value that fills, two pages in and two out; bilinear two rows of tiles"
                  + " of four pixels and two tiles of their weights instead of pages in.",
              RotateOperations::circularBuffers)
          .cost(RotateOperations::cost)
          .kernel(call ->
              ImageKernels.rotate(
                  call.floats(0),
                  image(call.spec(0).shape()),
                  call.params().turn(call.spec(0).shape()),
                  call.out().floats()))
          .golden(RotateOperations::golden)
          .declare();

  public record RotateArguments(
      Tensor inputTensor,
      float angle,
      @Nullable List<Float> center,
      @Default("0") float fill,
      @Default("false") boolean expand,
      @Default("nearest") String interpolationMode,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<RotateArguments, Tensor> ROTATE =
      Operation.of(
          "ttnn::rotate",
          RotateArguments.class,
          a ->
              ROTATE_ON_DEVICE.run(
                  new RotateParams(
                      a.angle(),
                      a.center(),
                      a.fill(),
                      a.expand(),
                      a.interpolationMode(),
                      a.memoryConfig() == null ? a.inputTensor().memoryConfig() : a.memoryConfig()),
                  a.inputTensor()),
          ROTATE_ON_DEVICE);

  private static void check(Call<RotateParams> call) {
    RotateParams params = call.params();
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.rank() == 4, "Input tensor must be 4D (N, H, W, C), got rank %d", shape.rank());
    Check.that(
        !params.expand(),
        "expand=True is not supported. Only same-size rotation (expand=False) is implemented");
    Check.that(
        params.isNearest() || params.interpolationMode().equals("bilinear"),
        "Only 'nearest' and 'bilinear' interpolation_mode are supported, got '%s'",
        params.interpolationMode());
    TensorMemoryLayout layout = call.spec(0).memoryConfig().memoryLayout();
    Check.that(
        !layout.isSharded() || layout == TensorMemoryLayout.HEIGHT_SHARDED,
        "Only height sharding is supported for rotate operation. Got memory layout %s",
        layout);
    Check.that(
        params.center() == null || params.center().size() == 2,
        "center: x and y are needed, got %s",
        String.valueOf(params.center()));
    Check.that(
        params.isNearest() || shape.dim(3) <= MOST_TILES * TensorSpec.TILE_SIDE,
        "Wide reduction (in_ntiles_c > MAX_TILES_PER_REDUCTION) is not supported for bilinear"
            + " rotate. Reduce channel count to <= %d, got %d.",
        MOST_TILES * TensorSpec.TILE_SIDE,
        shape.dim(3));
  }

  private static Image image(Shape shape) {
    return new Image(shape.dim(0), shape.dim(1), shape.dim(2), shape.dim(3));
  }

  private static List<CircularBuffer> circularBuffers(Call<RotateParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call);
    CircularBuffer fill = CircularBuffers.pages(cores, call.spec(0), 1);
    CircularBuffer out = CircularBuffers.doubled(cores, call.outputSpec());
    if (call.params().isNearest()) {
      return List.of(fill, CircularBuffers.doubled(cores, call.spec(0)), out);
    }
    DataType dtype = call.spec(0).dtype();
    long tiles = Math.ceilDiv(call.spec(0).shape().dim(3), TensorSpec.TILE_SIDE);
    return List.of(
        fill,
        CircularBuffers.tiles(cores, dtype, 2 * tiles),
        CircularBuffers.tiles(cores, dtype, 2),
        out);
  }

  private static Work cost(Call<RotateParams> call) {
    int cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call).size();
    TileWork perTile = call.params().isNearest() ? TileWork.NONE : new TileWork(4, 0, 0, 1);
    return Costs.of(perTile, cores, Costs.inputs(call), call.outputSpec());
  }

  /** By the pixels around the place that each pixel comes from. */
  private static double[] golden(GoldenCall<RotateParams> call) {
    RotateParams params = call.params();
    Shape shape = call.output().shape();
    Turn turn = params.turn(shape);
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int channel = i % shape.dim(3);
      int x = i / shape.dim(3) % shape.dim(2);
      int y = i / (shape.dim(3) * shape.dim(2)) % shape.dim(1);
      int n = i / (shape.dim(3) * shape.dim(2) * shape.dim(1));
      double dx = x + 0.5 - turn.centreX();
      double dy = y + 0.5 - turn.centreY();
      double cos = turn.cosine();
      double sin = turn.sine();
      double fromX = cos * dx - sin * dy + turn.centreX() - 0.5;
      double fromY = sin * dx + cos * dy + turn.centreY() - 0.5;
      if (params.isNearest()) {
        fromX = Math.rint(fromX);
        fromY = Math.rint(fromY);
      }
      for (int near = (int) Math.floor(fromY); near <= Math.floor(fromY) + 1; near++) {
        for (int beside = (int) Math.floor(fromX); beside <= Math.floor(fromX) + 1; beside++) {
          double weight = (1 - Math.abs(fromY - near)) * (1 - Math.abs(fromX - beside));
          boolean inside = near >= 0 && near < shape.dim(1) && beside >= 0 && beside < shape.dim(2);
          int at = ((n * shape.dim(1) + near) * shape.dim(2) + beside) * shape.dim(3) + channel;
          out[i] += weight * (inside ? call.values(0)[at] : params.fill());
        }
      }
    }
    return out;
  }
}
