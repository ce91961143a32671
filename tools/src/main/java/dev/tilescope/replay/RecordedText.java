package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Flag;
import dev.tilescope.replay.Recorded.Nothing;
import dev.tilescope.replay.Recorded.Numeral;
import dev.tilescope.replay.Recorded.Sequence;
import dev.tilescope.replay.Recorded.Text;
import java.util.List;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/**
 * Recorded values in few words, for tables: {@code Tensor(shape=[4, 5], dtype=BFLOAT16,
 * memory=DRAM_INTERLEAVED)}. Texts from files are shown as they are; who prints them to a terminal
 * makes them harmless.
 */
public final class RecordedText {
  private static final int MAX_ITEMS = 8;
  private static final int MAX_CHARS = 60;

  private RecordedText() {}

  public static String of(Recorded value) {
    return switch (value) {
      case Nothing _, Flag _, Numeral _ -> scalar(value);
      case Text(String text) -> "\"" + shortened(text) + "\"";
      case Sequence(List<Recorded> items) -> sequence(items);
      case Fields fields -> fields(fields);
    };
  }

  /** The text of what is no container. */
  static String scalar(Recorded value) {
    return switch (value) {
      case Nothing _ -> "None";
      case Flag(boolean flag) -> flag ? "True" : "False";
      case Numeral(String text) -> text;
      case Text(String text) -> text;
      case Sequence _, Fields _ -> throw new IllegalArgumentException("no scalar: " + value);
    };
  }

  /** What {@code {"type": ..., "repr": ...}} or {@code "value"} prints; null for other objects. */
  static @Nullable String printed(Fields fields) {
    String repr = fields.text("repr");
    return fields.text("type") == null ? null : repr != null ? repr : fields.text("value");
  }

  /** {@code BFLOAT16} of {@code DataType.BFLOAT16} and {@code DataType::BFLOAT16}. */
  static String lastWord(String name) {
    return name.substring(Math.max(name.lastIndexOf('.'), name.lastIndexOf(':')) + 1);
  }

  static String list(List<? extends Object> items) {
    StringJoiner text = new StringJoiner(", ", "[", "]");
    items.stream().limit(MAX_ITEMS).forEach(item -> text.add(item.toString()));
    if (items.size() > MAX_ITEMS) {
      text.add("... " + (items.size() - MAX_ITEMS) + " more");
    }
    return text.toString();
  }

  private static String sequence(List<Recorded> items) {
    List<String> shown = items.stream().limit(MAX_ITEMS).map(RecordedText::of).toList();
    String more = items.size() > MAX_ITEMS ? ", ... " + (items.size() - MAX_ITEMS) + " more" : "";
    return "[" + String.join(", ", shown) + more + "]";
  }

  private static String fields(Fields fields) {
    RecordedTensor tensor = RecordedTensor.of(fields);
    if (tensor != null) {
      return tensor.toString();
    }
    RecordedMemory memory = RecordedMemory.of(fields);
    if (memory != null) {
      return "MemoryConfig(" + memory + ")";
    }
    String printed = printed(fields);
    return printed == null ? map(fields) : shortened(printed);
  }

  private static String map(Fields fields) {
    StringJoiner text = new StringJoiner(", ", "{", "}");
    fields.values().entrySet().stream()
        .limit(MAX_ITEMS)
        .forEach(entry -> text.add(shortened(entry.getKey()) + ": " + of(entry.getValue())));
    int more = fields.values().size() - MAX_ITEMS;
    return more > 0 ? text.add("... " + more + " more").toString() : text.toString();
  }

  private static String shortened(String text) {
    return text.length() <= MAX_CHARS ? text : text.substring(0, MAX_CHARS) + "...";
  }
}
