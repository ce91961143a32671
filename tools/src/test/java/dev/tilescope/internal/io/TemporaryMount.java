package dev.tilescope.internal.io;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Runs programs for which a folder is a file system of its own: a small one, or one that allows no
 * programs. Nobody else sees it, and it goes with the program.
 */
public final class TemporaryMount {
  private TemporaryMount() {}

  /**
   * @param said both of its outputs
   */
  public record Result(int exitCode, String said) {}

  /**
   * Skips the test where such file systems cannot be had.
   *
   * @param options of the mount: {@code noexec}, {@code size=1m}
   * @param arguments of {@code java}, with the class path of the test
   */
  public static Result java(
      Path folder, String options, Map<String, String> environment, String... arguments)
      throws IOException, InterruptedException {
    assumeTrue(
        run(folder, options, Map.of(), List.of("true")).exitCode == 0,
        "unshare and mount make no file system for one program here");
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(
        List.of(
            "-XX:TieredStopAtLevel=1",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path")));
    command.addAll(List.of(arguments));
    return run(folder, options, environment, command);
  }

  private static Result run(
      Path folder, String options, Map<String, String> environment, List<String> command)
      throws IOException, InterruptedException {
    List<String> all =
        new ArrayList<>(
            List.of(
                "sh",
                "-c",
                """
                command -v unshare >/dev/null || exit 1
                exec unshare --user --map-root-user --mount sh -c '
                  mount -t tmpfs -o "$1" tmpfs "$2" || exit 1
                  shift 2
                  exec "$@"' "$@"
                """,
                "sh",
                "sh",
                options,
                folder.toString()));
    all.addAll(command);
    ProcessBuilder builder = new ProcessBuilder(all).redirectErrorStream(true);
    builder.environment().putAll(environment);
    Process process = builder.start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    return new Result(process.waitFor(), said);
  }
}
