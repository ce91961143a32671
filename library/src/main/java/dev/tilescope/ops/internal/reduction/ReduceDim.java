package dev.tilescope.ops.internal.reduction;

import dev.tilescope.model.Shape;
import dev.tilescope.ops.internal.kernel.Lines;
import dev.tilescope.ops.internal.mechanism.Check;
import dev.tilescope.ops.internal.mechanism.Shapes;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a reducing program can reduce: columns, rows, or whole matrices and batches of them. */
public enum ReduceDim {
  W,
  H,
  HW;

  /**
   * @param count how many of the last dimensions HW takes
   */
  Lines lines(Shape shape, int count) {
    int rank = shape.rank();
    return switch (this) {
      case W -> Lines.along(shape.toArray(), rank - 1);
      case H -> Lines.along(shape.toArray(), rank - 2);
      case HW -> Lines.over(shape.toArray(), rank - count, rank);
    };
  }

  Shape reduced(Shape shape, int count) {
    int[] dims = shape.toArray();
    int rank = dims.length;
    for (int i = 1; i <= count; i++) {
      dims[this == H ? rank - 2 : rank - i] = 1;
    }
    return Shape.of(dims);
  }

  /** Where an element's result stands, found by division. */
  int resultIndex(int element, Shape shape, int count) {
    int width = shape.dim(-1);
    if (this == H) {
      return element / (width * shape.dim(-2)) * width + element % width;
    }
    int index = element;
    for (int i = 1; i <= count; i++) {
      index /= shape.dim(-i);
    }
    return index;
  }

  /** The dimensions a user asked for, counted from the front, in order; all of them for null. */
  static List<Integer> asked(@Nullable List<Integer> dims, Shape shape) {
    List<Integer> given = dims == null ? List.of() : dims;
    boolean[] chosen = new boolean[shape.rank()];
    for (int dim : given) {
      int index = Shapes.dimension("dim", dim, shape);
      Check.that(!chosen[index], "dim: dimension %d appears twice in %s", dim, given);
      chosen[index] = true;
    }
    List<Integer> indices = new ArrayList<>();
    for (int i = 0; i < chosen.length; i++) {
      if (chosen[i] || given.isEmpty()) {
        indices.add(i);
      }
    }
    return List.copyOf(indices);
  }

  /** The shape without the dimensions, or with 1 in their places. */
  static int[] result(Shape shape, List<Integer> dims, boolean keep) {
    List<Integer> result = new ArrayList<>();
    for (int i = 0; i < shape.rank(); i++) {
      if (!dims.contains(i)) {
        result.add(shape.dim(i));
      } else if (keep) {
        result.add(1);
      }
    }
    return result.stream().mapToInt(Integer::intValue).toArray();
  }
}
