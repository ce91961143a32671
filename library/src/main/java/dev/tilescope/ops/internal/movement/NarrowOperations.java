package dev.tilescope.ops.internal.movement;

import dev.tilescope.device.Buffer;
import dev.tilescope.model.CoreCoord;
import dev.tilescope.model.CoreRangeSet;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.ShardOrientation;
import dev.tilescope.model.ShardSpec;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Operation;
import dev.tilescope.ops.internal.mechanism.Shapes;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A stretch of a tensor where it lies: no program runs, and no memory is taken. Which stretches can
 * be had follows {@code data_movement/narrow/narrow.cpp}: in DRAM those that begin at the first
 * bank, in L1 whole shards, or the same piece of each.
 */
public final class NarrowOperations {
  private NarrowOperations() {}

  public record NarrowArguments(Tensor inputTensor, int dim, int start, int length) {}

  public static final Operation<NarrowArguments, Tensor> NARROW =
      Operation.of("ttnn::narrow", NarrowArguments.class, NarrowOperations::narrow);

  /** A stretch of a dimension, counted in elements of the padded shape. */
  private record Stretch(Shape padded, int dim, int start, int length) {
    boolean ofWidth() {
      return dim == padded.rank() - 1;
    }

    boolean ofHeight() {
      return dim == padded.rank() - 2;
    }

    int end() {
      return start + length;
    }

    /** How many elements of the dimensions between this one and a last one go with one index. */
    long between(int last) {
      long product = 1;
      for (int i = dim + 1; i < last; i++) {
        product *= padded.dim(i);
      }
      return product;
    }
  }

  private static Tensor narrow(NarrowArguments a) {
    Tensor input = a.inputTensor();
    Shape padded = input.spec().paddedShape();
    int dim = Shapes.dimension("dim", a.dim(), input.shape());
    int size = padded.dim(dim);
    int start = a.start() < 0 ? a.start() + size : a.start();
    if (start == 0 && a.length() == size) {
      return input;
    }
    check(a, dim, start, size);
    Stretch stretch = new Stretch(padded, dim, start, a.length());
    checkPages(stretch, input);
    int[] dims = input.shape().toArray();
    dims[dim] = a.length();
    int[] first = new int[dims.length];
    first[dim] = start;
    TensorSpec spec =
        input.spec().withMemoryConfig(memory(stretch, input)).withShape(Shape.of(dims));
    return input.stretch(spec, first);
  }

  private static void check(NarrowArguments a, int dim, int start, int size) {
    Check.that(
        start >= 0 && start < size,
        "Narrow start index %d out of bounds for dimension %d with size %d",
        start,
        dim,
        size);
    Check.that(
        a.length() > 0 && start + a.length() <= size,
        "Narrow length %d out of bounds for dimension %d with start index %d and size %d",
        a.length(),
        dim,
        start,
        size);
    a.inputTensor().requireBuffer("input_tensor");
  }

  private static void checkPages(Stretch stretch, Tensor input) {
    boolean isTiled = input.layout() == Layout.TILE;
    boolean cutsTiles = isTiled && (stretch.ofWidth() || stretch.ofHeight());
    int side = TensorSpec.TILE_SIDE;
    Check.that(
        !cutsTiles || stretch.start() % side == 0 && stretch.length() % side == 0,
        "Narrowing on %s for TILE layout requires start and length to be multiples of %d, got start"
            + " %d and length %d",
        stretch.ofWidth() ? "width" : "height",
        side,
        stretch.start(),
        stretch.length());
  }

  private static MemoryConfig memory(Stretch stretch, Tensor input) {
    MemoryConfig memory = input.memoryConfig();
    boolean isDram = memory.bufferType().isDram();
    if (isDram && memory.memoryLayout() == TensorMemoryLayout.INTERLEAVED) {
      checkBanks(stretch, input);
      return memory;
    }
    Check.that(
        !isDram && memory.shardSpec() != null,
        "Narrowing for the given tensor configuration is not yet implemented: DRAM INTERLEAVED"
            + " tensors and L1 sharded ones are narrowed, got %s",
        memory);
    ShardSpec whole = Objects.requireNonNull(memory.shardSpec());
    return MemoryConfig.sharded(
        memory.memoryLayout(), memory.bufferType(), shards(stretch, input, whole));
  }

  /** Pages go round the banks: a stretch that begins at the first bank has one address in all. */
  private static void checkBanks(Stretch stretch, Tensor input) {
    for (int i = 0; i < stretch.dim(); i++) {
      Check.that(
          stretch.padded().dim(i) == 1,
          "Narrowing on dimension %d for DRAM INTERLEAVED tensors requires all preceding dimensions"
              + " to be trivial (size 1), got %s",
          stretch.dim(),
          stretch.padded());
    }
    long elements = stretch.start() * stretch.between(stretch.padded().rank());
    TensorSpec spec = input.spec();
    long perPage = spec.paddedShape().volume() / spec.pageCount();
    int banks = input.device().board().dramViews();
    Check.that(
        elements / perPage % banks == 0,
        "Start page ID must be aligned with number of banks for INTERLEAVED DRAM buffer: got page"
            + " %d of %d banks",
        elements / perPage,
        banks);
  }

  private static ShardSpec shards(Stretch stretch, Tensor input, ShardSpec whole) {
    boolean isTiled = input.layout() == Layout.TILE;
    int side = isTiled ? TensorSpec.TILE_SIDE : 1;
    boolean ofWidth = stretch.ofWidth();
    long unit = ofWidth ? 1 : stretch.between(stretch.padded().rank() - 1);
    long start = stretch.start() * unit;
    long length = stretch.length() * unit;
    int shard = ofWidth ? whole.width() : whole.height();
    boolean isWithin = start % shard + length <= shard && (!ofWidth || whole.height() == side);
    Check.that(
        isWithin || start % shard == 0 && length % shard == 0,
        "Narrowing on %s for L1 sharded tensor only supports full shards or splitting within single"
            + " shard. Got start %d and length %d with shard shape (%d, %d)",
        ofWidth ? "last dimension" : "non-last dimension",
        stretch.start(),
        stretch.length(),
        whole.height(),
        whole.width());
    int cut = isWithin ? (int) length : shard;
    return new ShardSpec(
        cores(stretch, input, shard, unit),
        ofWidth ? whole.height() : cut,
        ofWidth ? cut : whole.width(),
        ShardOrientation.ROW_MAJOR);
  }

  /** Those whose shards reach into the stretch; along a dimension that repeats, each time. */
  private static CoreRangeSet cores(Stretch stretch, Tensor input, int shard, long unit) {
    Buffer buffer = input.requireBuffer("input_tensor");
    List<CoreCoord> holders = buffer.coresWithShards();
    ShardSpec whole = Objects.requireNonNull(input.memoryConfig().shardSpec());
    int columns = Math.max(1, stretch.padded().dim(-1) / whole.width());
    long round = stretch.padded().dim(stretch.dim()) * unit;
    List<CoreCoord> kept = new ArrayList<>();
    for (int i = 0; i < holders.size(); i++) {
      long from = (stretch.ofWidth() ? i % columns : i / columns) * (long) shard % round;
      if (from < stretch.end() * unit && from + shard > stretch.start() * unit) {
        kept.add(holders.get(i));
      }
    }
    return CoreRangeSet.covering(kept);
  }
}
