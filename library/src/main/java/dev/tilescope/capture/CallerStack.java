package dev.tilescope.capture;

import dev.tilescope.internal.track.CallerFrames;
import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * The Java frames that led to an operation, innermost first, in the form importers of TT-NN reports
 * read: {@code File "com/acme/Model.java", line 12, in Model.forward}. What is not the program's
 * own says nothing about it and is left out: the traced library, the JDK, and the command line that
 * started the program, with all that is around it.
 */
final class CallerStack {
  private static final Set<String> OWN_PACKAGES =
      Set.of(
          "dev.tilescope.capture",
          "dev.tilescope.internal.track",
          "dev.tilescope.ops",
          "dev.tilescope.ttnn",
          "dev.tilescope.tensor",
          "dev.tilescope.device");

  private static final List<String> JDK = List.of("java.", "jdk.", "sun.");

  /** The command line's own classes; programs of tests may share its package. */
  private static final Pattern COMMAND = Pattern.compile("(Main|\\w+Command|Demos)([$].*)?");

  private static final String COMMAND_PACKAGE = "dev.tilescope.internal.cli.";

  private CallerStack() {}

  static List<String> frames(int limit) {
    CallerFrames.Call foreign = CallerFrames.call();
    if (foreign != null) {
      return foreign.frames().subList(0, Math.min(limit, foreign.frames().size()));
    }
    return StackWalker.getInstance()
        .walk(frames ->
            frames
                .takeWhile(frame -> !isCommandLine(frame.getClassName()))
                .filter(CallerStack::isCaller)
                .limit(limit)
                .map(CallerStack::text)
                .toList());
  }

  private static boolean isCommandLine(String className) {
    return className.startsWith("picocli.")
        || (className.startsWith(COMMAND_PACKAGE)
            && COMMAND.matcher(className.substring(COMMAND_PACKAGE.length())).matches());
  }

  private static boolean isCaller(StackFrame frame) {
    String className = frame.getClassName();
    return JDK.stream().noneMatch(className::startsWith)
        && !isOwn(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
  }

  private static boolean isOwn(String packageName) {
    return OWN_PACKAGES.stream()
        .anyMatch(own -> packageName.equals(own) || packageName.startsWith(own + "."));
  }

  private static String text(StackFrame frame) {
    String className = frame.getClassName();
    int dot = className.lastIndexOf('.');
    String folder = dot < 0 ? "" : className.substring(0, dot + 1).replace('.', '/');
    String file = frame.getFileName() == null ? "Unknown" : frame.getFileName();
    return "  File \"%s%s\", line %d, in %s.%s\n"
        .formatted(
            folder,
            file,
            Math.max(0, frame.getLineNumber()),
            className.substring(dot + 1),
            frame.getMethodName());
  }
}
