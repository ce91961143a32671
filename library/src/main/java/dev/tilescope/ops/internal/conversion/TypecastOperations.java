package dev.tilescope.ops.internal.conversion;

import dev.tilescope.device.CostConstants;
import dev.tilescope.model.DataType;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.options.UnaryOptions;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.Arrays;

/** Conversion between data types, on a device or on the host. */
public final class TypecastOperations {
  private TypecastOperations() {}

  public record TypecastParams(
      DataType inputDtype, DataType outputDtype, MemoryConfig memoryConfig) {
    /**
     * A number as the device converts it. Integer types cut the fraction and clamp to their range,
     * as on the host, but for two: uint8 keeps the low bits, and uint16 takes the nearest of a
     * float, the higher one of a half.
     */
    public double converted(double value) {
      if (outputDtype == DataType.UINT8) {
        return (long) value & 0xFF;
      }
      boolean takesNearest =
          outputDtype == DataType.UINT16
              && (inputDtype == DataType.BFLOAT16 || inputDtype == DataType.FLOAT32);
      return Rounding.clamped(takesNearest ? Math.floor((float) value + 0.5f) : value, outputDtype);
    }
  }

  public static final DeviceOperation<TypecastParams> TYPECAST_ON_DEVICE =
      DeviceOperation.<TypecastParams>named("TypecastDeviceOperation", "typecast")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withMemoryConfig(call.params().memoryConfig())
                  .withDtype(call.params().outputDtype()))
          .circularBuffers(
              "Two pages in and two out, on as many cores as there are pages"
                  + CircularBuffers.WHERE_THEY_LIE,
              call -> CircularBuffers.inAndOut(call, CircularBuffers.perPage(call)))
          .cost(call ->
              Costs.ofPages(
                  TileWork.measured(
                      CostConstants.inUse()
                          .tileCycles(
                              "typecast",
                              "TO_" + call.outputSpec().dtype().name(),
                              call.device().board().architecture())),
                  call))
          .kernel(call ->
              Rounding.convert(
                  call.values(0),
                  call.params().inputDtype(),
                  call.out(),
                  v -> call.params().converted(v)))
          .golden(
              call -> Arrays.stream(call.values(0)).map(v -> call.params().converted(v)).toArray())
          .declare();

  public record TypecastArguments(Tensor inputTensor, DataType dtype, UnaryOptions options)
      implements CoreLimited.ByOptions {}

  public static final Operation<TypecastArguments, Tensor> TYPECAST =
      Operation.of(
          "ttnn::typecast",
          TypecastArguments.class,
          TypecastOperations::typecast,
          TYPECAST_ON_DEVICE);

  /** As composites call it. */
  public static Tensor typecast(Tensor input, DataType dtype) {
    return TYPECAST.call(new TypecastArguments(input, dtype, UnaryOptions.DEFAULT));
  }

  @DoorMethod(operation = "ttnn::typecast", value = "The same, of a tensor whose dtype is known.")
  public static Tensor typecast(
      Tensor input, DataType inputDtype, DataType outputDtype, UnaryOptions options) {
    Check.that(
        inputDtype == input.dtype(),
        "input_dtype: it must be that of input_tensor, %s, got %s",
        input.dtype(),
        inputDtype);
    return TYPECAST.call(new TypecastArguments(input, outputDtype, options));
  }

  private static Tensor typecast(TypecastArguments a) {
    Tensor input = a.inputTensor();
    UnaryOptions options = a.options();
    if (!input.isOnDevice()) {
      Placement.checkNone(options.memoryConfig());
      Check.that(
          options.outputTensor() == null,
          "output_tensor: a host tensor is converted to a new one, got one to write to");
      TensorSpec spec = input.spec().withDtype(a.dtype());
      Values values = Values.zeros(a.dtype(), input.shape().volume());
      Rounding.convert(input.values(), input.dtype(), a.dtype(), values);
      Rounding.toType(spec, values);
      return Tensor.onHost(spec, values);
    }
    return TYPECAST_ON_DEVICE.runInto(
        options.outputTensor(),
        new TypecastParams(input.dtype(), a.dtype(), options.memoryFor(input)),
        input);
  }
}
