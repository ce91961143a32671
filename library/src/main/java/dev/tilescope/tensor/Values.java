package dev.tilescope.tensor;

import dev.tilescope.model.DataType;
import dev.tilescope.model.TensorSpec;
import dev.tilescope.model.TilescopeException;
import java.util.Arrays;

/** The elements of a tensor, row-major and unpadded. Unsigned types are held as int bits. */
public sealed interface Values {
  /** Java's arrays are no longer. */
  int MAX_ELEMENTS = Integer.MAX_VALUE - 8;

  record Floats(float[] array) implements Values {}

  record Integers(int[] array) implements Values {}

  default int size() {
    return switch (this) {
      case Floats(float[] array) -> array.length;
      case Integers(int[] array) -> array.length;
    };
  }

  /** Throws unless these can be the elements of a tensor of this spec. */
  default void requireFit(TensorSpec spec) {
    if (size() != spec.shape().volume()) {
      throw new TilescopeException(
          "values: %s needs %d elements, got %d"
              .formatted(spec.shape(), spec.shape().volume(), size()));
    }
    if (this instanceof Floats != spec.dtype().isFloat()) {
      throw new TilescopeException(
          "values: %s takes %s, got %s"
              .formatted(
                  spec.dtype(),
                  spec.dtype().isFloat() ? "floats" : "integers",
                  spec.dtype().isFloat() ? "integers" : "floats"));
    }
  }

  /** Whether this host can hold so many elements. */
  static boolean fits(long volume) {
    return volume <= MAX_ELEMENTS && volume <= Runtime.getRuntime().maxMemory() / Float.BYTES;
  }

  static Values zeros(DataType dtype, long volume) {
    if (volume > MAX_ELEMENTS) {
      throw new TilescopeException(
          "a tensor of "
              + volume
              + " elements is too large to be computed on this host (at most 2^31-9 elements);"
              + " trace it in RunMode.NO_DISPATCH");
    }
    try {
      return dtype.isFloat()
          ? new Floats(new float[(int) volume])
          : new Integers(new int[(int) volume]);
    } catch (OutOfMemoryError e) {
      throw new TilescopeException(
          "a tensor of %d elements does not fit the Java heap of %d MiB; give Java more with -Xmx, or"
                  .formatted(volume, Runtime.getRuntime().maxMemory() >> 20)
              + " trace it in RunMode.NO_DISPATCH",
          e);
    }
  }

  /** Makes every element 0. */
  default void clear() {
    switch (this) {
      case Floats(float[] array) -> Arrays.fill(array, 0);
      case Integers(int[] array) -> Arrays.fill(array, 0);
    }
  }

  default Values copy() {
    return switch (this) {
      case Floats(float[] array) -> new Floats(array.clone());
      case Integers(int[] array) -> new Integers(array.clone());
    };
  }

  /** To values of the same kind and number. */
  default void copyTo(Values other) {
    switch (this) {
      case Floats(float[] array) -> System.arraycopy(array, 0, other.floats(), 0, array.length);
      case Integers(int[] array) -> System.arraycopy(array, 0, other.integers(), 0, array.length);
    }
  }

  default float[] floats() {
    return switch (this) {
      case Floats(float[] array) -> array;
      case Integers _ ->
          throw new TilescopeException("floating-point values expected, the tensor holds integers");
    };
  }

  default int[] integers() {
    return switch (this) {
      case Integers(int[] array) -> array;
      case Floats _ ->
          throw new TilescopeException("integer values expected, the tensor holds floats");
    };
  }

  /** An element as a double; unsigned types as their unsigned value. */
  default double get(DataType dtype, int index) {
    return switch (this) {
      case Floats(float[] array) -> array[index];
      case Integers(int[] array) ->
          dtype == DataType.UINT32 ? Integer.toUnsignedLong(array[index]) : array[index];
    };
  }
}
