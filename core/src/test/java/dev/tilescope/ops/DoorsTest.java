package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import dev.tilescope.ops.mechanism.OperationText;
import dev.tilescope.ops.mechanism.OperationTexts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Doors are what the declarations say. To write them anew: {@code mvn -pl core test
 * -Dtest=DoorsTest -Ddoors=write}.
 */
class DoorsTest {
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
    compare(door, DoorSource.of(door, ABOUT.get(door), more));
  }

  private static void compare(String name, String unformatted)
      throws IOException, FormatterException {
    String source = formatted(unformatted);
    Path file = file(name);
    if ("write".equals(System.getProperty("doors"))) {
      Files.writeString(file, source);
    }
    assertThat(Files.readString(file))
        .as("run: mvn -pl core test -Dtest=DoorsTest -Ddoors=write")
        .isEqualTo(source);
  }

  /** Records are changed by withers, and all withers are written here. */
  @Test
  void withersAreWhatTheRecordsSay() throws Exception {
    List<Class<?>> records =
        Declarations.classes().stream()
            .filter(type -> type.isRecord() && type.getPackageName().equals("dev.tilescope.ops"))
            .filter(DoorsTest::isChanged)
            .toList();
    compare("Withers", WitherSource.of(records));
  }

  private static boolean isChanged(Class<?> type) {
    return Arrays.stream(type.getInterfaces())
        .anyMatch(each -> each.getEnclosingClass() == Withers.class);
  }

  @Test
  void everyOperationAndEveryArgumentIsDescribed() {
    List<String> silent = new ArrayList<>();
    for (Operations.Declared found : Operations.declared()) {
      OperationText text = OperationTexts.of(found.name());
      if (text.summary().isEmpty() || text.result().isEmpty()) {
        silent.add(found.name());
      }
      found.operation().forms().stream()
          .flatMap(form -> form.parameters().stream())
          .filter(parameter -> DoorSource.argumentText(found, parameter).isEmpty())
          .forEach(parameter -> silent.add(found.name() + " " + parameter.name()));
    }
    assertThat(silent).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Ttnn", "Transformer", "Experimental", "KvCache"})
  void everyMethodOfADoorSaysWhatItDoes(String door) throws IOException {
    List<String> lines = Files.readAllLines(file(door));
    List<String> silent = new ArrayList<>();
    for (int i = 1; i < lines.size(); i++) {
      boolean isMethod = lines.get(i).startsWith("  public static ");
      if (isMethod && !lines.get(i - 1).strip().equals("*/")) {
        silent.add(lines.get(i));
      }
    }
    assertThat(silent).isEmpty();
    assertThat(lines).noneMatch(line -> line.matches(" *\\* @(param \\w+|return) *"));
  }

  private static Path file(String door) {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    return root.resolve("core/src/main/java/dev/tilescope/ops/" + door + ".java");
  }

  private static String formatted(String source) throws FormatterException {
    String ordered = ImportOrderer.reorderImports(source, Style.GOOGLE);
    return new Formatter().formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
  }
}
