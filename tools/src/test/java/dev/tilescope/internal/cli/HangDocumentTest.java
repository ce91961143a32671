package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The programs in the document compile and run as they stand. */
class HangDocumentTest {
  private static final Pattern PROGRAM =
      Pattern.compile("```java\n(.*?public class (\\w+) .*?)```", Pattern.DOTALL);

  @Test
  void theExamplesRun(@TempDir Path folder) throws IOException, ReflectiveOperationException {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    Matcher programs = PROGRAM.matcher(Files.readString(root.resolve("docs/hangs.md")));
    int ran = 0;
    while (programs.find()) {
      run(programs.group(2), programs.group(1), folder);
      ran++;
    }
    assertThat(ran).isEqualTo(2);
  }

  private void run(String name, String text, Path folder)
      throws IOException, ReflectiveOperationException {
    Path source = Files.writeString(folder.resolve(name + ".java"), text);
    String classPath = System.getProperty("java.class.path");
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                classPath,
                "-d",
                folder.toString(),
                source.toString());
    assertThat(compiled).isZero();
    URL[] place = {folder.toUri().toURL()};
    try (URLClassLoader classes = new URLClassLoader(place, getClass().getClassLoader())) {
      classes
          .loadClass(name)
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    }
  }
}
