package dev.tilescope.profile;

import dev.tilescope.internal.track.AutoStart;
import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import java.util.Map;
import java.util.ServiceLoader;
import org.jspecify.annotations.Nullable;

/**
 * Profiles a program that knows nothing of it: a session begins with the first traced thing or the
 * first mark, if {@code TILESCOPE_PROFILE=1} or {@code TT_METAL_DEVICE_PROFILER=1}. What else the
 * environment can ask for is at {@link ProfilerOptions#fromEnvironment}.
 */
public final class ProfileFromEnvironment implements AutoStart {
  @Override
  public void startIfAsked() {
    Map<String, String> environment = System.getenv();
    if (isAsked(environment)) {
      try {
        Session.start(ProfilerOptions.fromEnvironment(environment), follower(environment))
            .sayCostAtEnd();
      } catch (TilescopeException e) {
        Notice.print("the program is not profiled: " + e.getMessage());
      }
    }
  }

  private static @Nullable JournalFollower follower(Map<String, String> environment) {
    ClassLoader own = JournalFollower.class.getClassLoader();
    for (JournalFollower.Provider each : ServiceLoader.load(JournalFollower.Provider.class, own)) {
      JournalFollower follower = each.follower(environment);
      if (follower != null) {
        return follower;
      }
    }
    return null;
  }

  static boolean isAsked(Map<String, String> environment) {
    return ProfilerOptions.isOn(environment, "TILESCOPE_PROFILE")
        || ProfilerOptions.isOn(environment, "TT_METAL_DEVICE_PROFILER");
  }
}
