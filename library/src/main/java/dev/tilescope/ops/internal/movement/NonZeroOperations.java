package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Where a tensor is not zero. How many places there are is known only when it has run. */
public final class NonZeroOperations {
  private NonZeroOperations() {}

  private static final int RANK = 4;

  /** What the count is written with: a page that memory can be written by. */
  private static final int COUNT_ELEMENTS = 8;

  private static final int PAGE_BYTES = 32;
  private static final int CYCLES_PER_ELEMENT = 8;

  private static final List<DataType> PLAIN =
      List.of(
          DataType.BFLOAT16,
          DataType.FLOAT32,
          DataType.UINT8,
          DataType.UINT16,
          DataType.INT32,
          DataType.UINT32);

  public record NonZeroParams(MemoryConfig outputMemoryConfig) {}

  public static final DeviceOperation<NonZeroParams> NONZERO_ON_DEVICE =
      DeviceOperation.<NonZeroParams>named("NonZeroIndicesDeviceOperation", "nonzero")
          .takes(Input.of("input_tensor").dtypes(PLAIN))
          .validation(NonZeroOperations::check)
          .outputs(NonZeroOperations::results)
          .circularBuffers(
              "On one core a page of the input, two of the count, and room for all indices twice.",
              NonZeroOperations::circularBuffers)
          .cost(call ->
              Costs.work(
                  CYCLES_PER_ELEMENT * call.spec(0).shape().volume(),
                  1,
                  Costs.inputs(call),
                  call.outputs().getLast().spec()))
          .engine(Engine.MOVES)
          .kernel(NonZeroOperations::compute)
          .goldens(NonZeroOperations::golden)
          .declare();

  public record NonZeroArguments(Tensor inputTensor, @Nullable MemoryConfig memoryConfig) {}

  public static final Operation<NonZeroArguments, List<Tensor>> NONZERO =
      Operation.of(
          "ttnn::nonzero",
          NonZeroArguments.class,
          a ->
              NONZERO_ON_DEVICE.runAll(
                  new NonZeroParams(
                      a.memoryConfig() == null ? MemoryConfig.DRAM : a.memoryConfig()),
                  a.inputTensor()),
          NONZERO_ON_DEVICE);

  private static void check(Call<NonZeroParams> call) {
    TensorSpec input = call.spec(0);
    Check.that(
        input.shape().rank() == RANK,
        "non_zero_indices: input must be rank-4, got rank %d",
        input.shape().rank());
    Check.that(
        !call.params().outputMemoryConfig().isSharded(),
        "non_zero_indices: output_memory_config must be INTERLEAVED; variable-length output cannot"
            + " be sharded, got %s",
        call.params().outputMemoryConfig());
    Check.that(
        input.layout() == Layout.TILE || input.paddedShape().equals(input.shape()),
        "non_zero_indices: ROW_MAJOR input has shape padding (padded_shape=%s vs logical_shape=%s)",
        input.paddedShape(),
        input.shape());
    long staged = 2 * stagedBytes(input);
    long most = call.device().info().workerL1Bytes();
    Check.that(
        staged <= most,
        "non_zero_indices: indices staging buffer requires %d L1 bytes but per-core L1 is %d bytes",
        staged,
        most);
  }

  /** What all indices take that there can be. */
  private static long stagedBytes(TensorSpec input) {
    long bytes = input.shape().volume() * RANK * Integer.BYTES;
    return Math.max(1, Math.ceilDiv(bytes, (long) PAGE_BYTES)) * PAGE_BYTES;
  }

  private static List<TensorSpec> results(Call<NonZeroParams> call) {
    int most = Math.toIntExact(call.spec(0).shape().volume() * RANK);
    return List.of(numbers(call, COUNT_ELEMENTS), numbers(call, most));
  }

  private static TensorSpec numbers(Call<NonZeroParams> call, int count) {
    return new TensorSpec(
        Shape.of(1, 1, 1, count),
        DataType.UINT32,
        Layout.ROW_MAJOR,
        call.params().outputMemoryConfig());
  }

  private static List<CircularBuffer> circularBuffers(Call<NonZeroParams> call) {
    CoreRangeSet core = CoreRangeSet.grid(1, 1);
    long page = call.input(0).requireBuffer("input_tensor").alignedPageBytes();
    long staged = stagedBytes(call.spec(0));
    return List.of(
        CircularBuffer.local(core, page, page),
        CircularBuffer.local(core, 2 * PAGE_BYTES, PAGE_BYTES),
        CircularBuffer.local(core, 2 * staged, staged));
  }

  /** By its bits, so that -0.0 counts, as on the device. */
  private static boolean isSet(Values values, int at) {
    return switch (values) {
      case Values.Floats(float[] array) -> Float.floatToRawIntBits(array[at]) != 0;
      case Values.Integers(int[] array) -> array[at] != 0;
    };
  }

  private static void compute(Call<NonZeroParams> call) {
    Values in = call.values(0);
    Shape shape = call.spec(0).shape();
    int[] indices = call.out(1).integers();
    int count = 0;
    for (int i = 0; i < in.size(); i++) {
      if (isSet(in, i)) {
        int rest = i;
        for (int dim = RANK - 1; dim >= 0; dim--) {
          indices[count * RANK + dim] = rest % shape.dim(dim);
          rest /= shape.dim(dim);
        }
        count++;
      }
    }
    call.out(0).integers()[0] = count;
  }

  private static List<double[]> golden(GoldenCall<NonZeroParams> call) {
    Shape shape = call.input(0).spec().shape();
    double[] count = new double[COUNT_ELEMENTS];
    double[] indices = new double[(int) shape.volume() * RANK];
    int at = 0;
    int element = 0;
    for (int b = 0; b < shape.dim(0); b++) {
      for (int n = 0; n < shape.dim(1); n++) {
        for (int h = 0; h < shape.dim(2); h++) {
          for (int c = 0; c < shape.dim(3); c++) {
            if (call.values(0)[element++] != 0) {
              for (int index : new int[] {b, n, h, c}) {
                indices[at++] = index;
              }
              count[0]++;
            }
          }
        }
      }
    }
    return List.of(count, indices);
  }
}
