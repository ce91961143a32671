package dev.tilescope.args;

import dev.tilescope.args.Recorded.Flag;
import dev.tilescope.args.Recorded.Numeral;
import dev.tilescope.args.Recorded.Sequence;
import dev.tilescope.args.Recorded.Text;
import dev.tilescope.model.TilescopeException;
import java.math.BigDecimal;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The numbers of nested lists, in order, as they are written; NaN and infinities are texts in
 * strict JSON.
 */
final class NestedNumbers {
  private final String argument;
  private final String[] texts;
  private int count;

  private NestedNumbers(String argument, int size) {
    this.argument = argument;
    this.texts = new String[size];
  }

  static NestedNumbers of(String argument, @Nullable Recorded lists, long size) {
    if (size > Integer.MAX_VALUE - 8) {
      throw new TilescopeException(argument + ": " + size + " values are more than Java can hold");
    }
    // A shape of a hostile file may ask for far more than the file holds.
    long held = count(lists);
    if (held != size) {
      throw new TilescopeException(
          "%s: the shape needs %d values, the file has %d".formatted(argument, size, held));
    }
    NestedNumbers numbers = new NestedNumbers(argument, (int) size);
    numbers.add(lists);
    return numbers;
  }

  private static long count(@Nullable Recorded value) {
    return switch (value) {
      case null -> 0;
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

  private void add(@Nullable Recorded value) {
    switch (value) {
      case Sequence(List<Recorded> items) -> items.forEach(this::add);
      case Numeral(String text) -> texts[count++] = text;
      case Flag(boolean flag) -> texts[count++] = flag ? "1" : "0";
      case Text(String text) when text.matches("NaN|[-+]?Infinity") -> texts[count++] = text;
      case null, default ->
          throw new TilescopeException(
              argument + ": values are numbers in lists, the file has " + value);
    }
  }

  double[] doubles() {
    double[] values = new double[count];
    for (int i = 0; i < count; i++) {
      values[i] = Double.parseDouble(texts[i]);
    }
    return values;
  }

  float[] floats() {
    float[] values = new float[count];
    for (int i = 0; i < count; i++) {
      values[i] = (float) Double.parseDouble(texts[i]);
    }
    return values;
  }

  long[] longs() {
    long[] values = new long[count];
    for (int i = 0; i < count; i++) {
      values[i] = whole(texts[i]);
    }
    return values;
  }

  /** The low 32 bits, as tensors hold unsigned integers. */
  int[] integers() {
    int[] values = new int[count];
    for (int i = 0; i < count; i++) {
      values[i] = (int) whole(texts[i]);
    }
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
