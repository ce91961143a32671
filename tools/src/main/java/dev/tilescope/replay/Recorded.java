package dev.tilescope.replay;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A value as a trace file has it: nothing is lost between reading a file and writing it again, and
 * nothing is interpreted. What a value means to TT-NN is asked of those who know, such as {@code
 * RecordedTensor}.
 */
public sealed interface Recorded {
  Recorded NOTHING = new Nothing();

  /** {@code null}. */
  record Nothing() implements Recorded {}

  record Flag(boolean value) implements Recorded {}

  /**
   * A number as it is written, since numbers of traces exceed what Java's types hold.
   *
   * @param text a JSON number, or {@code NaN}, {@code Infinity}, {@code -Infinity} as Python writes
   *     them
   */
  record Numeral(String text) implements Recorded {
    public double asDouble() {
      return Double.parseDouble(text);
    }

    /** False for fractions, exponents and what is no finite number. */
    public boolean isWhole() {
      return text.matches("-?\\d+");
    }
  }

  record Text(String value) implements Recorded {}

  record Sequence(List<Recorded> items) implements Recorded {
    public Sequence {
      items = items instanceof NumberList ? items : List.copyOf(items);
    }
  }

  /** Named values, in the order of the file. */
  record Fields(SequencedMap<String, Recorded> values) implements Recorded {
    public Fields {
      values = Collections.unmodifiableSequencedMap(new LinkedHashMap<>(values));
    }

    public @Nullable Recorded get(String name) {
      return values.get(name);
    }

    /** The text of that name; null if there is none or it is no text. */
    public @Nullable String text(String name) {
      return values.get(name) instanceof Text(String value) ? value : null;
    }

    /** The items of that name; empty if there are none. */
    public List<Recorded> items(String name) {
      return values.get(name) instanceof Sequence(List<Recorded> items) ? items : List.of();
    }
  }

  static Recorded of(long number) {
    return new Numeral(Long.toString(number));
  }

  static Recorded of(String text) {
    return new Text(text);
  }

  static Recorded list(List<? extends Recorded> items) {
    return new Sequence(new ArrayList<>(items));
  }
}
