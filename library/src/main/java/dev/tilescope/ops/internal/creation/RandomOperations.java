package dev.tilescope.ops.internal.creation;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.collective.PartitionOperations;
import dev.tilescope.ops.internal.collective.PartitionOperations.PartitionArguments;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.movement.LayoutOperations;
import dev.tilescope.ops.internal.movement.LayoutOperations.UntilizeArguments;
import dev.tilescope.ops.options.ComputeKernelConfig;
import dev.tilescope.ops.options.RandOptions;
import dev.tilescope.tensor.Distribution.Placement;
import dev.tilescope.tensor.MeshMapper;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.function.IntToDoubleFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Tensors of random numbers. A number depends on the seed and its place alone: the same seed gives
 * the same values on every machine, whatever the threads. Long for its declarations of programs and
 * of the operations that share them.
 */
public final class RandomOperations {
  private RandomOperations() {}

  public record UniformParams(TensorSpec spec, double from, double to, long seed)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new UniformParams(spec, 0, 1, 0);
    }
  }

  public record RandnParams(
      TensorSpec spec, @Nullable ComputeKernelConfig computeKernelConfig, long seed)
      implements RuntimeValues {
    @Override
    public Record program() {
      return new RandnParams(spec, computeKernelConfig, 0);
    }
  }

  /** Random numbers are made in float32, then converted. */
  public static final DeviceOperation<UniformParams> UNIFORM_ON_DEVICE =
      DeviceOperation.<UniformParams>named("UniformDeviceOperation", "uniform")
          .validation(RandomOperations::checkUniform)
          .output(call -> call.params().spec())
          .circularBuffers(
              "Two tiles of the result.",
              // rand_program_factory.cpp.
              call ->
                  List.of(
                      CircularBuffers.tiles(
                          CircularBuffers.perPage(call), call.outputSpec().dtype(), 2)))
          .cost(call ->
              Costs.of(
                  TileWork.vector(1),
                  CircularBuffers.perPage(call).size(),
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

  public static final DeviceOperation<RandnParams> RANDN_ON_DEVICE =
      DeviceOperation.<RandnParams>named("RandnDeviceOperation", "randn")
          .validation(call ->
              Check.that(
                  List.of(DataType.FLOAT32, DataType.BFLOAT16)
                      .contains(call.params().spec().dtype()),
                  "dtype: %s or %s is needed, got %s",
                  DataType.FLOAT32,
                  DataType.BFLOAT16,
                  call.params().spec().dtype()))
          .output(call -> call.params().spec())
          .circularBuffers(
              "Two tiles of the result.",
              call ->
                  List.of(
                      CircularBuffers.doubled(CircularBuffers.perPage(call), call.outputSpec())))
          .cost(call ->
              Costs.of(
                  TileWork.vector(2),
                  CircularBuffers.perPage(call).size(),
                  List.of(),
                  call.outputSpec()))
          .engine(Engine.GENERATES)
          .kernel(call -> each(call.out().floats(), i -> normal(call.params().seed(), i)))
          .golden(call ->
              IntStream.range(0, (int) call.output().shape().volume())
                  .mapToDouble(i -> normal(call.params().seed(), i))
                  .toArray())
          .declare();

  @Form("shape, dtype, device, seed")
  public record RandArguments(Shape shape, MeshDevice device, RandOptions options) {}

  public record RandnArguments(
      Shape shape,
      MeshDevice device,
      @Default("bfloat16") DataType dtype,
      @Default("tile") Layout layout,
      @Default("dram") MemoryConfig memoryConfig,
      @Nullable ComputeKernelConfig computeKernelConfig,
      @Nullable Long seed) {}

  public static final Operation<RandArguments, Tensor> RAND =
      Operation.of("ttnn::rand", RandArguments.class, RandomOperations::rand, UNIFORM_ON_DEVICE)
          .through("MeshPartitionDeviceOperation");
  public static final Operation<RandnArguments, Tensor> RANDN =
      Operation.of("ttnn::randn", RandnArguments.class, RandomOperations::randn, RANDN_ON_DEVICE)
          .through("UntilizeDeviceOperation", "UntilizeWithUnpaddingDeviceOperation");

  private static Tensor rand(RandArguments a) {
    RandOptions options = a.options();
    MemoryConfig memory = options.memoryConfig();
    MeshMapper mapper = options.meshMapper();
    boolean cut = mapper != null && mapper.shards();
    UniformParams params =
        new UniformParams(
            new TensorSpec(
                a.shape(), options.dtype(), options.layout(), cut ? MemoryConfig.DRAM : memory),
            options.low(),
            options.high(),
            options.seed());
    try (Temporaries made = Temporaries.besides()) {
      Tensor whole = made.own(UNIFORM_ON_DEVICE.runOn(a.device(), params));
      return made.handOver(
          cut ? parted(made, whole, Objects.requireNonNull(mapper), memory) : whole);
    }
  }

  /** A single placement is for all devices in a line, two for the axes of the mesh. */
  private static Tensor parted(
      Temporaries made, Tensor whole, MeshMapper mapper, MemoryConfig memory) {
    List<Placement> placements = mapper.placements();
    if (placements.size() == 1) {
      return made.step(whole, x -> part(x, placements.getFirst(), -1, memory));
    }
    boolean twice = placements.stream().allMatch(Placement.Shard.class::isInstance);
    return made.step(
        whole,
        x -> part(x, placements.getFirst(), 0, twice ? MemoryConfig.DRAM : memory),
        x -> part(x, placements.getLast(), 1, memory));
  }

  private static Tensor part(Tensor whole, Placement placement, int axis, MemoryConfig memory) {
    if (!(placement instanceof Placement.Shard(int dim))) {
      return whole;
    }
    int index = Shapes.dimension("mesh_mapper", dim, whole.shape());
    return PartitionOperations.MESH_PARTITION.call(
        new PartitionArguments(whole, index, axis < 0 ? null : axis, memory));
  }

  private static Tensor randn(RandnArguments a) {
    TensorSpec spec = new TensorSpec(a.shape(), a.dtype(), Layout.TILE, a.memoryConfig());
    RandnParams params =
        new RandnParams(spec, a.computeKernelConfig(), a.seed() == null ? 0 : a.seed());
    try (Temporaries made = Temporaries.besides()) {
      Tensor tiled = made.own(RANDN_ON_DEVICE.runOn(a.device(), params));
      return made.handOver(
          a.layout() == Layout.TILE
              ? tiled
              : LayoutOperations.UNTILIZE.call(
                  new UntilizeArguments(tiled, a.memoryConfig(), true, null)));
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
        each(floats, i -> uniform(params, i));
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

  private static double uniform(UniformParams params, int index) {
    return params.from() + unit(params.seed(), index) * (params.to() - params.from());
  }

  /** From 0 to below 1. */
  public static double unit(long seed, int index) {
    return (bits(seed, index) >>> 40) * 0x1.0p-24;
  }

  private static long bits(long seed, int index) {
    return mix(mix(seed) + 0x9E3779B97F4A7C15L * (index + 1L));
  }

  /** The finalizer of SplitMix64. */
  private static long mix(long value) {
    long z = (value ^ (value >>> 30)) * 0xBF58476D1CE4E5B9L;
    z = (z ^ (z >>> 27)) * 0x94D049BB133111EBL;
    return z ^ (z >>> 31);
  }

  /** Box and Muller's: an angle and a radius from two uniform numbers. */
  private static double normal(long seed, int index) {
    long bits = bits(seed, index);
    double unit = ((bits >>> 40) + 1) * 0x1.0p-24;
    double turn = (bits & 0xFFFFFF) * 0x1.0p-24;
    return Math.sqrt(-2 * StrictMath.log(unit)) * StrictMath.cos(2 * Math.PI * turn);
  }

  private static void each(float[] values, IntToDoubleFunction number) {
    IntStream.range(0, values.length)
        .parallel()
        .forEach(i -> values[i] = (float) number.applyAsDouble(i));
  }
}
