package dev.tilescope.tracy.live;

import org.jspecify.annotations.Nullable;

/**
 * The thread on which the peer sees all virtual threads run, which it calls fibers.
 *
 * <p>There is no such thread. Which carrier a virtual thread ran on is not recorded: a program
 * cannot ask for it without opening the JDK's own packages, and asking would cost time in every
 * zone. So one thread stands for all carriers, and its name says so. A fiber enters it with the
 * first event that is told of it, and whenever another one was told of in between, it enters it
 * again at the time it left: when it really waited is as unknown, so it shows as one that runs from
 * its first event to its last. Fibers of the same time overlap there, which Tracy does not mind.
 *
 * <p>Entering and leaving have times of the thread that is turned to, like zones.
 */
final class Carrier {
  /** Its number; threads of the program count from 1. */
  static final int THREAD = HostEncoder.OWN_THREAD - 1;

  static final String NAME = "Virtual threads (carriers are not recorded)";

  private final EventStream stream;
  private @Nullable ThreadTrack entered;

  Carrier(EventStream stream) {
    this.stream = stream;
  }

  /** What follows of the carrier is of this virtual thread, whose last time is the next event's. */
  void enter(ThreadTrack fiber) {
    stream.onThread(THREAD);
    if (entered != fiber) {
      leave();
      stream.fiberEnter(fiber.enter(), fiber.fiber, THREAD);
      entered = fiber;
    }
  }

  /** Nothing follows for now. */
  void leave() {
    ThreadTrack fiber = entered;
    if (fiber != null) {
      stream.onThread(THREAD);
      stream.fiberLeave(fiber.leave(), THREAD);
      entered = null;
    }
  }
}
