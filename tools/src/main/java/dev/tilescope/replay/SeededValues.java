package dev.tilescope.replay;

import dev.tilescope.model.DataType;
import dev.tilescope.model.Shape;
import dev.tilescope.tensor.Values;
import java.util.Random;

/**
 * Values for a tensor whose values were not recorded: uniform in {@code [low, high)}, the same for
 * the same seed on every machine, since {@link Random} is specified to the bit. Integers are whole
 * numbers of the same range.
 */
public record SeededValues(long seed, double low, double high) {
  /** The elements of a tensor, in row-major order. */
  public Values of(Shape shape, DataType dtype) {
    Values values = Values.zeros(dtype, shape.volume());
    Random random = new Random(seed);
    switch (values) {
      case Values.Floats(float[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (float) next(random);
        }
      }
      case Values.Integers(int[] array) -> {
        for (int i = 0; i < array.length; i++) {
          array[i] = (int) (long) Math.floor(next(random));
        }
      }
    }
    return values;
  }

  private double next(Random random) {
    return low + (high - low) * random.nextFloat();
  }
}
