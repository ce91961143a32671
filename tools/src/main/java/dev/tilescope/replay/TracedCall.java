package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * One call of an operation, read from a file of any dialect.
 *
 * @param source the file, for messages
 * @param document all that it says
 */
public record TracedCall(String source, Fields document) {
  /** Its number in the run: {@code operation_id} today, {@code operation_number} before. */
  public long number() {
    Recorded id = document.get("operation_id");
    Recorded number = id == null ? document.get("operation_number") : id;
    Long whole = wholeNumber(number);
    return whole == null ? 0 : whole;
  }

  /** As its users write it, e.g. {@code ttnn.add}. */
  public String name() {
    String name = document.text("operation_name");
    return name == null ? "" : name.replace("::", ".");
  }

  /** The positional arguments, in order of their positions. */
  public List<Recorded> args() {
    List<Recorded> items = new ArrayList<>(document.items("args"));
    items.sort(Comparator.comparingLong(TracedCall::position));
    List<Recorded> values = new ArrayList<>();
    for (Recorded item : items) {
      Recorded value = item instanceof Fields fields ? fields.get("value") : null;
      values.add(value == null ? Recorded.NOTHING : value);
    }
    return values;
  }

  /** The arguments given by name. */
  public SequencedMap<String, Recorded> kwargs() {
    return document.get("kwargs") instanceof Fields fields
        ? fields.values()
        : new Fields(new LinkedHashMap<>()).values();
  }

  /** What it gave back; null for nothing, or if it failed. */
  public @Nullable Recorded returnValue() {
    return document.get("return_value");
  }

  /** What it gave back, one by one. */
  public List<Recorded> results() {
    Recorded value = returnValue();
    return switch (value) {
      case null -> List.of();
      case Sequence(List<Recorded> items) -> items;
      case Recorded one -> List.of(one);
    };
  }

  /** The number of the call it was made in; null for none. */
  public @Nullable Long parent() {
    return wholeNumber(document.get("parent_operation_id"));
  }

  /** The message of the exception it ended with; null if it did not fail. */
  public @Nullable String failure() {
    return document.get("exception") instanceof Fields fields ? fields.text("message") : null;
  }

  /** Those without one keep their place before the others. */
  private static long position(Recorded argument) {
    Long position = argument instanceof Fields fields ? wholeNumber(fields.get("position")) : null;
    return position == null ? -1 : position;
  }

  /** Null for what is no whole number of 64 bits. */
  private static @Nullable Long wholeNumber(@Nullable Recorded value) {
    try {
      return value instanceof Numeral numeral ? Long.valueOf(numeral.text()) : null;
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
