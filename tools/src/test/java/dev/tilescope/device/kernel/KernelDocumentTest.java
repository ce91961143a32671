package dev.tilescope.device.kernel;

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

/** The kernel in the document compiles and runs as it stands. */
class KernelDocumentTest {
  private static final Pattern JAVA = Pattern.compile("```java\n(.*?)```", Pattern.DOTALL);

  @Test
  void theExampleRuns(@TempDir Path folder) throws IOException, ReflectiveOperationException {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    Matcher example = JAVA.matcher(Files.readString(root.resolve("docs/kernels.md")));
    assertThat(example.find()).isTrue();
    Path source = folder.resolve("CopyTiles.java");
    Files.writeString(source, example.group(1));
    int compiled =
        ToolProvider.getSystemJavaCompiler()
            .run(
                null,
                null,
                null,
                "-proc:none",
                "-cp",
                System.getProperty("java.class.path"),
                "-d",
                folder.toString(),
                source.toString());
    assertThat(compiled).isZero();
    try (URLClassLoader classes =
        new URLClassLoader(new URL[] {folder.toUri().toURL()}, getClass().getClassLoader())) {
      classes
          .loadClass("CopyTiles")
          .getMethod("main", String[].class)
          .invoke(null, (Object) new String[0]);
    }
  }
}
