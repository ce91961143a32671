package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.StringWriter;
import java.lang.reflect.Constructor;
import java.lang.reflect.Executable;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import javax.tools.JavaFileObject;
import javax.tools.SimpleJavaFileObject;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.FieldSource;

/**
 * What programs may build on: the public types of a few packages. A change of what they offer shows
 * as a change of the lists in {@code src/test/resources/api}, which {@code -Dapi=write} writes.
 */
class ApiTest {
  /** By artifact; each package says in its own words, with an example, what it is for. */
  static final List<String> PACKAGES =
      List.of(
          "dev.tilescope.model",
          "dev.tilescope.device",
          "dev.tilescope.device.kernel",
          "dev.tilescope.device.marker",
          "dev.tilescope.tensor",
          "dev.tilescope.ops",
          "dev.tilescope.ops.options",
          "dev.tilescope.ttnn",
          "dev.tilescope.capture",
          "dev.tilescope.report",
          "dev.tilescope.args",
          "dev.tilescope.profile",
          "dev.tilescope.memory",
          "dev.tilescope.graph",
          "dev.tilescope.analysis",
          "dev.tilescope.whatif",
          "dev.tilescope.diff",
          "dev.tilescope.junit",
          "dev.tilescope.replay",
          "dev.tilescope.journal",
          "dev.tilescope.tracy.live");

  private static final List<String> ARTIFACTS = List.of("library", "analysis", "junit", "tools");
  private static final Path ROOT = Path.of(System.getProperty("tilescope.root", ".."));
  private static final Path LISTS = ROOT.resolve("tools/src/test/resources/api");

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void whatAPackageOffersIsInItsList(String name) throws IOException {
    String offered = String.join("\n", offeredBy(name)) + "\n";
    Path list = LISTS.resolve(name + ".txt");
    if ("write".equals(System.getProperty("api"))) {
      Files.writeString(Files.createDirectories(LISTS).resolve(name + ".txt"), offered);
    }
    assertThat(offered)
        .as("public signatures of %s; if the change is meant, write them with -Dapi=write", name)
        .isEqualTo(Files.exists(list) ? Files.readString(list) : "");
  }

  /** Or package-private. The agent's class is public because the JVM calls it. */
  @Test
  void whatIsPublicElsewhereIsInternal() throws IOException {
    TreeSet<String> others = new TreeSet<>();
    for (Path source : sources()) {
      String packageName = packageOf(source);
      if (isPublic(source) && !packageName.contains(".internal")) {
        others.add(packageName);
      }
    }
    assertThat(others).containsExactlyInAnyOrderElementsOf(PACKAGES);
  }

  @ParameterizedTest
  @FieldSource("PACKAGES")
  void aPackageShowsAnExampleThatCompiles(String name) throws IOException {
    List<String> examples = examplesOf(name);
    assertThat(examples).as("<pre>{@code ...}</pre> in package-info of " + name).isNotEmpty();
    for (String example : examples) {
      assertThat(problemsOf(example)).as(example).isEmpty();
    }
  }

  private static List<String> examplesOf(String name) throws IOException {
    String text = Files.readString(folder(name).resolve("package-info.java"));
    Matcher block = Pattern.compile("<pre>\\{@code\n(.*?)\\}</pre>", Pattern.DOTALL).matcher(text);
    return block.results().map(found -> found.group(1).replaceAll("(?m)^ \\* ?", "")).toList();
  }

  /** Statements, or a class if there is an annotation on a method. */
  private static List<String> problemsOf(String example) {
    StringBuilder source = new StringBuilder();
    PACKAGES.forEach(name -> source.append("import ").append(name).append(".*;\n"));
    source.append(
        "import java.nio.file.Path;\nimport java.util.*;\nimport org.junit.jupiter.api.*;\n");
    source.append("class Example {\n");
    source.append(
        example.contains("@Test") ? example : "void run() throws Exception {\n" + example + "}\n");
    source.append("}\n");
    List<String> problems = new ArrayList<>();
    ToolProvider.getSystemJavaCompiler()
        .getTask(
            new StringWriter(),
            null,
            problem -> problems.add(problem.toString()),
            List.of("-proc:none", "-implicit:none", "-d", System.getProperty("java.io.tmpdir")),
            null,
            List.of(new SourceText(source.toString())))
        .call();
    problems.removeIf(problem -> !problem.contains("error:"));
    return problems;
  }

  /** A source that is in no file. */
  private static final class SourceText extends SimpleJavaFileObject {
    private final String text;

    SourceText(String text) {
      super(URI.create("string:///Example.java"), JavaFileObject.Kind.SOURCE);
      this.text = text;
    }

    @Override
    public CharSequence getCharContent(boolean ignoreEncodingErrors) {
      return text;
    }
  }

  private static List<String> offeredBy(String name) throws IOException {
    List<String> lines = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder(name))) {
      for (Path file : files.filter(Files::isRegularFile).sorted().toList()) {
        String type = file.getFileName().toString().replace(".java", "");
        if (!type.equals("package-info")) {
          addType(lines, type(name + "." + type));
        }
      }
    }
    return lines;
  }

  private static Class<?> type(String name) {
    try {
      return Class.forName(name, false, ApiTest.class.getClassLoader());
    } catch (ClassNotFoundException e) {
      throw new IllegalStateException(e);
    }
  }

  private static void addType(List<String> lines, Class<?> type) {
    if (!isOffered(type.getModifiers())) {
      return;
    }
    lines.add(shortened(type.toGenericString()));
    TreeSet<String> members = new TreeSet<>();
    Stream.of(type.getDeclaredFields(), type.getDeclaredConstructors(), type.getDeclaredMethods())
        .flatMap(Arrays::stream)
        .map(Member.class::cast)
        .filter(member -> isOffered(member.getModifiers()) && !member.isSynthetic())
        .forEach(member -> members.add("  " + text(member)));
    lines.addAll(members);
    Arrays.stream(type.getDeclaredClasses())
        .sorted((a, b) -> a.getName().compareTo(b.getName()))
        .forEach(inner -> addType(lines, inner));
  }

  private static boolean isOffered(int modifiers) {
    return Modifier.isPublic(modifiers) || Modifier.isProtected(modifiers);
  }

  private static String text(Member member) {
    String owner = member.getDeclaringClass().getTypeName() + ".";
    String text =
        switch (member) {
          case Field field -> field.toGenericString();
          case Method method -> method.toGenericString();
          case Constructor<?> constructor -> constructor.toGenericString();
          default -> throw new IllegalStateException(member.toString());
        };
    return shortened(
        member instanceof Executable ? text.replace(owner, "") : text.replace(owner, ""));
  }

  private static String shortened(String text) {
    return text.replaceAll("\\b(?:[a-z]\\w*\\.)+(?=[A-Z])", "").replace(",", ", ");
  }

  private static Path folder(String packageName) {
    return ARTIFACTS.stream()
        .map(a -> ROOT.resolve(a + "/src/main/java").resolve(packageName.replace('.', '/')))
        .filter(Files::isDirectory)
        .findFirst()
        .orElseThrow();
  }

  private static List<Path> sources() throws IOException {
    List<Path> all = new ArrayList<>();
    for (String artifact : ARTIFACTS) {
      try (Stream<Path> files = Files.walk(ROOT.resolve(artifact + "/src/main/java"))) {
        files.filter(file -> file.toString().endsWith(".java")).forEach(all::add);
      }
    }
    return all;
  }

  private static String packageOf(Path source) {
    String folder = source.getParent().toString().replace('\\', '/');
    return folder.substring(folder.lastIndexOf("/java/") + 6).replace('/', '.');
  }

  private static boolean isPublic(Path source) throws IOException {
    return Pattern.compile(
            "^public (?:[\\w-]+ )*(?:class|interface|record|enum|@interface) ", Pattern.MULTILINE)
        .matcher(Files.readString(source))
        .find();
  }
}
