package dev.tilescope.profile;

import dev.tilescope.device.MeshDevice;
import dev.tilescope.internal.track.Tracker;
import dev.tilescope.profile.internal.markers.DeviceLogs;
import org.jspecify.annotations.Nullable;

/**
 * What a program calls to say what it is doing:
 *
 * <pre>{@code
 * try (ProfilerZone zone = Profiler.zone("decode")) {
 *   zone.text("token " + i);
 *   ...
 * }
 * Profiler.message("cache is full", 0xFF0000);
 * Profiler.plot("tokens per second", rate);
 * Profiler.frameMark();
 * }</pre>
 *
 * <p>It is recorded while a session runs: one is started from outside, by {@code tilescope profile}
 * or by the environment (see {@link ProfileFromEnvironment}), or by {@link #start}, and ends with
 * {@link #stop} or with the program. Without a session every call costs one check. What finds no
 * room is counted, and never fails the program.
 */
public final class Profiler {
  static {
    // The tracker's initialiser starts what the environment asks for, and so a session of ours.
    Tracker.start();
  }

  private Profiler() {}

  /** Starts a session; one that runs ends first. */
  public static void start(ProfilerOptions options) {
    Session.start(options, null);
  }

  /**
   * Starts a session that somebody follows while it runs; one that runs ends first.
   *
   * @param follower e.g. one that serves the Tracy profiler
   */
  public static void start(ProfilerOptions options, JournalFollower follower) {
    Session.start(options, follower);
  }

  /**
   * Ends the session when everything is written.
   *
   * @return what was recorded; null if there was no session
   */
  public static @Nullable ProfilerSummary stop() {
    return Session.stop();
  }

  public static boolean isRecording() {
    return Session.current() != null;
  }

  /**
   * Turns methods into zones from here on, where that is not done anyway: in a session that was
   * asked to be partial. Without a session it starts such a one.
   */
  public static void enable() {
    MethodZones.enable();
  }

  public static void disable() {
    MethodZones.disable();
  }

  /** Opens a zone; the place where a name is used first is shown as the place of all its zones. */
  public static ProfilerZone zone(String name) {
    ThreadLog log = Session.log();
    return log == null ? ProfilerZone.NONE : open(log, name);
  }

  private static ProfilerZone open(ThreadLog log, String name) {
    int site = SourceSites.ofName(name);
    ProfilerZone zone = log.open(site);
    return site == SourceSites.OTHERS ? zone.name(name) : zone;
  }

  /** A zone for those who know where they are; {@link #stopZone()} of the same thread ends it. */
  public static void startZone(String source, String function, int line) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.open(SourceSites.of(function, function, source, line));
    }
  }

  public static void startZone(String source, String function, int line, int rgb) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.open(SourceSites.of(function, function, source, line)).colour(rgb);
    }
  }

  /**
   * Ends the innermost zone of the thread.
   *
   * @return true if there was none
   */
  public static boolean stopZone() {
    ThreadLog log = Session.log();
    ProfilerZone zone = log == null ? null : log.innermost();
    if (zone != null) {
      zone.close();
    }
    return zone == null;
  }

  /**
   * Ends the innermost zone of the thread.
   *
   * @param name what it is called after all; empty to leave its name
   * @param rgb its colour after all; 0 to leave it
   * @return true if there was none
   */
  public static boolean stopZone(String name, int rgb) {
    ThreadLog log = Session.log();
    ProfilerZone zone = log == null ? null : log.innermost();
    if (zone != null) {
      if (!name.isEmpty()) {
        zone.name(name);
      }
      if (rgb != 0) {
        zone.colour(rgb);
      }
    }
    return stopZone();
  }

  public static void message(String text) {
    message(text, JournalFormat.DEFAULT_COLOUR);
  }

  /**
   * A text that begins as messages about operations and traces do gets a mark before it, or reports
   * would take it for one of those.
   *
   * @param rgb e.g. {@code 0xFF0000} for red
   */
  public static void message(String text, int rgb) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.writeText(EventKind.MESSAGE, BoundedText.of(unlikeOurs(text)), rgb & 0xFF_FFFF);
    }
  }

  private static String unlikeOurs(String text) {
    String inside = text.startsWith("`") ? text.substring(1) : text;
    boolean isLikeOurs = inside.startsWith("TT_DNN_") || inside.startsWith("TT_METAL_");
    return isLikeOurs ? "> " + text : text;
  }

  /**
   * Reads what a device wrote since the last time, as {@code ttnn.ReadDeviceProfiler} does: its
   * memory holds a limited number of programs. Does nothing while devices are not profiled.
   */
  public static void readDeviceProfiler(MeshDevice device) {
    Session session = Session.current();
    DeviceLogs logs = session == null ? null : session.deviceLogs();
    if (logs != null) {
      logs.read(device);
    }
  }

  /** A frame of the program's main loop ends here. */
  public static void frameMark() {
    frameMark("");
  }

  public static void frameMark(String name) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.write(EventKind.FRAME, SourceSites.ofName(name), 0);
    }
  }

  public static void plot(String name, double value) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.write(EventKind.PLOT, SourceSites.ofName(name), Double.doubleToRawLongBits(value));
    }
  }

  /**
   * For instrumented code: a place for {@link #enter}.
   *
   * @return its number, the same as long as the process runs
   */
  public static int site(String function, String file, int line) {
    return SourceSites.of(function, function, file, line);
  }

  /** For instrumented code: begins a zone, which {@link #exit} of the same thread must end. */
  public static void enter(int site) {
    ThreadLog log = Session.log();
    if (log != null) {
      log.begin(site);
    }
  }

  /** For instrumented code: ends the zone that {@link #enter} began. */
  public static void exit() {
    ThreadLog log = Session.log();
    if (log != null) {
      log.exit();
    }
  }

  /** For instrumented code: whether methods are to be zones now. */
  public static boolean methodZones() {
    return MethodZones.areWanted();
  }

  /** For instrumented code: runs something before the first {@link #enable} returns, once. */
  public static void onFirstEnable(Runnable action) {
    MethodZones.onFirstEnable(action);
  }
}
