package dev.tilescope.args;

import dev.tilescope.args.Recorded.Fields;
import dev.tilescope.args.Recorded.Numeral;
import dev.tilescope.args.Recorded.Sequence;
import java.util.ArrayList;
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
    return number instanceof Numeral numeral && numeral.isWhole()
        ? Long.parseLong(numeral.text())
        : 0;
  }

  /** As its users write it, e.g. {@code ttnn.add}. */
  public String name() {
    String name = document.text("operation_name");
    return name == null ? "" : name.replace("::", ".");
  }

  /** The positional arguments, in order. */
  public List<Recorded> args() {
    List<Recorded> values = new ArrayList<>();
    for (Recorded item : document.items("args")) {
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
    return document.get("parent_operation_id") instanceof Numeral numeral && numeral.isWhole()
        ? Long.valueOf(numeral.text())
        : null;
  }

  /** The message of the exception it ended with; null if it did not fail. */
  public @Nullable String failure() {
    return document.get("exception") instanceof Fields fields ? fields.text("message") : null;
  }
}
