package dev.tilescope.internal.serve.data;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Classes of this program that run in a process of their own. */
public final class ChildJava {
  /** Where SQLite's library can be loaded from, if that is not among temporary files. */
  private static final String LIBRARY_FOLDER = "org.sqlite.tmpdir";

  private ChildJava() {}

  /**
   * What starts the {@code main} of a class on this Java and class path.
   *
   * @param temporary the folder for its temporary files. SQLite's library is one, and a process
   *     that is killed leaves it behind.
   * @param flags of the JVM
   */
  public static List<String> command(
      Path temporary, List<String> flags, Class<?> main, String... args) {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(flags);
    command.add("-Djava.io.tmpdir=" + temporary.toAbsolutePath());
    String library = System.getProperty(LIBRARY_FOLDER);
    if (library != null) {
      command.add("-D" + LIBRARY_FOLDER + "=" + library);
    }
    command.addAll(
        List.of(
            "-XX:+UseSerialGC",
            "--enable-native-access=ALL-UNNAMED",
            "-cp",
            System.getProperty("java.class.path"),
            main.getName()));
    command.addAll(List.of(args));
    return command;
  }
}
