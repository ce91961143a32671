package dev.tilescope.tracy.live;

import dev.tilescope.model.Notice;
import dev.tilescope.model.TilescopeException;
import dev.tilescope.profile.JournalFollower;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves a program that knows nothing of it, if {@code TILESCOPE_TRACY=1}. The other variables are
 * at {@link LiveOptions#fromEnvironment}; with {@code TILESCOPE_TRACY_VERBOSE=1} it says where.
 */
public final class LiveFromEnvironment implements JournalFollower.Provider {
  @Override
  public @Nullable JournalFollower follower(Map<String, String> environment) {
    if (!environment.getOrDefault("TILESCOPE_TRACY", "").startsWith("1")) {
      return null;
    }
    try {
      LiveOptions options = LiveOptions.fromEnvironment(environment);
      TracyLive live = TracyLive.listen(options);
      if (environment.getOrDefault("TILESCOPE_TRACY_VERBOSE", "").startsWith("1")) {
        Notice.print(
            "Tracy can connect to %s, port %d"
                .formatted(options.bind().getHostAddress(), live.port()));
      }
      return live;
    } catch (TilescopeException e) {
      Notice.print(String.valueOf(e.getMessage()));
      return null;
    }
  }
}
