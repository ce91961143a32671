package dev.tilescope.internal.store;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.jspecify.annotations.Nullable;

/**
 * Where the source of a Java class may lie. Stacks of Java name files by package, {@code
 * com/acme/Model.java}; they are looked for where builds keep them: in the working directory and
 * its modules, beside and above each entry of the class path, and in {@code -sources.jar} files.
 */
final class JavaSources {
  private static final List<String> USUAL_FOLDERS =
      List.of("", "src/main/java", "src/test/java", "src");

  /** From {@code target/classes} or {@code build/classes/java/main} up to the project. */
  private static final int LEVELS_UP = 4;

  private static final int MOST_MODULES = 200;
  private static final String SOURCES_JAR = "-sources.jar";

  /** A file, or a part of a jar. */
  record Found(String path, byte[] contents) {}

  private final List<Path> folders;
  private final List<Path> jars;

  private JavaSources(List<Path> folders, List<Path> jars) {
    this.folders = folders;
    this.jars = jars;
  }

  /**
   * @param classPath entries, separated as the system does
   */
  static JavaSources of(Path workingFolder, String classPath) {
    Set<Path> projects = new LinkedHashSet<>(List.of(workingFolder));
    projects.addAll(listed(workingFolder, Files::isDirectory));
    Set<Path> jars = new LinkedHashSet<>();
    for (String entry : classPath.split(Pattern.quote(File.pathSeparator), -1)) {
      addEntry(entry, projects, jars);
    }
    for (Path folder : List.of(workingFolder, workingFolder.resolve("target"))) {
      jars.addAll(listed(folder, JavaSources::isSourcesJar));
    }
    List<Path> folders =
        projects.stream()
            .flatMap(project -> USUAL_FOLDERS.stream().map(project::resolve))
            .filter(Files::isDirectory)
            .toList();
    return new JavaSources(folders, List.copyOf(jars));
  }

  private static void addEntry(String entry, Set<Path> projects, Set<Path> jars) {
    Path path = pathOf(entry);
    if (path == null || !Files.exists(path)) {
      return;
    }
    String name = String.valueOf(path.getFileName());
    if (name.endsWith(".jar")) {
      Path sources = path.resolveSibling(name.substring(0, name.length() - 4) + SOURCES_JAR);
      Stream.of(sources).filter(Files::isRegularFile).forEach(jars::add);
    }
    Path folder = Files.isDirectory(path) ? path : path.getParent();
    for (int i = 0; i < LEVELS_UP && folder != null && folder.getNameCount() > 0; i++) {
      projects.add(folder);
      folder = folder.getParent();
    }
  }

  private static @Nullable Path pathOf(String entry) {
    try {
      return entry.isEmpty() ? null : Path.of(entry).toAbsolutePath().normalize();
    } catch (InvalidPathException e) {
      return null;
    }
  }

  private static boolean isSourcesJar(Path file) {
    return String.valueOf(file.getFileName()).endsWith(SOURCES_JAR) && Files.isRegularFile(file);
  }

  private static List<Path> listed(Path folder, Predicate<Path> kind) {
    try (Stream<Path> entries = Files.list(folder)) {
      return entries.filter(kind).sorted().limit(MOST_MODULES).toList();
    } catch (IOException e) {
      return List.of();
    }
  }

  /**
   * @param written as a stack has it
   * @param mostBytes what a file may have at most
   * @return null if it lies nowhere
   */
  @Nullable Found find(String written, long mostBytes) {
    Path name = pathOf(written);
    if (!written.endsWith(".java") || name == null || written.startsWith("/")) {
      return null;
    }
    for (Path folder : folders) {
      Found found = read(folder, written, mostBytes);
      if (found != null) {
        return found;
      }
    }
    return inJars(written, mostBytes);
  }

  /** Links and dots may lead out of a folder: what they lead to is not read. */
  private static @Nullable Found read(Path folder, String written, long mostBytes) {
    try {
      Path file = folder.resolve(written);
      if (!Files.isRegularFile(file)) {
        return null;
      }
      Path real = file.toRealPath();
      boolean isInside = real.startsWith(folder.toRealPath()) && Files.size(real) <= mostBytes;
      return isInside ? new Found(real.toString(), Files.readAllBytes(real)) : null;
    } catch (IOException e) {
      return null;
    }
  }

  private @Nullable Found inJars(String written, long mostBytes) {
    for (Path jar : jars) {
      try (ZipFile zip = new ZipFile(jar.toFile())) {
        ZipEntry entry = zip.getEntry(written);
        if (entry != null && entry.getSize() <= mostBytes) {
          try (InputStream in = zip.getInputStream(entry)) {
            byte[] contents = in.readNBytes((int) mostBytes);
            return new Found(jar + "!/" + written, contents);
          }
        }
      } catch (IOException _) {
        // A jar that cannot be read holds no source.
      }
    }
    return null;
  }
}
