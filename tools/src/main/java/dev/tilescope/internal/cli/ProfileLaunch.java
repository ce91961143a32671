package dev.tilescope.internal.cli;

import dev.tilescope.internal.io.FileTrouble;
import dev.tilescope.model.TilescopeException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A program that is to run under the profiler.
 *
 * @param command with the agent, where a command can have it
 * @param variables its environment
 * @param remarks what to tell the user
 */
record ProfileLaunch(List<String> command, Map<String, String> variables, List<String> remarks) {
  private static final String JVM_OPTIONS = "JDK_JAVA_OPTIONS";

  static ProfileLaunch ofPython(
      String python, ProfileOptions options, List<String> words, Map<String, String> environment) {
    List<String> command = ProfileTarget.ofPython(python, options.mainClass, words).words();
    return new ProfileLaunch(command, environment, List.of());
  }

  /** Java commands get the agent as an option, other programs by the environment. */
  static ProfileLaunch of(
      ProfileOptions options, List<String> words, Map<String, String> environment) {
    Map<String, String> variables = new HashMap<>(environment);
    ProfileTarget target = ProfileTarget.of(words, options.mainClass, options.classPath, variables);
    String agent = AgentJar.option();
    if (agent == null) {
      String remark =
          "methods are no zones: there is no tilescope-agent.jar beside tilescope.jar (or its path"
              + " has a '='); ./tilescope and 'mvn package' build it";
      return new ProfileLaunch(target.words(), variables, List.of(remark));
    }
    if (target.isJava()) {
      return new ProfileLaunch(target.withJvmOptions(List.of(agent)), variables, List.of());
    }
    String quote = agent.indexOf('"') < 0 ? "\"" : "'";
    variables.merge(JVM_OPTIONS, quote + agent + quote, (before, ours) -> before + " " + ours);
    return new ProfileLaunch(target.words(), variables, List.of());
  }

  /** A run begins with no logs of the one before. */
  static void clearLogs(Path logs) {
    try {
      delete(logs);
      Files.createDirectories(logs);
    } catch (IOException e) {
      throw new TilescopeException(
          "cannot clear the folder for the logs: "
              + FileTrouble.writing(e)
              + "; name another with -o",
          e);
    }
  }

  /** With everything in it. */
  static void delete(Path folder) throws IOException {
    if (Files.isDirectory(folder)) {
      try (Stream<Path> tree = Files.walk(folder)) {
        for (Path file : tree.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      }
    }
  }

  /** Runs it to its end and returns its exit code. */
  int run() {
    return ProfiledProcess.run(command, variables);
  }
}
