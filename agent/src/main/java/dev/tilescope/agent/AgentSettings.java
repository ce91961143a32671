package dev.tilescope.agent;

import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * What the environment asks for.
 *
 * <pre>
 * TILESCOPE_PROFILE_PARTIAL=1   nothing is a zone before Profiler.enable()
 * TILESCOPE_PROFILE_LINES=1     lines are zones too
 * TILESCOPE_PROFILE_VERBOSE=1   say at the end what became zones
 * TILESCOPE_PROFILE_PACKAGES    packages or classes, separated by commas
 * </pre>
 */
record AgentSettings(boolean partial, boolean lines, boolean verbose, List<String> packages) {
  private static final String PREFIX = "TILESCOPE_PROFILE_";

  AgentSettings {
    packages = List.copyOf(packages);
  }

  static AgentSettings of(Map<String, String> environment) {
    return new AgentSettings(
        isOn(environment, "PARTIAL"),
        isOn(environment, "LINES"),
        isOn(environment, "VERBOSE"),
        packages(environment.getOrDefault(PREFIX + "PACKAGES", "")));
  }

  private static boolean isOn(Map<String, String> environment, String name) {
    return environment.getOrDefault(PREFIX + name, "").startsWith("1");
  }

  private static List<String> packages(String text) {
    return Arrays.stream(text.split(",", -1))
        .map(name -> name.strip().replaceFirst("\\.?\\**$", ""))
        .filter(name -> !name.isEmpty())
        .toList();
  }
}
