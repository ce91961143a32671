package dev.tilescope.ops.internal.movement;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.ops.internal.movement.JoinOperations.ConcatArguments;
import dev.tilescope.ops.internal.movement.LayoutOperations.ToLayoutArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.PermuteArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.RepeatArguments;
import dev.tilescope.ops.internal.movement.MovementOperations.TransposeArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.CloneArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.CopyArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.MoveArguments;
import dev.tilescope.ops.internal.movement.PlacementOperations.ToMemoryConfigArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.ReshapeArguments;
import dev.tilescope.ops.internal.movement.ShapeOperations.UnsqueezeArguments;
import dev.tilescope.ops.internal.movement.SliceOperations.SliceArguments;
import dev.tilescope.ops.options.ConcatOptions;
import dev.tilescope.ops.options.ReshapeOptions;
import dev.tilescope.ops.options.SliceOptions;
import dev.tilescope.tensor.Tensor;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The operations of this family as composites call them, here and in the families above, with
 * TT-NN's defaults. Each is announced as if a program had called its door.
 */
public final class MovementSteps {
  private MovementSteps() {}

  public static Tensor toLayout(Tensor tensor, Layout layout) {
    return toLayout(tensor, layout, null, null);
  }

  static Tensor toLayout(
      Tensor tensor, Layout layout, @Nullable DataType dtype, @Nullable MemoryConfig memory) {
    return LayoutOperations.TO_LAYOUT.call(
        new ToLayoutArguments(tensor, layout, dtype, memory, null, 0));
  }

  public static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memory) {
    return toMemoryConfig(tensor, memory, null);
  }

  static Tensor toMemoryConfig(Tensor tensor, MemoryConfig memory, @Nullable Tensor into) {
    return PlacementOperations.TO_MEMORY_CONFIG.call(
        new ToMemoryConfigArguments(tensor, memory, null, into));
  }

  /** Frees it and takes room anew, where less of it is lost. */
  public static Tensor move(Tensor tensor) {
    return PlacementOperations.MOVE.call(new MoveArguments(tensor, null));
  }

  public static Tensor copy(Tensor tensor, Tensor into) {
    return PlacementOperations.COPY.call(new CopyArguments(tensor, into));
  }

  static Tensor clone(Tensor tensor) {
    return PlacementOperations.CLONE.call(new CloneArguments(tensor, null, null, null));
  }

  public static Tensor reshape(Tensor tensor, int... shape) {
    return ShapeOperations.RESHAPE.call(
        new ReshapeArguments(tensor, shape, ReshapeOptions.DEFAULT));
  }

  public static Tensor unsqueeze(Tensor tensor, int dim) {
    return ShapeOperations.UNSQUEEZE.call(new UnsqueezeArguments(tensor, dim));
  }

  public static Tensor permute(Tensor tensor, int... dims) {
    return permute(tensor, null, dims);
  }

  static Tensor permute(Tensor tensor, @Nullable MemoryConfig memory, int... dims) {
    return MovementOperations.PERMUTE.call(new PermuteArguments(tensor, dims, memory, 0));
  }

  public static Tensor transpose(Tensor tensor, int dim1, int dim2) {
    return transpose(tensor, dim1, dim2, null);
  }

  static Tensor transpose(Tensor tensor, int dim1, int dim2, @Nullable MemoryConfig memory) {
    return MovementOperations.TRANSPOSE.call(new TransposeArguments(tensor, dim1, dim2, memory, 0));
  }

  public static Tensor repeat(Tensor tensor, int... counts) {
    return repeat(tensor, counts, null);
  }

  static Tensor repeat(Tensor tensor, int[] counts, @Nullable MemoryConfig memory) {
    return MovementOperations.REPEAT.call(
        new RepeatArguments(tensor, counts, memory, "auto", null));
  }

  static Tensor slice(Tensor tensor, int[] start, int[] end) {
    return slice(tensor, start, end, null);
  }

  public static Tensor slice(Tensor tensor, int[] start, int[] end, @Nullable MemoryConfig memory) {
    return SliceOperations.SLICE.call(
        new SliceArguments(
            tensor, start, end, null, SliceOptions.DEFAULT.withMemoryConfig(memory)));
  }

  static Tensor concat(List<Tensor> tensors, int dim, @Nullable MemoryConfig memory) {
    return JoinOperations.CONCAT.call(
        new ConcatArguments(tensors, dim, ConcatOptions.DEFAULT.withMemoryConfig(memory)));
  }
}
