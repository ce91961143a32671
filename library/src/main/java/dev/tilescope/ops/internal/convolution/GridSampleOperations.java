package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
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
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Pixels of NHWC images at the places that a grid names. */
public final class GridSampleOperations {
  private GridSampleOperations() {}

  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16, DataType.FLOAT32);

  /** Of channels that one reduction takes. */
  private static final int MOST_TILES = 8;

  /** Of an output page, in elements. */
  private static final int FACE_WIDTH = 16;

  public record GridSampleParams(
      String mode,
      String paddingMode,
      boolean alignCorners,
      boolean usePrecomputedGrid,
      boolean batchOutputChannels,
      MemoryConfig outputMemConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final DeviceOperation<GridSampleParams> GRID_SAMPLE_ON_DEVICE =
      DeviceOperation.<GridSampleParams>named("GridSampleOperation", "grid_sample")
          .takes(
              Input.of("input_tensor").dtypes(DTYPES).in(Layout.ROW_MAJOR),
              Input.of("grid").dtypes(DTYPES).in(Layout.ROW_MAJOR))
          .validation(GridSampleOperations::check)
          .output(GridSampleOperations::output)
          .circularBuffers(
              "A page of the grid, two of four pixels of up to 8 tiles of channels, two tiles of"
                  + " weights and two rows out; a sharded grid and its output are used where they"
                  + " lie.",
              GridSampleOperations::circularBuffers)
          .cost(GridSampleOperations::cost)
          .kernel(call -> {
            Shape shape = call.spec(0).shape();
            ImageKernels.gridSample(
                call.floats(0),
                new Image(shape.dim(0), shape.dim(1), shape.dim(2), shape.dim(3)),
                call.floats(1),
                call.params().alignCorners(),
                call.out().floats());
          })
          .golden(GridSampleOperations::golden)
          .declare();

  @Form("inputTensor, grid")
  public record GridSampleArguments(
      Tensor inputTensor,
      Tensor grid,
      @Default("bilinear") String mode,
      @Default("zeros") String paddingMode,
      @Default("false") boolean alignCorners,
      @Default("false") boolean usePrecomputedGrid,
      @Default("false") boolean batchOutputChannels,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<GridSampleArguments, Tensor> GRID_SAMPLE =
      Operation.of(
          "ttnn::grid_sample",
          GridSampleArguments.class,
          a ->
              GRID_SAMPLE_ON_DEVICE.run(
                  new GridSampleParams(
                      a.mode(),
                      a.paddingMode(),
                      a.alignCorners(),
                      a.usePrecomputedGrid(),
                      a.batchOutputChannels(),
                      a.memoryConfig() == null ? a.grid().memoryConfig() : a.memoryConfig(),
                      a.computeKernelConfig()),
                  a.inputTensor(),
                  a.grid()),
          GRID_SAMPLE_ON_DEVICE);

  private static void check(Call<GridSampleParams> call) {
    GridSampleParams params = call.params();
    Shape image = call.spec(0).shape();
    Shape grid = call.spec(1).shape();
    Check.that(image.rank() == 4, "Input tensor must be 4D (N, H, W, C), got %s", image);
    Check.that(grid.rank() == 4, "Grid tensor must be 4D (N, H, W, 2 * K), got %s", grid);
    Check.that(
        !params.usePrecomputedGrid() && params.mode().equals("bilinear"),
        "mode: \"bilinear\" of a grid of coordinates is modelled, got \"%s\"%s",
        params.mode(),
        params.usePrecomputedGrid() ? " of a precomputed grid" : "");
    Check.that(
        params.paddingMode().equals("zeros"),
        "Only zeros padding mode is currently supported, got \"%s\"",
        params.paddingMode());
    checkGrid(params, image, grid);
    for (TensorSpec each : List.of(call.spec(0), call.spec(1))) {
      checkPlace("tensor", each.memoryConfig());
    }
    checkPlace("memory_config", params.outputMemConfig());
  }

  private static void checkGrid(GridSampleParams params, Shape image, Shape grid) {
    Check.that(
        grid.dim(3) >= 2 && grid.dim(3) % 2 == 0,
        "Standard grid tensor last dimension must be a multiple of 2 (for x, y coordinates), got"
            + " %s",
        grid);
    Check.that(
        !params.batchOutputChannels() || grid.dim(3) > 2,
        "batch_output_channels=True requires grid batching factor K > 1, got %s",
        grid);
    Check.that(
        image.dim(0) == grid.dim(0),
        "Batch size mismatch: input tensor %s has another than grid tensor %s",
        image,
        grid);
    Check.that(
        image.dim(3) % TensorSpec.TILE_SIDE == 0,
        "Input tensor last dimension must be divisible by TILE_WIDTH (%d), got %s",
        TensorSpec.TILE_SIDE,
        image);
  }

  private static void checkPlace(String what, MemoryConfig memory) {
    TensorMemoryLayout layout = memory.memoryLayout();
    Check.that(
        !layout.isSharded() || layout == TensorMemoryLayout.HEIGHT_SHARDED,
        "%s: INTERLEAVED or HEIGHT_SHARDED is needed, got %s",
        what,
        layout);
  }

  /** Points of one place of the grid are beside each other, or channels of one pixel. */
  private static TensorSpec output(Call<GridSampleParams> call) {
    Shape grid = call.spec(1).shape();
    int points = grid.dim(3) / 2;
    int channels = call.spec(0).shape().dim(3);
    boolean wide = call.params().batchOutputChannels();
    Shape shape =
        Shape.of(
            grid.dim(0),
            grid.dim(1),
            wide ? grid.dim(2) : grid.dim(2) * points,
            wide ? channels * points : channels);
    return new TensorSpec(
        shape,
        call.spec(0).dtype(),
        Layout.ROW_MAJOR,
        outputMemory(call, wide ? 1 : points, shape.dim(3)));
  }

  /** The result of a sharded grid is where the grid is. */
  private static MemoryConfig outputMemory(Call<GridSampleParams> call, int rows, int width) {
    ShardSpec shards = call.spec(1).memoryConfig().shardSpec();
    return shards == null
        ? call.params().outputMemConfig()
        : MemoryConfig.sharded(
            TensorMemoryLayout.HEIGHT_SHARDED,
            BufferType.L1,
            new ShardSpec(shards.grid(), shards.height() * rows, width, shards.orientation()));
  }

  private static boolean isSharded(Call<GridSampleParams> call) {
    return call.spec(1).memoryConfig().isSharded();
  }

  private static CoreRangeSet cores(Call<GridSampleParams> call) {
    return isSharded(call)
        ? CircularBuffers.backedBy(call.input(1)).cores()
        : CircularBuffers.sharing(call.spec(1).pageCount(), call);
  }

  private static List<CircularBuffer> circularBuffers(Call<GridSampleParams> call) {
    CoreRangeSet cores = cores(call);
    DataType dtype = call.spec(0).dtype();
    int channels = Math.ceilDiv(call.spec(0).shape().dim(3), TensorSpec.TILE_SIDE);
    int most = reducedAtOnce(call.params().computeKernelConfig());
    long blockBytes = (long) Math.min(channels, most) * dtype.tileBytes();
    long outBytes = (long) FACE_WIDTH * dtype.elementBytes();
    long outPages = Math.ceilDiv(call.outputSpec().shape().dim(3), FACE_WIDTH);
    boolean inPlace = isSharded(call);
    return List.of(
        inPlace
            ? CircularBuffers.backedBy(call.input(1))
            : CircularBuffers.pages(cores, call.spec(1), 1),
        CircularBuffer.local(cores, 2 * blockBytes, blockBytes),
        CircularBuffers.tiles(cores, dtype, 2),
        inPlace
            ? CircularBuffers.backedBy(call.output())
            : CircularBuffer.local(cores, 2 * outPages * outBytes, outBytes));
  }

  private static int reducedAtOnce(@Nullable ComputeKernelConfig config) {
    return config == null ? MOST_TILES : Math.min(MOST_TILES, config.destinationTiles());
  }

  private static Work cost(Call<GridSampleParams> call) {
    int passes = ComputeKernelConfig.passes(call.params().computeKernelConfig());
    return Costs.of(
        new TileWork(4, 0, 0, passes), cores(call).size(), Costs.inputs(call), call.outputSpec());
  }

  /** By the weights of all pixels of the image, of which four at most are not zero. */
  private static double[] golden(GoldenCall<GridSampleParams> call) {
    Shape shape = call.input(0).spec().shape();
    ImageSize image = new ImageSize(shape.dim(0), shape.dim(1), shape.dim(2), shape.dim(3));
    double[] grid = call.values(1);
    double[] out = call.newOutput();
    int ofImage = grid.length / shape.dim(0) / 2;
    for (int i = 0; i < out.length; i++) {
      int point = i / shape.dim(3);
      for (int y = 0; y < shape.dim(1); y++) {
        for (int x = 0; x < shape.dim(2); x++) {
          double weight =
              weight(call.params().alignCorners(), grid[2 * point], x, shape.dim(2))
                  * weight(call.params().alignCorners(), grid[2 * point + 1], y, shape.dim(1));
          out[i] += weight * call.values(0)[image.at(point / ofImage, y, x) + i % shape.dim(3)];
        }
      }
    }
    return out;
  }

  /** How much a pixel counts at a place from -1 to 1, in one direction. */
  static double weight(boolean alignCorners, double at, int pixel, int size) {
    double from = alignCorners ? (at + 1) * (size - 1) / 2 : ((at + 1) * size - 1) / 2;
    return Math.max(0, 1 - Math.abs(from - pixel));
  }
}
