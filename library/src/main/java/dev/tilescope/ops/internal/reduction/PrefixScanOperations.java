package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.reduction.StateSpaceOperations.StateSpaceParams;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** The hidden states of Mamba along a sequence: each is made of the one before it. */
public final class PrefixScanOperations {
  private PrefixScanOperations() {}

  private static final int SIDE = TensorSpec.TILE_SIDE;

  public static final DeviceOperation<StateSpaceParams> PREFIX_SCAN_ON_DEVICE =
      DeviceOperation.<StateSpaceParams>named("PrefixScanDeviceOperation", "prefix_scan")
          .takes(
              Input.of("a").floats().in(Layout.TILE),
              Input.of("bx").floats().in(Layout.TILE),
              Input.of("h_prev").dtypes(List.of(DataType.BFLOAT16)).in(Layout.ROW_MAJOR))
          .validation(PrefixScanOperations::check)
          .outputs(call ->
              List.of(
                  call.spec(0)
                      .withDtype(call.params().dtype())
                      .withMemoryConfig(call.params().memoryConfig()),
                  call.spec(2)))
          .circularBuffers(
              "32 tiles of a and of bx in turns and each 32 of both and of states as rows, two tiles"
                  + " three times between, a tile for each 32 of the last states, the first states,"
                  + " and the result's shard where it lies.",
              PrefixScanOperations::circularBuffers)
          .cost(PrefixScanOperations::cost)
          .kernel(PrefixScanOperations::compute)
          .goldens(PrefixScanOperations::golden)
          .declare();

  public record PrefixScanArguments(
      Tensor a,
      Tensor bx,
      Tensor hPrev,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {}

  public static final Operation<PrefixScanArguments, Tensor> PREFIX_SCAN =
      Operation.of(
              "ttnn::experimental::prefix_scan",
              PrefixScanArguments.class,
              PrefixScanOperations::scan,
              PREFIX_SCAN_ON_DEVICE)
          .overwriting("h_prev");

  private static Tensor scan(PrefixScanArguments a) {
    PREFIX_SCAN_ON_DEVICE.requireUsable(a.a(), a.bx(), a.hPrev());
    return PREFIX_SCAN_ON_DEVICE
        .runAllInto(
            Arrays.asList(null, a.hPrev()),
            StateSpaceOperations.params(a.a(), a.memoryConfig(), a.dtype(), a.mathFidelity()),
            a.a(),
            a.bx(),
            a.hPrev())
        .getFirst();
  }

  private static void check(Call<StateSpaceParams> call) {
    Check.rankIs("a", call.input(0), 4);
    Shape shape = call.spec(0).paddedShape();
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) == 1 && shape.volume() > 0,
        "a: [1, 1, length, width] is needed, got %s",
        call.spec(0).shape());
    Check.that(
        call.spec(1).shape().equals(call.spec(0).shape())
            && call.spec(1).dtype() == call.spec(0).dtype(),
        "bx: %s %s is needed as a is, got %s %s",
        call.spec(0).dtype(),
        call.spec(0).shape(),
        call.spec(1).dtype(),
        call.spec(1).shape());
    Check.that(
        call.spec(2).shape().volume() == call.spec(0).shape().dim(3),
        "h_prev: a row of %d is needed, got %s",
        call.spec(0).shape().dim(3),
        call.spec(2).shape());
    checkShards("a", call.spec(0));
    checkShards("bx", call.spec(1));
    checkShards("h_prev", call.spec(2));
    Check.that(
        Costs.isInPlace(call.spec(0).withMemoryConfig(call.params().memoryConfig())),
        "memory_config: the result lies in shards in L1, got %s",
        call.params().memoryConfig());
  }

  private static void checkShards(String name, TensorSpec spec) {
    ShardSpec shards = spec.memoryConfig().shardSpec();
    Check.that(
        shards != null && shards.orientation() == ShardOrientation.ROW_MAJOR,
        "%s: it must be sharded with row major orientation, got %s",
        name,
        spec.memoryConfig());
  }

  private static ShardSpec shards(Call<StateSpaceParams> call) {
    return Objects.requireNonNull(call.spec(0).memoryConfig().shardSpec());
  }

  /** prefix_scan_program_factory.cpp. */
  private static List<CircularBuffer> circularBuffers(Call<StateSpaceParams> call) {
    CoreRangeSet cores = shards(call).grid();
    int width = shards(call).width() / SIDE;
    long rowBytes = (long) SIDE * DataType.BFLOAT16.elementBytes();
    CircularBuffer chunk = CircularBuffers.tiles(cores, DataType.BFLOAT16, SIDE);
    CircularBuffer pair = CircularBuffers.tiles(cores, DataType.BFLOAT16, 2);
    return List.of(
        CircularBuffers.tiles(cores, call.spec(0).dtype(), SIDE),
        chunk,
        chunk,
        chunk,
        pair,
        pair,
        pair,
        CircularBuffers.tiles(cores, DataType.BFLOAT16, Math.ceilDiv(width, SIDE)),
        CircularBuffer.local(cores, width * rowBytes, rowBytes),
        CircularBuffers.backedBy(call.output(), cores));
  }

  /** A product and a sum for each row, which are a tile each, and rows made of tiles and back. */
  private static Work cost(Call<StateSpaceParams> call) {
    ShardSpec shards = shards(call);
    long tiles = (long) shards.height() / SIDE * shards.width() / SIDE;
    return Costs.of(
        TileWork.elementwise(5),
        tiles,
        shards.grid().size(),
        Costs.inputs(call),
        call.outputSpec());
  }

  private static void compute(Call<StateSpaceParams> call) {
    float[] a = call.floats(0);
    float[] bx = call.floats(1);
    float[] states = call.out(0).floats();
    int width = call.spec(0).shape().dim(3);
    float[] last = call.floats(2).clone();
    for (int i = 0; i < a.length; i++) {
      int at = i % width;
      last[at] = a[i] * last[at] + bx[i];
      states[i] = last[at];
    }
    System.arraycopy(last, 0, call.out(1).floats(), 0, width);
  }

  private static List<double[]> golden(GoldenCall<StateSpaceParams> call) {
    double[] states = call.newOutput();
    int width = call.output().shape().dim(3);
    double[] last = call.values(2).clone();
    for (int i = 0; i < states.length; i++) {
      double before = i < width ? last[i] : states[i - width];
      states[i] = call.values(0)[i] * before + call.values(1)[i];
    }
    return List.of(states, Arrays.copyOfRange(states, states.length - width, states.length));
  }
}
