package dev.tilescope.model;

import java.util.Arrays;

/**
 * The dimensions of a tensor, outermost first. Prints as {@code Shape([1, 3, 32, 32])}.
 *
 * <p>A class rather than a record so that the array stays private and the hash is computed once:
 * shapes are keys on the recording path.
 */
public final class Shape {
  /** Host tensors have no limit in TT-NN; this one is against damaged files. */
  public static final int MAX_RANK = 64;

  /** TT-NN's limit for tensors on a device. */
  public static final int MAX_DEVICE_RANK = 8;

  private final int[] dims;
  private final int hash;

  private Shape(int[] dims) {
    this.dims = dims;
    this.hash = Arrays.hashCode(dims);
  }

  public static Shape of(int... dims) {
    for (int dim : dims) {
      if (dim < 0) {
        throw new TilescopeException(
            "shape: every dimension must be >= 0, got " + Arrays.toString(dims));
      }
    }
    if (dims.length > MAX_RANK) {
      throw new TilescopeException(
          "shape: rank must be <= " + MAX_RANK + ", got rank " + dims.length);
    }
    return new Shape(dims.clone());
  }

  public int rank() {
    return dims.length;
  }

  /** The size of a dimension; negative indices count from the end, as in TT-NN. */
  public int dim(int index) {
    int at = index < 0 ? dims.length + index : index;
    if (at < 0 || at >= dims.length) {
      throw new TilescopeException("dimension " + index + " is not in " + this);
    }
    return dims[at];
  }

  public int[] toArray() {
    return dims.clone();
  }

  /** The number of elements; throws when it does not fit a long. */
  public long volume() {
    long volume = 1;
    for (int dim : dims) {
      try {
        volume = Math.multiplyExact(volume, (long) dim);
      } catch (ArithmeticException e) {
        throw new TilescopeException(
            "shape: the number of elements of " + this + " exceeds 2^63-1", e);
      }
    }
    return volume;
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Shape that && hash == that.hash && Arrays.equals(dims, that.dims);
  }

  @Override
  public int hashCode() {
    return hash;
  }

  @Override
  public String toString() {
    return "Shape(" + Arrays.toString(dims) + ")";
  }
}
