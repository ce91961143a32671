package dev.tilescope.ops.internal.mechanism;

import dev.tilescope.model.Shape;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/** Arithmetic on shapes. */
public final class Shapes {
  private Shapes() {}

  /** NumPy broadcasting. */
  public static Shape broadcast(Shape a, Shape b) {
    int rank = Math.max(a.rank(), b.rank());
    int[] dims = new int[rank];
    for (int i = 1; i <= rank; i++) {
      int left = i <= a.rank() ? a.dim(-i) : 1;
      int right = i <= b.rank() ? b.dim(-i) : 1;
      if (left != right && left != 1 && right != 1) {
        throw new TilescopeException(
            ("Broadcasting rule violation: input_tensor_b: %s cannot be broadcast with"
                    + " input_tensor_a %s: dimension %d is %d against %d, and neither is 1")
                .formatted(b, a, -i, right, left));
      }
      dims[rank - i] = left == 1 ? right : left;
    }
    return Shape.of(dims);
  }

  /** Element strides for reading a shape as if it were broadcast to another; 0 where it repeats. */
  public static int[] broadcastStrides(Shape shape, Shape to) {
    int[] strides = new int[to.rank()];
    int stride = 1;
    for (int i = 1; i <= shape.rank(); i++) {
      strides[to.rank() - i] = shape.dim(-i) == 1 ? 0 : stride;
      stride *= shape.dim(-i);
    }
    return strides;
  }

  /**
   * Where to read the element of an index of the shape.
   *
   * @param readStrides as {@link #broadcastStrides} makes them
   */
  public static int elementAt(int index, Shape shape, int[] readStrides) {
    int rest = index;
    int at = 0;
    for (int d = shape.rank() - 1; d >= 0; d--) {
      at += rest % shape.dim(d) * readStrides[d];
      rest /= shape.dim(d);
    }
    return at;
  }

  public static int[] strides(int[] dims) {
    int[] strides = new int[dims.length];
    int stride = 1;
    for (int i = dims.length - 1; i >= 0; i--) {
      strides[i] = stride;
      stride *= dims[i];
    }
    return strides;
  }

  /** A dimension argument as an index from the front. */
  public static int dimension(String argument, int dim, Shape shape) {
    int index = dim < 0 ? dim + shape.rank() : dim;
    if (index < 0 || index >= shape.rank()) {
      throw new TilescopeException(
          "%s: %d is not a dimension of %s; it must be %d..%d"
              .formatted(argument, dim, shape, -shape.rank(), shape.rank() - 1));
    }
    return index;
  }

  /**
   * Whether a shape has no dimensions; one that is asked for all the same must then be 0 or -1, as
   * in PyTorch.
   */
  public static boolean isScalar(String argument, Iterable<Integer> dims, Shape shape) {
    if (shape.rank() > 0) {
      return false;
    }
    for (int dim : dims) {
      Check.that(
          dim == 0 || dim == -1, "%s: of a tensor of rank 0 it is 0 or -1, got %d", argument, dim);
    }
    return true;
  }

  /** One dimension may be -1: it takes what the others leave. */
  public static Shape reshaped(Shape from, int[] dims) {
    int[] resolved = dims.clone();
    int open = -1;
    for (int i = 0; i < dims.length; i++) {
      if (dims[i] == -1) {
        Check.that(open < 0, "shape: only one dimension may be -1, got %s", Arrays.toString(dims));
        open = i;
        resolved[i] = 1;
      }
    }
    long known = Shape.of(resolved).volume();
    long volume = from.volume();
    if (open >= 0 && known > 0 && volume % known == 0) {
      Check.that(
          volume / known <= Integer.MAX_VALUE,
          "shape: -1 would be %d in %s, a dimension is at most 2^31-1",
          volume / known,
          Arrays.toString(dims));
      resolved[open] = (int) (volume / known);
      return Shape.of(resolved);
    }
    if (open >= 0 || known != volume) {
      throw new TilescopeException(
          "shape: %s holds %d elements, which %s cannot"
              .formatted(from, volume, Arrays.toString(dims)));
    }
    return Shape.of(resolved);
  }
}
