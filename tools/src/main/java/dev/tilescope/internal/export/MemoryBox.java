package dev.tilescope.internal.export;

import dev.tilescope.analysis.BufferLifetimes.Lifetime;
import dev.tilescope.analysis.BufferLifetimes.Moment;
import dev.tilescope.analysis.OperationClock;
import dev.tilescope.analysis.ProgramLifetimes.Span;
import dev.tilescope.internal.words.ByteText;
import dev.tilescope.internal.words.OperationLabel;
import dev.tilescope.internal.words.VisibleText;
import dev.tilescope.model.BufferType;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * One rectangle of the memory map: a block of addresses for a stretch of time.
 *
 * @param from in operations
 * @param late when nothing needed it any more; equal to {@code to} if it was freed in time
 * @param style the style class of its colour
 * @param label short, to be written into it if there is room
 */
record MemoryBox(
    int deviceId,
    boolean dram,
    long low,
    long high,
    double from,
    double late,
    double to,
    String style,
    String label,
    String title) {
  /** What the eye would miss most: bytes times operations. */
  double area() {
    return (double) (high - low) * (to - from);
  }

  static MemoryBox of(
      Lifetime buffer, long bytesPerBank, OperationClock clock, String style, double end) {
    Moment made = buffer.made();
    double from = made == null ? 0 : clock.timeAt(made.position());
    double to = buffer.freed() == null ? end : clock.timeAt(buffer.freed().position());
    int freeable = buffer.freeablePosition();
    double late = freeable == Integer.MAX_VALUE ? end : clock.timeAt(freeable);
    BufferType type = buffer.description().type();
    long low = buffer.description().address();
    // A free that follows the last use before the next operation begins is in time.
    boolean inTime = freeStep(buffer, clock) <= stepOf(buffer.lastUse());
    return new MemoryBox(
        buffer.region().deviceId(),
        type.isDram(),
        low,
        low + bytesPerBank,
        from,
        inTime ? to : Math.clamp(late, from, to),
        to,
        style,
        shortName(made == null ? List.of() : made.path()) + " " + ByteText.brief(buffer.bytes()),
        title(buffer, bytesPerBank, clock));
  }

  private static int freeStep(Lifetime buffer, OperationClock clock) {
    return buffer.freed() == null ? clock.operations().size() - 1 : buffer.freed().step();
  }

  private static int stepOf(@Nullable Moment moment) {
    return moment == null ? Integer.MAX_VALUE : moment.step();
  }

  static MemoryBox of(Span span, OperationClock clock, double end) {
    double from = clock.timeAt(span.made().position());
    double to = Math.min(end, clock.timeAt(span.releasedPosition()));
    long low = span.memory().address();
    return new MemoryBox(
        span.memory().deviceId(),
        false,
        low,
        low + span.memory().sizeBytes(),
        from,
        to,
        to,
        "cb",
        "",
        "circular buffer, "
            + ByteText.of(span.memory().sizeBytes())
            + " on each of "
            + span.memory().cores().size()
            + " cores\nat 0x"
            + Long.toHexString(low)
            + "\nof "
            + label(span.made(), clock));
  }

  private static String title(Lifetime buffer, long bytesPerBank, OperationClock clock) {
    return buffer.description().type().name()
        + " buffer, "
        + ByteText.of(buffer.bytes())
        + "\nat 0x"
        + Long.toHexString(buffer.description().address())
        + ", "
        + (buffer.bytesPerBank() < 0 ? "about " : "")
        + ByteText.brief(bytesPerBank)
        + " of a bank\nmade "
        + (buffer.made() == null ? "before the capture" : "by " + label(buffer.made(), clock))
        + "\nlast used "
        + (buffer.lastUse() == null ? "by no operation" : "by " + label(buffer.lastUse(), clock))
        + "\n"
        + (buffer.freed() == null ? "never freed" : freeing(buffer.freed(), clock));
  }

  /** Frees between two operations count to the next one, as in a database. */
  private static String freeing(Moment freed, OperationClock clock) {
    int number = clock.numbers().at(freed.counter());
    return number == 0 ? "freed" : "freed in " + OperationLabel.number(number);
  }

  private static String label(Moment moment, OperationClock clock) {
    String path = VisibleText.of(String.join(" > ", moment.path()));
    return OperationLabel.of(clock.numbers().holding(moment.counter()), path);
  }

  /** The outermost name without its namespace. */
  static String shortName(List<String> path) {
    if (path.isEmpty()) {
      return "";
    }
    String name = path.getFirst();
    int scope = Math.max(name.lastIndexOf("::") + 1, name.lastIndexOf('.'));
    return VisibleText.of(
        scope > 0 && scope + 1 < name.length() ? name.substring(scope + 1) : name);
  }
}
