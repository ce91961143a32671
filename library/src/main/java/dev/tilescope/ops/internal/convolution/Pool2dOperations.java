package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TtnnName;
import dev.tilescope.ops.internal.kernel.ImageKernels;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalInt;
import org.jspecify.annotations.Nullable;

/** The greatest or the average of each window of padded pixels, on the device. */
public final class Pool2dOperations {
  private Pool2dOperations() {}

  /** Tiles of channels that a pool reduces at a time. */
  private static final int REDUCED_TILES = 8;

  private static final int MOST_SHORT_INDICES = (1 << 16) - 1;

  public enum PoolType {
    MAX_POOL2D,
    AVG_POOL2D;

    /** The operation that users call. */
    String operation() {
      return "ttnn::" + name().toLowerCase(Locale.ROOT);
    }

    @Override
    public String toString() {
      return "Pool2DType::" + name();
    }
  }

  /**
   * @param halo what the input has around it; at least the window's padding
   * @param adaptive whether windows are as even as possible, whatever {@code window} says
   * @param shards what cores have of the input if it is in shards; null for another
   * @param returnIndices whether there is a second result: where in its image each greatest is
   */
  public record Pool2DParams(
      PoolType poolType,
      ImageSize image,
      Margins halo,
      Window window,
      boolean ceilMode,
      boolean countIncludePad,
      @Nullable Integer divisorOverride,
      boolean adaptive,
      ImageSize output,
      DataType dtype,
      Layout outputLayout,
      MemoryConfig memoryConfig,
      boolean returnIndices,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable HaloShards shards) {
    /** The same on shards, which the result is in then too. */
    Pool2DParams along(HaloShards cut, MemoryConfig memory) {
      return new Pool2DParams(
          poolType,
          image,
          halo,
          window,
          ceilMode,
          countIncludePad,
          divisorOverride,
          adaptive,
          output,
          dtype,
          outputLayout,
          memory,
          returnIndices,
          computeKernelConfig,
          cut);
    }

    /** The same of a part of the image. */
    Pool2DParams of(ImageSize part, Window moving, Margins margins, ImageSize result) {
      return new Pool2DParams(
          poolType,
          part,
          margins,
          moving,
          ceilMode,
          countIncludePad,
          divisorOverride,
          adaptive,
          result,
          dtype,
          outputLayout,
          memoryConfig,
          returnIndices,
          computeKernelConfig,
          null);
    }

    /** What margins hold. */
    float clearing() {
      return poolType == PoolType.MAX_POOL2D ? Float.NEGATIVE_INFINITY : 0;
    }

    /** Columns that windows make; the rest of a result that is wider is padding. */
    int reducedColumns() {
      return adaptive ? output.width() : window.outputWidth(image.width(), ceilMode);
    }

    /** The window; of an adaptive pool the largest, and by how much windows move at least. */
    Window usualWindow() {
      int rows = image.height();
      int columns = image.width();
      return adaptive
          ? Window.of(Math.ceilDiv(rows, output.height()), Math.ceilDiv(columns, output.width()))
              .stride(Math.max(1, rows / output.height()), Math.max(1, columns / output.width()))
          : window;
    }
  }

  /** What TT-NN calls them. */
  record Pool2dAttributes(
      @TtnnName("sliding_window_config_") SlidingWindowConfig slidingWindowConfig,
      @TtnnName("pool_type_") PoolType poolType,
      @TtnnName("output_dtype_") DataType outputDtype,
      @TtnnName("output_layout_") Layout outputLayout,
      @TtnnName("memory_config_") MemoryConfig memoryConfig,
      @TtnnName("compute_kernel_config_") @Nullable ComputeKernelConfig computeKernelConfig,
      @TtnnName("count_include_pad_") boolean countIncludePad,
      @TtnnName("divisor_override_") @Nullable Integer divisorOverride,
      @TtnnName("return_indices_") boolean returnIndices,
      boolean adaptive) {
    static Pool2dAttributes of(Call<Pool2DParams> call) {
      Pool2DParams params = call.params();
      return new Pool2dAttributes(
          new SlidingWindowConfig(
              params.image(), Spread.NONE, params.usualWindow(), params.halo(), poolCores(call)),
          params.poolType(),
          params.dtype(),
          params.outputLayout(),
          params.memoryConfig(),
          params.computeKernelConfig(),
          params.countIncludePad(),
          params.divisorOverride(),
          params.returnIndices(),
          params.adaptive());
    }
  }

  public static final DeviceOperation<Pool2DParams> POOL2D_ON_DEVICE =
      DeviceOperation.<Pool2DParams>named("Pool2D", "pool2d")
          .takes(Input.of("input_tensor").floats().in(Layout.ROW_MAJOR))
          .attributes(Pool2dAttributes::of)
          .outputs(Pool2dOperations::results)
          .circularBuffers(
              "Two tiles of the divisor, a tile of what clears, two windows of at most eight tiles"
                  + " of channels, 32 rows to tilize for tiles out, two pages out; a sharded result"
                  + " is used where it lies. For indices the same once more, in their type. "
                  + PoolShardBuffers.TEXT,
              Pool2dOperations::poolBuffers)
          .cost(Pool2dOperations::poolCost)
          .kernel(Pool2dOperations::computePool)
          .goldens(Pool2dOperations::goldenPool)
          .declare();

  /** Indices are in rows, 16 bits wide where that holds all pixels of an image. */
  private static List<TensorSpec> results(Call<Pool2DParams> call) {
    Pool2DParams params = call.params();
    Shape shape = params.output().flat();
    TensorSpec values =
        new TensorSpec(shape, params.dtype(), params.outputLayout(), params.memoryConfig());
    if (!params.returnIndices()) {
      return List.of(values);
    }
    return List.of(
        values,
        new TensorSpec(
            shape, indexType(params.image()), params.outputLayout(), params.memoryConfig()));
  }

  static DataType indexType(ImageSize image) {
    long pixels = (long) image.height() * image.width();
    return pixels <= MOST_SHORT_INDICES ? DataType.UINT16 : DataType.UINT32;
  }

  private static CoreRangeSet poolCores(Call<Pool2DParams> call) {
    CoreRangeSet shards =
        call.params().shards() == null ? null : call.spec(0).memoryConfig().grid();
    return shards == null
        ? CircularBuffers.sharing(call.params().output().flat().dim(2), call.device())
        : shards;
  }

  private static List<CircularBuffer> poolBuffers(Call<Pool2DParams> call) {
    if (call.params().shards() != null) {
      return new PoolShardBuffers(call).all();
    }
    CoreRangeSet cores = poolCores(call);
    DataType in = call.spec(0).dtype();
    TensorSpec out = call.outputSpec();
    long channels = Math.ceilDiv(call.params().image().channels(), TensorSpec.TILE_SIDE);
    List<CircularBuffer> buffers = new ArrayList<>();
    buffers.add(CircularBuffers.tiles(cores, in, 2));
    buffers.add(CircularBuffers.tiles(cores, in, 1));
    buffers.add(CircularBuffers.tiles(cores, in, 2L * Math.clamp(channels, 1, REDUCED_TILES)));
    if (out.layout() == Layout.TILE) {
      buffers.add(CircularBuffers.rowOfTiles(cores, in, Math.max(1, channels), call.device()));
    }
    boolean inShards = out.memoryConfig().isSharded() && out.memoryConfig().bufferType().isL1();
    buffers.add(
        inShards ? CircularBuffers.backedBy(call.output()) : CircularBuffers.doubled(cores, out));
    if (call.params().returnIndices()) {
      TensorSpec indices = call.outputs().getLast().spec();
      buffers.add(
          CircularBuffers.tiles(
              cores, indices.dtype(), 2L * Math.clamp(channels, 1, REDUCED_TILES)));
      buffers.add(CircularBuffers.doubled(cores, indices));
    }
    return buffers;
  }

  /** A window of at most 32 elements is one pass over a tile, a larger one several. */
  private static Work poolCost(Call<Pool2DParams> call) {
    Pool2DParams params = call.params();
    int cores = poolCores(call).size();
    Window window = params.usualWindow();
    long taps = (long) window.height() * window.width();
    long channels = Math.ceilDiv(params.image().channels(), TensorSpec.TILE_SIDE);
    long pixels = Math.ceilDiv(params.output().flat().dim(2), cores);
    return Costs.of(
        new TileWork(1, 0, 0, ComputeKernelConfig.passes(params.computeKernelConfig())),
        pixels * channels * Math.ceilDiv(taps, TensorSpec.TILE_SIDE),
        cores,
        Costs.inputs(call),
        call.outputSpec());
  }

  /** What a window holds depends on where the image ends, so the halo is left out again. */
  private static void computePool(Call<Pool2DParams> call) {
    Pool2DParams params = call.params();
    float[] in = call.floats(0);
    HaloShards shards = params.shards();
    if (shards != null) {
      in = new float[Math.toIntExact(shards.padded().flat().volume())];
      shards.join(call.floats(0), in);
    }
    if (!params.halo().equals(Margins.NONE)) {
      float[] padded = in;
      in = new float[Math.toIntExact(params.image().flat().volume())];
      HaloOperations.copyInterior(padded, params.image(), params.halo(), in, false);
    }
    int[] indices = params.returnIndices() ? call.out(1).integers() : null;
    int columns = params.reducedColumns();
    float[] out = call.out().floats();
    if (columns == params.output().width()) {
      reduce(params, in, out, indices);
      return;
    }
    ImageSize narrow =
        params.output().with(params.output().height(), columns, params.output().channels());
    float[] reduced = new float[Math.toIntExact(narrow.flat().volume())];
    reduce(params, in, reduced, null);
    int after = params.output().width() - columns;
    HaloOperations.copyInterior(reduced, narrow, new Margins(0, 0, 0, after), out, true);
  }

  private static void reduce(
      Pool2DParams params, float[] in, float[] out, int @Nullable [] indices) {
    var image = params.image().image();
    int height = params.output().height();
    int width = params.output().width();
    switch (params.poolType()) {
      case MAX_POOL2D -> {
        if (params.adaptive()) {
          ImageKernels.adaptiveMaxPool2d(in, image, height, width, out, indices);
        } else {
          ImageKernels.maxPool2d(in, image, params.window(), params.ceilMode(), out, indices);
        }
      }
      case AVG_POOL2D -> {
        if (params.adaptive()) {
          ImageKernels.adaptiveAvgPool2d(in, image, height, width, out);
        } else {
          Integer divisor = params.divisorOverride();
          ImageKernels.avgPool2d(
              in,
              image,
              params.window(),
              params.ceilMode(),
              params.countIncludePad(),
              divisor == null ? OptionalInt.empty() : OptionalInt.of(divisor),
              out);
        }
      }
    }
  }

  private static List<double[]> goldenPool(GoldenCall<Pool2DParams> call) {
    Pool2DParams params = call.params();
    ImageSize output = params.output();
    double[] out = call.newOutput();
    double[] indices = new double[out.length];
    for (int i = 0; i < out.length; i++) {
      int x = i / output.channels() % output.width();
      int y = i / (output.channels() * output.width()) % output.height();
      int n = i / (output.channels() * output.width() * output.height());
      if (x >= params.reducedColumns()) {
        continue;
      }
      int[] rows = span(params, y, true);
      int[] columns = span(params, x, false);
      out[i] = goldenWindow(call, n, rows, columns, i % output.channels());
      indices[i] = goldenIndex(call, n, rows, columns, i % output.channels());
    }
    return params.returnIndices() ? List.of(out, indices) : List.of(out);
  }

  /** Where in its image the first of the greatest of a window is. */
  private static int goldenIndex(
      GoldenCall<Pool2DParams> call, int n, int[] rows, int[] columns, int channel) {
    Pool2DParams params = call.params();
    ImageSize image = params.image();
    ImageSize padded = params.halo().around(image);
    double max = Double.NEGATIVE_INFINITY;
    int index = -1;
    for (int y = rows[0]; y < rows[1]; y += rows[2]) {
      for (int x = columns[0]; x < columns[1]; x += columns[2]) {
        if (y >= 0 && x >= 0 && y < image.height() && x < image.width()) {
          int at = padded.at(n, y + params.halo().top(), x + params.halo().left()) + channel;
          if (index < 0 || call.values(0)[at] > max) {
            max = call.values(0)[at];
            index = y * image.width() + x;
          }
        }
      }
    }
    return index;
  }

  /** First, end and step of a window in image coordinates, which may lie outside. */
  private static int[] span(Pool2DParams params, int index, boolean down) {
    Window window = params.window();
    int size = down ? params.image().height() : params.image().width();
    if (params.adaptive()) {
      int parts = down ? params.output().height() : params.output().width();
      return new int[] {index * size / parts, ((index + 1) * size + parts - 1) / parts, 1};
    }
    int first =
        down
            ? index * window.strideHeight() - window.top()
            : index * window.strideWidth() - window.left();
    int step = down ? window.dilationHeight() : window.dilationWidth();
    int taps = down ? window.height() : window.width();
    return new int[] {first, first + taps * step, step};
  }

  private static double goldenWindow(
      GoldenCall<Pool2DParams> call, int n, int[] rows, int[] columns, int channel) {
    Pool2DParams params = call.params();
    ImageSize image = params.image();
    ImageSize padded = params.halo().around(image);
    double max = Double.NEGATIVE_INFINITY;
    double sum = 0;
    int inside = 0;
    int counted = 0;
    for (int y = rows[0]; y < rows[1]; y += rows[2]) {
      for (int x = columns[0]; x < columns[1]; x += columns[2]) {
        if (y < image.height() + params.window().bottom()
            && x < image.width() + params.window().right()) {
          counted++;
        }
        if (y >= 0 && x >= 0 && y < image.height() && x < image.width()) {
          int at = padded.at(n, y + params.halo().top(), x + params.halo().left()) + channel;
          max = Math.max(max, call.values(0)[at]);
          sum += call.values(0)[at];
          inside++;
        }
      }
    }
    Integer override = params.divisorOverride();
    int divisor = override != null ? override : params.countIncludePad() ? counted : inside;
    return params.poolType() == PoolType.MAX_POOL2D ? max : sum / divisor;
  }
}
