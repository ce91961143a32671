package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.ArgumentText;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Declaration;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.RelayoutBuffers.Kind;
import dev.tilescope.ops.options.TilizeOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Between rows and tiles. What tiles are padded with is no part of a tensor's values here: a tensor
 * keeps it as one number, which only who reads whole tiles sees. Above 300 lines: {@code to_layout}
 * chooses among the others, so they stay together.
 */
public final class LayoutOperations {
  private LayoutOperations() {}

  /** Where a result goes, and its type. */
  interface Target {
    MemoryConfig outputMemConfig();

    DataType outputDtype();
  }

  public record TilizeParams(
      MemoryConfig outputMemConfig, DataType outputDtype, boolean useLowPerf, Tile tile)
      implements Target {
    public TilizeParams(MemoryConfig outputMemConfig, DataType outputDtype) {
      this(outputMemConfig, outputDtype, false, Tile.DEFAULT);
    }
  }

  public record TilizeWithValPaddingParams(
      Shape outputPaddedShape, double padValue, MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  public record UntilizeParams(MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  public record UntilizeWithUnpaddingParams(
      Shape outputTensorEnd, MemoryConfig outputMemConfig, DataType outputDtype)
      implements Target {}

  public static final DeviceOperation<TilizeParams> TILIZE_ON_DEVICE =
      LayoutOperations.<TilizeParams>relayout("Tilize", Kind.TILIZE)
          .validation(call -> {
            checkType(call);
            Tile tile = call.params().tile();
            Check.that(
                isAligned(call.spec(0), tile),
                "input_tensor: the last two dimensions must be multiples of those of a tile, %dx%d,"
                    + " got %s; use Ttnn.tilizeWithZeroPadding",
                tile.height(),
                tile.width(),
                call.spec(0).shape());
          })
          .output(call ->
              output(call, call.spec(0).shape(), Layout.TILE).withTile(call.params().tile()))
          .circularBuffers(
              RelayoutBuffers.TEXT + " With use_low_perf one tile each.",
              call ->
                  call.params().useLowPerf()
                      ? singleTiles(call)
                      : RelayoutBuffers.of(Kind.TILIZE, call))
          .declare();
  public static final DeviceOperation<TilizeWithValPaddingParams> TILIZE_WITH_PADDING_ON_DEVICE =
      LayoutOperations.<TilizeWithValPaddingParams>relayout(
              "TilizeWithValPadding", Kind.TILIZE_WITH_VAL_PADDING)
          .validation(LayoutOperations::checkPadding)
          .output(call ->
              output(call, call.spec(0).shape(), Layout.TILE)
                  .paddedTo(call.params().outputPaddedShape()))
          .declare();
  public static final DeviceOperation<UntilizeParams> UNTILIZE_ON_DEVICE =
      LayoutOperations.<UntilizeParams>relayout("Untilize", Kind.UNTILIZE).declare();
  public static final DeviceOperation<UntilizeWithUnpaddingParams>
      UNTILIZE_WITH_UNPADDING_ON_DEVICE =
          LayoutOperations.<UntilizeWithUnpaddingParams>relayout(
                  "UntilizeWithUnpadding", Kind.UNTILIZE_WITH_UNPADDING)
              .output(call -> output(call, unpadded(call.params()), Layout.ROW_MAJOR))
              .kernel(LayoutOperations::cut)
              .golden(LayoutOperations::goldenCut)
              .declare();

  @Form("tensor, layout, dtype, memoryConfig")
  @Form("tensor, layout, dtype, memoryConfig, padValue")
  public record ToLayoutArguments(
      Tensor tensor,
      Layout layout,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids,
      @Default("0") double padValue)
      implements CoreLimited {}

  @Form("inputTensor, memoryConfig, dtype")
  public record TilizeArguments(Tensor inputTensor, TilizeOptions options)
      implements CoreLimited.ByOptions {}

  @Form("inputTensor, outputTensorShape, padValue, memoryConfig, dtype")
  public record TilizeWithValPaddingArguments(
      Tensor inputTensor,
      Shape outputTensorShape,
      double padValue,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Default("true") boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  @Form("inputTensor, memoryConfig, outputDtype")
  public record TilizeWithZeroPaddingArguments(
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType outputDtype,
      @Default("true") boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  @Form("inputTensor, memoryConfig")
  public record UntilizeArguments(
      Tensor inputTensor,
      @Nullable MemoryConfig memoryConfig,
      @Default("true") boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  @Form("inputTensor, outputTensorEnd, memoryConfig")
  public record UntilizeWithUnpaddingArguments(
      Tensor inputTensor,
      Shape outputTensorEnd,
      @Nullable MemoryConfig memoryConfig,
      @Default("true") boolean useMulticore,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public static final Operation<ToLayoutArguments, Tensor> TO_LAYOUT =
      Operation.of(
          "ttnn::to_layout",
          ToLayoutArguments.class,
          LayoutOperations::toLayout,
          TILIZE_ON_DEVICE,
          TILIZE_WITH_PADDING_ON_DEVICE,
          UNTILIZE_ON_DEVICE,
          UNTILIZE_WITH_UNPADDING_ON_DEVICE);
  public static final Operation<TilizeArguments, Tensor> TILIZE =
      Operation.of(
              "ttnn::tilize", TilizeArguments.class, LayoutOperations::tilize, TILIZE_ON_DEVICE)
          .through("ShardedToInterleavedDeviceOperation", "InterleavedToShardedDeviceOperation");
  public static final Operation<TilizeWithValPaddingArguments, Tensor> TILIZE_WITH_VAL_PADDING =
      Operation.of(
          "ttnn::tilize_with_val_padding",
          TilizeWithValPaddingArguments.class,
          LayoutOperations::tilizePadded,
          TILIZE_WITH_PADDING_ON_DEVICE);
  public static final Operation<TilizeWithZeroPaddingArguments, Tensor> TILIZE_WITH_ZERO_PADDING =
      Operation.of(
          "ttnn::tilize_with_zero_padding",
          TilizeWithZeroPaddingArguments.class,
          LayoutOperations::tilizeZeroPadded,
          TILIZE_WITH_PADDING_ON_DEVICE);
  public static final Operation<UntilizeArguments, Tensor> UNTILIZE =
      Operation.of(
          "ttnn::untilize",
          UntilizeArguments.class,
          a -> CoreLimit.multicore(a.useMulticore(), () -> rows(a.inputTensor(), a.memoryConfig())),
          UNTILIZE_ON_DEVICE,
          UNTILIZE_WITH_UNPADDING_ON_DEVICE);
  public static final Operation<UntilizeWithUnpaddingArguments, Tensor> UNTILIZE_WITH_UNPADDING =
      Operation.of(
          "ttnn::untilize_with_unpadding",
          UntilizeWithUnpaddingArguments.class,
          LayoutOperations::untilizeUnpadded,
          UNTILIZE_WITH_UNPADDING_ON_DEVICE);

  private static <P extends Record & Target> Declaration<P> relayout(String name, Kind kind) {
    Layout to = kind.to();
    Layout from = to == Layout.TILE ? Layout.ROW_MAJOR : Layout.TILE;
    return DeviceOperation.<P>named(name + "DeviceOperation", ArgumentText.snakeCase(name))
        .takes(Input.of("input_tensor").in(from))
        .output(call -> output(call, call.spec(0).shape(), to))
        .circularBuffers(RelayoutBuffers.TEXT, call -> RelayoutBuffers.of(kind, call))
        .cost(call ->
            LayoutCosts.of(call, name, RelayoutBuffers.cores(RelayoutBuffers.of(kind, call))))
        .kernel(call -> call.values(0).copyTo(call.out()))
        .golden(call -> call.values(0).clone());
  }

  private static <P extends Record & Target> TensorSpec output(
      Call<P> call, Shape shape, Layout layout) {
    Target to = call.params();
    return new TensorSpec(shape, to.outputDtype(), layout, to.outputMemConfig());
  }

  private static boolean isAligned(TensorSpec spec, Tile tile) {
    TensorSpec tiled =
        spec.withMemoryConfig(MemoryConfig.DRAM).withLayout(Layout.TILE).withTile(tile);
    return tiled.paddedShape().equals(tiled.shape());
  }

  private static void checkPadding(Call<TilizeWithValPaddingParams> call) {
    checkType(call);
    Shape needed = call.spec(0).withLayout(Layout.TILE).paddedShape();
    Shape padded = call.params().outputPaddedShape();
    for (int i = 0; i < needed.rank() - 2; i++) {
      Check.that(
          padded.dim(i) == needed.dim(i) || !call.params().outputMemConfig().isSharded(),
          "output_tensor_shape: shards are padded in their last two dimensions only, got %s for %s",
          padded,
          call.spec(0).shape());
    }
  }

  private static <P extends Record & Target> void checkType(Call<P> call) {
    Check.sameKind("dtype", call.spec(0).dtype(), call.params().outputDtype());
  }

  private static Tensor toLayout(ToLayoutArguments a) {
    Tensor input = a.tensor();
    if (input.isOnDevice()) {
      input.requireBuffer("tensor");
    }
    if (input.layout() == a.layout()) {
      return input;
    }
    DataType dtype = a.dtype() == null ? input.dtype() : a.dtype();
    if (a.layout() == Layout.ROW_MAJOR) {
      DataType rows = rowType(input.dtype());
      Check.that(
          dtype == input.dtype() || dtype == rows,
          "dtype: rows of a %s tensor are %s, got %s",
          input.dtype(),
          rows,
          dtype);
      return input.isOnDevice() ? rows(input, a.memoryConfig()) : onHost(a, rows);
    }
    Check.sameKind("dtype", input.dtype(), dtype);
    if (!input.isOnDevice()) {
      return onHost(a, dtype);
    }
    MemoryConfig memory = memory(a.memoryConfig(), input);
    return isAligned(input.spec(), Tile.DEFAULT)
        ? TILIZE_ON_DEVICE.run(new TilizeParams(memory, dtype), input)
        : padded(input, a.padValue(), memory, dtype);
  }

  /** Blocks exist in tiles only; every number of theirs is a bfloat16. */
  private static DataType rowType(DataType dtype) {
    return dtype.isBlockFloat() ? DataType.BFLOAT16 : dtype;
  }

  private static Tensor onHost(ToLayoutArguments a, DataType dtype) {
    Tensor input = a.tensor();
    Placement.checkNone(a.memoryConfig());
    TensorSpec spec = new TensorSpec(input.shape(), dtype, a.layout(), input.memoryConfig());
    if (dtype == input.dtype() || !input.hasValues()) {
      return input.view(spec);
    }
    List<Values> parts = new ArrayList<>();
    for (Values part : input.requireParts("tensor")) {
      Values copy = part.copy();
      Rounding.toType(spec, copy);
      parts.add(copy);
    }
    return Tensor.onHost(spec, input.distribution(), parts);
  }

  private static MemoryConfig memory(@Nullable MemoryConfig asked, Tensor input) {
    return asked == null ? input.memoryConfig() : asked;
  }

  private static Tensor tilize(TilizeArguments a) {
    Tensor input = a.inputTensor();
    TilizeOptions options = a.options();
    DataType dtype = options.dtype() == null ? input.dtype() : options.dtype();
    TilizeParams params =
        new TilizeParams(
            memory(options.memoryConfig(), input), dtype, options.useLowPerf(), options.tile());
    return CoreLimit.multicore(
        options.useMulticore() && !options.useLowPerf(),
        () -> isTooWide(input, params) ? tilizedBeside(input, params) : onDevice(input, params));
  }

  private static Tensor onDevice(Tensor input, TilizeParams params) {
    return TILIZE_ON_DEVICE.run(params, input);
  }

  /** Whether a program for shards would have to hold rows that no core can. */
  private static boolean isTooWide(Tensor input, TilizeParams params) {
    return input.isOnDevice()
        && input.memoryConfig().isSharded()
        && input.spec().paddedShape().dim(-1) / params.tile().width()
            >= RelayoutBuffers.tilesThatFit(
                Kind.TILIZE, input.dtype(), params.outputDtype(), params.tile(), input.device());
  }

  /** By way of interleaved memory, whose program passes rows in blocks. */
  private static Tensor tilizedBeside(Tensor input, TilizeParams params) {
    TilizeParams beside =
        new TilizeParams(
            MemoryConfig.DRAM, params.outputDtype(), params.useLowPerf(), params.tile());
    return Temporaries.through(
        input,
        t -> MovementSteps.toMemoryConfig(t, MemoryConfig.DRAM),
        t -> onDevice(t, beside),
        t -> MovementSteps.toMemoryConfig(t, params.outputMemConfig()));
  }

  private static Tensor tilizePadded(TilizeWithValPaddingArguments a) {
    Shape padded = a.inputTensor().spec().withLayout(Layout.TILE).paddedShape();
    Shape asked = a.outputTensorShape();
    boolean holds = asked.rank() == padded.rank();
    for (int i = 0; holds && i < asked.rank(); i++) {
      boolean inTiles = i < asked.rank() - 2 || asked.dim(i) % TensorSpec.TILE_SIDE == 0;
      holds = inTiles && asked.dim(i) >= padded.dim(i);
    }
    Check.that(
        holds,
        "output_tensor_shape: whole tiles of at least %s are needed to hold %s, got %s",
        padded,
        a.inputTensor().shape(),
        asked);
    return CoreLimit.multicore(
        a.useMulticore() || passesInBlocks(a.inputTensor(), asked, a.dtype()),
        () -> padded(a.inputTensor(), asked, a.padValue(), a.memoryConfig(), a.dtype()));
  }

  private static Tensor tilizeZeroPadded(TilizeWithZeroPaddingArguments a) {
    Tensor input = a.inputTensor();
    Shape needed = input.spec().withLayout(Layout.TILE).paddedShape();
    return CoreLimit.multicore(
        a.useMulticore() || passesInBlocks(input, needed, a.outputDtype()),
        () -> padded(input, needed, 0, a.memoryConfig(), a.outputDtype()));
  }

  /**
   * Rows that no core can hold take the program for blocks, which has all cores even where {@code
   * use_multicore} is false ({@code TilizeWithValPaddingDeviceOperation::select_program_factory}).
   */
  private static boolean passesInBlocks(Tensor input, Shape padded, @Nullable DataType dtype) {
    return input.isOnDevice()
        && !input.memoryConfig().isSharded()
        && padded.dim(-1) / TensorSpec.TILE_SIDE
            >= RelayoutBuffers.tilesThatFit(
                Kind.TILIZE_WITH_VAL_PADDING,
                input.dtype(),
                dtype == null ? input.dtype() : dtype,
                Tile.DEFAULT,
                input.device());
  }

  private static Tensor padded(
      Tensor input, double value, @Nullable MemoryConfig memory, @Nullable DataType dtype) {
    Shape needed = input.spec().withLayout(Layout.TILE).paddedShape();
    return padded(input, needed, value, memory, dtype);
  }

  private static Tensor padded(
      Tensor input,
      Shape padded,
      double value,
      @Nullable MemoryConfig memory,
      @Nullable DataType dtype) {
    DataType type = dtype == null ? input.dtype() : dtype;
    MemoryConfig place =
        memory == null ? input.memoryConfig() : Placement.of(memory, input, padded);
    return TILIZE_WITH_PADDING_ON_DEVICE
        .run(new TilizeWithValPaddingParams(padded, value, place, type), input)
        .withTilePadding(value);
  }

  private static Tensor rows(Tensor input, @Nullable MemoryConfig asked) {
    MemoryConfig memory = memory(asked, input);
    DataType dtype = rowType(input.dtype());
    boolean whole = isAligned(input.spec(), Tile.DEFAULT) || input.shape().volume() == 0;
    return whole
        ? UNTILIZE_ON_DEVICE.run(new UntilizeParams(memory, dtype), input)
        : UNTILIZE_WITH_UNPADDING_ON_DEVICE.run(
            new UntilizeWithUnpaddingParams(last(input.shape()), memory, dtype), input);
  }

  private static Shape last(Shape shape) {
    return Shape.of(Arrays.stream(shape.toArray()).map(size -> size - 1).toArray());
  }

  private static Shape unpadded(UntilizeWithUnpaddingParams params) {
    return Shape.of(
        Arrays.stream(params.outputTensorEnd().toArray()).map(last -> last + 1).toArray());
  }

  private static Tensor untilizeUnpadded(UntilizeWithUnpaddingArguments a) {
    Tensor input = a.inputTensor();
    Shape shape = input.shape();
    Shape end = a.outputTensorEnd();
    Check.that(
        end.rank() == shape.rank(),
        "output_tensor_end: one index for each dimension of %s is needed, got %s",
        shape,
        end);
    for (int i = 0; i < shape.rank(); i++) {
      Check.that(
          end.dim(i) < shape.dim(i),
          "output_tensor_end: %s has the last index %d in dimension %d, got %d; what lies in the"
              + " padding is not kept",
          shape,
          shape.dim(i) - 1,
          i,
          end.dim(i));
    }
    UntilizeWithUnpaddingParams params =
        new UntilizeWithUnpaddingParams(
            end, memory(a.memoryConfig(), input), rowType(input.dtype()));
    boolean sharded = input.memoryConfig().isSharded() || params.outputMemConfig().isSharded();
    return CoreLimit.multicore(
        a.useMulticore() || sharded, () -> UNTILIZE_WITH_UNPADDING_ON_DEVICE.run(params, input));
  }

  private static void cut(Call<UntilizeWithUnpaddingParams> call) {
    int[] dims = call.spec(0).shape().toArray();
    int[] ones = new int[dims.length];
    Arrays.fill(ones, 1);
    int[] kept = call.outputSpec().shape().toArray();
    Moves.slice(call.values(0), dims, new int[dims.length], ones, call.out(), kept);
  }

  private static double[] goldenCut(GoldenCall<UntilizeWithUnpaddingParams> call) {
    return Elements.of(call.output().shape(), index -> Elements.at(call.input(0), index));
  }

  private static List<CircularBuffer> singleTiles(Call<TilizeParams> call) {
    CoreRangeSet cores = CircularBuffers.sharing(1, call);
    return List.of(
        CircularBuffers.tiles(cores, call.outputSpec().withDtype(call.spec(0).dtype()), 1),
        CircularBuffers.tiles(cores, call.outputSpec(), 1));
  }
}
