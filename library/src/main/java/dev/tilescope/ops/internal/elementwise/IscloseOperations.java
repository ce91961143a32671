package dev.tilescope.ops.internal.elementwise;

import static dev.tilescope.ops.internal.mechanism.Temporaries.when;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.conversion.TypecastOperations;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.mechanism.TileWork;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether elements are near each other, which takes two tolerances with it. */
public final class IscloseOperations {
  private IscloseOperations() {}

  /** Types of which one operand may have the one and the other the other. */
  private static final List<DataType> MIXED = List.of(DataType.FLOAT32, DataType.BFLOAT16);

  public record IscloseParams(float rtol, float atol, boolean equalNan, MemoryConfig memoryConfig) {
    boolean close(double a, double b) {
      boolean bothNan = Double.isNaN(a) && Double.isNaN(b);
      boolean near = Double.isFinite(a) && Math.abs(a - b) <= atol + rtol * Math.abs(b);
      return a == b || equalNan && bothNan || near && Double.isFinite(b);
    }
  }

  public static final DeviceOperation<IscloseParams> ISCLOSE_ON_DEVICE =
      DeviceOperation.<IscloseParams>named("BinaryNgDeviceOperation", "binary_ng")
          .takes(Input.of("input_tensor_a"), Input.of("input_tensor_b"))
          .validation(IscloseOperations::check)
          .output(call ->
              new TensorSpec(
                  shape(call),
                  call.spec(0).dtype(),
                  call.spec(0).layout(),
                  call.params().memoryConfig()))
          .circularBuffers(
              "Two tiles for each operand and for the result, on every core of the grid.",
              IscloseOperations::circularBuffers)
          .cost(call ->
              Costs.of(
                  TileWork.vector(4),
                  CircularBuffers.wholeGrid(call).size(),
                  Costs.inputs(call),
                  call.outputSpec()))
          .kernel(IscloseOperations::compute)
          .golden(IscloseOperations::golden)
          .declare();

  public record IscloseArguments(
      Tensor inputTensorA,
      Tensor inputTensorB,
      @Default("1e-5") float rtol,
      @Default("1e-8") float atol,
      @Default("false") boolean equalNan,
      @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<IscloseArguments, Tensor> ISCLOSE =
      Operation.of(
              "ttnn::isclose",
              IscloseArguments.class,
              IscloseOperations::isclose,
              ISCLOSE_ON_DEVICE)
          .through("TypecastDeviceOperation");

  /** Integers of 32 bits are compared in float32, and rows beside tiles in tiles. */
  private static Tensor isclose(IscloseArguments a) {
    ISCLOSE_ON_DEVICE.requireUsable(a.inputTensorA(), a.inputTensorB());
    boolean inRows = isPlainRows(a.inputTensorA()) && isPlainRows(a.inputTensorB());
    try (Temporaries made = Temporaries.besides(a.inputTensorA(), a.inputTensorB())) {
      Tensor left = operand(made, a.inputTensorA(), !inRows);
      Tensor right = operand(made, a.inputTensorB(), !inRows);
      MemoryConfig memory = Placement.of(a.memoryConfig(), null, left);
      return made.handOver(
          ISCLOSE_ON_DEVICE.run(
              new IscloseParams(a.rtol(), a.atol(), a.equalNan(), memory), left, right));
    }
  }

  private static boolean isPlainRows(Tensor tensor) {
    return tensor.layout() == Layout.ROW_MAJOR && !tensor.memoryConfig().isSharded();
  }

  private static Tensor operand(Temporaries made, Tensor tensor, boolean inTiles) {
    return made.step(
        tensor,
        when(
            tensor.dtype() == DataType.INT32,
            t -> TypecastOperations.typecast(t, DataType.FLOAT32)),
        when(
            inTiles && tensor.layout() != Layout.TILE,
            t -> MovementSteps.toLayout(t, Layout.TILE)));
  }

  private static void check(Call<IscloseParams> call) {
    BinaryCheck.checkRank(call.input(0), call.input(1));
    BinaryCheck.requireTaken("A", "ISCLOSE", call.input(0), Input.FLOATS);
    BinaryCheck.requireTaken("B", "ISCLOSE", call.input(1), Input.FLOATS);
    DataType a = call.spec(0).dtype();
    DataType b = call.spec(1).dtype();
    boolean mixed = MIXED.contains(a) && MIXED.contains(b);
    BinaryCheck.requireSame("ISCLOSE", call.input(0), call.input(1), a == b || mixed);
  }

  private static Shape shape(Call<IscloseParams> call) {
    return Shapes.broadcast(call.spec(0).shape(), call.spec(1).shape());
  }

  private static List<CircularBuffer> circularBuffers(Call<IscloseParams> call) {
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    return List.of(
        CircularBuffers.tiles(cores, call.spec(0).dtype(), 2),
        CircularBuffers.tiles(cores, call.spec(1).dtype(), 2),
        CircularBuffers.tiles(cores, call.outputSpec().dtype(), 2));
  }

  private static void compute(Call<IscloseParams> call) {
    float[] a = call.floats(0);
    float[] b = call.floats(1);
    float[] out = call.out().floats();
    Shape shape = shape(call);
    int[] left = Shapes.broadcastStrides(call.spec(0).shape(), shape);
    int[] right = Shapes.broadcastStrides(call.spec(1).shape(), shape);
    for (int i = 0; i < out.length; i++) {
      float x = a[Shapes.elementAt(i, shape, left)];
      float y = b[Shapes.elementAt(i, shape, right)];
      out[i] = call.params().close(x, y) ? 1 : 0;
    }
  }

  private static double[] golden(GoldenCall<IscloseParams> call) {
    double[] out = call.newOutput();
    Shape shape = call.output().shape();
    int[] left = Shapes.broadcastStrides(call.input(0).spec().shape(), shape);
    int[] right = Shapes.broadcastStrides(call.input(1).spec().shape(), shape);
    for (int i = 0; i < out.length; i++) {
      double x = call.values(0)[Shapes.elementAt(i, shape, left)];
      double y = call.values(1)[Shapes.elementAt(i, shape, right)];
      out[i] = call.params().close(x, y) ? 1 : 0;
    }
    return out;
  }
}
