package dev.tilescope.cli;

import java.io.OutputStream;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;

/**
 * What the launcher runs once after a build, for the JVM to learn which classes starting up takes
 * (JEP 514: {@code -XX:AOTCacheOutput}): the help of the program and of each command, unseen.
 */
final class WarmUp {
  private WarmUp() {}

  public static void main(String[] args) {
    PrintWriter unseen =
        new PrintWriter(OutputStream.nullOutputStream(), false, StandardCharsets.UTF_8);
    Main main = new Main(Commands.ALL, unseen, unseen);
    main.run("--help");
    main.run("--version");
    main.run("no-such-command");
    Commands.ALL.forEach(command -> main.run(command.name(), "--help"));
    StandardOutput.ofProcess().flush();
  }
}
