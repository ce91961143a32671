package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.Window;
import dev.tilescope.ops.internal.mechanism.Call;
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
import org.jspecify.annotations.Nullable;

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

  /**
   * @param shards what each core gets of pixels that are in shards in L1; null for others
   */
  public record HaloParams(
      HaloRequest request, @Nullable HaloShards shards, MemoryConfig outputMemConfig) {
    Shape outputShape() {
      return shards == null ? padded().flat() : shards.shape();
    }

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
      HaloShards shards = params.shards();
      long rows = params.outputShape().dim(2);
      ParallelConfig parallel =
          shards == null
              ? new ParallelConfig(
                  CircularBuffers.sharing(rows, call.device()),
                  memory.memoryLayout(),
                  ShardOrientation.ROW_MAJOR)
              : ParallelConfig.of(memory);
      int down = parallel.coresNhw();
      ShardSpec given = call.spec(0).memoryConfig().shardSpec();
      return new HaloAttributes(
          new SlidingWindowConfig(
              request.image(),
              request.spread(),
              request.window(),
              request.margins(),
              down,
              parallel.coresChannels(),
              parallel.grid()),
          parallel,
          Float.floatToRawIntBits(request.padValue()) >>> Short.SIZE,
          false,
          parallel.orientation() == ShardOrientation.COL_MAJOR,
          Math.ceilDiv(rows, down),
          given == null ? Math.ceilDiv(params.image().flat().dim(2), down) : given.height(),
          memory,
          request.isOutTiled());
    }
  }

  public static final DeviceOperation<HaloParams> HALO_ON_DEVICE =
      DeviceOperation.<HaloParams>named("HaloDeviceOperation", "halo")
          .takes(Input.of("input_tensor").floats())
          .attributes(HaloAttributes::of)
          .output(call ->
              new TensorSpec(
                  call.params().outputShape(),
                  rowsOf(call.spec(0).dtype()),
                  Layout.ROW_MAJOR,
                  call.params().outputMemConfig()))
          .circularBuffers(
              "Input and result where they lie if sharded, else two pages of each; two rows of"
                  + " padding; for tiles two buffers to untilize into, of two rows of tiles if"
                  + " sharded, else of one.",
              HaloOperations::haloBuffers)
          .cost(ShardCosts::ofHalo)
          .kernel(HaloOperations::computeHalo)
          .golden(HaloOperations::goldenHalo)
          .declare();

  /**
   * Pixels with a margin, as rows. Those in shards in L1 stay on their cores, which get the pixels
   * that they need of their neighbours too.
   *
   * @param output what the window leaves of the image
   */
  static Tensor halo(Tensor input, HaloRequest request, ImageSize output) {
    MemoryConfig memory = input.memoryConfig();
    ShardSpec given = memory.shardSpec();
    if (given == null || !memory.bufferType().isL1()) {
      return HALO_ON_DEVICE.run(
          new HaloParams(request, null, Placement.interleaved(memory)), input);
    }
    ParallelConfig parallel = ParallelConfig.of(memory);
    HaloShards shards =
        new HaloShards(
            request.padded(), request.window(), output, parallel.coresNhw(), request.isOutTiled());
    MemoryConfig result =
        MemoryConfig.sharded(
            memory.memoryLayout(),
            memory.bufferType(),
            new ShardSpec(
                given.grid(),
                Math.toIntExact(shards.mostRows()),
                given.width(),
                given.orientation()));
    return HALO_ON_DEVICE.run(new HaloParams(request, shards, result), input);
  }

  private static CoreRangeSet cores(Call<HaloParams> call) {
    ShardSpec shards = call.params().outputMemConfig().shardSpec();
    return shards == null
        ? CircularBuffers.sharing(call.outputSpec().pageCount(), call.device())
        : shards.grid();
  }

  /** Block floats exist in tiles only. */
  static DataType rowsOf(DataType dtype) {
    return dtype.isBlockFloat() ? DataType.BFLOAT16 : dtype;
  }

  /** As build_halo_program of untilize_with_halo_program_factory.cpp makes them for shards. */
  private static List<CircularBuffer> haloBuffers(Call<HaloParams> call) {
    CoreRangeSet cores = cores(call);
    boolean inShards = call.params().shards() != null;
    List<CircularBuffer> buffers = new ArrayList<>();
    for (Tensor side : List.of(call.input(0), call.output())) {
      boolean inPlace = side.memoryConfig().isSharded() && side.memoryConfig().bufferType().isL1();
      buffers.add(
          inPlace ? CircularBuffers.backedBy(side) : CircularBuffers.doubled(cores, side.spec()));
    }
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    buffers.add(CircularBuffers.pages(cores, call.outputSpec(), 1));
    if (call.spec(0).layout() == Layout.TILE) {
      DataType dtype = call.outputSpec().dtype();
      CircularBuffer untilized =
          inShards
              ? CircularBuffers.tiles(cores, dtype, 2 * rowTiles(call))
              : CircularBuffers.rowOfTiles(cores, dtype, rowTiles(call), call.device());
      buffers.add(untilized);
      buffers.add(untilized);
    }
    return buffers;
  }

  private static long rowTiles(Call<HaloParams> call) {
    ShardSpec shards = call.params().outputMemConfig().shardSpec();
    long width = shards == null ? call.spec(0).physicalWidth() : shards.width();
    return Math.max(1, Math.ceilDiv(width, TensorSpec.TILE_SIDE));
  }

  private static void computeHalo(Call<HaloParams> call) {
    HaloParams params = call.params();
    HaloShards shards = params.shards();
    float[] out = call.out().floats();
    if (shards == null) {
      surround(call.floats(0), params, out);
    } else {
      float[] image = new float[Math.toIntExact(params.padded().flat().volume())];
      surround(call.floats(0), params, image);
      shards.deal(image, out);
    }
  }

  private static void surround(float[] in, HaloParams params, float[] out) {
    Spread spread = params.request().spread();
    if (!params.margins().equals(Margins.NONE) || !spread.equals(Spread.NONE)) {
      Arrays.fill(out, params.request().padValue());
    }
    if (params.request().paddingMode() == PaddingMode.REPLICATE) {
      copyReplicated(in, params, out);
    } else if (spread.equals(Spread.NONE)) {
      copyInterior(in, params.image(), params.margins(), out, true);
    } else {
      copySpread(in, params, spread, out);
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
    double[] out = new double[Math.toIntExact(padded.flat().volume())];
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
    if (params.shards() == null) {
      return out;
    }
    double[] dealt = call.newOutput();
    params.shards().deal(out, dealt);
    return dealt;
  }
}
