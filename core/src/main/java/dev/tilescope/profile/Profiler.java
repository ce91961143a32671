package dev.tilescope.profile;

import java.util.concurrent.atomic.AtomicInteger;

/** Stands in for the host side of the profiler: remembers the time of the last event. */
public final class Profiler {
  private static final AtomicInteger SITES = new AtomicInteger();
  private static volatile boolean methodZones =
      !"1".equals(System.getenv("TILESCOPE_PROFILE_PARTIAL"));
  private static Runnable firstEnable = () -> {};
  private static long lastNanos;

  private Profiler() {}

  public static int site(String function, String file, int line) {
    return SITES.incrementAndGet();
  }

  public static void enter(int site) {
    lastNanos = System.nanoTime();
  }

  public static void exit() {
    lastNanos = System.nanoTime();
  }

  public static boolean methodZones() {
    return methodZones;
  }

  public static void onFirstEnable(Runnable action) {
    firstEnable = action;
  }

  public static void enable() {
    firstEnable.run();
    methodZones = true;
  }

  public static void disable() {
    methodZones = false;
  }

  static long lastNanos() {
    return lastNanos;
  }
}
