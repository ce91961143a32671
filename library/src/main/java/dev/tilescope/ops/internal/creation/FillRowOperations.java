package dev.tilescope.ops.internal.creation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Row-major matrices with one value in a corner and another around it. */
public final class FillRowOperations {
  private FillRowOperations() {}

  private static final int BUFFERED_TILES = 16;

  public record FillRmParams(
      Shape shape, int hFill, int wFill, float valHi, float valLo, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<FillRmParams> FILL_RM_ON_DEVICE =
      DeviceOperation.<FillRmParams>named("FillRMDeviceOperation", "fill_rm")
          .takes(Input.of("any").dtypes(List.of(DataType.BFLOAT16)))
          .validation(FillRowOperations::check)
          .output(call ->
              new TensorSpec(
                  call.params().shape(),
                  call.spec(0).dtype(),
                  Layout.ROW_MAJOR,
                  call.params().outputMemConfig()))
          // fill_rm_program_factory.cpp, a Metal 2.0 one on the first core.
          .circularBuffers(
              "Dataflow buffers: sixteen tiles for each of the two values, on one core.",
              FillRowOperations::buffers)
          .cost(call -> Costs.work(0, 1, List.of(), call.outputSpec()))
          .engine(Engine.WRITES)
          .kernel(FillRowOperations::compute)
          .golden(FillRowOperations::golden)
          .declare();

  /** Named as TT-NN names them, in small letters. */
  public record FillRmArguments(
      int n,
      int c,
      int h,
      int w,
      int hOnes,
      int wOnes,
      Tensor any,
      double valHi,
      double valLo,
      @Nullable MemoryConfig memoryConfig) {}

  public record FillOnesRmArguments(
      int n,
      int c,
      int h,
      int w,
      int hOnes,
      int wOnes,
      Tensor any,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<FillRmArguments, Tensor> FILL_RM =
      Operation.of(
          "ttnn::fill_rm", FillRmArguments.class, FillRowOperations::fill, FILL_RM_ON_DEVICE);
  public static final Operation<FillOnesRmArguments, Tensor> FILL_ONES_RM =
      Operation.of(
          "ttnn::fill_ones_rm",
          FillOnesRmArguments.class,
          a ->
              fill(
                  new FillRmArguments(
                      a.n(),
                      a.c(),
                      a.h(),
                      a.w(),
                      a.hOnes(),
                      a.wOnes(),
                      a.any(),
                      1,
                      0,
                      a.memoryConfig())),
          FILL_RM_ON_DEVICE);

  private static Tensor fill(FillRmArguments a) {
    FILL_RM_ON_DEVICE.requireUsable(a.any());
    Check.that(
        a.n() > 0 && a.c() > 0 && a.h() > 0 && a.w() > 0,
        "All dimensions must be positive: N=%d, C=%d, H=%d, W=%d",
        a.n(),
        a.c(),
        a.h(),
        a.w());
    MemoryConfig memory = a.memoryConfig() == null ? a.any().memoryConfig() : a.memoryConfig();
    return FILL_RM_ON_DEVICE.run(
        new FillRmParams(
            Shape.of(a.n(), a.c(), a.h(), a.w()),
            a.hOnes(),
            a.wOnes(),
            (float) a.valHi(),
            (float) a.valLo(),
            memory),
        a.any());
  }

  private static void check(Call<FillRmParams> call) {
    FillRmParams params = call.params();
    int height = params.shape().dim(-2);
    int width = params.shape().dim(-1);
    Check.that(
        params.hFill() >= 0
            && params.wFill() >= 0
            && params.hFill() <= height
            && params.wFill() <= width,
        "Fill dimensions must be <= tensor dimensions: hFill=%d <= H=%d, wFill=%d <= W=%d",
        params.hFill(),
        height,
        params.wFill(),
        width);
    Check.that(
        width < 1024 * BUFFERED_TILES,
        "Width (W) must be less than %d for kernel simplification. Got W=%d",
        1024 * BUFFERED_TILES,
        width);
    Check.interleaved("any", call.spec(0).memoryConfig());
    Check.interleaved("memory_config", params.outputMemConfig());
  }

  private static List<CircularBuffer> buffers(Call<FillRmParams> call) {
    CircularBuffer one =
        CircularBuffers.tiles(CoreRangeSet.grid(1, 1), call.spec(0).dtype(), BUFFERED_TILES);
    return CircularBuffers.dataflow(List.of(one, one));
  }

  private static void compute(Call<FillRmParams> call) {
    FillRmParams params = call.params();
    float[] out = call.out().floats();
    Arrays.fill(out, params.valLo());
    int width = params.shape().dim(-1);
    int height = params.shape().dim(-2);
    for (int row = 0; row < out.length / width; row++) {
      if (row % height < params.hFill()) {
        Arrays.fill(out, row * width, row * width + params.wFill(), params.valHi());
      }
    }
  }

  private static double[] golden(GoldenCall<FillRmParams> call) {
    FillRmParams params = call.params();
    return Elements.of(
        params.shape(),
        at -> at[2] < params.hFill() && at[3] < params.wFill() ? params.valHi() : params.valLo());
  }
}
