package dev.tilescope.profile;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Whether methods are zones: always, or in a partial session while the program wants it. */
final class MethodZones {
  private static final List<Runnable> AT_FIRST = new ArrayList<>();
  private static boolean wasEnabled;
  private static boolean isEnabled;
  private static volatile boolean areWanted;

  private MethodZones() {}

  static boolean areWanted() {
    return areWanted;
  }

  static void enable() {
    if (Session.current() == null) {
      Session.start(ProfilerOptions.fromEnvironment(System.getenv()).withPartial(true), null);
    }
    runFirst();
    set(true);
  }

  static void disable() {
    set(false);
  }

  private static synchronized void set(boolean enabled) {
    isEnabled = enabled;
    update(Session.current());
  }

  /** A session started or ended. */
  static synchronized void update(@Nullable Session session) {
    areWanted = session != null && (!session.options().partial() || isEnabled);
  }

  static void onFirstEnable(Runnable action) {
    synchronized (MethodZones.class) {
      if (!wasEnabled) {
        AT_FIRST.add(action);
        return;
      }
    }
    action.run();
  }

  /** Not under the lock: what is run may load classes, whose initialisers may come here. */
  private static void runFirst() {
    List<Runnable> actions;
    synchronized (MethodZones.class) {
      wasEnabled = true;
      actions = List.copyOf(AT_FIRST);
      AT_FIRST.clear();
    }
    actions.forEach(Runnable::run);
  }
}
