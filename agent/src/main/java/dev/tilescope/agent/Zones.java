package dev.tilescope.agent;

import dev.tilescope.profile.Profiler;

/**
 * What rewritten code calls. A method keeps in a variable which zones it has open, so that each is
 * closed once, also if the profiler is enabled or disabled while the method runs.
 *
 * <p>Public for the rewritten classes alone. The calls have no branches on their outside, so that
 * they may stand anywhere, whatever is on the operand stack.
 */
public final class Zones {
  private static final int METHOD = 1;
  private static final int LINE = 2;

  private Zones() {}

  /** A method begins; returns what is open now. */
  public static int enter(int site) {
    if (!Profiler.methodZones()) {
      return 0;
    }
    Profiler.enter(site);
    return METHOD;
  }

  /** A line begins, and with it the one before ends; returns what is open now. */
  public static int line(int open, int site) {
    if ((open & LINE) != 0) {
      Profiler.exit();
    }
    if (!Profiler.methodZones()) {
      return open & METHOD;
    }
    Profiler.enter(site);
    return open | LINE;
  }

  /** The method ends, and with it what is open. */
  public static void exit(int open) {
    if ((open & LINE) != 0) {
      Profiler.exit();
    }
    if ((open & METHOD) != 0) {
      Profiler.exit();
    }
  }
}
