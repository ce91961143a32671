package dev.tilescope.internal.track;

import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * How an operation was called where it was not called from Java: whoever calls operations for a
 * program in another language says where that was, and with what.
 */
public final class CallerFrames {
  private static final ScopedValue<Call> CALL = ScopedValue.newInstance();
  private static final Pattern FRAME =
      Pattern.compile("  File \"(.*)\", line (\\d{1,9}), in ([^\n]*)");

  private CallerFrames() {}

  /**
   * @param frames innermost first, each as Python prints it
   * @param arguments that were given, by name, as their language prints them, in the order of the
   *     call; null if nobody asked for them
   * @param positional how many of the operation's arguments were given by their places
   */
  public record Call(
      List<String> frames, @Nullable Map<String, String> arguments, int positional) {}

  public static <R extends @Nullable Object> R within(Call call, Supplier<R> body) {
    return ScopedValue.where(CALL, call).call(body::get);
  }

  /** Where a frame is; null if it is not as Python prints frames. */
  public static @Nullable SourcePlace place(String frame) {
    Matcher matcher = FRAME.matcher(frame);
    return matcher.lookingAt()
        ? new SourcePlace(matcher.group(3), matcher.group(1), Integer.parseInt(matcher.group(2)))
        : null;
  }

  /** Null where Java's own frames tell. */
  public static @Nullable Call call() {
    return CALL.isBound() ? CALL.get() : null;
  }
}
