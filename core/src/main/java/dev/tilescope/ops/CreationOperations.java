package dev.tilescope.ops;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.DeviceOperation.Engine;
import dev.tilescope.ops.DeviceOperation.RuntimeValues;
import dev.tilescope.tensor.Distribution;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** Tensors out of nothing. */
abstract class CreationOperations {
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
      DeviceOperation.<FullParams>named("FullDeviceOperation", "full")
          .validation(call ->
              Check.holds("fill_value", call.params().spec().dtype(), call.params().fillValue()))
          .output(call -> call.params().spec())
          .circularBuffers(
              "One page.",
              call -> List.of(CircularBuffers.pages(cores(call), call.outputSpec(), 1)))
          .cost(call -> Costs.work(0, cores(call).size(), List.of(), call.outputSpec()))
          .engine(Engine.WRITES)
          .kernel(call -> fill(call.out(), call.params().fillValue()))
          .golden(call -> {
            double[] values = call.newOutput();
            double value = call.params().fillValue();
            Arrays.fill(values, Rounding.clamped(value, call.output().dtype()));
            return values;
          })
          .declare();

  /** Random numbers are made in float32, then converted. */
  static final DeviceOperation<UniformParams> UNIFORM =
      DeviceOperation.<UniformParams>named("UniformDeviceOperation", "uniform")
          .validation(CreationOperations::checkUniform)
          .output(call -> call.params().spec())
          .circularBuffers(
              "One float32 tile of random numbers and one page of the result.",
              call ->
                  List.of(
                      CircularBuffers.tiles(cores(call), DataType.FLOAT32, 1),
                      CircularBuffers.pages(cores(call), call.outputSpec(), 1)))
          .cost(call ->
              Costs.of(
                  Costs.CYCLES_PER_VECTOR_UNIT_TILE,
                  cores(call).size(),
                  List.of(),
                  call.outputSpec()))
          .engine(Engine.GENERATES)
          .kernel(call -> randomize(call.out(), call.params()))
          .golden(call ->
              IntStream.range(0, (int) call.output().shape().volume())
                  .mapToDouble(
                      i -> Rounding.clamped(uniform(call.params(), i), call.output().dtype()))
                  .toArray())
          .declare();

  record CreateArguments(
      Shape shape,
      @Default("bfloat16") DataType dtype,
      @Default("row_major") Layout layout,
      @Nullable MeshDevice device,
      @Default("dram") MemoryConfig memoryConfig) {
    TensorSpec spec() {
      return new TensorSpec(shape, dtype, layout, memoryConfig);
    }
  }

  record FullArguments(
      Shape shape,
      double fillValue,
      @Default("bfloat16") DataType dtype,
      @Default("row_major") Layout layout,
      @Nullable MeshDevice device,
      @Default("dram") MemoryConfig memoryConfig) {}

  record RandArguments(
      Shape shape,
      MeshDevice device,
      @Default("bfloat16") DataType dtype,
      @Default("tile") Layout layout,
      @Default("dram") MemoryConfig memoryConfig,
      @Default("0") double low,
      @Default("1") double high,
      @Default("0") long seed) {}

  record ArangeArguments(
      @Default("0") double start,
      double end,
      @Default("1") double step,
      @Default("bfloat16") DataType dtype,
      @Nullable MeshDevice device,
      @Default("dram") MemoryConfig memoryConfig) {}

  private static final Operation<CreateArguments, Tensor> EMPTY_OPERATION =
      Operation.of(
          "ttnn::empty",
          CreateArguments.class,
          a ->
              DeviceTensors.create(
                  a.spec(),
                  Distribution.REPLICATED,
                  Objects.requireNonNull(a.device()),
                  "ttnn::empty"));
  private static final Operation<CreateArguments, Tensor> ZEROS_OPERATION =
      Operation.of("ttnn::zeros", CreateArguments.class, a -> full(a.spec(), 0, a.device()), FULL);
  private static final Operation<CreateArguments, Tensor> ONES_OPERATION =
      Operation.of("ttnn::ones", CreateArguments.class, a -> full(a.spec(), 1, a.device()), FULL);
  private static final Operation<FullArguments, Tensor> FULL_OPERATION =
      Operation.of(
          "ttnn::full",
          FullArguments.class,
          a ->
              full(
                  new TensorSpec(a.shape(), a.dtype(), a.layout(), a.memoryConfig()),
                  a.fillValue(),
                  a.device()),
          FULL);
  private static final Operation<RandArguments, Tensor> RAND_OPERATION =
      Operation.of("ttnn::rand", RandArguments.class, CreationOperations::rand, UNIFORM);
  private static final Operation<ArangeArguments, Tensor> ARANGE_OPERATION =
      Operation.of("ttnn::arange", ArangeArguments.class, CreationOperations::arange);

  /** A device tensor whose values nobody set; here they are zero. */
  public static Tensor empty(
      Shape shape, DataType dtype, Layout layout, MeshDevice device, MemoryConfig memoryConfig) {
    return EMPTY_OPERATION.call(new CreateArguments(shape, dtype, layout, device, memoryConfig));
  }

  public static Tensor zeros(
      Shape shape,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    return ZEROS_OPERATION.call(new CreateArguments(shape, dtype, layout, device, memoryConfig));
  }

  public static Tensor ones(
      Shape shape,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    return ONES_OPERATION.call(new CreateArguments(shape, dtype, layout, device, memoryConfig));
  }

  /**
   * @param device null for a host tensor
   */
  public static Tensor full(
      Shape shape,
      double fillValue,
      DataType dtype,
      Layout layout,
      @Nullable MeshDevice device,
      MemoryConfig memoryConfig) {
    return FULL_OPERATION.call(
        new FullArguments(shape, fillValue, dtype, layout, device, memoryConfig));
  }

  /** Uniform in [0, 1), TILE layout, interleaved DRAM. */
  public static Tensor rand(Shape shape, DataType dtype, MeshDevice device, long seed) {
    return rand(shape, device, dtype, Layout.TILE, MemoryConfig.DRAM, 0, 1, seed);
  }

  /** Uniform in [low, high); the same seed gives the same values on every machine. */
  public static Tensor rand(
      Shape shape,
      MeshDevice device,
      DataType dtype,
      Layout layout,
      MemoryConfig memoryConfig,
      double low,
      double high,
      long seed) {
    return RAND_OPERATION.call(
        new RandArguments(shape, device, dtype, layout, memoryConfig, low, high, seed));
  }

  /**
   * The half-open range from start to end, row-major.
   *
   * @param device null for a host tensor
   */
  public static Tensor arange(
      double start, double end, double step, DataType dtype, @Nullable MeshDevice device) {
    return ARANGE_OPERATION.call(
        new ArangeArguments(start, end, step, dtype, device, MemoryConfig.DRAM));
  }

  private static CoreRangeSet cores(Call<?> call) {
    return CircularBuffers.sharing(call.outputSpec().pageCount(), call.device());
  }

  private static Tensor full(TensorSpec spec, double value, @Nullable MeshDevice device) {
    if (device != null) {
      return FULL.runOn(device, new FullParams(spec, value));
    }
    Check.holds("fill_value", spec.dtype(), value);
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    fill(values, value);
    Rounding.toType(spec, values);
    return Tensor.onHost(spec, values);
  }

  private static Tensor rand(RandArguments a) {
    TensorSpec spec = new TensorSpec(a.shape(), a.dtype(), a.layout(), a.memoryConfig());
    return UNIFORM.runOn(a.device(), new UniformParams(spec, a.low(), a.high(), a.seed()));
  }

  private static Tensor arange(ArangeArguments a) {
    Check.that(a.step() != 0 && !Double.isNaN(a.step()), "step: must not be 0, got %s", a.step());
    double count = Math.max(0, Math.ceil((a.end() - a.start()) / a.step()));
    Check.that(
        count < Integer.MAX_VALUE - 8,
        "end: the range from %s to %s by %s has too many elements",
        a.start(),
        a.end(),
        a.step());
    Check.that(!a.dtype().isBlockFloat(), "dtype: a range is row-major, got %s", a.dtype());
    if (count > 0) {
      Check.holds("start", a.dtype(), a.start());
      Check.holds("end", a.dtype(), a.start() + (count - 1) * a.step());
    }
    TensorSpec spec =
        new TensorSpec(Shape.of((int) count), a.dtype(), Layout.ROW_MAJOR, MemoryConfig.DRAM);
    Tensor host = Tensor.onHost(spec, range(spec, a.start(), a.step()));
    return a.device() == null
        ? host
        : TransferOperations.upload(host, a.device(), MemoryConfig.DRAM);
  }

  private static Values range(TensorSpec spec, double start, double step) {
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
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
    Rounding.toType(spec, values);
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
        keepBelow(params.to(), values, params.spec());
      }
      case Values.Integers(int[] integers) ->
          Arrays.parallelSetAll(integers, i -> (int) (long) uniform(params, i));
    }
  }

  /** Rounding may reach the open end of the range: one bfloat16 in 512 below 1 rounds to 1. */
  private static void keepBelow(double end, Values values, TensorSpec spec) {
    Rounding.toType(spec, values);
    float[] floats = values.floats();
    float greatest = greatestBelow(end, spec.dtype());
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
