package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Image;
import dev.tilescope.ops.internal.kernel.ImageKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** Enlarging of NHWC images. */
public final class UpsampleOperations {
  private UpsampleOperations() {}

  public enum UpsampleMode {
    NEAREST,
    BILINEAR;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  public record UpsampleParams(
      int scaleFactorH,
      int scaleFactorW,
      UpsampleMode mode,
      MemoryConfig outputMemConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {
    public UpsampleParams(
        int scaleFactorH, int scaleFactorW, UpsampleMode mode, MemoryConfig outputMemConfig) {
      this(scaleFactorH, scaleFactorW, mode, outputMemConfig, null);
    }
  }

  public static final DeviceOperation<UpsampleParams> UPSAMPLE_ON_DEVICE =
      DeviceOperation.<UpsampleParams>named("UpsampleOperation", "upsample")
          .takes(Input.of("input_tensor").floats())
          .validation(UpsampleOperations::check)
          .output(call ->
              new TensorSpec(
                  enlarged(call.spec(0).shape(), call.params()),
                  HaloOperations.rowsOf(call.spec(0).dtype()),
                  Layout.ROW_MAJOR,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "Two pages in, a row of tiles if the input has tiles, two pages out; bilinear also"
                  + " two tiles of four pixels and two of their weights.",
              UpsampleOperations::circularBuffers)
          .cost(UpsampleOperations::cost)
          .kernel(UpsampleOperations::compute)
          .golden(UpsampleOperations::golden)
          .declare();

  @Form("inputTensor, scaleFactor, mode, memoryConfig")
  public record UpsampleArguments(
      Tensor inputTensor,
      int[] scaleFactor,
      @Default("nearest") String mode,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<UpsampleArguments, Tensor> UPSAMPLE =
      Operation.of(
          "ttnn::upsample",
          UpsampleArguments.class,
          UpsampleOperations::upsample,
          UPSAMPLE_ON_DEVICE);

  private static Tensor upsample(UpsampleArguments a) {
    Tensor input = a.inputTensor();
    WindowArguments.pair("scale_factor", a.scaleFactor());
    Check.that(
        a.mode().equals("nearest") || a.mode().equals("bilinear"),
        "mode: \"nearest\" or \"bilinear\" is expected, got \"%s\"",
        a.mode());
    MemoryConfig asked = a.memoryConfig();
    return UPSAMPLE_ON_DEVICE.run(
        new UpsampleParams(
            a.scaleFactor()[0],
            a.scaleFactor()[1],
            UpsampleMode.valueOf(a.mode().toUpperCase(Locale.ROOT)),
            asked == null ? Placement.interleaved(input.memoryConfig()) : asked,
            a.computeKernelConfig()),
        input);
  }

  private static void check(Call<UpsampleParams> call) {
    Shape shape = call.spec(0).shape();
    Check.that(
        shape.rank() == 4 && shape.volume() > 0,
        "input_tensor: pixels in shape [N, H, W, C] are needed, got %s",
        shape);
    UpsampleParams params = call.params();
    Check.that(
        (long) shape.dim(1) * params.scaleFactorH() <= Integer.MAX_VALUE
            && (long) shape.dim(2) * params.scaleFactorW() <= Integer.MAX_VALUE,
        "scale_factor: %d x %d times %s has a dimension above 2^31-1",
        params.scaleFactorH(),
        params.scaleFactorW(),
        shape);
  }

  private static Shape enlarged(Shape shape, UpsampleParams params) {
    return Shape.of(
        shape.dim(0),
        shape.dim(1) * params.scaleFactorH(),
        shape.dim(2) * params.scaleFactorW(),
        shape.dim(3));
  }

  private static List<CircularBuffer> circularBuffers(Call<UpsampleParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call);
    TensorSpec in = call.spec(0);
    CircularBuffer first =
        in.layout() == Layout.TILE
            ? CircularBuffers.rowOfTiles(
                cores,
                in.dtype(),
                Math.max(1, in.physicalWidth() / TensorSpec.TILE_SIDE),
                call.device())
            : CircularBuffers.doubled(cores, in);
    CircularBuffer last = CircularBuffers.doubled(cores, call.outputSpec());
    CircularBuffer two = CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2);
    return call.params().mode() == UpsampleMode.NEAREST
        ? List.of(first, last)
        : List.of(first, two, two, last);
  }

  private static Work cost(Call<UpsampleParams> call) {
    int cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call).size();
    TileWork perTile =
        call.params().mode() == UpsampleMode.NEAREST
            ? TileWork.NONE
            : new TileWork(
                4, 0, 0, ComputeKernelConfig.passes(call.params().computeKernelConfig()));
    return Costs.of(perTile, cores, Costs.inputs(call), call.outputSpec());
  }

  private static void compute(Call<UpsampleParams> call) {
    Shape shape = call.spec(0).shape();
    Image image = new Image(shape.dim(0), shape.dim(1), shape.dim(2), shape.dim(3));
    Shape result = call.outputSpec().shape();
    float[] out = call.out().floats();
    switch (call.params().mode()) {
      case NEAREST ->
          ImageKernels.upsampleNearest(call.floats(0), image, result.dim(1), result.dim(2), out);
      case BILINEAR ->
          ImageKernels.upsampleBilinear(call.floats(0), image, result.dim(1), result.dim(2), out);
    }
  }

  private static double[] golden(GoldenCall<UpsampleParams> call) {
    UpsampleParams params = call.params();
    Shape shape = call.input(0).spec().shape();
    Shape result = call.output().shape();
    ImageSize image = new ImageSize(shape.dim(0), shape.dim(1), shape.dim(2), shape.dim(3));
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int channel = i % shape.dim(3);
      int x = i / shape.dim(3) % result.dim(2);
      int y = i / (shape.dim(3) * result.dim(2)) % result.dim(1);
      int n = i / (shape.dim(3) * result.dim(2) * result.dim(1));
      if (params.mode() == UpsampleMode.NEAREST) {
        int at = image.at(n, y / params.scaleFactorH(), x / params.scaleFactorW());
        out[i] = call.values(0)[at + channel];
        continue;
      }
      double sourceY = source(y, params.scaleFactorH(), shape.dim(1));
      double sourceX = source(x, params.scaleFactorW(), shape.dim(2));
      for (int corner = 0; corner < 4; corner++) {
        int cornerY = Math.min((int) sourceY + corner / 2, shape.dim(1) - 1);
        int cornerX = Math.min((int) sourceX + corner % 2, shape.dim(2) - 1);
        double weightY = corner / 2 == 0 ? 1 - sourceY % 1 : sourceY % 1;
        double weightX = corner % 2 == 0 ? 1 - sourceX % 1 : sourceX % 1;
        double pixel = call.values(0)[image.at(n, cornerY, cornerX) + channel];
        out[i] += weightY * weightX * pixel;
      }
    }
    return out;
  }

  /** The middle of a pixel, in the small image, without leaving it. */
  private static double source(int index, int scale, int size) {
    return Math.clamp((index + 0.5) / scale - 0.5, 0, size - 1);
  }

  @DoorMethod(operation = "ttnn::upsample", value = "The same, by one factor in both directions.")
  public static Tensor upsample(Tensor inputTensor, int scaleFactor) {
    return UPSAMPLE.call(
        new UpsampleArguments(
            inputTensor, new int[] {scaleFactor, scaleFactor}, "nearest", null, null));
  }
}
