package dev.tilescope.capture;

import java.lang.StackWalker.StackFrame;
import java.util.List;
import java.util.Set;

/**
 * The Java frames that led to an operation, innermost first, in the form importers of TT-NN reports
 * read: {@code File "com/acme/Model.java", line 12, in Model.forward}. Frames of the traced library
 * itself say nothing about the user's program and are left out.
 */
final class CallerStack {
  private static final Set<String> OWN_PACKAGES =
      Set.of(
          "dev.tilescope.capture",
          "dev.tilescope.track",
          "dev.tilescope.ops",
          "dev.tilescope.tensor",
          "dev.tilescope.device");

  private CallerStack() {}

  static List<String> frames(int limit) {
    return StackWalker.getInstance()
        .walk(frames ->
            frames.filter(CallerStack::isCaller).limit(limit).map(CallerStack::text).toList());
  }

  private static boolean isCaller(StackFrame frame) {
    String className = frame.getClassName();
    return !OWN_PACKAGES.contains(className.substring(0, Math.max(0, className.lastIndexOf('.'))));
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
