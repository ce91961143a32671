package dev.tilescope.ops.internal.composite;

import dev.tilescope.model.Layout;
import dev.tilescope.model.MemoryConfig;
import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.mechanism.Placement;
import dev.tilescope.ops.internal.mechanism.Temporaries;
import dev.tilescope.ops.internal.movement.MovementSteps;
import dev.tilescope.tensor.Tensor;
import org.jspecify.annotations.Nullable;

/**
 * What composite operations of several families do to a tensor before they use it and to a result
 * before they hand it over. A tensor that is as it should be is given as it is.
 */
public final class Relayout {
  private Relayout() {}

  /** Tiles that are not in shards, for programs that take nothing else. */
  public static Tensor interleavedTiles(Tensor tensor) {
    return Temporaries.through(
        tensor,
        t -> placed(t, Placement.interleaved(t.memoryConfig())),
        Temporaries.when(
            tensor.layout() != Layout.TILE, t -> MovementSteps.toLayout(t, Layout.TILE)));
  }

  /** A row as a matrix of one row. */
  public static Tensor atLeastMatrix(Tensor tensor) {
    return tensor.shape().rank() >= 2
        ? tensor
        : MovementSteps.reshape(tensor, 1, tensor.shape().dim(0));
  }

  public static Tensor shaped(Tensor tensor, int... shape) {
    return tensor.shape().equals(Shape.of(shape)) ? tensor : MovementSteps.reshape(tensor, shape);
  }

  public static Tensor placed(Tensor tensor, MemoryConfig memory) {
    return tensor.memoryConfig().equals(memory)
        ? tensor
        : MovementSteps.toMemoryConfig(tensor, memory);
  }

  /** The input itself if it has the shape, else repeated to it, announced as a call of its own. */
  public static Tensor repeatTo(Tensor input, Shape shape) {
    if (input.shape().equals(shape)) {
      return input;
    }
    int[] counts = new int[shape.rank()];
    for (int i = 1; i <= counts.length; i++) {
      int size = i <= input.shape().rank() ? input.shape().dim(-i) : 1;
      counts[counts.length - i] = size == 0 ? 1 : shape.dim(-i) / size;
    }
    return MovementSteps.repeat(input, counts);
  }

  /** The tensor itself, or the one to write to with its values. */
  public static Tensor copied(Tensor tensor, @Nullable Tensor out) {
    return out == null || out.buffer() == tensor.buffer()
        ? tensor
        : MovementSteps.copy(tensor, out);
  }
}
