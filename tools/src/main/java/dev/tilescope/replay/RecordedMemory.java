package dev.tilescope.replay;

import dev.tilescope.replay.Recorded.Fields;
import dev.tilescope.replay.Recorded.Text;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Where a recorded memory config puts a tensor.
 *
 * @param bufferType such as {@code DRAM}
 * @param memoryLayout such as {@code INTERLEAVED}
 */
public record RecordedMemory(String bufferType, String memoryLayout) {
  private static final Pattern LAYOUT = Pattern.compile("memory_layout=(?:\\w+(?:::|\\.))?(\\w+)");
  private static final Pattern TYPE = Pattern.compile("buffer_type=(?:\\w+(?:::|\\.))?(\\w+)");

  /**
   * Of a memory config in any form: TT-NN's printed text, an object that wraps it as {@code value}
   * or {@code repr}, or an object with {@code memory_layout} and {@code buffer_type}. Null for
   * anything else.
   */
  public static @Nullable RecordedMemory of(@Nullable Recorded config) {
    if (config instanceof Text(String printed)) {
      return ofPrinted(printed);
    }
    if (!(config instanceof Fields fields)) {
      return null;
    }
    String layout = fields.text("memory_layout");
    String type = fields.text("buffer_type");
    if (layout != null && type != null) {
      return new RecordedMemory(RecordedText.lastWord(type), RecordedText.lastWord(layout));
    }
    String printed = RecordedText.printed(fields);
    return printed == null ? null : ofPrinted(printed);
  }

  private static @Nullable RecordedMemory ofPrinted(String printed) {
    Matcher layout = LAYOUT.matcher(printed);
    Matcher type = TYPE.matcher(printed);
    return printed.startsWith("MemoryConfig(") && layout.find() && type.find()
        ? new RecordedMemory(type.group(1), layout.group(1))
        : null;
  }

  /** As {@code L1_HEIGHT_SHARDED}. */
  @Override
  public String toString() {
    return bufferType + "_" + memoryLayout;
  }
}
