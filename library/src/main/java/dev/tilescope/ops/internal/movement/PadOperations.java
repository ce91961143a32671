package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CoreLimit;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.DoorMethod;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Rounding;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** More of a tensor around it. */
public final class PadOperations {
  private PadOperations() {}

  public record PadParams(
      List<Integer> before, List<Integer> after, double padValue, MemoryConfig outputMemConfig) {
    Shape shape(Shape input) {
      int[] dims = input.toArray();
      Arrays.setAll(dims, i -> dims[i] + before.get(i) + after.get(i));
      return Shape.of(dims);
    }
  }

  public static final DeviceOperation<PadParams> PAD_ON_DEVICE =
      DeviceOperation.<PadParams>named("PadDeviceOperation", "pad")
          .takes(Input.of("input_tensor"))
          .output(call ->
              call.spec(0)
                  .withShape(call.params().shape(call.spec(0).shape()))
                  .withMemoryConfig(call.params().outputMemConfig()))
          .circularBuffers(PadBuffers.TEXT, PadBuffers::of)
          .cost(Costs::moving)
          .engine(Engine.MOVES)
          .kernel(call ->
              Moves.pad(
                  call.values(0),
                  call.spec(0).shape().toArray(),
                  ints(call.params().before()),
                  ints(call.params().after()),
                  call.params().padValue(),
                  call.out()))
          .golden(PadOperations::goldenPad)
          .declare();

  @Form("inputTensor, padding, value, memoryConfig")
  public record PadArguments(
      Tensor inputTensor,
      int[][] padding,
      double value,
      @Default("true") boolean useMulticore,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids)
      implements CoreLimited {}

  public static final Operation<PadArguments, Tensor> PAD =
      Operation.of(
              "ttnn::pad",
              PadArguments.class,
              a -> CoreLimit.multicore(a.useMulticore(), () -> pad(a)),
              PAD_ON_DEVICE)
          .through("TypecastDeviceOperation");

  @DoorMethod(
      operation = "ttnn::pad",
      value = "The same by the shape of the result and where the input stands in it.",
      orElse = "true, null, null")
  public static Tensor pad(
      Tensor input,
      Shape outputPaddedShape,
      int[] inputTensorStart,
      double value,
      boolean useMulticore,
      @Nullable MemoryConfig memoryConfig,
      @Nullable CoreRangeSet subCoreGrids) {
    Shape shape = input.shape();
    Check.that(
        outputPaddedShape.rank() == shape.rank(),
        "output_padded_shape: as many dimensions as %s are needed, got %s",
        shape,
        outputPaddedShape);
    Check.that(
        inputTensorStart.length == shape.rank(),
        "input_tensor_start: one index for each dimension of %s is needed, got %s",
        shape,
        Arrays.toString(inputTensorStart));
    int[][] padding = new int[shape.rank()][];
    for (int i = 0; i < padding.length; i++) {
      int after = outputPaddedShape.dim(i) - shape.dim(i) - inputTensorStart[i];
      Check.that(
          inputTensorStart[i] >= 0 && after >= 0,
          "input_tensor_start: %s does not hold %s at %s",
          outputPaddedShape,
          shape,
          Arrays.toString(inputTensorStart));
      padding[i] = new int[] {inputTensorStart[i], after};
    }
    return PAD.call(
        new PadArguments(input, padding, value, useMulticore, memoryConfig, subCoreGrids));
  }

  private static Tensor pad(PadArguments a) {
    Tensor input = a.inputTensor();
    if (input.isOnDevice()) {
      input.requireBuffer("input_tensor");
    }
    List<Integer> before = new ArrayList<>();
    List<Integer> after = new ArrayList<>();
    read(a.padding(), input.shape(), before, after);
    Check.holds("value", input.dtype(), a.value());
    PadParams asked = new PadParams(before, after, a.value(), input.memoryConfig());
    Shape shape = asked.shape(input.shape());
    if (!input.isOnDevice()) {
      return onHost(a, asked);
    }
    Check.that(
        input.layout() == Layout.ROW_MAJOR || before.stream().allMatch(count -> count == 0),
        "ttnn.pad: on device tile padding does not support front padding, got %s before; convert it"
            + " with Ttnn.toLayout",
        before);
    if (a.subCoreGrids() != null) {
      checkLimited(a);
    }
    if (shape.equals(input.shape())) {
      return a.memoryConfig() == null
          ? input
          : MovementSteps.toMemoryConfig(input, a.memoryConfig());
    }
    PadParams params =
        new PadParams(before, after, a.value(), Placement.of(a.memoryConfig(), input, shape));
    if (!input.dtype().isBlockFloat()) {
      return PAD_ON_DEVICE.run(params, input);
    }
    return Temporaries.through(
        input,
        x -> TypecastOperations.typecast(x, DataType.BFLOAT16),
        x -> PAD_ON_DEVICE.run(params, x),
        x -> TypecastOperations.typecast(x, input.dtype()));
  }

  private static void checkLimited(PadArguments a) {
    Check.that(
        !a.inputTensor().memoryConfig().isSharded(),
        "ttnn.pad: Input memory layout must be interleaved when sub_core_grids argument is provided,"
            + " got %s",
        a.inputTensor().memoryConfig());
    MemoryConfig asked = a.memoryConfig();
    if (asked != null && asked.isSharded()) {
      throw Check.failed(
          "ttnn.pad: Output memory layout must be interleaved when sub_core_grids argument is"
              + " provided, got %s",
          asked);
    }
    Check.that(
        a.useMulticore(), "ttnn.pad: sub_core_grids is only supported when use_multicore is true");
  }

  private static void read(
      int[][] padding, Shape shape, List<Integer> before, List<Integer> after) {
    int skipped = shape.rank() - padding.length;
    Check.that(
        skipped >= 0,
        "ttnn.pad: padding len can't be larger than input tensor rank: one pair for each dimension of"
            + " %s at most is needed, got %s",
        shape,
        Arrays.deepToString(padding));
    for (int i = 0; i < shape.rank(); i++) {
      int[] pair = i < skipped ? new int[] {0, 0} : padding[i - skipped];
      Check.that(
          pair.length == 2 && pair[0] >= 0 && pair[1] >= 0,
          "padding: a pair of counts >= 0 is needed for dimension %d, got %s",
          i,
          Arrays.toString(pair));
      Check.that(
          (long) shape.dim(i) + pair[0] + pair[1] <= Integer.MAX_VALUE,
          "padding: %s makes dimension %d of %s larger than 2^31-1",
          Arrays.toString(pair),
          i,
          shape);
      before.add(pair[0]);
      after.add(pair[1]);
    }
  }

  private static Tensor onHost(PadArguments a, PadParams params) {
    Tensor input = a.inputTensor();
    Placement.checkNone(a.memoryConfig());
    TensorSpec spec = input.spec().withShape(params.shape(input.shape()));
    if (!input.hasValues()) {
      return Tensor.onHostUncomputed(spec, input.distribution());
    }
    List<Values> parts = new ArrayList<>();
    for (Values part : input.requireParts("input_tensor")) {
      Values padded = Values.zeros(spec.dtype(), spec.shape().volume());
      int[] dims = input.shape().toArray();
      Moves.pad(part, dims, ints(params.before()), ints(params.after()), a.value(), padded);
      Rounding.toType(spec, padded);
      parts.add(padded);
    }
    return Tensor.onHost(spec, input.distribution(), parts);
  }

  static int[] ints(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static double[] goldenPad(GoldenCall<PadParams> call) {
    PadParams params = call.params();
    Shape in = call.input(0).spec().shape();
    return Elements.of(
        call.output().shape(),
        index -> {
          int[] source = new int[index.length];
          for (int d = 0; d < index.length; d++) {
            source[d] = index[d] - params.before().get(d);
            if (source[d] < 0 || source[d] >= in.dim(d)) {
              return Rounding.clamped(params.padValue(), call.output().dtype());
            }
          }
          return Elements.at(call.input(0), source);
        });
  }
}
