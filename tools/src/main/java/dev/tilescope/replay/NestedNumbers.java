package dev.tilescope.replay;

import dev.tilescope.model.TilescopeException;
import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of nested lists, in order, as they are written; NaN and infinities are texts in
 * strict JSON.
 */
final class NestedNumbers {
  private final String argument;
  private final Recorded lists;
  private final int size;

  /** Takes one number after the other. */
  private interface Target {
    void put(int index, String text);
  }

  private NestedNumbers(String argument, Recorded lists, int size) {
    this.argument = argument;
    this.lists = lists;
    this.size = size;
  }

  static NestedNumbers of(String argument, @Nullable Recorded lists, long size) {
    if (size > NumberList.MAX_SIZE) {
      throw new TilescopeException(argument + ": " + size + " values are more than Java can hold");
    }
    // A shape of a hostile file may ask for far more than the file holds.
    long held = count(lists);
    if (lists == null || held != size) {
      throw new TilescopeException(
          "%s: the shape needs %d values, the file has %d".formatted(argument, size, held));
    }
    return new NestedNumbers(argument, lists, (int) size);
  }

  private static long count(@Nullable Recorded value) {
    return switch (value) {
      case null -> 0;
      case Sequence(NumberList numbers) -> numbers.size();
      case Sequence(List<Recorded> items) -> {
        long sum = 0;
        for (Recorded item : items) {
          sum += count(item);
        }
        yield sum;
      }
      case Recorded _ -> 1;
    };
  }

  /**
   * @return the index after the last number of the value
   */
  private int walk(Recorded value, int index, Target target) {
    if (value instanceof Sequence(List<Recorded> items)) {
      int next = index;
      for (Recorded item : items) {
        next = walk(item, next, target);
      }
      return next;
    }
    target.put(index, text(value));
    return index + 1;
  }

  private String text(Recorded value) {
    return switch (value) {
      case Numeral(String text) -> text;
      case Flag(boolean flag) -> flag ? "1" : "0";
      case Text(String text) when text.matches("NaN|[-+]?Infinity") -> text;
      case Nothing _, Text _, Sequence _, Fields _ ->
          throw new TilescopeException(
              argument + ": values are numbers in lists, the file has " + value);
    };
  }

  double[] doubles() {
    double[] values = new double[size];
    walk(lists, 0, (i, text) -> values[i] = Double.parseDouble(text));
    return values;
  }

  float[] floats() {
    float[] values = new float[size];
    walk(lists, 0, (i, text) -> values[i] = (float) Double.parseDouble(text));
    return values;
  }

  long[] longs() {
    long[] values = new long[size];
    walk(lists, 0, (i, text) -> values[i] = whole(text));
    return values;
  }

  /** The low 32 bits, as tensors hold unsigned integers. */
  int[] integers() {
    int[] values = new int[size];
    walk(lists, 0, (i, text) -> values[i] = (int) whole(text));
    return values;
  }

  private long whole(String text) {
    try {
      return text.length() < 19 && text.matches("-?\\d+")
          ? Long.parseLong(text)
          : new BigDecimal(text).longValueExact();
    } catch (ArithmeticException | NumberFormatException e) {
      throw new TilescopeException(
          argument + ": whole numbers of 64 bits are expected, the file has " + text, e);
    }
  }
}
