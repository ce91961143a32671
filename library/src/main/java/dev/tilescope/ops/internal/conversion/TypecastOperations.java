package dev.tilescope.ops.internal.conversion;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.CostConstants;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
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
import java.util.List;

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
              "Dataflow buffers: two tiles in and two out, on as many cores as there are pages; rows"
                  + " pass in pieces of as many elements as a tile, row by row over the cores"
                  + CircularBuffers.WHERE_THEY_LIE,
              TypecastOperations::buffers)
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

  /** {@code TypecastDeviceOperation::select_program_factory}. */
  private static List<CircularBuffer> buffers(Call<TypecastParams> call) {
    boolean rows = call.spec(0).layout() == Layout.ROW_MAJOR;
    if (!rows || CircularBuffers.shardedAlike(call.given(), call.output())) {
      return CircularBuffers.dataflow(
          CircularBuffers.inAndOut(call, CircularBuffers.perPage(call)));
    }
    CoreRangeSet cores = CircularBuffers.sharingByRows(call.outputSpec().pageCount(), call);
    return CircularBuffers.dataflow(
        List.of(piecesOfRows(cores, call.spec(0)), piecesOfRows(cores, call.outputSpec())));
  }

  /** typecast_rm_chunked_program_factory.cpp: a piece of a row has as much room as a tile. */
  private static CircularBuffer piecesOfRows(CoreRangeSet cores, TensorSpec spec) {
    long bytes = (long) TensorSpec.TILE_SIDE * TensorSpec.TILE_SIDE * spec.dtype().elementBytes();
    return CircularBuffer.local(cores, 2 * bytes, bytes);
  }

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
