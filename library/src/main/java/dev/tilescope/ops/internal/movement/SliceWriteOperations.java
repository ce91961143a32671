package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Call;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.CircularBuffers;
import dev.tilescope.ops.internal.mechanism.Costs;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.Engine;
import dev.tilescope.ops.internal.mechanism.DeviceOperation.GoldenCall;
import dev.tilescope.ops.internal.mechanism.Elements;
import dev.tilescope.ops.internal.mechanism.Input;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;

/** A tensor written over a slice of another. */
public final class SliceWriteOperations {
  private SliceWriteOperations() {}

  public record SliceWriteParams(
      List<Integer> sliceStart, List<Integer> sliceEnd, List<Integer> step) {}

  public static final DeviceOperation<SliceWriteParams> SLICE_WRITE_ON_DEVICE =
      DeviceOperation.<SliceWriteParams>named("SliceWriteDeviceOperation", "slice_write")
          .takes(Input.of("input"), Input.of("output"))
          .into("output")
          .validation(SliceWriteOperations::check)
          .output(call -> call.spec(1))
          .circularBuffers(
              "Two pages of the input, on as many cores as it has pages.",
              call ->
                  List.of(
                      CircularBuffers.doubled(
                          CircularBuffers.sharing(call.spec(0).pageCount(), call), call.spec(0))))
          .cost(call ->
              Costs.work(
                  0,
                  CircularBuffers.sharing(call.spec(0).pageCount(), call).size(),
                  List.of(call.spec(0)),
                  call.spec(0).withMemoryConfig(call.spec(1).memoryConfig())))
          .engine(Engine.MOVES)
          .kernel(SliceWriteOperations::compute)
          .golden(SliceWriteOperations::golden)
          .declare();

  public record SliceWriteArguments(
      Tensor inputTensor, Tensor outputTensor, int[] start, int[] end, int[] step) {}

  public static final Operation<SliceWriteArguments, Tensor> SLICE_WRITE =
      Operation.of(
              "ttnn::experimental::slice_write",
              SliceWriteArguments.class,
              SliceWriteOperations::write,
              SLICE_WRITE_ON_DEVICE,
              LayoutOperations.UNTILIZE_ON_DEVICE,
              LayoutOperations.TILIZE_ON_DEVICE,
              PlacementOperations.COPY_ON_DEVICE)
          .overwriting("output_tensor");

  private static Tensor write(SliceWriteArguments a) {
    Tensor input = a.inputTensor();
    Tensor output = a.outputTensor();
    input.requireBuffer("input_tensor");
    output.requireBuffer("output_tensor");
    Check.that(
        !output.memoryConfig().isSharded(),
        "Slice Write currently doesn't support sharded output tensors. Got %s",
        output.memoryConfig());
    checkRanks(a);
    if (isEmpty(a)) {
      return output;
    }
    SliceWriteParams params =
        new SliceWriteParams(listed(a.start()), listed(a.end()), listed(a.step()));
    boolean tiled = input.layout() == Layout.TILE || output.layout() == Layout.TILE;
    return tiled && !input.memoryConfig().isSharded()
        ? byRows(input, output, params)
        : SLICE_WRITE_ON_DEVICE.runInto(output, params, input, output);
  }

  /** Tiles are taken apart first, and the result is put together again. */
  private static Tensor byRows(Tensor input, Tensor output, SliceWriteParams params) {
    try (Temporaries made = Temporaries.besides(input, output)) {
      Tensor from = made.own(MovementSteps.toLayout(input, Layout.ROW_MAJOR));
      Tensor into = made.own(MovementSteps.toLayout(output, Layout.ROW_MAJOR));
      SLICE_WRITE_ON_DEVICE.runInto(into, params, from, into);
      Tensor back = made.own(MovementSteps.toLayout(into, output.layout()));
      return back.buffer() == output.buffer() ? output : MovementSteps.copy(back, output);
    }
  }

  private static void checkRanks(SliceWriteArguments a) {
    int rank = a.outputTensor().shape().rank();
    Check.that(
        a.inputTensor().shape().rank() == rank
            && a.start().length == rank
            && a.end().length == rank
            && a.step().length == rank,
        "Ranks of input tensor, output_tensor, slice start and slice end should be equal. Got %d %d"
            + " %d %d",
        a.inputTensor().shape().rank(),
        rank,
        a.start().length,
        a.end().length);
  }

  private static boolean isEmpty(SliceWriteArguments a) {
    boolean empty = false;
    for (int i = 0; i < a.end().length; i++) {
      Check.that(
          a.end()[i] >= a.start()[i] && a.start()[i] >= 0 && a.step()[i] >= 1,
          "End %d must be greater than or equal to start %d, start at least 0 and step at least 1,"
              + " got step %d",
          a.end()[i],
          a.start()[i],
          a.step()[i]);
      empty |= a.end()[i] == a.start()[i];
    }
    return empty;
  }

  private static List<Integer> listed(int[] numbers) {
    return Arrays.stream(numbers).boxed().toList();
  }

  private static int[] array(List<Integer> numbers) {
    return numbers.stream().mapToInt(Integer::intValue).toArray();
  }

  private static void check(Call<SliceWriteParams> call) {
    Shape input = call.spec(0).shape();
    Shape output = call.spec(1).shape();
    SliceWriteParams params = call.params();
    Check.that(
        call.spec(0).dtype() == call.spec(1).dtype(),
        "input: %s is needed, as the output is, got %s",
        call.spec(1).dtype(),
        call.spec(0).dtype());
    for (int i = 0; i < output.rank(); i++) {
      int start = params.sliceStart().get(i);
      int end = params.sliceEnd().get(i);
      Check.that(
          start < output.dim(i),
          "Start is outside the bounds of the output tensor for index %d. Got %d. Size %d",
          i,
          start,
          output.dim(i));
      Check.that(
          end <= output.dim(i),
          "Ends %d must be less than or equal to the shape of the tensor %d",
          end,
          output.dim(i));
      int size = Math.ceilDiv(end - start, params.step().get(i));
      Check.that(
          size == input.dim(i),
          "Size of the slice being written %d should match the size of the input tensor %d at dim"
              + " %d. Got %s into %s",
          size,
          input.dim(i),
          i,
          input,
          output);
    }
  }

  private static void compute(Call<SliceWriteParams> call) {
    if (call.values(1) != call.out()) {
      call.values(1).copyTo(call.out());
    }
    Moves.writeSlice(
        call.values(0),
        call.spec(0).shape().toArray(),
        call.out(),
        call.spec(1).shape().toArray(),
        array(call.params().sliceStart()),
        array(call.params().step()));
  }

  private static double[] golden(GoldenCall<SliceWriteParams> call) {
    double[] out = call.values(1).clone();
    Shape whole = call.output().shape();
    Elements.of(
        call.input(0).spec().shape(),
        index -> {
          int[] at = index.clone();
          for (int i = 0; i < at.length; i++) {
            at[i] = call.params().sliceStart().get(i) + at[i] * call.params().step().get(i);
          }
          double value = Elements.at(call.input(0), index);
          out[Elements.offset(whole, at)] = value;
          return value;
        });
    return out;
  }
}
