package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.lang.reflect.Method;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code docs/names.md} has every name that TT-NN's documents write as code, and what it answers
 * with exists. The lists in {@code documents} hold the code words of each document: inline code
 * whole, blocks word by word; those after {@code "- "} belong to the examples alone.
 */
class DocumentNamesTest {
  private static final Path ROOT = Path.of(System.getProperty("tilescope.root", ".."));
  private static final Path LISTS = ROOT.resolve("tools/src/test/resources/documents");
  private static final Pattern INLINE = Pattern.compile("`([^`]+)`");
  private static final Pattern WORD =
      Pattern.compile(
          "--[a-z][\\w-]*|(?<![\\w.)-])-[a-z]\\b|[A-Za-z_]\\w*(?:(?:\\.|::|->)[A-Za-z_]\\w*)*");

  /** The documents by the first characters of their file names. */
  private static final Map<String, String> PREFIXES =
      Map.of(
          "graph-tracing", "000_",
          "operation-parameters", "001_",
          "graph-trace", "002_",
          "profiling-guide", "003_",
          "trace-buffers", "004_");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "graph-tracing",
        "operation-parameters",
        "graph-trace",
        "profiling-guide",
        "trace-buffers"
      })
  void everyCodeWordOfADocumentIsInTheTable(String document) throws IOException {
    Set<String> table = new TreeSet<>();
    for (List<String> row : rows()) {
      inline(row.getFirst())
          .forEach(code -> {
            table.add(plain(code));
            words(code).forEach(table::add);
          });
    }
    assertThat(Files.readAllLines(LISTS.resolve(document + ".txt")))
        .filteredOn(word -> !word.startsWith("# ") && !word.startsWith("- "))
        .hasSizeGreaterThan(50)
        .isSubsetOf(table);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "graph-tracing",
        "operation-parameters",
        "graph-trace",
        "profiling-guide",
        "trace-buffers"
      })
  void theListOfADocumentHasAllItsCodeWords(String document) throws IOException {
    Path folder = ROOT.resolve("../shared/seeds");
    assumeTrue(Files.isDirectory(folder), "no documents at " + folder);
    try (Stream<Path> files = Files.list(folder)) {
      Path file =
          files
              .filter(f -> f.getFileName().toString().startsWith(PREFIXES.get(document)))
              .findFirst()
              .orElseThrow();
      assertThat(Files.readAllLines(LISTS.resolve(document + ".txt")))
          .filteredOn(word -> !word.startsWith("# "))
          .map(word -> word.startsWith("- ") ? word.substring(2) : word)
          .containsExactlyInAnyOrderElementsOf(codeOf(Files.readAllLines(file)));
    }
  }

  private static Set<String> codeOf(List<String> lines) {
    Set<String> found = new LinkedHashSet<>();
    boolean inBlock = false;
    for (String line : lines) {
      if (line.stripLeading().startsWith("```")) {
        inBlock = !inBlock;
      } else if (inBlock) {
        words(line).forEach(found::add);
      } else {
        inline(line).map(DocumentNamesTest::plain).forEach(found::add);
      }
    }
    return found;
  }

  private static Stream<String> inline(String line) {
    return INLINE.matcher(line).results().map(found -> found.group(1));
  }

  private static Stream<String> words(String code) {
    return WORD.matcher(code).results().map(MatchResult::group);
  }

  /** Without Markdown's backslashes, and without quotes around it. */
  private static String plain(String code) {
    return code.replace("\\", "").replaceAll("^\"+|\"+$", "");
  }

  /** The cells of each row. */
  private static List<List<String>> rows() throws IOException {
    return Files.readAllLines(ROOT.resolve("docs/names.md")).stream()
        .filter(line -> line.startsWith("| "))
        .map(line -> List.of(line.substring(2).split(" \\| ", 3)))
        .toList();
  }

  private static final Pattern METHOD = Pattern.compile("^([A-Z]\\w+)\\.([a-z]\\w+)\\b");

  @Test
  void whatTheTableAnswersWithExists() throws IOException {
    Set<String> missing = new TreeSet<>();
    for (List<String> row : rows()) {
      inline(row.get(1))
          .flatMap(code -> METHOD.matcher(code).results())
          .filter(found -> !exists(found.group(1), found.group(2)))
          .forEach(found -> missing.add(found.group()));
    }
    assertThat(missing).isEmpty();
  }

  private static boolean exists(String type, String method) {
    List<Class<?>> types = typesNamed(type);
    return types.isEmpty()
        || types.stream()
            .flatMap(found -> Arrays.stream(found.getMethods()))
            .map(Method::getName)
            .anyMatch(method::equals);
  }

  private static List<Class<?>> typesNamed(String name) {
    return ApiTest.PACKAGES.stream()
        .<Class<?>>mapMulti((packageName, found) -> {
          try {
            found.accept(Class.forName(packageName + "." + name));
          } catch (ClassNotFoundException e) {
            // It is in another package, or no public class.
          }
        })
        .toList();
  }

  private static final Pattern COMMAND = Pattern.compile("^tilescope ([a-z-]+)");

  @Test
  void theCommandsOfTheTableExist() throws IOException {
    Set<String> named = new TreeSet<>();
    for (List<String> row : rows()) {
      inline(row.get(1))
          .flatMap(code -> COMMAND.matcher(code).results())
          .forEach(found -> named.add(found.group(1)));
    }
    String commands =
        Files.readString(
            ROOT.resolve("tools/src/main/java/dev/tilescope/internal/cli/Commands.java"));
    assertThat(named)
        .hasSizeGreaterThan(10)
        .allSatisfy(name -> assertThat(commands).contains("\"" + name + "\""));
  }
}
