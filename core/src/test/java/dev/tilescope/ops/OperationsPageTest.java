package dev.tilescope.ops;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;

/**
 * The list of operations in the documentation is that of the declarations. To write it: {@code mvn
 * -pl core test -Dtest=OperationsPageTest -Ddocs=write}.
 */
class OperationsPageTest {
  @Test
  void thePageOfOperationsIsUpToDate() throws IOException {
    Path file = Path.of(System.getProperty("tilescope.root", ".."), "docs", "operations.md");
    String page = OperationsPage.text();
    if ("write".equals(System.getProperty("docs"))) {
      Files.writeString(file, page);
    }
    assertThat(file)
        .as("run: mvn -pl core test -Dtest=OperationsPageTest -Ddocs=write")
        .hasContent(page);
  }
}
