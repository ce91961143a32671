package dev.tilescope.ops.internal.movement;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.PadOperations.PadArguments;
import dev.tilescope.ops.options.FoldOptions;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Images with fewer positions of more channels. */
public final class FoldOperations {
  private FoldOperations() {}

  public record FoldParams(
      int strideH, int strideW, boolean collapseOutput, MemoryConfig outputMemConfig) {}

  public static final DeviceOperation<FoldParams> FOLD_ON_DEVICE =
      DeviceOperation.<FoldParams>named("Fold", "fold")
          .takes(Input.of("input").in(Layout.ROW_MAJOR))
          .output(FoldOperations::folded)
          .circularBuffers(CircularBuffers.TWO_PAGES, CircularBuffers::twoPages)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(FoldOperations::computeFold)
          .golden(FoldOperations::goldenFold)
          .declare();

  public record FoldArguments(Tensor input, int strideH, int strideW, FoldOptions options) {}

  public static final Operation<FoldArguments, Tensor> FOLD =
      Operation.of(
          "ttnn::fold",
          FoldArguments.class,
          FoldOperations::fold,
          FOLD_ON_DEVICE,
          PadOperations.PAD_ON_DEVICE,
          LayoutOperations.UNTILIZE_ON_DEVICE,
          MovementOperations.PERMUTE_ON_DEVICE,
          MovementOperations.TRANSPOSE_ON_DEVICE,
          ShapeOperations.RESHAPE_ON_DEVICE,
          SliceOperations.SLICE_ON_DEVICE);

  private static Tensor fold(FoldArguments a) {
    Tensor input = a.input();
    input.requireBuffer("input");
    Check.that(
        input.shape().rank() == 4, "input: an image [N, H, W, C] is needed, got %s", input.shape());
    Check.that(a.strideH() >= 1, "stride_h: must be >= 1, got %d", a.strideH());
    Check.that(a.strideW() >= 1, "stride_w: must be >= 1, got %d", a.strideW());
    int[][] padding = around(PadOperations.ints(a.options().padding()));
    if (a.options().useTransposeAsFold()) {
      return byTransposes(a, padding);
    }
    boolean padded = Arrays.stream(padding).anyMatch(pair -> pair[0] + pair[1] > 0);
    MemoryConfig asked = a.options().overrideMemoryConfig();
    return Temporaries.through(
        input,
        x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR),
        when(padded, x -> padded(x, padding, null)),
        x -> folded(x, a),
        when(asked != null, x -> MovementSteps.toMemoryConfig(x, Objects.requireNonNull(asked))));
  }

  /**
   * The older way, by operations that exist otherwise: height and width are padded to whole tiles,
   * and the result is cut from what that folds to. Between the steps it lies interleaved in L1.
   */
  private static Tensor byTransposes(FoldArguments a, int[][] padding) {
    Check.that(
        !a.options().collapseOutput(),
        "collapse_output: a fold by transposes cannot collapse, got use_transpose_as_fold=true");
    Tensor input = a.input();
    MemoryConfig memory = input.memoryConfig();
    boolean sharded = memory.isSharded();
    Check.that(
        !sharded || memory.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED,
        "input: a fold by transposes takes INTERLEAVED or HEIGHT_SHARDED, got %s",
        memory.memoryLayout());
    checkGrid(a, input);
    int[][] around = aroundPlanes(input.shape(), padding, sharded);
    Shape padded = checkPlanes(a, input.shape(), around);
    Shape result = cutTo(a, input.shape(), padding, padded, sharded);
    MemoryConfig place = place(a, input, result);
    int h = a.strideH();
    int w = a.strideW();
    int wide = padded.dim(3) / w;
    int high = padded.dim(2) / h;
    int deep = padded.dim(1) * w;
    int n = padded.dim(0);
    return Temporaries.through(
        input,
        when(sharded, x -> MovementSteps.toMemoryConfig(x, MemoryConfig.L1)),
        x -> MovementSteps.toLayout(x, Layout.ROW_MAJOR),
        x -> padded(x, around, MemoryConfig.L1),
        x -> MovementSteps.permute(x, 0, 3, 1, 2),
        x -> MovementSteps.reshape(x, n, wide, deep, padded.dim(2)),
        x -> MovementSteps.transpose(x, 2, 3),
        x -> MovementSteps.reshape(x, n, wide, high, deep * h),
        x -> MovementSteps.transpose(x, 1, 2),
        x -> MovementSteps.slice(x, new int[4], result.toArray()),
        x -> MovementSteps.toMemoryConfig(x, place));
  }

  private static Tensor padded(Tensor x, int[][] padding, @Nullable MemoryConfig memory) {
    return PadOperations.PAD.call(new PadArguments(x, padding, 0, true, memory, null));
  }

  private static void checkGrid(FoldArguments a, Tensor input) {
    CoreRangeSet cores = a.options().gridSize();
    if (cores != null) {
      CoreRangeSet whole = CircularBuffers.wholeGrid(input.requireBuffer("input").device());
      Check.that(
          cores.size() > 0 && CoreLimit.contains(whole, cores),
          "grid_size: one or more cores of the compute grid %s are needed, got %s",
          whole,
          cores);
    }
  }

  /** As TT-NN has it: of interleaved images only ends are padded, of shards both sides. */
  private static int[][] aroundPlanes(Shape in, int[][] padding, boolean sharded) {
    int top = padding[1][0];
    int left = padding[2][0];
    for (int[] pair : padding) {
      Check.that(pair[0] >= 0 && pair[1] >= 0, "padding: counts must be >= 0, got %d", pair[0]);
    }
    return new int[][] {
      {0, 0},
      {0, padding[3][1]},
      {sharded ? top : 0, toTiles(in.dim(2), top, sharded)},
      {sharded ? left : 0, toTiles(in.dim(3), left, sharded)}
    };
  }

  private static int toTiles(int size, int before, boolean both) {
    long padded = (long) size + (both ? 2L : 1L) * before;
    long whole = Math.ceilDiv(padded, TensorSpec.TILE_SIDE) * TensorSpec.TILE_SIDE;
    Check.that(whole <= Integer.MAX_VALUE, "padding: %d and %d are too much", size, before);
    return (int) (whole - size - (both ? before : 0));
  }

  private static Shape checkPlanes(FoldArguments a, Shape in, int[][] around) {
    int[] dims = in.toArray();
    for (int i = 0; i < dims.length; i++) {
      long padded = (long) dims[i] + around[i][0] + around[i][1];
      Check.that(padded <= Integer.MAX_VALUE, "padding: %s would have %d", in, padded);
      dims[i] = (int) padded;
    }
    Shape padded = Shape.of(dims);
    checkDivides("stride_h", a.strideH(), padded, 2);
    checkDivides("stride_w", a.strideW(), padded, 3);
    long channels = (long) dims[1] * a.strideH() * a.strideW();
    Check.that(channels <= Integer.MAX_VALUE, "stride_w: there would be %d channels", channels);
    return padded;
  }

  /** All of it, for shards without what filled the tiles, or the part that was asked for. */
  private static Shape cutTo(
      FoldArguments a, Shape in, int[][] padding, Shape padded, boolean sharded) {
    int h = a.strideH();
    int w = a.strideW();
    int channels = padded.dim(1) * h * w;
    Shape folded = Shape.of(padded.dim(0), padded.dim(2) / h, padded.dim(3) / w, channels);
    Shape asked = a.options().outputShape();
    if (asked == null) {
      int height = (in.dim(2) + 2 * padding[1][0]) / h;
      int width = (in.dim(3) + 2 * padding[2][0]) / w;
      return sharded ? Shape.of(in.dim(0), height, width, channels) : folded;
    }
    boolean inside = asked.rank() == 4;
    for (int i = 0; inside && i < 4; i++) {
      inside = asked.dim(i) <= folded.dim(i);
    }
    Check.that(inside, "output_shape: a part of %s is needed, got %s", folded, asked);
    return asked;
  }

  private static MemoryConfig place(FoldArguments a, Tensor input, Shape result) {
    MemoryConfig asked = a.options().overrideMemoryConfig();
    ShardSpec shards = input.memoryConfig().shardSpec();
    if (asked != null || shards == null) {
      return asked == null ? MemoryConfig.L1 : asked;
    }
    CoreRangeSet given = a.options().gridSize();
    CoreRangeSet cores = given == null ? CoreRangeSet.grid(2, 2) : given;
    long rows = (long) result.dim(0) * result.dim(1) * result.dim(2);
    int height = (int) Math.min(Integer.MAX_VALUE, Math.max(1, Math.ceilDiv(rows, cores.size())));
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(cores, height, Math.max(1, result.dim(3)), shards.orientation()));
  }

  private static Tensor folded(Tensor x, FoldArguments a) {
    checkDivides("stride_h", a.strideH(), x.shape(), 1);
    checkDivides("stride_w", a.strideW(), x.shape(), 2);
    long channels = (long) x.shape().dim(3) * a.strideH() * a.strideW();
    Check.that(channels <= Integer.MAX_VALUE, "stride_w: there would be %d channels", channels);
    Shape shape = foldedShape(x.shape(), a.strideH(), a.strideW(), a.options().collapseOutput());
    return FOLD_ON_DEVICE.run(
        new FoldParams(
            a.strideH(), a.strideW(), a.options().collapseOutput(), Placement.of(null, x, shape)),
        x);
  }

  private static void checkDivides(String argument, int stride, Shape shape, int dim) {
    Check.that(
        shape.dim(dim) % stride == 0,
        "%s: dimension %d of the padded image %s must be a multiple of it, got %d",
        argument,
        dim,
        shape,
        stride);
  }

  private static int[][] around(int[] p) {
    Check.that(
        p.length == 2 || p.length == 4 || p.length == 6,
        "padding: 2, 4 or 6 numbers are needed, got %s",
        Arrays.toString(p));
    int[] none = {0, 0};
    return p.length == 2
        ? new int[][] {none, {p[0], p[0]}, {p[1], p[1]}, none}
        : new int[][] {
          none, {p[0], p[1]}, {p[2], p[3]}, p.length == 6 ? new int[] {p[4], p[5]} : none
        };
  }

  private static Shape foldedShape(Shape in, int strideH, int strideW, boolean collapsed) {
    int height = in.dim(1) / strideH;
    int width = in.dim(2) / strideW;
    int channels = in.dim(3) * strideH * strideW;
    if (!collapsed) {
      return Shape.of(in.dim(0), height, width, channels);
    }
    long positions = (long) in.dim(0) * height * width;
    Check.that(
        positions <= Integer.MAX_VALUE,
        "collapse_output: %d positions do not fit one dimension",
        positions);
    return Shape.of(1, 1, (int) positions, channels);
  }

  private static TensorSpec folded(Call<FoldParams> call) {
    FoldParams p = call.params();
    return call.spec(0)
        .withShape(foldedShape(call.spec(0).shape(), p.strideH(), p.strideW(), p.collapseOutput()))
        .withMemoryConfig(p.outputMemConfig());
  }

  /** [N, H/h, h, W/w, w, C] with the patch moved behind the positions. */
  private static void computeFold(Call<FoldParams> call) {
    Shape in = call.spec(0).shape();
    int h = call.params().strideH();
    int w = call.params().strideW();
    int[] dims = {in.dim(0), in.dim(1) / h, h, in.dim(2) / w, w, in.dim(3)};
    Moves.permute(call.values(0), dims, new int[] {0, 1, 3, 2, 4, 5}, call.out());
  }

  private static double[] goldenFold(GoldenCall<FoldParams> call) {
    Shape in = call.input(0).spec().shape();
    int h = call.params().strideH();
    int w = call.params().strideW();
    int channels = in.dim(3);
    Shape open = foldedShape(in, h, w, false);
    return Elements.of(
        open,
        index -> {
          int patch = index[3] / channels;
          return Elements.at(
              call.input(0),
              index[0],
              index[1] * h + patch / w,
              index[2] * w + patch % w,
              index[3] % channels);
        });
  }
}
