package dev.tilescope.ops;

import static dev.tilescope.ops.RandomTensors.ALL;
import static dev.tilescope.ops.RandomTensors.FLOATS;
import static dev.tilescope.ops.RandomTensors.fill;
import static dev.tilescope.ops.RandomTensors.memory;
import static dev.tilescope.ops.RandomTensors.pick;
import static dev.tilescope.ops.RandomTensors.place;
import static dev.tilescope.ops.RandomTensors.shape;
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
import dev.tilescope.ops.internal.movement.LayoutOperations;
import dev.tilescope.ops.internal.movement.LayoutOperations.TilizeParams;
import dev.tilescope.ops.internal.movement.LayoutOperations.TilizeWithValPaddingParams;
import dev.tilescope.ops.internal.movement.LayoutOperations.UntilizeParams;
import dev.tilescope.ops.internal.movement.LayoutOperations.UntilizeWithUnpaddingParams;
import dev.tilescope.ops.internal.movement.PlacementOperations;
import dev.tilescope.ops.internal.movement.PlacementOperations.CloneParams;
import dev.tilescope.ops.internal.movement.PlacementOperations.CopyParams;
import dev.tilescope.ops.internal.movement.PlacementOperations.InterleavedToShardedParams;
import dev.tilescope.ops.internal.movement.PlacementOperations.MoveParams;
import dev.tilescope.ops.internal.movement.PlacementOperations.ReshardParams;
import dev.tilescope.ops.internal.movement.PlacementOperations.ShardedToInterleavedParams;
import dev.tilescope.tensor.Tensor;
import java.util.Arrays;
import java.util.List;
import java.util.Random;

/** The same tensor in another layout, or in another place. */
final class PlacementGoldenSamples implements GoldenSamples {
  @Override
  public List<Family> families() {
    return List.of(
        new Family("Tilize", PlacementGoldenSamples::tilize),
        new Family("TilizeWithValPadding", PlacementGoldenSamples::tilizePadded),
        new Family("Untilize", PlacementGoldenSamples::untilize),
        new Family("UntilizeWithUnpadding", PlacementGoldenSamples::untilizeUnpadded),
        new Family(
            "InterleavedToSharded",
            r -> {
              Tensor in = matrix(r, false);
              return new GoldenSample<>(
                  PlacementOperations.TO_SHARDED_ON_DEVICE,
                  new InterleavedToShardedParams(shardsFor(in), type(r, in), false),
                  List.of(in));
            }),
        new Family(
            "ShardedToInterleaved",
            r -> {
              Tensor in = matrix(r, true);
              return new GoldenSample<>(
                  PlacementOperations.TO_INTERLEAVED_ON_DEVICE,
                  new ShardedToInterleavedParams(memory(r), type(r, in)),
                  List.of(in));
            }),
        new Family(
            "Reshard",
            r -> {
              Tensor in = matrix(r, true);
              return new GoldenSample<>(
                  PlacementOperations.RESHARD_ON_DEVICE,
                  new ReshardParams(shardsFor(in), in.dtype()),
                  List.of(in));
            }),
        new Family(
            "Copy",
            r -> {
              Tensor in = matrix(r, false);
              return new GoldenSample<>(
                  PlacementOperations.COPY_ON_DEVICE,
                  new CopyParams(memory(r), type(r, in)),
                  List.of(in));
            }),
        new Family(
            "Clone",
            r -> {
              Tensor in = matrix(r, r.nextBoolean());
              return new GoldenSample<>(
                  PlacementOperations.CLONE_ON_DEVICE,
                  new CloneParams(in.memoryConfig(), type(r, in), null),
                  List.of(in));
            }),
        new Family(
            "Move",
            r -> {
              Tensor in = matrix(r, r.nextBoolean());
              return new GoldenSample<>(
                  PlacementOperations.MOVE_ON_DEVICE,
                  new MoveParams(in.memoryConfig(), in.dtype()),
                  List.of(in));
            }));
  }

  /** Another floating-point type, now and then. */
  private static DataType type(Random random, Tensor in) {
    return in.dtype().isFloat() ? pick(random, FLOATS) : in.dtype();
  }

  private static GoldenSample<TilizeParams> tilize(Random random) {
    int[] shape = {random.nextInt(1, 3), 32 * random.nextInt(1, 3), 32 * random.nextInt(1, 3)};
    Tensor in = tensor(random, pick(random, ALL), Layout.ROW_MAJOR, shape);
    return new GoldenSample<>(
        LayoutOperations.TILIZE_ON_DEVICE,
        new TilizeParams(memory(random), type(random, in)),
        List.of(in));
  }

  private static GoldenSample<TilizeWithValPaddingParams> tilizePadded(Random random) {
    Tensor in = tensor(random, pick(random, ALL), Layout.ROW_MAJOR, shape(random, 0));
    Shape padded = in.spec().withLayout(Layout.TILE).paddedShape();
    return new GoldenSample<>(
        LayoutOperations.TILIZE_WITH_PADDING_ON_DEVICE,
        new TilizeWithValPaddingParams(padded, random.nextInt(), memory(random), type(random, in)),
        List.of(in));
  }

  private static GoldenSample<UntilizeParams> untilize(Random random) {
    Tensor in = tensor(random, pick(random, ALL), Layout.TILE, shape(random, 0));
    return new GoldenSample<>(
        LayoutOperations.UNTILIZE_ON_DEVICE,
        new UntilizeParams(memory(random), in.dtype()),
        List.of(in));
  }

  private static GoldenSample<UntilizeWithUnpaddingParams> untilizeUnpadded(Random random) {
    int[] shape = Arrays.stream(shape(random, 1)).map(size -> Math.max(1, size)).toArray();
    Tensor in = tensor(random, pick(random, ALL), Layout.TILE, shape);
    int[] last = Arrays.stream(shape).map(random::nextInt).toArray();
    return new GoldenSample<>(
        LayoutOperations.UNTILIZE_WITH_UNPADDING_ON_DEVICE,
        new UntilizeWithUnpaddingParams(Shape.of(last), memory(random), in.dtype()),
        List.of(in));
  }

  private static Tensor matrix(Random random, boolean sharded) {
    Layout layout = pick(random, List.of(Layout.values()));
    int width = layout == Layout.TILE ? 64 : random.nextInt(1, 70);
    MemoryConfig memory = sharded ? shards(width, layout) : memory(random);
    Shape shape = Shape.of(random.nextInt(1, 5) * 32, width);
    Tensor in = place(new TensorSpec(shape, pick(random, ALL), layout, memory));
    fill(random, in, -100, 100);
    return in;
  }

  private static MemoryConfig shardsFor(Tensor tensor) {
    return shards(tensor.shape().dim(-1), tensor.layout());
  }

  private static MemoryConfig shards(int width, Layout layout) {
    return MemoryConfig.sharded(
        TensorMemoryLayout.HEIGHT_SHARDED,
        BufferType.L1,
        new ShardSpec(
            CoreRangeSet.grid(2, 2),
            layout == Layout.TILE ? 32 : 40,
            width,
            ShardOrientation.ROW_MAJOR));
  }
}
