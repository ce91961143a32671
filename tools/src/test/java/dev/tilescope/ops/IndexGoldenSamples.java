package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;
import static dev.tilescope.ops.RandomTensors.tensor;

import dev.tilescope.model.BufferType;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.GoldenSample.Family;
import dev.tilescope.ops.internal.movement.BroadcastOperations;
import dev.tilescope.ops.internal.movement.BroadcastOperations.BcastToParams;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations.ConvertToChwParams;
import dev.tilescope.ops.internal.movement.ChannelOrderOperations.ConvertToHwcParams;
import dev.tilescope.ops.internal.movement.EmbeddingGradientOperations;
import dev.tilescope.ops.internal.movement.EmbeddingGradientOperations.EmbeddingBackwardParams;
import dev.tilescope.ops.internal.movement.IndexedFillOperations;
import dev.tilescope.ops.internal.movement.IndexedFillOperations.IndexedFillParams;
import dev.tilescope.ops.internal.movement.NonZeroOperations;
import dev.tilescope.ops.internal.movement.NonZeroOperations.NonZeroParams;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations.PaddedSliceParams;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations.SliceWriteParams;
import dev.tilescope.tensor.Tensor;
import dev.tilescope.tensor.Values;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** Elements whose places are told by numbers, and images turned where they lie. */
final class IndexGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("NonZero", IndexGoldenSamples::nonZero),
        new Family("IndexedFill", IndexGoldenSamples::indexedFill),
        new Family("PaddedSlice", IndexGoldenSamples::paddedSlice),
        new Family("SliceWrite", IndexGoldenSamples::sliceWrite),
        new Family("EmbeddingBackward", IndexGoldenSamples::embeddingBackward),
        new Family("BcastTo", IndexGoldenSamples::bcastTo),
        new Family("ConvertToHwc", IndexGoldenSamples::convertToHwc),
        new Family("ConvertToChw", IndexGoldenSamples::convertToChw));
  }

  private static int[] rank4(Random random) {
    return random.ints(4, 1, 9).toArray();
  }

  private static GoldenSample<NonZeroParams> nonZero(Random random) {
    Tensor in =
        tensor(random, pick(random, ALL), pick(random, List.of(Layout.values())), rank4(random));
    for (int i = 0; i < in.values().size(); i++) {
      if (random.nextBoolean()) {
        switch (in.values()) {
          case Values.Floats(float[] array) -> array[i] = 0;
          case Values.Integers(int[] array) -> array[i] = 0;
        }
      }
    }
    return new GoldenSample<>(
        NonZeroOperations.NONZERO_ON_DEVICE, new NonZeroParams(memory(random)), List.of(in));
  }

  /** Some indices twice, and some that name nothing. */
  private static GoldenSample<IndexedFillParams> indexedFill(Random random) {
    int[] dims = rank4(random);
    Layout layout = pick(random, List.of(Layout.values()));
    DataType dtype = pick(random, ALL);
    int dim = random.nextInt(layout == Layout.TILE ? 2 : 3);
    int[] slices = dims.clone();
    slices[dim] = random.nextInt(1, 5);
    Tensor index =
        place(
            new TensorSpec(
                Shape.of(slices[dim]), DataType.INT32, Layout.ROW_MAJOR, memory(random)));
    Arrays.setAll(index.values().integers(), i -> random.nextInt(dims[dim] + 2));
    return new GoldenSample<>(
        IndexedFillOperations.INDEXED_FILL_ON_DEVICE,
        new IndexedFillParams(memory(random), dim),
        List.of(index, tensor(random, dtype, layout, dims), tensor(random, dtype, layout, slices)));
  }

  private static GoldenSample<PaddedSliceParams> paddedSlice(Random random) {
    int[] dims = random.ints(4, 1, 12).toArray();
    List<Integer> start = new ArrayList<>();
    List<Integer> end = new ArrayList<>();
    int rows = 1;
    for (int i = 0; i < dims.length; i++) {
      start.add(i == 3 ? 0 : random.nextInt(dims[i]));
      end.add(i == 3 ? dims[i] : random.nextInt(start.get(i) + 1, dims[i] + 1));
      rows *= i == 3 ? 1 : end.get(i) - start.get(i);
    }
    ShardSpec shards = new ShardSpec(CoreRangeSet.grid(1, 1), rows, 16, ShardOrientation.ROW_MAJOR);
    return new GoldenSample<>(
        PaddedSliceOperations.PADDED_SLICE_ON_DEVICE,
        new PaddedSliceParams(
            start,
            end,
            List.of(1, 1, 1, 1),
            MemoryConfig.sharded(TensorMemoryLayout.HEIGHT_SHARDED, BufferType.L1, shards)),
        List.of(tensor(random, pick(random, ALL), pick(random, List.of(Layout.values())), dims)));
  }

  private static GoldenSample<SliceWriteParams> sliceWrite(Random random) {
    int[] dims = random.ints(random.nextInt(1, 5), 1, 12).toArray();
    List<Integer> start = new ArrayList<>();
    List<Integer> end = new ArrayList<>();
    List<Integer> step = new ArrayList<>();
    int[] part = new int[dims.length];
    for (int i = 0; i < dims.length; i++) {
      start.add(random.nextInt(dims[i]));
      end.add(random.nextInt(start.get(i) + 1, dims[i] + 1));
      step.add(random.nextInt(1, 4));
      part[i] = Math.ceilDiv(end.get(i) - start.get(i), step.get(i));
    }
    DataType dtype = pick(random, ALL);
    return new GoldenSample<>(
        SliceWriteOperations.SLICE_WRITE_ON_DEVICE,
        new SliceWriteParams(start, end, step),
        List.of(
            tensor(random, dtype, Layout.ROW_MAJOR, part),
            tensor(random, dtype, Layout.ROW_MAJOR, dims)));
  }

  private static GoldenSample<EmbeddingBackwardParams> embeddingBackward(Random random) {
    int rows = random.nextInt(1, 9);
    int count = 32 * random.nextInt(1, 3);
    Tensor index =
        place(
            new TensorSpec(
                Shape.of(1, 1, 1, count), DataType.UINT32, Layout.ROW_MAJOR, memory(random)));
    Arrays.setAll(index.values().integers(), i -> random.nextInt(rows));
    Tensor gradient = tensor(random, DataType.BFLOAT16, Layout.TILE, 1, 1, count, 32);
    double[] magnitudes = new double[rows * 32];
    Arrays.fill(magnitudes, 1e4);
    return new GoldenSample<>(
        EmbeddingGradientOperations.EMBEDDING_BACKWARD_ON_DEVICE,
        new EmbeddingBackwardParams(memory(random), DataType.BFLOAT16, rows),
        List.of(index, gradient),
        call -> List.of(magnitudes));
  }

  private static GoldenSample<BcastToParams> bcastTo(Random random) {
    int[] to = random.ints(random.nextInt(1, 5), 1, 40).toArray();
    int[] from = Arrays.copyOfRange(to, random.nextInt(to.length), to.length);
    Arrays.setAll(from, i -> random.nextBoolean() ? 1 : from[i]);
    return new GoldenSample<>(
        BroadcastOperations.BCAST_TO_ON_DEVICE,
        new BcastToParams(Shape.of(to), memory(random)),
        List.of(tensor(random, pick(random, ALL), Layout.TILE, from)));
  }

  private static MemoryConfig shards(TensorMemoryLayout layout, int cores, int height, int width) {
    return MemoryConfig.sharded(
        layout,
        BufferType.L1,
        new ShardSpec(CoreRangeSet.grid(cores, 1), height, width, ShardOrientation.ROW_MAJOR));
  }

  private static GoldenSample<ConvertToHwcParams> convertToHwc(Random random) {
    int images = random.nextInt(1, 3);
    int channels = random.nextInt(1, 12);
    int cores = random.nextInt(1, 4);
    int pixels = 16 * random.nextInt(1, 4);
    MemoryConfig by = shards(TensorMemoryLayout.WIDTH_SHARDED, cores, images * channels, pixels);
    Tensor in =
        tensor(random, DataType.BFLOAT16, Layout.ROW_MAJOR, 1, images, channels, cores * pixels);
    int padded = Math.ceilDiv(channels, 8) * 8;
    return new GoldenSample<>(
        ChannelOrderOperations.CONVERT_TO_HWC_ON_DEVICE,
        new ConvertToHwcParams(
            shards(TensorMemoryLayout.HEIGHT_SHARDED, cores, images * pixels, padded),
            DataType.BFLOAT16),
        List.of(Ttnn.toMemoryConfig(in, by)));
  }

  private static GoldenSample<ConvertToChwParams> convertToChw(Random random) {
    int channels = random.nextInt(1, 33);
    int cores = random.nextInt(1, 4);
    MemoryConfig by = shards(TensorMemoryLayout.HEIGHT_SHARDED, cores, 32, channels);
    Tensor in = tensor(random, DataType.BFLOAT16, Layout.ROW_MAJOR, 1, 1, 32 * cores, channels);
    return new GoldenSample<>(
        ChannelOrderOperations.CONVERT_TO_CHW_ON_DEVICE,
        new ConvertToChwParams(
            shards(TensorMemoryLayout.WIDTH_SHARDED, cores, channels, 32), DataType.BFLOAT16),
        List.of(Ttnn.toMemoryConfig(in, by)));
  }
}
