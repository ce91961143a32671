package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.CircularBuffer;
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
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.options.BcastOpDim;
import dev.tilescope.ops.options.BcastOpMath;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Two tensors together, of which the second has a row, a column or an element for each matrix. */
public final class BcastOperations {
  private BcastOperations() {}

  public record BcastParams(
      BcastOpMath mathOp, BcastOpDim dim, MemoryConfig outputMemConfig, boolean inPlace) {}

  public static final DeviceOperation<BcastParams> BCAST_ON_DEVICE =
      DeviceOperation.<BcastParams>named("BcastDeviceOperation", "bcast")
          .takes(
              Input.of("input_a").floats().in(Layout.TILE),
              Input.of("input_b").floats().in(Layout.TILE))
          .validation(BcastOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(placed(call)))
          .circularBuffers(
              "Dataflow buffers on all cores: two tiles of each input and two out; of shards the"
                  + " shards themselves and two tiles of the second input, a row's for those that"
                  + " share a row.",
              BcastOperations::buffers)
          .cost(call -> Costs.ofPages(TileWork.elementwise(1), call))
          .kernel(BcastOperations::compute)
          .golden(BcastOperations::golden)
          .declare();

  public record BcastArguments(
      Tensor inputA,
      Tensor inputB,
      BcastOpMath mathOp,
      BcastOpDim dim,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public static final Operation<BcastArguments, Tensor> BCAST =
      Operation.of("ttnn::bcast", BcastArguments.class, BcastOperations::bcast, BCAST_ON_DEVICE)
          .through("TilizeWithValPaddingDeviceOperation", "TilizeDeviceOperation");

  private static Tensor bcast(BcastArguments a) {
    Tensor left = a.inputA();
    Tensor right = a.inputB();
    BCAST_ON_DEVICE.requireUsable(left, right);
    Check.rankAtLeast("input_a", left, 2);
    Check.rankAtLeast("input_b", right, 2);
    MemoryConfig memory = a.memoryConfig() == null ? left.memoryConfig() : a.memoryConfig();
    BcastParams params = new BcastParams(a.mathOp(), a.dim(), memory, false);
    try (Temporaries made = Temporaries.besides(left, right, a.outputTensor())) {
      Tensor tiles = made.own(MovementSteps.toLayout(left, Layout.TILE));
      Tensor other = made.own(MovementSteps.toLayout(right, Layout.TILE));
      return made.handOver(BCAST_ON_DEVICE.runInto(a.outputTensor(), params, tiles, other));
    }
  }

  private static void check(Call<BcastParams> call) {
    Shape a = call.spec(0).paddedShape();
    Shape b = call.spec(1).paddedShape();
    boolean row = call.params().dim() == BcastOpDim.H;
    boolean column = call.params().dim() == BcastOpDim.W;
    int height = column ? a.dim(-2) : TensorSpec.TILE_SIDE;
    int width = row ? a.dim(-1) : TensorSpec.TILE_SIDE;
    Check.that(
        b.dim(-2) == height && b.dim(-1) == width,
        "input_b: %s takes %dx%d beside %s, got %s",
        call.params().dim(),
        height,
        width,
        a,
        b);
    checkBatch(call.spec(0).shape(), call.spec(1).shape());
    checkPlaces(call);
  }

  private static void checkBatch(Shape a, Shape b) {
    boolean one = true;
    boolean same = a.rank() == b.rank();
    for (int i = 0; i < b.rank() - 2; i++) {
      one &= b.dim(i) == 1;
      same &= a.rank() == b.rank() && a.dim(i) == b.dim(i);
    }
    Check.that(
        one || same,
        "Broadcast with batch is currently only supported when bN*bC=1 or N & C match or"
            + " equivalent. Got %s and %s",
        a,
        b);
  }

  private static void checkPlaces(Call<BcastParams> call) {
    MemoryConfig from = call.spec(0).memoryConfig();
    MemoryConfig to = call.params().outputMemConfig();
    boolean fits =
        switch (call.params().dim()) {
          case W -> !from.isSharded() && !to.isSharded();
          case H -> from.isSharded() == to.isSharded();
          case HW ->
              from.memoryLayout() == to.memoryLayout()
                  && (!from.isSharded()
                      || from.memoryLayout() == TensorMemoryLayout.HEIGHT_SHARDED);
        };
    Check.that(
        fits,
        "Input and output mem layouts must be the same for bcast %s op! Got %s and %s",
        call.params().dim(),
        from,
        to);
    Check.that(
        !from.isSharded() || from.shardSpec() != null,
        "input_a: shards of a height and a width are needed, got %s",
        from);
    Check.interleaved("input_b", call.spec(1).memoryConfig());
  }

  /** Shards lie as the input's do, whatever was asked for. */
  private static MemoryConfig placed(Call<BcastParams> call) {
    MemoryConfig asked = call.params().outputMemConfig();
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    return shards == null || !asked.isSharded()
        ? asked
        : MemoryConfig.sharded(asked.memoryLayout(), asked.bufferType(), shards);
  }

  /** The five factories beside bcast_device_operation.cpp. */
  private static List<CircularBuffer> buffers(Call<BcastParams> call) {
    ShardSpec shards = call.spec(0).memoryConfig().shardSpec();
    if (shards == null || !call.spec(0).memoryConfig().bufferType().isL1()) {
      CoreRangeSet cores = CircularBuffers.wholeGrid(call);
      return CircularBuffers.dataflow(
          List.of(
              CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
              CircularBuffers.tiles(cores, call.spec(1).dtype(), 2),
              CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2)));
    }
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.backedBy(call.input(0)),
            CircularBuffers.tiles(shards.grid(), call.spec(1).dtype(), secondTiles(call, shards)),
            CircularBuffers.backedBy(call.output())));
  }

  private static long secondTiles(Call<BcastParams> call, ShardSpec shards) {
    if (call.params().dim() == BcastOpDim.HW) {
      return 2;
    }
    long width = shards.width() / TensorSpec.TILE_SIDE;
    return CircularBuffers.largestBlock(Math.max(1, width), 8);
  }

  /** The place in the second tensor of the element at a place in the first. */
  private static int[] strides(Shape a, Shape b, BcastOpDim dim) {
    int[] strides = new int[a.rank()];
    int stride = 1;
    for (int i = 1; i <= b.rank(); i++) {
      boolean again = i == 1 && dim != BcastOpDim.H || i == 2 && dim != BcastOpDim.W;
      boolean batch = i > 2;
      if (i <= a.rank()) {
        strides[a.rank() - i] = again || batch && b.dim(-i) == 1 ? 0 : stride;
      }
      stride *= b.dim(-i);
    }
    return strides;
  }

  private static void compute(Call<BcastParams> call) {
    Shape a = call.spec(0).shape();
    int[] strides = strides(a, call.spec(1).shape(), call.params().dim());
    float[] left = call.floats(0);
    float[] right = call.floats(1);
    float[] out = call.out().floats();
    int width = a.dim(-1);
    for (int row = 0; width > 0 && row < out.length / width; row++) {
      int from = 0;
      int rest = row;
      for (int i = a.rank() - 2; i >= 0; i--) {
        from += rest % a.dim(i) * strides[i];
        rest /= a.dim(i);
      }
      for (int j = 0; j < width; j++) {
        int at = row * width + j;
        out[at] =
            together(call.params().mathOp(), left[at], right[from + j * strides[a.rank() - 1]]);
      }
    }
  }

  private static float together(BcastOpMath math, float a, float b) {
    return switch (math) {
      case ADD -> a + b;
      case SUB -> a - b;
      case MUL -> a * b;
    };
  }

  private static double[] golden(GoldenCall<BcastParams> call) {
    Shape a = call.output().shape();
    Shape b = call.input(1).spec().shape();
    return Elements.of(
        a,
        index -> {
          int[] other = new int[b.rank()];
          for (int i = 1; i <= b.rank(); i++) {
            boolean again =
                i == 1 && call.params().dim() != BcastOpDim.H
                    || i == 2 && call.params().dim() != BcastOpDim.W
                    || b.dim(-i) == 1;
            other[b.rank() - i] = again ? 0 : index[a.rank() - i];
          }
          double left = Elements.at(Objects.requireNonNull(call.input(0)), index);
          double right = Elements.at(call.input(1), other);
          return switch (call.params().mathOp()) {
            case ADD -> left + right;
            case SUB -> left - right;
            case MUL -> left * right;
          };
        });
  }
}
