package dev.tilescope.device.kernel;

import java.util.Set;

/** Where a kernel is: the call it has made, if it is in one, and the line of its own code. */
final class KernelStack {
  private static final Set<String> CALLS =
      Set.of(
          KernelContext.class.getName(),
          DataMovementContext.class.getName(),
          ComputeContext.class.getName(),
          DeviceZone.class.getName(),
          TensorAccessor.class.getName());

  private KernelStack() {}

  /**
   * {@code in riscWait, at Copy.copy(Copy.java:12)}.
   *
   * @param frames innermost first
   */
  static String text(StackTraceElement[] frames) {
    int last = -1;
    for (int i = 0; i < frames.length; i++) {
      if (CALLS.contains(frames[i].getClassName())) {
        last = i;
      }
    }
    String call = last < 0 ? "" : "in " + frames[last].getMethodName();
    int own = last + 1;
    while (own < frames.length && isOfJava(frames[own])) {
      own++;
    }
    String at = own < frames.length ? "at " + frames[own] : "";
    return call.isEmpty() || at.isEmpty() ? call + at : call + ", " + at;
  }

  private static boolean isOfJava(StackTraceElement frame) {
    return String.valueOf(frame.getModuleName()).startsWith("java.");
  }
}
