package dev.tilescope.ops;

import static dev.tilescope.ops.DeviceOperation.device;
import static dev.tilescope.ops.DeviceOperation.primitive;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tensors out of nothing. */
final class CreationOperations {
  record FullParams(TensorSpec spec, double fillValue) {}

  record UniformParams(TensorSpec spec, double from, double to, long seed) {}

  static final DeviceOperation<FullParams> FULL =
      new DeviceOperation<>(
          device("FullDeviceOperation"),
          primitive("ttnn::prim::full"),
          call -> {},
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
            Arrays.fill(values, params.fillValue());
            return values;
          });

  /** Random numbers are made in float32, then converted. */
  static final DeviceOperation<UniformParams> UNIFORM =
      new DeviceOperation<>(
          device("UniformDeviceOperation"),
          primitive("ttnn::prim::uniform"),
          call ->
              Check.that(
                  call.params().from() < call.params().to(),
                  "high: must be above low=%s, got %s",
                  call.params().from(),
                  call.params().to()),
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
                  .mapToDouble(i -> uniform(params, i))
                  .toArray());

  private CreationOperations() {}

  private static int cores(Call<?> call, TensorSpec output) {
    return CircularBuffers.sharing(output.pageCount(), call.device()).size();
  }

  static Tensor full(TensorSpec spec, double value, @Nullable MeshDevice device) {
    if (device != null) {
      return FULL.run(new FullParams(spec, value), List.of(), device, null);
    }
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    fill(values, value);
    Rounding.toType(spec.dtype(), values);
    return Tensor.onHost(spec, values);
  }

  static Tensor rand(TensorSpec spec, MeshDevice device, double low, double high, long seed) {
    return UNIFORM.run(new UniformParams(spec, low, high, seed), List.of(), device, null);
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

  private static void randomize(Values values, UniformParams params) {
    switch (values) {
      case Values.Floats(float[] floats) ->
          IntStream.range(0, floats.length)
              .parallel()
              .forEach(i -> floats[i] = (float) uniform(params, i));
      case Values.Integers(int[] integers) ->
          Arrays.parallelSetAll(integers, i -> (int) (long) uniform(params, i));
    }
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
