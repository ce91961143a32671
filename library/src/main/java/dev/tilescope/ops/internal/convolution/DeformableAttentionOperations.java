package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
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
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Attention whose queries look at a few places of an image each, of their own choice. */
public final class DeformableAttentionOperations {
  private DeformableAttentionOperations() {}

  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16);
  private static final int SIDE = TensorSpec.TILE_SIDE;

  /** Pixels around a place. */
  private static final int CORNERS = 4;

  /** Half a row of a tile, in which the programs move channels. */
  private static final int FACE_WIDTH = 16;

  public record DeformableAttentionParams(MemoryConfig outputMemoryConfig, boolean alignCorners) {}

  public static final DeviceOperation<DeformableAttentionParams>
      MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE =
          DeviceOperation.<DeformableAttentionParams>named(
                  "MSDAOperation", "multi_scale_deformable_attn")
              .takes(
                  Input.of("value").dtypes(DTYPES).in(Layout.ROW_MAJOR),
                  Input.of("grid").dtypes(DTYPES).in(Layout.ROW_MAJOR),
                  Input.of("attn").dtypes(DTYPES).in(Layout.ROW_MAJOR))
              .validation(DeformableAttentionOperations::check)
              .output(DeformableAttentionOperations::output)
              .circularBuffers(
                  "For 32 queries a pixel each, their places and their weights; two rows of tiles in"
                      + " and out, two tiles of weights, and a row of the result, on as many cores as"
                      + " there are such groups of queries.",
                  DeformableAttentionOperations::circularBuffers)
              .cost(DeformableAttentionOperations::cost)
              .kernel(DeformableAttentionOperations::compute)
              .golden(DeformableAttentionOperations::golden)
              .declare();

  public record DeformableAttentionArguments(
      Tensor value,
      Tensor grid,
      Tensor attn,
      @Nullable MemoryConfig memoryConfig,
      @Default("false") boolean alignCorners) {}

  public static final Operation<DeformableAttentionArguments, Tensor> MULTI_SCALE_DEFORMABLE_ATTN =
      Operation.of(
          "ttnn::experimental::multi_scale_deformable_attn",
          DeformableAttentionArguments.class,
          DeformableAttentionOperations::attend,
          MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE);

  private static Tensor attend(DeformableAttentionArguments a) {
    MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE.requireUsable(a.value(), a.grid(), a.attn());
    MemoryConfig memory = a.memoryConfig();
    return MULTI_SCALE_DEFORMABLE_ATTN_ON_DEVICE.run(
        new DeformableAttentionParams(
            memory == null ? a.value().memoryConfig() : memory, a.alignCorners()),
        a.value(),
        a.grid(),
        a.attn());
  }

  private static void check(Call<DeformableAttentionParams> call) {
    Check.rankIs("value", call.input(0), 4);
    Check.rankIs("grid", call.input(1), 4);
    Check.rankIs("attn", call.input(2), 3);
    Shape value = call.spec(0).shape();
    Shape attn = call.spec(2).shape();
    Check.that(
        value.volume() > 0 && attn.volume() > 0,
        "value: pixels, queries and points are needed, got %s and %s",
        value,
        attn);
    Check.that(
        value.dim(3) % FACE_WIDTH == 0,
        "value's last dim (D) must be a positive multiple of 16, got %d",
        value.dim(3));
    Shape grid = Shape.of(value.dim(0), attn.dim(1) * attn.dim(2), 1, 2);
    Check.that(
        attn.dim(0) == value.dim(0) && call.spec(1).shape().equals(grid),
        "grid: %s is needed for values %s and weights %s, got %s",
        grid,
        value,
        attn,
        call.spec(1).shape());
    Check.interleaved("value", call.spec(0).memoryConfig());
    Check.interleaved("grid", call.spec(1).memoryConfig());
    Check.interleaved("attn", call.spec(2).memoryConfig());
    Check.interleaved("memory_config", call.params().outputMemoryConfig());
  }

  private static TensorSpec output(Call<DeformableAttentionParams> call) {
    Shape value = call.spec(0).shape();
    return new TensorSpec(
        Shape.of(value.dim(0), call.spec(2).shape().dim(1), value.dim(3)),
        DataType.BFLOAT16,
        Layout.ROW_MAJOR,
        call.params().outputMemoryConfig());
  }

  /** Each of 32 queries of one image, or of what is left of them. */
  private static long groups(Call<DeformableAttentionParams> call) {
    Shape attn = call.spec(2).shape();
    return (long) attn.dim(0) * Math.ceilDiv(attn.dim(1), SIDE);
  }

  private static long channelTiles(Call<DeformableAttentionParams> call) {
    return Math.ceilDiv(call.spec(0).shape().dim(3), SIDE);
  }

  /** multi_scale_deformable_attn_program_factory.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<DeformableAttentionParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(groups(call), call);
    long points = call.spec(2).shape().dim(2);
    long width = channelTiles(call);
    return List.of(
        CircularBuffers.aligned(cores, call.input(0), SIDE),
        CircularBuffers.aligned(cores, call.input(1), SIDE * points),
        CircularBuffers.aligned(cores, call.input(2), SIDE),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, 2 * width),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, 2),
        CircularBuffers.tiles(cores, DataType.BFLOAT16, 2 * width),
        CircularBuffers.aligned(cores, call.output(), 1));
  }

  /** A multiplication and an addition for each corner of each point. */
  private static Work cost(Call<DeformableAttentionParams> call) {
    int cores = CircularBuffers.sharing(groups(call), call).size();
    int steps = CORNERS * call.spec(2).shape().dim(2);
    return Costs.of(
        TileWork.elementwise(steps),
        Math.ceilDiv(groups(call), cores) * channelTiles(call),
        cores,
        Costs.inputs(call),
        call.outputSpec());
  }

  private static void compute(Call<DeformableAttentionParams> call) {
    Shape value = call.spec(0).shape();
    int channels = value.dim(3);
    float[] weights = call.floats(2);
    float[] sampled = new float[Math.multiplyExact(weights.length, channels)];
    ImageKernels.gridSample(
        call.floats(0),
        new Image(value.dim(0), value.dim(1), value.dim(2), channels),
        call.floats(1),
        call.params().alignCorners(),
        sampled);
    int points = call.spec(2).shape().dim(2);
    float[] out = call.out().floats();
    for (int i = 0; i < weights.length; i++) {
      int into = i / points * channels;
      for (int c = 0; c < channels; c++) {
        out[into + c] += weights[i] * sampled[i * channels + c];
      }
    }
  }

  /** By the weights of all pixels of the image, of which four at most are not zero. */
  private static double[] golden(GoldenCall<DeformableAttentionParams> call) {
    int points = call.input(2).spec().shape().dim(2);
    return Elements.of(
        call.output().shape(),
        at -> {
          double sum = 0;
          for (int point = 0; point < points; point++) {
            sum +=
                Elements.at(call.input(2), at[0], at[1], point)
                    * sampled(call, at[0], at[1] * points + point, at[2]);
          }
          return sum;
        });
  }

  private static double sampled(
      GoldenCall<DeformableAttentionParams> call, int image, int place, int channel) {
    Shape value = call.input(0).spec().shape();
    boolean corners = call.params().alignCorners();
    double sum = 0;
    for (int y = 0; y < value.dim(1); y++) {
      double fromTop = Elements.at(call.input(1), image, place, 0, 1);
      double row = GridSampleOperations.weight(corners, fromTop, y, value.dim(1));
      for (int x = 0; row > 0 && x < value.dim(2); x++) {
        double fromLeft = Elements.at(call.input(1), image, place, 0, 0);
        sum +=
            row
                * GridSampleOperations.weight(corners, fromLeft, x, value.dim(2))
                * Elements.at(call.input(0), image, y, x, channel);
      }
    }
    return sum;
  }
}
