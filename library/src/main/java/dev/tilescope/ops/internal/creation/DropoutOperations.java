package dev.tilescope.ops.internal.creation;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Elements left out at random. Which ones depends on the seed and their place alone. */
public final class DropoutOperations {
  private DropoutOperations() {}

  /** The seed is told to the program at each launch. */
  public record DropoutParams(
      MemoryConfig outputMemoryConfig,
      long seed,
      boolean usePerDeviceSeed,
      double prob,
      double scale)
      implements DeviceOperation.RuntimeValues {
    @Override
    public Record program() {
      return new DropoutParams(outputMemoryConfig, 0, usePerDeviceSeed, prob, scale);
    }
  }

  public static final DeviceOperation<DropoutParams> DROPOUT_ON_DEVICE =
      DeviceOperation.<DropoutParams>named("DropoutDeviceOperation", "dropout")
          .takes(Input.of("input_tensor"))
          .validation(DropoutOperations::check)
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemoryConfig()))
          .distribution(DropoutOperations::distribution)
          .circularBuffers(
              "Two tiles in and two tiles out.",
              call ->
                  List.of(
                      CircularBuffers.doubled(CircularBuffers.perPage(call), call.spec(0)),
                      CircularBuffers.doubled(CircularBuffers.perPage(call), call.outputSpec())))
          .cost(call ->
              Costs.of(
                  TileWork.vector(1),
                  CircularBuffers.perPage(call).size(),
                  Costs.inputs(call),
                  call.outputSpec()))
          .kernel(DropoutOperations::compute)
          .golden(call ->
              IntStream.range(0, call.values(0).length)
                  .mapToDouble(i -> kept(call.params(), 0, i) * call.values(0)[i])
                  .toArray())
          .declare();

  public record DropoutArguments(
      Tensor inputTensor,
      double probability,
      double scale,
      long seed,
      @Default("true") boolean usePerDeviceSeed,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor outputTensor) {}

  public static final Operation<DropoutArguments, Tensor> DROPOUT =
      Operation.of(
          "ttnn::experimental::dropout",
          DropoutArguments.class,
          DropoutOperations::dropout,
          DROPOUT_ON_DEVICE);

  private static Tensor dropout(DropoutArguments a) {
    MemoryConfig memory = Placement.of(a.memoryConfig(), a.outputTensor(), a.inputTensor());
    DropoutParams params =
        new DropoutParams(memory, a.seed(), a.usePerDeviceSeed(), a.probability(), a.scale());
    return DROPOUT_ON_DEVICE.runInto(a.outputTensor(), params, a.inputTensor());
  }

  private static void check(Call<DropoutParams> call) {
    double probability = call.params().prob();
    Check.that(
        probability >= 0 && probability <= 1,
        "probability: a number from 0 to 1 is needed, got %s",
        probability);
    Check.that(
        call.spec(0).layout() == Layout.TILE,
        "input_tensor: dropout takes Layout::TILE, got %s; convert it with Ttnn.toLayout",
        call.spec(0).layout());
  }

  private static Distribution distribution(Call<DropoutParams> call) {
    Distribution input = call.input(0).distribution();
    boolean differs = call.params().usePerDeviceSeed() && call.device().chips().size() > 1;
    return differs && input.isReplicated() ? input.separate() : input;
  }

  private static void compute(Call<DropoutParams> call) {
    float[] in = call.floats(0);
    float[] out = call.out().floats();
    IntStream.range(0, in.length)
        .parallel()
        .forEach(i -> out[i] = (float) (kept(call.params(), call.part(), i) * in[i]));
  }

  /** What an element is multiplied by: 0 for one that is left out. */
  private static double kept(DropoutParams params, int device, int index) {
    long seed = params.seed() + (params.usePerDeviceSeed() ? device : 0);
    return RandomOperations.unit(seed, index) < params.prob() ? 0 : params.scale();
  }
}
