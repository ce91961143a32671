package dev.tilescope.internal.cli;

import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.CodeSource;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Where the agent is that turns methods into zones: {@code tilescope-agent.jar} beside {@code
 * tilescope.jar}, as the launcher puts it, or where Maven built it. Property {@code
 * tilescope.agent} goes first.
 */
final class AgentJar {
  private static final String NAME = "tilescope-agent.jar";

  private AgentJar() {}

  /** The option {@code -javaagent}, with the jar a program needs that lacks Tilescope; or null. */
  static @Nullable String option() {
    Path own = ownLocation();
    Path agent = find(own);
    if (agent == null) {
      return null;
    }
    String jar = own != null && Files.isRegularFile(own) ? "=" + own : "";
    return "-javaagent:" + agent + jar;
  }

  private static @Nullable Path find(@Nullable Path own) {
    String given = System.getProperty("tilescope.agent");
    Stream<Path> places =
        given != null
            ? Stream.of(Path.of(given))
            : own == null
                ? Stream.empty()
                : Stream.of(
                    own.resolveSibling(NAME), own.resolve("../../../agent/target").resolve(NAME));
    // The JVM reads a path up to its first '='.
    return places
        .map(place -> place.toAbsolutePath().normalize())
        .filter(place -> Files.isRegularFile(place) && place.toString().indexOf('=') < 0)
        .findFirst()
        .orElse(null);
  }

  private static @Nullable Path ownLocation() {
    CodeSource source = AgentJar.class.getProtectionDomain().getCodeSource();
    try {
      return source == null ? null : Path.of(source.getLocation().toURI()).toAbsolutePath();
    } catch (URISyntaxException e) {
      return null;
    }
  }
}
