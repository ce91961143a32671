package dev.tilescope.agent;

import java.io.File;
import java.lang.module.ResolvedModule;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Optional;
import java.util.jar.JarFile;
import java.util.zip.ZipEntry;
import org.jspecify.annotations.Nullable;

/** Where the JVM found the program's main class, before it is loaded. */
final class ProgramLocation {
  private ProgramLocation() {}

  /** A jar or folder; null if the JVM does not tell. */
  static @Nullable Path ofMain() {
    String module = System.getProperty("jdk.module.main");
    String command = System.getProperty("sun.java.command", "");
    String classPath = System.getProperty("java.class.path", "");
    if (module != null) {
      return ofModule(module);
    }
    // With -jar the class path is that jar, and the command begins with it, blanks and all.
    if (!classPath.isEmpty() && (command + " ").startsWith(classPath + " ")) {
      return Path.of(classPath).toAbsolutePath();
    }
    return ofClass(command.replaceFirst(" .*", ""), classPath);
  }

  private static @Nullable Path ofModule(String name) {
    Optional<URI> location =
        ModuleLayer.boot()
            .configuration()
            .findModule(name)
            .map(ResolvedModule::reference)
            .flatMap(reference -> reference.location());
    try {
      return location.map(Path::of).orElse(null);
    } catch (IllegalArgumentException | FileSystemNotFoundException _) {
      return null; // a module of the JDK
    }
  }

  private static @Nullable Path ofClass(String main, String classPath) {
    String file = main.replace('.', '/') + ".class";
    return Arrays.stream(classPath.split(File.pathSeparator, -1))
        .filter(place -> place.endsWith(".jar") && holds(place, file))
        .findFirst()
        .map(place -> Path.of(place).toAbsolutePath())
        .orElse(null);
  }

  private static boolean holds(String jar, String file) {
    try (JarFile open = new JarFile(jar)) {
      ZipEntry entry = open.getEntry(file);
      return entry != null;
    } catch (Exception _) {
      return false;
    }
  }
}
