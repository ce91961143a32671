package dev.tilescope.internal.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ShellWordTest {
  @ParameterizedTest
  @CsvSource(
      quoteCharacter = '"',
      value = {
        "tilescope-demo/report.json, tilescope-demo/report.json",
        "/tmp/été/r_1.json, /tmp/été/r_1.json",
        "my dir/r.json, 'my dir/r.json'",
        "$HOME/r.json, '$HOME/r.json'",
        "it's/r.json, 'it'\\''s/r.json'",
        "a;b, 'a;b'"
      })
  void whatAShellWouldReadOtherwiseIsQuoted(String path, String typed) {
    assertThat(ShellWord.of(Path.of(path))).isEqualTo(typed);
  }
}
