package dev.tilescope.internal.python;

import static java.util.Map.entry;

import dev.tilescope.internal.python.Functions.Function;
import dev.tilescope.profile.Profiler;
import dev.tilescope.profile.Signpost;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What Python programs say of themselves to the profiler. {@code profile.enter} and {@code
 * profile.exit} are for the hooks of Python, which call them for each of its functions.
 */
final class ProfileFunctions {
  private ProfileFunctions() {}

  static Map<String, Function> all() {
    return Map.ofEntries(
        entry("profile.is_recording", _ -> Profiler.isRecording()),
        entry("profile.start_zone", ProfileFunctions::startZone),
        entry("profile.stop_zone", a -> Profiler.stopZone(a.text(0), a.small(1))),
        entry("profile.message", ProfileFunctions::message),
        entry("profile.signpost", ProfileFunctions::signpost),
        entry("profile.frame", _ -> frame()),
        entry("profile.read_device", ProfileFunctions::readDevice),
        entry("profile.name_thread", ProfileFunctions::nameThread),
        entry("profile.site", a -> (long) Profiler.site(a.text(0), a.text(1), a.small(2))),
        entry("profile.enter", ProfileFunctions::enter),
        entry("profile.exit", _ -> exit()));
  }

  private static @Nullable Object startZone(Arguments a) {
    if (a.small(3) == 0) {
      Profiler.startZone(a.text(0), a.text(1), a.small(2));
    } else {
      Profiler.startZone(a.text(0), a.text(1), a.small(2), a.small(3));
    }
    return null;
  }

  private static @Nullable Object message(Arguments a) {
    Profiler.message(a.text(0), a.small(1));
    return null;
  }

  private static @Nullable Object signpost(Arguments a) {
    Signpost.mark(a.text(0), a.text(1));
    return null;
  }

  private static @Nullable Object frame() {
    Profiler.frameMark();
    return null;
  }

  private static @Nullable Object readDevice(Arguments a) {
    a.device(0).synchronize();
    Profiler.readDeviceProfiler(a.device(0));
    return null;
  }

  /** As Python calls the thread, which the JVM knows by a number; of use before its first zone. */
  private static @Nullable Object nameThread(Arguments a) {
    Thread.currentThread().setName(a.text(0));
    return null;
  }

  private static @Nullable Object enter(Arguments a) {
    Profiler.enter(a.small(0));
    return null;
  }

  private static @Nullable Object exit() {
    Profiler.exit();
    return null;
  }
}
