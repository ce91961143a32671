package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;

/** Manual pages and completion tell everything that the program takes, and their readers agree. */
@DisabledOnOs(value = OS.WINDOWS, disabledReason = "man and bash are of other systems")
class ManualTest {
  @TempDir Path temp;

  private final Map<String, String> pages =
      Manual.pages("tilescope 1.2.3", "2026-11-18").stream()
          .collect(Collectors.toMap(ManualPage::name, ManualPage::roff));

  @Test
  void everyCommandHasItsPageAndItsLineInThatOfTheProgram() {
    List<String> names =
        commands(Manual.commandLine()).map(spec -> spec.qualifiedName("-")).toList();
    assertThat(pages.keySet()).containsExactlyInAnyOrderElementsOf(names);
    Commands.ALL.forEach(command ->
        assertThat(pages.get("tilescope").lines())
            .contains("\\fB" + typed(command.name()) + "\\fR", typed(command.summary() + ".")));
  }

  @TestFactory
  Stream<DynamicTest> everyOptionAndParameterHasItsLine() {
    return commands(Manual.commandLine())
        .map(spec -> DynamicTest.dynamicTest(spec.qualifiedName(), () -> requireAll(spec)));
  }

  private void requireAll(CommandSpec spec) {
    List<String> bold =
        pages
            .get(spec.qualifiedName("-"))
            .lines()
            .filter(line -> line.startsWith("\\fB"))
            .map(line -> line.substring(3, line.length() - 3))
            .toList();
    for (OptionSpec option : spec.options()) {
      assertThat(bold).anySatisfy(line -> assertThat(words(line)).contains(option.names()));
    }
    spec.positionalParameters().stream()
        .filter(each -> !each.hidden())
        .forEach(each -> assertThat(bold).contains(typed(each.paramLabel())));
  }

  /** Without escapes and the values that options take. */
  private static List<String> words(String line) {
    return Stream.of(line.replace("\\-", "-").split(", ", -1))
        .map(word -> word.replaceAll("(\\[?=| ).*", ""))
        .toList();
  }

  private static String typed(String text) {
    return text.replace("-", "\\-");
  }

  private static Stream<CommandSpec> commands(CommandLine line) {
    return Stream.concat(
        Stream.of(line.getCommandSpec()),
        line.getSubcommands().values().stream().flatMap(ManualTest::commands));
  }

  @Test
  void groffHasNothingToSayOfAnyPage() throws Exception {
    assumeTrue(Files.isExecutable(Path.of("/usr/bin/groff")), "groff is needed");
    List<String> command = new ArrayList<>(List.of("groff", "-ww", "-man", "-Tutf8", "-z"));
    for (Map.Entry<String, String> page : pages.entrySet()) {
      Path file = temp.resolve(page.getKey() + ".1");
      command.add(Files.writeString(file, page.getValue()).toString());
    }
    assertThat(run(command)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "tilescope im, import",
    "tilescope trace-d, trace-dump",
    "tilescope ops exp, export-junit",
    "tilescope import --keep, --keep-going",
  })
  void bashCompletesWordsThatWereBegun(String typed, String completed) throws Exception {
    Path script = Files.writeString(temp.resolve("tilescope"), Manual.completion());
    assertThat(run(List.of("bash", "-n", script.toString()))).isEmpty();
    String asking =
        """
        compopt() { :; } # bash has it for itself alone
        . "$0"; COMP_WORDS=($1); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMP_LINE=$1; COMP_POINT=${#1}
        _complete_tilescope; printf '%s\\n' "${COMPREPLY[@]}"
        """;
    assertThat(run(List.of("bash", "-c", asking, script.toString(), typed)).strip())
        .isEqualTo(completed);
  }

  private static String run(List<String> command) throws IOException, InterruptedException {
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
    return said;
  }
}
