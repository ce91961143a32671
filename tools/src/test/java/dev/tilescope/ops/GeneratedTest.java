package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import dev.tilescope.model.ArgumentText;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * What is generated is what the declarations, and the steps of vector loops, say. To write it anew:
 * {@code mvn -Pgenerate}.
 */
class GeneratedTest {
  private static final Path ROOT = Path.of(System.getProperty("tilescope.root", ".."));

  /** All that is declared, before it is listed too. */
  private static Operations declared;

  @BeforeAll
  static void find() throws Exception {
    declared = new Operations(Declarations.families());
  }

  @Test
  void theListNamesEveryDeclaration() throws Exception {
    compare(source("OperationList"), formatted(ListSource.of(declared.families())));
  }

  @Test
  void thePageOfOperationsDescribesThem() throws IOException {
    compare(ROOT.resolve("docs/operations.md"), OperationsPage.text(declared));
  }

  private static final Map<String, String> ABOUT =
      Map.of(
          "Ttnn",
          "The operations, by TT-NN's names and with its defaults. Results on a device hold device"
              + " memory until {@link #deallocate(Tensor)} or {@code close()}.",
          "Transformer",
          "{@code ttnn.transformer}: the steps of attention, one by one or in one program.",
          "Experimental",
          "{@code ttnn.experimental}: heads, rotary embeddings and paged caches of language models,"
              + " and collectives with semaphores.",
          "KvCache",
          "{@code ttnn.kv_cache}: writes into a cache of keys or values, in place.");

  private static final String QUERY =
      """

      /**
       * Whether operations would fit a board, with which peaks, without running them: {@link
       * OperationQuery#run(String, java.util.function.Function)}.
       *
       * @param board such as {@code n150}
       * @param program calls the operations on the device it is given
       * @return whether they fit, or why not
       */
      public static Fit query(
          String board,
          java.util.function.Function<dev.tilescope.device.MeshDevice, ?> program) {
        return OperationQuery.run(board, program);
      }
      """;

  @ParameterizedTest
  @ValueSource(strings = {"Ttnn", "Transformer", "Experimental", "KvCache"})
  void everyDoorIsWhatTheDeclarationsSay(String door) throws IOException, FormatterException {
    String more = door.equals("Ttnn") ? QUERY : "";
    compare(source(door), formatted(DoorSource.of(door, declared, ABOUT.get(door), more)));
  }

  private static void compare(Path file, String generated) throws IOException {
    if ("write".equals(System.getProperty("generated"))) {
      Files.writeString(file, generated);
    }
    assertThat(Files.readString(file)).as("run: mvn -Pgenerate").isEqualTo(generated);
  }

  /** Records are changed by withers, and all withers are written here. */
  @Test
  void withersAreWhatTheRecordsSay() throws Exception {
    List<Class<?>> records =
        Declarations.classes().stream()
            .filter(type ->
                type.isRecord() && type.getPackageName().equals("dev.tilescope.ops.options"))
            .filter(GeneratedTest::isChanged)
            .toList();
    compare(source("options/Withers"), formatted(WitherSource.of(records)));
  }

  private static boolean isChanged(Class<?> type) {
    return Arrays.stream(type.getInterfaces())
        .anyMatch(each -> each.getName().startsWith("dev.tilescope.ops.options.Withers$"));
  }

  @Test
  void pythonHasTheOperationsThatAreDeclared() throws Exception {
    Path python = ROOT.resolve("python/ttnn");
    compare(python.resolve("_declared.py"), PythonSource.table(declared));
    compare(python.resolve("_docs.py"), PythonSource.docs(declared));
    compare(python.resolve("_operations.pyi"), PythonSource.stub(declared, "ttnn"));
    for (String module : List.of("transformer", "experimental", "kv_cache")) {
      compare(python.resolve(module + ".pyi"), PythonSource.stub(declared, "ttnn." + module));
    }
    compare(
        ROOT.resolve("tools/src/main/java/dev/tilescope/internal/python/OperationNumbers.java"),
        formatted(PythonSource.numbers(declared)));
  }

  @Test
  void vectorLoopsAreWhatTheirStepsSay() throws Exception {
    compare(source("internal/kernel/VectorExponentials"), formatted(ExponentialSource.of()));
  }

  @Test
  void everyOperationAndEveryArgumentIsDescribed() {
    Set<String> silent = new TreeSet<>();
    for (Operations.Declared found : declared.byName().values()) {
      OperationText text = OperationTexts.of(found.name());
      if (text.summary().isEmpty()) {
        silent.add("# " + found.name() + ": what it does");
      }
      if (text.result().isEmpty()) {
        silent.add("# " + found.name() + ": after \"= \", what it gives back");
      }
      found.operation().forms().stream()
          .flatMap(form -> form.parameters().stream())
          .filter(parameter -> DoorSource.said(found, parameter).isEmpty())
          .map(parameter -> ArgumentText.snakeCase(parameter.name()))
          .forEach(argument ->
              silent.add("# " + found.name() + ": \"- " + argument + ": \" and what it means"));
    }
    assertThat(silent).as("to be said in src/main/resources/.../operations.txt").isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ttnn", "Transformer", "Experimental", "KvCache", "options/Withers"})
  void everyMethodOfADoorSaysWhatItDoes(String door) throws IOException {
    List<String> lines = Files.readAllLines(source(door));
    List<String> silent = new ArrayList<>();
    boolean isSaid = true;
    for (int i = 1; i < lines.size(); i++) {
      boolean isMethod = lines.get(i).matches(" +(public static|default) .*");
      isSaid &= !lines.get(i).matches(" *\\* @(param \\w+( \\(default .*)?|return) *");
      if (isMethod && !(isSaid && lines.get(i - 1).endsWith("*/"))) {
        silent.add(lines.get(i).strip());
      }
      isSaid |= isMethod;
    }
    assertThat(silent).isEmpty();
  }

  private static Path source(String name) {
    return ROOT.resolve("library/src/main/java/dev/tilescope/ops/" + name + ".java");
  }

  private static String formatted(String source) throws FormatterException {
    String ordered = ImportOrderer.reorderImports(source, Style.GOOGLE);
    return new Formatter().formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
  }
}
