package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Arguments;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.RuntimeValues;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tensors out of nothing. */
final class CreationOperations {
  record FullParams(TensorSpec spec, double fillValue) implements RuntimeValues {
    @Override
    public Record program() {
      return new FullParams(spec, 0);
    }
  }

  record UniformParams(TensorSpec spec, double from, double to, long seed)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new UniformParams(spec, 0, 1, 0);
    }
  }

  static final DeviceOperation<FullParams> FULL =
      new DeviceOperation<>(
          Arguments.of(),
          device("FullDeviceOperation"),
          primitive("ttnn::prim::full"),
          call ->
              Check.holds("fill_value", call.params().spec().dtype(), call.params().fillValue()),
          call -> call.params().spec(),
          (call, output) -> {
            CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
            return List.of(CircularBuffers.pages(cores, output.spec(), 1));
          },
          (call, output) -> Costs.work(0, cores(call, output), List.of(), output),
          Engine.WRITES,
          (call, out) -> fill(out, call.params().fillValue()),
          (params, inputs, output) -> {
            double[] values = new double[(int) output.shape().volume()];
            Arrays.fill(values, Rounding.clamped(params.fillValue(), output.dtype()));
            return values;
          });

  /** Random numbers are made in float32, then converted. */
  static final DeviceOperation<UniformParams> UNIFORM =
      new DeviceOperation<>(
          Arguments.of(),
          device("UniformDeviceOperation"),
          primitive("ttnn::prim::uniform"),
          CreationOperations::checkUniform,
          call -> call.params().spec(),
          (call, output) -> {
            CoreRangeSet cores = CircularBuffers.sharing(output.spec().pageCount(), call.device());
            return List.of(
                CircularBuffers.tiles(cores, DataType.FLOAT32, 1),
                CircularBuffers.pages(cores, output.spec(), 1));
          },
          (call, output) ->
              Costs.of(Costs.CYCLES_PER_VECTOR_UNIT_TILE, cores(call, output), List.of(), output),
          Engine.GENERATES,
          (call, out) -> randomize(out, call.params()),
          (params, inputs, output) ->
              IntStream.range(0, (int) output.shape().volume())
                  .mapToDouble(i -> Rounding.clamped(uniform(params, i), output.dtype()))
                  .toArray());

  private CreationOperations() {}

  private static int cores(Call<?> call, TensorSpec output) {
    return CircularBuffers.sharing(output.pageCount(), call.device()).size();
  }

  static Tensor full(TensorSpec spec, double value, @Nullable MeshDevice device) {
    if (device != null) {
      return FULL.runOn(device, new FullParams(spec, value));
    }
    Check.holds("fill_value", spec.dtype(), value);
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    fill(values, value);
    Rounding.toType(spec.dtype(), values);
    return Tensor.onHost(spec, values);
  }

  static Tensor rand(TensorSpec spec, MeshDevice device, double low, double high, long seed) {
    return UNIFORM.runOn(device, new UniformParams(spec, low, high, seed));
  }

  static Values range(DataType dtype, double start, double step, long count) {
    Values values = Values.zeros(dtype, count);
    switch (values) {
      case Values.Floats(float[] floats) -> {
        for (int i = 0; i < floats.length; i++) {
          floats[i] = (float) (start + i * step);
        }
      }
      case Values.Integers(int[] integers) -> {
        for (int i = 0; i < integers.length; i++) {
          integers[i] = (int) (long) (start + i * step);
        }
      }
    }
    Rounding.toType(dtype, values);
    return values;
  }

  private static void fill(Values values, double value) {
    switch (values) {
      case Values.Floats(float[] floats) -> Arrays.fill(floats, (float) value);
      case Values.Integers(int[] integers) -> Arrays.fill(integers, (int) (long) value);
    }
  }

  private static void checkUniform(Call<UniformParams> call) {
    double low = call.params().from();
    double high = call.params().to();
    Check.that(Math.abs(low) <= Float.MAX_VALUE, "low: a finite float is needed, got %s", low);
    Check.that(Math.abs(high) <= Float.MAX_VALUE, "high: a finite float is needed, got %s", high);
    Check.that(low < high, "high: must be above low=%s, got %s", low, high);
    Check.holds("low", call.params().spec().dtype(), low);
    Check.holds("high", call.params().spec().dtype(), Math.ceil(high) - 1);
  }

  private static void randomize(Values values, UniformParams params) {
    switch (values) {
      case Values.Floats(float[] floats) -> {
        IntStream.range(0, floats.length)
            .parallel()
            .forEach(i -> floats[i] = (float) uniform(params, i));
        keepBelow(params.to(), values, params.spec().dtype());
      }
      case Values.Integers(int[] integers) ->
          Arrays.parallelSetAll(integers, i -> (int) (long) uniform(params, i));
    }
  }

  /** Rounding may reach the open end of the range: one bfloat16 in 512 below 1 rounds to 1. */
  private static void keepBelow(double end, Values values, DataType dtype) {
    Rounding.toType(dtype, values);
    float[] floats = values.floats();
    float greatest = greatestBelow(end, dtype);
    for (int i = 0; i < floats.length; i++) {
      floats[i] = Math.min(floats[i], greatest);
    }
  }

  private static float greatestBelow(double end, DataType dtype) {
    float below = (float) end < end ? (float) end : Math.nextDown((float) end);
    if (dtype == DataType.FLOAT32) {
      return below;
    }
    // Truncating the bits of a negative number would make it greater.
    int bits = Float.floatToRawIntBits(below);
    return Float.intBitsToFloat((below < 0 ? bits + 0xFFFF : bits) & 0xFFFF0000);
  }

  /** Depends on the seed and the element alone, so threads and order do not matter. */
  private static double uniform(UniformParams params, int index) {
    long bits = mix(mix(params.seed()) + 0x9E3779B97F4A7C15L * (index + 1L));
    double unit = (bits >>> 40) * 0x1.0p-24;
    return params.from() + unit * (params.to() - params.from());
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }
}
