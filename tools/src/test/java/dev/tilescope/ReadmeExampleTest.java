package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The Java in the documents compiles and runs as it stands. */
class ReadmeExampleTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @ParameterizedTest
  @ValueSource(strings = {"README.md", "docs/tracing.md"})
  void javaInTheDocumentsRuns(String document, @TempDir Path folder)
      throws IOException, InterruptedException {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    List<String> examples =
        JAVA.matcher(Files.readString(root.resolve(document)))
            .results()
            .map((MatchResult match) -> match.group(1))
            .toList();
    assertThat(examples).isNotEmpty();
    for (String example : examples) {
      compileAndRun(example, folder);
      assertThat(folder.resolve("report.json")).isNotEmptyFile();
    }
  }

  private static void compileAndRun(String example, Path folder)
      throws IOException, InterruptedException {
    List<String> imports = new ArrayList<>();
    List<String> body = new ArrayList<>();
    example.lines().forEach(line -> (line.startsWith("import ") ? imports : body).add(line));
    Path source = folder.resolve("Example.java");
    Files.writeString(
        source,
        String.join("\n", imports)
            + "\nclass Example { public static void main(String[] args) {\n"
            + String.join("\n", body)
            + "\n} }\n");
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-proc:none", "-cp", classPath, source.toString());
    assertThat(compiled).as("compiles: %s", example).isZero();
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                classPath + java.io.File.pathSeparator + folder,
                "Example")
            .directory(folder.toFile())
            .redirectErrorStream(true)
            .start();
    String printed = new String(process.getInputStream().readAllBytes());
    assertThat(process.waitFor()).as(printed).isZero();
  }
}
