package dev.tilescope.profile;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.StackTrace;

/** An event of Flight Recorder that says what {@link System#nanoTime} was when it began. */
@Name(NanoTimeEvent.NAME)
@Label("Clock Sync")
@Category("Tilescope")
@StackTrace(false)
final class NanoTimeEvent extends Event {
  static final String NAME = "dev.tilescope.ClockSync";

  @Label("System.nanoTime()")
  long nanoTime;

  /** Between two looks at the other clock, the middle of which is taken. */
  static void record() {
    NanoTimeEvent sync = new NanoTimeEvent();
    long before = System.nanoTime();
    sync.begin();
    sync.nanoTime = before + (System.nanoTime() - before) / 2;
    sync.commit();
  }
}
