package dev.tilescope.ops.internal.creation;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.Tile;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.RuntimeValues;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Uploads;
import dev.tilescope.ops.options.LikeOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Tensors out of nothing. Above 300 lines: half of it are the overloads that TT-NN's defaults need.
 */
public final class CreationOperations {
  private CreationOperations() {}

  /** As {@code full_device_operation_types.hpp} has them, and the tile. */
  public record FullParams(
      Shape shape,
      double fillValue,
      DataType dtype,
      Layout layout,
      MemoryConfig memoryConfig,
      Tile tile)
      implements RuntimeValues {
    public FullParams(TensorSpec spec, double fillValue) {
      this(spec.shape(), fillValue, spec.dtype(), spec.layout(), spec.memoryConfig(), spec.tile());
    }

    TensorSpec spec() {
      return new TensorSpec(shape, dtype, layout, MemoryConfig.DRAM)
          .withTile(tile)
          .withMemoryConfig(memoryConfig);
    }

    @Override
    public Record program() {
      return new FullParams(spec(), 0);
    }
  }

  public static final DeviceOperation<FullParams> FULL_ON_DEVICE =
      DeviceOperation.<FullParams>named("FullDeviceOperation", "full")
          .validation(
              call -> Check.holds("fill_value", call.params().dtype(), call.params().fillValue()))
          .into("optional_tensor")
          .output(call -> call.params().spec())
          // full_program_factory_interleaved.cpp is a Metal 2.0 one.
          .circularBuffers(
              "A dataflow buffer of one page.",
              call ->
                  CircularBuffers.dataflow(
                      List.of(
                          CircularBuffers.pages(
                              CircularBuffers.perPage(call), call.outputSpec(), 1))))
          .cost(call ->
              Costs.work(0, CircularBuffers.perPage(call).size(), List.of(), call.outputSpec()))
          .engine(Engine.WRITES)
          .kernel(call -> fill(call.out(), call.params().fillValue()))
          .golden(call -> {
            double[] values = call.newOutput();
            double value = call.params().fillValue();
            Arrays.fill(values, Rounding.clamped(value, call.output().dtype()));
            return values;
          })
          .declare();

  @Form("shape, device")
  public record ConstantArguments(
      Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig) {}

  @Form("shape, fillValue, device")
  @Form("shape, fillValue, dtype, layout, device, memoryConfig")
  public record FullArguments(
      Shape shape,
      double fillValue,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MeshDevice device,
      @Nullable MemoryConfig memoryConfig,
      @Nullable Tensor optionalTensor) {}

  public record LikeArguments(Tensor tensor, LikeOptions options) {}

  public record FullLikeArguments(Tensor tensor, double fillValue, LikeOptions options) {}

  public record MorehFullLikeArguments(
      Tensor input,
      double fillValue,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MemoryConfig memoryConfig) {}

  public record EmptyArguments(
      Shape shape,
      @Default("bfloat16") DataType dtype,
      @Default("row_major") Layout layout,
      MeshDevice device,
      @Default("dram") MemoryConfig memoryConfig) {}

  public record AllocateArguments(
      Shape shape,
      DataType dtype,
      Layout layout,
      MeshDevice meshDevice,
      @Nullable MemoryConfig memoryConfig) {}

  @Form("start, end, step")
  @Form("start, end, step, dtype, device")
  public record ArangeArguments(
      @Default("0") double start,
      double end,
      @Default("1") double step,
      @Default("bfloat16") DataType dtype,
      @Nullable MeshDevice device,
      @Default("dram") MemoryConfig memoryConfig,
      @Default("row_major") Layout layout) {}

  public static final Operation<ConstantArguments, Tensor> ZEROS =
      Operation.of("ttnn::zeros", ConstantArguments.class, a -> constant(a, 0), FULL_ON_DEVICE);
  public static final Operation<ConstantArguments, Tensor> ONES =
      Operation.of("ttnn::ones", ConstantArguments.class, a -> constant(a, 1), FULL_ON_DEVICE);
  public static final Operation<FullArguments, Tensor> FULL =
      Operation.of("ttnn::full", FullArguments.class, CreationOperations::full, FULL_ON_DEVICE);
  public static final Operation<LikeArguments, Tensor> ZEROS_LIKE =
      Operation.of(
          "ttnn::zeros_like",
          LikeArguments.class,
          a -> filledLike(a.tensor(), 0, a.options()),
          FULL_ON_DEVICE);
  public static final Operation<LikeArguments, Tensor> ONES_LIKE =
      Operation.of(
          "ttnn::ones_like",
          LikeArguments.class,
          a -> filledLike(a.tensor(), 1, a.options()),
          FULL_ON_DEVICE);
  public static final Operation<FullLikeArguments, Tensor> FULL_LIKE =
      Operation.of(
          "ttnn::full_like",
          FullLikeArguments.class,
          a -> filledLike(a.tensor(), a.fillValue(), a.options()),
          FULL_ON_DEVICE);
  public static final Operation<MorehFullLikeArguments, Tensor> MOREH_FULL_LIKE =
      Operation.of(
          "ttnn::moreh_full_like",
          MorehFullLikeArguments.class,
          CreationOperations::morehFullLike,
          FULL_ON_DEVICE);
  public static final Operation<EmptyArguments, Tensor> EMPTY =
      Operation.of(
          "ttnn::empty",
          EmptyArguments.class,
          a ->
              unset(
                  new TensorSpec(a.shape(), a.dtype(), a.layout(), a.memoryConfig()),
                  a.device(),
                  "ttnn::empty"));
  public static final Operation<LikeArguments, Tensor> EMPTY_LIKE =
      Operation.of("ttnn::empty_like", LikeArguments.class, CreationOperations::emptyLike);
  public static final Operation<AllocateArguments, Tensor> ALLOCATE_TENSOR_ON_DEVICE =
      Operation.of(
          "ttnn::allocate_tensor_on_device",
          AllocateArguments.class,
          a ->
              unset(
                  new TensorSpec(a.shape(), a.dtype(), a.layout(), orDram(a.memoryConfig())),
                  a.meshDevice(),
                  "ttnn::allocate_tensor_on_device"));
  public static final Operation<ArangeArguments, Tensor> ARANGE =
      Operation.of("ttnn::arange", ArangeArguments.class, CreationOperations::arange);

  private static MemoryConfig orDram(@Nullable MemoryConfig asked) {
    return asked == null ? MemoryConfig.DRAM : asked;
  }

  private static TensorSpec spec(
      Shape shape,
      @Nullable DataType dtype,
      @Nullable Layout layout,
      @Nullable MemoryConfig memory) {
    DataType type = dtype == null ? DataType.BFLOAT16 : dtype;
    Layout fallback = type.isBlockFloat() ? Layout.TILE : Layout.ROW_MAJOR;
    return new TensorSpec(shape, type, layout == null ? fallback : layout, orDram(memory));
  }

  private static Tensor constant(ConstantArguments a, double value) {
    TensorSpec spec = spec(a.shape(), a.dtype(), a.layout(), a.memoryConfig());
    return filled(spec, value, a.device(), null);
  }

  private static Tensor full(FullArguments a) {
    Tensor into = a.optionalTensor();
    if (into == null) {
      TensorSpec spec = spec(a.shape(), a.dtype(), a.layout(), a.memoryConfig());
      return filled(spec, a.fillValue(), a.device(), null);
    }
    MemoryConfig memory = a.memoryConfig() == null ? into.memoryConfig() : a.memoryConfig();
    TensorSpec spec =
        new TensorSpec(
            a.shape(),
            a.dtype() == null ? into.dtype() : a.dtype(),
            a.layout() == null ? into.layout() : a.layout(),
            memory);
    return filled(spec, a.fillValue(), a.device(), into);
  }

  private static Tensor filledLike(Tensor tensor, double value, LikeOptions options) {
    Tensor into = options.optionalTensor();
    TensorSpec spec = options.specFor(tensor);
    if (into != null && options.memoryConfig() == null) {
      spec = spec.withMemoryConfig(into.memoryConfig());
    }
    return filled(spec, value, options.deviceFor(tensor), into);
  }

  private static Tensor morehFullLike(MorehFullLikeArguments a) {
    Check.that(a.input().isOnDevice(), "Full Like: Input must be on device");
    LikeOptions options =
        LikeOptions.DEFAULT
            .withDtype(a.dtype())
            .withLayout(a.layout())
            .withMemoryConfig(a.memoryConfig());
    return filledLike(a.input(), a.fillValue(), options);
  }

  private static Tensor emptyLike(LikeArguments a) {
    MeshDevice device = a.options().deviceFor(a.tensor());
    Check.that(
        device != null,
        "device: a tensor whose values nobody sets is made on a device, got a host tensor and no"
            + " device");
    return DeviceTensors.createUnset(
        a.options().specFor(a.tensor()),
        a.tensor().distribution(),
        Objects.requireNonNull(device),
        "ttnn::empty_like");
  }

  private static Tensor unset(TensorSpec spec, MeshDevice device, String madeBy) {
    return DeviceTensors.createUnset(spec, device, madeBy);
  }

  private static Tensor filled(
      TensorSpec spec, double value, @Nullable MeshDevice device, @Nullable Tensor into) {
    if (into != null) {
      MeshDevice holder = into.requireBuffer("optional_tensor").device();
      return FULL_ON_DEVICE.runOnInto(
          into, device == null ? holder : device, new FullParams(spec, value));
    }
    if (device != null) {
      return FULL_ON_DEVICE.runOn(device, new FullParams(spec, value));
    }
    Check.holds("fill_value", spec.dtype(), value);
    Values values = Values.zeros(spec.dtype(), spec.shape().volume());
    fill(values, value);
    Rounding.toType(spec, values);
    return Tensor.onHost(spec, values);
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
    if (count > 0) {
      Check.holds("start", a.dtype(), a.start());
      Check.holds("end", a.dtype(), a.start() + (count - 1) * a.step());
    }
    TensorSpec spec =
        new TensorSpec(Shape.of((int) count), a.dtype(), a.layout(), a.memoryConfig());
    Tensor host = Tensor.onHost(spec, range(spec, a.start(), a.step()));
    return a.device() == null ? host : Uploads.upload(host, a.device(), a.memoryConfig());
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

  @DoorMethod(
      operation = "ttnn::allocate_tensor_on_device",
      value = "The same for all that a spec says.")
  public static Tensor allocateTensorOnDevice(TensorSpec tensorSpec, MeshDevice meshDevice) {
    return ALLOCATE_TENSOR_ON_DEVICE.call(
        new AllocateArguments(
            tensorSpec.shape(),
            tensorSpec.dtype(),
            tensorSpec.layout(),
            meshDevice,
            tensorSpec.memoryConfig()));
  }
}
