package dev.tilescope.profile;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/**
 * The profiler as the agent knows it, for programs that tests start: it stands before the real one
 * on their class path, and writes what it was told to the file {@code PROFILER_LOG} at the end.
 *
 * <pre>
 * THREAD > FUNCTION FILE:LINE
 * THREAD &lt;
 * </pre>
 */
public final class Profiler {
  private static final List<String> SITES = new ArrayList<>();
  private static final List<String> EVENTS = new ArrayList<>();
  private static volatile boolean methodZones =
      !"1".equals(System.getenv("TILESCOPE_PROFILE_PARTIAL"));
  private static Runnable firstEnable = () -> {};

  static {
    Runtime.getRuntime().addShutdownHook(new Thread(Profiler::write));
  }

  private Profiler() {}

  public static int site(String function, String file, int line) {
    synchronized (SITES) {
      SITES.add(function + " " + file + ":" + line);
      return SITES.size() - 1;
    }
  }

  public static void enter(int site) {
    String place;
    synchronized (SITES) {
      place = SITES.get(site);
    }
    add(Thread.currentThread().threadId() + " > " + place);
  }

  public static void exit() {
    add(Thread.currentThread().threadId() + " <");
  }

  private static void add(String event) {
    synchronized (EVENTS) {
      EVENTS.add(event);
    }
  }

  public static boolean methodZones() {
    return methodZones;
  }

  public static void onFirstEnable(Runnable action) {
    firstEnable = action;
  }

  public static void enable() {
    Runnable first = firstEnable;
    firstEnable = () -> {};
    first.run();
    methodZones = true;
  }

  public static void disable() {
    methodZones = false;
  }

  private static void write() {
    try {
      synchronized (EVENTS) {
        Files.write(Path.of(System.getenv("PROFILER_LOG")), EVENTS);
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }
}
