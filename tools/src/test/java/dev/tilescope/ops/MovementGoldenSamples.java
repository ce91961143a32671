package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.any;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;
import static dev.tilescope.ops.RandomTensors.shape;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.kernel.ScatterKind;
import dev.tilescope.ops.internal.mechanism.DeviceOperation;
import dev.tilescope.ops.internal.movement.FillPadOperations;
import dev.tilescope.ops.internal.movement.FillPadOperations.FillPadParams;
import dev.tilescope.ops.internal.movement.FoldOperations;
import dev.tilescope.ops.internal.movement.FoldOperations.FoldParams;
import dev.tilescope.ops.internal.movement.JoinOperations;
import dev.tilescope.ops.internal.movement.JoinOperations.ConcatParams;
import dev.tilescope.ops.internal.movement.JoinOperations.RollParams;
import dev.tilescope.ops.internal.movement.LookupOperations;
import dev.tilescope.ops.internal.movement.LookupOperations.GatherParams;
import dev.tilescope.ops.internal.movement.LookupOperations.ScatterParams;
import dev.tilescope.ops.internal.movement.MovementOperations;
import dev.tilescope.ops.internal.movement.MovementOperations.PermuteParams;
import dev.tilescope.ops.internal.movement.MovementOperations.RepeatParams;
import dev.tilescope.ops.internal.movement.PadOperations;
import dev.tilescope.ops.internal.movement.PadOperations.PadParams;
import dev.tilescope.ops.internal.movement.ReshapeOnDeviceOperations;
import dev.tilescope.ops.internal.movement.ShapeOperations;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeParams;
import dev.tilescope.ops.internal.movement.SliceOperations;
import dev.tilescope.ops.internal.movement.SliceOperations.SliceParams;
import dev.tilescope.ops.internal.movement.SliceOperations.SplitParams;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;

/** The same elements in another order, fewer of them, or more. */
final class MovementGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("Permute", random -> permute(random, MovementOperations.PERMUTE_ON_DEVICE)),
        new Family("Transpose", random -> permute(random, MovementOperations.TRANSPOSE_ON_DEVICE)),
        new Family("Reshape", MovementGoldenSamples::reshape),
        new Family("Reshape of rows", MovementGoldenSamples::reshapeRows),
        new Family("Repeat", MovementGoldenSamples::repeat),
        new Family("Slice", MovementGoldenSamples::slice),
        new Family("Split", MovementGoldenSamples::split),
        new Family("Concat", MovementGoldenSamples::concat),
        new Family("Roll", MovementGoldenSamples::roll),
        new Family("Pad", MovementGoldenSamples::pad),
        new Family("FillPad", MovementGoldenSamples::fillPad),
        new Family("Fold", MovementGoldenSamples::fold),
        new Family("Gather", MovementGoldenSamples::gather),
        new Family("Scatter", MovementGoldenSamples::scatter));
  }

  private static GoldenSample<FillPadParams> fillPad(Random random) {
    Tensor in = tensor(random, pick(random, ALL), Layout.TILE, shape(random, 1));
    return new GoldenSample<>(
        FillPadOperations.FILL_PAD_ON_DEVICE, new FillPadParams(3, memory(random)), List.of(in));
  }

  private static GoldenSample<PermuteParams> permute(
      Random random, DeviceOperation<PermuteParams> operation) {
    int[] shape = shape(random, 0, 12, 5);
    List<Integer> order = new ArrayList<>(IntStream.range(0, shape.length).boxed().toList());
    Collections.shuffle(order, random);
    return new GoldenSample<>(
        operation,
        new PermuteParams(List.copyOf(order), memory(random)),
        List.of(any(random, shape)));
  }

  private static GoldenSample<ReshapeParams> reshape(Random random) {
    Tensor in = any(random, shape(random, 0));
    Shape flat = Shape.of((int) in.shape().volume());
    return new GoldenSample<>(
        ShapeOperations.RESHAPE_ON_DEVICE, new ReshapeParams(flat, memory(random)), List.of(in));
  }

  private static GoldenSample<ReshapeParams> reshapeRows(Random random) {
    int rows = random.nextInt(1, 5);
    Tensor in = any(random, new int[] {1, 1, rows, 64});
    return new GoldenSample<>(
        ReshapeOnDeviceOperations.RESHAPE_ROWS_ON_DEVICE,
        new ReshapeParams(Shape.of(1, 2, rows, 32), memory(random)),
        List.of(in));
  }

  private static GoldenSample<RepeatParams> repeat(Random random) {
    Tensor in = any(random, shape(random, 0, 9, 3));
    List<Integer> counts =
        random.ints(in.shape().rank() + random.nextInt(2), 1, 4).boxed().toList();
    return new GoldenSample<>(
        MovementOperations.REPEAT_ON_DEVICE, new RepeatParams(counts, memory(random)), List.of(in));
  }

  private static GoldenSample<SliceParams> slice(Random random) {
    int[] shape = shape(random, 0, 12, 5);
    List<Integer> start = Arrays.stream(shape).mapToObj(n -> random.nextInt(n + 1)).toList();
    List<Integer> end = new ArrayList<>();
    for (int i = 0; i < shape.length; i++) {
      end.add(random.nextInt(start.get(i), shape[i] + 1));
    }
    List<Integer> step = random.ints(shape.length, 1, 4).boxed().toList();
    return new GoldenSample<>(
        SliceOperations.SLICE_ON_DEVICE,
        new SliceParams(start, end, step, memory(random)),
        List.of(any(random, shape)));
  }

  private static GoldenSample<SplitParams> split(Random random) {
    int count = random.nextInt(2, 5);
    int[] shape = {random.nextInt(1, 3), random.nextInt(1, 40), count * random.nextInt(1, 20)};
    return new GoldenSample<>(
        SliceOperations.SPLIT_ON_DEVICE,
        new SplitParams(count, 2, memory(random)),
        List.of(tensor(random, pick(random, ALL), Layout.TILE, shape)));
  }

  private static GoldenSample<ConcatParams> concat(Random random) {
    int[] shape = shape(random, 1, 9, 5);
    int dim = random.nextInt(shape.length);
    int groups = random.nextInt(1, 4);
    DataType dtype = pick(random, ALL);
    Layout layout = pick(random, List.of(Layout.values()));
    List<Tensor> tensors = new ArrayList<>();
    for (int i = random.nextInt(1, 5); i > 0; i--) {
      int[] own = shape.clone();
      own[dim] = groups * random.nextInt(0, 5);
      tensors.add(tensor(random, dtype, layout, own));
    }
    return new GoldenSample<>(
        JoinOperations.CONCAT_ON_DEVICE, new ConcatParams(dim, groups, memory(random)), tensors);
  }

  private static GoldenSample<RollParams> roll(Random random) {
    int[] shape = shape(random, 1);
    int dim = random.nextInt(shape.length);
    return new GoldenSample<>(
        JoinOperations.ROLL_ON_DEVICE,
        new RollParams(random.nextInt(30), dim, memory(random)),
        List.of(any(random, shape)));
  }

  private static GoldenSample<PadParams> pad(Random random) {
    int[] shape = shape(random, 0, 9, 5);
    List<Integer> before = random.ints(shape.length, 0, 3).boxed().toList();
    List<Integer> after = random.ints(shape.length, 0, 3).boxed().toList();
    return new GoldenSample<>(
        PadOperations.PAD_ON_DEVICE,
        new PadParams(before, after, random.nextInt(100), memory(random)),
        List.of(any(random, shape)));
  }

  private static GoldenSample<FoldParams> fold(Random random) {
    int h = random.nextInt(1, 4);
    int w = random.nextInt(1, 4);
    int[] shape = {
      random.nextInt(1, 3), h * random.nextInt(1, 5), w * random.nextInt(1, 5), random.nextInt(1, 9)
    };
    return new GoldenSample<>(
        FoldOperations.FOLD_ON_DEVICE,
        new FoldParams(h, w, random.nextBoolean(), memory(random)),
        List.of(tensor(random, pick(random, ALL), Layout.ROW_MAJOR, shape)));
  }

  private static GoldenSample<GatherParams> gather(Random random) {
    int[] shape = positive(random);
    int dim = random.nextInt(shape.length);
    Layout layout = pick(random, List.of(Layout.values()));
    Tensor in = tensor(random, pick(random, ALL), layout, shape);
    return new GoldenSample<>(
        LookupOperations.GATHER_ON_DEVICE,
        new GatherParams(dim, false, memory(random)),
        List.of(in, index(random, layout, shape, dim)));
  }

  private static GoldenSample<ScatterParams> scatter(Random random) {
    int[] shape = positive(random);
    int dim = random.nextInt(shape.length);
    // Products of larger integers are not exact in double precision.
    ScatterKind kind = pick(random, List.of(ScatterKind.values()));
    DataType dtype =
        kind == ScatterKind.MULTIPLY || kind == ScatterKind.ADD
            ? DataType.FLOAT32
            : pick(random, ALL);
    Tensor in = tensor(random, dtype, Layout.ROW_MAJOR, shape);
    Tensor index = index(random, Layout.ROW_MAJOR, shape, dim);
    int[] larger = Arrays.stream(index.shape().toArray()).map(n -> n + random.nextInt(3)).toArray();
    Tensor source = tensor(random, dtype, Layout.ROW_MAJOR, larger);
    return new GoldenSample<>(
        LookupOperations.SCATTER_ON_DEVICE,
        new ScatterParams(dim, kind, memory(random)),
        List.of(in, index, source),
        call -> List.of(magnitudes(call.values(0).length)));
  }

  /** Sums and products of a few numbers up to 10 may cancel. */
  private static double[] magnitudes(int length) {
    double[] magnitudes = new double[length];
    Arrays.fill(magnitudes, 1e6);
    return magnitudes;
  }

  private static int[] positive(Random random) {
    return Arrays.stream(shape(random, 1, 9, 5)).map(size -> Math.max(1, size)).toArray();
  }

  /** Smaller than the tensor in its other dimensions, of any size along the one in question. */
  private static Tensor index(Random random, Layout layout, int[] shape, int dim) {
    int[] dims = Arrays.stream(shape).map(size -> random.nextInt(1, size + 1)).toArray();
    dims[dim] = random.nextInt(1, 9);
    DataType dtype = pick(random, List.of(DataType.UINT32, DataType.INT32, DataType.UINT16));
    Tensor index = place(new TensorSpec(Shape.of(dims), dtype, layout, memory(random)));
    int[] values = index.values().integers();
    Arrays.setAll(values, i -> random.nextInt(shape[dim]));
    return index;
  }
}
