package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostModel;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.ops.DeviceOperation.Arguments;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.Reference;
import dev.tilescope.ops.kernel.Kernels;
import dev.tilescope.ops.kernel.UnaryKind;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Element-wise operations of one tensor, and conversion between data types. */
final class UnaryOperations {
  record UnaryParams(UnaryKind opType, MemoryConfig outputMemoryConfig) {}

  record TypecastParams(DataType inputDtype, DataType outputDtype, MemoryConfig memoryConfig) {}

  static final DeviceOperation<UnaryParams> UNARY =
      new DeviceOperation<>(
          Arguments.of("input_tensor"),
          device("UnaryDeviceOperation"),
          primitive("ttnn::prim::unary"),
          call -> Check.floats("input_tensor", call.input(0)),
          call -> call.spec(0).withMemoryConfig(call.params().outputMemoryConfig()),
          UnaryOperations::circularBuffers,
          UnaryOperations::cost,
          Engine.COMPUTES,
          (call, out) ->
              Kernels.unary(call.params().opType(), call.input(0).values().floats(), out.floats()),
          UnaryOperations::golden);

  static final DeviceOperation<TypecastParams> TYPECAST =
      new DeviceOperation<>(
          Arguments.of("input_tensor"),
          device("TypecastDeviceOperation"),
          primitive("ttnn::prim::typecast"),
          call -> {},
          call ->
              call.spec(0)
                  .withMemoryConfig(call.params().memoryConfig())
                  .withDtype(call.params().outputDtype()),
          UnaryOperations::circularBuffers,
          UnaryOperations::cost,
          Engine.COMPUTES,
          (call, out) -> convert(call.input(0), call.params().outputDtype(), out),
          (params, inputs, output) ->
              Arrays.stream(inputs.getFirst().values())
                  .map(v -> Rounding.clamped(v, params.outputDtype()))
                  .toArray());

  private UnaryOperations() {}

  static Tensor apply(UnaryKind kind, Tensor input, @Nullable MemoryConfig memoryConfig) {
    return UNARY.run(
        new UnaryParams(kind, memoryConfig == null ? input.memoryConfig() : memoryConfig), input);
  }

  static Tensor typecast(Tensor input, DataType dtype) {
    if (!input.isOnDevice()) {
      Values values = Values.zeros(dtype, input.shape().volume());
      convert(input, dtype, values);
      Rounding.toType(dtype, values);
      return Tensor.onHost(input.spec().withDtype(dtype), values);
    }
    return TYPECAST.run(new TypecastParams(input.dtype(), dtype, input.memoryConfig()), input);
  }

  /** Floats to integers: towards zero, and clamped to what the type holds. */
  private static void convert(Tensor input, DataType dtype, Values out) {
    Values in = input.values();
    switch (out) {
      case Values.Floats(float[] floats) -> {
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) in.get(input.dtype(), i);
        }
      }
      case Values.Integers(int[] integers) -> {
        for (int i = 0; i < integers.length; i++) {
          integers[i] = (int) (long) Rounding.clamped(in.get(input.dtype(), i), dtype);
        }
      }
    }
  }

  /** Two pages in, two pages out, on as many cores as there are pages. */
  private static <P extends Record> List<CircularBuffer> circularBuffers(
      Call<P> call, Tensor output) {
    if (CircularBuffers.shardedAlike(call.inputs(), output)) {
      return List.of(CircularBuffers.backedBy(call.input(0)), CircularBuffers.backedBy(output));
    }
    CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
    return List.of(
        CircularBuffers.doubled(cores, call.spec(0)),
        CircularBuffers.doubled(cores, output.spec()));
  }

  private static <P extends Record> CostModel.Work cost(Call<P> call, TensorSpec output) {
    int cores = CircularBuffers.sharing(output.pageCount(), call.device()).size();
    return Costs.of(Costs.CYCLES_PER_VECTOR_UNIT_TILE, cores, Costs.inputs(call), output);
  }

  private static double[] golden(UnaryParams params, List<Reference> inputs, TensorSpec output) {
    return Arrays.stream(inputs.getFirst().values())
        .map(value -> goldenElement(params.opType(), value))
        .toArray();
  }

  static double goldenElement(UnaryKind kind, double x) {
    return switch (kind) {
      case RELU -> Math.max(x, 0);
      case EXP -> Math.exp(x);
      case SQRT -> Math.sqrt(x);
      case GELU -> x * normalCdf(x);
      default -> throw new TilescopeException("unary: " + kind + " has no golden function");
    };
  }

  /** The normal distribution function by adaptive-free Simpson integration of its density. */
  private static double normalCdf(double x) {
    double limit = Math.min(Math.abs(x), 12);
    int steps = 2000;
    double h = limit / steps;
    double sum = density(0) + density(limit);
    for (int i = 1; i < steps; i++) {
      sum += density(i * h) * (i % 2 == 0 ? 2 : 4);
    }
    double half = sum * h / 3;
    return x >= 0 ? 0.5 + half : upperTail(-x, half);
  }

  private static double density(double x) {
    return Math.exp(-0.5 * x * x) / Math.sqrt(2 * Math.PI);
  }

  /**
   * Far out, half minus the integral cancels: there the continued fraction of Mills' ratio holds.
   */
  private static double upperTail(double x, double half) {
    if (x < 2) {
      return 0.5 - half;
    }
    double fraction = 0;
    for (int k = 200; k >= 1; k--) {
      fraction = k / (x + fraction);
    }
    return density(x) / (x + fraction);
  }
}
