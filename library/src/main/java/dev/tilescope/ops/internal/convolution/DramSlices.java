package dev.tilescope.ops.internal.convolution;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.model.BufferType;
import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.model.TensorMemoryLayout;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.ops.internal.composite.Relayout;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.DeviceTensors;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.ops.internal.movement.PaddedSliceOperations;
import dev.tilescope.ops.internal.movement.SliceWriteOperations;
import dev.tilescope.ops.options.Conv2dSliceConfig;
import dev.tilescope.ops.options.Conv2dSliceConfig.SliceType;
import dev.tilescope.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Images in DRAM that are worked on slice by slice: each slice is read into L1 with the pixels
 * around it, and its result is written back. After run_sliced_op of TT-NN's op_slicing.cpp.
 *
 * @param layout of the result
 */
record DramSlices(SlicedOperation operation, Layout layout) {
  private static final int NARROW_COLUMNS = 200;
  private static final int MUCH_HIGHER = 3;

  /** The slices that were asked for, or so many that each fits into what L1 has free. */
  Conv2dSliceConfig decided(@Nullable Conv2dSliceConfig asked, MeshDevice device) {
    if (asked != null && asked.numSlices() > 0) {
      return asked;
    }
    long free = device.statistics(BufferType.L1).freeBytes();
    SliceType first = asked == null ? guessed() : asked.sliceType();
    Conv2dSliceConfig fitting = fewest(first, free);
    if (fitting == null && asked == null) {
      fitting = fewest(other(first), free);
    }
    if (fitting == null) {
      throw Check.failed(
          "DRAM Auto slice could not find valid slice configuration: even a slice of one of %d %s of"
              + " the result takes more than the %d B that L1 has free on each core; free tensors in"
              + " L1, or use smaller batches or other shards",
          units(first), first == SliceType.DRAM_HEIGHT ? "rows" : "columns", free);
    }
    return fitting;
  }

  /** best_guess_slice_type there. */
  private SliceType guessed() {
    ImageSize image = operation.input();
    boolean byHeight =
        layout == Layout.ROW_MAJOR
            ? image.height() > MUCH_HIGHER * (long) image.width()
            : image.width() < NARROW_COLUMNS || image.height() > image.width();
    return byHeight ? SliceType.DRAM_HEIGHT : SliceType.DRAM_WIDTH;
  }

  private static SliceType other(SliceType type) {
    return type == SliceType.DRAM_HEIGHT ? SliceType.DRAM_WIDTH : SliceType.DRAM_HEIGHT;
  }

  private @Nullable Conv2dSliceConfig fewest(SliceType type, long free) {
    int most = units(type);
    for (int count = 1; count <= most; count++) {
      Conv2dSliceConfig config = new Conv2dSliceConfig(type, count);
      if (fits(first(config), free) && parts(config).stream().allMatch(part -> fits(part, free))) {
        return config;
      }
    }
    return null;
  }

  private boolean fits(ImagePart part, long free) {
    return operation.l1Bytes(part) <= free;
  }

  /** No other is larger, so it is looked at before the others are worked out. */
  private ImagePart first(Conv2dSliceConfig config) {
    SliceType type = config.sliceType();
    long size = (long) unit(type) * Math.ceilDiv(units(type), config.numSlices());
    return part(type, 0, (int) Math.min(length(type), size));
  }

  /** Columns of a result in tiles stay together by 32. */
  private int unit(SliceType type) {
    return layout == Layout.TILE && type == SliceType.DRAM_WIDTH ? TensorSpec.TILE_SIDE : 1;
  }

  private int length(SliceType type) {
    ImageSize result = operation.result();
    return type == SliceType.DRAM_HEIGHT ? result.height() : result.width();
  }

  private int units(SliceType type) {
    return Math.ceilDiv(length(type), unit(type));
  }

  /** Slices of the result, the first ones a unit larger; those without input are left out. */
  List<ImagePart> parts(Conv2dSliceConfig config) {
    SliceType type = config.sliceType();
    int each = units(type) / config.numSlices();
    int larger = units(type) % config.numSlices();
    List<ImagePart> parts = new ArrayList<>();
    int start = 0;
    for (int i = 0; i < config.numSlices() && start < length(type); i++) {
      int end =
          (int) Math.min(length(type), start + (long) unit(type) * (each + (i < larger ? 1 : 0)));
      ImagePart part = part(type, start, end);
      if (end > start && !isEmpty(operation.source(part))) {
        parts.add(part);
        start = end;
      }
    }
    return parts;
  }

  private ImagePart part(SliceType type, int start, int end) {
    ImageSize result = operation.result();
    return type == SliceType.DRAM_HEIGHT
        ? new ImagePart(start, end, 0, result.width())
        : new ImagePart(0, result.height(), start, end);
  }

  private static boolean isEmpty(ImagePart part) {
    return part.height() <= 0 || part.width() <= 0;
  }

  /**
   * @param dtype of the result
   * @return the result, interleaved in DRAM, as images or in rows
   */
  Tensor run(Tensor input, Conv2dSliceConfig config, DataType dtype, String madeBy) {
    int most = units(config.sliceType());
    Check.that(
        config.numSlices() <= most,
        "slice_config: Number of slices (%d) exceeds the maximum allowed (%d) for the given output"
            + " dimension and alignment.",
        config.numSlices(),
        most);
    return config.numSlices() == 1 ? inOne(input) : inSlices(input, config, dtype, madeBy);
  }

  private Tensor inOne(Tensor input) {
    Tensor result = operation.inL1(input, ImagePart.whole(operation.result()));
    try (Temporaries made = Temporaries.besides(input)) {
      return made.handOver(
          made.step(
              made.own(result),
              t -> Relayout.placed(t, MemoryConfig.DRAM),
              Temporaries.when(result.layout() != layout, t -> MovementSteps.toLayout(t, layout))));
    }
  }

  private Tensor inSlices(Tensor input, Conv2dSliceConfig config, DataType dtype, String madeBy) {
    try (Temporaries made = Temporaries.besides(input)) {
      Tensor images = made.own(Relayout.shaped(input, shape(operation.input())));
      Tensor output =
          made.own(
              DeviceTensors.create(
                  new TensorSpec(
                      Shape.of(shape(operation.result())), dtype, layout, MemoryConfig.DRAM),
                  input.distribution(),
                  input.device(),
                  madeBy));
      parts(config).forEach(part -> writeSlice(images, part, output));
      return made.handOver(output);
    }
  }

  private static int[] shape(ImageSize image) {
    return new int[] {image.batch(), image.height(), image.width(), image.channels()};
  }

  private void writeSlice(Tensor images, ImagePart part, Tensor output) {
    ImagePart source = operation.source(part);
    ImageSize input = operation.input();
    ImageSize result = operation.result();
    try (Temporaries made = Temporaries.besides(images, output)) {
      Tensor slice =
          made.own(
              PaddedSliceOperations.paddedSlice(
                  images,
                  new int[] {0, source.top(), source.left(), 0},
                  new int[] {input.batch(), source.bottom(), source.right(), input.channels()},
                  operation.sliceMemory(part)));
      Tensor rows = made.own(operation.inL1(slice, part));
      made.free(slice);
      SliceWriteOperations.writeSlice(
          made.step(rows, t -> writable(t, part)),
          output,
          new int[] {0, part.top(), part.left(), 0},
          new int[] {result.batch(), part.bottom(), part.right(), result.channels()});
    }
  }

  /** Rows in shards of some columns each cannot be written where they lie. */
  private Tensor writable(Tensor rows, ImagePart part) {
    boolean byColumns = rows.memoryConfig().memoryLayout() == TensorMemoryLayout.WIDTH_SHARDED;
    boolean leavesShards = byColumns && layout == Layout.ROW_MAJOR;
    return Temporaries.through(
        rows,
        Temporaries.when(leavesShards, t -> Relayout.placed(t, MemoryConfig.L1)),
        Temporaries.when(
            layout == Layout.ROW_MAJOR && rows.layout() == Layout.TILE,
            t -> MovementSteps.toLayout(t, Layout.ROW_MAJOR)),
        Temporaries.when(
            leavesShards, t -> Relayout.shaped(t, shape(part.of(operation.result())))));
  }
}
