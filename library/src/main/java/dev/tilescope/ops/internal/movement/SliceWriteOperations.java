package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.CircularBuffer;
import dev.tilescope.device.Work;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
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
import dev.tilescope.tensor.Values;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** A tensor written over a slice of another. */
public final class SliceWriteOperations {
  private SliceWriteOperations() {}

  public record SliceWriteParams(
      List<Integer> sliceStart, List<Integer> sliceEnd, List<Integer> step) {
    private int size(int dim) {
      return Math.ceilDiv(sliceEnd.get(dim) - sliceStart.get(dim), step.get(dim));
    }

    private int[] sizes() {
      return IntStream.range(0, step.size()).map(this::size).toArray();
    }
  }

  public static final DeviceOperation<SliceWriteParams> SLICE_WRITE_ON_DEVICE =
      DeviceOperation.<SliceWriteParams>named("SliceWriteDeviceOperation", "slice_write")
          .takes(Input.of("input"), Input.of("output"))
          .into("output")
          .validation(SliceWriteOperations::check)
          .output(call -> call.spec(1))
          .circularBuffers(
              "The input where it lies if that is in shards; else twice the rows that reads of 4 KiB"
                  + " bring, on the whole grid.",
              SliceWriteOperations::buffers)
          .cost(SliceWriteOperations::cost)
          .engine(Engine.MOVES)
          .kernel(SliceWriteOperations::compute)
          .golden(SliceWriteOperations::golden)
          .declare();

  /**
   * As the factories slice_write_rm_interleaved, slice_write_rm_sharded_input and
   * slice_write_tiled_sharded_input make them.
   */
  private static List<CircularBuffer> buffers(Call<SliceWriteParams> call) {
    if (call.spec(0).memoryConfig().isSharded()) {
      return List.of(CircularBuffers.backedBy(call.input(0)));
    }
    CoreRangeSet cores = CircularBuffers.wholeGrid(call);
    int alignment =
        Math.max(CircularBuffers.alignmentBytes(call, 0), CircularBuffers.alignmentBytes(call, 1));
    long rowBytes = Math.ceilDiv(call.spec(0).pageBytes(), (long) alignment) * alignment;
    long rows = SliceBuffers.rowsOfARead(call.spec(0), cores, rowBytes);
    return List.of(CircularBuffer.local(cores, 2 * rows * rowBytes, rowBytes));
  }

  private static Work cost(Call<SliceWriteParams> call) {
    CoreRangeSet shards = call.spec(0).memoryConfig().grid();
    return Costs.work(
        0,
        shards == null
            ? CircularBuffers.sharing(call.spec(0).pageCount(), call).size()
            : shards.size(),
        List.of(call.spec(0)),
        call.spec(0).withMemoryConfig(call.spec(1).memoryConfig()));
  }

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

  /**
   * The pixels of a part of images, in rows or in shards as {@link PaddedSliceOperations} cut them.
   */
  public static void writeSlice(Tensor pixels, Tensor images, int[] start, int[] end) {
    SLICE_WRITE.call(new SliceWriteArguments(pixels, images, start, end, new int[] {1, 1, 1, 1}));
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
          isFlat(call.spec(0)) || size == input.dim(i),
          "Size of the slice being written %d should match the size of the input tensor %d at dim"
              + " %d. Got %s into %s",
          size,
          input.dim(i),
          i,
          input,
          output);
    }
  }

  /** Sharded rows of pixels may be those of images, one after the other. */
  private static boolean isFlat(TensorSpec input) {
    Shape shape = input.shape();
    return input.memoryConfig().isSharded()
        && shape.rank() == 4
        && shape.dim(0) == 1
        && shape.dim(1) == 1;
  }

  /** The input as images as wide as its rows allow: those of a result in tiles are padded. */
  private static int[] images(SliceWriteParams params, TensorSpec input) {
    if (!isFlat(input)) {
      return input.shape().toArray();
    }
    int images = params.size(0) * params.size(1);
    return new int[] {
      params.size(0), params.size(1), input.shape().dim(2) / images, input.shape().dim(3)
    };
  }

  /** What of the input is written. */
  private static Values written(Call<SliceWriteParams> call, int[] sizes) {
    int[] images = images(call.params(), call.spec(0));
    if (Arrays.equals(images, sizes)) {
      return call.values(0);
    }
    Values written = Values.zeros(call.spec(0).dtype(), Shape.of(sizes).volume());
    int[] all = new int[sizes.length];
    int[] steps = all.clone();
    Arrays.fill(steps, 1);
    Moves.slice(call.values(0), images, all, steps, written, sizes);
    return written;
  }

  private static void compute(Call<SliceWriteParams> call) {
    if (call.values(1) != call.out()) {
      call.values(1).copyTo(call.out());
    }
    int[] sizes = call.params().sizes();
    Moves.writeSlice(
        written(call, sizes),
        sizes,
        call.out(),
        call.spec(1).shape().toArray(),
        array(call.params().sliceStart()),
        array(call.params().step()));
  }

  private static double[] golden(GoldenCall<SliceWriteParams> call) {
    double[] out = call.values(1).clone();
    Shape whole = call.output().shape();
    Shape images = Shape.of(images(call.params(), call.input(0).spec()));
    Elements.of(
        Shape.of(call.params().sizes()),
        index -> {
          int[] at = index.clone();
          for (int i = 0; i < at.length; i++) {
            at[i] = call.params().sliceStart().get(i) + at[i] * call.params().step().get(i);
          }
          double value = call.values(0)[Elements.offset(images, index)];
          out[Elements.offset(whole, at)] = value;
          return value;
        });
    return out;
  }
}
