package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A tensor repeated along its dimensions of one element, as PyTorch broadcasts. */
public final class BroadcastOperations {
  private BroadcastOperations() {}

  private static final int MOST_DIMENSIONS = 4;

  public record BcastToParams(Shape outputShape, MemoryConfig memoryConfig) {}

  public static final DeviceOperation<BcastToParams> BCAST_TO_ON_DEVICE =
      DeviceOperation.<BcastToParams>named("BcastToOperation", "bcast_to")
          .takes(Input.of("input"))
          .into("output")
          .validation(BroadcastOperations::check)
          .output(call ->
              call.spec(0)
                  .withShape(call.params().outputShape())
                  .withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Two tiles in and two out, on as many cores as there are tiles.",
              call ->
                  List.of(
                      CircularBuffers.doubled(CircularBuffers.perPage(call), call.spec(0)),
                      CircularBuffers.doubled(CircularBuffers.perPage(call), call.outputSpec())))
          .cost(Costs::moving)
          .kernel(BroadcastOperations::compute)
          .golden(BroadcastOperations::golden)
          .declare();

  public record BroadcastToArguments(
      Tensor input,
      Shape outputShape,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor output) {}

  public static final Operation<BroadcastToArguments, Tensor> BROADCAST_TO =
      Operation.of(
          "ttnn::experimental::broadcast_to",
          BroadcastToArguments.class,
          BroadcastOperations::broadcast,
          BCAST_TO_ON_DEVICE);

  private static Tensor broadcast(BroadcastToArguments a) {
    checkShapes(a.input().shape(), a.outputShape());
    MemoryConfig memory = Placement.of(a.memoryConfig(), a.output(), a.input());
    return BCAST_TO_ON_DEVICE.runInto(
        a.output(), new BcastToParams(a.outputShape(), memory), a.input());
  }

  private static void checkShapes(Shape input, Shape output) {
    Check.that(
        input.rank() <= output.rank(),
        "Input tensor shape %s(%d) must be at least as large as the broadcast shape %s(%d), which"
            + " it is not",
        input,
        input.rank(),
        output,
        output.rank());
    Check.that(
        output.rank() <= MOST_DIMENSIONS,
        "Tensor shape and broadcast size %s(%d) %s(%d) must be at most 4D",
        input,
        input.rank(),
        output,
        output.rank());
    for (int i = -1; i >= -input.rank(); i--) {
      Check.that(
          input.dim(i) == output.dim(i) || input.dim(i) == 1,
          "Input dimension %d (size %d) cannot be broadcast to output dimension %d (size %d)",
          i,
          input.dim(i),
          i,
          output.dim(i));
    }
  }

  private static void check(Call<BcastToParams> call) {
    Check.that(
        call.spec(0).layout() == Layout.TILE,
        "bcast_to: Invalid tensor memory layout %s. Input tensor layout must be TILE.",
        call.spec(0).layout());
    Check.that(
        !call.spec(0).memoryConfig().isSharded(),
        "bcast_to: Invalid input memory config %s. Input tensor sharding not supported",
        call.spec(0).memoryConfig());
    Check.that(
        !call.params().memoryConfig().isSharded(),
        "bcast_to: Invalid output memory config %s. Output memory config sharding not supported",
        call.params().memoryConfig());
  }

  private static void compute(Call<BcastToParams> call) {
    Shape output = call.outputSpec().shape();
    int[] dims = aligned(call.spec(0).shape(), output.rank());
    int[] repeats = new int[dims.length];
    Arrays.setAll(repeats, i -> dims[i] == output.dim(i) ? 1 : output.dim(i));
    Moves.repeat(call.values(0), dims, repeats, call.out());
  }

  /** With ones in front. */
  private static int[] aligned(Shape shape, int rank) {
    int[] dims = new int[rank];
    Arrays.fill(dims, 1);
    System.arraycopy(shape.toArray(), 0, dims, rank - shape.rank(), shape.rank());
    return dims;
  }

  private static double[] golden(GoldenCall<BcastToParams> call) {
    Shape input = call.input(0).spec().shape();
    int more = call.output().shape().rank() - input.rank();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] at = Arrays.copyOfRange(index, more, index.length);
          for (int i = 0; i < at.length; i++) {
            at[i] = input.dim(i) == 1 ? 0 : at[i];
          }
          return Elements.at(call.input(0), at);
        });
  }
}
