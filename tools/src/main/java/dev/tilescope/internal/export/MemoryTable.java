package dev.tilescope.internal.export;

import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.memory.BufferPart;
import dev.tilescope.memory.BufferPart.Making;
import dev.tilescope.memory.BufferPart.Step;
import dev.tilescope.memory.FullMoment;
import java.io.IOException;
import java.util.Locale;

/** Lines and rows about buffers. */
final class MemoryTable {
  private final int limit;
  private final Appendable out;

  /**
   * @param limit rows of each list; how many more there are is said
   */
  MemoryTable(int limit, Appendable out) {
    this.limit = limit;
    this.out = out;
  }

  void peak(FullMoment moment) throws IOException {
    for (String sentence : PeakSentences.of(moment)) {
      line("%s", sentence);
    }
    if (!moment.buffers().isEmpty()) {
      row("", moment.isL1() ? "of a core" : "of a bank", "address", "last use", "freed", "made by");
    }
    for (BufferPart part : moment.buffers().subList(0, Math.min(limit, moment.buffers().size()))) {
      row(
          "",
          ByteText.brief(part.bytesPerBank()),
          part.address() <= 0 ? "-" : "0x" + Long.toHexString(part.address()),
          part.lastUse() == null ? "-" : label(part.lastUse()),
          part.freed() == null ? "never" : OperationLabel.number(part.freed().operation()),
          made(part));
    }
    more(moment.buffers().size(), "buffer");
    line("");
  }

  private static String made(BufferPart part) {
    if (part.made() == null) {
      return "before the capture";
    }
    String before = part.making() == Making.BROUGHT_IN_BEFORE ? "before " : "";
    return before + label(part.made());
  }

  private static String label(Step step) {
    return OperationLabel.of(step.operation(), VisibleText.of(step.name()));
  }

  void row(String first, String size, String address, String lastUse, String freed, String madeBy)
      throws IOException {
    line("  %8s%10s  %-12s  %-28s  %-7s  %s", first, size, address, lastUse, freed, madeBy);
  }

  void more(int size, String what) throws IOException {
    if (size > limit) {
      String ending = size - limit == 1 ? "" : "s";
      line("  and %,d more %s%s (--limit shows more)", size - limit, what, ending);
    }
  }

  void line(String format, Object... arguments) throws IOException {
    out.append(String.format(Locale.ROOT, format, arguments)).append('\n');
  }
}
