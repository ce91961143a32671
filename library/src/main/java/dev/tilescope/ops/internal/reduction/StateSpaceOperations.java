package dev.tilescope.ops.internal.reduction;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MathFidelity;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Products and sums over the states of Mamba's blocks, 32 for each hidden unit. */
public final class StateSpaceOperations {
  private StateSpaceOperations() {}

  private static final int STATES = 32;
  private static final int HIDDEN = 5120;
  private static final int SIDE = TensorSpec.TILE_SIDE;
  private static final List<DataType> DTYPES = List.of(DataType.BFLOAT16, DataType.BFLOAT8_B);

  public record StateSpaceParams(
      MemoryConfig memoryConfig, DataType dtype, MathFidelity mathFidelity) {}

  public static final DeviceOperation<StateSpaceParams> HC_SUM_REDUCE_ON_DEVICE =
      DeviceOperation.<StateSpaceParams>named("HCSumReduceDeviceOperation", "hc_sum_reduce")
          .takes(Input.of("input").dtypes(DTYPES).in(Layout.TILE))
          .validation(StateSpaceOperations::checkSum)
          .output(call -> result(call, call.spec(0).paddedShape().dim(3) / STATES))
          .circularBuffers(
              "Two tiles in, of the scaler, of the turned and of the summed ones, of those sums side"
                  + " by side, and out, on a core for each tile of a row of the result.",
              StateSpaceOperations::sumBuffers)
          .cost(call -> cost(call, TileWork.elementwise(2 * STATES), sumCores(call)))
          .kernel(StateSpaceOperations::sum)
          .golden(call ->
              Elements.of(
                  call.output().shape(),
                  at -> {
                    double sum = 0;
                    for (int i = 0;
                        at[2] < call.input(0).spec().shape().dim(2) && i < STATES;
                        i++) {
                      sum += Elements.at(call.input(0), 0, 0, at[2], at[3] * STATES + i);
                    }
                    return sum;
                  }))
          .declare();

  public static final DeviceOperation<StateSpaceParams> REPEAT_AND_INTERLEAVE_ON_DEVICE =
      DeviceOperation.<StateSpaceParams>named(
              "RepeatAndInterleaveEltwiseMulDeviceOperation", "repeat_and_interleave_eltwise_mul")
          .takes(
              Input.of("a").dtypes(DTYPES).in(Layout.TILE),
              Input.of("b").dtypes(DTYPES).in(Layout.TILE))
          .validation(StateSpaceOperations::checkProduct)
          .output(call -> result(call, STATES * HIDDEN))
          .circularBuffers(
              "Dataflow buffers: two tiles of each operand and out, and two each of the turned"
                  + " operands, of a row spread over a tile and of the turned result, on a core for"
                  + " each tile of a row of b.",
              StateSpaceOperations::productBuffers)
          .cost(call -> cost(call, TileWork.elementwise(1), productCores(call)))
          .kernel(StateSpaceOperations::multiply)
          .golden(call ->
              Elements.of(
                  call.output().shape(),
                  at -> {
                    boolean repeats = call.input(0).spec().shape().dim(3) == STATES;
                    boolean spreads = call.input(1).spec().shape().dim(3) == HIDDEN;
                    return at[2] < call.input(0).spec().shape().dim(2)
                        ? Elements.at(call.input(0), 0, 0, at[2], repeats ? at[3] % STATES : at[3])
                            * Elements.at(
                                call.input(1), 0, 0, at[2], spreads ? at[3] / STATES : at[3])
                        : 0;
                  }))
          .declare();

  public record SumReduceArguments(
      Tensor input,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {}

  public record RepeatMultiplyArguments(
      Tensor a,
      Tensor b,
      @Nullable MemoryConfig memoryConfig,
      @Nullable DataType dtype,
      @Nullable MathFidelity mathFidelity) {}

  public static final Operation<SumReduceArguments, Tensor> HC_SUM_REDUCE =
      Operation.of(
          "ttnn::experimental::hc_sum_reduce",
          SumReduceArguments.class,
          a -> {
            HC_SUM_REDUCE_ON_DEVICE.requireUsable(a.input());
            return HC_SUM_REDUCE_ON_DEVICE.run(
                params(a.input(), a.memoryConfig(), a.dtype(), a.mathFidelity()), a.input());
          },
          HC_SUM_REDUCE_ON_DEVICE);
  public static final Operation<RepeatMultiplyArguments, Tensor> REPEAT_AND_INTERLEAVE_ELTWISE_MUL =
      Operation.of(
          "ttnn::experimental::repeat_and_interleave_eltwise_mul",
          RepeatMultiplyArguments.class,
          a -> {
            REPEAT_AND_INTERLEAVE_ON_DEVICE.requireUsable(a.a(), a.b());
            return REPEAT_AND_INTERLEAVE_ON_DEVICE.run(
                params(a.a(), a.memoryConfig(), a.dtype(), a.mathFidelity()), a.a(), a.b());
          },
          REPEAT_AND_INTERLEAVE_ON_DEVICE);

  static StateSpaceParams params(
      Tensor input,
      @Nullable MemoryConfig memory,
      @Nullable DataType dtype,
      @Nullable MathFidelity fidelity) {
    return new StateSpaceParams(
        memory == null ? input.memoryConfig() : memory,
        dtype == null ? input.dtype() : dtype,
        fidelity == null ? MathFidelity.HI_FI4 : fidelity);
  }

  private static void checkSum(Call<StateSpaceParams> call) {
    checkRows(call, 0, "input");
    checkResult(call);
    int width = call.spec(0).paddedShape().dim(3);
    Check.that(
        width > 0 && width % (SIDE * STATES) == 0,
        "input: 32 states for each of a multiple of 32 hidden units, so a multiple of 1024 columns,"
            + " are needed, got %s",
        call.spec(0).shape());
  }

  private static void checkProduct(Call<StateSpaceParams> call) {
    checkRows(call, 0, "a");
    checkRows(call, 1, "b");
    checkResult(call);
    Shape a = call.spec(0).shape();
    Shape b = call.spec(1).shape();
    int whole = STATES * HIDDEN;
    Check.that(a.dim(2) == b.dim(2), "b: as many users as in a, %s, are needed, got %s", a, b);
    Check.that(
        a.dim(3) != b.dim(3), "b: use eltwise mul for same size inputs, got %s and %s", a, b);
    Check.that(
        a.dim(3) == STATES || a.dim(3) == whole,
        "a: %d or %d columns are needed, got %s",
        STATES,
        whole,
        a);
    Check.that(
        b.dim(3) == HIDDEN || b.dim(3) == whole,
        "b: %d or %d columns are needed, got %s",
        HIDDEN,
        whole,
        b);
  }

  private static void checkRows(Call<StateSpaceParams> call, int at, String name) {
    Check.rankIs(name, call.input(at), 4);
    Shape shape = call.spec(at).shape();
    Check.that(
        shape.dim(0) == 1 && shape.dim(1) == 1,
        "%s: [1, 1, users, width] is needed, got %s",
        name,
        shape);
    Check.interleaved(name, call.spec(at).memoryConfig());
  }

  private static void checkResult(Call<StateSpaceParams> call) {
    Check.interleaved("memory_config", call.params().memoryConfig());
    Check.that(
        DTYPES.contains(call.params().dtype()),
        "dtype: one of %s is needed, got %s",
        DTYPES,
        call.params().dtype());
  }

  /** Users of padding are users of the result. */
  private static TensorSpec result(Call<StateSpaceParams> call, int width) {
    return new TensorSpec(
        Shape.of(1, 1, call.spec(0).paddedShape().dim(2), width),
        call.params().dtype(),
        Layout.TILE,
        call.params().memoryConfig());
  }

  private static CoreRangeSet sumCores(Call<StateSpaceParams> call) {
    return CircularBuffers.sharing(call.spec(0).paddedShape().dim(3) / SIDE / STATES, call);
  }

  private static CoreRangeSet productCores(Call<StateSpaceParams> call) {
    return CircularBuffers.sharing(call.spec(1).paddedShape().dim(3) / SIDE, call);
  }

  /** hc_sum_reduce_program_factory.cpp. */
  private static List<CircularBuffer> sumBuffers(Call<StateSpaceParams> call) {
    CoreRangeSet cores = sumCores(call);
    CircularBuffer own = CircularBuffers.tiles(cores, call.spec(0).dtype(), 2);
    CircularBuffer between = CircularBuffers.tiles(cores, DataType.BFLOAT16, 2);
    return List.of(own, between, between, between, between, own);
  }

  /** repeat_and_interleave_eltwise_mul_program_factory.cpp. */
  private static List<CircularBuffer> productBuffers(Call<StateSpaceParams> call) {
    CoreRangeSet cores = productCores(call);
    CircularBuffer between = CircularBuffers.tiles(cores, DataType.BFLOAT16, 2);
    return CircularBuffers.dataflow(
        List.of(
            CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
            CircularBuffers.tiles(cores, call.spec(1).dtype(), 2),
            CircularBuffers.tiles(cores, call.params().dtype(), 2),
            between,
            between,
            between,
            between));
  }

  private static Work cost(Call<StateSpaceParams> call, TileWork perTile, CoreRangeSet cores) {
    return Costs.of(perTile, cores.size(), Costs.inputs(call), call.outputSpec());
  }

  private static void sum(Call<StateSpaceParams> call) {
    float[] in = call.floats(0);
    float[] out = call.out().floats();
    for (int i = 0; i < in.length; i++) {
      out[i / STATES] += in[i];
    }
  }

  private static void multiply(Call<StateSpaceParams> call) {
    float[] a = call.floats(0);
    float[] b = call.floats(1);
    float[] out = call.out().floats();
    int ofA = call.spec(0).shape().dim(3);
    int ofB = call.spec(1).shape().dim(3);
    int width = STATES * HIDDEN;
    for (int i = 0; i < call.spec(0).shape().dim(2) * width; i++) {
      int row = i / width;
      int column = i % width;
      float left = a[row * ofA + column % ofA];
      float right = b[row * ofB + (ofB == HIDDEN ? column / STATES : column)];
      out[i] = left * right;
    }
  }
}
