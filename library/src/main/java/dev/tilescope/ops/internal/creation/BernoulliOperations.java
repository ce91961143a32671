package dev.tilescope.ops.internal.creation;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Ones and zeros, each one with the probability that the input has at its place. */
public final class BernoulliOperations {
  private BernoulliOperations() {}

  private static final List<DataType> TAKEN = List.of(DataType.BFLOAT16, DataType.FLOAT32);

  public record BernoulliParams(
      long seed,
      DataType dtype,
      MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new BernoulliParams(0, dtype, memoryConfig, computeKernelConfig);
    }
  }

  public static final DeviceOperation<BernoulliParams> BERNOULLI_ON_DEVICE =
      DeviceOperation.<BernoulliParams>named("BernoulliDeviceOperation", "bernoulli")
          .takes(Input.of("input").dtypes(TAKEN).in(Layout.TILE))
          .into("output")
          .validation(call ->
              Check.that(
                  TAKEN.contains(call.params().dtype()),
                  "Bernoulli: Output tensor must be Float32 or Bfloat16, got %s",
                  call.params().dtype()))
          .output(call ->
              call.spec(0)
                  .withDtype(call.params().dtype())
                  .withMemoryConfig(call.params().memoryConfig()))
          .circularBuffers(
              "Two tiles in, two of random numbers in float32, one out.",
              BernoulliOperations::buffers)
          .cost(call -> Costs.ofPages(TileWork.vector(1), call))
          .kernel(BernoulliOperations::compute)
          .golden(call ->
              IntStream.range(0, call.values(0).length)
                  .mapToDouble(i -> drawn(call.params(), i, call.values(0)[i]))
                  .toArray())
          .declare();

  public record BernoulliArguments(
      Tensor input,
      @Default("0") long seed,
      @Nullable Tensor output,
      @Nullable DataType dtype,
      @Nullable MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig) {}

  public static final Operation<BernoulliArguments, Tensor> BERNOULLI =
      Operation.of(
          "ttnn::bernoulli",
          BernoulliArguments.class,
          BernoulliOperations::bernoulli,
          BERNOULLI_ON_DEVICE);

  private static Tensor bernoulli(BernoulliArguments a) {
    BERNOULLI_ON_DEVICE.requireUsable(a.input());
    Tensor into = a.output();
    MemoryConfig asked = a.memoryConfig() == null ? a.input().memoryConfig() : a.memoryConfig();
    DataType dtype = a.dtype() == null ? DataType.FLOAT32 : a.dtype();
    BernoulliParams params =
        new BernoulliParams(
            a.seed(),
            into == null ? dtype : into.dtype(),
            into == null ? asked : into.memoryConfig(),
            a.computeKernelConfig());
    return BERNOULLI_ON_DEVICE.runInto(into, params, a.input());
  }

  private static List<CircularBuffer> buffers(Call<BernoulliParams> call) {
    CoreRangeSet cores = CircularBuffers.perPage(call);
    return List.of(
        CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
        CircularBuffers.tiles(cores, DataType.FLOAT32, 2),
        CircularBuffers.tiles(cores, call.outputSpec().dtype(), 1));
  }

  private static void compute(Call<BernoulliParams> call) {
    float[] in = call.floats(0);
    float[] out = call.out().floats();
    IntStream.range(0, in.length)
        .parallel()
        .forEach(i -> out[i] = (float) drawn(call.params(), i, in[i]));
  }

  private static double drawn(BernoulliParams params, int index, double probability) {
    return RandomOperations.unit(params.seed(), index) < probability ? 1 : 0;
  }
}
