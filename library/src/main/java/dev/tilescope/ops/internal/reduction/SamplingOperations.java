package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.kernel.ReductionKernels;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.CoreSets;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** A token for each user, drawn from the most likely ones. */
public final class SamplingOperations {
  private SamplingOperations() {}

  private static final int MOST_USERS = 32;
  private static final List<DataType> INDICES = List.of(DataType.UINT32, DataType.INT32);
  private static final List<DataType> VALUES = List.of(DataType.BFLOAT16);

  /**
   * @param draws where the numbers of users come from if no seed is given
   */
  public record SamplingParams(@Nullable Long seed, SeededDraws draws) implements RuntimeValues {
    @Override
    public Record program() {
      return new Attributes(null);
    }

    /** From 0 to below 1. All cores begin anew with a seed, so that they draw the same number. */
    double number(int user) {
      return seed == null || seed == 0 ? draws.upcoming(user) : SeededDraws.first(seed);
    }

    boolean takesDraws() {
      return seed == null || seed == 0;
    }
  }

  /** What traces say of a call. */
  public record Attributes(@Nullable Long seed) {}

  public static final DeviceOperation<SamplingParams> SAMPLING_ON_DEVICE =
      DeviceOperation.<SamplingParams>named("SamplingDeviceOperation", "sampling")
          .takes(
              Input.of("input_values_tensor").dtypes(VALUES).in(Layout.TILE),
              Input.of("input_indices_tensor").dtypes(INDICES).in(Layout.ROW_MAJOR),
              Input.of("k").dtypes(INDICES).in(Layout.ROW_MAJOR),
              Input.of("p").dtypes(VALUES).in(Layout.ROW_MAJOR),
              Input.of("temp").dtypes(VALUES).in(Layout.ROW_MAJOR))
          .attributes(call -> new Attributes(call.params().seed()))
          .validation(SamplingOperations::check)
          .output(call ->
              new TensorSpec(
                  Shape.of(1, 1, 1, users(call.spec(0))),
                  DataType.UINT32,
                  Layout.ROW_MAJOR,
                  call.spec(0).memoryConfig()))
          .circularBuffers(
              "Dataflow buffers on a core for each user: four tiles of values, of indices and of a"
                  + " mask in, a row of tiles of both to sort in, two tiles of values twice and of"
                  + " indices, five for softmax and the number drawn, the rows of indices, the"
                  + " result, and k, p and temperature.",
              SamplingOperations::buffers)
          .cost(call -> OrderOperations.sortCost(call, users(call.spec(0))))
          .kernel(SamplingOperations::compute)
          .golden(SamplingOperations::golden)
          .declare();

  public record SamplingArguments(
      Tensor inputValuesTensor,
      Tensor inputIndicesTensor,
      Tensor k,
      Tensor p,
      Tensor temp,
      @Nullable Long seed,
      @Nullable CoreRangeSet subCoreGrids,
      @Nullable Tensor outputTensor)
      implements CoreLimited {}

  public static final Operation<SamplingArguments, Tensor> SAMPLING =
      Operation.of(
          "ttnn::sampling",
          SamplingArguments.class,
          SamplingOperations::sampling,
          SAMPLING_ON_DEVICE);

  private static Tensor sampling(SamplingArguments a) {
    Tensor values = a.inputValuesTensor();
    SAMPLING_ON_DEVICE.requireUsable(values, a.inputIndicesTensor(), a.k(), a.p(), a.temp());
    return SAMPLING_ON_DEVICE.runInto(
        a.outputTensor(),
        new SamplingParams(a.seed(), SeededDraws.of(values.device())),
        values,
        a.inputIndicesTensor(),
        a.k(),
        a.p(),
        a.temp());
  }

  private static int users(TensorSpec values) {
    return values.shape().dim(-2);
  }

  private static void check(Call<SamplingParams> call) {
    Check.rankIs("input_values_tensor", call.input(0), 4);
    Shape shape = call.spec(0).shape();
    MemoryConfig memory = call.spec(0).memoryConfig();
    Check.interleaved("input_values_tensor", memory);
    Check.interleaved("input_indices_tensor", call.spec(1).memoryConfig());
    Check.that(
        call.spec(1).shape().equals(shape),
        "Input values and indices must have the same shape! Got %s and %s",
        shape,
        call.spec(1).shape());
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) == 1,
        "Sampling requires input dims 0 and 1 (N, C) to be 1; got %s!",
        shape);
    int users = shape.dim(2);
    Check.that(
        users >= 1 && users <= MOST_USERS,
        "Sampling currently supports between 1 and 32 users (one core per user); got %d!",
        users);
    int tiles = shape.dim(3) / TensorSpec.TILE_SIDE;
    Check.that(
        shape.dim(3) % TensorSpec.TILE_SIDE == 0 && Integer.bitCount(tiles) == 1,
        "Input inner dim (%d) must be a power of 2 of tiles of 32, pad if needed!",
        shape.dim(3));
    for (int i = 2; i < 5; i++) {
      Check.that(
          call.spec(i).shape().equals(Shape.of(users)),
          "%s must have shape [%d] (one per user), got %s!",
          List.of("k", "p", "temp").get(i - 2),
          users,
          call.spec(i).shape());
    }
    CoreRangeSet cores = call.subCoreGrids();
    Check.that(
        cores == null || cores.size() >= users,
        "Subcore grid must supply at least num_users (%d) cores, but found %d!",
        users,
        cores == null ? 0 : cores.size());
  }

  private static CoreRangeSet cores(Call<SamplingParams> call) {
    return CoreSets.rowByRow(CircularBuffers.wholeGrid(call), 0, users(call.spec(0)));
  }

  /** sampling_program_factory.cpp. */
  private static List<CircularBuffer> buffers(Call<SamplingParams> call) {
    CoreRangeSet cores = cores(call);
    int users = users(call.spec(0));
    long across = call.spec(0).physicalWidth() / TensorSpec.TILE_SIDE;
    long row = call.spec(0).physicalWidth() * DataType.UINT32.elementBytes();
    DataType value = DataType.BFLOAT16;
    DataType index = DataType.UINT16;
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, value, 4),
            CircularBuffers.tiles(cores, index, 4),
            CircularBuffers.tiles(cores, value, 1),
            CircularBuffers.tiles(cores, value, 1),
            CircularBuffers.tiles(cores, value, 4),
            CircularBuffers.tiles(cores, value, across),
            CircularBuffers.tiles(cores, index, across),
            CircularBuffers.tiles(cores, value, 2),
            CircularBuffers.tiles(cores, value, 2),
            CircularBuffers.tiles(cores, index, 2),
            CircularBuffers.tiles(cores, value, 1),
            CircularBuffers.tiles(cores, value, 1),
            CircularBuffers.tiles(cores, value, 1),
            CircularBuffer.local(cores, TensorSpec.TILE_SIDE * row, row),
            entries(cores, TensorSpec.TILE_SIDE, DataType.UINT32),
            entries(cores, users, DataType.UINT32),
            entries(cores, users, value),
            entries(cores, users, value)));
  }

  private static CircularBuffer entries(CoreRangeSet cores, int count, DataType dtype) {
    long bytes = (long) count * dtype.elementBytes();
    return CircularBuffer.local(cores, bytes, bytes);
  }

  private static void compute(Call<SamplingParams> call) {
    int users = users(call.spec(0));
    int width = call.spec(0).shape().dim(3);
    int count = Math.min(MOST_USERS, width);
    float[] values = new float[users * count];
    int[] places = new int[values.length];
    ReductionKernels.topK(call.floats(0), users, width, count, true, values, places);
    int[] out = call.out().integers();
    for (int user = 0; user < users; user++) {
      double[] scaled = new double[Math.clamp(call.integers(2)[user], 1, count)];
      for (int i = 0; i < scaled.length; i++) {
        scaled[i] = values[user * count + i] * (double) call.floats(4)[user];
      }
      double number = call.params().number(user);
      int chosen = chosen(softmax(scaled), call.floats(3)[user], number);
      out[user] = call.integers(1)[user * width + places[user * count + chosen]];
    }
    if (call.params().takesDraws()) {
      call.params().draws().drawn(users);
    }
  }

  private static double[] softmax(double[] values) {
    double greatest = Double.NEGATIVE_INFINITY;
    for (double value : values) {
      greatest = Math.max(greatest, value);
    }
    double[] parts = new double[values.length];
    double sum = 0;
    for (int i = 0; i < values.length; i++) {
      parts[i] = Math.exp(values[i] - greatest);
      sum += parts[i];
    }
    for (int i = 0; i < values.length; i++) {
      parts[i] /= sum;
    }
    return parts;
  }

  /** Among the first whose probabilities add up to more than p, the one that the number is in. */
  private static int chosen(double[] probabilities, double p, double number) {
    double kept = 0;
    int last = 0;
    while (last < probabilities.length && kept <= p) {
      kept += probabilities[last++];
    }
    double sum = 0;
    for (int i = 0; i < last; i++) {
      sum += probabilities[i] / kept;
      if (sum > number) {
        return i;
      }
    }
    return 0;
  }

  private static double[] golden(GoldenCall<SamplingParams> call) {
    int users = users(call.input(0).spec());
    int width = call.input(0).spec().shape().dim(3);
    return IntStream.range(0, users)
        .mapToDouble(user -> {
          Comparator<Integer> byValue =
              Comparator.comparingDouble(i -> call.values(0)[user * width + i]);
          List<Integer> best =
              IntStream.range(0, width)
                  .boxed()
                  .sorted(byValue.reversed())
                  .limit(Math.max(1, (long) call.values(2)[user]))
                  .toList();
          double[] scaled =
              best.stream()
                  .mapToDouble(i -> call.values(0)[user * width + i] * call.values(4)[user])
                  .toArray();
          int at = chosen(softmax(scaled), call.values(3)[user], call.params().number(user));
          return call.values(1)[user * width + best.get(at)];
        })
        .toArray();
  }
}
