package dev.tilescope;

import static org.assertj.core.api.Assertions.assertThat;

import com.google.googlejavaformat.java.Formatter;
import com.google.googlejavaformat.java.FormatterException;
import com.google.googlejavaformat.java.ImportOrderer;
import com.google.googlejavaformat.java.JavaFormatterOptions.Style;
import com.google.googlejavaformat.java.RemoveUnusedImports;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Every source file is formatted by google-java-format. It is a test because tests run on JDK 25
 * even when Maven itself runs on 17, where no formatter reads today's syntax.
 *
 * <p>To format instead of checking: {@code mvn -pl tools -am test -Dtest=SourceFormatTest
 * -Dformat=write}.
 */
class SourceFormatTest {
  @Test
  void everySourceFileIsFormatted() throws IOException, FormatterException {
    boolean write = "write".equals(System.getProperty("format"));
    List<Path> unformatted = new ArrayList<>();
    for (Path file : sources()) {
      String before = Files.readString(file);
      String after = formatted(before);
      if (!before.equals(after)) {
        if (write) {
          Files.writeString(file, after);
        } else {
          unformatted.add(file);
        }
      }
    }
    assertThat(unformatted)
        .as("run: mvn -pl tools -am test -Dtest=SourceFormatTest -Dformat=write")
        .isEmpty();
  }

  private static String formatted(String source) throws FormatterException {
    String ordered = ImportOrderer.reorderImports(source, Style.GOOGLE);
    return new Formatter().formatSource(RemoveUnusedImports.removeUnusedImports(ordered));
  }

  private static List<Path> sources() throws IOException {
    Path root = Path.of(System.getProperty("tilescope.root", ".."));
    List<Path> files = new ArrayList<>();
    for (String folder :
        List.of(
            "library/src",
            "analysis/src",
            "junit/src",
            "tools/src",
            "agent/src",
            "torch/src",
            "bench/src")) {
      try (Stream<Path> tree = Files.walk(root.resolve(folder))) {
        tree.filter(f -> f.toString().endsWith(".java")).forEach(files::add);
      }
    }
    return files;
  }
}
