package dev.tilescope.ops.internal.elementwise;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.CoreLimited;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.Default;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.Form;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counting up in place, as decoders do with positions. */
public final class PlusOneOperations {
  private PlusOneOperations() {}

  public record PlusOneParams(boolean skipNegativeEntries) {}

  public static final DeviceOperation<PlusOneParams> PLUS_ONE_ON_DEVICE =
      DeviceOperation.<PlusOneParams>named("PlusOneDeviceOperation", "plus_one")
          .takes(
              Input.of("input_tensor")
                  .dtypes(List.of(DataType.INT32, DataType.UINT32))
                  .in(Layout.ROW_MAJOR))
          .validation(call -> checkRank(call.spec(0).shape()))
          .output(call -> call.spec(0))
          .circularBuffers(
              "A row, on one core or on all of sub_core_grids; of a sharded tensor its shard, where it lies.",
              PlusOneOperations::circularBuffers)
          .cost(call -> Costs.computing(0, 1, Costs.inputs(call), call.outputSpec()))
          .engine(DeviceOperation.Engine.WRITES)
          .kernel(call ->
              count(call.integers(0), call.params().skipNegativeEntries(), call.out().integers()))
          .golden(call ->
              Arrays.stream(call.values(0))
                  .map(x -> counts((int) (long) x, call.params().skipNegativeEntries()) ? x + 1 : x)
                  .toArray())
          .declare();

  @Form("inputTensor, skipNegativeEntries")
  public record PlusOneArguments(
      Tensor inputTensor,
      @Nullable CoreRangeSet subCoreGrids,
      @Default("false") boolean skipNegativeEntries)
      implements CoreLimited {}

  public static final Operation<PlusOneArguments, Tensor> PLUS_ONE =
      Operation.of(
              "ttnn::plus_one",
              PlusOneArguments.class,
              a ->
                  PLUS_ONE_ON_DEVICE.runInto(
                      a.inputTensor(), new PlusOneParams(a.skipNegativeEntries()), a.inputTensor()),
              PLUS_ONE_ON_DEVICE)
          .overwriting("input_tensor");

  private static void checkRank(Shape shape) {
    Check.that(
        shape.rank() >= 1 && shape.rank() <= 4,
        "input_tensor: rank 1 to 4 is needed, got %s",
        shape);
  }

  private static List<CircularBuffer> circularBuffers(Call<PlusOneParams> call) {
    Tensor input = call.input(0);
    CoreRangeSet cores =
        call.subCoreGrids() == null ? CoreRangeSet.grid(1, 1) : CircularBuffers.wholeGrid(call);
    return List.of(
        input.memoryConfig().isSharded()
            ? CircularBuffers.backedBy(input, cores)
            : CircularBuffers.aligned(cores, input, 1));
  }

  private static void count(int[] in, boolean skipNegativeEntries, int[] out) {
    for (int i = 0; i < in.length; i++) {
      out[i] = counts(in[i], skipNegativeEntries) ? in[i] + 1 : in[i];
    }
  }

  private static boolean counts(int value, boolean skipNegativeEntries) {
    return !skipNegativeEntries || value >= 0 && value != Integer.MAX_VALUE;
  }
}
