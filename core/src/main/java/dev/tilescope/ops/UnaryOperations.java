package dev.tilescope.ops;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/** Element-wise operations of one tensor, and conversion between data types. */
abstract class UnaryOperations extends MovementOperations {
  private static final String IN_AND_OUT =
      "Two pages in and two out, on as many cores as there are pages; tensors sharded alike are"
          + " used where they lie.";

  record UnaryParams(UnaryKind opType, MemoryConfig outputMemoryConfig) {}

  record TypecastParams(DataType inputDtype, DataType outputDtype, MemoryConfig memoryConfig) {}

  static final DeviceOperation<UnaryParams> UNARY =
      DeviceOperation.<UnaryParams>named("UnaryDeviceOperation", "unary")
          .takes(Input.of("input_tensor").floats())
          .output(call -> call.spec(0).withMemoryConfig(call.params().outputMemoryConfig()))
          .circularBuffers(IN_AND_OUT, UnaryOperations::circularBuffers)
          .cost(UnaryOperations::cost)
          .kernel(
              call -> Kernels.unary(call.params().opType(), call.floats(0), call.out().floats()))
          .golden(call ->
              Arrays.stream(call.values(0)).map(x -> golden(call.params().opType(), x)).toArray())
          .declare();

  static final DeviceOperation<TypecastParams> TYPECAST =
      DeviceOperation.<TypecastParams>named("TypecastDeviceOperation", "typecast")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withMemoryConfig(call.params().memoryConfig())
                  .withDtype(call.params().outputDtype()))
          .circularBuffers(IN_AND_OUT, UnaryOperations::circularBuffers)
          .cost(UnaryOperations::cost)
          .kernel(call ->
              convert(
                  call.values(0),
                  call.params().inputDtype(),
                  call.params().outputDtype(),
                  call.out()))
          .golden(call ->
              Arrays.stream(call.values(0))
                  .map(v -> Rounding.clamped(v, call.params().outputDtype()))
                  .toArray())
          .declare();

  record UnaryArguments(Tensor inputTensor, UnaryOptions options) {}

  record TypecastArguments(Tensor inputTensor, DataType dtype) {}

  private static final Map<UnaryKind, Operation<UnaryArguments, Tensor>> UNARY_OPERATIONS =
      declareAll();
  private static final Operation<TypecastArguments, Tensor> TYPECAST_OPERATION =
      Operation.of("ttnn::typecast", TypecastArguments.class, UnaryOperations::typecast, TYPECAST);

  private static Map<UnaryKind, Operation<UnaryArguments, Tensor>> declareAll() {
    Map<UnaryKind, Operation<UnaryArguments, Tensor>> all = new EnumMap<>(UnaryKind.class);
    for (UnaryKind kind : UnaryKind.values()) {
      String name = "ttnn::" + kind.name().toLowerCase(Locale.ROOT);
      all.put(kind, Operation.of(name, UnaryArguments.class, a -> apply(kind, a), UNARY));
    }
    return all;
  }

  /** Any function of the table, by its kind. */
  public static Tensor unary(UnaryKind kind, Tensor input, UnaryOptions options) {
    return Objects.requireNonNull(UNARY_OPERATIONS.get(kind))
        .call(new UnaryArguments(input, options));
  }

  public static Tensor relu(Tensor input) {
    return unary(UnaryKind.RELU, input, UnaryOptions.DEFAULT);
  }

  public static Tensor relu(Tensor input, MemoryConfig memoryConfig) {
    return unary(UnaryKind.RELU, input, UnaryOptions.DEFAULT.withMemoryConfig(memoryConfig));
  }

  /** The exact form, 0.5x(1 + erf(x / sqrt 2)). */
  public static Tensor gelu(Tensor input) {
    return unary(UnaryKind.GELU, input, UnaryOptions.DEFAULT);
  }

  public static Tensor gelu(Tensor input, MemoryConfig memoryConfig) {
    return unary(UnaryKind.GELU, input, UnaryOptions.DEFAULT.withMemoryConfig(memoryConfig));
  }

  public static Tensor exp(Tensor input) {
    return unary(UnaryKind.EXP, input, UnaryOptions.DEFAULT);
  }

  public static Tensor exp(Tensor input, MemoryConfig memoryConfig) {
    return unary(UnaryKind.EXP, input, UnaryOptions.DEFAULT.withMemoryConfig(memoryConfig));
  }

  public static Tensor sqrt(Tensor input) {
    return unary(UnaryKind.SQRT, input, UnaryOptions.DEFAULT);
  }

  public static Tensor sqrt(Tensor input, MemoryConfig memoryConfig) {
    return unary(UnaryKind.SQRT, input, UnaryOptions.DEFAULT.withMemoryConfig(memoryConfig));
  }

  public static Tensor typecast(Tensor input, DataType dtype) {
    return TYPECAST_OPERATION.call(new TypecastArguments(input, dtype));
  }

  private static Tensor apply(UnaryKind kind, UnaryArguments a) {
    MemoryConfig asked = a.options().memoryConfig();
    MemoryConfig memory = asked == null ? a.inputTensor().memoryConfig() : asked;
    return UNARY.runInto(
        a.options().outputTensor(), new UnaryParams(kind, memory), a.inputTensor());
  }

  private static Tensor typecast(TypecastArguments a) {
    Tensor input = a.inputTensor();
    if (!input.isOnDevice()) {
      TensorSpec spec = input.spec().withDtype(a.dtype());
      Values values = Values.zeros(a.dtype(), input.shape().volume());
      convert(input.values(), input.dtype(), a.dtype(), values);
      Rounding.toType(spec, values);
      return Tensor.onHost(spec, values);
    }
    return TYPECAST.run(new TypecastParams(input.dtype(), a.dtype(), input.memoryConfig()), input);
  }

  /** Floats to integers: towards zero, and clamped to what the type holds. */
  static void convert(Values in, DataType from, DataType to, Values out) {
    switch (out) {
      case Values.Floats(float[] floats) -> {
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) in.get(from, i);
        }
      }
      case Values.Integers(int[] integers) -> {
        for (int i = 0; i < integers.length; i++) {
          integers[i] = (int) (long) Rounding.clamped(in.get(from, i), to);
        }
      }
    }
  }

  /** Two pages in, two pages out, on as many cores as there are pages. */
  private static <P extends Record> List<CircularBuffer> circularBuffers(Call<P> call) {
    Tensor output = call.output();
    if (CircularBuffers.shardedAlike(call.given(), output)) {
      return List.of(CircularBuffers.backedBy(call.input(0)), CircularBuffers.backedBy(output));
    }
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
    return List.of(
        CircularBuffers.doubled(cores, call.spec(0)),
        CircularBuffers.doubled(cores, output.spec()));
  }

  private static <P extends Record> CostModel.Work cost(Call<P> call) {
    TensorSpec output = call.outputSpec();
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(Costs.CYCLES_PER_VECTOR_UNIT_TILE, cores, Costs.inputs(call), output);
  }

  private static double golden(UnaryKind kind, double x) {
    return ElementwiseGolden.unary(kind, kind.defaultP(), kind.defaultQ(), x);
  }
}
