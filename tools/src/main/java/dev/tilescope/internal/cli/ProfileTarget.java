package dev.tilescope.internal.cli;

import dev.tilescope.model.TilescopeException;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * What {@code tilescope profile} and {@code tilescope run} are to run, from the words after its
 * options.
 *
 * <pre>
 * java ...              the Java that runs Tilescope; a path to a java is taken as it is
 * app.jar ...           java -jar app.jar ...
 * Example.java ...      java -cp CLASSPATH Example.java ...
 * -m Main ...           java -cp CLASSPATH Main ...
 * tilescope COMMAND ... that command of this Tilescope; demo alone is short for tilescope demo
 * other ...             a program on PATH or with a path; its JVMs take JDK_JAVA_OPTIONS
 * a.b.Main ...          as with -m, if there is no such program
 * </pre>
 *
 * <p>Those of Python's {@code -m tracy} are a script or, with {@code -m}, a module.
 *
 * @param words the command; of a Java command the first is the java, and options may follow it
 */
record ProfileTarget(List<String> words, boolean isJava) {
  private static final Pattern CLASS_NAME =
      Pattern.compile(
          "(?:\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*\\.)*"
              + "\\p{javaJavaIdentifierStart}\\p{javaJavaIdentifierPart}*");

  private static final List<String> COMPUTING =
      List.of("--enable-native-access=ALL-UNNAMED", "--add-modules=jdk.incubator.vector");

  ProfileTarget {
    words = List.copyOf(words);
  }

  /** A program of a Python, which runs it with the hooks that are asked for by the environment. */
  static ProfileTarget ofPython(String python, boolean isModule, List<String> words) {
    List<String> all = new ArrayList<>(List.of(python, "-m", "tracy._program"));
    all.addAll(isModule ? List.of("-m") : List.of());
    all.addAll(words);
    return new ProfileTarget(all, false);
  }

  /**
   * Reads the words.
   *
   * @param classPath what {@code --class-path} said
   */
  static ProfileTarget of(
      List<String> words,
      boolean isMainClass,
      @Nullable String classPath,
      Map<String, String> environment) {
    String first = words.getFirst();
    if (isMainClass) {
      return onClassPath(words, classPath, environment);
    }
    if (first.equals("-m") && words.size() > 1) {
      return onClassPath(words.subList(1, words.size()), classPath, environment);
    }
    if (first.equals("java")) {
      return java(List.of(), words.subList(1, words.size()));
    }
    if (fileName(first).equals("java")) {
      return new ProfileTarget(words, true);
    }
    requireNoPython(first);
    if (first.endsWith(".jar")) {
      return java(List.of("-jar"), words);
    }
    if (first.endsWith(".java")) {
      return onClassPath(words, classPath, environment);
    }
    if (fileName(first).equals("tilescope")) {
      return tilescope(words.subList(1, words.size()), environment);
    }
    return isProgram(first, environment)
        ? new ProfileTarget(words, false)
        : named(words, classPath, environment);
  }

  private static ProfileTarget named(
      List<String> words, @Nullable String classPath, Map<String, String> environment) {
    String first = words.getFirst();
    if (first.equals("demo")) {
      return tilescope(words, environment);
    }
    if (!CLASS_NAME.matcher(first).matches()) {
      throw new TilescopeException(
          "the program could not be started: cannot run \""
              + first
              + "\": it is no java command, .jar or .java file, main class, or program on PATH");
    }
    return onClassPath(words, classPath, environment);
  }

  /** One that its owner made a program may well start Java. */
  private static void requireNoPython(String first) {
    if (first.endsWith(".py") && !new File(first).canExecute()) {
      throw new TilescopeException(
          "cannot run \"%s\": a Python program is profiled by Python; use tilescope python -m tracy -r %s, or tilescope python %s to run it"
              .formatted(first, ShellWord.of(first), ShellWord.of(first)));
    }
  }

  private static ProfileTarget onClassPath(
      List<String> words, @Nullable String classPath, Map<String, String> environment) {
    String inherited = environment.getOrDefault("CLASSPATH", "");
    String path = classPath == null ? inherited : classPath;
    return java(List.of("-cp", path.isEmpty() ? ownClassPath() : path), words);
  }

  /** With the options that the launcher would give it. */
  private static ProfileTarget tilescope(List<String> arguments, Map<String, String> environment) {
    List<String> options = new ArrayList<>(COMPUTING);
    String more = environment.getOrDefault("TILESCOPE_JAVA_OPTS", "").strip();
    options.addAll(more.isEmpty() ? List.of() : List.of(more.split("\\s+", -1)));
    options.addAll(List.of("-cp", ownClassPath(), Main.class.getName()));
    return java(options, arguments);
  }

  private static ProfileTarget java(List<String> options, List<String> rest) {
    return new ProfileTarget(
        Stream.of(List.of(ownJava()), options, rest).flatMap(List::stream).toList(), true);
  }

  /** Whether it is the Java that runs Tilescope, whose options are known. */
  boolean isOwnJava() {
    return isJava && words.getFirst().equals(ownJava());
  }

  private static String ownJava() {
    return Path.of(System.getProperty("java.home"), "bin", "java").toString();
  }

  private static String ownClassPath() {
    return System.getProperty("java.class.path");
  }

  private static boolean isProgram(String word, Map<String, String> environment) {
    if (word.indexOf('/') >= 0 || word.indexOf(File.separatorChar) >= 0) {
      return true;
    }
    String path = environment.getOrDefault("PATH", "");
    return Arrays.stream(path.split(File.pathSeparator, -1))
        .filter(folder -> !folder.isEmpty())
        .map(folder -> Path.of(folder, word))
        .anyMatch(file -> Files.isRegularFile(file) && Files.isExecutable(file));
  }

  private static String fileName(String word) {
    return word.substring(word.lastIndexOf('/') + 1);
  }

  /** The words with options for the JVM added; only for a Java command. */
  List<String> withJvmOptions(List<String> options) {
    List<String> all = new ArrayList<>(words);
    all.addAll(1, options);
    return all;
  }
}
