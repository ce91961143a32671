package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.ShardCosts;
import dev.tilescope.ops.options.PaddingMode;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * What convolutions and pools do first: pixels get a margin, in a program of its own that reads
 * tiles or rows and writes rows.
 */
public final class HaloOperations {
  private HaloOperations() {}

  /**
   * What is asked for.
   *
   * @param spread between pixels, before the margin
   * @param margins at least the window's padding
   * @param paddingMode whether the margin holds the value or the nearest pixels
   * @param isOutTiled whether the operation that the pixels are for makes tiles of them
   */
  public record HaloRequest(
      ImageSize image,
      Spread spread,
      Window window,
      Margins margins,
      float padValue,
      PaddingMode paddingMode,
      boolean isOutTiled) {
    public HaloRequest(
        ImageSize image, Window window, Margins margins, float padValue, boolean isOutTiled) {
      this(image, Spread.NONE, window, margins, padValue, PaddingMode.ZEROS, isOutTiled);
    }

    /** For a convolution, which makes tiles. */
    static HaloRequest of(ImageSize image, Spread spread, Window window, PaddingMode mode) {
      return new HaloRequest(image, spread, window, WindowArguments.margins(window), 0, mode, true);
    }

    ImageSize padded() {
      return margins.around(spread.of(image));
    }
  }

  public record HaloParams(HaloRequest request, MemoryConfig outputMemConfig) {
    ImageSize image() {
      return request.image();
    }

    Margins margins() {
      return request.margins();
    }

    ImageSize padded() {
      return request.padded();
    }
  }

  /** What TT-NN calls them; values that fill a margin are bfloat16 there. */
  record HaloAttributes(
      SlidingWindowConfig config,
      ParallelConfig parallelConfig,
      int padVal,
      boolean remoteRead,
      boolean transposeMcast,
      long maxOutNsticksPerCore,
      long inNsticksPerCore,
      MemoryConfig outputMemoryConfig,
      boolean isOutTiled) {
    static HaloAttributes of(Call<HaloParams> call) {
      HaloParams params = call.params();
      HaloRequest request = params.request();
      MemoryConfig memory = params.outputMemConfig();
      long rows = params.padded().flat().dim(2);
      ShardSpec shards = memory.shardSpec();
      CoreRangeSet cores =
          shards == null ? CircularBuffers.sharing(rows, call.device()) : shards.grid();
      return new HaloAttributes(
          new SlidingWindowConfig(
              request.image(), request.spread(), request.window(), request.margins(), cores),
          new ParallelConfig(cores, memory.memoryLayout()),
          Float.floatToRawIntBits(request.padValue()) >>> Short.SIZE,
          false,
          false,
          Math.ceilDiv(rows, cores.size()),
          Math.ceilDiv(params.image().flat().dim(2), cores.size()),
          memory,
          request.isOutTiled());
    }
  }

  record ParallelConfig(CoreRangeSet grid, TensorMemoryLayout scheme) {
    @Override
    public String toString() {
      return "ParallelConfig(grid=%s, shard_scheme=%s, shard_orientation=ROW_MAJOR)"
          .formatted(grid, scheme.isSharded() ? scheme.name() : "NOT_SHARDED");
    }
  }

  public static final DeviceOperation<HaloParams> HALO_ON_DEVICE =
      DeviceOperation.<HaloParams>named("HaloDeviceOperation", "halo")
          .takes(Input.of("input_tensor").floats())
          .attributes(HaloAttributes::of)
          .output(call ->
              new TensorSpec(
                  call.params().padded().flat(),
                  rowsOf(call.spec(0).dtype()),
                  Layout.ROW_MAJOR,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "Input and result where they lie if sharded, else two pages of each; two rows of"
                  + " padding; for tiles two rows of tiles to untilize into.",
              HaloOperations::haloBuffers)
          .cost(ShardCosts::ofHalo)
          .kernel(HaloOperations::computeHalo)
          .golden(HaloOperations::goldenHalo)
          .declare();

  /** Pixels with a margin, as rows; in shards of the same kind if they were in shards in L1. */
  static Tensor halo(Tensor input, HaloRequest request) {
    MemoryConfig memory = input.memoryConfig();
    ShardSpec shards = memory.shardSpec();
    MeshDevice device = input.device();
    MemoryConfig result =
        shards != null && memory.bufferType().isL1()
            ? inShards(memory, shards, request.padded().flat(), device)
            : Placement.interleaved(memory);
    return HALO_ON_DEVICE.run(new HaloParams(request, result), input);
  }

  private static MemoryConfig inShards(
      MemoryConfig memory, ShardSpec shards, Shape padded, MeshDevice device) {
    return switch (memory.memoryLayout()) {
      case WIDTH_SHARDED, BLOCK_SHARDED ->
          ConvolutionOperations.sharded(memory.memoryLayout(), padded, Layout.ROW_MAJOR, device);
      case HEIGHT_SHARDED, ND_SHARDED, INTERLEAVED ->
          heightSharded(padded, Layout.ROW_MAJOR, shards.grid().size(), device);
    };
  }

  /** Block floats exist in tiles only. */
  static DataType rowsOf(DataType dtype) {
    return dtype.isBlockFloat() ? DataType.BFLOAT16 : dtype;
  }

  /** Rows shared out evenly in L1, whole tiles of them where there are tiles. */
  static MemoryConfig heightSharded(Shape shape, Layout layout, int cores, MeshDevice device) {
    TensorSpec spec = new TensorSpec(shape, DataType.BFLOAT16, layout, MemoryConfig.L1);
    long unit = layout == Layout.TILE ? TensorSpec.TILE_SIDE : 1;
    long units = Math.max(1, spec.physicalHeight() / unit);
    long each = Math.ceilDiv(units, Math.min(cores, units));
    CoreRangeSet used = CircularBuffers.sharing(Math.ceilDiv(units, each), device);
    Check.that(
        each * unit <= Integer.MAX_VALUE,
        "memory_config: shards of %s would have more than 2^31-1 rows",
        shape);
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            used, (int) (each * unit), (int) spec.physicalWidth(), ShardOrientation.ROW_MAJOR));
  }

  private static List<CircularBuffer> haloBuffers(Call<HaloParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(call.outputSpec().pageCount(), call.device());
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Tensor side : List.of(call.input(0), call.output())) {
      boolean inPlace = side.memoryConfig().isSharded() && side.memoryConfig().bufferType().isL1();
      buffers.add(
          inPlace ? CircularBuffers.backedBy(side) : CircularBuffers.doubled(cores, side.spec()));
    }
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    if (call.spec(0).layout() == Layout.TILE) {
      long width = Math.max(1, call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE);
      DataType dtype = call.outputSpec().dtype();
      buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
      buffers.add(CircularBuffers.rowOfTiles(cores, dtype, width, call.device()));
    }
    return buffers;
  }

  private static void computeHalo(Call<HaloParams> call) {
    HaloParams params = call.params();
    float[] out = call.out().floats();
    Spread spread = params.request().spread();
    if (!params.margins().equals(Margins.NONE) || !spread.equals(Spread.NONE)) {
      Arrays.fill(out, params.request().padValue());
    }
    if (params.request().paddingMode() == PaddingMode.REPLICATE) {
      copyReplicated(call.floats(0), params, out);
    } else if (spread.equals(Spread.NONE)) {
      copyInterior(call.floats(0), params.image(), params.margins(), out, true);
    } else {
      copySpread(call.floats(0), params, spread, out);
    }
  }

  private static void copyReplicated(float[] from, HaloParams params, float[] to) {
    ImageSize image = params.image();
    ImageSize padded = params.padded();
    for (int pixel = 0; pixel < padded.batch() * padded.height() * padded.width(); pixel++) {
      int x = Math.clamp(pixel % padded.width() - params.margins().left(), 0, image.width() - 1);
      int row = pixel / padded.width();
      int y = Math.clamp(row % padded.height() - params.margins().top(), 0, image.height() - 1);
      int at = image.at(row / padded.height(), y, x);
      System.arraycopy(from, at, to, pixel * image.channels(), image.channels());
    }
  }

  private static void copySpread(float[] from, HaloParams params, Spread spread, float[] to) {
    ImageSize image = params.image();
    ImageSize padded = params.padded();
    for (int pixel = 0; pixel < image.batch() * image.height() * image.width(); pixel++) {
      int x = pixel % image.width() * spread.width() + params.margins().left();
      int y = pixel / image.width() % image.height() * spread.height() + params.margins().top();
      int at = padded.at(pixel / image.width() / image.height(), y, x);
      System.arraycopy(from, pixel * image.channels(), to, at, image.channels());
    }
  }

  /**
   * Between an image and the middle of a larger one.
   *
   * @param inward into the larger one, or out of it
   */
  static void copyInterior(
      float[] from, ImageSize image, Margins margins, float[] to, boolean inward) {
    ImageSize padded = margins.around(image);
    int row = image.width() * image.channels();
    for (int n = 0; n < image.batch(); n++) {
      for (int y = 0; y < image.height(); y++) {
        int inside = image.at(n, y, 0);
        int outside = padded.at(n, y + margins.top(), margins.left());
        System.arraycopy(from, inward ? inside : outside, to, inward ? outside : inside, row);
      }
    }
  }

  private static double[] goldenHalo(GoldenCall<HaloParams> call) {
    HaloParams params = call.params();
    ImageSize image = params.image();
    ImageSize padded = params.padded();
    double[] out = call.newOutput();
    for (int i = 0; i < out.length; i++) {
      int x = i / image.channels() % padded.width() - params.margins().left();
      int row = i / (image.channels() * padded.width());
      int y = row % padded.height() - params.margins().top();
      if (params.request().paddingMode() == PaddingMode.REPLICATE) {
        x = Math.max(0, Math.min(x, image.width() - 1));
        y = Math.max(0, Math.min(y, image.height() - 1));
      }
      Spread spread = params.request().spread();
      boolean inside =
          x >= 0
              && y >= 0
              && x % spread.width() == 0
              && y % spread.height() == 0
              && x / spread.width() < image.width()
              && y / spread.height() < image.height();
      int at =
          image.at(row / padded.height(), y / spread.height(), x / spread.width())
              + i % image.channels();
      out[i] = inside ? call.values(0)[at] : params.request().padValue();
    }
    return out;
  }
}
